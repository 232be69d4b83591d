"""Addresses of network cameras: what a page may open, and that no password is shown."""

import pytest

from companion.errors import CameraError
from hardware.cameras.address import LONGEST, checked, host_of, is_address, shown
from hardware.cameras.opening import open_camera

SECRET = "geheim"


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("http://192.168.1.20:8080/video", "http://192.168.1.20:8080/video"),
        ("http://192.168.1.20", "http://192.168.1.20"),
        (f"rtsp://anna:{SECRET}@camera.local:554/live", "rtsp://camera.local:554/live"),
        (f"rtsp://anna:{SECRET}@x@camera.local/live", "rtsp://camera.local/live"),
        (f"http://camera/video.cgi?user=a&pwd={SECRET}", "http://camera/video.cgi"),
        (f"http://camera?pwd={SECRET}", "http://camera"),
        (f"http://camera/v#{SECRET}", "http://camera/v"),
        (f"rtsp://camera/user=a&password={SECRET}/1.sdp", "rtsp://camera/.../1.sdp"),
        (f"rtsp://anna:{SECRET[:3]}/{SECRET}@camera/live", "rtsp://..."),
        (f"rtsp://anna:{SECRET[:3]}?{SECRET}@camera/live", "rtsp://..."),
        (f"http://camera/v?pwd=a@{SECRET}", "http://..."),
        ("dir:photos?hold=2", "dir:photos?hold=2"),
        ("usb:0", "usb:0"),
    ],
)
def test_a_source_is_shown_without_what_may_be_a_password(address: str, told: str) -> None:
    assert shown(address) == told
    assert SECRET not in shown(address)


@pytest.mark.parametrize(
    "typed",
    [
        "http://192.168.1.20:8080/?action=stream",
        "  https://camera.local/video ",
        "rtsp://anna:geheim@192.168.1.20/live",
        "rtsps://[fe80::1]/live",
    ],
)
def test_an_address_of_a_stream_may_be_typed(typed: str) -> None:
    assert checked(typed) == typed.strip()
    assert is_address(checked(typed))


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "usb:0",
        "file:/etc/passwd",
        "dir:/home",
        "file:///etc/passwd",
        "concat:http://a|file:/etc/passwd",
        "http://",
        "http:///video",
        "http://camera:0/",
        "http://camera:99999/",
        "http://camera/a b",
        "http://camera/\r\nHost: elsewhere",
        "http://[camera/",
        "rtmp://camera/live",
        "pipe:0",
        "ffmpeg://camera",
        "http://camera/" + "a" * LONGEST,
    ],
)
def test_what_is_none_is_refused(typed: str) -> None:
    with pytest.raises(CameraError) as refused:
        checked(typed)
    assert refused.value.code == "no-address"


@pytest.mark.parametrize(
    "source",
    [
        f"ftp://anna:{SECRET}@127.0.0.1:9/x",
        f"ftp://anna:{SECRET}@127.0.0.1:9/x?speed=1",
        f"http://anna:{SECRET}@127.0.0.1:9/x?pwd={SECRET}",
        f"rtsps://anna:{SECRET}@127.0.0.1:9/x",
    ],
)
def test_nothing_that_is_said_of_an_address_has_its_password(
    source: str, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    with pytest.raises(CameraError) as refused:
        open_camera(source)
    said = "".join((str(refused.value), *capfd.readouterr(), caplog.text))
    assert "127.0.0.1" in said
    assert SECRET not in said


def test_two_addresses_may_lead_to_one_machine() -> None:
    assert host_of("http://a:b@CAMERA:80/x") == host_of("rtsp://camera/live") == "camera"
    assert host_of("usb:0") == host_of("http://[") == ""
