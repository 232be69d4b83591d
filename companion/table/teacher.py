"""Teaching this table's dice: throws are shown, said, learned, and tried before they are used."""

import logging
import threading
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from typing import Literal, TypeAlias

import msgspec

from companion.errors import CompanionError, SettingsError
from companion.table.answered import AnsweredThrow
from companion.table.lessons import Lessons
from companion.vision import taught as taught_file
from companion.vision.nets import Nets
from companion.vision.readings import DiceReading, DieReading
from companion.vision.taught import SAME_SHAPE, Taught, Trial
from companion.vision.teach import Lesson, ShownDie, taught, tried

ENOUGH, SHOWN, TESTED = 10, 15, 10
"""Throws from which on a lesson may be learned, that are proposed, and that try it."""

Phase: TypeAlias = Literal["off", "showing", "learning", "testing", "trying", "tried"]
Answered: TypeAlias = Literal["kept", "not-asked", "no-dice", "not-saved"]

_log = logging.getLogger(__name__)


class Shown(msgspec.Struct, frozen=True):
    """A throw of which somebody is to say what it shows."""

    id: str
    picture: bytes  # JPEG
    dice: tuple[DieReading, ...]  # as far as the reader saw them


class Course(msgspec.Struct, frozen=True, kw_only=True):
    """How far the teaching is."""

    phase: Phase = "off"
    shown: int = 0  # throws kept to learn from
    tested: int = 0  # throws kept to try it
    question: Shown | None = None
    used: Taught | None = None  # what the reader uses now
    learned: Taught | None = None  # what is tried and not yet used
    trouble: str = ""  # one line: what could not be done

    @property
    def may_learn(self) -> bool:
        """Whether enough throws were shown."""
        return self.phase == "showing" and self.shown >= ENOUGH

    @property
    def foretold(self) -> Trial:
        """How throws were read in the test of what is used now."""
        return self.used.after if self.used else Trial()


class Teacher:
    """The course of teaching; every method may be called from any thread.

    Args:
        folder: where throws and what was taught are kept.
        use: takes what the reader shall use from now on; None: nothing.
        changed: called after each change of `course`.
        nets: as they are shipped; of the learning thread alone.
    """

    def __init__(
        self,
        folder: Path,
        use: Callable[[Taught | None], None],
        changed: Callable[[], None],
        nets: Callable[[], Nets] = Nets,
    ) -> None:
        self._file = folder / taught_file.FILE
        self._use, self._changed, self._nets = use, changed, nets
        self._lock = threading.RLock()
        self.course = Course()
        """The newest state; replaced, never changed."""
        try:
            self._lessons = Lessons(folder)
            used = taught_file.load(self._file)
        except SettingsError as error:
            _log.warning("%s", error)
            self._lessons, used = Lessons(folder / "again"), None
            self.course = Course(trouble=str(error))
        if used is not None:
            self._use(used)
            self.course = msgspec.structs.replace(self.course, used=used)

    # ---- throws

    @property
    def watches(self) -> bool:
        """Whether throws are shown now: they are no rolls of a game."""
        return self.course.phase in ("showing", "testing")

    def see(self, reading: DiceReading, picture: bytes) -> None:
        """Ask what a throw shows; a newer throw takes the place of one that nobody named."""
        if self.watches:
            self._set(question=Shown(token_hex(8), picture, reading.dice))

    def answer(self, question: str, dice: Sequence[ShownDie]) -> Answered:
        """Keep what a person says of a throw: every die in it, and where it lies."""
        with self._lock:
            asked = self.course.question
            if asked is None or asked.id != question or not self.watches:
                return "not-asked"
            if not dice:
                return "no-dice"
            purpose: Literal["show", "test"] = "show" if self.course.phase == "showing" else "test"
            try:
                self._lessons.keep(asked.picture, dice, purpose)
            except SettingsError as error:
                self._set(trouble=str(error))
                return "not-saved"
            self._set(question=None, trouble="")
            if self.course.tested >= TESTED:
                self._in_background("trying", self._try)
        return "kept"

    @property
    def sources(self) -> frozenset[str]:
        """The SHA-256 of the pictures of play that teach already."""
        return self._lessons.sources

    def learn_also(self, throws: Iterable[AnsweredThrow]) -> int:
        """Take throws of play among those to learn from; return how many."""
        taken = 0
        with self._lock:
            if self.course.phase != "showing":
                return taken
            try:
                for throw in throws:
                    if throw.source not in self.sources:
                        self._lessons.keep(throw.picture, throw.dice, "show", source=throw.source)
                        taken += 1
                self._set(trouble="")
            except SettingsError as error:
                self._set(trouble=str(error))
        return taken

    def skip(self, question: str) -> None:
        """Forget a throw: a hand lay over it, or it was none."""
        with self._lock:
            if self.course.question is not None and self.course.question.id == question:
                self._set(question=None)

    # ---- the course

    def begin(self) -> None:
        """Ask for throws; those of an earlier course still count."""
        with self._lock:
            if self.course.phase in ("off", "tried"):
                with suppress(SettingsError):  # then the old test's throws try once more
                    self._lessons.make_all_shown()
                self._set(phase="showing", learned=None, trouble="")

    def learn(self) -> None:
        """Learn from what was shown, in the background; then ask for throws that try it."""
        with self._lock:
            if self.course.may_learn:
                self._in_background("learning", self._learn)

    def accept(self) -> None:
        """Use what was learned and helps, from now on and after every start."""
        with self._lock:
            learned = self.course.learned
            if self.course.phase != "tried" or learned is None or not learned.helps:
                return
            try:
                taught_file.save(learned, self._file)
            except SettingsError as error:
                self._set(trouble=str(error))
                return
            self._use(learned)
            self._set(phase="off", learned=None, used=learned, trouble="")

    def stop(self) -> None:
        """End the course; what was shown is kept for the next one, what is used stays."""
        with self._lock:
            if self.course.phase not in ("learning", "trying"):
                self._set(phase="off", question=None, learned=None)

    def forget(self) -> None:
        """Throw away all that this table has taught, and read as any table is read."""
        with self._lock:
            if self.course.phase in ("learning", "trying"):
                return
            self._lessons.clear()
            with suppress(OSError):
                self._file.unlink(missing_ok=True)
            self._use(None)
            self._set(phase="off", question=None, learned=None, used=None, trouble="")

    # ---- in the background

    def _in_background(self, phase: Phase, work: Callable[[], None]) -> None:
        self._set(phase=phase, question=None)
        threading.Thread(target=self._done, args=(work,), name="teacher", daemon=True).start()

    def _done(self, work: Callable[[], None]) -> None:
        try:
            work()
        except (CompanionError, ValueError) as error:
            self._set(phase="showing", trouble=str(error))
        except Exception:  # noqa: BLE001  # one mistake must not leave the page waiting for ever
            _log.exception("the teacher made a mistake")
            self._set(phase="showing", trouble="what was shown could not be learned")

    def _learn(self) -> None:
        learned = taught(self._nets(), alike(self._lessons.read("show")))
        self._set(phase="testing", learned=learned)

    def _try(self) -> None:
        learned = self.course.learned
        assert learned is not None
        self._set(phase="tried", learned=tried(self._nets(), learned, self._lessons.read("test")))

    def _set(self, **changes: object) -> None:
        with self._lock:
            self.course = msgspec.structs.replace(
                self.course,
                shown=self._lessons.count("show"),
                tested=self._lessons.count("test"),
                **changes,
            )
        self._changed()


def alike(lessons: Sequence[Lesson]) -> list[Lesson]:
    """Return those whose pictures are as large as the last: others show another camera's view."""
    if not lessons:
        return []
    wanted = lessons[-1].pixels.shape[:2]
    return [
        lesson
        for lesson in lessons
        if all(
            abs(side - size) <= SAME_SHAPE * size
            for side, size in zip(lesson.pixels.shape[:2], wanted, strict=True)
        )
    ]
