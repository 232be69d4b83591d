"""Built-in players play every way of every edition, under any house rules, without a stumble."""

from functools import reduce

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.bots import Match
from companion.editions.load import load_edition
from companion.game.apply import apply
from companion.game.refusals import Refusal
from companion.game.state import blank
from companion.rules import decide
from companion.rules.invariants import broken
from tests.support.ways import house_rules, ways_to_play

TURNS = 150
WHOLE_GAMES = settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])


def matches() -> st.SearchStrategy[Match]:
    """Return matches of all editions, in all ways to play, with some house rules."""
    return st.builds(
        lambda way, house, players, seed: Match(load_edition(way[0], way[1], house), players, seed),
        way=st.sampled_from(ways_to_play()),
        house=house_rules(),
        players=st.integers(2, 5),
        seed=st.integers(0, 2**32),
    )


@given(matches())
@WHOLE_GAMES
def test_players_reach_sound_states_alone(match: Match) -> None:
    while not match.state.winners and match.turns < TURNS:
        command = match.step()
        assert broken(match.state) == (), command


@given(matches())
@WHOLE_GAMES
def test_what_is_played_is_what_is_decided_and_applied(match: Match) -> None:
    """`played` hands on the state that it came to; applying its events anew leads there too."""
    while not match.state.winners and match.turns < TURNS // 3:
        before = match.state
        outcome = decide(before, match.step())
        assert not isinstance(outcome, Refusal)
        assert match.state == reduce(apply, outcome, before)


@given(matches())
@WHOLE_GAMES
def test_the_events_of_a_match_lead_to_its_end(match: Match) -> None:
    match.play(most_turns=TURNS)
    assert match.state == reduce(apply, match.events, blank(match.state.edition))
