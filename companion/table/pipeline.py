"""The one way of everything that is asked of the table; nothing else knows its order."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from companion.game.commands import Claim, Hammer
from companion.game.events import AnyEvent, VoteFailed, WaitEnded
from companion.game.refusals import Refusal
from companion.journal.record import Cause
from companion.table.answers import Accepted, Answer, Broken
from companion.table.calling.calling import answer_call, call_arbiter, end_call
from companion.table.calling.commands import AnswerCall, CallArbiter, EndCall
from companion.table.cash.commands import HandOver, SetBanknotes
from companion.table.cash.handing_over import hand_over, set_banknotes
from companion.table.check.checking import Checking
from companion.table.claims import Reply
from companion.table.clocks.commands import GoOn, Pause, SetPace
from companion.table.clocks.pace import set_pace
from companion.table.clocks.pausing import go_on_playing, pause
from companion.table.command import TableCommand
from companion.table.commands import Submitted
from companion.table.deeds.commands import LeaveTurned, SetTurning
from companion.table.deeds.turned_deeds import leave_turned, set_turning
from companion.table.desk import ONE_GAME, Desk
from companion.table.dice.challenges import challenge, rule_on_reading
from companion.table.dice.commands import AnswerDoubt, Challenge, RuleOnReading
from companion.table.dice.questions import answer_doubt
from companion.table.disputing.commands import (
    AskVote,
    CastVote,
    EndWaits,
    RaiseDispute,
    RuleOn,
    SetCustoms,
)
from companion.table.disputing.settling import (
    ask_vote,
    cast_vote,
    dispute,
    end_waits,
    rule_on,
    set_customs,
)
from companion.table.games.adopting import adopt
from companion.table.games.beginning import begin, resume
from companion.table.games.commands import Adopt, Begin, NoteSeats, Resume, Tidy
from companion.table.games.seat_moves import note_seats
from companion.table.games.tidying import tidy
from companion.table.gates import why_not_now
from companion.table.help.booking import go_on
from companion.table.help.commands import Confirm, Contest, Drop, Insist, SetHelp
from companion.table.help.confirmation import confirm, contest
from companion.table.help.ruling import drop, insist, set_help
from companion.table.live_game import LiveGame
from companion.table.outcome import Another, Instead, Outcome
from companion.table.playing import play
from companion.table.roles import why_not
from companion.table.story.commands import GoBack, PutIn, TakeBack, Undo
from companion.table.story.going_back import go_back, take_back, undo
from companion.table.story.late_entries import put_in

DOES: Mapping[type[TableCommand], Callable[[Desk, Any, Cause], Outcome]] = {
    Begin: begin,
    Resume: resume,
    Tidy: tidy,
    Adopt: adopt,
    NoteSeats: note_seats,
    Undo: undo,
    GoBack: go_back,
    TakeBack: take_back,
    PutIn: put_in,
    RaiseDispute: dispute,
    RuleOn: rule_on,
    AskVote: ask_vote,
    CastVote: cast_vote,
    EndWaits: end_waits,
    SetCustoms: set_customs,
    HandOver: hand_over,
    SetBanknotes: set_banknotes,
    SetHelp: set_help,
    Confirm: confirm,
    Contest: contest,
    Drop: drop,
    Insist: insist,
    AnswerDoubt: answer_doubt,
    Challenge: challenge,
    RuleOnReading: rule_on_reading,
    LeaveTurned: leave_turned,
    SetTurning: set_turning,
    SetPace: set_pace,
    Pause: pause,
    GoOn: go_on_playing,
    CallArbiter: call_arbiter,
    AnswerCall: answer_call,
    EndCall: end_call,
}
"""What each command of the table does; those of a check are in `companion.table.check.checking`."""


class Pipeline:
    """Takes each command once, by right, in its time.

    Args:
        desk: what it works on.
    """

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.checking = Checking(desk)
        self._does: Mapping[type[TableCommand], Callable[[Any, Cause], Outcome]] = {
            **{kind: partial(work, desk) for kind, work in DOES.items()},
            **self.checking.does,
        }

    def wake(self) -> None:
        """Resume the game that was played last, and go on with what waited in it."""
        if self.desk.wake():
            self._settle()
            self.desk.tell_of_check()

    def submit(self, command: Submitted, cause: Cause, reply: Reply) -> None:
        """Answer through *reply*: now, or, a claim, when the dice have come to rest."""
        if isinstance(command, Claim) and self._waits(command, cause):
            early = self._known(command, cause) or why_not(command, cause)
            if early is None:
                self.desk.claims.hold(command, cause, reply)
                self.desk.show()  # everybody may see at once who pressed
                return
        reply(self.answer(command, cause))

    def answer(self, command: Submitted, cause: Cause) -> Answer:
        """Answer a command: once, by right, in its time; saved before said."""
        stood = self.desk.stand
        answer = (
            self._known(command, cause)
            or why_not(command, cause)
            or self._why_not_now(command, cause)
            or self._done(command, cause)
        )
        self._remember(cause, answer)
        if self.desk.stand != stood:
            self._settle()
        self.release_claims()
        return answer

    def answered(self, command_id: str | None) -> Accepted | None:
        """Return the answer that a command with this id already got; any thread may ask."""
        game, known = self.desk.game, self.desk.known
        return (game.answered(command_id) if game else None) or known.answered(command_id)

    def release_claims(self) -> None:
        """Answer the claims that waited, as soon as it is known what the dice were."""
        desk = self.desk
        for claim, cause, reply in desk.claims.release():
            if self._waits(claim, cause):
                desk.claims.hold(claim, cause, reply)
            else:
                reply(self.answer(claim, cause))
                desk.show()

    def tick(self) -> None:
        """Do what is due by time: the auction's next word, the hammer, the end of waiting."""
        desk, now = self.desk, self.desk.clock.mono()
        called = desk.auction.call
        if desk.auction.tick(now):
            self.answer(Hammer(), desk.cause_of_clock())
        if desk.auction.call != called:
            desk.show()
        if desk.waiting.due is not None and now >= desk.waiting.due:
            self.answer(EndWaits(), desk.cause_of_clock())
        if now >= desk.next_wake:
            self._try_again()
        stood = desk.stand
        desk.tick(now)
        if desk.stand != stood:
            self._settle()
        self.release_claims()

    def _try_again(self) -> None:
        """Resume the last game, or open the running one's journal: it may be possible now."""
        desk, stood = self.desk, self.desk.stand
        if desk.game is None:
            self.wake()
            return
        desk.reopen()
        if desk.stand != stood:
            self._settle()

    # ---- the steps

    def _known(self, command: Submitted, cause: Cause) -> Accepted | Broken | None:
        """Return the answer that is certain: it was given already, or nothing can be saved yet."""
        desk, game = self.desk, self.desk.game
        if game is None:
            return desk.known.answered(cause.command_id)
        recorded = not isinstance(command, TableCommand) or command.recorded
        known = game.settled(cause) if recorded else game.answered(cause.command_id)
        return known or desk.known.answered(cause.command_id)

    def _why_not_now(self, command: Submitted, cause: Cause) -> Refusal | None:
        in_game = not isinstance(command, TableCommand) or command.in_game
        if self.desk.game is None:
            return Refusal("no-game", ONE_GAME) if in_game else None
        return why_not_now(self.desk, command, cause)

    def _done(self, command: Submitted, cause: Cause) -> Answer:
        if not isinstance(command, TableCommand):
            return play(self.desk, command, cause)
        outcome = self._does[type(command)](command, cause)
        if isinstance(outcome, tuple):
            return self._noted(outcome, command, cause)
        if isinstance(outcome, Instead):
            instead, its = outcome.command, outcome.cause
            return self._why_not_now(instead, its) or play(self.desk, instead, its)
        if isinstance(outcome, Another):
            return self._changed(outcome.game)
        return outcome

    def _changed(self, game: LiveGame) -> Accepted:
        """Put another game on the table; claims that waited are decided in their own."""
        desk = self.desk
        desk.end_doubt("closed")
        desk.claims.motion = None
        self.release_claims()
        desk.change_to(game)
        newest = game.records(game.seq - 1)[0]
        return Accepted(newest.seq, newest.events, game.name)

    def _noted(self, events: tuple[AnyEvent, ...], command: TableCommand, cause: Cause) -> Answer:
        """Save what a command of the table says, beside play; nothing to say is done already."""
        if not events:
            return self.desk.accepted()
        answer = self.desk.running.note(events, cause, command)
        for event in events:
            over = isinstance(answer, Accepted) or isinstance(command, EndWaits)
            if over and isinstance(event, VoteFailed | WaitEnded):
                self.desk.tell_of(event)
        return answer

    def _remember(self, cause: Cause, answer: Answer) -> None:
        """Keep the id of what was accepted and left no record; mind the room on the disk."""
        desk, known = self.desk, cause.command_id
        if isinstance(answer, Broken) and answer.code == "disk-full":
            desk.keep_room()
        if known is None or not isinstance(answer, Accepted) or desk.known.answered(known):
            return
        if desk.game is None or desk.game.answered(known) is None:
            desk.known.add(known, answer)

    # ---- what comes of it

    def _settle(self) -> None:
        """Bring everything up to the game as it stands now."""
        if self.desk.game is not None:
            go_on(self.desk, self.desk.game)
        self.desk.settle()

    def _waits(self, claim: Claim, cause: Cause) -> bool:
        """Return whether it is not known yet what dice a claim came before, or after."""
        desk = self.desk
        if desk.game is None:
            return False
        doubt = desk.view.doubt.began if desk.view.doubt else None
        return desk.claims.waits(desk.game.state, claim, cause, doubt) or desk.is_overtaken(
            claim, cause
        )
