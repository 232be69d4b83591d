"""The banker's correction: an event of its own, always with a reason."""

from collections.abc import Iterator

from companion.editions.effects import JailFree
from companion.game.commands import Correct
from companion.game.events import Corrected
from companion.game.state import GameState
from companion.rules.play import Outcome, key, refuse
from companion.rules.registry import rule
from companion.words import Seat


@rule("bank/banker")
def correct(state: GameState, command: Correct) -> Outcome:
    """Set what the banker names; everything else stays."""
    if not command.why.strip():
        return refuse("bad-command", "bank/banker", wanted="why")
    nonsense = next(_nonsense(state, command), None)
    if nonsense:
        return refuse("bad-command", "bank/banker", wrong=nonsense)
    return (
        Corrected(
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
            because=key("bank/banker"),
        ),
    )


def jail_free_card(state: GameState, deck: str) -> str | None:
    """Return the id of a deck's card that leaves jail free."""
    cards = (card for card in state.edition.cards if card.deck == deck)
    return next((card.id for card in cards if isinstance(card.effect, JailFree)), None)


def _cards(state: GameState, decks: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(card for deck in decks if (card := jail_free_card(state, deck)))


def _nonsense(state: GameState, command: Correct) -> Iterator[str]:
    """Yield in words what names no player, lot, deck or building stock."""
    for seat in _seats(command):
        if seat not in state.seats:
            yield f"seat {seat}"
    for lot in (*command.owner, *command.mortgaged, *command.buildings):
        if lot not in state.lots:
            yield f"space {lot} is no lot"
    for lot, level in command.buildings.items():
        if level and state.edition.space(lot).kind != "street":
            yield f"no building can stand on space {lot}"
    for decks in command.holds.values():
        yield from (f"deck {deck}" for deck in decks if jail_free_card(state, deck) is None)
    yield from (f"bank {kind}" for kind in command.bank if kind not in ("houses", "hotels"))


def _seats(command: Correct) -> Iterator[Seat]:
    for named in (command.cash, command.at, command.jailed, command.holds, command.laps):
        yield from named
    yield from (owner for owner in command.owner.values() if owner is not None)
