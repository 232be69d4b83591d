"""The wiring is drawn from the pins that count, whatever a file of one's own says."""

import re
from pathlib import Path

import pytest

from companion.errors import SettingsError
from hardware.panel import open_panels
from hardware.pins import SeatPins
from hardware.wiring import Wiring, wiring

OWN = (
    SeatPins(button=4, lamp=17),
    SeatPins(button=22, lamp=27, active="high", pull="floating", lamp_active="low"),
)


def words_in(drawing: str) -> list[str]:
    found = re.findall(r"<text [^>]*>([^<]*)<", drawing)
    return [words for words in found if words != "330 Ω"]


def test_the_pins_of_ones_own_file_are_drawn() -> None:
    words = words_in(Wiring(OWN, str.format).drawing)
    assert {"seat 1: button", "seat 1: lamp"} <= {*words}
    assert {"seat 2: button (3.3 V)", "seat 2: lamp (3.3 V)", "10 kΩ"} <= {*words}
    assert sum(word.startswith("seat ") for word in words) == 4
    beside = {name: words[words.index(name) + 1] for name in words if name.startswith("GPIO")}
    assert beside["GPIO 4"] == "seat 1: button"
    assert beside["GPIO 27"] == "seat 2: lamp (3.3 V)"


def test_the_legend_names_what_is_there_and_no_more() -> None:
    usual, own = (words_in(Wiring(pins, str.format).drawing) for pins in (OWN[:1], OWN))
    assert not any("3.3 volts" in word for word in usual)
    assert sum(word.startswith(("button", "lamp", "10 kΩ:")) for word in own) == 5


def test_the_parts_are_counted() -> None:
    wiring = Wiring(OWN, str.format)
    counts = [(number, what.split(" (")[0].split(",")[0]) for number, what in wiring.parts]
    assert counts == [
        (2, "push buttons that close while they are pressed"),
        (2, "LEDs"),
        (2, "resistors of 330 ohms"),
        (1, "resistors of 10 kilohms"),
        (8, "wires"),
    ]
    assert wiring.milliamperes == 10


def test_a_simulated_lamp_is_seen_by_nobody() -> None:
    panels = open_panels("mock", 3)
    assert panels.lit_seats == ()
    panels.close()


def test_a_file_in_the_home_counts_whatever_the_buttons_are_and_its_mistake_is_said(
    tmp_path: Path,
) -> None:
    assert len(wiring(tmp_path, str.format).parts) == 4
    (tmp_path / "pins.toml").write_text("[[seat]]\nbutton = 4\nlamp = 17\n")
    assert wiring(tmp_path, str.format).milliamperes == 5
    (tmp_path / "pins.toml").write_text("[[seat]]\nbutton = 99\nlamp = 17\n")
    with pytest.raises(SettingsError, match="pin 99 is not to be had"):
        wiring(tmp_path, str.format)
