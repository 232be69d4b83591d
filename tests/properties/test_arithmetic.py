"""Every amount is what its facts lead to, and every event that moves something tells them."""

import msgspec
from hypothesis import given

from companion.game import events as e
from companion.game.arithmetic import formula, reckoned
from tests.properties.test_random_games import QUICK, games
from tests.support.amounts import unfounded
from tests.support.games import RandomGame


@given(games())
@QUICK
def test_whatever_moves_says_where_it_comes_from_and_how_much_that_is(game: RandomGame) -> None:
    list(game.steps(150))
    for event in game.events:
        assert [*unfounded(event)] == []


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
