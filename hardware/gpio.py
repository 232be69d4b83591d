"""The pins of a Raspberry Pi, through lgpio, and who else may want them."""

import logging
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.errors import ErrorCode, SettingsError

MODEL = Path("/proc/device-tree/model")

SOUND = "the sound card"

USES: Mapping[int, str] = {
    **dict.fromkeys((2, 3), "I2C"),
    4: "1-Wire",
    **dict.fromkeys(range(7, 12), "SPI"),
    **dict.fromkeys((14, 15), "UART (serial)"),
    **dict.fromkeys(range(18, 22), SOUND),
}
"""Who takes a pin, where that is switched on."""

_log = logging.getLogger(__name__)


def on_a_pi() -> bool:
    """Return whether this is a Raspberry Pi, whatever is connected to it."""
    try:
        return b"Raspberry Pi" in MODEL.read_bytes()
    except OSError:
        return False


def open_pins() -> Any:
    """Return a gpiozero factory of this machine's pins.

    Raises:
        SettingsError: there are none, lgpio is missing, or it may not be used.
    """
    _import_lgpio()
    from gpiozero.pins.lgpio import LGPIOFactory, LGPIOPin  # noqa: PLC0415  # only a Pi has lgpio

    class WatchedPin(LGPIOPin):  # type: ignore[misc]  # gpiozero has no types
        """A pin whose mistakes do not end the one thread that lgpio calls back from."""

        def _call_when_changed(self, chip: int, gpio: int, level: int, ticks: int) -> None:
            try:
                super()._call_when_changed(chip, gpio, level, ticks)
            except Exception:  # noqa: BLE001  # whatever it is, the other pins go on
                _log.exception("GPIO %d stumbled", gpio)

    try:
        factory = LGPIOFactory()
    except Exception as problem:  # lgpio raises errors of its own, which exist only on a Pi
        mend = "add this user to the group gpio, or use --buttons none"
        if not on_a_pi():
            mend = "use --buttons mock: only a Raspberry Pi has them"
        raise SettingsError(f"no GPIO pins here: {problem}", where="gpio", mend=mend) from problem
    factory.pin_class = WatchedPin
    return factory


def mend_of(pin: int) -> str:
    """Return how to get a pin back that something else has taken."""
    use = USES.get(pin)
    where = "its dtoverlay in /boot/firmware/config.txt" if use == SOUND else "sudo raspi-config"
    how = f"switch {use} off ({where})" if use else "stop what uses it (sudo gpioinfo)"
    return f"{how}, or name another pin in pins.toml"


def _import_lgpio() -> None:
    """Import lgpio; the pipe from which it reads edges lies where we may write, and loses its name.

    It lays it into the working directory, which need not be writable, or into `LG_WD`, and then
    makes that the working directory of the whole process (github.com/joan2937/lg, issue 22).
    """
    try:
        here = Path.cwd()
        with tempfile.TemporaryDirectory(prefix="gpio-") as folder:
            os.environ["LG_WD"] = folder
            try:
                import lgpio  # noqa: F401, PLC0415  # only a Pi has it
            finally:
                os.chdir(here)
                del os.environ["LG_WD"]
    except ImportError as problem:
        code: ErrorCode = "lgpio-missing" if on_a_pi() else "pins-none"
        raise SettingsError(code=code, where="gpio", detail=str(problem)) from problem
    except OSError as problem:
        raise SettingsError(
            f"lgpio cannot lay its pipe: {problem}",
            where="gpio",
            mend="let the companion write into /tmp, or name another folder in TMPDIR",
        ) from problem
