import http.server
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.errors import CameraError
from companion.vision.frame import Camera, Pixels
from hardware.cameras import CameraOptions, open_camera
from hardware.cameras.options import split_source
from hardware.simulated.table import SimulatedTable


@pytest.fixture(scope="module")
def table() -> SimulatedTable:
    return SimulatedTable(1, size=(320, 180))


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("telescope", "is no camera"),
        ("usb:97", "no such camera now. Found:"),
        ("usb:front", "has a number"),
        ("dir:", "names nothing"),
        ("dir:/nowhere", "no such folder"),
        ("file:/nowhere.mp4", "no such file"),
        ("sim?speed=3", "unknown field"),
        ("sim?rate=9999", "rate is 9999"),
        ("pi", "library of the Pi.s camera is missing"),
    ],
)
def test_what_cannot_be_opened_says_why_and_what_to_do(source: str, words: str) -> None:
    with pytest.raises(CameraError, match=words) as problem:
        open_camera(source)
    assert problem.value.mend


def test_auto_takes_the_simulated_table_where_no_camera_is(
    table: SimulatedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hardware.cameras.opening._worth_trying", list)
    camera = open_camera("auto", table=table)
    assert (camera.name, camera.simulated) == ("sim", True)
    assert camera.read().pixels.shape == (180, 320, 3)


def test_auto_takes_the_first_usb_camera_that_gives_a_picture(
    monkeypatch: pytest.MonkeyPatch, table: SimulatedTable
) -> None:
    def opened(number: str, _options: CameraOptions) -> object:
        if number != "2":
            raise CameraError("no such camera")
        camera = table.camera()
        camera.name = "usb:2"
        return camera

    monkeypatch.setattr("hardware.cameras.opening._worth_trying", lambda: [0, 2, 3])
    monkeypatch.setattr("hardware.cameras.opening.open_usb", opened)
    assert open_camera("auto").name == "usb:2"


class Simple:
    """A USB camera as OpenCV opens it: it stays shut where a property is refused."""

    refused: frozenset[int] = frozenset()

    def __init__(self, _number: int, _backend: int, wanted: list[int]) -> None:
        self.open = not self.refused & set(wanted[::2])

    def isOpened(self) -> bool:  # noqa: N802  # as OpenCV has it
        return self.open

    def grab(self) -> bool:
        return self.open

    def retrieve(self) -> tuple[bool, Pixels]:
        return True, np.full((48, 64, 3), 90, np.uint8)

    def release(self) -> None:
        self.open = False


@pytest.mark.parametrize(
    "refused",
    [
        (),
        (cv2.CAP_PROP_FOURCC,),
        (cv2.CAP_PROP_FOURCC, cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT),
    ],
)
def test_a_usb_camera_that_refuses_what_is_asked_of_it_opens_as_it_is(
    monkeypatch: pytest.MonkeyPatch, refused: tuple[int, ...]
) -> None:
    monkeypatch.setattr(Simple, "refused", frozenset(refused))
    monkeypatch.setattr(cv2, "VideoCapture", Simple)
    monkeypatch.setattr(sys, "platform", "elsewhere")  # where nodes are not looked for
    camera = open_camera("usb:0")
    assert camera.read().pixels.shape == (48, 64, 3)
    camera.close()


def test_a_source_may_set_its_own_options() -> None:
    kind, rest, options = split_source("dir:pictures?hold=2&loop=1", CameraOptions(rate=5))
    assert (kind, rest) == ("dir", "pictures")
    assert (options.hold, options.loop, options.rate) == (2.0, True, 5.0)


def test_an_address_keeps_its_question_mark() -> None:
    address = "http://10.0.0.7/video?size=large"
    assert split_source(address, CameraOptions())[:2] == ("stream", address)


def test_a_folder_may_have_a_question_mark_in_its_name(tmp_path: Path) -> None:
    folder = tmp_path / "which?loop=1"
    folder.mkdir()
    assert split_source(f"dir:{folder}", CameraOptions())[1] == str(folder)


class Pictures(http.server.BaseHTTPRequestHandler):
    """Sends thirty frames as a network camera does, then hangs up."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        noise = np.random.default_rng(1).integers(0, 255, (96, 128, 3), np.uint8)
        jpeg = cv2.imencode(".jpg", noise)[1].tobytes()
        for _ in range(30):
            head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(jpeg)}\r\n\r\n"
            self.wfile.write(head.encode() + jpeg + b"\r\n")

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # likewise
        pass


@pytest.fixture
def address() -> Iterator[str]:
    server = http.server.HTTPServer(("127.0.0.1", 0), Pictures)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://user:secret@127.0.0.1:{server.server_port}/video"
    server.shutdown()
    server.server_close()


def test_a_stream_is_read_until_it_dies_and_its_name_hides_the_password(address: str) -> None:
    camera = open_camera(address)
    assert "secret" not in camera.name
    assert camera.read().pixels.shape == (96, 128, 3)
    with pytest.raises(CameraError, match="It gives no more pictures"):
        read_on(camera)
    camera.close()


def read_on(camera: Camera) -> None:
    for _ in range(40):
        camera.read()


def test_an_address_where_nobody_answers_is_refused() -> None:
    with pytest.raises(CameraError, match="No picture comes from this address"):
        open_camera("http://127.0.0.1:9/video")
