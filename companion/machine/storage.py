"""What the games lie on: whether it keeps them, still takes anything, how worn it is."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from companion.doctor import Check, Code, Health
from companion.errors import JournalError
from companion.machine.machine import Machine, whole

WORN, SPENT = 80, 100
"""Per cent of its life from which on an eMMC chip is worn, and from which on it is past it."""

URGENT = 3
"""What `pre_eol_info` says when nearly all spare blocks are used."""


FORGETFUL = frozenset(
    {"tmpfs", "ramfs", "rootfs", "overlay", "overlayfs", "fuse.fuse-overlayfs", "aufs"}
)
"""File systems in memory, or of a layer that goes with its container or its start."""


class _Mount(NamedTuple):
    """A line of `/proc/self/mountinfo`."""

    number: str
    parent: str  # the number of the one that it is mounted on
    block: str  # `179:2`
    place: str
    options: str
    kind: str


def forgotten(machine: Machine, home: Path) -> JournalError | None:
    """Return that *home* is gone after the next start, where its file system keeps nothing."""
    mount = _mount(machine, home)
    if mount is None or mount.kind not in FORGETFUL:
        return None
    return JournalError(code="home-forgotten", where=str(home), disk=mount.kind)


def restart_checks(machine: Machine, home: Path, *, temporary: bool) -> Iterator[Check]:
    """Say so where games do not outlast the next start; *temporary*: it is meant so."""
    fault = forgotten(machine, home)
    if fault is not None and temporary:
        yield Check("restart", "ok", "home-temporary", fault.facts)
    elif fault is not None:
        yield Check("restart", "bad", "home-forgotten", fault.facts, str(home))


def storage_checks(machine: Machine, home: Path) -> Iterator[Check]:
    """Say how the storage is on which *home* lies.

    Of an eMMC chip the kernel tells in tenths how much of its life is used (`life_time`, for its
    two kinds of cells). An SD card tells nothing of the kind.
    """
    mount = _mount(machine, home)
    if mount is None:
        return
    if "ro" in mount.options.split(","):
        yield Check("card", "bad", "card-read-only")
        return
    kind, device = _device(machine, mount.block)
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


def _mount(machine: Machine, home: Path) -> _Mount | None:
    """Return what *home* lies on: followed as a path is, for a mount may hide others."""
    home, known, found = home.resolve(), _mounts(machine), None
    numbers = {mount.number for mount in known}
    over = [mount for mount in known if mount.parent not in numbers - {mount.number}]
    while True:
        on = [mount for mount in over if home.is_relative_to(mount.place)]
        if not on:
            return found
        found = min(on, key=lambda mount: len(mount.place))
        over = [mount for mount in known if mount.parent == found.number != mount.number]


def _mounts(machine: Machine) -> Sequence[_Mount]:
    mounts = []
    for line in machine.text("proc/self/mountinfo").splitlines():
        mounted, _, rest = line.partition(" - ")
        words = mounted.split(" ")
        if len(words) < 6:  # number, parent, device, root, place, options, ...
            continue
        number, parent, block, _root, place, options = words[:6]
        # Blanks and the like stand there in octal digits.
        place = re.sub(r"\\([0-7]{3})", lambda octal: chr(int(octal[1], 8)), place)
        mounts.append(_Mount(number, parent, block, place, options, rest.split(" ")[0]))
    return mounts


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
