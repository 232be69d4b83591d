"""Whether onnxruntime runs the nets here: tried in a process of its own, and remembered.

Its wheels for aarch64 have ended processes on a Raspberry Pi 4 (1.21: an illegal instruction as
soon as it is imported) and aborted (1.22). Tried in this one, that would be the end of an evening.
"""

import hashlib
import os
import platform
import re
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Literal

import msgspec

from companion.errors import SettingsError
from companion.files import keep, read_kept
from companion.vision.runtimes import Load, by_onnxruntime, by_opencv

FILE = "nets.json"
"""In a home: what was found out."""

CHILD = (sys.executable, "-m", "companion.vision.run_nets")
PATIENCE_S = 90.0
"""A small machine takes twenty seconds to load all from its card."""


class Runtime(msgspec.Struct, frozen=True):
    """What runs the nets here."""

    name: Literal["onnxruntime", "opencv"]
    why: str = ""  # onnxruntime does not: a signal, `exit 1`, `90 s`, `not installed`

    @property
    def load(self) -> Load:
        """What loads a net."""
        return by_onnxruntime if self.name == "onnxruntime" else by_opencv


class Tried(msgspec.Struct, frozen=True):
    """What a trial showed, for one onnxruntime on one kind of processor."""

    key: str
    runtime: Runtime


_found: list[Runtime] = []


def usable(home: Path | None = None) -> Runtime:
    """Return what runs the nets on this machine, found out once in this process.

    Only wheels for other processors than x86-64 are known to have failed: only there it is tried.

    Args:
        home: where it is remembered; None: nowhere, and a first call takes seconds.
    """
    if not _found:
        known = platform.machine() in ("x86_64", "AMD64")
        _found.append(Runtime("onnxruntime") if known else tried(home and home / FILE))
    return _found[0]


def tried(
    place: Path | None, child: Sequence[str] = CHILD, patience_s: float = PATIENCE_S, key: str = ""
) -> Runtime:
    """Return what is remembered in *place*, else what a child shows that runs each net once.

    Args:
        place: the file in which it is remembered; None, or one that cannot be written: nowhere.
        child: the command.
        patience_s: how long it may take.
        key: of this onnxruntime and processor; empty: found out.
    """
    key = key or _key()
    if not key:
        return Runtime("opencv", "not installed")
    try:
        known = read_kept(place, Tried) if place else None
    except SettingsError:
        known = None
    if known is not None and known.key == key:
        return known.runtime
    why = _ended(child, patience_s)
    runtime = Runtime("opencv", why) if why else Runtime("onnxruntime")
    if place:
        with suppress(SettingsError):
            keep(Tried(key, runtime), place)
    return runtime


def _ended(child: Sequence[str], patience_s: float) -> str:
    """Run the child to its end; return how it failed, or nothing."""
    ours = str(Path(__file__).parents[2])
    path = os.pathsep.join(filter(None, (ours, os.environ.get("PYTHONPATH"))))
    try:
        done = subprocess.run(
            list(child),
            env={**os.environ, "PYTHONPATH": path},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=False,
            timeout=patience_s,
        )
    except subprocess.TimeoutExpired:
        return f"{patience_s:.0f} s"
    except OSError as error:
        return str(error)
    if done.returncode < 0:
        return signal.Signals(-done.returncode).name
    return f"exit {done.returncode}" if done.returncode else ""


def _key() -> str:
    """Return a name for this onnxruntime on this kind of processor; empty: there is none."""
    try:
        runtime = version("onnxruntime")
    except PackageNotFoundError:
        return ""
    try:
        told = Path("/proc/cpuinfo").read_text("utf-8", "replace")
    except OSError:
        told = platform.processor()
    kinds = sorted(set(re.findall(r"(?m)^(?:model name|CPU part|Features|flags)\s*:.*$", told)))
    digest = hashlib.sha256("\n".join(kinds).encode()).hexdigest()
    return f"{runtime} {platform.machine()} {digest[:12]}"
