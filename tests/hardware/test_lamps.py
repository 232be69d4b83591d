from hardware.lamps import Lamp, LampClock
from hardware.patterns import BLINK, OFF, ON
from tests.support.ticks import Ticks


def test_a_lamp_follows_its_pattern_and_says_when_it_is_due() -> None:
    ticks, seen = Ticks(), list[tuple[float, bool]]()
    start = ticks.now
    lamps = LampClock(ticks)
    lamp = Lamp(lambda lit: seen.append((round(ticks.now - start, 3), lit)))
    lamp.pattern, lamp.since = BLINK, start
    lamps.add(lamp)
    for _ in range(4):
        due = lamps.step()
        assert due is not None
        ticks.sleep(due)
    assert seen == [(0.0, True), (0.15, False), (0.3, True), (0.45, False)]


def test_nothing_is_due_while_lamps_only_shine() -> None:
    ticks = Ticks()
    lamps = LampClock(ticks)
    lamp = Lamp(lambda _lit: None)
    lamp.pattern = ON
    lamps.add(lamp)
    assert lamps.step() is None
    assert lamp.lit


def test_closing_puts_every_lamp_out() -> None:
    lamps = LampClock(Ticks())
    two = [Lamp(lambda _lit: None) for _ in range(2)]
    for lamp in two:
        lamps.add(lamp)
        lamps.show(lamp, ON)
    assert all(lamp.lit for lamp in two)
    lamps.close()
    assert not any(lamp.lit for lamp in two)
    lamps.show(two[0], ON)
    assert not two[0].lit


def test_showing_the_same_again_does_not_begin_it_anew() -> None:
    ticks = Ticks()
    lamps = LampClock(ticks)
    lamp = Lamp(lambda _lit: None)
    lamps.add(lamp)
    lamps.show(lamp, BLINK)
    since = lamp.since
    ticks.sleep(0.2)
    lamps.show(lamp, BLINK)
    assert lamp.since == since
    lamps.show(lamp, OFF)
    lamps.close()
