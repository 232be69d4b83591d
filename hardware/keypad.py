"""A USB keypad as buttons: the keys 1 to 8, read from Linux's input events.

The layout of an event and the two requests are those of linux/input.h.
"""

import logging
import os
import select
import struct
import sys
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from companion.errors import SettingsError
from companion.words import Seat
from hardware.loop import JOIN_S

BY_ID = Path("/dev/input/by-id")

_EVENT = struct.Struct("@llHHi")  # seconds, microseconds, type, code, value
_EV_KEY, _PRESSED = 1, 1  # 0 is let go, 2 is held
_EVIOCGRAB, _EVIOCSCLOCKID = 0x40044590, 0x400445A0
_LATEST_S = 1.0  # an event that says it is older is from another clock

_log = logging.getLogger(__name__)


class Keypad:
    """Reads key presses in a thread of its own.

    Args:
        device: an open file descriptor of an input device; closed by `close`.
        seats: which seat a key code belongs to.
        on_press: called with the seat and the monotonic time of the press.
    """

    def __init__(
        self, device: int, seats: Mapping[int, Seat], on_press: Callable[[Seat, float], None]
    ) -> None:
        self._device, self._seats, self._on_press = device, seats, on_press
        self._wake, self._waker = os.pipe()
        self._thread = threading.Thread(target=self._run, name="keypad", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop reading and let go of the device."""
        os.close(self._waker)
        self._thread.join(JOIN_S)
        os.close(self._wake)
        os.close(self._device)

    def _run(self) -> None:
        rest = b""
        while True:
            ready, _, _ = select.select([self._device, self._wake], [], [])
            if self._wake in ready:
                return
            try:
                data = os.read(self._device, 64 * _EVENT.size)
            except OSError as problem:
                data = b""
                _log.warning("keypad: %s", problem.strerror)
            if not data:
                _log.warning("the keypad is gone; plug it in and start again")
                return
            rest += data
            whole = len(rest) // _EVENT.size * _EVENT.size
            for event in _EVENT.iter_unpack(rest[:whole]):
                self._take(*event)
            rest = rest[whole:]

    def _take(self, seconds: int, micros: int, kind: int, code: int, value: int) -> None:
        if kind == _EV_KEY and value == _PRESSED and code in self._seats:
            now, at = time.monotonic(), seconds + micros / 1e6
            self._on_press(self._seats[code], at if now - _LATEST_S <= at <= now else now)


def open_keypad(
    name: str, seats: Mapping[int, Seat], on_press: Callable[[Seat, float], None]
) -> Keypad:
    """Open a keypad by its path, or the only keyboard there is.

    While it is open its keys reach nobody else: digits would otherwise go to the console.

    Raises:
        SettingsError: there is none, there are several, or it may not be read.
    """
    path = name or _only_keyboard()
    import fcntl  # noqa: PLC0415  # Windows has none

    try:
        device = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    except OSError as problem:
        raise SettingsError(
            f"cannot be read: {problem.strerror}",
            where=path,
            mend="add this user to the group input, or use --buttons mock",
        ) from problem
    try:
        fcntl.ioctl(device, _EVIOCSCLOCKID, struct.pack("@i", time.CLOCK_MONOTONIC))
        fcntl.ioctl(device, _EVIOCGRAB, 1)
    except OSError as problem:
        os.close(device)
        raise SettingsError(
            "is no free keyboard", where=path, mend=f"found: {', '.join(_keyboards()) or 'none'}"
        ) from problem
    return Keypad(device, seats, on_press)


def _only_keyboard() -> str:
    if sys.platform != "linux":
        raise SettingsError("keypads are read on Linux only", mend="use --buttons mock")
    found = _keyboards()
    if len(found) != 1:
        what = f"there are {len(found)} keyboards" if found else "there is no USB keypad"
        each = ", or ".join(f"usb:{path}" for path in found)
        raise SettingsError(what, mend=f"write {each}" if found else "plug it in")
    return found[0]


def _keyboards() -> list[str]:
    return sorted(map(str, BY_ID.glob("*-event-kbd")))
