"""Programs that tests start. None is waited for without a limit: every test ends by itself."""

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from tests.support.repository import ROOT

LIMIT_S = 300
"""Many times what any of them takes on a busy Pi, and less than a whole test may."""


def python(
    *words: str,
    cwd: Path = ROOT,
    env: Mapping[str, str] | None = None,
    stdout: int = subprocess.PIPE,
    check: bool = False,
) -> subprocess.CompletedProcess[str]:
    """Run a Python of its own with *words*.

    Raises:
        TimeoutExpired: it did not end; it is killed.
        CalledProcessError: with *check*, it failed.
    """
    return subprocess.run(
        [sys.executable, *words],
        cwd=cwd,
        env=env,
        stdout=stdout,
        stderr=subprocess.PIPE,
        text=True,
        check=check,
        timeout=LIMIT_S,
    )
