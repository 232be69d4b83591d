"""Gathers what somebody who is asked for help wants to know, in one zip."""

import io
import platform
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.metadata import distributions, version
from pathlib import Path

import msgspec

from companion.diagnostics.blanks import Blanks
from companion.doctor import Check
from companion.files import PUBLIC
from companion.journal.listing import GamesOnDisk
from companion.journal.pictures import Pictures
from companion.machine.machine import Machine
from companion.table.dice.readings import FILE, KeptReading, KeptReadings
from companion.table.games.tidying import kept_games

LAST = 50
"""So many readings are told, the newest."""

LINES = 2000
JOURNAL = (
    "journalctl", "--namespace=companion", "--unit=companion.service", f"--lines={LINES}",
    "--no-pager", "--output=short-iso", "--no-hostname",
)  # fmt: skip

KEPT = ("pages.json", "backups.json", "pins.toml")
"""In a home: settings that hold no name; what they hold of folders is blanked out."""

ABOUT = """\
Diagnostics of a companion, made to be handed in with a question. Nothing was sent anywhere.
In it: the doctor's checks, versions, settings, the last readings of dice as numbers, the log{more}.
Left out: names of players, PINs, addresses, names of networks and of the user.
Look through it before you hand it on.
"""


class Diagnostics:
    """Makes the file.

    Args:
        home: the companion's folder.
        checks: the doctor's.
        log: the log of a companion that runs; asked only where the service's cannot be read.
        machine: this one.
        options: how the companion was started.
    """

    def __init__(
        self,
        home: Path,
        checks: Callable[[], Sequence[Check]],
        log: Callable[[], str] = str,
        machine: Machine | None = None,
        options: Mapping[str, str] = {},
    ) -> None:
        self._home, self._checks, self._log = home, checks, log
        self._machine, self._options = machine or Machine(), options

    def file(self, *, pictures: bool = False) -> bytes:
        """Return the zip; *pictures*: with those of the last readings."""
        blanks, readings = Blanks(self._home, self._machine), self._readings()
        made = io.BytesIO()
        with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as pack:
            for name, text in self._texts(readings, pictures=pictures):
                pack.writestr(_entry(name), blanks.out_of(text).encode())
            kept = Pictures(self._home / "pictures")
            for reading in readings if pictures else ():
                jpeg = kept.read(reading.evidence or "")
                if jpeg is not None:
                    pack.writestr(_entry(f"pictures/{reading.id}.jpg"), jpeg)
        return made.getvalue()

    def _texts(
        self, readings: Sequence[KeptReading], *, pictures: bool
    ) -> Iterator[tuple[str, str]]:
        more = ", pictures of the dice as they were read" if pictures else ""
        yield "about.txt", ABOUT.format(more=more)
        yield "doctor.txt", "".join(map(_line, self._checks()))
        yield "versions.txt", "".join(_versions(self._machine))
        yield "settings.json", _plain(self._settings())
        yield "readings.json", _plain([_numbers(reading) for reading in readings])
        yield "log.txt", self._machine.ask(JOURNAL) or self._log() or "No log can be read here.\n"

    def _readings(self) -> Sequence[KeptReading]:
        if not (self._home / FILE).exists():
            return ()
        return tuple(KeptReadings(self._home / FILE).all)[-LAST:]

    def _settings(self) -> Mapping[str, object]:
        at_hand, aside = kept_games(GamesOnDisk(self._home))
        games = [
            {"edition": game.edition, "records": game.records, "damaged": game.damaged is not None}
            for game in at_hand
        ]
        files = {name: _text_of(self._home / name) for name in KEPT}
        kept = {name: text for name, text in files.items() if text}
        return {"started with": self._options, "games": games, "laid aside": len(aside), **kept}


def _versions(machine: Machine) -> Iterator[str]:
    system = machine.text("etc/os-release").partition("PRETTY_NAME=")[2].partition("\n")[0]
    yield f"companion {version('monopoly-companion')}\n"
    yield f"machine: {machine.model or 'unknown'}\n"
    yield f"system: {system or platform.system()}, kernel {platform.release()}"
    yield f" {platform.machine()}\nPython {platform.python_version()}\n\n"
    yield from sorted({f"{one.name} {one.version}\n" for one in distributions()}, key=str.lower)


def _line(check: Check) -> str:
    mend = f"  -> {check.mend}" if check.mend else ""
    return f"{check.health:4}  {check.name}: {check.words}{mend}\n"


def _numbers(reading: KeptReading) -> Mapping[str, object]:
    """Return a reading without the game and the people it belongs to."""
    told = msgspec.to_builtins(reading)
    left_out = ("type", "game", "seat", "challenger", "boot", "evidence", "after", "seq")
    return {name: value for name, value in told.items() if name not in left_out}


def _plain(value: object) -> str:
    return msgspec.json.format(msgspec.json.encode(value), indent=1).decode() + "\n"


def _text_of(path: Path) -> str:
    try:
        return path.read_text("utf-8", "replace")
    except OSError:
        return ""


def _entry(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(f"companion-diagnostics/{name}")
    entry.external_attr = PUBLIC << 16
    entry.compress_type = zipfile.ZIP_STORED if name.endswith(".jpg") else zipfile.ZIP_DEFLATED
    return entry
