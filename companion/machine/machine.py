"""The files and commands of a machine, read as they are; what is not there is empty."""

import os
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

PATIENCE_S = 3.0
"""A command that has not answered by then is taken for missing."""

Ask = Callable[[Sequence[str]], str]
"""Runs a command and returns what it wrote; nothing if there is none, or it failed."""


def ask(words: Sequence[str]) -> str:
    """See `Ask`."""
    try:
        done = subprocess.run(
            list(words), capture_output=True, text=True, check=False, timeout=PATIENCE_S
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip()


class Machine:
    """One machine.

    Args:
        root: where its files lie.
        ask: runs its commands.
        may: whether a file may be opened so, as `os.access` says it.
    """

    def __init__(
        self,
        root: Path = Path("/"),
        ask: Ask = ask,
        may: Callable[[Path, int], bool] = os.access,
    ) -> None:
        self.root, self.ask, self.may = root, ask, may

    def text(self, path: str) -> str:
        """Return a small file's text, without the ends that the kernel puts; or nothing."""
        try:
            return (self.root / path).read_text("utf-8", "replace").strip("\0\n ")
        except OSError:
            return ""

    def number(self, path: str, base: int = 10) -> int | None:
        """Return the number that a file holds; None if it holds none."""
        return whole(self.text(path), base)

    def found(self, pattern: str) -> Sequence[Path]:
        """Return the files there are, sorted by name."""
        try:
            return sorted(self.root.glob(pattern))
        except OSError:
            return ()

    def within(self, path: Path) -> str:
        """Return a path that was found, as `text` takes it."""
        return str(path.relative_to(self.root))

    @property
    def model(self) -> str:
        """What the machine is called: `Raspberry Pi 4 Model B Rev 1.5`."""
        return self.text("proc/device-tree/model") or self.text("sys/class/dmi/id/product_name")

    @property
    def is_a_pi(self) -> bool:
        """Whether it is a Raspberry Pi."""
        return "Raspberry Pi" in self.model


def whole(text: str, base: int = 10) -> int | None:
    """Return the number that a text is; None if it is none."""
    try:
        return int(text, base)
    except ValueError:
        return None
