"""Under-voltage and heat, as a Raspberry Pi's firmware and the kernel tell them."""

from collections.abc import Iterator

from companion.doctor import Check
from companion.machine.machine import Machine, whole

FIRMWARE = "sys/devices/platform/soc*/soc*:firmware/get_throttled"
"""The firmware's bits in hexadecimal digits; the folder is named after the chip's address."""

LOW_NOW, SLOW_NOW, WARM_NOW, LOW_BEFORE = 1 << 0, 1 << 2, 1 << 3, 1 << 16

PROCESSOR = frozenset({"cpu-thermal", "cpu_thermal", "soc-thermal"})
"""How boards call the sensor of their processor; a laptop's are meant to be hot."""

WARM, HOT = 80.0, 85.0
"""Degrees from which on a Raspberry Pi goes slower, and much slower."""


def power_checks(machine: Machine) -> Iterator[Check]:
    """Say whether the power supply gives enough, as far as the machine tells."""
    bits, alarm = _bits(machine), _alarm(machine)
    if bits is None and alarm is None:
        return
    if alarm or (bits or 0) & LOW_NOW:
        yield Check("power", "bad", "voltage-low")
    elif (bits or 0) & LOW_BEFORE:
        yield Check("power", "warn", "voltage-was-low")
    else:
        yield Check("power", "ok", "voltage-good")


def heat_checks(machine: Machine) -> Iterator[Check]:
    """Say how hot the processor is, where it is one that slows down early."""
    degrees = _degrees(machine)
    if degrees is None:
        return
    bits, facts = _bits(machine) or 0, {"degrees": round(degrees)}
    if degrees >= HOT or (bits & SLOW_NOW and not bits & LOW_NOW):
        yield Check("heat", "bad", "heat-slow", facts)
    elif degrees >= WARM or bits & WARM_NOW:
        yield Check("heat", "warn", "heat-high", facts)
    else:
        yield Check("heat", "ok", "heat-good", facts)


def _bits(machine: Machine) -> int | None:
    """Return what the firmware tells: bits 0 to 3 hold now, 16 to 19 have held since the start."""
    for path in machine.found(FIRMWARE):
        found = machine.number(machine.within(path), 16)
        if found is not None:
            return found
    if not machine.is_a_pi:
        return None
    return whole(machine.ask(("vcgencmd", "get_throttled")).rpartition("=")[2], 16)


def _alarm(machine: Machine) -> bool | None:
    """Return the alarm of the kernel's driver, which looks every two seconds; None: no driver."""
    for path in machine.found("sys/class/hwmon/hwmon*/name"):
        if machine.text(machine.within(path)) == "rpi_volt":
            return machine.number(machine.within(path.with_name("in0_lcrit_alarm"))) == 1
    return None


def _degrees(machine: Machine) -> float | None:
    for path in machine.found("sys/class/thermal/thermal_zone*/type"):
        if machine.text(machine.within(path)) in PROCESSOR:
            thousandths = machine.number(machine.within(path.with_name("temp")))
            return None if thousandths is None else thousandths / 1000
    return None
