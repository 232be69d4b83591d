"""`companion simulate` plays, says how it went, and answers wrong words in one line."""

import json
import os
from functools import partial
from unittest.mock import patch

import pytest

from companion.bots import Series
from companion.cli import main
from tests.support.processes import python


def simulated(capsys: pytest.CaptureFixture[str], *words: str) -> list[str]:
    assert main(["simulate", *words]) == 0
    return capsys.readouterr().out.splitlines()


def test_the_last_line_sums_up(capsys: pytest.CaptureFixture[str]) -> None:
    *games, last = simulated(capsys, "--games", "2")
    total = json.loads(last)
    assert [*total] == ["games", "turns", "commands", "cpu_s", "fingerprint"]
    assert total["games"] == len(games) == 2
    assert "won after" in games[0]


def test_json_is_an_object_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    *games, total = map(json.loads, simulated(capsys, "--games", "2", "--json"))
    assert total["turns"] == sum(game["turns"] for game in games)
    assert total["commands"] == sum(game["commands"] for game in games)
    assert [game["seed"] for game in games] == [1, 2]


def test_one_game_of_a_series_can_be_played_alone(capsys: pytest.CaptureFixture[str]) -> None:
    *_, second, _ = map(json.loads, simulated(capsys, "--games", "2", "--json"))
    alone, _ = map(json.loads, simulated(capsys, "--seed", "2", "--json"))
    assert {**second, "game": 1} == alone


def test_however_many_are_played_at_a_time_the_same_comes_out(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def told(jobs: str) -> list[object]:
        words = ("--games", "5", "--json", "--edition", "disney", "--jobs", jobs)
        *games, total = map(json.loads, simulated(capsys, *words))
        assert total.pop("cpu_s") > 0
        return [*games, total]

    assert told("3") == told("1")


def test_games_that_are_stopped_are_told_from_another_process_too(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with patch("companion.cli.simulate.Series", partial(Series, most_turns=-1)):
        *games, total = simulated(capsys, "--games", "3", "--jobs", "2")
    assert all("stopped" in game for game in games)
    assert json.loads(total)["turns"] == 0


def test_edition_variants_and_players_are_played(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--edition", "ru-2004", "--variants", "late-decks,timed", "--players", "3", "--json")
    game, _ = map(json.loads, simulated(capsys, *words))
    assert 90 <= game["turns"] <= 92


def test_the_fingerprint_does_not_hang_on_the_process() -> None:
    """Two interpreters that order sets of words differently play the same game."""

    def fingerprint(seed: str) -> str:
        words = ("-m", "companion", "simulate", "--edition", "ru-2004")
        ran = python(*words, env={**os.environ, "PYTHONHASHSEED": seed}, check=True)
        return str(json.loads(ran.stdout.splitlines()[-1])["fingerprint"])

    assert fingerprint("1") == fingerprint("2")


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (("--games", "0"), 2),
        (("--games", "many"), 2),
        (("--seed", "-1"), 2),
        (("--players", "1"), 1),
        (("--players", "40"), 1),
        (("--edition", "mars"), 1),
        (("--variants", "fast"), 1),
        (("--edition", "de-dm", "--variants", "deal-two,deal-all"), 1),
    ],
)
def test_wrong_words_are_one_line(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], status: int
) -> None:
    assert main(["simulate", *words]) == status
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
