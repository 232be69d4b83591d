"""The service on this machine: put there, brought up to date, taken away again."""

import os
import re
import shutil
import time
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from companion.appliance.source import Source, build
from companion.appliance.system import JUDGE, SERVICE, Run, run
from companion.appliance.trial import Ask, UpdateResult, ask, hindrance, judge
from companion.appliance.versions import Versions
from companion.errors import UpdateError

USER = "companion"
GROUPS = ("video", "render", "gpio", "input", "audio", "i2c")
"""What the service may touch: camera, pins, keypads, sound."""
LOGS = "journald@companion.conf"
NUMBER = re.compile(r"[0-9][0-9A-Za-z.]*(-[0-9a-f]{8})?")


class Places(NamedTuple):
    """Where everything of it lies on a machine."""

    versions: Path = Path("/opt/companion")
    home: Path = Path("/var/lib/companion")
    system: Path = Path("/etc/systemd")
    command: Path = Path("/usr/local/bin/companion")


class Installation:
    """The companion of this machine, for whoever is root.

    Args:
        places: where it lies.
        run: runs the machine's commands.
        ask: asks the running companion how it is.
        sleep: waits.
    """

    def __init__(
        self,
        places: Places = Places(),  # noqa: B008 — it never changes
        run: Run = run,
        ask: Ask = ask,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.places, self._run, self._ask, self._sleep = places, run, ask, sleep
        self.versions = Versions(places.versions)

    def install(self, source: Source) -> UpdateResult:
        """Put *source* in use: user, folder, service; begun now and at every start.

        Twice does no harm: where a version is in use, the new one is an update.

        Raises:
            UpdateError: a step of it failed; what was in use before is in use.
        """
        self._make_user()
        if self.versions.current:
            return self.update(source)
        version = self._built(source)
        self.versions.use(version)
        self._write_units()
        self._run("systemctl", "enable", "--now", SERVICE)
        why = hindrance(version, ask=self._ask, sleep=self._sleep)
        if why:
            mend = f"journalctl --namespace=companion -u {SERVICE}"
            raise UpdateError(f"it is installed, but it does not play: {why}", mend=mend)
        return UpdateResult(version, stays=True)

    def update(self, source: Source) -> UpdateResult:
        """Let *source* take the place of the version in use, if it is sound within a minute.

        Raises:
            UpdateError: nothing is installed, another update is on trial, or a step failed.
        """
        old = self.versions.current
        if not old:
            raise UpdateError("nothing is installed here", mend="sudo make install")
        if self.versions.before_trial:
            raise UpdateError("an update is on trial", mend="wait a minute, or restart the machine")
        version = source.version
        if version == old:
            self._write_units()
            self._run("systemctl", "restart", SERVICE)
            return UpdateResult(old, stays=True, why="it was in use already")
        self._built(source)
        self._copy_games(old, version)
        self._write_units()
        self.versions.try_out(version)
        self._run("systemctl", "restart", SERVICE)
        result = judge(self.versions, self._run, ask=self._ask, sleep=self._sleep)
        self.versions.forget_all_but(result.version, old)
        return result

    def finish_trial(self) -> UpdateResult | None:
        """Judge what a pulled plug left on trial; None if nothing is."""
        if not self.versions.before_trial:
            return None
        return judge(self.versions, self._run, ask=self._ask, sleep=self._sleep)

    def uninstall(self) -> Path:
        """Take the service and all versions away; return where the games still lie."""
        for unit in (SERVICE, JUDGE):
            if self._unit(unit).exists():
                self._run("systemctl", "disable", "--now", unit)
                self._unit(unit).unlink()
        for path in (self.places.system / LOGS, self.places.command):
            path.unlink(missing_ok=True)
        self._run("systemctl", "daemon-reload")
        shutil.rmtree(self.places.versions, ignore_errors=True)
        return self.places.home

    def _built(self, source: Source) -> str:
        """Build a version beside the others, unless it is there."""
        version = source.version
        if not NUMBER.fullmatch(version):
            raise UpdateError(f"{version!r} is no version")
        if version not in self.versions.whole:
            place = self.versions.place(version)
            try:
                build(source, place, self._run)
            except BaseException:
                shutil.rmtree(place, ignore_errors=True)
                raise
            self.versions.finish(version)
        return version

    def _make_user(self) -> None:
        """Make the user that plays, with the groups there are, and the folder of the games."""
        known = {line.partition(":")[0] for line in self._run("getent", "passwd").splitlines()}
        if USER not in known:
            self._run("useradd", "--system", "--user-group", "--home-dir", self.places.home,
                      "--no-create-home", "--shell", "/usr/sbin/nologin", USER)  # fmt: skip
        there = {line.partition(":")[0] for line in self._run("getent", "group").splitlines()}
        own = ",".join(group for group in GROUPS if group in there)
        if own:
            self._run("usermod", "--append", "--groups", own, USER)

    def _write_units(self) -> None:
        """Lay command and service where the system looks for them, and tell it."""
        self.places.command.unlink(missing_ok=True)
        self.places.command.parent.mkdir(parents=True, exist_ok=True)
        self.places.command.symlink_to(self.versions.folder / "current/bin/companion")
        for name in (SERVICE, JUDGE, LOGS):
            text = files("companion.appliance").joinpath(name).read_text()
            path = self.places.system / LOGS if name == LOGS else self._unit(name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        self._run("systemctl", "daemon-reload")
        self._run("systemctl", "enable", JUDGE)

    def _unit(self, name: str) -> Path:
        return self.places.system / "system" / name

    def _copy_games(self, old: str, new: str) -> None:
        """Let the version in use copy all games before another one touches them."""
        copies = self.places.home / "backups"
        self._run(
            "runuser", "--user", USER, "--", self.places.versions / old / "bin/companion",
            "backup", "--home", self.places.home, "--to", copies / f"before-{new}.zip",
        )  # fmt: skip


def insist_on_root() -> None:
    """Raise an error for whoever may not do it.

    Raises:
        UpdateError: this is not root.
    """
    if os.geteuid():
        raise UpdateError("only root may do this", mend="put sudo before it")


def told(result: UpdateResult) -> str:
    """Return in one line what came of it."""
    if result.stays:
        return f"Version {result.version} is in use."
    return f"Version {result.version} is in use as before: the new one did not stay ({result.why})."
