"""The live game: one queue, one writer. Decide, save, apply, announce."""

import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import Any

from companion.game.commands import AnyCommand, Claim, Roll
from companion.game.events import Banker, Banknotes, Help
from companion.journal.home import Home
from companion.journal.pictures import Limits, Pictures
from companion.journal.record import Cause, Origin, Record, Role
from companion.table.answers import Answer, Broken
from companion.table.checking import Checking
from companion.table.clock import SystemClock
from companion.table.deeds import leave, set_turning
from companion.table.desk import Desk
from companion.table.eyes import Eyes, Values
from companion.table.feed import Feed
from companion.table.laid import Look
from companion.table.misread import Said, challenge, rule
from companion.table.ports import Clock, LaidTag
from companion.table.queue import CauseQueue
from companion.table.readings import KeptReadings
from companion.table.scan_field import Turning
from companion.table.seating import NOBODY, Seating
from companion.table.settling import Step
from companion.table.tidying import Tidying, tidy
from companion.table.timing import Timing
from companion.table.view import View
from companion.words import Seat, SpeedFace

PULSE_S, STUMBLED_S = 1.0, 0.2
"""The writer's loop turns at least so often; so long it rests after a mistake of its clock."""

_log = logging.getLogger(__name__)


class Table:
    """The one place that takes commands; every public method may be called from any thread.

    Args:
        home: the folder that holds `games/` (the journals) and `pictures/` (the evidence).
        clock: the times; the system's own if None.
        timing: how long the table waits for things.
    """

    def __init__(
        self, home: Path, *, clock: Clock | None = None, timing: Timing | None = None
    ) -> None:
        self._folder = home
        self._clock: Clock = clock or SystemClock()
        self._timing = timing or Timing()
        self.feed = Feed()
        self.pictures = Pictures(home / "pictures")
        self._turned = self._clock.mono()  # when the writer's loop last turned
        self._queue = CauseQueue(self._clock)
        self._view = View()
        self._home: Home | None = None
        self._desk: Desk | None = None
        self._eyes: Eyes | None = None
        self._checking: Checking | None = None
        self._threads: list[threading.Thread] = []
        self._stopping = threading.Event()

    # ---- life

    def start(self) -> None:
        """Lock the home, resume the game that was running, start the writer; once only.

        A game that cannot be resumed is no error: `View.trouble` says why, and it is tried again.
        Old pictures are pruned meanwhile, but none that the resumed game rests on.

        Raises:
            SettingsError: another process works on the same home, or it cannot be written.
        """
        self._home = Home(self._folder)
        desk = Desk(self._home, self._clock, self._timing, self._show)
        self._desk, self._eyes, self._checking = desk, Eyes(desk), Checking(desk)
        self.feed.on_lost = self._tell_of_loss
        desk.wake()
        spare = (desk.game.evidence() if desk.game else frozenset()) | desk.readings.precious
        spare |= desk.field.precious
        self._spawn("table", partial(self._write, desk))
        self._spawn("pruner", partial(self.pictures.prune, Limits(), spare=spare))

    def age(self) -> float:
        """Return how long ago the writer's loop last turned, in seconds."""
        return self._clock.mono() - self._turned

    def stop(self) -> None:
        """Refuse further commands, end all streams, close the journal. Twice does no harm."""
        self._stopping.set()
        self._queue.close()
        self.feed.close()
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
        game = self._desk.game if self._desk else None
        return game.records(after) if game else ()

    def games(self) -> tuple[str, ...]:
        """Return the names of all games of this home, oldest first."""
        return self._home.games() if self._home else ()

    @property
    def readings(self) -> KeptReadings:
        """How this table's dice were read; of a table that is started."""
        assert self._desk is not None
        return self._desk.readings

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
            wall=clock.wall(),
            mono=clock.mono() if at is None else at,
            boot=clock.boot,
            evidence=evidence,
        )

    def submit(self, command: AnyCommand, cause: Cause) -> Answer:
        """Have *command* decided, and wait for the answer.

        A claim that was pressed while the dice rolled is answered only when they are read.
        """
        return self.post(command, cause).result()

    def post(self, command: AnyCommand, cause: Cause) -> "Future[Answer]":
        """Have *command* decided without waiting for the answer.

        For buttons, and for pages that say "pressed, waiting for the dice" (`View.claims`).
        """
        answer: Future[Answer] = Future()
        self._put(
            cause.mono,
            lambda desk, _eyes: desk.submit(command, cause, answer.set_result),
            answer,
            delay=self._delay(command, cause),
        )
        return answer

    def begin(
        self,
        edition_id: str,
        *,
        variants: Sequence[str] = (),
        house: Mapping[str, Any] | None = None,
        corrections: Mapping[str, Any] | None = None,
        banker: Banker | None = None,
        ends: str = "",
        banknotes: Banknotes = "off",
        seating: Seating = NOBODY,
        helps: Help = "book",
        players: Sequence[str],
        first_roll: bool,
        cause: Cause,
        replace: bool = False,
    ) -> Answer:
        """Begin a game in a journal of its own; the banker only.

        *corrections* are what the board says otherwise (see `companion.editions.corrections`),
        *banker* who keeps the Bank (refused with `banker-plays` where too few people take part to
        do nothing else), *ends* the agreed end, without which no game against the clock begins,
        *banknotes* whether what is booked is also handed over in notes, *seating* who holds which
        seat, *helps* how far the companion helps in booking.

        Refused with `game-running` while one is unfinished, unless *replace*: the older game then
        stays on disk as it is and can be resumed.
        """
        work = partial(
            Desk.begin,
            edition_id=edition_id,
            variants=tuple(variants),
            house=house or {},
            corrections=corrections or {},
            banker=banker,
            ends=ends,
            banknotes=banknotes,
            seating=seating,
            helps=helps,
            players=tuple(players),
            first_roll=first_roll,
            cause=cause,
            replace_game=replace,
        )
        return self._ask(cause.mono, lambda desk, _eyes: work(desk))

    def resume(self, game: str, cause: Cause, *, shortened_too: bool = False) -> Answer:
        """Go on with another game of this home, or *shortened_too*; the banker only."""
        work = partial(Desk.resume, name=game, cause=cause, shortened_too=shortened_too)
        return self._ask(cause.mono, lambda desk, _eyes: work(desk))

    def tidy(self, game: str, what: Tidying, cause: Cause) -> Answer:
        """See `companion.table.tidying`; the banker only; refused for the game on the table."""
        return self._ask(cause.mono, lambda desk, _eyes: tidy(desk, game, what, cause))

    def go_back(
        self, back_to: int | None, cause: Cause, *, why: str = "", seen: int | None = None
    ) -> Answer:
        """Go on from just after record *back_to*; None takes the last step back. The banker only.

        Nothing is erased: the record of it names the one that it goes back to. Refused with
        `nothing-to-undo` where there is no such record before the last one, and with `gone-on`
        where the last one is not the one that was *seen*.
        """
        work = partial(Desk.go_back, back_to=back_to, why=why, cause=cause, seen=seen)
        return self._ask(cause.mono, lambda desk, _eyes: work(desk))

    def answer_doubt(
        self, doubt_id: str, values: Values, cause: Cause, speed: SpeedFace | None = None
    ) -> Answer:
        """Answer an open doubt, once: the pips of its dice, or that it was no roll.

        *speed* is the face of the speed die, where the doubt asks for it.

        Refused with `not-asked` if it is answered or replaced, with `not-allowed` for anybody but
        the one who rolled and the banker. `no roll` answers Accepted with the last record's
        number and no events.
        """
        return self._ask(
            cause.mono, lambda _desk, eyes: eyes.answer(doubt_id, values, cause, speed)
        )

    def challenge(self, reading_id: str, cause: Cause) -> Answer:
        """Say that dice were read wrong that rolled without a question; every player may.

        The game goes on; the banker rules (`View.challenged`). Twice is once. Refused with
        `gone-on` where that roll was taken back, with `not-asked` where the banker has ruled.
        """
        return self._ask(cause.mono, lambda desk, _eyes: challenge(desk, reading_id, cause))

    def rule_on_reading(
        self, reading_id: str, said: Said, cause: Cause, *, seen: int | None = None, why: str = ""
    ) -> Answer:
        """Rule on a reading that rolled without a question, challenged or not; the banker only.

        *said* are the pips that the dice showed, as many as were due, or that they were read
        right. With *seen*, the last record's number, the game goes back to just before that roll
        and rolls those dice, for the reason *why*; without, the reading is marked and the game
        stays as it is. Refused with `not-asked` where it was no such reading or is ruled, with
        `not-an-option` where *said* is what was read, and with `gone-on` where something else
        was recorded since or the roll was taken back.
        """
        work = partial(rule, reading_id=reading_id, said=said, cause=cause, seen=seen, why=why)
        return self._ask(cause.mono, lambda desk, _eyes: work(desk))

    def check(self, cause: Cause, step: Callable[[Checking], Answer]) -> Answer:
        """Take a *step* of a check of the table, or of the deeds of a game that is taken over."""
        checking = self._checking
        assert checking is not None
        return self._ask(cause.mono, lambda _desk, _eyes: step(checking))

    def beside(self, cause: Cause, work: Callable[[Desk], Answer]) -> "Future[Answer]":
        """Have *work* done that is beside the game's commands, as in `table.cash_mode`."""
        answer: Future[Answer] = Future()
        self._put(cause.mono, lambda desk, _eyes: answer.set_result(work(desk)), answer)
        return answer

    def laid(self, at: float, seen: Sequence[LaidTag], jpeg: bytes, look: Look) -> None:
        """Take what lies in a whole frame of *at*, looked at for a check."""
        checking = self._checking
        assert checking is not None
        self._put(at, lambda _desk, _eyes: checking.see(seen, jpeg, look), None)

    def settle(self, cause: Cause, step: Step) -> Answer:
        """Take a *step* of `companion.table.settling`: dispute, rule, take back, vote."""
        return self._ask(cause.mono, lambda desk, _eyes: step(desk))

    def leave_turned(self, turned_id: str, cause: Cause) -> Answer:
        """Leave a lot as it is although its deed was turned over (`View.turned`).

        For its owner and the banker. Refused with `not-asked` if nobody asks that any more.
        """
        return self._ask(cause.mono, lambda desk, _eyes: leave(desk, turned_id, cause))

    def set_turning(self, turning: Turning, cause: Cause) -> Answer:
        """Set what turning a deed over does at this table; the banker only."""
        return self._ask(cause.mono, lambda desk, _eyes: set_turning(desk, turning, cause))

    def tell(self, at: float, work: Callable[[Eyes], None]) -> None:
        """Have the eyes do *work* on the writer's thread, in the order of *at*; for the witness."""
        self._put(at, lambda _desk, eyes: work(eyes), None)

    def refresh(self) -> None:
        """Tell everybody who watches that something has changed which is no part of the view."""
        self._put(self._clock.mono(), lambda desk, _eyes: desk.show(), None)

    # ---- the writer

    def _delay(self, command: AnyCommand, cause: Cause) -> float:
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
            return self._timing.camera_lag
        return 0.0

    def _ask(self, when: float, work: Callable[[Desk, Eyes], Answer]) -> Answer:
        answer: Future[Answer] = Future()
        self._put(when, lambda desk, eyes: answer.set_result(work(desk, eyes)), answer)
        return answer.result()

    def _put(
        self,
        when: float,
        work: Callable[[Desk, Eyes], None],
        answer: "Future[Answer] | None",
        *,
        delay: float = 0.0,
    ) -> None:
        def run() -> None:
            assert self._desk is not None
            assert self._eyes is not None
            try:
                work(self._desk, self._eyes)
            # One command's mistake must not end everybody's evening.
            except Exception as error:  # noqa: BLE001  # whatever it is
                _log.exception("the table made a mistake")
                if answer is not None and not answer.done():
                    answer.set_result(Broken("fault", f"a mistake of the companion: {error!r}"))

        def drop() -> None:
            if answer is not None:
                answer.set_result(Broken("stopped", "the companion is stopping"))

        self._queue.put(when, run, drop, delay=delay)

    def _spawn(self, name: str, work: Callable[[], object]) -> None:
        thread = threading.Thread(target=work, name=name, daemon=True)
        thread.start()
        self._threads.append(thread)

    def _write(self, desk: Desk) -> None:
        """Do job after job, and what is due by time, whichever has the earlier cause first."""
        while not self._stopping.is_set():
            self._turned, job = self._clock.mono(), None
            try:
                job = self._queue.take(min(desk.due, self._turned + PULSE_S))
                if job is None or job.when > desk.due:
                    desk.tick()
            except Exception:  # noqa: BLE001  # one mistake must not end everybody's evening
                _log.exception("the table's clock made a mistake")
                self._stopping.wait(STUMBLED_S)  # it may make it again at once
            if job is not None:
                job.work()
        desk.close()

    def _show(self, view: View) -> None:
        self._view = view
        self.feed.announce(view.game, view.seq, view.revision)

    def _tell_of_loss(self, seq: int) -> None:
        def note(desk: Desk, _eyes: Eyes) -> None:
            desk.notice("lost-records", seq=seq, head=desk.view.seq)

        self._put(self._clock.mono(), note, None)
