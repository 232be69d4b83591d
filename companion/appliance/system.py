"""The machine's own commands: the service's manager, users, packages."""

import subprocess
from pathlib import Path
from typing import Protocol

from companion.errors import UpdateError

SERVICE = "companion.service"
PATIENCE_S = 1800.0
"""No step takes so long: on a slow card and line all wheels take some minutes."""
MODEL = Path("/proc/device-tree/model")


class Run(Protocol):
    """Runs a command to its end."""

    def __call__(self, *command: str | Path) -> str:
        """Return what it wrote.

        Raises:
            UpdateError: it failed; its last words stand in the error.
        """
        ...


def run(*command: str | Path) -> str:
    """See `Run`."""
    words = [str(word) for word in command]
    try:
        done = subprocess.run(
            words,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            timeout=PATIENCE_S,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise UpdateError(f"{words[0]} cannot be run", detail=str(error)) from error
    if done.returncode:
        told = done.stdout.strip().splitlines() or [f"exit status {done.returncode}"]
        raise UpdateError(f"{' '.join(words[:4])} failed: {told[-1]}")
    return done.stdout


def is_a_pi() -> bool:
    """Return whether this machine is a Raspberry Pi."""
    return MODEL.is_file() and b"Raspberry Pi" in MODEL.read_bytes()
