"""The Pi's camera, on a Picamera2 that behaves as the library's source says."""

import math
import sys

import pytest

from calibration.mat import A3
from companion.errors import CameraError
from hardware.cameras.live_camera import PATIENCE_S
from hardware.cameras.options import CameraOptions
from hardware.cameras.pi import USUAL, PiCamera, open_pi, pi_is_there
from tests.support.ribbon import CONTROLS, CSI, USB, Ribbon, info
from tests.support.ticks import Ticks

LOWEST_MM = 500
"""The height of the camera from which on the user's README promises that all is seen."""


@pytest.fixture
def ribbon(monkeypatch: pytest.MonkeyPatch) -> Ribbon:
    ribbon = Ribbon()
    monkeypatch.setitem(sys.modules, "picamera2", ribbon.module())
    return ribbon


def test_frames_carry_the_sensors_time_and_every_request_is_given_back(ribbon: Ribbon) -> None:
    ribbon.metadata["SensorTimestamp"] = 12_500_000_000
    assert pi_is_there()
    camera = open_pi(CameraOptions(rate=10))
    first, second = camera.read(), camera.read()
    assert (first.at, first.number, second.number) == (12.5, 0, 1)
    assert first.pixels.shape == (720, 1280, 3)
    [device] = ribbon.devices
    assert device.lent == 0
    assert device.configuration == {
        "main": {"size": (1280, 720), "format": "RGB888"},
        "sensor": {"output_size": (2304, 1296), "bit_depth": 10},
        "buffers": 3,
        "controls": {"FrameRate": 10},
    }
    camera.close()
    assert ribbon.holder is None


@pytest.mark.parametrize(
    ("model", "size"),
    [
        ("imx708", (1920, 1080)),
        ("imx219", (1640, 1232)),
        ("ov5647", (1296, 972)),
        ("imx477", (1920, 1438)),
    ],
)
def test_a_wider_picture_is_no_wider_than_what_the_sensor_gives(
    ribbon: Ribbon, model: str, size: tuple[int, int]
) -> None:
    ribbon.properties = {"Model": model}
    open_pi(CameraOptions(width=1920))
    assert ribbon.devices[0].configuration["main"]["size"] == size


def test_a_frame_without_its_time_counts_as_taken_now(ribbon: Ribbon) -> None:
    ribbon.controls, ticks = CONTROLS, Ticks()
    camera = PiCamera(_open(ribbon), clock=ticks)
    ribbon.unsaid = {"SensorTimestamp"}
    assert camera.read().at == ticks.now


@pytest.mark.parametrize(
    ("model", "degrees", "size", "mode"),
    [
        ("imx708", 66.0, (1280, 720), ((2304, 1296), 10)),
        ("imx708_wide", 102.0, (1280, 720), ((2304, 1296), 10)),
        ("imx219", 62.2, (1280, 960), ((1640, 1232), 10)),
        ("ov5647", 53.5, (1280, 960), ((1296, 972), 10)),
        ("imx477", 55.3, (1280, 958), ((2028, 1520), 12)),  # with the 6 mm lens
    ],
)
def test_the_whole_sensor_is_asked_for_and_sees_the_mat_from_the_lowest_height(
    ribbon: Ribbon,
    model: str,
    degrees: float,
    size: tuple[int, int],
    mode: tuple[tuple[int, int], int],
) -> None:
    ribbon.properties = {"Model": model}
    open_pi(CameraOptions())
    configuration = ribbon.devices[0].configuration
    asked = configuration["sensor"]
    assert (configuration["main"]["size"], (asked["output_size"], asked["bit_depth"])) == (
        size,
        mode,
    )
    width_mm = 2 * LOWEST_MM * math.tan(math.radians(degrees / 2))
    assert width_mm > A3.width
    assert width_mm * size[1] / size[0] > A3.depth


def test_of_an_unknown_sensor_the_binned_mode_is_taken_that_cuts_nothing_off(
    ribbon: Ribbon,
) -> None:
    ribbon.properties = {"Model": "imx519"}
    whole, part = (0, 0, 4656, 3496), (400, 600, 3840, 2160)
    ribbon.modes = [
        {"format": "MJPEG"},
        {"size": (1280, 720), "bit_depth": 10, "crop_limits": part},
        {"size": (2328, 1748), "bit_depth": 10, "crop_limits": whole},
        {"size": (4656, 3496), "bit_depth": 10, "crop_limits": whole},
    ]
    open_pi(CameraOptions())
    configuration = ribbon.devices[0].configuration
    assert configuration["sensor"] == {"output_size": (2328, 1748), "bit_depth": 10}
    assert configuration["main"]["size"] == (1280, 960)


def test_a_sensor_that_names_no_mode_is_left_to_the_library(ribbon: Ribbon) -> None:
    ribbon.properties = {}
    open_pi(CameraOptions())
    configuration = ribbon.devices[0].configuration
    assert (configuration["sensor"], configuration["main"]["size"]) == ({}, (1280, 720))


def test_a_cable_pulled_out_is_a_lost_camera_that_can_be_closed(ribbon: Ribbon) -> None:
    camera = open_pi(CameraOptions())
    ribbon.is_out = True
    with pytest.raises(CameraError, match="pi: It has given no picture"):
        camera.read()
    camera.close()
    assert ribbon.holder is None
    assert not ribbon.hung.is_set()


@pytest.mark.parametrize(("rate", "patience"), [(12, 1.5), (0.5, 6.0)])
def test_silence_is_noticed_soon_but_the_first_frame_may_take_its_time(
    ribbon: Ribbon, rate: float, patience: float
) -> None:
    camera = open_pi(CameraOptions(rate=rate))
    camera.focus_on(1.6)
    camera.read()
    camera.read()
    assert ribbon.waits == [PATIENCE_S, patience]


def test_a_pi_without_a_camera_says_so(ribbon: Ribbon) -> None:
    ribbon.known = []
    assert not pi_is_there()
    with pytest.raises(CameraError, match="no camera on the ribbon cable"):
        open_pi(CameraOptions())


def test_a_usb_camera_that_libcamera_lists_is_no_camera_on_the_ribbon(ribbon: Ribbon) -> None:
    ribbon.known = info(USB)
    assert not pi_is_there()
    with pytest.raises(CameraError, match="no camera on the ribbon cable"):
        open_pi(CameraOptions())
    ribbon.known = info(USB, CSI)
    open_pi(CameraOptions())
    assert ribbon.devices[0].number == 1


@pytest.mark.parametrize("where", ["configure", "start"])
@pytest.mark.parametrize("error", [RuntimeError("bad"), ValueError("bad"), KeyError("bad")])
def test_what_cannot_be_set_up_is_given_back(ribbon: Ribbon, where: str, error: Exception) -> None:
    ribbon.fails[where] = error
    with pytest.raises(CameraError, match=r"pi: .*bad"):
        open_pi(CameraOptions())
    assert ribbon.holder is None
    ribbon.fails.clear()
    open_pi(CameraOptions()).read()


def test_a_library_that_cannot_be_imported_is_no_camera(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def mismatched(_name: str) -> None:
        raise ValueError("numpy.dtype size changed, may indicate binary incompatibility")

    class Finder:
        def find_spec(self, name: str, *_more: object) -> None:
            if name == "picamera2":
                mismatched(name)

    monkeypatch.setattr(sys, "meta_path", [Finder(), *sys.meta_path])
    assert not pi_is_there()
    with pytest.raises(CameraError, match=r"pi: Picamera2 fails: numpy\.dtype size changed"):
        open_pi(CameraOptions())


def test_it_focuses_once_and_then_the_lens_stands(ribbon: Ribbon) -> None:
    camera = open_pi(CameraOptions())
    assert [camera.read().focus for _ in range(3)] == [1.9, 1.9, 1.9]
    assert _of_the_lens(ribbon) == [
        {"AfMode": 1, "AfTrigger": 0},
        {"AfMode": 0, "LensPosition": 1.9},
    ]


def test_a_lens_that_was_set_before_does_not_focus_again(ribbon: Ribbon) -> None:
    camera = open_pi(CameraOptions())
    camera.focus_on(1.6)
    assert camera.read().focus == 1.6
    assert _of_the_lens(ribbon) == [{"AfMode": 0, "LensPosition": 1.6}]


def test_focusing_anew_does_not_believe_what_was_said_of_the_last_time(ribbon: Ribbon) -> None:
    ribbon.scan = [2, 2, 1, 2]
    camera = open_pi(CameraOptions())
    camera.focus_on(1.6)
    camera.read()
    ribbon.sharp_at = 1.8
    assert camera.refocus().focus == 1.8
    assert camera.read().focus == 1.8


@pytest.mark.parametrize("scan", [[0, 1, 3], []])
def test_a_lens_that_finds_nothing_sharp_stands_for_the_usual_height(
    ribbon: Ribbon, scan: list[int]
) -> None:
    ribbon.scan = scan
    ticks = Ticks()
    camera = PiCamera(_open(ribbon), clock=lambda: _passing(ticks))
    assert camera.read().focus is None
    assert _of_the_lens(ribbon)[-1] == {"AfMode": 0, "LensPosition": USUAL}


def test_a_lens_that_stands_fast_is_told_nothing(ribbon: Ribbon) -> None:
    ribbon.controls = CONTROLS
    camera = open_pi(CameraOptions())
    camera.focus_on(1.6)
    assert camera.read().focus is None
    assert camera.refocus().focus is None
    assert _of_the_lens(ribbon) == []


def _open(ribbon: Ribbon) -> object:
    open_pi(CameraOptions())
    return ribbon.devices[-1]


def _of_the_lens(ribbon: Ribbon) -> list[dict[str, object]]:
    return [controls for controls in ribbon.set if "AfMode" in controls]


def _passing(ticks: Ticks) -> float:
    ticks.sleep(0.1)
    return ticks.now
