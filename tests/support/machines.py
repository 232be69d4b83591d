"""Faked trees of files, as machines that people play on have them."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from companion.machine.machine import Machine

Files = Mapping[str, str]

MEMORY = "MemTotal:        {total} kB\nMemFree:          {free} kB\nMemAvailable:    {free} kB\n"
WIRELESS = """\
Inter-| sta-|   Quality        |   Discarded packets               | Missed | WE
 face | tus | link level noise |  nwid  crypt   frag  retry   misc | beacon | 22
 wlan0: 0000   58.  {level}.  -256        0      0      0      0     16        0
"""
GROUPS = "root:x:0:\nvideo:x:44:pi\ninput:x:995:pi\ngpio:x:986:pi\n"
CARD = "sys/devices/platform/emmc2bus/fe340000.mmc/mmc_host/mmc0/mmc0:aaaa/block/mmcblk0"
MOUNTS = """\
22 1 179:2 / / rw,noatime shared:1 - ext4 /dev/mmcblk0p2 rw
23 22 179:1 / /boot/firmware rw,relatime shared:2 - vfat /dev/mmcblk0p1 rw
24 22 0:25 / /tmp rw,nosuid - tmpfs tmpfs rw
"""

SOUND = " 0 [vc4hdmi0       ]: vc4-hdmi - vc4-hdmi-0\n                      vc4-hdmi-0\n"

PI_4: Files = {
    "proc/device-tree/model": "Raspberry Pi 4 Model B Rev 1.5\0",
    "sys/devices/platform/soc/soc:firmware/get_throttled": "0\n",
    "sys/class/hwmon/hwmon0/name": "cpu_thermal\n",
    "sys/class/hwmon/hwmon1/name": "rpi_volt\n",
    "sys/class/hwmon/hwmon1/in0_lcrit_alarm": "0\n",
    "sys/class/thermal/thermal_zone0/type": "cpu-thermal\n",
    "sys/class/thermal/thermal_zone0/temp": "48199\n",
    "proc/meminfo": MEMORY.format(total=1889976, free=1302848),
    "proc/net/wireless": WIRELESS.format(level=-52),
    "proc/asound/cards": SOUND,
    "proc/self/mountinfo": MOUNTS,
    f"{CARD}/device/type": "SD\n",
    f"{CARD}/mmcblk0p2/partition": "2\n",
    "etc/group": GROUPS,
    "dev/video0": "",
    "dev/gpiochip0": "",
    "run/systemd/timesync/synchronized": "",
}
"""A Raspberry Pi 4 with a card and a camera, on Wi-Fi."""

PI_5: Files = {
    **{name: text for name, text in PI_4.items() if "soc:firmware" not in name},
    "proc/device-tree/model": "Raspberry Pi 5 Model B Rev 1.0\0",
    "sys/devices/platform/soc@107c000000/soc@107c000000:firmware/get_throttled": "0\n",
    "sys/class/rtc/rtc0/name": "rpi-rtc\n",
}
"""The next one: its firmware's folder is named by address, and its clock runs on a battery."""

ZERO: Files = {
    **{name: text for name, text in PI_4.items() if "hwmon" not in name and "dev/" not in name},
    "proc/device-tree/model": "Raspberry Pi Zero 2 W Rev 1.0\0",
    "proc/meminfo": MEMORY.format(total=427856, free=118432),
    "proc/asound/cards": "--- no soundcards ---\n",
}
"""A small one."""

LAPTOP: Files = {
    "sys/class/dmi/id/product_name": "20XW004AGE\n",
    "sys/class/thermal/thermal_zone0/type": "acpitz\n",
    "sys/class/thermal/thermal_zone0/temp": "88000\n",
    "sys/class/thermal/thermal_zone1/type": "x86_pkg_temp\n",
    "sys/class/thermal/thermal_zone1/temp": "91000\n",
    "sys/class/rtc/rtc0/name": "rtc_cmos\n",
    "proc/meminfo": MEMORY.format(total=16132000, free=9302848),
    "proc/self/mountinfo": "22 1 259:2 / / rw,noatime shared:1 - ext4 /dev/nvme0n1p2 rw\n",
    "etc/group": "root:x:0:\nvideo:x:44:\ninput:x:995:\n",
    "run/systemd/timesync/clock": "",
}
"""A laptop, hot as laptops are."""


def machine(
    folder: Path, files: Files, said: Mapping[str, str] = {}, closed: Sequence[str] = ()
) -> Machine:
    """Lay a tree of files, and return its machine.

    Args:
        folder: where.
        files: texts by path.
        said: what commands answer, by their words.
        closed: the paths that the user may not open.
    """
    for path, text in files.items():
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
    if any(path.startswith(CARD) for path in files):
        blocks = folder / "sys/dev/block"
        blocks.mkdir(parents=True, exist_ok=True)
        if not (blocks / "179:2").exists():
            (blocks / "179:2").symlink_to(folder / CARD / "mmcblk0p2")
    return Machine(
        folder,
        lambda words: said.get(" ".join(words), ""),
        lambda path, _how: str(path.relative_to(folder)) not in closed,
    )
