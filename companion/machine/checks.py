"""What the doctor asks of the machine; the same that is asked quietly in a game."""

from collections.abc import Sequence
from itertools import chain
from pathlib import Path

from companion.doctor import Check
from companion.machine.devices import library_checks, rights_checks, sound_checks
from companion.machine.machine import Machine
from companion.machine.power import heat_checks, power_checks
from companion.machine.storage import storage_checks
from companion.machine.system import clock_checks, memory_checks, service_checks
from companion.machine.wireless import wireless_checks


def machine_checks(machine: Machine, home: Path, buttons: str = "none") -> Sequence[Check]:
    """Look at everything; *buttons*: the kind that is asked for, *home*: where the games lie."""
    return (
        *pressing_checks(machine, home),
        *wireless_checks(machine),
        *rights_checks(machine, buttons),
        *library_checks(machine, buttons),
        *sound_checks(machine),
        *service_checks(machine),
    )


def pressing_checks(machine: Machine, home: Path) -> Sequence[Check]:
    """Look at what may become bad in the middle of a game; quick, from files alone but one."""
    looks = (power_checks, heat_checks, memory_checks, clock_checks)
    return (*chain.from_iterable(look(machine) for look in looks), *storage_checks(machine, home))
