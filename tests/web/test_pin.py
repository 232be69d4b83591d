"""The banker's PIN."""

from pathlib import Path

import pytest

from companion.errors import SettingsError
from web.pin import FREE_TRIES, LONGEST_WAIT_S, Pin, wait_after


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def fail(pin: Pin, times: int) -> None:
    wrong = "0" if pin.shown != "0" else "1"
    for _try in range(times):
        assert not pin.matches(wrong)


def test_the_right_pin_lets_the_banker_in_and_is_shown_no_more(tmp_path: Path) -> None:
    pin = Pin(tmp_path / "pin.json")
    assert pin.shown is not None
    assert pin.matches(f" {pin.shown} ")
    assert pin.shown is None


def test_it_is_kept_only_as_a_hash_that_others_cannot_read(tmp_path: Path) -> None:
    pin = Pin(tmp_path / "pin.json")
    assert pin.shown is not None
    assert pin.shown not in (tmp_path / "pin.json").read_text()
    assert (tmp_path / "pin.json").stat().st_mode & 0o077 == 0


def test_a_banker_who_is_in_keeps_the_pin_over_a_restart(tmp_path: Path) -> None:
    first = Pin(tmp_path / "pin.json")
    known = first.shown or ""
    assert first.matches(known)
    again = Pin(tmp_path / "pin.json")
    assert again.shown is None
    assert again.matches(known)


def test_after_some_wrong_tries_even_the_right_one_has_to_wait(tmp_path: Path) -> None:
    clock = Clock()
    pin = Pin(tmp_path / "pin.json", clock=clock)
    fail(pin, FREE_TRIES)
    assert pin.seconds_to_wait() == 2.0
    assert not pin.matches(pin.shown or "")
    clock.now += 2.0
    assert pin.matches(pin.shown or "")


def test_a_try_that_came_too_early_costs_nothing_more(tmp_path: Path) -> None:
    clock = Clock()
    pin = Pin(tmp_path / "pin.json", clock=clock)
    fail(pin, FREE_TRIES + 5)
    assert pin.seconds_to_wait() == 2.0


def test_a_restart_gives_no_try_back(tmp_path: Path) -> None:
    fail(Pin(tmp_path / "pin.json", clock=Clock()), FREE_TRIES)
    again = Pin(tmp_path / "pin.json", clock=Clock())
    assert again.seconds_to_wait() == 2.0


def test_the_wait_grows_to_a_bound() -> None:
    waits = [wait_after(failures) for failures in range(40)]
    assert waits == sorted(waits)
    assert waits[FREE_TRIES - 1] == 0
    assert waits[-1] == LONGEST_WAIT_S


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "pin.json").write_text("{")
    with pytest.raises(SettingsError, match=r"pin\.json"):
        Pin(tmp_path / "pin.json")
