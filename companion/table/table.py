"""The live game: one queue, one writer. Decide, save, apply, announce."""

import logging
import threading
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from companion.game.commands import Claim, Roll
from companion.journal.games import Games, KeptPictures
from companion.journal.home import Home
from companion.journal.pictures import Limits
from companion.journal.record import Cause, Origin, Record, Role, wall_within
from companion.table.answers import Accepted, Answer, Broken
from companion.table.check.laid_deeds import PileLook
from companion.table.clocks.clock import SystemClock
from companion.table.clocks.heard_round import HeardRound
from companion.table.clocks.timing import Timing
from companion.table.commands import Submitted
from companion.table.crew import Crew
from companion.table.desk import Desk
from companion.table.dice.eyes import Eyes
from companion.table.dice.readings import KeptReadings
from companion.table.feed import Feed
from companion.table.games.tidying import KeptGame, kept_games
from companion.table.pipeline import Pipeline
from companion.table.ports import Clock, LaidTag
from companion.table.queue import CauseQueue
from companion.table.view import View
from companion.table.writer import TableWriter
from companion.words import Seat

_T = TypeVar("_T")

_log = logging.getLogger(__name__)


class Workplace(NamedTuple):
    """What the writer works with."""

    desk: Desk
    pipeline: Pipeline
    eyes: Eyes
    writer: TableWriter


class Table:
    """The one place that takes commands; every public method may be called from any thread.

    Args:
        home: the folder that holds `games/` (the journals) and `pictures/` (the evidence); or what
            opens its games, where they are kept elsewhere.
        clock: the times; the system's own if None.
        timing: how long the table waits for things.
        crew: whose threads do its work; None: it has one of its own.
    """

    def __init__(
        self,
        home: Path | Callable[[], Games],
        *,
        clock: Clock | None = None,
        timing: Timing | None = None,
        crew: Crew | None = None,
    ) -> None:
        self._opened = partial(Home, home) if isinstance(home, Path) else home
        self._crew = crew
        self._clock: Clock = clock or SystemClock()
        self._timing = timing or Timing()
        self.feed = Feed()
        self.repeats = 0
        """How often somebody wanted to hear the last announcement again."""
        self.lag: Callable[[], float] = float
        """How late the camera's frames come by themselves, in seconds: claims wait for them."""
        self.waits_for_more: Callable[[Accepted], None] = lambda _answer: None
        """What `submit` waits for once something is on this disk: that others have it as well."""
        self._queue = CauseQueue(self._clock)
        self._view = View()
        self._home: Games | None = None
        self._parts: Workplace | None = None
        self._threads: list[threading.Thread] = []

    # ---- life

    def start(self) -> None:
        """Lock the home, resume the game that was running, start the writer; once only.

        A game that cannot be resumed is no error: `View.trouble` says why, and it is tried again.
        Old pictures are pruned meanwhile, but none that the resumed game rests on.

        Raises:
            SettingsError: another process works on the same home, or it cannot be written.
        """
        self._home = self._opened()
        desk = Desk(self._home, self._clock, self._timing, self._show)
        pipeline = Pipeline(desk)
        writer = TableWriter(desk, pipeline, self._queue)
        self._parts = Workplace(desk, pipeline, Eyes(pipeline), writer)
        self.feed.on_lost = self._tell_of_loss
        pipeline.wake()
        if self._crew is not None:
            self._crew.take_on(writer)
            return
        spare = self._needed(desk)
        self._spawn("table", writer.run)
        self._spawn("pruner", partial(self.pictures.prune, Limits(), spare=spare))

    def mono(self) -> float:
        """Return what the table's clock says: monotonic seconds."""
        return self._clock.mono()

    def age(self) -> float:
        """Return how long ago the writer's loop last turned, in seconds."""
        return self._clock.mono() - self._parts.writer.turned if self._parts else 0.0

    def stop(self) -> None:
        """Refuse further commands, end all streams, close the journal. Twice does no harm."""
        writer = self._parts.writer if self._parts else None
        if writer is not None:
            writer.stop()
        self._queue.close()
        self.feed.close()
        if writer is not None and self._crew is not None:
            self._crew.wake(writer)
            writer.wait()
        for thread in self._threads:
            thread.join()
        if self._home is not None:
            self._home.close()

    # ---- what there is to see

    @property
    def view(self) -> View:
        """The newest snapshot."""
        return self._view

    def history(self, after: int = 0) -> tuple[Record, ...]:
        """Return the records of the running game with numbers above *after*, oldest first."""
        game = self._parts.desk.game if self._parts else None
        return game.records(after) if game else ()

    def games(self) -> tuple[str, ...]:
        """Return the names of all games of this home, oldest first."""
        return self._home.games() if self._home else ()

    def kept_games(self) -> tuple[Sequence[KeptGame], Sequence[KeptGame]]:
        """Return all games at a glance, newest first: those at hand, those laid aside."""
        return kept_games(self._home) if self._home else ((), ())

    @property
    def pictures(self) -> KeptPictures:
        """The evidence, of a table that is started."""
        assert self._home is not None
        return self._home.pictures

    def answered(self, command_id: str | None) -> Accepted | None:
        """Return the answer that a command with this id already got, if it was accepted."""
        return self._parts.pipeline.answered(command_id) if self._parts else None

    @property
    def readings(self) -> KeptReadings:
        """How this table's dice were read; of a table that is started."""
        assert self._parts is not None
        return self._parts.desk.readings

    def delete_pictures(self) -> int:
        """Delete every picture that was kept, whatever rests on it; return how many."""
        return self.pictures.prune(Limits(size=0, age_s=0.0))

    def prune(self) -> None:
        """Delete old pictures on which nothing rests; of a table that has stopped."""
        if self._parts is not None:
            self.pictures.prune(Limits(), spare=self._needed(self._parts.desk))

    def picture(self, evidence: str) -> bytes | None:
        """Return the JPEG kept under a SHA-256, or None if it was pruned."""
        return self.pictures.read(evidence)

    # ---- commands

    def cause(
        self,
        role: Role,
        origin: Origin,
        *,
        seat: Seat | None = None,
        device: str = "",
        command_id: str | None = None,
        at: float | None = None,
        evidence: str | None = None,
    ) -> Cause:
        """Return a cause with the times filled in; *at* is the monotonic time if it was earlier."""
        clock = self._clock
        return Cause(
            role=role,
            origin=origin,
            seat=seat,
            device=device,
            command_id=command_id,
            wall=wall_within(clock.wall()),
            mono=clock.mono() if at is None else at,
            boot=clock.boot,
            evidence=evidence,
        )

    def submit(self, command: Submitted, cause: Cause) -> Answer:
        """Have *command* carried out, and wait for the answer.

        A claim that was pressed while the dice rolled is answered only when they are read.
        """
        answer = self.post(command, cause).result()
        if isinstance(answer, Accepted):
            self.waits_for_more(answer)
        return answer

    def post(self, command: Submitted, cause: Cause) -> "Future[Answer]":
        """Have *command* carried out without waiting for the answer.

        For buttons, and for pages that say "pressed, waiting for the dice" (`View.claims`).
        """
        answer: Future[Answer] = Future()
        self._put(
            cause.mono,
            lambda parts: parts.pipeline.submit(command, cause, answer.set_result),
            answer,
            delay=self._delay(command, cause),
        )
        return answer

    # ---- what is seen

    def laid(
        self,
        at: float,
        seen: Sequence[LaidTag],
        jpeg: bytes,
        look: PileLook,
        *,
        alone: bool = False,
    ) -> None:
        """Take what lies in a whole frame of *at*, looked at for a check.

        *alone*: it is a photograph of this pile, whatever else lies about.
        """
        self._put(
            at, lambda parts: parts.pipeline.checking.see(seen, jpeg, look, alone=alone), None
        )

    def tell(self, at: float, work: Callable[[Eyes], None]) -> None:
        """Have the eyes do *work* on the writer's thread, in the order of *at*; for the witness."""
        self._put(at, lambda parts: work(parts.eyes), None)

    def look(self, at: float, work: Callable[[Eyes], _T]) -> "_T | Broken":
        """Have the eyes do *work* as `tell` does, and wait for what comes of it."""
        answer: Future[Any] = Future()
        self._put(at, lambda parts: answer.set_result(work(parts.eyes)), answer)
        came: _T | Broken = answer.result()
        return came

    def come_back(self, seats: Iterable[Seat]) -> None:
        """Note that a phone that plays for *seats* is there, and hears what is new."""
        self._put(self._clock.mono(), lambda parts: parts.desk.come_back(seats), None)

    def refresh(self) -> None:
        """Tell everybody who watches that something has changed which is no part of the view."""
        self._put(self._clock.mono(), lambda parts: parts.desk.show(), None)

    def repeat(self) -> None:
        """Let whoever speaks say the last announcement again."""
        self.repeats += 1
        self.refresh()

    def goes_on_at(self, game: str, other: str) -> None:
        """Have a game go on at another table of the club: nothing is added to it here.

        Args:
            game: its name in this home.
            other: what the club calls that table; empty: it goes on here again.
        """
        self._put(self._clock.mono(), lambda parts: parts.desk.goes_on_at(game, other), None)

    def note_club(self, *, there: bool) -> None:
        """Note whether this table is in a club: only then there is an arbiter to call."""
        self._put(self._clock.mono(), lambda parts: parts.desk.note_club(there=there), None)

    def hear_round(self, heard: HeardRound | None) -> None:
        """Note which round of a tournament sits at this table, and when it ends; None: none."""
        self._put(self._clock.mono(), lambda parts: parts.desk.hear_round(heard), None)

    # ---- the writer

    def _delay(self, command: Submitted, cause: Cause) -> float:
        """Return how long to wait for an earlier cause that may still be under way, in seconds.

        Only where the order decides about money: while a rent may be claimed.
        """
        state = self._view.state
        if state is None or not state.rents:
            return 0.0
        if isinstance(command, Roll) and cause.origin != "camera":
            return self._timing.reorder
        camera = self._view.camera
        if isinstance(command, Claim) and camera is not None and camera.ok:
            return max(self._timing.camera_lag, self.lag())
        return 0.0

    def _put(
        self,
        when: float,
        work: Callable[[Workplace], None],
        answer: "Future[Answer] | None",
        *,
        delay: float = 0.0,
    ) -> None:
        def run() -> None:
            assert self._parts is not None
            try:
                work(self._parts)
            # One command's mistake must not end everybody's evening.
            except Exception as error:  # noqa: BLE001  # whatever it is
                _log.exception("the table made a mistake")
                if answer is not None and not answer.done():
                    answer.set_result(Broken("fault", f"a mistake of the companion: {error!r}"))

        def drop() -> None:
            if answer is not None:
                answer.set_result(Broken("stopped", "the companion is stopping"))

        self._queue.put(when, run, drop, delay=delay)
        if self._crew is not None and self._parts is not None:
            self._crew.wake(self._parts.writer)

    def _spawn(self, name: str, work: Callable[[], object]) -> None:
        thread = threading.Thread(target=work, name=name, daemon=True)
        thread.start()
        self._threads.append(thread)

    @staticmethod
    def _needed(desk: Desk) -> frozenset[str]:
        """Return the pictures that something rests on."""
        game = desk.game.evidence() if desk.game else frozenset()
        return game | desk.readings.precious | desk.field.precious

    def _show(self, view: View) -> None:
        self._view = view
        self.feed.announce(view.game, view.seq, view.revision)

    def _tell_of_loss(self, seq: int) -> None:
        def note(parts: Workplace) -> None:
            parts.desk.notice("lost-records", seq=seq, head=parts.desk.view.seq)

        self._put(self._clock.mono(), note, None)
