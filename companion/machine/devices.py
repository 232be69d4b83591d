"""Which devices the user may open, the libraries that only a Raspberry Pi has, and sound."""

import getpass
import os
from collections.abc import Callable, Iterator
from importlib.util import find_spec

from companion.doctor import Check, Code
from companion.machine.machine import Machine

GROUPS = {"video": "dev/video*", "gpio": "dev/gpiochip*", "input": "dev/input/event*"}
"""Group -> the devices that it may open."""


def rights_checks(
    machine: Machine, buttons: str = "none", user: Callable[[], str] = getpass.getuser
) -> Iterator[Check]:
    """Say which devices there are that the user may not open, and the command that helps.

    Args:
        machine: whose devices.
        buttons: which kind is asked for: pins matter for `gpio` alone, keypads for `usb`.
        user: who asks.
    """
    matter = {"video", {"gpio": "gpio", "usb": "input"}.get(buttons.partition(":")[0], "video")}
    there = {line.partition(":")[0] for line in machine.text("etc/group").splitlines()}
    found = {group: machine.found(GROUPS[group]) for group in sorted(matter & there)}
    closed = {
        group: paths
        for group, paths in found.items()
        if paths and not any(machine.may(path, os.R_OK | os.W_OK) for path in paths)
    }
    if closed:
        shown = ", ".join(f"/{machine.within(paths[0])}" for paths in closed.values())
        facts = {"user": user(), "groups": ",".join(closed), "devices": shown}
        yield Check("rights", "bad", "rights-missing", facts)
    elif any(found.values()):
        yield Check("rights", "ok", "rights", {"groups": ", ".join(g for g in found if found[g])})


def library_checks(
    machine: Machine,
    buttons: str = "none",
    there: Callable[[str], object] = find_spec,
) -> Iterator[Check]:
    """Say whether a Raspberry Pi has the libraries for its pins and for its ribbon cable.

    Args:
        machine: only a Raspberry Pi is asked.
        buttons: which kind is asked for: without pins lgpio is not needed.
        there: finds a module without importing it.
    """
    if not machine.is_a_pi:
        return
    wanted: dict[str, tuple[Code, Code]] = {"picamera2": ("picamera", "picamera-missing")}
    if buttons == "gpio":
        wanted["lgpio"] = ("lgpio", "lgpio-missing")
    for module, (good, missing) in wanted.items():
        if there(module) is not None:
            yield Check(module, "ok", good)
        else:
            yield Check(module, "warn", missing)


def sound_checks(machine: Machine) -> Iterator[Check]:
    """Say which sound output there is."""
    listed = machine.text("proc/asound/cards")
    names = [line.partition(" - ")[2] for line in listed.splitlines() if " - " in line]
    if names:
        yield Check("sound", "ok", "sound", {"name": names[0]})
    elif machine.is_a_pi:
        yield Check("sound", "ok", "sound-none")
