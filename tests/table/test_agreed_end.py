"""A game against the clock begins only with an agreed end, which then stands."""

from pathlib import Path

import pytest

from companion.editions.load import load_edition
from companion.game.commands import TimeUp
from companion.game.events import GameBegan
from companion.game.refusals import Refusal
from companion.table.answers import Accepted, Answer
from tests.support.table import Hands, hands

TIMED = ("disney", "it-eg", "ru-2004")


def begun(at: Hands, edition: str, ends: str, *variants: str) -> Answer:
    return at.desk.begin(
        edition,
        variants=variants,
        house={},
        players=("Ann", "Bob", "Cy"),
        first_roll=False,
        ends=ends,
        cause=at.cause("banker", "banker"),
        replace_game=False,
    )


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
        at.desk.submit(TimeUp(), banker, at.replies.append)
        assert isinstance(at.replies[-1], Accepted)
