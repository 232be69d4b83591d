"""How USB cameras are named: by numbers, which are dealt at every start, and by names that last."""

import os
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

KNOWN = Path("/sys/class/video4linux")
"""Where Linux tells of its video devices."""
LINKS = Path("/dev/v4l")
"""Where udev names them by what they are (`by-id`) and by where they are plugged in (`by-path`)."""
DEVICES = "/dev/"
_INDEX = re.compile(r"video-index\d+$")


def as_usb(source: str) -> str:
    """Return a source that is a bare device, `/dev/video2`, as that of a USB camera."""
    return f"usb:{source}" if source.startswith(DEVICES) else source


def is_device(word: str) -> bool:
    """Return whether a word may name a USB camera."""
    return word.isdecimal() or word.startswith(DEVICES)


def is_lasting(source: str) -> bool:
    """Return whether a source names a USB camera by what it is, or by where it is plugged in."""
    return source.startswith(f"usb:{LINKS}/")


def names_before(name: str) -> Sequence[str]:
    """Return how a USB camera of a lasting name was called before: by the number it has now."""
    number = number_of(name.partition(":")[2]) if is_lasting(name) else ""
    return (f"usb:{number}", f"usb:{DEVICES}video{number}") if number else ()


def number_of(device: str) -> str:
    """Return the number that a USB camera has now, of its number or device; empty: it is not there.

    Of a camera's devices the first gives pictures; the others tell of them.
    """
    if device.isdecimal():
        return device
    first = _INDEX.sub("video-index0", device)
    path = first if os.path.lexists(first) else device
    node = re.fullmatch(r"video(\d+)", Path(os.path.realpath(path)).name)
    return node[1] if node and os.path.lexists(path) else ""


def usb_numbers() -> Sequence[int]:
    """Return the numbers of the video devices there are (Linux; elsewhere none are known)."""
    nodes = (re.fullmatch(r"video(\d+)", path.name) for path in Path("/dev").glob("video*"))
    return sorted(int(node[1]) for node in nodes if node)


def usb_cameras(known: Path = KNOWN, links: Path = LINKS) -> Mapping[str, str]:
    """Return the USB cameras there are (Linux), source and what each calls itself.

    A source lasts where udev knows a name that does: numbers are dealt anew at every start. A
    camera has more than one device; a Pi's codecs have some as well, and are no cameras. Elsewhere
    nobody can tell: the first two are named.
    """
    if sys.platform != "linux":
        return {"usb:0": "", "usb:1": ""}
    models = {n: usb_model(n, known) for n in map(str, usb_numbers()) if _is_a_camera(n, known)}
    by_id, by_path = _names(links / "by-id"), _names(links / "by-path")
    # Two that call themselves alike, without a number of their own, have one name for both.
    shared = {model for number, model in models.items() if number not in by_id}
    names = {
        number: by_path.get(number, number) if model in shared else by_id[number]
        for number, model in models.items()
    }
    return {f"usb:{names[number]}": model for number, model in models.items()}


def _names(folder: Path) -> Mapping[str, str]:
    """Return which name each camera has in a folder of links, by its number."""
    try:
        links = sorted(str(link) for link in folder.glob("*-video-index0"))
    except OSError:
        return {}
    return {number: link for link in reversed(links) if (number := number_of(link))}


def _is_a_camera(number: str, known: Path) -> bool:
    node = known / f"video{number}"
    try:
        is_first = (node / "index").read_text("ascii", "replace").strip() == "0"
    except OSError:
        return False
    path = os.path.realpath(node)
    return is_first and ("/usb" in path or "/platform/" not in path)


def usb_model(number: str, known: Path = KNOWN) -> str:
    """Return what a camera calls itself (Linux); or nothing."""
    try:
        return (known / f"video{number}" / "name").read_text("utf-8", "replace").strip()
    except OSError:
        return ""
