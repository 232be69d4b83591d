"""What may see the dice, and what is found again at the next start."""

import logging
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import eye
from companion.eye import EyeChoice, KeptEye, chosen_source
from companion.files import keep
from companion.journal.swap import EYE
from companion.vision.frame import Frame
from hardware.cameras import devices
from hardware.cameras.devices import usb_cameras
from hardware.cameras.phone import PhoneEye
from hardware.field import Field, Layout
from hardware.first_look import FirstLook
from hardware.simulated.table import SimulatedTable
from tests.hardware.test_watcher import Brightest, tray
from tests.support.untagged import NoTags

BUSES = {
    "usb": "devices/platform/soc/usb1/1-1/video4linux",
    "codec": "devices/platform/soc/codec/video4linux",
    "loop": "devices/virtual/video4linux",
}


@pytest.fixture(autouse=True)
def _quiet(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    caplog.set_level(logging.CRITICAL)
    monkeypatch.setattr(eye, "pi_is_there", lambda: False)


class Machine:
    """What Linux tells of its video devices."""

    def __init__(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._root, self.known = root, root / "class"
        self.known.mkdir(parents=True)
        self.numbers: list[int] = []
        monkeypatch.setattr(sys, "platform", "linux")
        monkeypatch.setattr(devices, "usb_numbers", lambda: self.numbers)
        monkeypatch.setattr(eye, "usb_cameras", lambda: usb_cameras(self.known))

    def has(self, number: int, model: str, *, bus: str = "usb", index: int = 0) -> None:
        node = self._root / BUSES[bus] / f"video{number}"
        node.mkdir(parents=True)
        (node / "name").write_text(f"{model}\n")
        (node / "index").write_text(f"{index}\n")
        (self.known / node.name).symlink_to(node)
        self.numbers.append(number)


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    return Machine(tmp_path / "sys", monkeypatch)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def choice(home: Path) -> Iterator[EyeChoice]:
    choice = EyeChoice(home, "sim", SimulatedTable(1), PhoneEye(), lambda: None)
    camera = choice.open(lambda _said, _why: None)
    yield choice
    camera.close()


def test_a_camera_of_two_devices_is_one_and_a_codec_is_none(machine: Machine) -> None:
    machine.has(0, "HD Pro Webcam C920")
    machine.has(1, "HD Pro Webcam C920", index=1)
    machine.has(2, "a phone as webcam", bus="loop")
    machine.has(10, "bcm2835-codec-decode", bus="codec")
    assert usb_cameras(machine.known) == {
        "usb:0": "HD Pro Webcam C920",
        "usb:2": "a phone as webcam",
    }


def test_what_is_there_is_offered(machine: Machine, choice: EyeChoice) -> None:
    assert [one.token for one in choice.offers()] == ["phone", "photographs", "none", "sim"]
    assert [one.token for one in choice.offers() if one.is_chosen] == ["sim"]
    machine.has(0, "C920")
    assert next((one.token, one.name) for one in choice.offers()) == ("usb:0", "usb:0 (C920)")


def test_the_simulated_table_is_offered_where_it_is_looked_at_or_no_camera_is(
    machine: Machine, home: Path
) -> None:
    machine.has(0, "C920")
    choice = EyeChoice(home, "none", SimulatedTable(1), PhoneEye(), lambda: None)
    choice.open(lambda _said, _why: None)
    assert [one.token for one in choice.offers()] == ["usb:0", "phone", "photographs", "none"]


@pytest.mark.parametrize(
    ("there", "found"),
    [
        ({0: "C920"}, "usb:0"),
        ({2: "C920"}, "usb:2"),
        ({0: "another", 2: "C920"}, "usb:2"),
        ({0: "another"}, "usb:0"),
        ({2: "C920", 4: "C920"}, "usb:0"),  # nobody knows which
        ({}, "usb:0"),
    ],
)
def test_a_usb_camera_is_found_again_by_its_model(
    machine: Machine, home: Path, there: dict[int, str], found: str
) -> None:
    keep(KeptEye("usb:0", "C920"), home / EYE)
    for number, model in there.items():
        machine.has(number, model)
    assert chosen_source(home, "auto") == found


def test_what_was_given_wins(home: Path) -> None:
    keep(KeptEye("photographs"), home / EYE)
    assert chosen_source(home, "auto") == "photographs"
    assert chosen_source(home, "sim") == "sim"
    assert not (home / "other").exists()
    assert chosen_source(home / "other", "auto") == "auto"


def test_a_choice_that_is_forgotten_leaves_what_is_found_and_the_address(home: Path) -> None:
    keep(KeptEye("http://camera/video"), home / EYE)
    choice = EyeChoice(home, "auto", SimulatedTable(1), PhoneEye(), lambda: None)
    camera = choice.open(lambda _said, _why: None)
    assert choice.is_kept
    choice.forget()
    assert not choice.is_kept
    assert chosen_source(home, "auto") == "auto"
    assert "address" in [one.token for one in choice.offers()]
    assert camera.source == "http://camera/video"
    camera.close()


def test_a_choice_beside_a_given_camera_is_none_to_forget(home: Path) -> None:
    keep(KeptEye("photographs"), home / EYE)
    assert not EyeChoice(home, "sim", SimulatedTable(1), PhoneEye(), lambda: None).is_kept


def test_a_first_look_tells_dice_and_is_not_dear() -> None:
    reader, field = Brightest(), Field()
    first_look = FirstLook(reader, NoTags())
    empty, lying = tray(), tray(((30, 40), (90, 60)))
    told = [
        [check.code for check in first_look.checks(Frame(pixels, at, 0), about, Layout())]
        for pixels, at, about in (
            (empty, 1.0, field),
            (lying, 2.0, field),  # too soon
            (lying, 2.0, Field()),  # another camera
            (lying, 9.0, field),
        )
    ]
    assert told == [["dice-unseen"], ["dice-unseen"], ["dice-seen"], ["dice-seen"]]
