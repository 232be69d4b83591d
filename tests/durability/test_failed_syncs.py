"""What a failed sync was asked to keep counts only when a later one has kept it in another file.

The system takes pages whose sync failed for written: to read them or to sync again proves nothing.
"""

import errno
import os
import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.files import write_whole
from companion.journal import sqlite
from companion.journal.home import Home
from companion.journal.sqlite import open_journal
from companion.systems import sync_folder
from companion.table.answers import Accepted
from companion.table.live_game import LiveGame
from tests.durability.power import NotingSystem, Step, Translated, write_left
from tests.durability.test_failing_disk import begun_game
from tests.support.player import next_command
from tests.support.table import SMALL_RESERVE, some_cause

EVENINGS, COMMANDS, CUTS = 20, 25, 12
TRIES = 3
SHARES = (0.1, 0.3, 0.6)
"""So many of all syncs fail."""
NAME = "0001-ru-2004.journal"


class ForgetfulDisk:
    """Notes what becomes of a journal's files while every sync may fail."""

    def __init__(self, share: float, chance: random.Random) -> None:
        self.failing, self.failed = False, 0
        self._share, self._chance = share, chance
        self.system = NotingSystem("forgetful", self.fails)
        self.steps = self.system.steps

    def fails(self) -> bool:
        struck = self.failing and self._chance.random() < self._share
        self.failed += struck
        return struck

    def connected(self, path: Path, mode: Any) -> Any:
        fresh = path.with_name(path.name + sqlite.FRESH)
        return Translated(fresh if mode == "ro" and fresh.exists() else path, "forgetful", mode)

    def write_whole(self, path: Path, content: bytes, **how: Any) -> None:
        self._fail()  # the file's own sync: under this name there is nothing yet
        write_whole(path, content, **how)
        self.steps.append(Step("whole", path.name, 0, content))
        self._fail()  # the folder's

    def sync_folder(self, folder: Path) -> None:
        self._fail()
        sync_folder(folder)

    def unlink(self, path: Any, **how: Any) -> None:
        UNLINK(path, **how)
        self._note("delete", path)

    def replace(self, path: Any, target: Any) -> None:
        REPLACE(path, target)
        self._note("replace", path, Path(target).name.encode())

    def _note(self, kind: str, path: Any, data: bytes = b"") -> None:
        if Path(path).name.startswith(NAME):  # not the files on the way of `write_whole`
            self.steps.append(Step(kind, Path(path).name, data=data))

    def _fail(self) -> None:
        if self.fails():
            raise OSError(errno.EIO, os.strerror(errno.EIO))


UNLINK, REPLACE = os.unlink, os.replace


@contextmanager
def on(disk: ForgetfulDisk) -> Iterator[None]:
    """Let a journal live on such a disk."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(sqlite, "connected", disk.connected)
        patched.setattr(sqlite, "write_whole", disk.write_whole)
        patched.setattr(sqlite, "sync_folder", disk.sync_folder)
        patched.setattr(os, "unlink", disk.unlink)
        patched.setattr(os, "replace", disk.replace)
        yield
    disk.system.unregister()


def played(folder: Path, disk: ForgetfulDisk, chance: random.Random) -> list[str]:
    """Give commands, each a few times until it is accepted; return the digests in the end."""
    home = Home(folder, ballast=SMALL_RESERVE)
    begun_game(home).close()
    content = (folder / "games" / NAME).read_bytes()
    disk.steps += [Step("whole", NAME, 0, content), Step("ready")]
    with on(disk):
        game = LiveGame(home, home.open(NAME.removesuffix(".journal")))
        disk.failing = True
        for number in range(COMMANDS):
            command = next_command(game.state, chance)
            cause = replace(some_cause(f"id-{number}"), role="banker")
            for _ in range(TRIES):
                if isinstance(game.decide(command, cause), Accepted):
                    disk.steps.append(Step("acknowledged", data=str(game.seq).encode()))
                    break
        game.close()
    home.close()
    return digests_in(folder / "games" / NAME)


def digests_in(path: Path) -> list[str]:
    journal = open_journal(path)
    journal.close()
    return [record.digest for record in journal.records]


def losses(folder: Path, disk: ForgetfulDisk, digests: list[str]) -> Iterator[str]:
    """Cut the power at many places; yield what is wrong with what is left."""
    ready = next(place for place, step in enumerate(disk.steps) if step.kind == "ready")
    for state in range(CUTS):
        chance = random.Random(state)
        done = disk.steps[: chance.randint(ready + 1, len(disk.steps))]
        left = folder / f"left-{state}"
        write_left(done, left, chance)
        acknowledged = [int(step.data) for step in done if step.kind == "acknowledged"]
        kept = digests_in(left / NAME)
        if kept != digests[: len(kept)] or len(kept) < max(acknowledged, default=1):
            yield f"state {state}: {acknowledged[-1:]} acknowledged, {len(kept)} kept"


def test_nothing_that_was_accepted_is_lost_when_the_power_is_cut_after_a_failed_sync(
    tmp_path: Path,
) -> None:
    failed = 0
    for evening in range(EVENINGS):
        chance, folder = random.Random(evening), tmp_path / str(evening)
        disk = ForgetfulDisk(SHARES[evening % len(SHARES)], chance)
        digests = played(folder / "home", disk, chance)
        assert list(losses(folder, disk, digests)) == [], evening
        failed += disk.failed
    assert failed > EVENINGS * 3  # else this showed nothing
