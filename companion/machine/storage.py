"""The card or chip that the games lie on: whether it still takes anything, how worn it is."""

import re
from collections.abc import Iterator
from pathlib import Path

from companion.doctor import Check, Code, Health
from companion.machine.machine import Machine, whole

WORN, SPENT = 80, 100
"""Per cent of its life from which on an eMMC chip is worn, and from which on it is past it."""

URGENT = 3
"""What `pre_eol_info` says when nearly all spare blocks are used."""


def storage_checks(machine: Machine, home: Path) -> Iterator[Check]:
    """Say how the storage is on which *home* lies.

    Of an eMMC chip the kernel tells in tenths how much of its life is used (`life_time`, for its
    two kinds of cells). An SD card tells nothing of the kind.
    """
    options, block = _mount(machine, home)
    if "ro" in options.split(","):
        yield Check("card", "bad", "card-read-only")
        return
    kind, device = _device(machine, block)
    if kind == "SD":
        yield Check("card", "ok", "card-silent")
    elif kind == "MMC":
        yield from _worn(machine, device)


def _worn(machine: Machine, device: str) -> Iterator[Check]:
    tenths = [whole(word, 16) or 0 for word in machine.text(f"{device}/life_time").split()]
    if not any(tenths):
        return
    percent = 10 * max(tenths)  # 1 stands for up to 10 %, 11 for more than all
    urgent = machine.number(f"{device}/pre_eol_info", 16) == URGENT
    health: Health = "bad" if percent >= SPENT or urgent else "warn" if percent >= WORN else "ok"
    code: Code = "card-good" if health == "ok" else "card-worn"
    yield Check("card", health, code, {"percent": min(percent, 100)})


def _mount(machine: Machine, home: Path) -> tuple[str, str]:
    """Return options and device (`179:2`) of the file system that *home* lies on."""
    best = ("", "", "")
    for line in machine.text("proc/self/mountinfo").splitlines():
        words = line.split(" ")
        if len(words) < 7:  # number, parent, device, root, place, options, ...
            continue
        # Blanks and the like stand there in octal digits.
        place = re.sub(r"\\([0-7]{3})", lambda octal: chr(int(octal[1], 8)), words[4])
        if home.is_relative_to(place) and len(place) >= len(best[0]):
            best = (place, words[5], words[2])
    return best[1], best[2]


def _device(machine: Machine, block: str) -> tuple[str, str]:
    """Return the kind of a memory card's device, `SD` or `MMC`, and its folder; else nothing."""
    try:
        place = (machine.root / "sys/dev/block" / block).resolve(strict=bool(block))
        for folder in (place, place.parent):
            kind = machine.text(f"{machine.within(folder)}/device/type")
            if kind:
                return kind, f"{machine.within(folder)}/device"
    except (OSError, ValueError):
        pass
    return "", ""
