"""Every reading of this table's dice and what became of it: a small file beside what was taught.

It is no part of any game's truth: that is the journal. It may be thrown away.
"""

import threading
from collections import Counter
from collections.abc import Container
from contextlib import suppress
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

import msgspec
from msgspec.structs import replace

from companion.files import File, append, read_whole, write_whole
from companion.vision.readings import DieReading, Remark, Verdict
from companion.words import Seat, SpeedFace

FILE = Path("dice", "readings.jsonl")
"""Where they are kept in a table's home."""

MOST = 1000
"""So many are kept, the newest; of older ones only how many there were."""

_SPEED_PIPS = 3  # no side of the speed die shows more
_LINES = 4 * MOST
"""From so many lines on (two or three a reading, less than 1 KB each) the file is written anew."""

Fate: TypeAlias = Literal[
    "booked", "asked", "answered", "no-roll", "typed", "not-due", "refused", "closed"
]
Ruling: TypeAlias = Literal["", "open", "wrong", "right"]


class KeptReading(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag="reading"):
    """One reading: what was seen, and what became of it.

    `booked`: rolled at once. `asked`: the question is open. `answered`: a person said what the
    dice show. `no-roll`: a person said that it was none. `typed`: the roll was typed before the
    camera or the question was heard. `not-due`: nobody was to roll. `refused`: the rules did not
    allow the roll. `closed`: the question lost its sense, by a newer throw or by going back.
    """

    id: str
    wall: float  # seconds since 1970, by a clock that may be wrong
    boot: str  # which the next counts from
    began: float  # monotonic seconds at which the dice began to move
    game: str = ""  # name of its journal; "": none was running
    after: int = 0  # number of the last record then
    seat: Seat | None = None  # who was to roll
    due: int = 2  # white dice
    speed: bool = False  # whether the speed die was thrown with them
    evidence: str | None = None  # SHA-256 of the picture
    verdict: Verdict
    confidence: float
    dice: tuple[DieReading, ...]  # from left to right, in pixels of the picture
    seen: int | None = None  # how many dice were seen, where not as many as are in `dice`
    remark: Remark | None = None
    third: DieReading | None = None  # the speed die, where it was told from the others
    face: SpeedFace | None = None  # what that shows, where its faces were taught
    emblems: bool = False  # told by looks at the faces of emblem dice, not by pips
    fate: Fate
    said: tuple[int, ...] = ()  # pips as a person said them, in the order of `shown`
    said_face: SpeedFace | None = None  # what the speed die shows, as the banker ruled
    pressed: bool = False  # a button said that the first guess was right
    seq: int = 0  # of the record that booked the roll
    back: bool = False  # that roll was taken back
    ruling: Ruling = ""  # of a challenge
    challenger: Seat | None = None  # None: the banker

    @property
    def shown(self) -> tuple[DieReading, ...]:
        """The dice that a person is asked about: the surest, as many as are due at most.

        One of too many may be the speed die, which has no more than three pips.
        """
        ranked = sorted(self.dice, key=lambda die: die.confidence, reverse=True)
        if self.speed:
            ranked.sort(key=lambda die: die.pips <= _SPEED_PIPS)
        surest = ranked[: self.due]
        return tuple(die for die in self.dice if die in surest)

    @property
    def values(self) -> tuple[int, ...]:
        """The first guess at the dice that are due, from left to right."""
        return tuple(die.pips for die in self.shown)

    @property
    def guessed(self) -> bool:
        """Whether what a person said is what was read."""
        return Counter(self.values) == Counter(self.said)

    @property
    def is_wrong(self) -> bool:
        """Whether it was booked, and the banker has ruled that the dice showed something else."""
        return self.ruling == "wrong"


class KnownRoll(NamedTuple):
    """The last roll that was decided."""

    known: float  # since when, monotonic seconds
    dice: tuple[int, ...]
    typed: bool  # by a person, not read by the camera
    speed: bool  # with the speed die beside them
    by: Seat
    seq: int  # of the record


class Tally(msgspec.Struct, frozen=True, kw_only=True, tag="before"):
    """How the throws of a game were read."""

    sure: int = 0  # booked without a question
    wrong: int = 0  # of these
    back: int = 0  # of these: taken back, and nobody has ruled on the reading
    asked: int = 0  # answered by a person
    guessed: int = 0  # of these: the first guess was right
    pressed: int = 0  # of these: a button said so, not a phone
    no_roll: int = 0  # of those asked: it was no roll at all

    @property
    def throws(self) -> int:
        """How many there were."""
        return self.sure + self.asked

    @property
    def picked(self) -> int:
        """Of those asked: the faces had to be picked, other ones or for want of a whole guess."""
        return self.asked - self.guessed - self.no_roll

    @property
    def looks(self) -> int:
        """How often somebody has said what lay there, or let the reading stand."""
        return self.throws - self.no_roll

    @property
    def right(self) -> int:
        """Of the looks: what was read first was right, as far as anybody has said."""
        return self.sure - self.wrong + self.guessed

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            sure=self.sure + other.sure,
            wrong=self.wrong + other.wrong,
            back=self.back + other.back,
            asked=self.asked + other.asked,
            guessed=self.guessed + other.guessed,
            pressed=self.pressed + other.pressed,
            no_roll=self.no_roll + other.no_roll,
        )


class KeptReadings:
    """The readings of one table, oldest first; any thread may look, one writes.

    What cannot be written is kept in memory, and written with the next that can.

    Args:
        path: the file; made with the first reading. What is damaged in it is left out.
    """

    def __init__(self, path: File) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._readings: dict[str, KeptReading] = {}
        self._dropped = Tally()
        self._lines = 0
        self._torn = False  # the file has to be written anew
        self.damaged = 0
        """Lines of the file that could not be read."""
        self.challenged: tuple[KeptReading, ...] = ()
        """Those of which somebody says that they are wrong, and the banker nothing yet."""
        self._load()

    @property
    def all(self) -> tuple[KeptReading, ...]:
        """The readings, oldest first."""
        with self._lock:
            return tuple(self._readings.values())

    def find(self, reading_id: str) -> KeptReading | None:
        """Return a reading by its id."""
        return self._readings.get(reading_id)

    def of_roll(self, game: str, seq: int) -> KeptReading | None:
        """Return the sure reading that a record of a game rests on, or None."""
        found = (r for r in reversed(self.all) if (r.game, r.seq, r.fate) == (game, seq, "booked"))
        return next(found, None)

    def tally(self, last: int | None = None) -> Tally:
        """Return how throws were read: the *last* so many of those kept, or all there ever were."""
        counted = [one for one in map(tally_of, self.all) if one.throws]
        if last is not None:
            return sum(counted[-last:], Tally())
        return sum(counted, self._dropped)

    @property
    def precious(self) -> frozenset[str]:
        """The SHA-256 of the pictures of wrong and of challenged readings."""
        kept = (r.evidence for r in self.all if r.ruling in ("open", "wrong"))
        return frozenset(digest for digest in kept if digest)

    def keep(self, reading: KeptReading, *, sync: bool = False) -> None:
        """Keep a reading, new or changed; with *sync* it outlives a power cut too."""
        with self._lock:
            self._readings[reading.id] = reading
            self._see_challenged()
            with suppress(OSError):  # memory has it: the file is written when it can be again
                if self._torn or self._lines >= _LINES:
                    self._rewrite()
                else:
                    self._append(reading, sync=sync)

    def mark_back(self, game: str, kept: Container[int]) -> None:
        """Note which rolls of a game were taken back: those whose record is not in *kept*."""
        for reading in self.all:
            back = reading.seq not in kept
            if reading.game == game and reading.seq and back != reading.back:
                self.keep(replace(reading, back=back))

    def _append(self, reading: KeptReading, *, sync: bool) -> None:
        self._torn = True  # until the line is whole
        append(self._path, msgspec.json.encode(reading) + b"\n", sync=sync)
        self._torn = False
        self._lines += 1

    def _rewrite(self) -> None:
        """Write the newest readings, and how the older ones were read."""
        readings = list(self._readings.values())
        older, newest = readings[:-MOST], readings[-MOST:]
        dropped = sum(map(tally_of, older), self._dropped)
        lines = [msgspec.json.encode(line) for line in (dropped, *newest)]
        write_whole(self._path, b"\n".join(lines) + b"\n")
        self._readings, self._dropped = {r.id: r for r in newest}, dropped
        self._lines, self._torn = len(lines), False
        self._see_challenged()

    def _load(self) -> None:
        try:
            content = read_whole(self._path)
        except OSError:
            return
        self._torn = not content.endswith(b"\n") and bool(content)
        decoder = msgspec.json.Decoder(KeptReading | Tally)
        for line in content.splitlines():
            self._lines += 1
            try:
                found = decoder.decode(line)
            except (msgspec.DecodeError, UnicodeDecodeError):
                self._torn = True
                self.damaged += 1
                continue
            if isinstance(found, Tally):
                self._dropped = found
            else:
                self._readings[found.id] = found
        self._see_challenged()

    def _see_challenged(self) -> None:
        self.challenged = tuple(r for r in self._readings.values() if r.ruling == "open")


def tally_of(reading: KeptReading) -> Tally:
    """Return what one reading counts for: nothing unless it was a throw of a game, and settled.

    A sure reading that was only asked for the speed die's face counts for nothing: which of three
    dice were meant is not known.
    """
    if reading.fate == "booked":
        unruled = reading.ruling in ("", "open")
        return Tally(sure=1, wrong=int(reading.is_wrong), back=int(reading.back and unruled))
    asked_for_speed = reading.speed and reading.verdict == "sure"
    if reading.fate not in ("answered", "no-roll") or asked_for_speed:
        return Tally()
    if reading.fate == "no-roll":
        return Tally(asked=1, no_roll=1)
    guessed = int(reading.guessed)
    return Tally(asked=1, guessed=guessed, pressed=guessed * int(reading.pressed))
