"""Memory, clock and the service."""

import re
import time
from collections.abc import Iterator

from companion.doctor import Check, Health
from companion.machine.machine import Machine

NOT_BEFORE = 1_767_225_600
"""1 January 2026, UTC, when this was written: an earlier clock was never set."""

LITTLE, TOO_LITTLE = 60 << 10, 25 << 10
"""Kilobytes of free memory: a throw's second look takes about thirty megabytes for a moment."""

UNIT = "etc/systemd/system/companion.service"
WANTED = "etc/systemd/system/multi-user.target.wants/companion.service"


def memory_checks(machine: Machine) -> Iterator[Check]:
    """Say how much memory is free for whoever wants it."""
    found = re.search(r"^MemAvailable:\s*(\d+) kB", machine.text("proc/meminfo"), re.MULTILINE)
    if found is None:
        return
    free = int(found[1])
    facts = {"room": f"{free >> 20} GB" if free >> 20 else f"{free >> 10} MB"}
    if free >= LITTLE:
        yield Check("memory", "ok", "memory-good", facts)
    else:
        health: Health = "warn" if free >= TOO_LITTLE else "bad"
        yield Check("memory", health, "memory-low", facts)


def clock_checks(machine: Machine, now: float | None = None) -> Iterator[Check]:
    """Say whether the clock was set, and whether it may be trusted.

    Args:
        machine: whose clock it is.
        now: seconds since 1970; None: by the clock.
    """
    if (time.time() if now is None else now) < NOT_BEFORE:
        yield Check("clock", "warn", "clock-unset")
    elif _is_alone(machine):
        yield Check("clock", "warn", "clock-alone")
    else:
        yield Check("clock", "ok", "clock")


def _is_alone(machine: Machine) -> bool:
    """Return whether it counts on from where it stopped: no battery, and asked no other yet."""
    keeps = machine.root / "run/systemd/timesync"
    asks = keeps.is_dir() and not machine.found("sys/class/rtc/rtc*")
    return asks and not (keeps / "synchronized").exists()


def service_checks(machine: Machine) -> Iterator[Check]:
    """Say whether the companion runs and starts with the machine, where it is installed."""
    if not (machine.root / UNIT).exists():
        return
    told = machine.ask(("systemctl", "is-active", "companion.service"))
    if told and told not in ("active", "activating", "reloading"):
        yield Check("service", "bad", "service-down")
    elif not (machine.root / WANTED).is_symlink():
        yield Check("service", "warn", "service-once")
    else:
        yield Check("service", "ok", "service")
