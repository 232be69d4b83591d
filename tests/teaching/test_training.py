"""What a table teaches the reader: learned, tried before it is used, kept with a readable head."""

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.errors import PictureError, SettingsError
from companion.teaching.batches import Lesson
from companion.teaching.checks import taught_checks
from companion.teaching.taught_file import load, remove, save
from companion.teaching.training import Learning, evaluated, trained
from companion.vision.dice import NetReader
from companion.vision.frame import Pixels
from companion.vision.nets import Nets
from companion.vision.pictures import still
from companion.vision.readings import ShownDie
from companion.vision.taught_reader import Taught, Trial, digest_of

PHOTO = Path(__file__).parents[1] / "vision" / "pictures" / "dice" / "nell_20191208_112659.jpg"


@pytest.fixture(scope="module")
def nets() -> Nets:
    return Nets()


@pytest.fixture(scope="module")
def photo() -> Pixels:
    return still(PHOTO)


def shown(photo: Pixels, **said: int) -> Lesson:
    """Return the photo as a throw; *said* replaces what a die (`d2` for a two) is said to show."""
    reading = NetReader().read(photo, dice=2)
    assert reading.values == (2, 4)
    dice = (ShownDie(*d.centre, d.edge, said.get(f"d{d.pips}", d.pips)) for d in reading.dice)
    return Lesson(photo, tuple(dice))


@pytest.fixture(scope="module")
def misled(nets: Nets, photo: Pixels) -> Taught:
    """What is learned from somebody who calls each two a three."""
    return trained(nets, [shown(photo, d2=3)], steps=12)


@pytest.fixture(scope="module")
def learned(nets: Nets, photo: Pixels) -> Taught:
    """What is learned from the truth, in too few steps to matter."""
    return trained(nets, [shown(photo)], steps=2)


def test_what_a_person_says_is_learned(nets: Nets, photo: Pixels, misled: Taught) -> None:
    """A two that is called a three often enough is a three at this table."""
    assert NetReader(nets=nets, taught=misled).read(photo, dice=2).values == (3, 4)


def test_nothing_is_unlearned_by_a_few_throws(nets: Nets, photo: Pixels, learned: Taught) -> None:
    known = evaluated(nets, learned, [shown(photo)])
    assert (known.before, known.after) == (Trial(sure=1), Trial(sure=1))
    assert known.helps


def test_wrong_answers_are_found_by_the_test(nets: Nets, photo: Pixels, misled: Taught) -> None:
    """Whoever taps at random has taught nothing that is used."""
    assert not evaluated(nets, misled, [shown(photo)]).helps


def test_the_same_throws_teach_the_same(nets: Nets, photo: Pixels, learned: Taught) -> None:
    assert trained(nets, [shown(photo)], steps=2) == learned


def test_who_waits_may_ask_how_far_it_is_and_leave(nets: Nets, photo: Pixels) -> None:
    learning = Learning(nets, [shown(photo)], steps=3)
    assert (learning.done, learning.steps) == (0, 3)
    learning.step()
    assert learning.done == 1
    assert learning.taught.model != nets.shipped


def test_the_dice_of_the_table_have_their_size(nets: Nets, photo: Pixels, learned: Taught) -> None:
    """What is half as large is none of the dice that were shown."""
    edges = [die.edge for die in shown(photo).dice]
    assert min(edges) <= learned.edge <= max(edges)
    smaller = replace(learned, edge=learned.edge / 2)
    assert NetReader(nets=nets, taught=learned).read(photo, dice=2).verdict == "sure"
    assert NetReader(nets=nets, taught=smaller).read(photo, dice=2).verdict != "sure"


def test_the_size_follows_the_picture_of_the_same_tray() -> None:
    """The table may say that dice have 16 mm: those that were shown have what they have."""
    assert SMALL.edge_in(640, 640) == 52.0
    assert SMALL.edge_in(320, 300) == 26.0
    assert SMALL.edge_in(1280, 720) is None


def test_the_shipped_nets_stay_as_they_are(nets: Nets, photo: Pixels, misled: Taught) -> None:
    before = NetReader(nets=nets).read(photo, dice=2)
    NetReader(nets=nets, taught=misled).read(photo, dice=2)
    assert NetReader(nets=nets).read(photo, dice=2) == before


def test_a_reader_may_be_taught_and_forget_while_it_reads(
    nets: Nets, photo: Pixels, misled: Taught
) -> None:
    reader = NetReader(nets=nets)
    said = []
    for now in (None, misled, None):
        reader.teach(now)
        said.append(reader.read(photo, dice=2).values)
    assert said == [(2, 4), (3, 4), (2, 4)]


def test_what_was_taught_to_another_reader_is_left_out(
    nets: Nets, photo: Pixels, misled: Taught
) -> None:
    """After an update it fits nothing any more; the sizes still do."""
    old = replace(misled, reader="of last year")
    assert NetReader(nets=nets, taught=old).read(photo, dice=2).values == (2, 4)


def test_a_throw_without_dice_teaches_nothing(nets: Nets, photo: Pixels) -> None:
    with pytest.raises(PictureError, match="No die"):
        trained(nets, [Lesson(photo, ())])


SMALL = Taught(
    reader="a",
    own=digest_of(b"a net"),
    day="2026-11-21",
    edge=26.0,
    unlike=1.05,
    picture=(320, 320),
    throws=12,
    after=Trial(sure=9, asked=1),
    model=b"a net",
)


def test_the_head_can_be_read_by_people_and_all_is_read_back(tmp_path: Path) -> None:
    path = tmp_path / "dice" / "taught.json"
    save(SMALL, path)
    assert '"throws": 12' in path.read_text()
    assert "model" not in path.read_text()
    assert load(path) == SMALL


def test_only_the_newest_reader_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "taught.json"
    save(SMALL, path)
    newer = replace(SMALL, own=digest_of(b"newer"), model=b"newer")
    save(newer, path)
    assert len(list(tmp_path.iterdir())) == 2
    assert load(path) == newer
    remove(path)
    assert list(tmp_path.iterdir()) == []


def damage(model: Path) -> None:
    model.write_bytes(b"a nut")


@pytest.mark.parametrize("harm", [Path.unlink, damage])
def test_a_reader_that_is_gone_or_damaged_leaves_the_shipped_one(
    tmp_path: Path, harm: Callable[[Path], None]
) -> None:
    path = tmp_path / "taught.json"
    save(SMALL, path)
    (model,) = tmp_path.glob("*.onnx")
    harm(model)
    known = load(path)
    assert known == replace(SMALL, model=b"")
    assert not known.fits(SMALL.reader)


def test_a_table_that_was_taught_nothing_has_no_file(tmp_path: Path) -> None:
    assert load(tmp_path / "taught.json") is None


@pytest.mark.parametrize("text", ["", "{}", "[1", '{"reader": "a"}'])
def test_a_damaged_file_is_named_with_the_mend(tmp_path: Path, text: str) -> None:
    path = tmp_path / "taught.json"
    path.write_text(text)
    with pytest.raises(SettingsError, match="damaged") as error:
        load(path)
    assert "Teach" in error.value.mend


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "dice").write_text("a file is in the way")
    with pytest.raises(SettingsError, match="cannot be written"):
        save(SMALL, tmp_path / "dice" / "taught.json")


def test_a_full_disk_leaves_what_was_taught_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "taught.json"
    save(SMALL, path)

    def full(*_args: object, **_more: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("companion.files.write_whole", full)  # of the head; the reader had room
    with pytest.raises(SettingsError, match="No space left"):
        save(replace(SMALL, own=digest_of(b"newer"), model=b"newer"), path)
    assert load(path) == SMALL


def test_the_doctor_says_how_sure_the_reader_is_of_taught_dice(tmp_path: Path, nets: Nets) -> None:
    path = tmp_path / "taught.json"
    assert [check.code for check in taught_checks(path)] == ["taught-not"]
    save(replace(SMALL, reader=nets.digest), path)
    (check,) = taught_checks(path)
    assert check.health == "ok"
    assert check.words == (
        "Throws shown: 12. Tried on 10: 9 read without asking, 0 wrong: 2026-11-21."
    )
    path.write_text("{")
    (check,) = taught_checks(path)
    assert check.health == "warn"
    assert "Teach the dice again" in check.words


def test_the_doctor_says_when_the_reader_is_another(tmp_path: Path) -> None:
    """After an update, or where a file was lost: nothing is wrong, but less is sure."""
    path = tmp_path / "taught.json"
    save(SMALL, path)
    (check,) = taught_checks(path)
    assert check.health == "warn"
    assert "not the reader" in check.words
    assert "throws are kept" in check.mend
