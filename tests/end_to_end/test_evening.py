"""The main job, from photos of real dice to a ledger that balances, with the plug pulled midway."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.game.events import Rolled
from companion.game.state import fingerprint
from companion.journal.record import Record
from companion.journal.replay import replayed
from companion.journal.sqlite import open_journal
from companion.ledger.entries import Unit
from tests.end_to_end.appliance import Appliance, wait_for
from tests.end_to_end.evening import Evening
from tests.end_to_end.party import begin, joined
from tests.end_to_end.photos import Picture, Tray, collections
from tests.support.processes import python

TO_SEE = {"bought", "declined", "auction won", "rent claimed", "rent missed", "tax"}
ROLLS = 20
COLLECTIONS = collections()


def journal_of(home: Path) -> Path:
    """Return the file of the one game there is."""
    (path,) = (home / "games").glob("*.journal")
    return path


def records_of(path: Path) -> Sequence[Record]:
    """Return all records of a journal."""
    journal = open_journal(path)
    try:
        return tuple(journal.records)
    finally:
        journal.close()


def rolled(records: Sequence[Record]) -> list[tuple[int, ...]]:
    """Return the dice of all rolls, in order."""
    events = (event for record in records for event in record.events)
    return [tuple(sorted(event.dice)) for event in events if isinstance(event, Rolled)]


@pytest.mark.parametrize("pictures", COLLECTIONS.values(), ids=COLLECTIONS)
def test_a_game_from_photos_of_dice_survives_the_plug(
    tmp_path: Path, pictures: list[Picture]
) -> None:
    home, tray = tmp_path / "home", Tray(tmp_path / "tray")
    source = f"dir:{tray.folder}?hold=0.5"
    appliance = Appliance(home, "--camera", source, "--buttons", "mock")
    try:
        phones = joined(appliance)
        begin(phones)
        evening = Evening(phones, tray, pictures)
        while evening.rolls < ROLLS // 2:
            evening.roll()
            evening.settle()
        before = evening.game
        appliance.kill()

        tray.clear()
        appliance = Appliance(home, "--camera", source, "--buttons", "mock", port=phones[0].port)
        assert appliance.port == phones[0].port
        after = wait_for("the game", lambda: evening.game)
        same = ("game", "seq", "fingerprint", "cash", "asked")
        assert [before[key] for key in same] == [after[key] for key in same]
        pages = [phone.get("/seat") for phone in phones]
        assert [page.status for page in pages] == [200, 200, 200], appliance.output

        while evening.rolls < ROLLS or (TO_SEE - evening.seen and evening.left):
            evening.roll()
            evening.settle()
        last = evening.game
        assert appliance.stop() == 130
    finally:
        appliance.kill()
    assert not TO_SEE - evening.seen
    path = journal_of(home)
    records = records_of(path)
    assert rolled(records) == evening.thrown  # nothing misread, nothing counted twice
    state = replayed(records)
    assert fingerprint(state) == last["fingerprint"]
    assert state.books.totals() == dict.fromkeys(Unit, 0)
    verified = python("-m", "companion", "verify", str(path))
    assert verified.returncode == 0, verified.stderr
