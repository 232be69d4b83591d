"""What lies on the writer's desk: the live game, what waits beside it, what everybody may see."""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from companion.editions.library import Library
from companion.errors import CompanionError
from companion.game.commands import Claim, FirstRoll, Roll
from companion.game.events import VoteFailed, WaitEnded
from companion.game.refusals import Refusal
from companion.journal.games import Games
from companion.journal.record import Cause, Origin, wall_within
from companion.rules.asked import asked, one_to_roll
from companion.table.answers import Accepted, Answer, Broken
from companion.table.check.check_mark import UnderCheck
from companion.table.claims import HeldClaims
from companion.table.clocks.agreed_end import AgreedEnd
from companion.table.clocks.auction_clock import AuctionClock
from companion.table.clocks.heard_round import HeardRound
from companion.table.clocks.negotiation import Negotiation
from companion.table.clocks.timing import Timing
from companion.table.deeds.scan_field import ScanField
from companion.table.dice.doubts import asked_again, doubt_of, seqs_in_force
from companion.table.dice.readings import FILE, Fate, KeptReading, KeptReadings, KnownRoll
from companion.table.disputing.waiting import Waiting
from companion.table.hammering import Hammering
from companion.table.help.held_commands import asked_now
from companion.table.help.proposal import Proposal
from companion.table.known_commands import KnownCommands
from companion.table.live_game import LiveGame, Story, last_played
from companion.table.notices import Notices
from companion.table.ports import Clock
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
        self, home: Games, clock: Clock, timing: Timing, tell: Callable[[View], None]
    ) -> None:
        self.home, self.clock, self.timing = home, clock, timing
        self.library = Library(home.folder)
        self.view = View()
        self.game: LiveGame | None = None
        self.claims = HeldClaims()
        self.readings = KeptReadings(home.folder / FILE)
        self.field = ScanField(home.folder)
        self._under_check = UnderCheck(home.folder)
        self.waiting, self.hammering = Waiting(home.folder, clock), Hammering()
        self.head: Proposal | None = None  # what is to be confirmed, as it would be booked now
        self.known = KnownCommands(home.folder)
        home.precious = lambda: self.readings.precious
        self.motion_ends = 0.0  # when a motion of which nobody speaks counts as over
        self.last_roll: KnownRoll | None = None  # of this game, since the start
        self.auction = AuctionClock(home.folder)
        self._agreed_end = AgreedEnd()
        self.negotiation = Negotiation()
        self.elsewhere: dict[str, str] = {}  # games that go on at another table, and at which
        self.round: HeardRound | None = None  # of a tournament, that sits here
        self.in_club = False  # whether the table is in a club, so that an arbiter may be called
        self._notices = Notices()
        self._next_refill = 0.0
        self.next_wake = float("inf")  # when to try again to open a game's journal
        self._tell = tell

    # ---- games

    def wake(self) -> bool:
        """Resume the game that was played last; return whether it could be read, or there is none.

        What stops it is shown, not raised, and tried again: a disk may recover or get room.
        """
        try:
            self.game = last_played(self.home)
        except CompanionError as error:
            if self.home.make_room_to_open():
                return self.wake()
            self.next_wake = self.clock.mono() + self.timing.retry
            if str(self.view.trouble) != str(error):
                self.show(trouble=error.kept())
            return False
        self.next_wake = float("inf")
        if self.game is not None:
            self.readings.mark_back(self.game.name, seqs_in_force(self.game))
            seats = self.game.table.seating.seats
            self.auction.await_phones(seat for seat, phones in seats.items() if phones)
            doubt = asked_again(self.readings, self.game, self.clock)
            self.view = replace(self.view, doubt=doubt)
        return True

    def reopen(self) -> None:
        """Open the running game's journal if it could not be opened; if it still cannot, later."""
        self.running.reopen()
        self.next_wake = self.clock.mono() + self.timing.retry  # `settle` knows when it is open

    def tell_of_check(self) -> None:
        """Say that a check was cut off when the companion stopped, if one was."""
        if self.game is not None and self._under_check.cut_off(self.game.name):
            self.notice("check-cut-off")

    def change_to(self, game: LiveGame) -> None:
        """Put another game on the desk; what belonged to the one before ends with it."""
        self.claims.end(Refusal("gone-on", ONE_GAME))
        if self.game is not None:
            self.known.take_over(self.game)
            self.game.close()
        self.game, self.last_roll = game, None
        self.negotiation = Negotiation()
        self._notices.clear()
        self.view = replace(self.view, check=None)  # it was the other game's

    # ---- what was asked for

    @property
    def running(self) -> LiveGame:
        """The game that runs: where something is done that needs one, there is one."""
        assert self.game is not None
        return self.game

    @property
    def stand(self) -> tuple[str, int, str, bool]:
        """What a command may have changed: the game, its last record, what is broken."""
        game = self.game
        if game is None:
            return ("", 0, "", True)
        return (game.name, game.seq, str(game.trouble), game.is_open)

    def accepted(self) -> Accepted:
        """Return the answer to what is done, or was done already, without a record."""
        game = self.game
        return Accepted(game.seq, (), game.name) if game else Accepted(0, (), "")

    def save(self, story: Story) -> Answer:
        """Save a story of the running game, and note what it does to rolls and readings."""
        answer = self.running.save(story)
        if not isinstance(answer, Accepted):
            return answer
        if not story.is_whole:  # what was seen meanwhile belonged to what is taken back
            self.last_roll = None
            self.end_doubt("closed")
        if story.back:
            self.readings.mark_back(self.running.name, seqs_in_force(self.running))
        for place, command, cause in story.rolls:
            self.rolled(command, cause, answer.seq + place)
        return answer

    def rolled(self, command: Roll | FirstRoll, cause: Cause, seq: int) -> None:
        """Note a roll; it ends a question about those very dice."""
        typed, speed = cause.role != "camera", getattr(command, "speed", None) is not None
        doubt = self.view.doubt
        told = doubt is not None and cause.mono == doubt.began
        known = self.clock.mono() if told or not typed else cause.mono
        self.last_roll = KnownRoll(known, command.dice, typed, speed, command.by, seq)
        self.negotiation.thrown()
        if doubt is not None and doubt.seat == command.by:
            self.end_doubt("answered" if told else "typed", command.dice, seq, by=cause.origin)

    def is_overtaken(self, claim: Claim, cause: Cause) -> bool:
        """Return whether a roll came before a claim that is only proposed: the claim waits."""
        game = self.game
        return game is not None and game.table.proposals.delays(game.state, claim, cause)

    # ---- readings

    def ask(self, reading: KeptReading) -> None:
        """Ask what the dice of a reading show; an older question is closed."""
        self.end_doubt("closed")
        asked_for = replace(reading, fate="asked")
        self.readings.keep(asked_for, sync=True)
        self.show(doubt=doubt_of(asked_for, reading.began, self.clock.mono()))

    def end_doubt(
        self, fate: Fate, said: tuple[int, ...] = (), seq: int = 0, by: Origin | None = None
    ) -> None:
        """Close the open question, if there is one, and keep what became of it; `show` tells."""
        doubt = self.view.doubt
        if doubt is not None:
            self.view = replace(self.view, doubt=None)
            self.note(doubt.id, fate=fate, said=said, seq=seq, pressed=by == "button")

    def note(self, reading_id: str, **changes: Any) -> None:
        """Keep more of a reading."""
        reading = self.readings.find(reading_id)
        if reading is not None:
            self.readings.keep(replace(reading, **changes))

    # ---- time

    @property
    def due(self) -> float:
        """When something has to be done next, monotonic seconds; infinity if never."""
        deadlines = [self.auction.deadline, self.waiting.due, self._agreed_end.due]
        if self.claims.motion is not None and self.view.doubt is None:
            deadlines.append(self.motion_ends)
        return min((d for d in deadlines if d is not None), default=float("inf"))

    @property
    def is_timed(self) -> bool:
        """Whether the clock has to be looked at every second."""
        return self._agreed_end.is_awaited

    def tick(self, now: float) -> None:
        """Do what is due by time and no command: a motion's end, room on the disk, a moved game."""
        if self.claims.motion is not None and self.view.doubt is None and now >= self.motion_ends:
            self.claims.motion = None
            self.show()
        if self._agreed_end.tick(self.game, self.clock.wall(), self.round, now):
            self.show()
        if self.game is not None:
            self.game.notice_if_moved()
        if now >= self._next_refill:
            self._next_refill = now + self.timing.refill
            self.home.take_reserve()

    def come_back(self, seats: Iterable[Seat]) -> None:
        """Note that a phone that plays for *seats* is there."""
        called = self.auction.call
        self.auction.come_back(seats, self.clock.mono())
        if self.auction.call != called:
            self.show()

    def keep_room(self) -> None:
        """Leave the reserve of disk room alone for a while: it was just used."""
        self._next_refill = self.clock.mono() + self.timing.refill

    def tell_of(self, event: VoteFailed | WaitEnded) -> None:
        """Say on every page what ended without effect."""
        if isinstance(event, VoteFailed):
            self.notice("vote-failed", seat=event.seat)
        else:
            self.notice("play-goes-on")

    def cause_of_clock(self) -> Cause:
        """Return the cause of what the auction's clock does."""
        now = self.clock
        return Cause(
            role="clock",
            origin="clock",
            wall=wall_within(now.wall()),
            mono=now.mono(),
            boot=now.boot,
        )

    # ---- what the club says

    def goes_on_at(self, game: str, other: str) -> None:
        """Note that a game goes on at another table, and say so; empty: it goes on here again."""
        before = self.elsewhere.pop(game, "")
        if other:
            self.elsewhere[game] = other
        if other and other != before and self.game and self.game.name == game:
            self.notice("game-elsewhere", table=other)

    def note_club(self, *, there: bool) -> None:
        """Note whether this table is in a club."""
        if self.in_club != there:
            self.in_club = there
            self.show()

    def hear_round(self, heard: HeardRound | None) -> None:
        """Note which round of a tournament sits here, and when it ends."""
        is_new = heard is not None and not heard.is_as(self.round)
        was, self.round = self.round, heard
        told = self._agreed_end.tick(self.game, self.clock.wall(), heard, self.clock.mono())
        if told or is_new or (heard is None and was is not None):
            self.show()

    # ---- what everybody sees

    def settle(self) -> None:
        """Bring the view up to the game as it stands now."""
        game = self.game
        if game is None:
            self.show(trouble=None)
            return
        table = game.table
        self._plan_reopening(game)
        self.waiting.see(game.name, table.disputes)
        waits = self.head is not None or table.pauses.since is not None
        self.auction.see(game.state, self.clock.mono(), waits=waits)
        self.negotiation.see(game.state, self.clock.mono())
        self.field.follow(game.name, game.state)
        wanted = asked_now(self.head, one_to_roll(asked(game.state)))
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
            handing=table.purses.now,
            helps=table.proposals.helps,
            pauses=table.pauses,
            calls=tuple(table.calls.open.values()),
            proposal=self.head,
        )

    def _plan_reopening(self, game: LiveGame) -> None:
        if game.is_open:
            self.next_wake = float("inf")
        elif self.next_wake == float("inf"):
            self.next_wake = self.clock.mono() + self.timing.retry

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

    def drop_notice(self, code: NoticeCode) -> None:
        """Say no more what is so no longer; the view shows it with its next change."""
        self._notices.drop(code)

    def show(self, **changes: Any) -> None:
        """Publish a new view with *changes*, and everything that is not the game's as it is."""
        self.view = replace(
            self.view,
            revision=self.view.revision + 1,
            notices=self._notices.shown,
            auction=self.auction.call,
            pace=self.auction.pace,
            negotiation=self.negotiation.ends,
            time_left=self._agreed_end.left,
            round=self.round,
            round_left=self._agreed_end.of_round,
            claims=self.claims.shown + (self.game.table.proposals.claims if self.game else ()),
            motion=self.claims.motion,
            read=self._read(),
            challenged=self.readings.challenged,
            turned=self.field.turned,
            shown=self.field.shown,
            turning=self.field.turning,
            in_club=self.in_club,
            **self.waiting.shown,
            **changes,
        )
        self._under_check.follow(self.view.check, self.view.game)
        self._tell(self.view)

    def _read(self) -> str | None:
        """Return the sure reading behind the last roll, while nobody says that it is wrong."""
        last = self.last_roll
        if self.game is None or last is None or last.typed:
            return None
        reading = self.readings.of_roll(self.game.name, last.seq)
        return reading.id if reading is not None and not (reading.ruling or reading.back) else None

    def close(self) -> None:
        """Refuse the claims that wait, and close the journal."""
        self.claims.end(Broken("stopped", "the companion is stopping"))
        if self.game is not None:
            self.game.close()
