"""Keypads, presenters' clickers, game pads, arcade boards as buttons: Linux's input events.

The layout of an event and the two requests are those of linux/input.h.
"""

import logging
import os
import select
import struct
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from companion.errors import ErrorCode, SettingsError
from companion.words import Seat
from hardware.loop import Loop

BY_ID = Path("/dev/input/by-id")

GONE = SettingsError(code="keypad-gone")
"""It was there, and was pulled out."""

_EVENT = struct.Struct("@llHHi")  # seconds, microseconds, type, code, value
_EV_KEY = 1
_LET_GO, _PRESSED = 0, 1  # 2 is held
_EVIOCGRAB, _EVIOCSCLOCKID = 0x40044590, 0x400445A0
_LATEST_S = 1.0  # an event that says it is older is from another clock
_ROUND_S = 0.25  # how long stopping may take
_PAUSE_S = 1.0  # until a keypad that is gone is looked for again

_log = logging.getLogger(__name__)


class Keypad(Loop):
    """Reads key presses in a thread of its own; a keypad that is pulled out is looked for again.

    Args:
        find: opens the input device; raises `SettingsError` where it is not to be had.
        seats: which seat a key code belongs to.
        on_key: called with the key code, the monotonic time, and whether it is down now.
    """

    def __init__(
        self,
        find: Callable[[], int],
        seats: Mapping[int, Seat],
        on_key: Callable[[int, float, bool], None],
    ) -> None:
        super().__init__("keypad")
        self.trouble: SettingsError | None = None
        """Why there is no keypad now."""
        self._find, self._seats, self._on_key = find, seats, on_key
        self._down: set[int] = set()
        self._device: int | None = None
        self._rest = b""
        self._search()
        self.start()

    @property
    def known(self) -> tuple[Seat, ...]:
        """The seats that a key belongs to."""
        return tuple(sorted(set(self._seats.values())))

    def stop(self) -> None:
        """Stop reading and let go of the device."""
        super().stop()
        self._let_go()

    def _round(self) -> None:
        if self._device is not None:
            self._read(self._device)
        elif not self._stopping.wait(_PAUSE_S):
            self._search()

    def _search(self) -> None:
        try:
            self._device, self._rest, self.trouble = self._find(), b"", None
        except SettingsError as trouble:
            if self.trouble is None:
                _log.warning("no keypad: %s", trouble)
            self.trouble = trouble

    def _read(self, device: int) -> None:
        why = ""
        try:
            if not select.select([device], [], [], _ROUND_S)[0]:
                return
            data = os.read(device, 64 * _EVENT.size)
        except OSError as problem:
            data, why = b"", f": {problem.strerror}"
        if not data:
            self.trouble = GONE
            _log.warning("%s%s", GONE, why)
            self._let_go()
        self._rest += data
        whole = len(self._rest) // _EVENT.size * _EVENT.size
        events, self._rest = self._rest[:whole], self._rest[whole:]
        for event in _EVENT.iter_unpack(events):
            self._take(*event)

    def _take(self, seconds: int, micros: int, kind: int, code: int, value: int) -> None:
        if kind == _EV_KEY and value in (_LET_GO, _PRESSED) and code in self._seats:
            now, at = time.monotonic(), seconds + micros / 1e6
            (self._down.add if value == _PRESSED else self._down.discard)(code)
            at = at if now - _LATEST_S <= at <= now else now
            self._on_key(code, at, value == _PRESSED)

    def _let_go(self) -> None:
        while self._down:  # a key that is pulled out is no longer held
            self._on_key(self._down.pop(), time.monotonic(), False)  # noqa: FBT003
        device, self._device = self._device, None
        if device is not None:
            os.close(device)


def device_named(name: str) -> int:
    """Open a keypad by its path, or the only keyboard there is; return its file descriptor.

    While it is open its keys reach nobody else: digits would otherwise go to the console.

    Raises:
        SettingsError: there is none, there are several, or it may not be read.
    """
    path = name or _only_keyboard()
    import fcntl  # noqa: PLC0415  # Windows has none

    try:
        device = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    except OSError as problem:
        missing = isinstance(problem, FileNotFoundError)
        code: ErrorCode = "keypad-missing" if missing else "keypad-closed"
        raise SettingsError(code=code, where=path, detail=str(problem.strerror)) from problem
    try:
        fcntl.ioctl(device, _EVIOCSCLOCKID, struct.pack("@i", time.CLOCK_MONOTONIC))
        fcntl.ioctl(device, _EVIOCGRAB, 1)
    except OSError as problem:
        os.close(device)
        raise SettingsError(
            "is no free keyboard", where=path, mend=f"found: {', '.join(_keyboards()) or 'none'}"
        ) from problem
    return device


def lasting_name(path: str) -> str:
    """Return the name that a device keeps when it is plugged in anew; others stay as they are."""
    same = (link for link in _keyboards() if os.path.realpath(link) == path)
    return next(same, path)


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
    kinds = ("*-event-kbd", "*-event-joystick")
    return sorted(str(path) for kind in kinds for path in BY_ID.glob(kind))
