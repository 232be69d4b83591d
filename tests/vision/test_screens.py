"""Dice on a screen, or in a print, are a question where no tray is known; real dice are none."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from msgspec.structs import replace

from companion.cli import main
from companion.vision.detection import Find
from companion.vision.dice import NetReader
from companion.vision.frame import Pixels
from companion.vision.pictures import still
from companion.vision.readings import DiceReading, DieReading
from companion.vision.scoring import Face
from companion.vision.screens import is_pictured
from tests.benchmarks.dice.labels import readable
from tests.benchmarks.dice.shown import Kind, Place, drawn, rounded

PHOTOS = Path(__file__).parent / "pictures" / "dice"
FILES = sorted(path.name for path in PHOTOS.glob("*.jpg"))
PLAIN = "damian_62.jpg"
EDGE = 24
"""Of the dice in drawn pictures, in pixels."""
PHONE = (5 * EDGE, 10 * EDGE)


def dice_at(there: list[Place] | tuple[Place, ...]) -> list[DieReading]:
    return [DieReading(pips, (x, y), edge, 0.99, ()) for pips, x, y, edge in there]


def thing(
    size: tuple[int, int],
    *,
    rim: int = 6,
    grey: int = 20,
    inside: tuple[int, int] = (120, 120),
    table: int = 170,
) -> Pixels:
    """Return a table with a thing on it: width and height with its rim, grey above and below."""
    picture = np.full((480, 640, 3), table, np.uint8)
    width, height = size
    left, top = (640 - width) // 2, (480 - height) // 2
    whole = picture[top : top + height, left : left + width]
    whole[rounded(size, 4) > 0] = grey
    opening = whole[rim : height - rim, rim : width - rim]
    opening[:], opening[: height // 2] = inside[1], inside[0]
    return picture


def two(apart: float = 2.0) -> list[DieReading]:
    """Return two dice about the middle of a picture."""
    return dice_at([(3, 320.0, 240 - apart * EDGE, EDGE), (5, 320.0, 240 + apart * EDGE, EDGE)])


def shown(kind: Kind, file: str, seed: int) -> tuple[Pixels, list[DieReading]] | None:
    """Return a photo of this room as something shows it that lies on another one."""
    grounds = [still(PHOTOS / other) for other in ("damian_52.jpg", "epan_04.jpg")]
    made = drawn(still(PHOTOS / file), readable()[file], grounds, seed, kind)
    return None if made is None else (made.pixels, dice_at(made.dice))


def test_many_a_photo_on_a_phone_is_known_for_one() -> None:
    made = [shown("phone", file, seed) for seed, file in enumerate(FILES[:8])]
    known = [is_pictured(*one) for one in made if one]
    assert sum(known) >= 4  # a hand over the rim, or a rim as dark as the table, hides others


@pytest.mark.parametrize("kind", ["tray", "sheet"])
def test_a_tray_and_a_sheet_are_no_pictures(kind: Kind) -> None:
    made = [shown(kind, file, seed) for seed, file in enumerate(FILES[:4])]
    assert any(made)
    assert not any(is_pictured(*one) for one in made if one)


def test_no_photo_of_real_dice_is_taken_for_a_picture_of_them() -> None:
    lie = readable()
    asked = [is_pictured(still(PHOTOS / file), dice_at(lie[file])) for file in FILES]
    assert not any(asked)


@pytest.mark.parametrize("quarters", [0, 1])
@pytest.mark.parametrize(("grey", "table"), [(20, 170), (235, 90)])
def test_a_phone_is_one_either_way_round(quarters: int, grey: int, table: int) -> None:
    picture, dice = thing(PHONE, grey=grey, table=table), two()
    if quarters:
        picture = thing(PHONE[::-1], grey=grey, table=table)
        dice = [replace(d, centre=(d.centre[1] + 80, d.centre[0] - 80)) for d in dice]
    assert is_pictured(picture, dice)


def test_bars_beside_a_picture_are_a_screen_s() -> None:
    picture = thing((8 * EDGE, 15 * EDGE))
    for rows in (np.s_[60:150], np.s_[330:420]):
        picture[rows, 230:410] = 20
    assert is_pictured(picture, two(apart=1.0))
    assert not is_pictured(thing((8 * EDGE, 15 * EDGE)), two(apart=1.0))


def test_a_tablet_is_told_from_a_tray_by_what_it_shows() -> None:
    tablet = (9 * EDGE, 12 * EDGE)
    assert is_pictured(thing(tablet, inside=(60, 200)), two())
    assert not is_pictured(thing(tablet), two())


@pytest.mark.parametrize("side", [8 * EDGE, 12 * EDGE])
def test_a_square_tray_is_none(side: int) -> None:
    assert not is_pictured(thing((side, side), inside=(60, 200)), two())


def test_a_long_tray_is_wider_than_a_phone() -> None:
    assert not is_pictured(thing((9 * EDGE, 18 * EDGE)), two())


def test_a_line_on_paper_is_no_rim() -> None:
    assert not is_pictured(thing(PHONE, grey=20, inside=(200, 200), table=200), two())


def test_a_rim_that_is_open_or_cut_off_is_none() -> None:
    picture, dice = thing(PHONE), two()
    picture[:240, 310:330] = 120  # through the upper end
    assert not is_pictured(picture, dice)
    assert not is_pictured(np.ascontiguousarray(thing(PHONE)[130:]), [replace(dice[1], edge=EDGE)])


def test_a_die_beside_it_is_no_part_of_it() -> None:
    inside, _ = two()
    beside = replace(inside, centre=(40.0, 240.0))
    assert not is_pictured(thing(PHONE), [inside, beside])


@pytest.mark.parametrize("size", [(1, 1), (16, 16), (2, 900), (1500, 2000)])
def test_no_picture_is_too_small_or_too_large(size: tuple[int, int]) -> None:
    plain = np.full((*size, 3), 128, np.uint8)
    assert not is_pictured(plain, dice_at([(1, size[1] / 2, size[0] / 2, 5.0)]))
    assert not is_pictured(plain, [])


class Certain(NetReader):
    """Sees two dice beyond doubt, whatever the picture."""

    def faces(
        self, pixels: Pixels, *, dice: int | None = None, edge: float | None = None
    ) -> list[Face]:
        del pixels, dice, edge
        return [
            Face(Find(*die.centre, EDGE, 1.0, 1.0), _face(die.pips), 0.9995, 0.999, ())
            for die in two()
        ]


def _face(pips: int) -> tuple[float, ...]:
    return tuple(0.995 if pips == value else 0.001 for value in range(1, 7))


@pytest.mark.parametrize("dice", [2, None])
def test_a_sure_reading_becomes_a_question_where_no_table_is_known(dice: int | None) -> None:
    reader, phone = Certain(), thing(PHONE)
    asked = reader.read(phone, dice=dice)
    assert (asked.verdict, asked.remark, asked.values) == ("unsure", "pictured", (3, 5))
    assert asked.confidence <= 0.5
    real = reader.read(thing((300, 300)), dice=dice)
    assert (real.verdict, real.remark) == ("sure", None)
    assert reader.read(phone, dice=2, edge=EDGE).verdict == "sure"


def test_a_question_stays_one() -> None:
    assert Certain().read(thing(PHONE), dice=3).remark is None


def test_the_command_says_why(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(
        NetReader, "read", lambda *_, **__: DiceReading("unsure", (), 0.5, remark="pictured")
    )
    path = tmp_path / "phone.png"
    cv2.imwrite(str(path), thing(PHONE))
    assert main(["read", "dice", str(path)]) == 0
    assert "may be on a screen" in capsys.readouterr().out
