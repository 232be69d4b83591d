"""Every command that a document or a help names is run: it does so, or says what it lacks here."""

import io
import re
import shutil
import sys
from pathlib import Path

import cv2
import pytest

from cards_qr.keyrings import Keyrings
from companion.cli import main
from companion.cli.parser import asked_for
from companion.game.commands import Buy, Roll
from hardware.simulated.table import SimulatedTable
from tests.docs.test_made import commands
from tests.support.repository import ROOT
from tests.support.table import ANN, BOB, CY, hands
from tests.support.throws import home_with, kept
from tests.support.waiting import soon
from web.phones.pin import FILE, Pin

ROUND = ((ANN, 1, 2), (BOB, 2, 4), (CY, 3, 5), (ANN, 2, 4), (BOB, 1, 4), (CY, 1, 4))
"""Each lands on a space that nobody owns: record 12 is a roll, 13 what was bought after it."""

ELSEWHERE = frozenset({"run", "club", "worker", "hotspot", "update"})
"""What goes on until it is stopped, or changes the machine: tried in `end_to_end`, `appliance`."""

FIRST = ("editions --new", "readings export throws.zip")
"""What makes that with which others work."""

LACKING = {
    "--camera usb:0": "usb:0",
    "doctor": "",  # what this machine lacks it says in its lines
    "router --hub 10.0.0.1:8000 --worker 10.0.0.2:8100 --port 443": "cannot be used",
    "games --delete": "0003-ru-2004",  # which was laid aside by another of these commands
    "readings export --without": "3fa2c1d05b7e9a64",
}
"""Part of a command -> what its complaint names, where what it needs is not here."""


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which lies what the documents name, and a home with games."""
    home = tmp_path / "companion"
    with hands(home) as at:
        at.begin()
        for seat, first, second in ROUND:
            at.play(Roll(by=seat, dice=(first, second)), Buy(by=seat))
        for _ in range(3):
            at.begin(another=True)
    home_with(home, *map(kept, range(3)))
    theirs = home_with(tmp_path / "theirs", *map(kept, range(7, 9)))
    out = str(tmp_path / "their-throws.zip")
    assert main(["readings", "export", "--home", str(theirs), out]) == 0
    Keyrings(home).of("ru-2004")
    Pin(home / FILE)
    table = SimulatedTable(4)
    table.throw(show=(3, 5))
    assert soon(lambda: table.lies.at_rest)
    picture = table.camera(rate=1000.0).read().pixels
    for name in ("throw.jpg", "table.jpg", "table/1.jpg", "scan/1.png", "photos/1.jpg"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        cv2.imwrite(str(tmp_path / name), picture)
    shutil.copy(next((home / "keyrings").glob("*.json")), tmp_path / "keyring.json")
    shutil.copy(next(Path(ROOT, "tests/scenarios/rent").glob("*.toml")), tmp_path / "disputed.toml")
    (tmp_path / "usb").mkdir()
    for copy in ("usb/monopoly.zip", "companion/backups/companion-3f9ac1d2-00012.zip"):
        assert main(["backup", "--home", str(home), "--to", str(tmp_path / copy)]) == 0
    (tmp_path / "tests").symlink_to(ROOT / "tests")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    for default in ("OWN", "OF_ROOT"):
        monkeypatch.setattr(f"companion.cli.router.{default}", tmp_path / "router")
    monkeypatch.setattr(sys, "stdin", io.StringIO("correct horse\n"))
    return tmp_path


def words_here(words: list[str], place: Path) -> list[str]:
    """Return the words of a command as a shell would give them, in a place of our own."""
    found: list[str] = []
    for word in words:
        here = re.sub(r"^(~|/media|/tmp)(?=/)", str(place), word)
        found += [str(one) for one in sorted(place.glob(here))] if "*" in here else [here]
    return found


def named() -> list[list[str]]:
    """Return the commands of the documents, each once, those that others need first."""
    every = [words for words, _page in commands() if words[0] not in ELSEWHERE]
    real = [words for words in every if not any(map(str.isupper, words))]
    apart = [list(words) for words in dict.fromkeys(map(tuple, real))]
    return sorted(apart, key=lambda words: not " ".join(words).startswith(FIRST))


def test_every_command_in_the_documents_does_what_it_says(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (place / "looks.json").write_text('{"format": 1, "looks": []}')
    wrong = []
    for words in named():
        command = " ".join(words)
        if words[:2] == ["simulate", "--games"]:
            words[2] = "2"  # of a hundred
        status = main(words_here(words, place))
        said = capsys.readouterr()
        lacks = [told for part, told in LACKING.items() if part in command]
        if command == asked_for(words):  # only its name is said
            continue
        if "Traceback" in said.out + said.err or (
            status and not any(told in said.out + said.err for told in lacks)
        ):
            wrong.append((command, status, said.err[-300:]))
    assert wrong == []
    assert len(named()) > 50
