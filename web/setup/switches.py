"""The house rules that families really play: a switch each, with what comes of it."""

from collections import Counter
from typing import NamedTuple

from companion.editions.parameters import Parameters
from companion.editions.typed import shown
from companion.sayings.said import marked as _


class Switch(NamedTuple):
    """A parameter as a switch: thrown, it has the value `on`."""

    name: str
    on: str
    title: str
    consequence: str


SWITCHES = (
    Switch(
        "parking_jackpot",
        "yes",
        _("Money on Free Parking"),
        _("Taxes, repairs and fines gather there, and whoever lands on it takes all of it."),
    ),
    Switch(
        "go_landing_doubles_salary",
        "yes",
        _("Double salary for landing on Go"),
        _("The Bank pays {double} instead of {salary} to whoever stops right there."),
    ),
    Switch(
        "auction_on_decline",
        "no",
        _("No auctions"),
        _("A lot that is not bought stays with the Bank until somebody lands on it again."),
    ),
    Switch(
        "rent_needs_claim",
        "no",
        _("Rent without asking for it"),
        _("It is paid at once, and no owner can miss it."),
    ),
    Switch(
        "rent_needs_claim",
        "yes",
        _("Rent only for those who ask"),
        _("An owner who does not ask in time gets nothing."),
    ),
)

CASH = "starting_cash"
"""The one of them that is an amount."""

FAMILIAR = frozenset({CASH, *(switch.name for switch in SWITCHES)})
"""All that the page of house rules shows first."""


def switches_of(rules: Parameters) -> tuple[Switch, ...]:
    """Return what changes something; what has no opposite is there also where the book says so."""
    twice = Counter(switch.name for switch in SWITCHES)
    return tuple(s for s in SWITCHES if twice[s.name] == 1 or s.on != shown(getattr(rules, s.name)))
