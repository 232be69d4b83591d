"""A game whose log is lost is not shorter in silence: it waits, and the banker decides."""

import os
from pathlib import Path

import pytest

from companion.backups.copy_folder import CopyFolder
from companion.backups.marks import note_from_copies
from companion.backups.restoring import restore
from companion.journal.audit import audit_journal
from companion.journal.mark import marked, place_of
from companion.journal.sqlite import LOG
from tests.end_to_end.appliance import Appliance, wait_for
from tests.end_to_end.party import begin, joined
from tests.end_to_end.phone import Phone

OPTIONS = ("--camera", "sim", "--buttons", "none")
PLAYED = 12


def correct(banker: Phone, times: int) -> None:
    for number in range(times):
        assert banker.command("correct", why="a test", cash={"0": 1000 + number}).status == 200


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def banker(home: Path) -> Phone:
    """Play a game of which a copy is made, and lose half of its log."""
    companion = Appliance(home, *OPTIONS)
    try:
        phones = joined(companion)
        begin(phones)
        correct(phones[0], PLAYED)
        assert phones[0].post("/banker/backups/make", {}).status == 303
        correct(phones[0], 2)
    finally:
        companion.kill()
    log = journal_of(home).with_name(journal_of(home).name + LOG)
    os.truncate(log, log.stat().st_size // 2)
    return phones[0]


def journal_of(home: Path) -> Path:
    (journal,) = (home / "games").glob("*.journal")
    return journal


def test_it_waits_on_all_pages_until_the_banker_goes_on_with_what_is_left(
    home: Path, banker: Phone
) -> None:
    there = marked(journal_of(home))
    assert there == 1 + PLAYED + 2
    companion = Appliance(home, *OPTIONS)
    try:
        banker.port = companion.port
        for path in ("/table", "/watch", "/banker"):
            page = banker.get(path).body.decode()
            assert f"of {there} are left" in page, path
        assert "The last good copy" in companion.output
        listed = banker.get("/banker/games").body.decode()
        assert "Go on with what is left" in listed
        name = journal_of(home).name.removesuffix(".journal")
        refused = banker.post("/banker/games/resume", {"game": name})
        assert refused.status != 303
        assert banker.game()["game"] is None
        gone_on = banker.post("/banker/games/resume", {"game": name, "shortened": "1"})
        assert gone_on.status == 303
        assert banker.game()["seq"] < there
        correct(banker, 1)
    finally:
        companion.kill()
    again = Appliance(home, *OPTIONS)
    try:
        banker.port = again.port
        assert wait_for("the game", lambda: banker.game()["game"])
    finally:
        again.kill()


def test_no_copy_is_made_over_the_last_one_that_has_it_whole(home: Path, banker: Phone) -> None:
    companion = Appliance(home, *OPTIONS)
    try:
        banker.port = companion.port
        for _ in range(12):
            banker.post("/banker/backups/make", {})
        page = banker.get("/banker/backups").body.decode()
        assert f"({1 + PLAYED})" in page
        assert "Without, for it was damaged" in page
    finally:
        companion.kill()


def test_where_the_mark_is_lost_too_the_newest_copy_knows(home: Path, banker: Phone) -> None:
    assert banker
    journal = journal_of(home)
    place_of(journal).unlink()
    assert audit_journal(journal)[1] == []
    note_from_copies(home)
    assert marked(journal) == 1 + PLAYED
    (damage,) = audit_journal(journal)[1]
    assert damage.code == "records-lost"


def test_an_older_copy_that_was_taken_back_is_no_loss(home: Path, banker: Phone) -> None:
    assert banker
    older = CopyFolder(home / "backups").copies()[-1]
    restore(older.path, home)
    note_from_copies(home)
    assert audit_journal(journal_of(home))[1] == []
