"""How well the Wi-Fi hears, and whether it sleeps between."""

from collections.abc import Iterator

from companion.doctor import Check, Facts
from companion.machine.machine import Machine

WEAK = -70
"""dBm below which phones lose the page now and then."""

UNKNOWN = -200
"""A driver that measures nothing says -256, or nothing below 0."""


def wireless_checks(machine: Machine) -> Iterator[Check]:
    """Say how strong each Wi-Fi is; on a Raspberry Pi also whether it saves power."""
    for name, level in _heard(machine):
        facts: Facts = {"signal": level, "name": name}
        if level < WEAK:
            yield Check("wi-fi", "warn", "wifi-weak", facts)
        elif machine.is_a_pi and _sleeps(machine, name):
            yield Check("wi-fi", "warn", "wifi-sleeps", facts)
        else:
            yield Check("wi-fi", "ok", "wifi", facts)


def _heard(machine: Machine) -> Iterator[tuple[str, int]]:
    """Yield each Wi-Fi and its level in dBm: `wlan0: 0000   58.  -52.  -256 ...`."""
    for line in machine.text("proc/net/wireless").splitlines():
        name, colon, rest = line.partition(":")
        words = rest.split()
        if not colon or len(words) < 3:  # status, quality, level
            continue
        try:
            level = round(float(words[2]))
        except ValueError:
            continue
        if UNKNOWN < level < 0:
            yield name.strip(), level


def _sleeps(machine: Machine, name: str) -> bool:
    return machine.ask(("iw", "dev", name, "get", "power_save")).endswith("on")
