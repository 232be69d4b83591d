"""What else could have been done in a record: the choices that people would like to have back."""

from collections.abc import Iterator

import msgspec

from companion.game import commands as c
from companion.game.state import GameState
from companion.rules import decide, played
from companion.rules.play import Play

NOTHING = "nothing"
"""That nothing was done at all."""


class Alternative(msgspec.Struct, frozen=True):
    """One of them."""

    id: str  # `decline`, `option:pay`, `card:chance/jail-free`, `nothing`
    commands: tuple[c.AnyCommand, ...]


def alternatives(state: GameState, command: c.AnyCommand) -> tuple[Alternative, ...]:
    """Return what could have been done in *state* in place of *command*, but for other dice."""
    found = _alternatives(state, command)
    return tuple(one for one in found if one.id == NOTHING or _fits(state, one.commands[0]))


def _alternatives(state: GameState, command: c.AnyCommand) -> Iterator[Alternative]:
    match command:
        case c.Buy():
            yield Alternative("decline", _declined(state, command))
        case c.Decline():
            yield Alternative("buy", (c.Buy(by=command.by),))
        case c.Choose() if state.choice is not None:
            for option in state.choice.options:
                if option != command.option:
                    chosen = c.Choose(by=command.by, option=option)
                    yield Alternative(f"option:{option}", (chosen,))
        case c.Choose():
            other = "redeem" if command.option == "interest" else "interest"
            chosen = c.Choose(by=command.by, option=other, lot=command.lot)
            yield Alternative(f"option:{other}", (chosen,))
        case c.Draw():
            yield from _other_cards(state, command)
        case c.Accept():
            yield Alternative("reject", (c.Reject(by=command.by),))
        case c.Reject():
            asked = command.by if command.to is None else command.to
            yield Alternative("accept", (c.Accept(by=asked),))
        case c.Roll() | c.FirstRoll() | c.Deal() | c.End() | c.Hammer() | c.TakeOver():
            return
        case _:
            yield Alternative(NOTHING, ())


def _declined(state: GameState, command: c.Buy) -> tuple[c.AnyCommand, ...]:
    """Return that nobody buys the lot: where an auction opens, it is hammered without a bid."""
    decline = c.Decline(by=command.by)
    reached = played(state, decline)
    if isinstance(reached, Play) and reached.state.auction is not None:
        return decline, c.Hammer()
    return (decline,)


def _other_cards(state: GameState, command: c.Draw) -> Iterator[Alternative]:
    deck = state.draw.deck if state.draw else ""
    for card in state.edition.cards:
        if card.deck == deck and card.id != command.card and card.id not in state.holds:
            yield Alternative(f"card:{card.id}", (c.Draw(by=command.by, card=card.id),))


def _fits(state: GameState, command: c.AnyCommand) -> bool:
    return isinstance(decide(state, command), tuple)
