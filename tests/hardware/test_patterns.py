import pytest

from hardware.patterns import BLINK, BLINK_SLOW, OFF, ON, PULSE, Pattern


def drawn(pattern: Pattern, step: int, until: int) -> str:
    return "".join("#" if pattern.lit(ms) else "." for ms in range(0, until, step))


def test_each_pattern_has_its_rhythm() -> None:
    assert drawn(OFF, 100, 1000) == "." * 10
    assert drawn(ON, 100, 1000) == "#" * 10
    assert drawn(BLINK, 150, 900) == "#.#.#."
    assert drawn(BLINK_SLOW, 300, 2400) == "##..##.."
    assert drawn(PULSE, 60, 1800) == "##...##" + "." * 23


@pytest.mark.parametrize("pattern", [BLINK, BLINK_SLOW, PULSE])
def test_it_changes_when_it_says(pattern: Pattern) -> None:
    ms = 0
    for _ in range(8):
        change = pattern.changes_in(ms)
        assert change is not None
        assert pattern.lit(ms + change - 1) == pattern.lit(ms)
        ms += change
        assert pattern.lit(ms) != pattern.lit(ms - 1)


def test_on_and_off_never_change() -> None:
    assert ON.changes_in(0) is None
    assert OFF.changes_in(0) is None
