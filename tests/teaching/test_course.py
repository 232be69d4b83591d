"""The course of teaching this table's dice."""

import re
import threading
import time
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from companion.table.dice.answered_throws import AnsweredThrow
from companion.teaching import background as aside
from companion.teaching import course as module
from companion.teaching.course import Course, Teacher
from companion.teaching.lessons import Lessons
from companion.teaching.taught_file import FILE, save
from companion.teaching.training import Learning
from companion.vision.dice import NetReader
from companion.vision.frame import Frame
from companion.vision.jpeg import jpeg
from companion.vision.readings import DiceReading, ShownDie
from companion.vision.taught_reader import Taught, Trial, digest_of
from hardware.field import Field
from hardware.simulated.table import SimulatedTable


class Throws:
    """Throws on the simulated table, as its watcher would tell them."""

    def __init__(self) -> None:
        self._now = 100.0
        self.table = SimulatedTable(5, clock=lambda: self._now)
        self._field, self._reader = Field(), NetReader()

    def next(self) -> tuple[DiceReading, bytes]:
        self.table.throw(2)
        self._now += 5
        pixels = self.table.seen(self._now)
        self._field.look(Frame(pixels, self._now, 0))
        tray = self._field.layout.tray
        assert tray is not None
        reading = self._reader.read(tray.cut(pixels), dice=2, edge=self._field.layout.die)
        return reading, jpeg(tray.cut(pixels))


def no_room(*_args: object, **_more: object) -> None:
    raise OSError(28, "No space left on device")


@pytest.fixture(scope="module")
def throws() -> Throws:
    return Throws()


class Room:
    """A teacher, and what it has the reader use."""

    def __init__(self, folder: Path, throws: Throws) -> None:
        self.used: list[Taught | None] = []
        self.changes = 0
        self.throws, self.folder = throws, folder
        self.teacher = Teacher(folder, self.used.append, self._count)

    def _count(self) -> None:
        self.changes += 1

    @property
    def course(self) -> Course:
        return self.teacher.course

    def show(self, times: int = 1, said: Callable[[int], int] = lambda pips: pips) -> None:
        for _ in range(times):
            reading, picture = self.throws.next()
            self.teacher.see(reading, picture)
            question = self.course.question
            assert question is not None
            dice = [ShownDie(*d.centre, d.edge, said(d.pips)) for d in question.dice]
            assert self.teacher.answer(question.id, dice) == "kept"

    def learn(self) -> None:
        """Show as many throws as are enough, and learn from them."""
        self.teacher.begin()
        self.show(2)
        self.teacher.learn()
        self.wait("testing")

    def wait(self, *phases: str) -> None:
        end = time.monotonic() + 300
        while self.course.phase not in phases:
            assert time.monotonic() < end, self.course
            time.sleep(0.01)


@pytest.fixture
def room(tmp_path: Path, throws: Throws, monkeypatch: pytest.MonkeyPatch) -> Room:
    monkeypatch.setattr(module, "ENOUGH", 2)
    monkeypatch.setattr(module, "TESTED", 2)
    monkeypatch.setattr(module, "STEPS", 2)
    monkeypatch.setattr(module, "TOLD", 1)
    monkeypatch.setattr(aside, "MODEST", 0)  # a busy machine would leave it no time at all
    return Room(tmp_path / "dice", throws)


def test_dice_are_taught_tried_and_used_after_every_start(room: Room, throws: Throws) -> None:
    room.teacher.begin()
    room.show(2)
    assert room.course.may_learn
    room.teacher.learn()
    room.wait("testing")
    room.show(2)
    room.wait("tried")
    assert room.course.learned is not None
    assert room.course.learned.after == Trial(sure=2)
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", room.course.learned.day)
    assert room.used == []  # nobody has accepted it yet
    room.teacher.accept()
    assert [taught and taught.throws for taught in room.used] == [2]
    assert room.course.phase == "off"
    assert room.course.used is not None
    assert room.course.used.after == Trial(sure=2)
    again = Room(room.folder, throws)
    assert again.used == room.used[-1:]


def test_what_was_learned_outlives_the_plug_and_its_test_goes_on(
    room: Room, throws: Throws
) -> None:
    room.learn()
    room.show(1)
    again = Room(room.folder, throws)
    assert again.course.phase == "off"  # throws are rolls until somebody says otherwise
    assert again.course.learned == room.course.learned
    again.teacher.resume()
    assert (again.course.phase, again.course.tested) == ("testing", 1)
    again.show(1)
    again.wait("tried")
    tried = Room(room.folder, throws)
    assert tried.course.learned == again.course.learned
    tried.teacher.resume()
    assert tried.course.phase == "tried"
    tried.teacher.accept()
    assert tried.used == [again.course.learned]
    assert Room(room.folder, throws).course.learned is None


def test_a_test_whose_throws_are_all_there_is_only_counted(room: Room) -> None:
    room.learn()
    room.show(2)
    room.teacher.stop()
    room.teacher.resume()
    room.wait("tried")
    assert room.course.learned is not None
    assert room.course.learned.after.throws == 2


@pytest.mark.parametrize("end", ["stop", "begin", "forget"])
def test_what_was_tried_and_left_is_gone(room: Room, throws: Throws, end: str) -> None:
    room.learn()
    room.show(2)
    room.wait("tried")
    getattr(room.teacher, end)()
    assert room.course.learned is None
    room.teacher.resume()
    assert room.course.phase == ("showing" if end == "begin" else "off")
    assert Room(room.folder, throws).course.learned is None


def test_what_an_older_reader_had_learned_is_not_tried(room: Room, throws: Throws) -> None:
    learned = Taught(
        reader="older",
        own=digest_of(b"a"),
        edge=20.0,
        unlike=1.1,
        picture=(200, 200),
        throws=10,
        model=b"a",
    )
    save(learned, room.folder / "learned" / FILE)
    assert Room(room.folder, throws).course.learned is None


def test_a_disk_without_room_tries_what_was_learned_all_the_same(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    room.teacher.begin()
    room.show(2)
    with monkeypatch.context() as patched:
        patched.setattr("companion.teaching.taught_file.write_whole", no_room)
        room.teacher.learn()
        room.wait("testing")
    assert room.course.trouble is not None
    assert room.course.learned is not None
    room.show(2)
    room.wait("tried")


class Slow(Learning):
    """Learns one step each time that somebody lets it."""

    go = threading.Semaphore(0)

    def step(self) -> None:
        assert Slow.go.acquire(timeout=300)
        super().step()


@pytest.fixture
def learning(room: Room, monkeypatch: pytest.MonkeyPatch) -> Room:
    """A room whose teacher has learned one step of two."""
    Slow.go = threading.Semaphore(1)
    monkeypatch.setattr(module, "Learning", Slow)
    room.teacher.begin()
    room.show(2)
    room.teacher.learn()
    end = time.monotonic() + 300
    while room.course.steps < 1:
        assert time.monotonic() < end, room.course
        time.sleep(0.01)
    return room


def ended() -> None:
    """Let the teacher learn on, and wait until its thread is done."""
    (thread,) = (t for t in threading.enumerate() if t.name == "teacher")
    Slow.go.release()
    thread.join(300)
    assert not thread.is_alive()


def test_how_far_it_is_is_told_and_throws_are_rolls_meanwhile(learning: Room) -> None:
    assert (learning.course.phase, learning.course.steps) == ("learning", 1)
    assert not learning.teacher.watches
    ended()
    assert learning.course.phase == "testing"


def test_learning_may_be_stopped_and_the_throws_are_kept(learning: Room) -> None:
    learning.teacher.stop()
    assert learning.course.phase == "off"
    ended()
    assert (learning.course.phase, learning.course.learned) == ("off", None)
    learning.teacher.begin()
    assert learning.course.may_learn


def test_all_may_be_thrown_away_while_it_learns(learning: Room) -> None:
    learning.teacher.forget()
    ended()
    assert learning.course == Course()
    assert list(learning.folder.iterdir()) == []


def test_after_an_update_the_throws_teach_the_new_reader(room: Room, throws: Throws) -> None:
    """What was taught to the reader before is said to be stale; nobody need throw again."""
    room.teacher.begin()
    room.show(2)
    save(
        Taught(
            reader="of last year", own=digest_of(b"net"), model=b"net", edge=30.0, unlike=1.0,
            picture=(300, 300), throws=2,
        ),
        room.folder / FILE,
    )  # fmt: skip
    again = Room(room.folder, throws)
    assert again.course.stale
    assert again.used[0] is not None  # its size still helps
    again.teacher.begin()
    assert again.course.may_learn


def test_a_damaged_head_keeps_the_throws(room: Room, throws: Throws) -> None:
    room.teacher.begin()
    room.show(2)
    (room.folder / FILE).write_text("{")
    again = Room(room.folder, throws)
    assert FILE in str(again.course.trouble)
    assert (again.used, again.course.shown) == ([], 2)
    again.teacher.begin()
    assert again.course.may_learn


def of_play(throws: Throws) -> AnsweredThrow:
    """Return a throw of which a player said what it shows."""
    reading, picture = throws.next()
    dice = tuple(ShownDie(*die.centre, die.edge, die.pips) for die in reading.dice)
    return AnsweredThrow(sha256(picture).hexdigest(), picture, dice)


def test_throws_that_were_answered_in_play_teach_too(room: Room, throws: Throws) -> None:
    answered = [of_play(throws), of_play(throws)]
    assert room.teacher.learn_also(answered) == 0  # no course goes on
    room.teacher.begin()
    assert room.teacher.learn_also(answered) == 2
    assert room.teacher.learn_also(answered) == 0
    assert room.teacher.sources == {throw.source for throw in answered}
    assert (room.course.shown, room.course.may_learn) == (2, True)
    room.teacher.learn()
    room.wait("testing")
    assert room.course.learned is not None
    assert room.course.learned.throws == 2
    assert room.teacher.learn_also([of_play(throws)]) == 0  # the test takes none


def test_a_disk_without_room_takes_no_throws_of_play(
    room: Room, throws: Throws, monkeypatch: pytest.MonkeyPatch
) -> None:
    room.teacher.begin()
    monkeypatch.setattr("companion.teaching.lessons.write_whole", no_room)
    assert room.teacher.learn_also([of_play(throws)]) == 0
    assert "No space left" in str(room.course.trouble)
    assert room.course.shown == 0


def test_too_few_throws_teach_nothing(room: Room) -> None:
    room.teacher.begin()
    room.show(1)
    room.teacher.learn()
    assert room.course.phase == "showing"
    assert not room.course.may_learn


def test_an_answer_to_an_older_throw_is_refused(room: Room, throws: Throws) -> None:
    room.teacher.begin()
    room.teacher.see(*throws.next())
    old = room.course.question
    room.teacher.see(*throws.next())
    assert old is not None
    assert room.teacher.answer(old.id, [ShownDie(9.0, 9.0, 20.0, 1)]) == "not-asked"
    assert room.course.shown == 0


def test_an_answer_without_dice_is_refused_and_the_question_stays(
    room: Room, throws: Throws
) -> None:
    room.teacher.begin()
    room.teacher.see(*throws.next())
    asked = room.course.question
    assert asked is not None
    assert room.teacher.answer(asked.id, []) == "no-dice"
    assert room.course.question == asked


def test_a_throw_may_be_skipped(room: Room, throws: Throws) -> None:
    room.teacher.begin()
    room.teacher.see(*throws.next())
    assert room.course.question is not None
    room.teacher.skip(room.course.question.id)
    assert room.course.question is None
    assert room.course.shown == 0


def test_outside_a_course_throws_are_rolls(room: Room, throws: Throws) -> None:
    assert not room.teacher.watches
    room.teacher.see(*throws.next())
    assert room.course.question is None


def test_what_was_shown_is_kept_when_the_course_is_stopped(room: Room, throws: Throws) -> None:
    room.teacher.begin()
    room.show(1)
    room.teacher.stop()
    assert not room.teacher.watches
    again = Room(room.folder, throws)
    again.teacher.begin()
    assert again.course.shown == 1


def test_the_throws_of_a_test_teach_the_next_time(room: Room) -> None:
    room.learn()
    room.show(2)
    room.wait("tried")
    room.teacher.begin()
    assert (room.course.shown, room.course.tested) == (4, 0)


def test_all_can_be_thrown_away(room: Room) -> None:
    room.learn()
    room.show(2)
    room.wait("tried")
    room.teacher.accept()
    room.teacher.forget()
    assert room.used[-1] is None
    assert room.course == Course()
    assert list(room.folder.iterdir()) == []


def test_a_disk_without_room_is_said_and_the_question_stays(
    room: Room, throws: Throws, monkeypatch: pytest.MonkeyPatch
) -> None:
    room.teacher.begin()
    room.teacher.see(*throws.next())
    asked = room.course.question
    assert asked is not None
    monkeypatch.setattr("companion.teaching.lessons.write_whole", no_room)
    answer = room.teacher.answer(asked.id, [ShownDie(9.0, 9.0, 20.0, 1)])
    assert answer == "not-saved"
    assert "No space left" in str(room.course.trouble)
    assert (room.course.question, room.course.shown) == (asked, 0)


def test_a_damaged_list_is_said_and_the_table_goes_on(room: Room, throws: Throws) -> None:
    room.teacher.begin()
    room.show(1)
    (room.folder / "throws.json").write_text("{")
    again = Room(room.folder, throws)
    assert "throws.json" in str(again.course.trouble)
    again.teacher.begin()
    again.show(1)
    assert again.course.shown == 1


def test_a_lost_picture_is_left_out(room: Room) -> None:
    room.teacher.begin()
    room.show(2)
    (room.folder / "throw-001.jpg").unlink()
    (room.folder / "throw-002.jpg").write_bytes(b"no picture")
    assert Lessons(room.folder).read("show") == []
    room.teacher.learn()
    room.wait("showing")
    assert "No die" in str(room.course.trouble)
