"""What things are worth to a built-in player, and what it keeps in hand."""

from companion.bots.character import character_of
from companion.game.state import GameState
from companion.words import Money, Seat, Space

# In per cent of the printed price.
COMPLETES = 300  # the whole group: rent doubles, and it can be built on
BLOCKS = 150  # keeps somebody else from the whole group
JOINS = 130  # one more of a group that is begun


def reserve_of(state: GameState, seat: Seat) -> Money:
    """Return the cash that a player would rather not spend."""
    return state.rules.go_salary * character_of(seat).reserve // 100


def worth_to(state: GameState, seat: Seat, lot: Space) -> Money:
    """Return what a lot is worth to *seat*, whoever owns it now."""
    return _worth(state, seat, lot, _owners_beside(state, lot))


def _worth(state: GameState, seat: Seat, lot: Space, others: list[Seat | None]) -> Money:
    mine = others.count(seat)
    if mine == len(others):
        share = COMPLETES
    elif others[0] is not None and others.count(others[0]) == len(others):
        share = BLOCKS
    else:
        share = JOINS if mine else 100
    return state.edition.space(lot).price * share // 100


def asking_price(state: GameState, owner: Seat, lot: Space, taker: Seat) -> Money:
    """Return for how much the owner of a lot would let *taker* have it."""
    others = _owners_beside(state, lot)
    asked = _worth(state, owner, lot, others)
    if others.count(taker) < len(others):
        return asked
    premium = state.edition.space(lot).price * character_of(owner).premium // 100
    return max(asked, premium)


def burden_of(state: GameState, lot: Space) -> Money:
    """Return what is to be paid before a lot earns again: nothing, or its mortgage."""
    return state.edition.space(lot).mortgage if state.lots[lot].mortgaged else 0


def in_notes(state: GameState, amount: Money) -> Money:
    """Return *amount* in whole multiples of the edition's smallest amount, rounded down."""
    note = max(1, state.rules.smallest_amount)
    return amount // note * note


def _owners_beside(state: GameState, lot: Space) -> list[Seat | None]:
    lots = state.lots
    return [lots[member].owner for member in state.edition.family(lot) if member != lot]
