"""Every amount is what its facts lead to, and every event that moves something tells them."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from hypothesis import given

from companion.game import events as e
from companion.game.arithmetic import formula, reckoned
from companion.game.postings import entry_for
from companion.ledger.entries import Unit
from companion.words import Money
from tests.properties.test_random_games import QUICK, games
from tests.support.games import RandomGame

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


@given(games())
@QUICK
def test_every_amount_follows_from_its_facts(game: RandomGame) -> None:
    list(game.steps(150))
    for event in game.events:
        amount_of = AMOUNTS.get(type(event))
        amount = amount_of(event) if amount_of else None
        if amount is not None:
            assert reckoned(event.facts) == amount, event  # type: ignore[union-attr]  # all of these have facts
        if isinstance(event, e.Redeemed):
            assert event.facts["base"] == event.value


@given(games())
@QUICK
def test_whatever_moves_says_where_it_comes_from(game: RandomGame) -> None:
    list(game.steps(150))
    for event in game.events:
        if isinstance(event, AGREED):
            assert event.facts["from"]
        elif not isinstance(event, SET):
            entry = entry_for(event)
            moved = entry.postings if entry else ()
            if any(posting.unit is Unit.CASH for posting in moved):
                assert type(event) in AMOUNTS, event


def test_events_of_old_journals_have_no_facts_and_are_read() -> None:
    """A field that an event did not have when it was written is empty now."""
    stored = b'{"is": "bought", "seat": 0, "lot": 1, "price": 60, "because": "purchase/price"}'
    event = msgspec.json.decode(stored, type=e.AnyEvent)
    assert isinstance(event, e.Bought)
    assert event.facts == {}
    assert formula(event.facts) == ""


def test_a_formula_needs_no_words() -> None:
    assert formula({"multiplier": 10, "dice": 7, "count": 2, "of": 2}) == "10 × 7"
    assert formula({"houses": 3, "house": 25, "hotels": 1, "hotel": 100}) == "3 × 25 + 1 × 100"
    assert formula({"base": 100, "parts": 3}) == "100 ÷ 3"
    half: dict[str, int | str] = {"base": 25, "pieces": 1, "rate": "0.5", "added": "-0.5"}
    assert formula(half) == "25 × 1 × 0.5 − 0.5"


def test_rounding_goes_by_steps() -> None:
    facts: dict[str, int | str] = {"base": 75, "rate": "0.10", "step": 5}
    rounded = [reckoned({**facts, "rounding": word}) for word in ("up", "down", "half-up")]
    assert rounded == [10, 5, 10]
    assert reckoned({"base": 14, "rate": "0.5"}) == 7
