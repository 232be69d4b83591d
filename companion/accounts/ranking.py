"""Who is worth how much, part by part, the richest first."""

from fractions import Fraction

import msgspec

from companion.game.state import GameState
from companion.rules.worth import Counted, counted
from companion.sayings.explanations import COUNTED_AT_THE_END
from companion.speaker import MINUS, Speaker
from companion.words import Seat


class Ranked(msgspec.Struct, frozen=True, kw_only=True):
    """One player who is still in the game."""

    seat: Seat
    place: int  # equals share one
    counted: Counted


def ranking(state: GameState) -> tuple[Ranked, ...]:
    """Return who is still in the game, the richest first, as the edition counts at the end."""
    found = {seat: counted(state, seat) for seat in state.playing}
    order = sorted(found, key=lambda seat: (-found[seat].worth, seat))
    worths = [found[seat].worth for seat in order]
    return tuple(
        Ranked(seat=seat, place=worths.index(found[seat].worth) + 1, counted=found[seat])
        for seat in order
    )


def sum_of(speaker: Speaker, one: Counted) -> str:
    """Return the arithmetic of a worth, without what is nothing; no amount is broken."""
    parts = {
        "cash": Fraction(one.cash),
        "prices": Fraction(one.prices),
        "costs": Fraction(one.costs),
        "mortgaged": -Fraction(one.mortgaged),
        "owed": -Fraction(one.owed),
    }
    told = ""
    for name, amount in parts.items():
        if amount or name == "cash":
            said = speaker.say(COUNTED_AT_THE_END[name], amount=speaker.exactly(abs(amount)))
            sign = f" {MINUS if amount < 0 else '+'}{speaker.gap}" if told else ""
            told += sign + said.replace(" ", speaker.gap)
    return told
