"""What a table teaches the reader: fitted, tested before it is used, kept in a readable file."""

from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from companion.errors import SettingsError
from companion.vision.checks import taught_checks
from companion.vision.dice import NetReader
from companion.vision.frame import Pixels
from companion.vision.nets import Nets
from companion.vision.pictures import still
from companion.vision.taught import Layer, Taught, Trial, load, save
from companion.vision.teach import Lesson, ShownDie, foretold, taught, tried

PHOTO = Path(__file__).parent / "pictures" / "dice" / "nell_20191208_112659.jpg"


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


def test_what_a_person_says_is_learned(nets: Nets, photo: Pixels) -> None:
    """A two that is called a three often enough is a three at this table."""
    lesson = shown(photo, d2=3)
    learned = taught(nets, [lesson] * 3, pull=1e-4)
    die = next(d for d in NetReader(nets=nets, taught=learned).read(photo, dice=2).dice)
    assert {3, 4} == set(NetReader(nets=nets, taught=learned).read(photo, dice=2).values)
    assert die.pips != 2


def test_nothing_is_unlearned_by_a_few_throws(nets: Nets, photo: Pixels) -> None:
    learned = tried(nets, taught(nets, [shown(photo)] * 3), [shown(photo)])
    assert (learned.before, learned.after) == (Trial(sure=1), Trial(sure=1))
    assert learned.helps


def test_wrong_answers_are_found_by_the_test(nets: Nets, photo: Pixels) -> None:
    """Whoever taps at random has taught nothing that is used."""
    nonsense = taught(nets, [shown(photo, d2=3, d4=6)] * 3, pull=1e-4)
    assert not tried(nets, nonsense, [shown(photo)]).helps


def test_each_throw_is_foretold_by_the_others(nets: Nets, photo: Pixels) -> None:
    turned = [np.ascontiguousarray(np.rot90(photo, turns)) for turns in range(3)]
    assert foretold(nets, [shown(pixels) for pixels in turned]).throws == 3
    assert foretold(nets, [shown(photo)]) == Trial()


def test_the_dice_of_the_table_have_their_size(nets: Nets, photo: Pixels) -> None:
    """What is half as large is none of the dice that were shown."""
    learned = taught(nets, [shown(photo)])
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


def test_the_shipped_nets_stay_as_they_are(nets: Nets, photo: Pixels) -> None:
    before = NetReader(nets=nets).read(photo, dice=2)
    NetReader(nets=nets, taught=taught(nets, [shown(photo, d2=3)] * 3, pull=1e-4))
    assert NetReader(nets=nets).read(photo, dice=2) == before


def test_what_was_taught_to_other_weights_is_left_out(nets: Nets, photo: Pixels) -> None:
    """After an update the layer fits nothing any more; the sizes still do."""
    old = replace(taught(nets, [shown(photo, d2=3)] * 3, pull=1e-4), reader="of last year")
    assert NetReader(nets=nets, taught=old).read(photo, dice=2).values == (2, 4)


def test_a_throw_without_dice_teaches_nothing(nets: Nets, photo: Pixels) -> None:
    with pytest.raises(ValueError, match="no die"):
        taught(nets, [Lesson(photo, ())])


SMALL = Taught(
    reader="a",
    layer=Layer(((0.12345, -1.0),) * 8, (0.5,) * 8),
    edge=26.0,
    unlike=1.05,
    picture=(320, 320),
    throws=12,
    after=Trial(sure=9, asked=1),
)


def test_the_file_can_be_read_by_people_and_is_read_back(tmp_path: Path) -> None:
    path = tmp_path / "dice" / "taught.json"
    save(SMALL, path)
    assert '"throws": 12' in path.read_text()
    assert load(path) == SMALL


def test_a_table_that_was_taught_nothing_has_no_file(tmp_path: Path) -> None:
    assert load(tmp_path / "taught.json") is None


@pytest.mark.parametrize("text", ["", "{}", "[1", '{"reader": "a"}'])
def test_a_damaged_file_is_named_with_the_mend(tmp_path: Path, text: str) -> None:
    path = tmp_path / "taught.json"
    path.write_text(text)
    with pytest.raises(SettingsError, match="damaged") as error:
        load(path)
    assert "teach" in error.value.mend


def test_a_layer_with_a_missing_row_is_damaged(tmp_path: Path) -> None:
    path = tmp_path / "taught.json"
    save(replace(SMALL, layer=Layer(((0.1,),) * 7, (0.0,) * 8)), path)
    with pytest.raises(SettingsError, match="row"):
        load(path)


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "dice").write_text("a file is in the way")
    with pytest.raises(SettingsError, match="cannot be written"):
        save(SMALL, tmp_path / "dice" / "taught.json")


def test_the_doctor_says_how_sure_the_reader_is_of_taught_dice(tmp_path: Path) -> None:
    path = tmp_path / "taught.json"
    assert taught_checks(path) == ()
    save(SMALL, path)
    (check,) = taught_checks(path)
    assert check.health == "ok"
    assert check.words == (
        "12 throws were shown; of 10 that tried it 9 were read without asking, none wrong"
    )
    path.write_text("{")
    (check,) = taught_checks(path)
    assert check.health == "warn"
    assert "teach the dice again" in check.words
