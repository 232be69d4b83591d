"""Which events move money, and whether what they tell leads to the amount."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from companion.game import events as e
from companion.game.apply import entry_for
from companion.game.arithmetic import reckoned
from companion.ledger.entries import Unit
from companion.words import Money

AMOUNTS: Mapping[type[e.Event], Callable[[Any], Money | None]] = {
    e.Paid: lambda event: event.amount,
    e.DebtOpened: lambda event: event.amount,
    e.DebtPaid: lambda event: event.amount,
    e.DebtSettled: lambda event: event.amount,
    e.RentOpened: lambda event: event.amount,
    e.RentClaimed: lambda event: event.amount,
    e.RolledForRent: lambda event: event.amount,
    e.Bought: lambda event: event.price,
    e.Built: lambda event: event.cost,
    e.BuildingsSold: lambda event: event.paid,
    e.Mortgaged: lambda event: event.value,
    e.Redeemed: lambda event: event.interest,  # the value is the base
}
"""Events whose amount is reckoned, and where it stands."""

AGREED = (e.Traded, e.LotHandedOver, e.CardHandedOver)
"""Events in which things change hands for what was agreed, or for nothing."""

SET = (e.Corrected, e.TakenOver)
"""The banker's word: it says what was before, and why."""


def unfounded(event: e.AnyEvent) -> Iterator[str]:
    """Yield what an event that moves something does not tell, or tells wrongly."""
    amount_of = AMOUNTS.get(type(event))
    amount = amount_of(event) if amount_of else None
    if amount is not None and reckoned(event.facts) != amount:  # type: ignore[union-attr]  # all of these have facts
        yield f"its facts do not lead to {amount}: {event}"
    if isinstance(event, e.Redeemed) and event.facts["base"] != event.value:
        yield f"its facts are of another mortgage: {event}"
    if isinstance(event, AGREED) and not event.facts["from"]:
        yield f"it says not where this comes from: {event}"
    if not isinstance(event, (*AGREED, *SET)) and type(event) not in AMOUNTS:
        entry = entry_for(event)
        if entry and any(posting.unit is Unit.CASH for posting in entry.postings):
            yield f"it moves money and has no amount: {event}"
