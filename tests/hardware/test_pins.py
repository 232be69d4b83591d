from pathlib import Path

import pytest

from companion.errors import SettingsError
from hardware.gpio import SOUND, USES
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
        ("[[seat]]\nbutton = 28\nlamp = 5\n", "pin 28 is not to be had"),
        ("[[seat]]\nbutton = 5\nlamp = -1\n", "pin -1 is not to be had"),
        ("[[seat]]\nbutton = 1\nlamp = 5\n", "pin 1 is not.*add-on boards"),
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


def test_the_shipped_pins_keep_clear_of_what_else_a_pi_does() -> None:
    """A sound card's four are the only ones wanted: 12 are nobody's, and 16 are needed."""
    seats = load_pins()
    wanted = {pin for seat in seats for pin in (seat.button, seat.lamp)}
    assert {pin: USES[pin] for pin in wanted & {*USES}} == dict.fromkeys((18, 19, 20, 21), SOUND)
    assert [seat.lamp for seat in seats if seat.lamp in USES] == [18, 19, 20, 21]
    assert [seat.lamp for seat in seats[4:]] == [18, 19, 20, 21]


def test_no_shipped_lamp_glows_before_the_program_starts() -> None:
    """From power-on the pins 0 to 8 are pulled up."""
    assert [seat.lamp for seat in load_pins() if seat.lamp <= 8] == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("button = 4", "seat 2 has no lamp"),
        ('button = "4"\nlamp = 5', "seat 2: button: "),
        ("button = 4\nlamp = 5\nbuzzer = 6", "seat 2: Object contains unknown field `buzzer` "),
    ],
)
def test_a_mistake_is_named_by_the_seat(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "pins.toml"
    path.write_text(f"[[seat]]\nbutton = 16\nlamp = 23\n[[seat]]\n{text}\n")
    with pytest.raises(SettingsError) as caught:
        load_pins(path)
    assert said in str(caught.value)
    assert "$" not in str(caught.value)
