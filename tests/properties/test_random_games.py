"""Whatever is asked of the referee, in any order: what must hold, holds."""

from functools import reduce
from typing import Any

import msgspec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.game.apply import apply
from companion.game.events import AnyEvent
from companion.game.refusals import Refusal
from companion.game.state import GameState, blank, fingerprint
from companion.ledger.entries import Unit
from companion.rules.invariants import broken
from tests.support.games import RandomGame
from tests.support.ways import house_rules, ways_to_play

GAME = 120  # commands
QUICK = settings(max_examples=30, suppress_health_check=[HealthCheck.too_slow])


def games(**fixed: Any) -> st.SearchStrategy[RandomGame]:
    """Return games at random of all editions, in all ways to play, with some house rules."""
    return st.builds(
        lambda way, **rest: RandomGame(edition=way[0], variants=way[1], **rest),
        st.sampled_from(ways_to_play()),
        seed=st.integers(0, 2**32),
        players=st.integers(2, 4),
        house=house_rules(),
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
