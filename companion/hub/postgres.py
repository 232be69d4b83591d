"""A PostgreSQL of one's own in a folder: to try a club, and for tests.

It listens on a socket in its folder alone, which only its owner can reach, and asks for no
password. PostgreSQL refuses to run as root: it then runs as `postgres`, or as `nobody`.
"""

import os
import pwd
import shutil
import signal
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg

from companion.errors import SettingsError
from companion.files import words_of

DEBIAN = "/usr/lib/postgresql"
"""Debian keeps programs of each version below it, on nobody's PATH."""

SETTINGS = {
    "listen_addresses": "",
    "max_connections": "60",
    "shared_buffers": "32MB",
    "timezone": "UTC",
    "lc_messages": "C",
}
LONGEST_PATH = 107
"""Bytes of a socket's path, by the kernel."""

LIMIT_S = 60.0
"""Many times what a start or stop takes."""

_SOCKET = ".s.PGSQL.5432"
_PROC = Path("/proc")


class PostgreSQL:
    """A cluster in a folder: made there at the first start, and found again at the next.

    Whatever a crash left behind, it starts.

    Args:
        folder: where it lies; it becomes PostgreSQL's own. Its path must be one that everybody may
            walk, and short.
        bound: whether it ends with the thread that starts it, even if that is killed; Linux alone.
    """

    def __init__(self, folder: Path, *, bound: bool = False) -> None:
        self.folder = folder.resolve()
        self._bound = bound
        self._data, self._log = self.folder / "data", self.folder / "log"
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        """Of its database, as libpq reads it."""
        return f"postgresql://companion@/postgres?host={quote(str(self.folder), safe='')}"

    def start(self) -> None:
        """Make it where it is not yet, and let it run, if it does not.

        Raises:
            SettingsError: PostgreSQL is not installed, or does not start here.
        """
        if self.pid is not None:
            return
        if len(os.fsencode(self.folder / _SOCKET)) > LONGEST_PATH:
            raise SettingsError("this path is too long for a socket", where=str(self.folder))
        programs = found_programs()
        try:
            self._make(programs)
            self._end_what_runs()
            self._run(programs)
        except OSError as error:
            raise SettingsError(words_of(error), where=str(self.folder)) from None

    def stop(self) -> None:
        """Let it end in good order; who is connected is cut off."""
        self._end(signal.SIGINT)

    def kill(self) -> None:
        """Kill it, as the power does that goes."""
        self._end(signal.SIGKILL)

    @property
    def pid(self) -> int | None:
        """The number of its first process; None: it does not run."""
        process = self._process
        return process.pid if process is not None and process.poll() is None else None

    def _make(self, programs: Path) -> None:
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if self._data.exists() and not (self._data / "PG_VERSION").exists():
            shutil.rmtree(self._data)
        as_somebody = self._somebody()
        if as_somebody:
            os.chown(self.folder, as_somebody["user"], as_somebody["group"])
        if self._data.exists():
            return
        # What a crash leaves half made has another name.
        fresh = self.folder / "fresh"
        shutil.rmtree(fresh, ignore_errors=True)
        done = subprocess.run(
            [
                programs / "initdb",
                *("--pgdata", fresh, "--username=companion", "--auth=trust"),
                *("--encoding=UTF8", "--no-locale", "--no-instructions"),
            ],
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
            timeout=LIMIT_S,
            **as_somebody,
        )
        if done.returncode:
            told = done.stderr.strip().splitlines() or [""]
            raise SettingsError(
                "PostgreSQL makes no database here", where=str(self.folder), mend=told[-1]
            )
        fresh.rename(self._data)

    def _run(self, programs: Path) -> None:
        """Start it, and return when it answers."""
        until = time.monotonic() + LIMIT_S
        process = self._process = self._started(programs)
        while process.poll() is None and time.monotonic() < until:
            try:
                psycopg.connect(self.address, connect_timeout=5).close()
            except psycopg.Error:
                time.sleep(0.02)
            else:
                return
        self.kill()
        raise SettingsError(
            "PostgreSQL does not start", where=str(self.folder), mend=self._last_words()
        )

    def _started(self, programs: Path) -> subprocess.Popen[bytes]:
        settings = {**SETTINGS, "unix_socket_directories": str(self.folder)}
        options = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        with self._log.open("wb") as log:
            return subprocess.Popen(
                [*self._binding(), programs / "postgres", "-D", self._data, *options],
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,  # Ctrl-C is for whoever stops it
                **self._somebody(),
            )

    def _binding(self) -> Sequence[str]:
        """Return what it is started by, if it is to end with whoever starts it."""
        setpriv = shutil.which("setpriv") if self._bound else None
        return (setpriv, "--pdeathsig", "INT") if setpriv else ()

    def _last_words(self) -> str:
        return self._log.read_text("utf-8", "replace")[-400:].strip()

    def _end(self, how: signal.Signals) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.send_signal(how)
            _wait(process, how)

    def _end_what_runs(self) -> None:
        """End what a program that is gone has started here, and forget who only seems to run."""
        until = time.monotonic() + LIMIT_S
        while (left := self._working_here()) and time.monotonic() < until:
            for pid in left:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGQUIT)  # at once, as after a crash
            time.sleep(0.02)
        note = self._data / "postmaster.pid"
        try:
            if _runs(int(note.read_text().partition("\n")[0])):
                note.unlink()  # a stranger has the number now, and PostgreSQL would believe it
        except FileNotFoundError:
            pass
        except ValueError:
            note.unlink()  # cut by a crash

    def _working_here(self) -> Sequence[int]:
        """Return the processes whose folder it is, as of PostgreSQL's all; none without `/proc`."""
        return [int(path.parent.name) for path in _PROC.glob("[0-9]*/cwd") if self._is_here(path)]

    def _is_here(self, path: Path) -> bool:
        try:
            return path.readlink() == self._data
        except OSError:  # gone, or another one's
            return False

    def _somebody(self) -> dict[str, Any]:
        """Return as whom it runs, where root starts it."""
        if os.geteuid() != 0:
            return {}
        for name in ("postgres", "nobody"):
            try:
                told = pwd.getpwnam(name)
            except KeyError:
                continue
            return {"user": told.pw_uid, "group": told.pw_gid, "extra_groups": []}
        raise SettingsError("PostgreSQL does not run as root", mend="make a user `postgres`")


def found_programs() -> Path:
    """Return the folder in which `initdb` and `postgres` lie, of the newest version.

    Raises:
        SettingsError: they are not installed.
    """
    versions = [path for path in Path(DEBIAN).glob("*/bin") if (path / "initdb").exists()]
    if versions:
        return max(versions, key=lambda path: float(path.parent.name))
    on_path = shutil.which("initdb")
    if on_path is None:
        raise SettingsError("PostgreSQL is not installed", mend="install the package postgresql")
    return Path(on_path).resolve().parent


def _wait(process: subprocess.Popen[bytes], how: signal.Signals) -> None:
    try:
        process.wait(LIMIT_S)
    except subprocess.TimeoutExpired:
        if how is signal.SIGKILL:
            raise
        process.kill()
        process.wait(LIMIT_S)


def _runs(pid: int) -> bool:
    return pid > 0 and (_PROC / str(pid)).exists()
