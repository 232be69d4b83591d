"""Teaching this table's dice: throws are shown, said, learned, and tried before they are used."""

import logging
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from secrets import token_hex
from typing import Literal, TypeAlias

import msgspec

from companion.errors import CompanionError, SettingsError
from companion.table.dice.answered_throws import AnsweredThrow
from companion.teaching import taught_file
from companion.teaching.background import in_background
from companion.teaching.batches import Lesson
from companion.teaching.lessons import Lessons
from companion.teaching.shown_dice import ShownDice
from companion.teaching.training import STEPS, Learning, evaluated
from companion.vision.emblem_reader import EmblemDice
from companion.vision.nets import Nets
from companion.vision.readings import DiceReading, DieReading, ShownDie
from companion.vision.taught_reader import SAME_SHAPE, Taught

ENOUGH, SHOWN, TESTED = 10, 15, 10
"""Throws from which on a lesson may be learned, that are proposed, and that try it."""
TOLD = 5
"""So many steps are learned before it is said again how far it is."""

Phase: TypeAlias = Literal["off", "showing", "learning", "testing", "trying", "tried"]
Answered: TypeAlias = Literal["kept", "not-asked", "no-dice", "not-saved"]

NOT_LEARNED = CompanionError(code="not-learned")
"""What is said of a mistake of the companion itself."""

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
    stale: bool = False  # what was taught belongs to an older reader, and only its size is used
    steps: int = 0  # learned so far, of `STEPS`
    learned: Taught | None = None  # what is tried, or waits to be, and is not yet used
    trouble: CompanionError | None = None  # what could not be done

    @property
    def may_learn(self) -> bool:
        """Whether enough throws were shown."""
        return self.phase == "showing" and self.shown >= ENOUGH


class Teacher:
    """The course of teaching; every method may be called from any thread.

    Args:
        folder: where throws and what was taught are kept.
        use: takes what the reader shall use from now on; None: nothing.
        changed: called after each change of `course`.
        nets: makes them, as they are shipped; each thread has its own.
    """

    def __init__(
        self,
        folder: Path,
        use: Callable[[Taught | None], None],
        changed: Callable[[], None],
        nets: Callable[[], Nets] = Nets,
    ) -> None:
        self._file = folder / taught_file.FILE
        self._waiting = folder / "learned" / taught_file.FILE
        self._use, self._changed, self._nets = use, changed, nets
        self._lock = threading.RLock()
        self.dice = ShownDice(folder, changed)
        """Teaches dice that have other prints than pips."""
        self._left = threading.Event()  # set: nobody waits for what is learned or tried just now
        self.course = Course()
        """The newest state; replaced, never changed."""
        try:
            self._lessons = Lessons(folder)
        except SettingsError as error:
            self._lessons = Lessons(folder / "again")
            self._warn(error)
        self.course = self._counted()
        for file, take in ((self._file, self._take), (self._waiting, self._take_learned)):
            try:
                take(taught_file.load(file))
            except SettingsError as error:
                self._warn(error)

    def _warn(self, error: SettingsError) -> None:
        _log.warning("%s", error)
        self.course = msgspec.structs.replace(self.course, trouble=error.kept())

    def _take(self, used: Taught | None) -> None:
        """Use what was taught before the start."""
        if used is not None:
            self._use(used)
            stale = not used.fits(self._nets().digest)
            self.course = msgspec.structs.replace(self.course, used=used, stale=stale)

    def _take_learned(self, learned: Taught | None) -> None:
        """Offer to go on with what was learned before the start and not tried to the end."""
        if learned is not None and learned.fits(self._nets().digest):
            self.course = msgspec.structs.replace(self.course, learned=learned)

    def _drop_learned(self) -> None:
        taught_file.remove(self._waiting)
        with suppress(OSError):
            self._waiting.parent.rmdir()

    # ---- throws

    @property
    def watches(self) -> bool:
        """Whether throws are shown now: they are no rolls of a game."""
        return self.dice.watches or self._sees_throws

    @property
    def emblems(self) -> EmblemDice:
        """The emblem dice that lie in the tray, if any: while pips are taught, none do."""
        return () if self._sees_throws else self.dice.emblems

    @property
    def _sees_throws(self) -> bool:
        return self.course.phase in ("showing", "testing")

    def see(self, reading: DiceReading, picture: bytes) -> None:
        """Ask what a throw shows; a newer throw takes the place of one that nobody named."""
        if self.dice.watches:
            self.dice.see(reading, picture)
        elif self.watches:
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
                self._set(trouble=error.kept())
                return "not-saved"
            self._set(question=None, trouble=None)
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
                self._set(trouble=None)
            except SettingsError as error:
                self._set(trouble=error.kept())
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
                self._drop_learned()
                self._set(phase="showing", learned=None, trouble=None)

    def resume(self) -> None:
        """Go on where a course was left, or the plug was pulled, after it had learned."""
        with self._lock:
            learned = self.course.learned
            if self.course.phase != "off" or learned is None:
                return
            if learned.after.throws:
                self._set(phase="tried", trouble=None)
            elif self.course.tested >= TESTED:
                self._in_background("trying", self._try)
            else:
                self._set(phase="testing", trouble=None)

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
                self._set(trouble=error.kept())
                return
            self._drop_learned()
            self._use(learned)
            self._set(phase="off", learned=None, used=learned, stale=False, trouble=None)

    def stop(self) -> None:
        """End the course, also while it learns; throws are kept, and what is used stays.

        What was learned waits for the rest of its test; once that is known, it was not wanted.
        """
        with self._lock:
            self._left.set()
            if self.course.phase == "tried":
                self._drop_learned()
                self._set(learned=None)
            self._set(phase="off", question=None, steps=0)

    def forget(self) -> None:
        """Throw away all that this table has taught, and read as any table is read."""
        with self._lock:
            self._left.set()
            self._lessons.clear()
            taught_file.remove(self._file)
            self._drop_learned()
            self._use(None)
            self.course = Course()
            self._set()

    # ---- in the background

    def _in_background(self, phase: Phase, work: Callable[[threading.Event], None]) -> None:
        self._left.set()
        self._left = left = threading.Event()
        self._set(phase=phase, question=None, steps=0)
        job = partial(self._done, work, left)
        threading.Thread(target=job, name="teacher", daemon=True).start()

    def _done(self, work: Callable[[threading.Event], None], left: threading.Event) -> None:
        try:
            with in_background():
                work(left)
        except CompanionError as error:
            self._tell(left, phase="showing", trouble=error.kept())
        except Exception:  # noqa: BLE001  # one mistake must not leave the page waiting for ever
            _log.exception("the teacher made a mistake")
            self._tell(left, phase="showing", trouble=NOT_LEARNED)

    def _learn(self, left: threading.Event) -> None:
        learning = Learning(self._nets(), alike(self._lessons.read("show")), steps=STEPS)
        while learning.done < learning.steps and not left.is_set():
            learning.step()
            if learning.done % TOLD == 0:
                self._tell(left, steps=learning.done)
        self._learned(left, "testing", learning.taught)

    def _try(self, left: threading.Event) -> None:
        learned = self.course.learned
        assert learned is not None
        learned = evaluated(self._nets(), learned, self._lessons.read("test"))
        learned = msgspec.structs.replace(learned, day=time.strftime("%Y-%m-%d"))
        self._learned(left, "tried", learned)

    def _learned(self, left: threading.Event, phase: Phase, learned: Taught) -> None:
        """Go on with what was learned; it is kept first, for it took minutes."""
        with self._lock:
            if left.is_set():
                return
            trouble = None
            try:
                taught_file.save(learned, self._waiting)
            except SettingsError as error:
                trouble = error.kept()
            self._set(phase=phase, learned=learned, trouble=trouble)

    def _tell(self, left: threading.Event, **changes: object) -> None:
        """Set what the background found, unless the course was left meanwhile."""
        with self._lock:
            if not left.is_set():
                self._set(**changes)

    def _set(self, **changes: object) -> None:
        with self._lock:
            self.course = msgspec.structs.replace(self._counted(), **changes)
        self._changed()

    def _counted(self) -> Course:
        """Return the course with as many throws as are kept."""
        kept = self._lessons
        return msgspec.structs.replace(
            self.course, shown=kept.count("show"), tested=kept.count("test")
        )


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
