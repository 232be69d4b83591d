"""What becomes bad while people play is told once, until it is good again or put away."""

from pathlib import Path

from companion.doctor import Check
from companion.machine.checks import pressing_checks
from hardware.upkeep import GOOD_S, Upkeep
from tests.support.machines import PI_4, machine
from tests.support.ticks import Ticks
from tests.support.waiting import soon

LOW = Check("power", "bad", "voltage-low")
GOOD = Check("power", "ok", "voltage-good")
WARM = Check("heat", "warn", "heat-high", {"degrees": 81})
FULL = Check("disk", "warn", "disk-low", {"room": "90 MB"})


def test_a_trouble_is_told_once_and_goes_when_it_has_been_good_for_a_while() -> None:
    ticks, told, found = Ticks(), list[tuple[Check, ...]](), [GOOD, WARM]
    upkeep = Upkeep(lambda: found, lambda: told.append(upkeep.troubles), lambda: ticks.now)
    upkeep.look()
    assert (upkeep.troubles, told) == ((), [])
    found[:] = [LOW, WARM, FULL]
    for _ in range(3):
        upkeep.look()
        ticks.sleep(1.0)
    assert told == [(LOW, FULL)]
    found[:] = [GOOD, FULL]
    upkeep.look()
    assert upkeep.troubles == (LOW, FULL)  # it may come again at once
    ticks.sleep(GOOD_S)
    upkeep.look()
    assert told[1:] == [(FULL,)]


def test_a_button_that_is_stuck_is_told_though_the_others_go_on() -> None:
    found = [
        Check("buttons", "ok", "buttons"),
        Check("buttons", "warn", "button-stuck", {"seat": 2}),
    ]
    upkeep = Upkeep(lambda: found)
    upkeep.look()
    assert upkeep.troubles == (found[1],)


def test_a_button_that_works_again_is_told_at_once() -> None:
    stuck = [Check("buttons", "warn", "button-stuck", {"seat": 2})]
    upkeep = Upkeep(lambda: stuck)
    upkeep.look()
    assert upkeep.troubles == (*stuck,)
    stuck.clear()
    upkeep.look()
    assert upkeep.troubles == ()


def test_what_was_put_away_is_told_again_only_after_it_was_good() -> None:
    ticks, found = Ticks(), [LOW]
    upkeep = Upkeep(lambda: found, clock=lambda: ticks.now)
    upkeep.look()
    upkeep.dismiss("power")
    upkeep.dismiss("nothing of the kind")
    upkeep.look()
    assert not upkeep.troubles
    found.clear()
    ticks.sleep(GOOD_S)
    upkeep.look()
    found.append(LOW)
    upkeep.look()
    assert upkeep.troubles == (LOW,)


def test_a_look_that_fails_ends_nothing(tmp_path: Path) -> None:
    """Of three looks the first throws; then a Pi is asked whose power fails."""
    low = {"sys/class/hwmon/hwmon1/in0_lcrit_alarm": "1\n"}
    pi, looks = machine(tmp_path, {**PI_4, **low}), list[int]()

    def look() -> tuple[Check, ...]:
        looks.append(1)
        if len(looks) == 1:
            raise OSError("the file went away")
        return tuple(pressing_checks(pi, tmp_path))

    upkeep = Upkeep(look)
    upkeep.start()
    assert soon(lambda: [check.code for check in upkeep.troubles] == ["voltage-low"])
    upkeep.stop()
