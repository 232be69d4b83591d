"""Every reading is kept, with what became of it; the file may be torn, full, or gone."""

import errno
import os
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from companion.game.commands import Buy, FirstRoll, Roll
from companion.journal.pictures import Pictures
from companion.table.dice import readings as module
from companion.table.dice.commands import AnswerDoubt
from companion.table.dice.readings import FILE, KeptReading, KeptReadings, Tally
from companion.table.story.commands import GoBack
from companion.table.table import Table
from tests.support.table import ANN, BOB, Hands, hands, reading


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Hands]:
    with hands(tmp_path) as at_table:
        at_table.begin()
        yield at_table


def throw(at: Hands, *pips: int, sure: bool = True) -> None:
    """Let the camera see a throw that took a second."""
    began = at.clock.now = at.clock.now + 1
    at.eyes.motion(began)
    at.clock.now += 1
    at.see_dice(*pips, verdict="sure" if sure else "unsure", began=began)


def answer(at: Hands, *pips: int) -> None:
    assert at.view.doubt is not None
    at.clock.now += 1
    at.answer(
        AnswerDoubt(doubt=at.view.doubt.id, dice=pips),
        at.cause(seat=at.view.doubt.seat),
    )


def press(at: Hands) -> None:
    """Let who rolled say yes by button."""
    doubt = at.view.doubt
    assert doubt is not None
    at.clock.now += 1
    yes = AnswerDoubt(doubt=doubt.id, dice=doubt.guess)
    at.answer(yes, at.cause("seat", "button", seat=doubt.seat))


def kept(at: Hands) -> list[KeptReading]:
    """Return what is on disk."""
    return list(KeptReadings(at.home.folder / FILE).all)


def test_a_sure_reading_is_kept_with_its_record_and_places(at: Hands) -> None:
    throw(at, 1, 2)
    (one,) = kept(at)
    assert (one.fate, one.seq, one.seat, one.game) == ("booked", 2, ANN, "0001-ru-2004")
    assert (one.verdict, one.values) == ("sure", (1, 2))
    assert [die.centre for die in one.dice] == [(50.0, 40.0), (100.0, 40.0)]
    assert at.desk.readings.of_roll(one.game, 2) == one


@pytest.mark.parametrize("said", [(4, 6), (6, 4), (5, 6)])
def test_an_answer_is_kept_and_compared(at: Hands, said: tuple[int, ...]) -> None:
    throw(at, 4, 6, sure=False)
    assert [one.fate for one in kept(at)] == ["asked"]
    answer(at, *said)
    (one,) = kept(at)
    assert (one.fate, one.said, one.seq) == ("answered", said, 2)
    assert one.guessed is (said != (5, 6))


def test_an_answer_that_it_was_no_roll_is_kept(at: Hands) -> None:
    throw(at, 4, 6, sure=False)
    answer(at)
    assert [(one.fate, one.seq) for one in kept(at)] == [("no-roll", 0)]


def test_a_roll_typed_while_the_question_is_open_closes_it(at: Hands) -> None:
    throw(at, 4, 6, sure=False)
    at.play(Roll(by=ANN, dice=(3, 3)))  # a double: the same player is to roll again
    assert at.view.doubt is None
    assert [(one.fate, one.said, one.seq) for one in kept(at)] == [("typed", (3, 3), 2)]


def test_a_first_roll_of_somebody_else_leaves_the_question_open(tmp_path: Path) -> None:
    with hands(tmp_path / "other") as at:
        at.begin(first_roll=True)
        throw(at, 4, 6, sure=False)
        assert at.view.doubt is not None
        assert at.view.doubt.seat == ANN
        at.play(FirstRoll(by=BOB, dice=(1, 1)))
        assert at.view.doubt is not None
        at.play(FirstRoll(by=ANN, dice=(4, 5)))
        assert at.view.doubt is None
        assert [(one.fate, one.said) for one in kept(at)] == [("typed", (4, 5))]


def test_dice_typed_while_they_moved_are_kept_as_typed(at: Hands) -> None:
    began = at.clock.now
    at.eyes.motion(began)
    at.play(Roll(by=ANN, dice=(6, 4)))
    at.see_dice(3, 4, began=began)
    (one,) = kept(at)
    assert (one.fate, one.values, one.said, one.seq) == ("typed", (3, 4), (6, 4), 2)


def test_what_is_no_roll_of_a_game_is_kept_and_counts_for_nothing(at: Hands) -> None:
    throw(at, 1, 2)
    throw(at, 3, 4)  # a purchase is open
    throw(at)  # nothing lies there
    assert [one.fate for one in kept(at)] == ["booked", "not-due"]
    assert at.desk.readings.tally() == Tally(sure=1)


def test_without_a_game_a_reading_is_kept_too(tmp_path: Path) -> None:
    with hands(tmp_path / "other") as at:
        throw(at, 1, 2)
        assert [(one.fate, one.game, one.seat) for one in kept(at)] == [("not-due", "", None)]


def test_a_newer_throw_closes_an_older_question(at: Hands) -> None:
    throw(at, 4, 6, sure=False)
    throw(at, 4, 5, sure=False)
    throw(at, 1, 2)
    assert [one.fate for one in kept(at)] == ["closed", "closed", "booked"]


def test_going_back_is_kept_and_may_be_taken_back_itself(at: Hands) -> None:
    throw(at, 1, 2)
    at.play(Buy(by=ANN))
    at.answer(GoBack(to=1, why=""), at.cause("banker", "phone"))
    assert [one.back for one in kept(at)] == [True]
    at.answer(GoBack(to=3, why=""), at.cause("banker", "phone"))
    assert [one.back for one in kept(at)] == [False]


def test_what_was_read_is_counted(at: Hands) -> None:
    throw(at, 6, 4, sure=False)
    answer(at, 6, 4)
    throw(at, 4, 6, sure=False)
    answer(at, 5, 5)
    throw(at, 5, 5, sure=False)
    answer(at)
    assert at.desk.readings.tally() == Tally(asked=3, guessed=1, no_roll=1)
    assert at.desk.readings.tally(2) == Tally(asked=2, no_roll=1)


def test_it_is_counted_who_said_yes_and_how_often_a_look_was_right(at: Hands) -> None:
    throw(at, 1, 3)  # onto a tax, as the next ones
    throw(at, 1, 3, sure=False)
    press(at)
    throw(at, 2, 2, sure=False)
    answer(at, 1, 3)
    throw(at, 5, 5, sure=False)
    answer(at)
    throw(at, 6, sure=False)  # only one die is seen: no whole guess
    answer(at, 6, 5)
    tally = at.desk.readings.tally()
    assert tally == Tally(sure=1, asked=4, guessed=1, pressed=1, no_roll=1)
    assert (tally.picked, tally.looks, tally.right) == (2, 4, 2)


# ---- the file


def some(number: int, **more: object) -> KeptReading:
    seen = reading(1, 2)
    return KeptReading(
        id=f"r{number}",
        wall=1.7e9,
        boot="b",
        began=1.0,
        verdict="sure",
        confidence=0.99,
        dice=seen.dice,
        fate="booked",
        **more,  # type: ignore[arg-type]  # fields of the struct
    )


def test_a_torn_last_line_is_left_out_and_mended(tmp_path: Path) -> None:
    path = tmp_path / "dice" / "readings.jsonl"
    first = KeptReadings(path)
    first.keep(some(1))
    first.keep(some(2))
    path.write_bytes(path.read_bytes()[:-30])
    again = KeptReadings(path)
    assert [one.id for one in again.all] == ["r1"]
    again.keep(some(3))
    assert [one.id for one in KeptReadings(path).all] == ["r1", "r3"]


@pytest.mark.parametrize("content", [b"", b"\0" * 40, b"\xff\xfe\n{}\n", b'{"type":"other"}\n'])
def test_nonsense_in_the_file_is_left_out(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "readings.jsonl"
    path.write_bytes(content)
    readings = KeptReadings(path)
    assert readings.all == ()
    readings.keep(some(1))
    assert KeptReadings(path).all == (some(1),)


def test_a_full_disk_harms_nothing_and_is_made_up_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    readings = KeptReadings(tmp_path / "readings.jsonl")
    readings.keep(some(1))

    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr(Path, "open", full)
        disk.setattr(module, "write_whole", full)
        readings.keep(some(2))
        readings.keep(some(1, seq=7))
    assert [(one.id, one.seq) for one in readings.all] == [("r1", 7), ("r2", 0)]
    readings.keep(some(3))
    found = KeptReadings(tmp_path / "readings.jsonl").all
    assert [(one.id, one.seq) for one in found] == [("r1", 7), ("r2", 0), ("r3", 0)]


def test_a_folder_that_cannot_be_had_harms_no_roll(tmp_path: Path) -> None:
    (tmp_path / "dice").write_text("a file where a folder should be")
    with hands(tmp_path) as at:
        at.begin()
        throw(at, 1, 2)
        assert at.view.seq == 2
        assert [one.fate for one in at.desk.readings.all] == ["booked"]


def test_the_file_stays_small_and_forgets_no_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST", 5)
    monkeypatch.setattr(module, "_LINES", 20)
    path = tmp_path / "readings.jsonl"
    readings = KeptReadings(path)
    for number in range(100):
        readings.keep(some(number, ruling="wrong" if number == 3 else ""))
        assert path.read_bytes().count(b"\n") <= 20
    assert len(readings.all) < 25
    for found in (readings, KeptReadings(path)):
        assert found.tally() == Tally(sure=100, wrong=1)
        assert found.tally(5) == Tally(sure=5)
    assert readings.all[-1].id == "r99"


def test_a_reading_takes_less_than_a_kilobyte() -> None:
    assert len(msgspec.json.encode(some(1, said=(1, 2), evidence="0" * 64))) < 1000


def test_pictures_of_wrong_and_challenged_readings_are_precious(tmp_path: Path) -> None:
    readings = KeptReadings(tmp_path / "readings.jsonl")
    readings.keep(some(1, evidence="a"))
    readings.keep(some(2, evidence="b", ruling="wrong"))
    readings.keep(some(3, evidence="c", ruling="open"))
    readings.keep(some(4, evidence="d", ruling="right"))
    assert readings.precious == {"b", "c"}
    assert [one.id for one in readings.challenged] == ["r3"]


def test_the_picture_of_a_wrong_reading_is_spared_when_old_ones_are_pruned(tmp_path: Path) -> None:
    pictures = Pictures(tmp_path / "pictures")
    wrong, old, new = (pictures.keep(name) for name in (b"wrong", b"old", b"new"))
    for digest in (wrong, old):
        os.utime(tmp_path / "pictures" / digest[:2] / f"{digest}.jpg", (1e9, 1e9))
    KeptReadings(tmp_path / FILE).keep(some(1, evidence=wrong, ruling="wrong"))
    table = Table(tmp_path)
    table.start()
    table.stop()  # waits for the pruner
    assert [pictures.fate(digest) for digest in (wrong, old, new)] == ["kept", "pruned", "kept"]


def test_the_picture_of_a_wrong_reading_is_spared_when_room_is_made(tmp_path: Path) -> None:
    with hands(tmp_path) as at:
        pictures = at.home.pictures
        wrong, other = pictures.keep(b"wrong"), pictures.keep(b"a larger one")
        at.desk.readings.keep(some(1, evidence=wrong, ruling="wrong"))
        at.home.make_room()
        at.home.make_room()
        assert [pictures.fate(digest) for digest in (wrong, other)] == ["kept", "pruned"]
