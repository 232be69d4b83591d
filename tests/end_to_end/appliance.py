"""The companion as a process of its own, to be started, killed and started again."""

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

Found = TypeVar("Found")

ADDRESS = re.compile(r"http://127\.0\.0\.1:(\d+)")
PIN = re.compile(r"PIN:?\s+(\d{6})")


def wait_for(what: str, look: Callable[[], Found | None], *, timeout_s: float = 60.0) -> Found:
    """Return what *look* finds as soon as it is not None or false.

    Raises:
        TimeoutError: nothing was found in time.
    """
    end = time.monotonic() + timeout_s
    while time.monotonic() < end:
        found = look()
        if found:
            return found
        time.sleep(0.05)
    raise TimeoutError(f"waited {timeout_s:.0f} s for {what}")


class Appliance:
    """A running `companion run`; *within* is what it is started by, another command.

    *env* is its whole environment; None: that of the tests. *temporary*: its home may lie in
    memory, as the tests' folder does on some machines.
    """

    def __init__(
        self,
        home: Path,
        *options: str,
        host: str = "127.0.0.1",
        port: int = 0,
        within: Sequence[str] = (),
        env: Mapping[str, str] | None = None,
        temporary: bool = True,
    ) -> None:
        command = [*within, sys.executable, "-m", "companion", "run", "--home", str(home)]
        command += ["--host", host, "--port", str(port), *options]
        command += ["--temporary"] if temporary else []
        self.process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**(os.environ if env is None else env), "PYTHONUNBUFFERED": "1"},
        )
        self.lines: list[str] = []
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    @property
    def output(self) -> str:
        """Everything it has said so far."""
        return "".join(self.lines)

    @property
    def port(self) -> int:
        """The port of its pages; waits until it says so."""
        found = wait_for(f"an address in {self.output!r}", lambda: self._said(ADDRESS))
        return int(found.group(1))

    @property
    def pin(self) -> str:
        """The banker's PIN that it shows."""
        return wait_for("the PIN", lambda: self._said(PIN)).group(1)

    def kill(self) -> None:
        """Pull the plug."""
        self.process.kill()
        self._finish()

    def stop(self) -> int:
        """Ask it to stop, as Ctrl-C does, and return its exit status."""
        self.process.send_signal(signal.SIGINT)
        return self._finish()

    def _finish(self) -> int:
        status = self.process.wait(timeout=30)
        self._reader.join(timeout=10)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return status

    def _said(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        if self.process.poll() is not None:
            raise RuntimeError(f"the companion ended: {self.output}")
        return pattern.search(self.output)

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line)
