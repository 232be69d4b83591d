"""`companion club --try` as a process: tables go on, a killed database comes back, all ends."""

import http.client
import os
import re
import signal
import ssl
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests.end_to_end.appliance import wait_for
from tests.end_to_end.phone import Phone
from tests.support.pages import HOST, told

LOBBY = re.compile(r"https://127\.0\.0\.1:(\d+)")
PLAIN = re.compile(r"http://127\.0\.0\.1:(\d+)")
SIGNED = re.compile(r"Signed in as: (\S+)\s+password: (\S+)")
HOSTED = re.compile(r"for phones: http://[^/]+:(\d+)(/t/\w+)/")
TURN = re.compile(r"· turn (\d+)")
PATIENCE_S = 120.0


class TrialProcess:
    """The command, and a browser of sorts that trusts its authority alone."""

    def __init__(self, temporary: Path) -> None:
        words = ["-m", "companion", "club", "--try", "--host", HOST, "--port", "0"]
        self.process = subprocess.Popen(
            [sys.executable, *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, "TMPDIR": str(temporary), "PYTHONUNBUFFERED": "1"},
        )
        self.lines: list[str] = []
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self.name, self._password = self._said(SIGNED).groups()
        self.port, self.plain = int(self._said(LOBBY)[1]), int(self._said(PLAIN)[1])
        self._cookie = ""
        line = http.client.HTTPConnection(HOST, self.plain, timeout=30)
        line.request("GET", "/club/authority.pem")
        self._trust = ssl.create_default_context(cadata=line.getresponse().read().decode())
        line.close()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line)

    def _said(self, pattern: re.Pattern[str]) -> re.Match[str]:
        def look() -> re.Match[str] | None:
            assert self.process.poll() is None, self.lines
            return pattern.search("".join(self.lines))

        return wait_for(pattern.pattern, look, timeout_s=PATIENCE_S)

    def ask(
        self, path: str, form: Mapping[str, str] | None = None
    ) -> tuple[int, Mapping[str, str], str]:
        """Ask for a page, or send a form."""
        line = http.client.HTTPSConnection(HOST, self.port, timeout=60, context=self._trust)
        headers = {"Cookie": self._cookie, "Origin": f"https://{HOST}:{self.port}"}
        headers["Content-Type"] = "application/x-www-form-urlencoded"
        method = "GET" if form is None else "POST"
        line.request(method, path, urlencode(form or {}), headers)
        answer = line.getresponse()
        text = answer.read().decode()
        line.close()
        return answer.status, dict(answer.getheaders()), text

    def sign_in(self) -> int:
        """Sign in as the terminal says; return the status."""
        form = {"name": self.name, "password": self._password}
        status, headers, _ = self.ask("/sign-in", form)
        self._cookie = headers.get("Set-Cookie", "").partition(";")[0]
        return status

    def hosted(self) -> Phone:
        """Return a phone at the table without a box."""
        port, root = self._said(HOSTED).groups()
        return Phone(int(port), root)

    def turns(self) -> list[int]:
        """Return the number of the turn at each table."""
        status, _, text = self.ask("/")
        assert status == 200
        return [*map(int, TURN.findall(told(text)))]

    def has_said_away(self) -> bool:
        """Return whether the terminal has said that the database is away."""
        return "the club's database" in "".join(self.lines).lower()

    def stop(self) -> int:
        """Press Ctrl-C once; return the exit status."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(timeout=PATIENCE_S)

    def kill(self) -> None:
        """Kill it, if it still runs."""
        self.process.kill()
        self.process.wait(timeout=PATIENCE_S)
        self._reader.join()
        assert self.process.stdout is not None
        self.process.stdout.close()


def has_gone_on(trial: TrialProcess) -> None:
    """Wait until at each of the three tables a further turn has begun, and the lobby shows it."""
    before = trial.turns()

    def is_further() -> bool:
        now = trial.turns()
        return len(now) == 3 and all(a > b for a, b in zip(now, before, strict=True))

    wait_for("all tables go on", is_further, timeout_s=PATIENCE_S)


def running(folder: Path) -> dict[int, str]:
    """Return the processes that have a folder in their command line or work in it."""
    found: dict[int, str] = {}
    for one in Path("/proc").iterdir():
        if not one.name.isdecimal():
            continue
        try:
            words = (one / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            place = (one / "cwd").resolve()
        except OSError:
            continue
        if str(folder) in words or place.is_relative_to(folder):
            found[int(one.name)] = words
    return found


@pytest.fixture
def temporary() -> Iterator[Path]:
    """A folder that PostgreSQL's own user may walk, with a short path."""
    with tempfile.TemporaryDirectory(prefix="try-", dir="/tmp") as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


def test_a_club_is_tried_out_by_one_command_and_leaves_nothing(temporary: Path) -> None:
    trial = TrialProcess(temporary)
    try:
        assert trial.ask("/")[0] == 302
        assert trial.sign_in() == 303
        wait_for("three tables", lambda: len(trial.turns()) == 3, timeout_s=PATIENCE_S)
        has_gone_on(trial)
        phone = trial.hosted()
        assert phone.post("/join", {"name": "Ann", "seat": 0, "colour": "blue"}).status == 303

        (postgres,) = [pid for pid, words in running(temporary).items() if "bin/postgres" in words]
        os.kill(postgres, signal.SIGKILL)
        wait_for("it is said", trial.has_said_away, timeout_s=PATIENCE_S)
        has_gone_on(trial)
        assert trial.sign_in() == 303
        assert b"Ann" in phone.get("/seat").body
        assert trial.stop() == 130
        assert running(temporary) == {}
        assert [*temporary.iterdir()] == []
    finally:
        trial.kill()
        for left in running(temporary):  # only where something above failed
            os.kill(left, signal.SIGKILL)


def test_a_club_that_is_tried_and_killed_leaves_no_process(temporary: Path) -> None:
    trial = TrialProcess(temporary)
    assert any("bin/postgres" in words for words in running(temporary).values())
    trial.kill()
    wait_for("the end of its database", lambda: not running(temporary), timeout_s=PATIENCE_S)
