"""How long a person waits before anything happens."""

import subprocess
import sys
from collections.abc import Iterator
from functools import partial

from tests.benchmarks.figure import Figure, median_ms
from tests.support.repository import ROOT


def measure() -> Iterator[Figure]:
    """Time commands as a shell starts them."""
    for name, command in {
        "companion --help": [sys.executable, "-m", "companion", "--help"],
        "set-up when nothing is missing": [str(ROOT / ".ci/setup"), "test"],
    }.items():
        yield Figure(name, median_ms(partial(_run, command)), "ms")


def _run(command: list[str]) -> None:
    subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, check=True, timeout=600)
