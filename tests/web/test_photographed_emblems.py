"""A phone's photograph of dice with pictures is read by the looks that the table's camera took."""

import pytest
from msgspec.structs import replace

from companion.table.photographs import Photographs
from companion.vision.dice import NetReader
from companion.vision.emblem_reader import EmblemReader
from hardware.simulated.die import LOOKS, PICTURES, DieLook, Face
from tests.support.pages import Living
from tests.support.showing import Shown
from tests.support.templates import app_of
from tests.web.test_photographs import ANN, send


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Shown:
    """A table whose dice were shown."""
    shown = Shown(tmp_path_factory.mktemp("dice"), look=PICTURES, speed=False)
    shown.teach(PICTURES)
    return shown


def taken(shown: Shown, faces: tuple[Face, Face], look: DieLook = PICTURES) -> bytes:
    """Return a photograph of two dice in the tray."""
    assert "dice" in shown.throw(show=faces, looks=(look, look))
    return shown.stage.told.pictures[-1]


def photographed(room: Living, shown: Shown, picture: bytes) -> None:
    """Have one whose turn it is photograph the dice."""
    reader = EmblemReader(NetReader(), lambda: shown.dice.emblems)
    photographs = Photographs(room.table, reader, lambda _pixels: ())
    parts = replace(room.context.parts, photographs=photographs)
    room.app = app_of(room.table, room.context.settings, parts)
    room.context = room.app.extensions["companion"]
    assert send(room.client(room.begin()[ANN]), picture).status_code == 200


def test_a_photograph_of_dice_with_pictures_is_a_throw(room: Living, shown: Shown) -> None:
    photographed(room, shown, taken(shown, (4, 2)))
    (reading,) = room.table.readings.all
    assert (reading.fate, sorted(reading.values), reading.emblems) == ("booked", [2, 4], True)


def test_a_photograph_of_dice_with_pips_is_a_question_meanwhile(room: Living, shown: Shown) -> None:
    photographed(room, shown, taken(shown, (4, 2), LOOKS["white"]))
    assert room.table.view.doubt is not None
