"""The banker's correction: an event of its own, always with a reason."""

from collections.abc import Iterator

from companion.editions.effects import JailFree
from companion.game.commands import Correct
from companion.game.events import Corrected
from companion.game.postings import HOTEL
from companion.game.state import GameState
from companion.rules.play import Outcome, key, refuse
from companion.rules.registry import rule
from companion.rules.rounding import settles
from companion.words import Seat, Space


@rule("bank/banker")
def correct(state: GameState, command: Correct) -> Outcome:
    """Set what the banker names; everything else stays."""
    if state.winners:
        return refuse("game-over", "winner/last-player")
    if not command.why.strip():
        return refuse("bad-command", "bank/banker", wanted="why")
    for decks in command.holds.values():
        for deck in decks:
            if jail_free_card(state, deck) is None:
                return refuse("no-such-card", "bank/banker", deck=deck)
    if command.pot and not state.rules.parking_jackpot:
        return refuse("bad-command", "parking/pot", pot=command.pot)
    amounts = (*command.cash.values(), command.pot or 0)
    if not all(settles(state.rules, amount) for amount in amounts):
        return refuse("bad-command", "bank/smallest-amount", step=state.rules.smallest_amount)
    event = _corrected(state, command)
    wrong = next(nonsense(state, event), None)
    if wrong:
        return refuse("bad-command", "bank/banker", wrong=wrong)
    for seat in _seats(event):
        if state.players[seat].out:
            return refuse("bankrupt", "bankruptcy/out", seat=seat)
    return (event,)


def _corrected(state: GameState, command: Correct) -> Corrected:
    return Corrected(
        why=command.why.strip(),
        cash=command.cash,
        before={seat: state.cash(seat) for seat in command.cash},
        at=command.at,
        owner=command.owner,
        mortgaged=command.mortgaged,
        buildings=command.buildings,
        jailed=command.jailed,
        holds={seat: _cards(state, decks) for seat, decks in command.holds.items()},
        laps=command.laps,
        bank=command.bank,
        pot=command.pot,
        because=key("bank/banker"),
    )


def jail_free_card(state: GameState, deck: str) -> str | None:
    """Return the id of a deck's card that leaves jail free."""
    cards = (card for card in state.edition.cards if card.deck == deck)
    return next((card.id for card in cards if isinstance(card.effect, JailFree)), None)


def _cards(state: GameState, decks: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(card for deck in decks if (card := jail_free_card(state, deck)))


def nonsense(state: GameState, event: Corrected) -> Iterator[str]:
    """Yield in words what names no player, lot or stock, or cannot be so on any table."""
    yield from (f"seat {seat}" for seat in _seats(event) if seat not in state.seats)
    yield from (f"bank {kind}" for kind in event.bank if kind not in ("houses", "hotels"))
    cards = [card for held in event.holds.values() for card in held]
    yield from (f"{card} with two holders" for card in sorted(cards) if cards.count(card) > 1)
    for lot in sorted({*event.owner, *event.mortgaged, *event.buildings}):
        if lot not in state.lots:
            yield f"space {lot} is no lot"
        else:
            yield from _impossible(state, lot, event)


def _impossible(state: GameState, lot: Space, event: Corrected) -> Iterator[str]:
    held = state.lots[lot]
    level = event.buildings.get(lot, held.level)
    mortgaged = event.mortgaged.get(lot, held.mortgaged)
    if level and state.edition.space(lot).kind != "street":
        yield f"no building can stand on space {lot}"
    if state.rules.houses_per_hotel < level < HOTEL:
        yield f"no {level} houses can stand on space {lot}"
    if level and mortgaged:
        yield f"lot {lot} is built on and mortgaged"
    if (level or mortgaged) and event.owner.get(lot, held.owner) is None:
        yield f"lot {lot} is built on or mortgaged and nobody owns it"


def _seats(event: Corrected) -> Iterator[Seat]:
    for named in (event.cash, event.at, event.jailed, event.holds, event.laps):
        yield from named
    yield from (owner for owner in event.owner.values() if owner is not None)
