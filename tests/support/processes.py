"""Programs that tests start. None is waited for without a limit: every test ends by itself."""

import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
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


@contextmanager
def started(*words: str, cwd: Path = ROOT) -> Iterator[subprocess.Popen[str]]:
    """Start a Python of its own with *words*, to be read from; it is killed after, or in time."""
    command = [sys.executable, *words]
    with subprocess.Popen(command, cwd=cwd, stdout=subprocess.PIPE, text=True) as process:
        limit = threading.Timer(LIMIT_S, process.kill)
        limit.start()
        try:
            yield process
        finally:
            limit.cancel()
            process.kill()
