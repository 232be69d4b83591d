import pytest

from companion.vision.readings import DiceReading, DieReading, Verdict
from hardware.agreement import agreed, is_same_die


def reading(
    *pips: int, verdict: Verdict = "sure", confidence: float = 0.95, x: float = 100
) -> DiceReading:
    dice = tuple(
        DieReading(value, (x + 60 * i, 50.0), 30.0, confidence, (1 / 6,) * 6)
        for i, value in enumerate(pips)
    )
    return DiceReading(verdict, dice, confidence)


@pytest.mark.parametrize(
    ("first", "second", "verdict", "values"),
    [
        (reading(3, 5), reading(5, 3, confidence=0.9), "sure", (3, 5)),
        (reading(3, 5), reading(3, 6, confidence=0.9), "unsure", (3, 5)),
        (reading(3, 5), reading(3, 5, verdict="unsure", confidence=0.4), "unsure", (3, 5)),
        (reading(3), reading(verdict="none", confidence=0.5), "unsure", (3,)),
        (reading(verdict="none"), reading(verdict="none"), "none", ()),
    ],
)
def test_two_looks_are_sure_only_together(
    first: DiceReading, second: DiceReading, verdict: Verdict, values: tuple[int, ...]
) -> None:
    for one, other in ((first, second), (second, first)):
        both = agreed(one, other)
        assert (both.verdict, both.values) == (verdict, values)


def test_an_agreed_reading_is_as_sure_as_the_less_sure_one() -> None:
    assert agreed(reading(3, 5), reading(3, 5, confidence=0.9)).confidence == 0.9


def test_the_same_die_is_one_that_has_not_stirred() -> None:
    three, five = reading(3, 5).dice
    assert is_same_die(three, reading(3, 5, x=103).dice[0])
    assert not is_same_die(three, reading(3, 5, x=120).dice[0])
    assert not is_same_die(three, five)
