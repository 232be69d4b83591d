"""What may see the dice, and what is found again at the next start."""

import logging
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import NoReturn

import pytest

from companion import eye
from companion.errors import CameraError, SettingsError
from companion.eye import EyeChoice, KeptEye, chosen_source
from companion.files import keep
from companion.journal.swap import DEEDS_EYE, EYE
from companion.vision.frame import Frame
from hardware.cameras import usb_names
from hardware.cameras.changeover import is_same_device
from hardware.cameras.opening import open_camera
from hardware.cameras.options import CameraOptions, split_source
from hardware.cameras.phone import PhoneEye
from hardware.cameras.reconnection import SteadyCamera
from hardware.cameras.usb_names import number_of, usb_cameras
from hardware.field import Field, Layout
from hardware.first_look import FirstLook
from hardware.simulated.table import SimulatedTable
from tests.hardware.test_watcher import Brightest, tray
from tests.support.two_eyes import Fed
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
        monkeypatch.setattr(usb_names, "usb_numbers", lambda: self.numbers)
        self.links = root / "v4l"
        monkeypatch.setattr(usb_names, "LINKS", self.links)
        monkeypatch.setattr(usb_names, "DEVICES", f"{root}/")
        monkeypatch.setattr(eye, "usb_cameras", lambda: usb_cameras(self.known, self.links))

    def has(self, number: int, model: str, *, bus: str = "usb", index: int = 0) -> None:
        node = self._root / BUSES[bus] / f"video{number}"
        node.mkdir(parents=True)
        (node / "name").write_text(f"{model}\n")
        (node / "index").write_text(f"{index}\n")
        (self.known / node.name).symlink_to(node)
        self.numbers.append(number)

    def names(self, kind: str, name: str, number: int, *, index: int = 0) -> str:
        """Lay a link to a video device, as udev does; return the source that names it so."""
        link = self.links / kind / f"{name}-video-index{index}"
        link.parent.mkdir(parents=True, exist_ok=True)
        link.unlink(missing_ok=True)
        link.symlink_to(f"../../video{number}")
        return f"usb:{link}"


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


def beside(choice: EyeChoice, home: Path) -> EyeChoice:
    """An eye for the deeds, opened."""
    deeds = EyeChoice(home, "auto", SimulatedTable(1), PhoneEye(), lambda: None, beside=choice)
    deeds.open(lambda _said, _why: None)
    choice.heed(deeds)
    return deeds


def test_no_camera_is_offered_for_the_deeds_that_sees_the_dice_nor_the_other_way_round(
    machine: Machine, home: Path
) -> None:
    machine.has(0, "C920")
    machine.has(2, "another")
    keep(KeptEye("usb:0", "C920"), home / EYE)
    keep(KeptEye("usb:2", "another"), home / DEEDS_EYE)
    dice = EyeChoice(home, "auto", SimulatedTable(1), PhoneEye(), lambda: None)
    dice.open(lambda _said, _why: None)
    deeds = beside(dice, home)
    assert [one.token for one in deeds.offers()] == ["none", "usb:2", "phone"]
    assert [one.kind for one in deeds.offers()] == ["same", "usb", "phone"]
    assert "usb:2" not in [one.token for one in dice.offers()]
    for choice, taken in ((deeds, "usb:0"), (dice, "usb:2")):
        with pytest.raises(SettingsError) as caught:
            choice.choose(taken)
        assert caught.value.code == "eye-gone"


def test_without_a_choice_no_camera_is_for_the_deeds_alone(home: Path, choice: EyeChoice) -> None:
    deeds = beside(choice, home)
    assert not deeds.looks
    assert not choice.is_for_dice_alone
    assert [one.token for one in deeds.offers() if one.is_chosen] == ["none"]


def test_a_start_names_no_camera_for_both_and_a_kept_one_gives_way(home: Path) -> None:
    address = "http://127.0.0.1:9/video"
    keep(KeptEye(address), home / EYE)
    dice = EyeChoice(home, "auto", SimulatedTable(1), PhoneEye(), lambda: None)
    dice.open(lambda _said, _why: None)
    named = EyeChoice(
        home, f"http://ann:pw@{address[7:]}", SimulatedTable(1), PhoneEye(), _nothing, beside=dice
    )
    with pytest.raises(SettingsError) as caught:
        named.open(lambda _said, _why: None)
    assert caught.value.code == "eye-taken"
    keep(KeptEye(address), home / DEEDS_EYE)
    kept = beside(dice, home)
    assert not kept.looks


def _nothing() -> None:
    """Tell nobody."""


@pytest.mark.parametrize(("source", "kind"), [("sim", "same"), ("none", "tapped")])
def test_without_a_camera_of_their_own_deeds_are_seen_with_the_dice_or_tapped(
    home: Path, source: str, kind: str
) -> None:
    dice = EyeChoice(home, source, SimulatedTable(1), PhoneEye(), lambda: None)
    camera = dice.open(lambda _said, _why: None)
    offers = beside(dice, home).offers()
    camera.close()
    assert [one.kind for one in offers if one.is_chosen] == [kind]
    assert ("sim" in [one.kind for one in offers]) is (source == "sim")


def test_one_address_is_for_one_place(home: Path, choice: EyeChoice) -> None:
    address = "http://127.0.0.1:9/video"
    keep(KeptEye(address, address=address), home / DEEDS_EYE)
    beside(choice, home)
    assert choice.is_for_dice_alone
    with pytest.raises(SettingsError) as caught:
        choice.choose("", address)
    assert caught.value.code == "eye-taken"
    assert choice.trying == ""


def test_who_chooses_a_camera_for_the_deeds_keeps_the_one_for_the_dice(
    machine: Machine, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the next start might find that of the deeds first."""
    machine.has(0, "C920")
    monkeypatch.setattr("companion.eye.steady_camera", partial(_fed, "usb:0"))
    dice = EyeChoice(home, "auto", SimulatedTable(1), PhoneEye(), lambda: None)
    dice.open(lambda _said, _why: None)
    monkeypatch.undo()
    deeds = beside(dice, home)
    deeds._keep("usb:2")
    assert chosen_source(home, "auto") == "usb:0"


def _fed(source: str, *_given: object, **_also: object) -> SteadyCamera:
    camera = Fed(source, iter(()))
    return SteadyCamera(camera, lambda: camera)


def test_a_camera_is_offered_by_the_name_that_lasts(machine: Machine, choice: EyeChoice) -> None:
    machine.has(0, "C920")
    machine.has(1, "C920", index=1)
    source = machine.names("by-id", "usb-046d_C920_8D5F", 0)
    machine.names("by-id", "usb-046d_C920_8D5F", 1, index=1)
    machine.names("by-path", "platform-usb-0:1.1:1.0", 0)
    offered = next(one for one in choice.offers() if one.kind == "usb")
    assert (offered.token, offered.name) == (source, "usb:0 (C920)")


def test_two_alike_are_told_apart_by_where_they_are_plugged_in(machine: Machine) -> None:
    """Without a serial number udev has one name for both, which leads to the one found last."""
    machine.has(0, "C270")
    machine.has(2, "C270")
    machine.has(4, "C920")
    machine.names("by-id", "usb-046d_C270", 2)
    other = machine.names("by-id", "usb-046d_C920_8D5F", 4)
    near, far = (machine.names("by-path", f"usb-0:1.{n}:1.0", 2 * n) for n in (0, 1))
    machine.names("by-path", "usb-0:1.2:1.0", 4)
    expected = {near: "C270", far: "C270", other: "C920"}
    assert expected == usb_cameras(machine.known, machine.links)


def test_cameras_that_change_their_numbers_keep_their_places(machine: Machine, home: Path) -> None:
    machine.has(0, "C270")
    machine.has(2, "C270")
    dice, deeds = (machine.names("by-path", f"usb-0:1.{n}:1.0", 2 * n) for n in (0, 1))
    keep(KeptEye(dice, "C270"), home / EYE)
    keep(KeptEye(deeds, "C270"), home / DEEDS_EYE)
    machine.names("by-path", "usb-0:1.0:1.0", 2)
    machine.names("by-path", "usb-0:1.1:1.0", 0)
    assert (chosen_source(home, "auto"), chosen_source(home, "auto", "deeds")) == (dice, deeds)
    assert (number_of(dice[4:]), number_of(deeds[4:])) == ("2", "0")
    (machine.links / "by-path" / "usb-0:1.0:1.0-video-index0").unlink()
    assert chosen_source(home, "auto") == dice  # pulled out: the other one is not taken for it
    assert number_of(dice[4:]) == ""


def test_of_a_cameras_devices_the_one_with_pictures_is_taken(machine: Machine) -> None:
    machine.names("by-id", "usb-046d_C920", 4)
    second = machine.names("by-id", "usb-046d_C920", 5, index=1)
    assert number_of(second.removeprefix("usb:")) == "4"


def test_one_device_by_two_names_is_one(machine: Machine) -> None:
    source = machine.names("by-id", "usb-046d_C920", 4)
    assert is_same_device(source, "usb:4")
    assert is_same_device(f"{source}?rate=5", "usb:4")
    assert not is_same_device(source, "usb:0")


def test_what_is_looked_through_is_offered_once_by_any_name(
    machine: Machine, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine.has(0, "C920")
    machine.names("by-id", "usb-046d_C920", 0)
    keep(KeptEye("usb:0", "C920"), home / EYE)
    monkeypatch.setattr("companion.eye.steady_camera", partial(_fed, "usb:0"))
    choice = EyeChoice(home, "auto", SimulatedTable(1), PhoneEye(), lambda: None)
    choice.open(lambda _said, _why: None)
    usb = [(one.token, one.is_chosen) for one in choice.offers() if one.kind == "usb"]
    assert usb == [("usb:0", True)]


def test_a_bare_device_is_a_usb_camera() -> None:
    assert split_source("/dev/video2?rate=5", CameraOptions())[:2] == ("usb", "/dev/video2")
    assert split_source("usb:/dev/v4l/by-path/pci-0:1.0-video-index0", CameraOptions())[1] == (
        "/dev/v4l/by-path/pci-0:1.0-video-index0"
    )


def test_a_camera_that_comes_back_under_another_number_is_opened_again(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[int] = []

    def capture(number: int, *_words: object) -> NoReturn:
        opened.append(number)
        raise CameraError(code="camera-shut", where=str(number))

    monkeypatch.setattr("cv2.VideoCapture", capture)
    monkeypatch.setattr(Path, "exists", lambda _path: True)
    source = machine.names("by-id", "usb-046d_C920", 0)
    for number in (0, 3):
        machine.names("by-id", "usb-046d_C920", number)
        with pytest.raises(CameraError):
            open_camera(source)
    assert opened == [0, 3]
