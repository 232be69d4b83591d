"""A game that began at another table goes on at this one, as it stood."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.game.commands import Roll
from companion.journal.audit import rows_after
from companion.table.answers import Accepted, Broken
from companion.table.games.commands import Adopt, Resume
from tests.support.table import ANN, Hands, hands

Stored = tuple[tuple[str, bytes], ...]


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Hands]:
    with hands(tmp_path / "other") as at:
        at.begin(edition="us-classic")
        at.play(Roll(by=ANN, dice=(1, 2)))
        yield at


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Hands]:
    with hands(tmp_path / "here") as at:
        at.begin(edition="disney")
        yield at


def stored(at: Hands) -> Stored:
    path = at.home.folder / "games" / f"{at.view.game}.journal"
    return tuple((row.digest, row.body) for row in rows_after(path, 0, 500))


def adopted(at: Hands, rows: Stored, edition: str = "us-classic") -> object:
    return at.answer(Adopt(edition=edition, stored=rows), at.cause("banker"))


def test_it_goes_on_as_it_stood(other: Hands, here: Hands) -> None:
    assert adopted(here, stored(other)) == Accepted(1, (), "0002-us-classic")
    assert here.view.game == "0001-disney"
    here.answer(Resume(game="0002-us-classic"), here.cause("banker"))
    assert here.view.state == other.view.state
    assert here.records == other.records


def test_what_is_here_already_is_not_kept_twice(other: Hands, here: Hands) -> None:
    rows = stored(other)
    for part in (rows, rows, rows[:1]):
        assert adopted(here, part) == Accepted(1, (), "0002-us-classic")
    assert here.home.games() == ("0001-disney", "0002-us-classic")


def test_a_longer_one_stands_beside_the_shorter(other: Hands, here: Hands) -> None:
    adopted(here, stored(other)[:1])
    assert adopted(here, stored(other)) == Accepted(1, (), "0003-us-classic")


def test_what_does_not_fit_together_is_said_and_not_kept(other: Hands, here: Hands) -> None:
    answer = adopted(here, stored(other)[1:])
    assert isinstance(answer, Broken)
    assert answer.code == "damaged"
    assert here.home.games() == ("0001-disney",)
