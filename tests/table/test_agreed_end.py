"""A game against the clock begins only with an agreed end, which then stands."""

import time
from datetime import datetime
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.editions.load import load_edition
from companion.game.commands import TimeUp
from companion.game.events import GameBegan
from companion.game.refusals import Refusal
from companion.journal.record import Record
from companion.table.answers import Accepted, Answer
from companion.table.clocks.agreed_end import agreed_end
from tests.support.table import Hands, hands, some_cause

TIMED = ("disney", "it-eg", "ru-2004")


def begun(at: Hands, edition: str, ends: str, *variants: str) -> Answer:
    return at.ask_to_begin(edition, variants=variants, ends=ends)


@pytest.mark.parametrize("edition", TIMED)
def test_without_an_agreed_end_a_timed_game_does_not_begin(edition: str, tmp_path: Path) -> None:
    assert "timed" in [printing.id for printing in load_edition(edition).printings]
    with hands(tmp_path) as at:
        for missing in ("", "  "):
            refusal = begun(at, edition, missing, "timed")
            assert isinstance(refusal, Refusal)
            assert (refusal.code, refusal.because) == ("no-end-agreed", "timed/end-agreed")
        assert at.desk.game is None
        answer = begun(at, edition, " 21:00 ", "timed")
        assert isinstance(answer, Accepted)
        began = answer.events[0]
        assert isinstance(began, GameBegan)
        assert began.ends == "21:00"
        assert "timed/end-agreed" in began.also
        assert at.view.state is not None
        assert at.view.state.ends == "21:00"


def test_an_ordinary_game_needs_no_end(tmp_path: Path) -> None:
    with hands(tmp_path) as at:
        assert isinstance(begun(at, "ru-2004", ""), Accepted)


def test_the_agreed_end_is_called_by_nobody_but_the_banker(tmp_path: Path) -> None:
    with hands(tmp_path) as at:
        assert isinstance(begun(at, "it-eg", "90 min", "timed"), Accepted)
        refusal = at.ask(TimeUp())
        assert isinstance(refusal, Refusal)
        assert refusal.code == "not-allowed"
        banker = at.cause("banker", "phone")
        at.pipeline.submit(TimeUp(), banker, at.replies.append)
        assert isinstance(at.replies[-1], Accepted)


def began_at(hour: int, minute: int) -> Record:
    wall = datetime(2026, 3, 14, hour, minute).astimezone().timestamp()
    cause = replace(some_cause(), wall=wall)
    return Record(seq=1, events=(), cause=cause, command={}, digest="")


@pytest.mark.parametrize(
    ("begins", "ends", "hours"),
    [((19, 0), "21:30", 2.5), ((19, 0), "90 min", 1.5), ((22, 0), "1:00", 3), ((9, 0), "9:00", 24)],
)
def test_the_agreed_end_is_the_next_such_time(
    begins: tuple[int, int], ends: str, hours: float
) -> None:
    began = began_at(*begins)
    assert agreed_end(began, ends) == began.cause.wall + hours * 3600


@pytest.mark.parametrize("ends", ["", "late", "25:00", "21:75", "9999 min", "after the film"])
def test_what_no_clock_can_tell_is_left_to_the_table(ends: str) -> None:
    assert agreed_end(began_at(19, 0), ends) is None


def test_how_soon_it_is_is_told_and_ends_nothing(tmp_path: Path) -> None:
    with hands(tmp_path) as at:
        now = time.localtime(at.clock.wall_now + 3600)
        assert isinstance(begun(at, "ru-2004", f"{now.tm_hour}:{now.tm_min:02}", "timed"), Accepted)
        began = at.clock.wall_now - now.tm_sec
        for later, left in ((0, None), (50 * 60, 10), (55 * 60, 5), (3600, 0), (7200, 0)):
            at.clock.wall_now = began + later
            at.pipeline.tick()
            told = at.view.revision
            at.pipeline.tick()
            assert (at.view.time_left, at.view.revision) == (left, told)
        assert at.view.state is not None
        assert not at.view.state.time_called
