"""Whatever is asked of the referee, in any order: what must hold, holds."""

from functools import reduce
from typing import Any

import msgspec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.game.apply import apply
from companion.game.commands import verb
from companion.game.events import AnyEvent
from companion.game.refusals import Refusal
from companion.game.state import GameState, blank, fingerprint
from companion.ledger.entries import Unit
from companion.rules import decide
from companion.rules.asked import asked, may
from companion.rules.invariants import broken
from tests.support.games import RandomGame

GAME = 120  # commands
QUICK = settings(max_examples=20, suppress_health_check=[HealthCheck.too_slow])

HOUSE: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {},
    optional={
        "rent_needs_claim": st.booleans(),
        "doubles_roll_may_be_declined": st.booleans(),
        "auction_on_decline": st.booleans(),
        "auction_decliner_may_bid": st.booleans(),
        "hotels_sold_together": st.booleans(),
        "build_when": st.sampled_from(["any-time", "own-turn-or-gap", "before-own-roll"]),
        "build_evenly": st.booleans(),
        "sell_evenly": st.booleans(),
        "build_blocked_by_group_mortgage": st.booleans(),
        "mortgage_requires_clear": st.sampled_from(["lot", "group"]),
        "jail_doubles_roll_again": st.booleans(),
        "jail_collects_rent": st.booleans(),
        "houses_per_hotel": st.integers(1, 4),
        "ends_at_bankruptcy": st.integers(0, 2),
        "player_gifts": st.booleans(),
        "several_creditors": st.sampled_from(["in-turn", "card-evenly", "in-proportion"]),
        "building_auction_from_price": st.booleans(),
        "fine_amount": st.integers(0, 100),
        "starting_cash": st.integers(0, 1500),
        "houses": st.integers(0, 32),
    },
)


def games(**fixed: Any) -> st.SearchStrategy[RandomGame]:
    """Return games of both editions at random, with house rules at random."""
    return st.builds(
        RandomGame,
        st.integers(0, 2**32),
        edition=st.sampled_from(["ru-2004", "us-classic"]),
        players=st.integers(2, 4),
        house=HOUSE,
        **fixed,
    )


@given(games())
@QUICK
def test_every_state_is_sound(game: RandomGame) -> None:
    for step in game.steps(GAME):
        assert broken(step.after) == (), (step.command, step.outcome)


@given(games())
@QUICK
def test_a_refusal_changes_nothing_and_an_answer_something(game: RandomGame) -> None:
    for step in game.steps(GAME):
        if isinstance(step.outcome, Refusal):
            assert step.after is step.before
        else:
            assert step.outcome


@given(games())
@QUICK
def test_money_and_buildings_are_conserved(game: RandomGame) -> None:
    """No sequence of commands makes or loses cash, houses or hotels."""
    for step in game.steps(GAME):
        assert dict.fromkeys(Unit, 0) == step.after.books.totals()
        assert all(step.after.cash(seat) >= 0 for seat in step.after.seats)


@given(games(wild=st.just(0.1)))
@QUICK
def test_what_a_player_may_do_is_never_refused(game: RandomGame) -> None:
    for step in game.steps(GAME):
        for seat in step.after.seats:
            for permit in may(step.after, seat):
                if permit.do == "offer":
                    continue  # what is offered may be refused, offering may not
                command = game.permitted(seat, permit)
                assert not isinstance(decide(step.after, command), Refusal), command


@given(games(wild=st.just(0.6)))
@QUICK
def test_what_is_asked_of_nobody_is_refused(game: RandomGame) -> None:
    waited_for = ("first-roll", "buy", "decline", "draw", "choose", "bid", "pass", "bankrupt")
    for step in game.steps(GAME):
        word = verb(step.command)
        if word in waited_for and not isinstance(step.outcome, Refusal):
            assert word in asked(step.before).get(step.command.by, ())  # type: ignore[union-attr]  # all of these have a player


@given(games())
@QUICK
def test_the_events_alone_lead_to_the_same_state(game: RandomGame) -> None:
    list(game.steps(GAME))
    stored = msgspec.json.encode(game.events)
    read = msgspec.json.decode(stored, type=list[AnyEvent])
    assert read == game.events
    replayed = reduce(apply, read, blank(game.edition))
    assert fingerprint(replayed) == fingerprint(game.state)


@given(games())
@QUICK
def test_a_state_survives_being_written_down(game: RandomGame) -> None:
    list(game.steps(GAME))
    read = msgspec.json.decode(msgspec.json.encode(game.state), type=GameState)
    assert fingerprint(read) == fingerprint(game.state)


@given(st.integers(0, 2**32))
@QUICK
def test_the_same_commands_give_the_same_state(seed: int) -> None:
    one, other = RandomGame(seed), RandomGame(seed)
    list(one.steps(GAME))
    list(other.steps(GAME))
    assert fingerprint(one.state) == fingerprint(other.state)
