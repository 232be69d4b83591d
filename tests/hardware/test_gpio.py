"""What is said where a Pi's pins are not to be had; those that are: `tests/hardware/gpio`."""

import sys
import tempfile
from pathlib import Path

import pytest

from companion.errors import SettingsError
from hardware import gpio
from hardware.gpio import mend_of, open_pins
from hardware.panel import usual_buttons


@pytest.fixture
def pi(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Let this be a Raspberry Pi without any camera."""
    (tmp_path / "model").write_bytes(b"Raspberry Pi 4 Model B Rev 1.5\0")
    monkeypatch.setattr(gpio, "MODEL", tmp_path / "model")


@pytest.mark.usefixtures("pi")
def test_a_pi_without_a_camera_has_buttons_on_its_pins() -> None:
    assert usual_buttons() == "gpio"


def test_elsewhere_they_are_simulated(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "model").write_bytes(b"Orange Pi 5\0")
    monkeypatch.setattr(gpio, "MODEL", tmp_path / "model")
    assert usual_buttons() == "mock"
    monkeypatch.setattr(gpio, "MODEL", tmp_path / "none")
    assert usual_buttons() == "mock"


@pytest.mark.usefixtures("pi")
def test_a_missing_library_is_to_be_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", None)
    with pytest.raises(SettingsError, match=r"not installed.*python3-lgpio"):
        open_pins()


@pytest.mark.usefixtures("pi")
def test_a_pipe_that_cannot_be_laid_needs_another_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", "/proc")
    with pytest.raises(SettingsError, match=r"cannot lay its pipe.*TMPDIR") as problem:
        open_pins()
    assert "apt" not in str(problem.value)


@pytest.mark.parametrize(
    ("pin", "words"),
    [(2, "I2C"), (4, "1-Wire"), (8, "SPI"), (15, "serial"), (18, "sound card"), (5, "gpioinfo")],
)
def test_a_taken_pin_is_got_back_from_whom_it_belongs_to(pin: int, words: str) -> None:
    assert words in mend_of(pin)
    assert "pins.toml" in mend_of(pin)
