"""The service on this machine: put there, brought up to date, taken away again."""

import json
import os
import re
import shutil
import time
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from companion.appliance.source import Source, build
from companion.appliance.system import SERVICE, Run, run
from companion.appliance.trial import Ask, UpdateResult, ask, hindrance, judge
from companion.appliance.units import Units
from companion.appliance.versions import Versions
from companion.errors import UpdateError

USER = "companion"
GROUPS = ("video", "render", "gpio", "input", "audio", "i2c")
"""What the service may touch: camera, pins, keypads, sound."""
NUMBER = re.compile(r"[0-9][0-9A-Za-z.]*(-[0-9a-f]{8})?")


class Places(NamedTuple):
    """Where everything of it lies on a machine."""

    versions: Path = Path("/opt/companion")
    home: Path = Path("/var/lib/companion")
    etc: Path = Path("/etc")
    command: Path = Path("/usr/local/bin/companion")
    screen: Path = Path("/run/companion/join.issue")


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
        self._units = Units(places.etc, self.versions, run)

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
        self._start(version)
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
            self._insist_on_one(old, source.digest)
            self._start(old)
            return UpdateResult(old, stays=True, why="it was in use already")
        self._built(source)
        self._backup(old, self._copy_before(version))
        self.versions.try_out(version)
        result = self._judged()
        self.versions.forget_all_but(result.version, old)
        self._forget_copies_but(version, result.version, old)
        return result

    def finish_trial(self) -> UpdateResult | None:
        """Judge what a pulled plug left on trial; None if nothing is."""
        if not self.versions.before_trial:
            return None
        return self._judged()

    def uninstall(self) -> Path:
        """Take the service and all versions away; return where the games still lie."""
        self._units.remove()
        for link in self._links:
            link.unlink(missing_ok=True)
        shutil.rmtree(self.places.versions, ignore_errors=True)
        return self.places.home

    def _built(self, source: Source) -> str:
        """Build a version beside the others, unless it is there."""
        version = source.version
        if not NUMBER.fullmatch(version):
            raise UpdateError(f"{version!r} is no version")
        is_there = version in self.versions.whole
        if not is_there or self.versions.digest_of(version) != source.digest:
            place = self.versions.place(version)
            try:
                build(source, place, self._run)
            except BaseException:
                shutil.rmtree(place, ignore_errors=True)
                raise
            self.versions.finish(version, source.digest)
        return version

    def _insist_on_one(self, version: str, digest: str) -> None:
        """Make sure that a release of the number in use is the one that is in use.

        Raises:
            UpdateError: it is another one.
        """
        known = self.versions.digest_of(version)
        if known and digest and known != digest:
            raise UpdateError(
                f"another release of the same number, {version}, is in use",
                mend=f"its digest is {known}; that of this one is {digest}",
            )

    def _make_user(self) -> None:
        """Make the user that plays, with the groups there are, and the folder of the games."""
        known = {line.partition(":")[0] for line in self._run("getent", "passwd").splitlines()}
        if USER not in known:
            self._run("useradd", "--system", "--user-group", "--home-dir", self.places.home,
                      "--no-create-home", "--shell", "/usr/sbin/nologin", USER)  # fmt: skip
        self.grant_groups()

    def grant_groups(self) -> None:
        """Let the user into those of its groups that are there by now."""
        lines = (line.split(":") for line in self._run("getent", "group").splitlines())
        new = [name for name, _password, _number, members in lines
               if name in GROUPS and USER not in members.split(",")]  # fmt: skip
        if new:
            self._run("usermod", "--append", "--groups", ",".join(new), USER)

    def _start(self, version: str) -> None:
        """Lay command and files of *version* where the machine looks for them, and start it."""
        for link, target in self._links.items():
            link.unlink(missing_ok=True)
            link.parent.mkdir(parents=True, exist_ok=True)
            link.symlink_to(target)
        self._units.put(version)
        self._run("systemctl", "restart", SERVICE)

    @property
    def _links(self) -> Mapping[Path, Path]:
        """The command, and what the login screen shows."""
        return {
            self.places.command: self.versions.folder / "current/bin/companion",
            self.places.etc / "issue.d/companion.issue": self.places.screen,
        }

    def _judged(self) -> UpdateResult:
        return judge(self.versions, self._start, self._go_back, ask=self._ask, sleep=self._sleep)

    def _go_back(self, old: str, tried: str) -> str:
        """Start *old* again; if *tried* left games that it cannot read, with those of before.

        What was damaged before is left as it is. Returns what is to be said of them.
        """
        copy, told = self._copy_before(tried), ""
        proof = copy.with_name(f"after-{tried}.zip")
        try:
            changed = self._backup(old, proof) != damaged_in(copy)
        except UpdateError:
            changed = True
        if changed:
            told = f"the games are taken back as they are in {copy}"
            try:
                self._run("systemctl", "stop", SERVICE)
                self._companion(old, "restore", copy)
            except UpdateError as error:
                told = f"it cannot read the games: stop it, then companion restore {copy}: {error}"
        proof.unlink(missing_ok=True)
        self._start(old)
        return told

    def _copy_before(self, version: str) -> Path:
        return self.places.home / "backups" / f"before-{version}.zip"

    def _forget_copies_but(self, *versions: str) -> None:
        """Delete the copies that were made before updates to other versions."""
        kept = {self._copy_before(version) for version in versions}
        for copy in (self.places.home / "backups").glob("before-*.zip"):
            if copy not in kept:
                copy.unlink(missing_ok=True)

    def _backup(self, version: str, to: Path) -> frozenset[str]:
        """Let *version* copy all games and prove them; return which it left out as damaged."""
        to.unlink(missing_ok=True)
        try:
            self._companion(version, "backup", "--to", to)
        except UpdateError:
            if not damaged_in(to):
                raise
        return damaged_in(to)

    def _companion(self, version: str, *words: str | Path) -> None:
        own, home = self.places.versions / version / "bin/companion", self.places.home
        self._run("runuser", "--user", USER, "--", own, *words, "--home", home)


def damaged_in(copy: Path) -> frozenset[str]:
    """Return which games a copy left out because they are damaged; none if there is no copy."""
    try:
        with zipfile.ZipFile(copy) as pack:
            return frozenset(json.loads(pack.read("manifest.json")).get("left_out", ()))
    except (OSError, zipfile.BadZipFile, KeyError, ValueError):
        return frozenset()


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
