import os
import queue
import struct
import time
from collections.abc import Iterator

import pytest

from companion.errors import SettingsError
from companion.words import Seat
from hardware.keypad import Keypad
from tests.support.waiting import soon

EVENT = struct.Struct("@llHHi")
SEATS = {2: Seat(0), 3: Seat(1), 80: Seat(1), 9: Seat(7)}
FAILS = Seat(7)


class Pipe:
    """A keypad made of a pipe: what is written into it was typed."""

    def __init__(self) -> None:
        self.pressed: queue.Queue[tuple[Seat, float]] = queue.Queue()
        self.plugged_in = True
        self.ended: queue.Queue[int] = queue.Queue()
        self.keypad = Keypad(self.find, SEATS, self.hear)

    def find(self) -> int:
        if not self.plugged_in:
            raise SettingsError("there is no USB keypad")
        device, self._typing = os.pipe()
        return device

    def hear(self, code: int, at: float, down: bool) -> None:  # noqa: FBT001  # as keypads call it
        if not down:
            self.ended.put(code)
            return
        seat = SEATS[code]
        self.pressed.put((seat, at))
        if seat == FAILS:
            raise RuntimeError("a press that fails")

    def pull_out(self) -> None:
        self.plugged_in = False
        os.close(self._typing)

    def write(self, data: bytes) -> None:
        os.write(self._typing, data)

    def close(self) -> None:
        self.keypad.stop()
        if self.plugged_in:
            os.close(self._typing)


@pytest.fixture
def pipe() -> Iterator[Pipe]:
    opened = Pipe()
    yield opened
    opened.close()


def event(code: int, value: int, at: float = 0.0, kind: int = 1) -> bytes:
    return EVENT.pack(int(at), int(at % 1 * 1e6), kind, code, value)


def test_a_key_is_its_seats_press_at_the_time_of_the_event(pipe: Pipe) -> None:
    at = time.monotonic()
    pipe.write(event(3, 1, at))
    seat, when = pipe.pressed.get(timeout=10)
    assert seat == 1
    assert when == pytest.approx(at, abs=1e-5)


def test_held_keys_other_keys_and_other_events_are_no_presses(pipe: Pipe) -> None:
    pipe.write(event(3, 2) + event(3, 0) + event(99, 1) + event(3, 1, kind=4) + event(2, 1))
    assert pipe.pressed.get(timeout=10)[0] == 0
    assert pipe.pressed.empty()


def test_an_event_that_comes_in_two_pieces_counts(pipe: Pipe) -> None:
    whole = event(80, 1)
    pipe.write(whole[:10])
    pipe.write(whole[10:])
    assert pipe.pressed.get(timeout=10)[0] == 1


def test_the_end_of_a_press_is_heard_also_of_a_keypad_that_is_pulled_out(pipe: Pipe) -> None:
    pipe.write(event(2, 1) + event(2, 2) + event(2, 0) + event(3, 1))
    assert pipe.ended.get(timeout=10) == 2
    assert pipe.pressed.get(timeout=10)[0] == 0
    assert pipe.pressed.get(timeout=10)[0] == 1
    pipe.pull_out()
    assert pipe.ended.get(timeout=10) == 3


def test_a_press_that_fails_ends_no_key(pipe: Pipe, caplog: pytest.LogCaptureFixture) -> None:
    pipe.write(event(9, 1))
    assert pipe.pressed.get(timeout=10)[0] == FAILS
    pipe.write(event(3, 1))
    assert pipe.pressed.get(timeout=10)[0] == 1
    assert "the keypad stumbled" in caplog.text


def test_a_keypad_that_was_pulled_out_is_said_and_works_when_it_is_back(
    pipe: Pipe, caplog: pytest.LogCaptureFixture
) -> None:
    pipe.pull_out()
    assert soon(lambda: pipe.keypad.trouble is not None)
    assert "The keypad is gone" in caplog.text
    pipe.plugged_in = True
    assert soon(lambda: pipe.keypad.trouble is None)
    pipe.write(event(2, 1))
    assert pipe.pressed.get(timeout=10)[0] == 0
