"""Makes copies by itself: when a game begins or ends, and every few minutes if anything changed."""

import errno
import logging
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Literal, TypeAlias, TypeVar

import msgspec
from msgspec.structs import replace

from companion.backups.choice import chosen_of, keep_chosen
from companion.backups.copy_folder import FOLDER, Copy, CopyFolder, name_of
from companion.backups.manifest import Manifest, Why, belonging, game_of, is_journal
from companion.backups.sticks import is_in, sticks
from companion.backups.time_limit import SilentError, TimeLimit
from companion.backups.writing import Order, Packer
from companion.errors import BackupError, CompanionError, ErrorCode, JournalError
from companion.files import words_of
from companion.journal.audit import is_damaged
from companion.journal.replaced_homes import Aside, kept_aside
from companion.journal.sqlite import SUFFIX
from companion.table.ports import Clock
from companion.table.view import View

LOOKS_S = 1.0
"""Seconds between two looks whether a game began or ended."""

PATIENCE_S = 10.0
"""So long whoever stops the companion or asks for a copy waits for one that is being written."""

LOOK_S = 2.0
"""So long a stick may take to say what is on it; then it counts as silent."""

READ_S, WRITE_S = 20.0, 120.0
"""So long it may take to read a copy from a stick, or to write one there."""

T = TypeVar("T")

_log = logging.getLogger(__name__)

Where: TypeAlias = Literal["card", "second"]
"""Beside the games, or on a stick."""

TroubleCode: TypeAlias = Literal["missing", "full", "read-only", "silent", "damaged-game", "failed"]

_CODES: dict[int, TroubleCode] = {
    errno.ENOSPC: "full",
    errno.EDQUOT: "full",
    errno.EFBIG: "full",
    errno.EROFS: "read-only",
    errno.EACCES: "read-only",
    errno.EPERM: "read-only",
    errno.ENOENT: "missing",
    errno.ENOTDIR: "missing",
    errno.ENODEV: "missing",
    errno.ENXIO: "missing",
    errno.EIO: "missing",
}


_SAID: dict[TroubleCode, ErrorCode] = {
    "missing": "place-missing",
    "full": "no-room",
    "read-only": "place-read-only",
    "failed": "copy-fails",
}


class Trouble(msgspec.Struct, frozen=True):
    """Why a copy is not where it should be. Play goes on."""

    code: TroubleCode
    where: Where
    error: CompanionError  # what, and at which place; for `damaged-game` which

    @property
    def text(self) -> str:
        """One line for the terminal."""
        return str(self.error)


class Keeper:
    """Keeps the copies of a running companion's home.

    Args:
        home: its folder; locked by this process.
        look: returns the newest view of the table.
        clock: the times.
        tell: called when a trouble came or went.
        second: another folder for copies, given at the start; it comes before the chosen one.
    """

    def __init__(
        self,
        home: Path,
        look: Callable[[], View],
        clock: Clock,
        *,
        tell: Callable[[], object] = lambda: None,
        second: Path | None = None,
    ) -> None:
        self._home, self._look, self._clock, self._tell = home, look, clock, tell
        self._given = second
        self._stopping = threading.Event()
        self._busy = threading.Lock()
        self._packer = Packer(home, self._stopping.is_set)
        self.troubles: tuple[Trouble, ...] = ()
        self.chosen = chosen_of(home)
        self.card = CopyFolder(home / FOLDER)
        self._stick, self._writer = TimeLimit("the stick"), TimeLimit("the copy")
        self._seen: tuple[Copy, ...] = ()  # on the stick, when it answered last
        self._sticks: tuple[str, ...] = ()
        self.is_silent = False  # whether the stick did not answer when it was asked last
        self._second = self._opened_second()
        self._content: object = None  # of the home, when the last copy was made
        self._game, self._over = "", False  # as they were seen last
        self._next = clock.mono() + 60.0 * self.chosen.minutes
        self._thread = threading.Thread(target=self._run, name="backups", daemon=True)

    # ---- life

    def start(self) -> None:
        """Begin to look after the games."""
        self.card.clear_leftovers()
        self._thread.start()

    def stop(self) -> None:
        """Give up what is being written; a stick that hangs is not waited for."""
        self._stopping.set()
        self._thread.join(PATIENCE_S)

    # ---- what there is

    @property
    def second(self) -> str:
        """The second place for copies, "" for none."""
        return str(self._given or self.chosen.second)

    @property
    def is_given(self) -> bool:
        """Whether the second place was given at the start and cannot be chosen."""
        return self._given is not None

    def copies(self) -> Sequence[Copy]:
        """Return all copies at both places, newest first; what lies at both, once."""
        both = (*self._on_stick(), *self.card.copies())
        found = {copy.name: copy for copy in both}
        return sorted(found.values(), key=lambda c: (c.manifest.number, c.name), reverse=True)

    def _on_stick(self) -> tuple[Copy, ...]:
        """Return the copies on the stick; as they were seen last, if it does not answer."""
        second = self._second
        if second is not None:
            with self._listening():
                self._seen = self._stick.ask(lambda: tuple(second.copies()), LOOK_S)
        return self._seen if second is not None else ()

    def sticks(self) -> Sequence[str]:
        """Return the folders of all sticks that are in; those seen last, if one does not answer."""
        with self._listening():
            self._sticks = self._stick.ask(lambda: tuple(sticks()), LOOK_S)
        return self._sticks

    @contextmanager
    def _listening(self) -> Iterator[None]:
        """Note whether the stick answers."""
        try:
            yield
            self.is_silent = False
        except SilentError:
            self.is_silent = True

    def read(self, copy: Copy, work: Callable[[Path], T]) -> T:
        """Return what *work* makes of the file of a copy.

        Raises:
            SilentError: it lies on a stick that does not answer.
        """
        if copy.path.parent == self.card.folder:
            return work(copy.path)
        return self._stick.ask(lambda: work(copy.path), READ_S)

    @property
    def aside(self) -> Sequence[Aside]:
        """What was there before copies were taken back, the newest first."""
        return kept_aside(self._home)

    def find(self, name: str) -> Copy | None:
        """Return the copy of this name."""
        return next((copy for copy in self.copies() if copy.name == name), None)

    def last_good(self, game: str) -> Copy | None:
        """Return the newest copy of this home that holds a game whole, if there is one."""
        ours = (c for c in self.copies() if c.manifest.home == self.chosen.home_id)
        return next((copy for copy in ours if copy.manifest.records_of(game)), None)

    def offered(self) -> Copy | None:
        """Return the copy to take back, if the game that should go on is damaged."""
        if self._look().state is not None:
            return None
        games = self._home / "games"
        try:
            names = [(games / "current").read_text().strip()]
        except (OSError, UnicodeDecodeError):
            names = sorted((game_of(path.name) for path in games.glob(f"*{SUFFIX}")), reverse=True)
        damaged = (name for name in names if is_damaged(games / f"{name}{SUFFIX}"))
        return next((copy for name in damaged if (copy := self.last_good(name))), None)

    # ---- what can be asked

    def choose(self, *, minutes: int, second: str) -> None:
        """Choose how often copies are made, and a second folder for them.

        Raises:
            SettingsError: that cannot be kept.
            BackupError: the folder is not there, or does not answer.
        """
        if second and not self._is_in(Path(second), apart=False):
            raise BackupError(code="place-missing", where=second)
        apart = bool(second) and self._is_in(Path(second), apart=True)
        chosen = replace(self.chosen, minutes=minutes, second=second, apart=apart)
        keep_chosen(chosen, self._home)
        self.chosen = chosen
        self._second = self._opened_second()

    def _is_in(self, folder: Path, *, apart: bool) -> bool:
        return self._stick.ask(lambda: is_in(folder, self._home, apart=apart), LOOK_S)

    def make_now(self) -> Copy | None:
        """Make a copy for somebody who waits; None if none could be made.

        Raises:
            SilentError: it is still being written; it goes on.
        """
        return self._writer.ask(lambda: self.make("asked"), PATIENCE_S)

    def make(self, why: Why) -> Copy | None:
        """Make a copy now, at both places; None if none could be made.

        `troubles` says why, or another copy is still being written to a slow stick.
        """
        if not self._busy.acquire(timeout=PATIENCE_S):
            return None
        try:
            before, troubles = self.troubles, list[Trouble]()
            self._content = self._content_now()
            copy = self._made(why, troubles)
            self.troubles = tuple(troubles)
        finally:
            self._busy.release()
        if [told.text for told in self.troubles] != [told.text for told in before]:
            self._tell()
        return copy

    # ---- inside

    def _run(self) -> None:
        while not self._stopping.wait(LOOKS_S):
            try:
                self.tick()
            # The next copy may do what this one could not.
            except Exception:  # noqa: BLE001  # whatever it is
                _log.exception("a copy could not be made")

    def tick(self) -> None:
        """Look once, and make a copy if one is due."""
        why = self._due(self._look())
        if why:
            self.make(why)
            self._next = self._clock.mono() + 60.0 * self.chosen.minutes

    def _due(self, view: View) -> Why | None:
        over = view.state is not None and bool(view.state.winners)
        other, ended = view.game != self._game, over and not self._over
        self._game, self._over = view.game, over
        if other:
            return "start"
        if ended:
            return "end"
        if not self.chosen.minutes or self._clock.mono() < self._next:
            return None
        self._next = self._clock.mono() + 60.0 * self.chosen.minutes
        return "time" if self._content_now() != self._content else None

    def _made(self, why: Why, troubles: list[Trouble]) -> Copy | None:
        places: list[tuple[Where, CopyFolder]] = [("card", self.card)]
        if self._second is not None:
            places.append(("second", self._second))
        order = Order(
            home_id=self.chosen.home_id,
            number=1 + self._last_number(),
            why=why,
            wall=self._clock.wall(),
        )
        copy: Copy | None = None
        for where, place in places:
            work = partial(self._put, where, place, order, copy)
            try:
                copy = work() if where == "card" else self._stick.ask(work, WRITE_S)
            except (OSError, CompanionError) as error:
                troubles.append(_trouble(error, where, place.folder))
                continue
            thin = partial(place.thin_out, order.home_id, spare=self._spared(copy.manifest))
            if where == "card":
                thin()
            else:
                with self._listening():
                    self._stick.ask(thin, LOOK_S)
        for game, wrong in copy.manifest.left_out.items() if copy else ():
            damage = JournalError(code="journal-damaged", where=game, detail=wrong)
            troubles.append(Trouble("damaged-game", "card", damage))
        return copy

    def _last_number(self) -> int:
        """Return the highest number of a copy of this home, as far as a stick says."""
        ours = self.chosen.home_id
        on_stick = (c.manifest.number for c in self._on_stick() if c.manifest.home == ours)
        return max((self.card.last_number(ours), *on_stick))

    def _put(self, where: Where, place: CopyFolder, order: Order, made: Copy | None) -> Copy:
        """Write a copy to a place, or take the one there that was *made*; return the first one."""
        self._insist_on(where, place)
        if made is not None:
            place.take(made.path)
            return made
        path = place.folder / name_of(order.home_id, order.number)
        return Copy(path, self._packer.write(order, path))

    def _insist_on(self, where: Where, place: CopyFolder) -> None:
        if where == "second" and not is_in(place.folder, self._home, apart=self._apart):
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(place.folder))
        newest = max((c.path.stat().st_size for c in place.copies()[:1]), default=0)
        if not place.has_room(2 * newest):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(place.folder))

    def _spared(self, manifest: Manifest) -> frozenset[str]:
        """Return the last copies in which games were whole that are damaged now."""
        good = (self.last_good(game) for game in manifest.left_out)
        return frozenset(copy.name for copy in good if copy)

    def _content_now(self) -> object:
        """Return what differs as soon as anything of the home has changed."""
        told = []
        for name in belonging(self._home):
            for file in (name, f"{name}-wal") if is_journal(name) else (name,):
                with suppress(OSError):
                    of = (self._home / file).stat()
                    told.append((file, of.st_mtime_ns, of.st_size))
        return told

    def _opened_second(self) -> CopyFolder | None:
        self._apart = self.chosen.apart
        if self._given:
            with self._listening():
                self._apart = self._is_in(self._given, apart=True)
        return CopyFolder(Path(self.second)) if self.second else None


def _trouble(error: OSError | CompanionError, where: Where, folder: Path) -> Trouble:
    if isinstance(error, OSError):
        code = _CODES.get(error.errno or 0, "failed")
        failed = BackupError(code=_SAID[code], where=str(folder), detail=words_of(error))
        return Trouble(code, where, failed)
    if isinstance(error, SilentError):
        return Trouble("silent", where, error.at(str(folder)))
    return Trouble("failed", where, error.kept())
