"""A USB keypad as Linux gives it: found by its name, its keys taken, its clock ours."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.preload import Say, compiled, evaluating

HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def keys(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compiled(HERE / "keys.c", tmp_path_factory.mktemp("keys"))


@pytest.fixture
def say(keys: Path, tmp_path: Path) -> Iterator[Say]:
    with evaluating(HERE / "desk.py", keys, tmp_path) as say:
        yield say


def test_the_only_keyboard_is_found_and_each_key_is_one_press(say: Say) -> None:
    say("plug_in('usb-Pad')")
    assert say("opened('usb')") is None
    assert say("typed('usb-Pad', 2, 80, 9)") == [0, 1, 7]


def test_a_press_has_its_time_by_the_clock_that_never_jumps(say: Say) -> None:
    """By the time of day it would seem to be years away, and count as when it was heard."""
    say("plug_in('usb-Pad')")
    say("opened('usb')")
    assert say("age('usb-Pad', 2, 0.1)") >= 0.1


def test_its_keys_reach_nobody_else_and_a_keyboard_that_is_taken_is_said(say: Say) -> None:
    path = say("plug_in('usb-Pad')")
    say("grabbed_by_another('usb-Pad')")
    assert f"{path} is no free keyboard" in say("opened('usb')").replace(": ", " ")


def test_of_several_keyboards_one_must_be_named(say: Say) -> None:
    paths = sorted([say("plug_in('usb-Pad')"), say("plug_in('usb-Desk')")])
    told = say("opened('usb')")
    assert "there are 2 keyboards" in told
    assert all(f"usb:{path}" in told for path in paths)
    assert say(f"opened('usb:{paths[1]}')") is None
    assert say("typed('usb-Pad', 3)") == [1]


def test_no_keyboard_and_one_that_is_none_are_said(say: Say, tmp_path: Path) -> None:
    assert "there is no USB keypad" in say("opened('usb')")
    (tmp_path / "file").touch()
    assert "is no free keyboard" in say(f"opened('usb:{tmp_path / 'file'}')")


def test_a_keyboard_that_was_pulled_out_is_taken_again_when_it_is_back(say: Say) -> None:
    say("plug_in('usb-Pad')")
    say("opened('usb')")
    say("pull_out('usb-Pad')")
    assert say("is_gone()")
    say("plug_in('usb-Pad')")
    assert say("comes_back()")
    assert say("typed('usb-Pad', 4)") == [2]


def test_several_are_read_at_once_each_by_its_name(say: Say) -> None:
    pad, stick = say("plug_in('usb-Pad')"), say("plug_in('usb-Stick', 'joystick')")
    assert say(f"opened('usb:{pad},usb:{stick}')") is None
    assert say("typed('usb-Pad', 3)") == [1]
    assert say("typed('usb-Stick', 288, 307)") == [0, 3]


def test_one_that_is_pulled_out_costs_the_others_nothing(say: Say) -> None:
    pad, desk = say("plug_in('usb-Pad')"), say("plug_in('usb-Desk')")
    say(f"opened('mock,usb:{pad},usb:{desk}')")
    say("pull_out('usb-Pad')")
    assert say("is_gone()")
    assert say("typed('usb-Desk', 109)") == [1]  # page down, of a clicker
    say("plug_in('usb-Pad')")
    assert say("comes_back()")
    assert say("typed('usb-Pad', 2)") == [0]


def test_one_that_is_named_by_its_number_is_found_again_by_its_name(
    say: Say, tmp_path: Path
) -> None:
    path = say("plug_in('usb-Pad')")
    numbered = str(tmp_path / "event5")
    say(f"os.rename('{path}', '{numbered}')")
    say(f"os.symlink('{numbered}', '{path}')")
    assert say(f"opened('usb:{numbered}')") is None
    say("pull_out('usb-Pad')")
    assert say("is_gone()")
    say("plug_in('usb-Pad')")  # it has another number now
    assert say("comes_back()")
