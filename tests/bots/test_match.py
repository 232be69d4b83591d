"""Built-in players play every edition by its rules, to the end."""

from functools import reduce

import pytest

from companion.bots import Match, StuckError
from companion.bots.match import names_of
from companion.editions.load import edition_ids, load_edition
from companion.game.apply import apply
from companion.game.commands import Bankrupt
from companion.game.events import Bought, Built, RentLapsed, Traded
from companion.rules.invariants import broken
from companion.words import Seat


@pytest.mark.parametrize("edition", edition_ids())
def test_a_game_of_every_edition_is_won_in_sound_states(edition: str) -> None:
    match = Match(load_edition(edition), players=3, seed=11)
    while not match.state.winners:
        match.step()
        assert broken(match.state) == ()
    assert len(match.state.playing) == 1


@pytest.mark.parametrize("players", [2, 8])
def test_few_and_many_play(players: int) -> None:
    match = Match(load_edition("ru-2004"), players, seed=3)
    assert match.play() == "won"


def test_players_buy_build_trade_and_forget() -> None:
    match = Match(load_edition("us-classic"), players=4, seed=1)
    match.play()
    told = {type(event) for event in match.events}
    assert told >= {Bought, Built, Traded, RentLapsed}


def test_house_rules_are_played_too() -> None:
    edition = load_edition("us-classic", house={"rent_needs_claim": False})
    match = Match(edition, players=4, seed=1)
    match.play()
    assert not any(isinstance(event, RentLapsed) for event in match.events)


def test_time_is_called_after_thirty_rounds() -> None:
    match = Match(load_edition("ru-2004", ["timed"]), players=3, seed=1)
    assert match.play() == "won"
    assert 90 <= match.turns <= 92


def test_a_game_without_end_is_stopped() -> None:
    match = Match(load_edition("us-classic"), players=4, seed=1)
    assert match.play(most_turns=10) == "stopped"
    assert match.turns == 10


def test_a_player_that_does_what_is_refused_stops_the_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = Match(load_edition("us-classic"), players=2, seed=1)
    monkeypatch.setattr(match, "commands_now", lambda: [Bankrupt(by=Seat(0))])
    with pytest.raises(StuckError, match="no-debt"):
        match.step()


def test_waiting_for_nobody_stops_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match(load_edition("us-classic"), players=2, seed=1)
    monkeypatch.setattr(match, "commands_now", list)
    with pytest.raises(StuckError, match="nobody is asked"):
        match.step()


def test_everybody_has_a_name() -> None:
    assert len(set(names_of(12))) == 12


def test_a_match_goes_on_from_a_state_to_its_end() -> None:
    first = Match(load_edition("us-classic"), players=3, seed=4)
    for _ in range(200):
        first.step()
    begun = first.state
    second = Match.from_state(begun, seed=9)
    assert second.state == begun
    assert second.events == []
    assert second.play() == "won"
    assert reduce(apply, second.events, begun) == second.state
