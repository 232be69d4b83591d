"""The table without threads: what the one writer does with each piece of work, in order."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from companion.editions.library import Library
from companion.errors import CompanionError, JournalError
from companion.game.commands import AnyCommand, Claim, FirstRoll, Hammer, Roll
from companion.game.events import VoteFailed, WaitEnded
from companion.game.refusals import Refusal
from companion.journal.home import Home
from companion.journal.record import Cause
from companion.rules.asked import asked, one_to_roll
from companion.table.agreed_end import AgreedEnd
from companion.table.answers import Accepted, Answer, Broken, broken_by
from companion.table.auction_clock import AuctionClock
from companion.table.cash_mode import CashMode
from companion.table.claims import HeldClaims, Reply
from companion.table.disputes import Disputes
from companion.table.doubts import asked_again, doubt_of, seqs_in_force
from companion.table.helping import holding
from companion.table.helping.proposals import Proposals
from companion.table.live import LiveGame, begun, last_played, resumed
from companion.table.negotiation import Negotiation
from companion.table.new_game import NewGame
from companion.table.notices import Notices
from companion.table.ports import Clock
from companion.table.presses import Presses
from companion.table.readings import FILE, Fate, KeptReading, KeptReadings, KnownRoll
from companion.table.roles import may_govern, why_not
from companion.table.scan_field import ScanField
from companion.table.timing import Timing
from companion.table.under_check import UnderCheck
from companion.table.view import NoticeCode, View
from companion.words import RuleKey, Seat

ONE_GAME = RuleKey("table/one-game")
"""What a refusal rests on that is no rule of the game: there is none, or one is running."""

NONE = frozenset[str]()


class Desk:
    """The live game, the claims that wait, the auction's clock, and what everybody may see.

    Args:
        home: the games' folder.
        clock: the times.
        timing: how long things wait.
        tell: called with each new view.
    """

    def __init__(
        self, home: Home, clock: Clock, timing: Timing, tell: Callable[[View], None]
    ) -> None:
        self.home, self.clock, self.timing = home, clock, timing
        self.library = Library(home.folder)
        self.view = View()
        self.game: LiveGame | None = None
        self.claims = HeldClaims()
        self.readings = KeptReadings(home.folder / FILE)
        self.field = ScanField(home.folder)
        self._under_check = UnderCheck(home.folder)
        self.disputes, self.presses = Disputes(home.folder, clock), Presses()
        self.proposals = Proposals()
        home.precious = lambda: self.readings.precious
        self.motion_ends = 0.0  # when a motion of which nobody speaks counts as over
        self.last_roll: KnownRoll | None = None  # of this game, since the start
        self._auction = AuctionClock(timing)
        self._agreed_end = AgreedEnd()
        self._negotiation = Negotiation()
        self._cash = CashMode()
        self._notices = Notices()
        self._next_refill = 0.0
        self._next_wake = float("inf")  # when to try again to resume the last game
        self._tell = tell

    # ---- games

    def wake(self) -> None:
        """Resume the game that was played last.

        What hinders it is shown, not raised, and tried again: a disk may recover or get room.
        """
        try:
            self.game = last_played(self.home)
        except CompanionError as error:
            self.home.make_room_to_open()
            self._next_wake = self.clock.mono() + self.timing.retry
            if str(self.view.trouble) != str(error):
                self.show(trouble=error.kept())
            return
        self._next_wake = float("inf")
        if self.game is not None:
            self.readings.mark_back(self.game.name, seqs_in_force(self.game))
            doubt = asked_again(self.readings, self.game, self.clock)
            self.view = replace(self.view, doubt=doubt)
        self.settle()
        if self.game is not None and self._under_check.cut_off(self.game.name):
            self.notice("check-cut-off")

    def begin(self, edition_id: str, *, cause: Cause, replace_game: bool, **chosen: Any) -> Answer:
        """See `Table.begin`; *chosen* are the further fields of `NewGame`."""
        refusal = self._why_no_begin(cause, replace_game=replace_game)
        if refusal:
            return refusal
        wanted = NewGame(edition=edition_id, **chosen)
        try:
            opened = wanted.opened(self.library)
            if isinstance(opened, Refusal):
                return opened
            game = begun(self.home, *opened, cause, wanted.command())
        except JournalError as error:
            return broken_by("not-saved", error)
        except CompanionError as error:
            return broken_by("edition", error)
        self._change_to(game)
        return Accepted(game.seq, opened[1], game.name)

    def resume(self, name: str, cause: Cause, *, shortened_too: bool = False) -> Answer:
        """See `Table.resume`."""
        refusal = may_govern(cause)
        if refusal:
            return refusal
        if self.game is None or self.game.name != name:
            try:
                game = resumed(self.home, name, shortened_too=shortened_too)
                self.home.note_current(name)
            except CompanionError as error:
                return broken_by("damaged", error)
            self._change_to(game)
        assert self.game is not None
        return Accepted(self.game.seq, (), name)

    def _why_no_begin(self, cause: Cause, *, replace_game: bool) -> Answer | None:
        refusal = may_govern(cause)
        if refusal:
            return refusal
        if self.game is None:
            return None
        known = self.game.answered(cause.command_id)
        if known:
            return known
        if self.game.is_over or replace_game:
            return None
        return Refusal("game-running", ONE_GAME, {"game": self.game.name})

    def _change_to(self, game: LiveGame) -> None:
        self.end_doubt("closed")
        self.release_claims()
        self.claims.end(Refusal("gone-on", ONE_GAME))
        if self.game is not None:
            self.game.close()
        self.game, self.last_roll = game, None
        self._negotiation = Negotiation()
        self._notices.clear()
        self.view = replace(self.view, check=None)  # it was the other game's
        self.settle()

    # ---- commands

    def submit(self, command: AnyCommand, cause: Cause, reply: Reply) -> None:
        """Answer a command through *reply*: now, or when the dice have come to rest."""
        refusal = why_not(command, cause)
        if refusal or self.game is None:
            reply(refusal or Refusal("no-game", ONE_GAME))
            return
        doubt = self.view.doubt.began if self.view.doubt else None
        if isinstance(command, Claim) and (
            self.claims.waits(self.game.state, command, cause, doubt)
            or self._is_overtaken(command, cause)
        ):
            self.claims.hold(command, cause, reply)
            self.show()  # everybody may see at once who pressed
            return
        reply(self.decide(command, cause))

    def decide(self, command: AnyCommand, cause: Cause) -> Answer:
        """Have a command decided and saved now, and show what came of it."""
        game = self.game
        if game is None:
            return Refusal("no-game", ONE_GAME)
        stood, trouble = game.seq, game.trouble
        # Known by its id it is answered before all that may stand in its way now.
        answer = game.settled(cause) or self._why_not_now(game, command, cause)
        ended = False
        if answer is None:
            cause = self.field.witnessed(command, cause)
            held = holding.held(self.proposals, game, command, cause)
            answer = held or game.decide(command, cause)
            if isinstance(answer, Refusal):
                answer = self.presses.refused(game, command, cause, answer, self.clock.mono())
            if isinstance(answer, Accepted) and isinstance(command, Roll | FirstRoll):
                ended = self._rolled(command, cause, answer.seq)
        if game.seq != stood or str(game.trouble) != str(trouble):
            self.settle()
        if ended:
            self.release_claims()
        if isinstance(answer, Broken) and answer.code == "disk-full":
            self._next_refill = self.clock.mono() + self.timing.refill
        return answer

    def _why_not_now(self, game: LiveGame, command: AnyCommand, cause: Cause) -> Refusal | None:
        """Return what stands in the way of a command that the rules may allow, or None."""
        now = self.clock.mono()
        return (
            self.disputes.why_not(command, cause, now)
            or self._negotiation.why_not(command, cause, now)
            or self._cash.why_not(command, cause)
            or holding.why_not(self.proposals, game, command, cause)
        )

    def _rolled(self, command: Roll | FirstRoll, cause: Cause, seq: int) -> bool:
        """Note a roll; return whether it ended a question about those very dice."""
        typed, speed = cause.role != "camera", getattr(command, "speed", None) is not None
        self.last_roll = KnownRoll(cause.mono, command.dice, typed, speed, command.by, seq)
        self._negotiation.thrown()
        doubt = self.view.doubt
        if doubt is None or doubt.seat != command.by:
            return False
        self.end_doubt("typed", command.dice, seq)
        return True

    def go_back(
        self, back_to: int | None, why: str, cause: Cause, *, seen: int | None = None
    ) -> Answer:
        """See `Table.go_back`."""
        return may_govern(cause) or self.gone_back(back_to, why, cause, seen=seen)

    def gone_back(self, back_to: int | None, why: str, cause: Cause, **by: Any) -> Answer:
        """Go back by whatever right; *by*: see `LiveGame.go_back`."""
        if self.game is None:
            return Refusal("no-game", ONE_GAME)
        answer = self.game.go_back(back_to, why.strip(), cause, **by)
        if isinstance(answer, Accepted):
            # What was seen or pressed meanwhile belonged to what is taken back.
            self.last_roll = None
            self.end_doubt("closed")
            self.readings.mark_back(self.game.name, seqs_in_force(self.game))
        self.settle()
        self.release_claims()
        return answer

    def release_claims(self) -> None:
        """Answer the claims that waited: it is known now what the dice were.

        Those that a roll has overtaken which is only proposed wait until that is settled.
        """
        self.claims.answer(self.decide, self._is_overtaken)
        self.show()

    def _is_overtaken(self, claim: Claim, cause: Cause) -> bool:
        return self.game is not None and self.proposals.delays(self.game.state, claim, cause)

    # ---- readings

    def ask(self, reading: KeptReading) -> None:
        """Ask what the dice of a reading show; an older question is closed."""
        self.end_doubt("closed")
        asked_for = replace(reading, fate="asked")
        self.readings.keep(asked_for, sync=True)
        self.show(doubt=doubt_of(asked_for, reading.began))

    def end_doubt(self, fate: Fate, said: tuple[int, ...] = (), seq: int = 0) -> None:
        """Close the open question, if there is one, and keep what became of it; `show` tells."""
        doubt = self.view.doubt
        if doubt is not None:
            self.view = replace(self.view, doubt=None)
            self.note(doubt.id, fate=fate, said=said, seq=seq)

    def note(self, reading_id: str, **changes: Any) -> None:
        """Keep more of a reading."""
        reading = self.readings.find(reading_id)
        if reading is not None:
            self.readings.keep(replace(reading, **changes))

    # ---- time

    @property
    def due(self) -> float:
        """When `tick` has something to do next, monotonic seconds; infinity if never."""
        deadlines = [self._auction.deadline, self.disputes.due]
        if self.claims.motion is not None and self.view.doubt is None:
            deadlines.append(self.motion_ends)
        return min((d for d in deadlines if d is not None), default=float("inf"))

    def tick(self) -> None:
        """Do what is due by time: the auction's next word, the hammer, a motion's end."""
        now = self.clock.mono()
        called = self._auction.call
        if self._auction.tick(now):
            self.decide(Hammer(), self.cause_of_clock())
        if self._auction.call != called:
            self.show()
        self._end_disputes(now)
        if self.claims.motion is not None and self.view.doubt is None and now >= self.motion_ends:
            self.claims.motion = None
            self.release_claims()
        if now >= self._next_wake and self.game is None:
            self.wake()
        self._agreed_end.tick(self.game, self.clock.wall(), self.notice)
        if now >= self._next_refill:
            self._next_refill = now + self.timing.refill
            self.home.take_reserve()

    def _end_disputes(self, now: float) -> None:
        """Record and say what is over by time: a vote fails, play that waited goes on."""
        for event in (*self.disputes.over(now),):
            if self.game is not None:
                self.game.note((event,), self.cause_of_clock(), {"do": "end-dispute"})
                self.settle()
            self.tell_of(event)

    def tell_of(self, event: VoteFailed | WaitEnded) -> None:
        """Say on every page what ended without effect."""
        if isinstance(event, VoteFailed):
            self.notice("vote-failed", seat=event.seat)
        else:
            self.notice("play-goes-on")

    def cause_of_clock(self) -> Cause:
        """Return the cause of what the auction's clock does."""
        now = self.clock
        return Cause(role="clock", origin="clock", wall=now.wall(), mono=now.mono(), boot=now.boot)

    # ---- what everybody sees

    def settle(self) -> None:
        """Bring the view up to the game as it stands now."""
        game = self.game
        if game is None:
            self.show(trouble=None)
            return
        self.disputes.see(game)
        holding.go_on(self, game)
        waits = self.proposals.head is not None
        self._auction.see(game.state, self.clock.mono(), waits=waits)
        self._negotiation.see(game.state, self.clock.mono())
        self.field.follow(game.name, game.state)
        wanted = holding.asked_now(self.proposals, one_to_roll(asked(game.state)))
        doubt = self.view.doubt
        closed = doubt is not None and not wanted.get(doubt.seat, NONE) & {"roll", "first-roll"}
        if closed:  # the roll is not due any more
            self.end_doubt("closed")
        self.show(
            game=game.name,
            state=game.state,
            asked=wanted,
            seq=game.seq,
            trouble=game.trouble,
            handing=self._cash.follow(game),
            helps=self.proposals.helps,
            proposal=self.proposals.head,
        )
        if closed:
            self.release_claims()

    def notice(
        self,
        code: NoticeCode,
        /,
        *,
        evidence: str | None = None,
        refusal: Refusal | None = None,
        to: Seat | None = None,
        **facts: int | str,
    ) -> None:
        """Show something that is no command; *to*: whose phone says it, if not all do."""
        now = self.clock.mono()
        self._notices.add(code, facts, now, evidence=evidence, refusal=refusal, to=to)
        self.show()

    def show(self, **changes: Any) -> None:
        """Publish a new view with *changes*, and everything that is not the game's as it is."""
        self.view = replace(
            self.view,
            revision=self.view.revision + 1,
            notices=self._notices.shown,
            auction=self._auction.call,
            negotiation=self._negotiation.ends,
            claims=self.claims.shown + self.proposals.claims,
            motion=self.claims.motion,
            challenged=self.readings.challenged,
            turned=self.field.turned,
            shown=self.field.shown,
            turning=self.field.turning,
            **self.disputes.shown,
            **changes,
        )
        self._under_check.follow(self.view.check, self.view.game)
        self._tell(self.view)

    def close(self) -> None:
        """Refuse the claims that wait, and close the journal."""
        self.claims.end(Broken("stopped", "the companion is stopping"))
        if self.game is not None:
            self.game.close()
