"""What the doctor says of machines, from the files that they have."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.doctor import Check
from companion.machine.checks import machine_checks, pressing_checks
from companion.machine.devices import library_checks, rights_checks
from companion.machine.machine import Machine, ask
from companion.machine.system import clock_checks
from tests.support.machines import (
    CARD,
    GROUPS,
    LAPTOP,
    MEMORY,
    PI_4,
    PI_5,
    WIRELESS,
    ZERO,
    Files,
    machine,
)

HOME = Path("/var/lib/companion")
NEW = 1_800_000_000.0


def told(checks: Sequence[Check]) -> dict[str, tuple[str, str]]:
    return {check.name: (check.health, check.code) for check in checks}


def looked(folder: Path, files: Files, said: dict[str, str] | None = None) -> dict[str, object]:
    return dict(told(machine_checks(machine(folder, files, said or {}), HOME)))


@pytest.mark.parametrize("files", [PI_4, PI_5])
def test_of_a_pi_that_is_well_all_is_green(tmp_path: Path, files: Files) -> None:
    found = looked(tmp_path, files)
    found.pop("picamera2")  # as this machine has it
    assert found == {
        "power": ("ok", "voltage-good"),
        "heat": ("ok", "heat-good"),
        "memory": ("ok", "memory-good"),
        "clock": ("ok", "clock"),
        "card": ("ok", "card-silent"),
        "wi-fi": ("ok", "wifi"),
        "rights": ("ok", "rights"),
        "sound": ("ok", "sound"),
    }


def test_of_a_laptop_nothing_is_said_that_only_a_pi_has(tmp_path: Path) -> None:
    assert looked(tmp_path, LAPTOP) == {"memory": ("ok", "memory-good"), "clock": ("ok", "clock")}


def test_of_a_machine_without_any_of_these_files_nothing_is_said(tmp_path: Path) -> None:
    assert looked(tmp_path, {}) == {"clock": ("ok", "clock")}


@pytest.mark.parametrize(
    ("bits", "power", "heat"),
    [
        ("50005", ("bad", "voltage-low"), ("ok", "heat-good")),
        ("50000", ("warn", "voltage-was-low"), ("ok", "heat-good")),
        ("80008", ("ok", "voltage-good"), ("warn", "heat-high")),
        ("e000c", ("ok", "voltage-good"), ("bad", "heat-slow")),
        ("nonsense", ("ok", "voltage-good"), ("ok", "heat-good")),
    ],
)
def test_the_firmwares_bits_are_read(
    tmp_path: Path, bits: str, power: object, heat: object
) -> None:
    files = {**PI_4, "sys/devices/platform/soc/soc:firmware/get_throttled": f"{bits}\n"}
    found = looked(tmp_path, files)
    assert (found["power"], found["heat"]) == (power, heat)


def test_where_the_kernel_does_not_tell_vcgencmd_is_asked(tmp_path: Path) -> None:
    files = {"proc/device-tree/model": "Raspberry Pi Zero 2 W Rev 1.0\0"}
    found = looked(tmp_path, files, {"vcgencmd get_throttled": "throttled=0x50005"})
    assert found["power"] == ("bad", "voltage-low")


def test_the_alarm_of_the_driver_counts_by_itself(tmp_path: Path) -> None:
    found = looked(tmp_path, {**PI_5, "sys/class/hwmon/hwmon1/in0_lcrit_alarm": "1\n"})
    assert found["power"] == ("bad", "voltage-low")


@pytest.mark.parametrize(("temp", "health"), [("79900", "ok"), ("81000", "warn"), ("86000", "bad")])
def test_heat_is_told_before_it_slows_everything_down(
    tmp_path: Path, temp: str, health: str
) -> None:
    files = {**ZERO, "sys/class/thermal/thermal_zone0/temp": temp}
    (heat,) = (c for c in machine_checks(machine(tmp_path, files), HOME) if c.name == "heat")
    assert heat.health == health


@pytest.mark.parametrize(("free", "health"), [(118432, "ok"), (50000, "warn"), (9000, "bad")])
def test_little_memory_is_told(tmp_path: Path, free: int, health: str) -> None:
    files = {**ZERO, "proc/meminfo": MEMORY.format(total=427856, free=free)}
    found = told(pressing_checks(machine(tmp_path, files), HOME))
    assert found["memory"][0] == health


@pytest.mark.parametrize(
    ("life", "spare", "said"),
    [
        ("0x01 0x02", "0x01", ("ok", "card-good", 20)),
        ("0x02 0x09", "0x01", ("warn", "card-worn", 90)),
        ("0x0b 0x01", "0x01", ("bad", "card-worn", 100)),
        ("0x02 0x02", "0x03", ("bad", "card-worn", 20)),
    ],
)
def test_an_emmc_says_how_worn_it_is(
    tmp_path: Path, life: str, spare: str, said: tuple[str, str, int]
) -> None:
    chip = {"type": "MMC\n", "life_time": f"{life}\n", "pre_eol_info": f"{spare}\n"}
    files = {**PI_4, **{f"{CARD}/device/{name}": text for name, text in chip.items()}}
    found = next(c for c in pressing_checks(machine(tmp_path, files), HOME) if c.name == "card")
    assert (found.health, found.code, found.facts["percent"]) == said


def test_a_card_that_has_become_read_only_is_bad(tmp_path: Path) -> None:
    mounts = PI_4["proc/self/mountinfo"].replace("/ / rw,noatime", "/ / ro,noatime")
    found = looked(tmp_path, {**PI_4, "proc/self/mountinfo": mounts})
    assert found["card"] == ("bad", "card-read-only")


def test_a_read_only_system_is_well_where_the_home_is_writable(tmp_path: Path) -> None:
    mounts = PI_4["proc/self/mountinfo"].replace("/ / rw,noatime", "/ / ro,noatime")
    own = "30 22 179:2 /var/lib/companion /var/lib/companion rw,noatime - ext4 /dev/mmcblk0p2 rw\n"
    found = looked(tmp_path, {**PI_4, "proc/self/mountinfo": mounts + own})
    assert found["card"] == ("ok", "card-silent")


def test_the_clock(tmp_path: Path) -> None:
    alone = {name: text for name, text in PI_4.items() if "synchronized" not in name}
    (tmp_path / "run/systemd/timesync").mkdir(parents=True)
    one = machine(tmp_path, alone)
    assert [c.code for c in clock_checks(one, 12.0)] == ["clock-unset"]
    assert [c.code for c in clock_checks(one, NEW)] == ["clock-alone"]
    (tmp_path / "run/systemd/timesync/synchronized").touch()
    assert [c.code for c in clock_checks(one, NEW)] == ["clock"]


@pytest.mark.parametrize(
    ("level", "saves", "said"),
    [
        (-52, "off", ("ok", "wifi")),
        (-52, "on", ("warn", "wifi-sleeps")),
        (-78, "off", ("warn", "wifi-weak")),
        (-256, "off", None),
    ],
)
def test_how_well_the_wifi_hears(tmp_path: Path, level: int, saves: str, said: object) -> None:
    files = {**PI_4, "proc/net/wireless": WIRELESS.format(level=level)}
    answers = {"iw dev wlan0 get power_save": f"Power save: {saves}"}
    assert looked(tmp_path, files, answers).get("wi-fi") == said


def test_who_may_not_open_a_device_reads_the_very_command(tmp_path: Path) -> None:
    one = machine(tmp_path, {**PI_4, "etc/group": GROUPS}, closed=("dev/video0", "dev/gpiochip0"))
    (found,) = rights_checks(one, "gpio", lambda: "ann")
    assert found.health == "bad"
    assert found.mend.startswith("sudo usermod --append --groups gpio,video ann")
    assert "/dev/gpiochip0, /dev/video0" in found.words


def test_devices_that_nobody_asked_for_are_left_alone(tmp_path: Path) -> None:
    laptop = {**LAPTOP, "dev/input/event0": "", "dev/video0": ""}
    one = machine(tmp_path, laptop, closed=("dev/input/event0",))
    assert [c.code for c in rights_checks(one, "mock", lambda: "ann")] == ["rights"]
    assert [c.code for c in rights_checks(one, "usb", lambda: "ann")] == ["rights-missing"]


@pytest.mark.parametrize(("there", "health"), [(object(), "ok"), (None, "warn")])
def test_a_pi_needs_two_libraries_of_its_own(tmp_path: Path, there: object, health: str) -> None:
    pi = machine(tmp_path, PI_4)
    found = library_checks(pi, "gpio", lambda _name: there)
    assert {c.name: c.health for c in found} == {"picamera2": health, "lgpio": health}
    assert [c.name for c in library_checks(pi, "usb", lambda _name: there)] == ["picamera2"]


@pytest.mark.parametrize(
    ("active", "wanted", "said"),
    [
        ("active", "wanted", ("ok", "service")),
        ("failed", "wanted", ("bad", "service-down")),
        ("active", "", ("warn", "service-once")),
    ],
)
def test_the_service(tmp_path: Path, active: str, wanted: str, said: object) -> None:
    units = tmp_path / "etc/systemd/system"
    (units / "multi-user.target.wants").mkdir(parents=True)
    (units / "companion.service").touch()
    if wanted:
        (units / "multi-user.target.wants/companion.service").symlink_to("../companion.service")
    answers = {"systemctl is-active companion.service": active}
    assert looked(tmp_path, PI_4, answers)["service"] == said


def test_a_command_that_is_not_there_or_hangs_says_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("companion.machine.machine.PATIENCE_S", 0.05)
    assert ask(("no-such-command-here",)) == ""
    assert ask(("sleep", "5")) == ""
    assert ask(("echo", "heard")) == "heard"


def test_this_machine_can_be_asked() -> None:
    assert machine_checks(Machine(), Path.home())
