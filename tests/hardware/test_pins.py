from pathlib import Path

import pytest

from companion.errors import SettingsError
from hardware.pins import SeatPins, load_pins


def written(folder: Path, text: str) -> Path:
    path = folder / "pins.toml"
    path.write_text(text)
    return path


def test_a_file_of_ones_own_is_read(tmp_path: Path) -> None:
    path = written(tmp_path, "[[seat]]\nbutton = 4\nlamp = 23\n")
    assert load_pins(path) == (SeatPins(button=4, lamp=23),)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[[seat]]\nbutton = 4\nlamp = 4\n", "pin 4 is used twice"),
        ("[[seat]]\nbutton = 4\nlamp = 5\nkeys = [2, 2]\n", "key 2 is used twice"),
        ("[[seat]]\nbutton = 'four'\nlamp = 5\n", "Expected `int`"),
        ("[[seat]]\nbuton = 4\nlamp = 5\n", "buton"),
        ("[[seat]\n", "pins.toml"),
    ],
)
def test_a_mistake_in_the_file_is_named(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(SettingsError, match=words):
        load_pins(written(tmp_path, text))


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"none\.toml"):
        load_pins(tmp_path / "none.toml")
