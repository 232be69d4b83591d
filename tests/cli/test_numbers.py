"""A number that is none is named in the person's words, whatever command it was typed for."""

import pytest

from companion.cli import main

NO_NUMBER = "'x' is no whole number from"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("read", "dice", "--dice", "x", "a.jpg"), f"--dice: {NO_NUMBER} 1 to 20"),
        (("read", "dice", "--dice", "0", "a.jpg"), "--dice: '0' is no whole number from 1 to 20"),
        (("run", "--seed", "x"), f"--seed: {NO_NUMBER} 0 upwards"),
        (("simulate", "--games", "x"), f"--games: {NO_NUMBER} 1 upwards"),
        (("explain", "a.journal", "--event", "x"), "--event: 'x' is no whole number ("),
        (("what-if", "a.journal", "--event", "x"), "--event: 'x' is no whole number ("),
        (("calibrate", "--ruler", "x"), "--ruler: x is no length of the 100 mm ruler (80 to 120)"),
    ],
)
def test_what_is_no_number_is_said(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], told: str
) -> None:
    assert main(words) == 2
    assert told in capsys.readouterr().err
