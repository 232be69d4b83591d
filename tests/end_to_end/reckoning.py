"""What people reckon themselves, from the board, the cards and the deeds, and type."""

from typing import Any

from companion.editions.effects import Collect, Pay
from companion.editions.load import load_edition
from companion.words import Money, Space
from tests.end_to_end.party import EDITION


def reckoned(due: dict[str, Any], state: dict[str, Any], dice: tuple[int, ...], card: str) -> Money:
    """Return the amount of a *due* that is named without it.

    Args:
        due: who pays whom, and for what.
        state: of the game, before anything of it is booked.
        dice: of the last roll.
        card: that was drawn last.
    """
    edition = load_edition(EDITION)
    match due["reason"]:
        case "rent":
            pair = due["payee"], due["payer"]
            lots = (r["lot"] for r in state["rents"] if (r["owner"], r["visitor"]) == pair)
            return rent_of(next(lots))
        case "salary":
            return edition.parameters.go_salary
        case "tax":
            to = (state["players"][due["payer"]]["at"] + sum(dice)) % len(edition.spaces)
            return edition.spaces[Space(to)].amount
        case "card":
            effect = next(one.effect for one in edition.cards if one.id == card)
            assert isinstance(effect, Collect | Pay), effect
            return effect.amount
    raise AssertionError(f"nobody here knows what a {due['reason']} costs")


def rent_of(lot: int) -> Money:
    """Return what its deed says that a stop costs; so early nobody has a group."""
    return load_edition(EDITION).spaces[Space(lot)].rents[0]
