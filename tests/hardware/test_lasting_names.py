"""What is known of a USB camera by its number is known when it goes by a name that lasts."""

from pathlib import Path
from types import SimpleNamespace
from typing import NoReturn, cast

import pytest
from msgspec.structs import replace

from calibration import store
from companion import eye
from companion.errors import SettingsError
from companion.eye import EyeChoice, KeptEye
from companion.files import keep
from companion.journal.swap import DEEDS_EYE, EYE
from companion.vision.plane import Zone
from hardware.camera_view import TableSight, drawn_before, renamed
from hardware.cameras.phone import PhoneEye
from hardware.cameras.reconnection import SteadyCamera
from hardware.field import Field
from hardware.looking import Looking
from hardware.simulated.table import SimulatedTable
from tests.hardware.test_eye_choice import Machine

SIZE = (640, 480)
BY_ID = "usb-046d_C920_1234"


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    monkeypatch.setattr(eye, "pi_is_there", lambda: False)
    return Machine(tmp_path / "sys", monkeypatch)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "home").mkdir()
    return tmp_path / "home"


def drawn(home: Path, camera: str, left: int = 10, focus: float | None = 2.5) -> store.Calibration:
    """Draw a tray under a camera's name, in a home."""
    tray, scan = Zone(left, 10, 200, 200), Zone(320, 10, 200, 200)
    made = replace(store.by_hand(camera, SIZE, tray=tray.corners, scan=scan), focus=focus)
    store.save(made, home)
    return made


@pytest.mark.parametrize("before", ["usb:2", "usb:{}/video2"])
def test_what_is_stored_by_the_number_is_found_by_the_lasting_name(
    machine: Machine, home: Path, before: str
) -> None:
    machine.has(2, "C920")
    lasting = machine.names("by-id", BY_ID, 2)
    made = drawn(home, before.format(machine.links.parent))
    assert drawn_before(home, lasting) == replace(made, camera=lasting)
    machine.names("by-id", BY_ID, 4)  # dealt anew
    assert drawn_before(home, lasting) is None


def test_what_is_stored_by_the_lasting_name_counts_first(machine: Machine, home: Path) -> None:
    machine.has(2, "C920")
    lasting = machine.names("by-id", BY_ID, 2)
    drawn(home, "usb:2")
    newer = drawn(home, lasting, left=20)
    assert drawn_before(home, lasting) == newer
    assert drawn_before(home, "usb:2") != newer


def test_by_a_number_nothing_of_a_lasting_name_is_found(machine: Machine, home: Path) -> None:
    machine.has(2, "C920")
    drawn(home, machine.names("by-id", BY_ID, 2))
    assert drawn_before(home, "usb:2") is None


def test_what_is_forgotten_by_the_lasting_name_is_not_found_by_the_number(
    machine: Machine, home: Path
) -> None:
    machine.has(2, "C920")
    lasting = machine.names("by-id", BY_ID, 2)
    drawn(home, "usb:2", focus=None)
    known = Field(drawn=drawn_before(home, lasting))
    camera, watcher = SimpleNamespace(name=lasting), SimpleNamespace(field=known)
    TableSight(cast("SteadyCamera", camera), cast("Looking", watcher), home).forget()
    assert drawn_before(home, lasting) is None


@pytest.mark.parametrize("place", ["dice", "deeds"])
def test_a_kept_camera_that_has_another_number_and_a_lasting_name_keeps_what_is_known(
    machine: Machine, home: Path, place: str
) -> None:
    keep(KeptEye("usb:0", "C920"), home / (EYE if place == "dice" else DEEDS_EYE))
    made = drawn(home, "usb:0")
    drawn(home, "usb:4", left=30)  # another camera's, which had this number
    machine.has(4, "C920")
    lasting = machine.names("by-id", BY_ID, 4)
    dice = None
    if place == "deeds":
        dice = EyeChoice(home, "none", SimulatedTable(1), PhoneEye(), lambda: None)
        dice.open(lambda _said, _why: None)
    choice = EyeChoice(home, "auto", SimulatedTable(1), PhoneEye(), lambda: None, beside=dice)
    camera = choice.open(lambda _said, _why: None)
    camera.close()
    assert choice.source == lasting
    assert drawn_before(home, choice.name) == replace(made, camera=lasting)
    assert choice._focus(choice.name) == 2.5


def test_who_went_by_another_name_loses_nothing_that_was_drawn_since(home: Path) -> None:
    drawn(home, "usb:0")
    newer = drawn(home, "usb:2", left=20)
    renamed(home, "usb:0", "usb:2")
    assert drawn_before(home, "usb:2") == newer


def test_what_cannot_be_kept_under_the_new_name_keeps_nobody_from_starting(
    home: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(*_: object) -> NoReturn:
        raise SettingsError(code="not-written", where="here", detail="no room")

    drawn(home, "usb:0")
    monkeypatch.setattr(store, "keep", refuse)
    renamed(home, "usb:0", "usb:2")
    assert "no room" in caplog.text
