"""What the doctor says of camera, light and buttons."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from threading import Thread

import pytest
from gpiozero.pins.mock import MockFactory
from msgspec.structs import replace

from companion.doctor import Check, worst
from companion.words import Seat
from hardware.cameras.reconnection import SteadyCamera, steady_camera
from hardware.cameras.usb_names import usb_model
from hardware.checks import (
    button_checks,
    camera_checks,
    deeds_checks,
    panel_checks,
    picture_checks,
    press_checks,
    watched_checks,
)
from hardware.field import Field
from hardware.panel import PRESS_S, MissingPin, Panels, open_panels
from hardware.patterns import BLINK
from hardware.pins import SeatPins
from hardware.presses import ROUND_S, Trace
from hardware.simulated.table import SimulatedTable
from tests.support.drawn_trays import drawn_on, no_mat
from tests.support.ribbon import Ribbon
from tests.support.waiting import soon


def steady() -> SteadyCamera:
    return SteadyCamera(SimulatedTable(1).camera(rate=1000.0), SimulatedTable(1).camera)


def named(checks: Sequence[Check], name: str) -> Check:
    return next(check for check in checks if check.name == name)


def test_the_simulated_table_is_no_camera_but_its_mat_is_found() -> None:
    checks = camera_checks("sim", SimulatedTable(1))
    assert named(checks, "camera").code == "camera-simulated"
    assert named(checks, "mat").health == "ok"
    assert named(checks, "light").health == "ok"


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take all cameras away."""
    monkeypatch.setattr("hardware.cameras.opening.pi_is_there", lambda: False)
    monkeypatch.setattr("hardware.cameras.opening.usb_numbers", tuple)


@pytest.mark.usefixtures("bare")
def test_where_no_camera_is_found_the_drawn_table_is_not_praised() -> None:
    (told,) = camera_checks("auto", SimulatedTable(1))
    assert (told.health, told.code) == ("warn", "camera-none")
    camera = steady_camera("auto")
    frame = camera.read()
    assert [c.code for c in watched_checks(camera, lambda: frame, Field())] == ["camera-none"]
    camera.close()


def test_the_model_the_lens_and_the_frames_of_a_camera_are_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ribbon = Ribbon()
    monkeypatch.setitem(sys.modules, "picamera2", ribbon.module())
    camera = steady_camera("pi?width=320")
    frame = replace(camera.read(), number=41, focus=2.0)
    told = watched_checks(camera, lambda: frame, Field(), lambda: 40)
    assert named(told, "camera").words.startswith(f"pi ({camera.model}) gives")
    assert camera.model
    assert named(told, "focus").words == "The lens sees sharply at 50 cm."
    assert named(told, "frames").facts == {"taken": 42, "looked": 40, "skipped": 2}
    camera.close()


def test_a_usb_camera_says_its_model(tmp_path: Path) -> None:
    (tmp_path / "video2").mkdir()
    (tmp_path / "video2" / "name").write_text("HD Pro Webcam C920\n")
    assert usb_model("2", tmp_path) == "HD Pro Webcam C920"
    assert usb_model("3", tmp_path) == ""


def test_a_camera_that_cannot_be_opened_is_bad(tmp_path: Path) -> None:
    checks = camera_checks(f"dir:{tmp_path / 'gone'}", SimulatedTable(1))
    assert worst(checks) == "bad"


def test_pictures_without_a_mat_are_the_tray_as_a_whole() -> None:
    folder = Path(__file__).parents[1] / "end_to_end" / "pictures"
    checks = camera_checks(f"dir:{folder}", SimulatedTable(1))
    assert named(checks, "camera").health == "ok"
    assert "whole picture" in named(checks, "mat").words


@pytest.mark.parametrize(
    ("tilt", "sized", "health", "said"),
    [
        (0.0, "sized", "ok", "leans about 0 degrees"),
        (45.0, "sized", "warn", "leans about 4"),
        (45.0, "unsized", "ok", "read in the tray as it was drawn"),
    ],
)
def test_a_tray_that_was_drawn_counts_where_no_mat_is_seen(
    tilt: float, sized: str, health: str, said: str
) -> None:
    table = SimulatedTable(3, tilt=tilt)
    drawn = drawn_on(table)
    if sized == "unsized":
        drawn = replace(drawn, inside=None)
    (mat, *_) = picture_checks(table.seen(0.0), no_mat, drawn)
    assert (mat.name, mat.health) == ("mat", health)
    assert said in mat.words


@pytest.mark.parametrize(("width", "size"), [(1280, None), (800, "--size 24"), (640, "--size 30")])
def test_where_stickers_show_too_few_pixels_larger_ones_are_asked_for(
    width: int, size: str | None
) -> None:
    table = SimulatedTable(1, size=(width, width * 9 // 16))
    told = [check for check in picture_checks(table.seen(0.0)) if check.name == "sticker size"]
    assert [check.health for check in told] == ["ok" if size is None else "warn"]
    assert [(size or "") in check.mend for check in told] == [True]
    if size is None:
        assert "seen from" in told[0].words


def test_a_lost_camera_is_bad_while_it_is_watched() -> None:
    camera = steady()
    frame = camera.read()
    camera.close()
    assert worst(watched_checks(camera, lambda: frame, Field())) == "bad"


def test_light_that_changes_is_said_until_it_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    ribbon = Ribbon()
    monkeypatch.setitem(sys.modules, "picamera2", ribbon.module())
    camera = steady_camera("pi?width=320")

    def said() -> bool:
        frame = camera.read()
        told = watched_checks(camera, lambda: frame, Field())
        return "light-changes" in {check.code for check in told}

    assert said()
    monkeypatch.setattr("hardware.cameras.exposure.STANDS_S", 0.0)
    assert not said()
    camera.close()


def test_a_watched_camera_is_looked_at_without_taking_a_frame() -> None:
    camera = steady()
    frame = camera.read()
    assert named(watched_checks(camera, lambda: frame, Field()), "mat").health == "ok"
    assert worst(watched_checks(camera, lambda: None, Field())) == "bad"  # nothing was seen yet


def test_buttons_that_are_not_there_are_bad() -> None:
    assert worst(button_checks("mock", 8)) == "ok"
    assert worst(button_checks("usb:/dev/null", 8)) == "bad"


@pytest.fixture
def panels() -> Iterator[Panels]:
    opened = open_panels("mock", 8)
    yield opened
    opened.close()


def test_a_taken_pin_is_said_with_its_seat_and_its_mend(panels: Panels) -> None:
    panels.taken.append(MissingPin(Seat(6), "lamp", 20, "GPIO busy"))
    (_, told) = panel_checks(panels, "gpio", 8)
    assert (told.health, told.code, told.facts) == ("warn", "lamp-taken", {"seat": 7, "pin": 20})
    assert told.words.startswith(
        "The lamp of seat 7 stays dark: something else has taken its pin, GPIO 20: GPIO busy; "
        "switch the sound card off"
    )
    assert told.mend.startswith("Switch off what uses it")


def test_a_stuck_button_is_said(panels: Panels, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.debounce.STUCK_S", 0.0)
    panels._buttons[Seat(2)].drive_low()
    assert soon(lambda: panels.stuck == (2,))
    (_, told) = panel_checks(panels, "gpio", 8)
    assert (told.code, told.facts) == ("button-stuck", {"seat": 3})


def test_each_button_is_waited_for_until_it_is_pressed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pin is pressed as soon as its panel is there; the last seat never is."""
    opened = open_panels("mock", 3)
    heard: list[tuple[int, str]] = []

    def tell(seat: Seat, press: Trace) -> None:
        heard.append((seat, press.source))
        assert press.bounces == 0
        assert press.seconds is not None
        assert press.seconds >= PRESS_S
        assert soon(lambda: opened._lamps[seat].lit)  # by the thread of the lamps
        if seat == 0:
            Thread(target=opened.press, args=(Seat(1),)).start()

    Thread(target=opened.press, args=(Seat(0),)).start()
    monkeypatch.setattr("hardware.checks.open_panels", lambda *_: opened)
    monkeypatch.setattr(Panels, "are_real", True)
    *_, told = press_checks("mock", 3, None, 1.5, tell)
    assert heard == [(0, "GPIO 16"), (1, "GPIO 17")]
    assert (told.code, told.facts) == ("buttons-unpressed", {"pressed": "1, 2", "silent": "3"})


def test_nobody_waits_for_presses_where_no_hand_can_press() -> None:
    for kind, code in (("mock", "buttons-simulated"), ("none", "buttons-none")):
        (told,) = press_checks(kind, 3, None, 3600.0, lambda *_: None)
        assert told.code == code


def test_what_goes_round_shows_it_and_what_stands_still_too(panels: Panels) -> None:
    panels.show(Seat(0), BLINK)
    assert soon(lambda: panels.age() > 0.1)
    assert soon(lambda: panels.age() < 0.1)
    panels._presses.stop()
    assert soon(lambda: panels.age() > 2 * ROUND_S)


def test_a_pin_that_something_else_is_meant_for_is_warned_of() -> None:
    panels = Panels((SeatPins(button=3, lamp=15), SeatPins(button=16, lamp=18)), MockFactory())
    found = [one for one in panel_checks(panels, "gpio", 2) if one.code == "pin-reserved"]
    assert [one.facts for one in found] == [
        {"seat": 1, "pin": 3, "use": "I2C"},
        {"seat": 1, "pin": 15, "use": "UART (serial)"},
    ]
    panels.close()


def test_the_camera_for_the_deeds_is_looked_at_too_where_there_is_one() -> None:
    table = SimulatedTable(3)
    assert deeds_checks("auto", table) == ()
    assert {check.name for check in deeds_checks("sim", table)} == {"deeds camera", "deeds light"}
    (lost,) = deeds_checks("usb:97", table)
    assert (lost.name, lost.health) == ("deeds camera", "bad")
