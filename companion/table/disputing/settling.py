"""A booking is disputed, ruled on, taken back by whose step it was, or by a vote of the table."""

from msgspec.structs import replace

from companion.errors import SettingsError
from companion.game.events import Corrected, Disputed, Ruled, VoteAsked, Voted, VoteFailed
from companion.game.refusals import Refusal
from companion.journal.record import Cause, Record
from companion.journal.replay import in_force, is_played
from companion.table.answers import broken_by
from companion.table.desk import Desk
from companion.table.disputing.commands import (
    AskVote,
    CastVote,
    EndWaits,
    RaiseDispute,
    RuleOn,
    SetCustoms,
)
from companion.table.disputing.disputes import DISPUTE, known_since
from companion.table.live_game import LiveGame
from companion.table.outcome import Outcome
from companion.table.presses import LatePress, end_of_vote
from companion.table.roles import may_challenge
from companion.words import Seat


def dispute(desk: Desk, command: RaiseDispute, cause: Cause) -> Outcome:
    """Say that a record is wrong; every player may, as long as the window is open.

    It stays in the journal, and the banker rules on it. Twice is once. Refused with `not-asked`
    where nothing was played in it or the banker has ruled, with `gone-on` where it was taken
    back, with `too-late` after the window, and with `one-at-a-time` while another dispute of the
    same seat is open.
    """
    game, seq = desk.running, command.seq
    refusal = may_challenge(cause, game.state.seats) or _why_no_dispute(desk, game, seq, cause)
    if refusal:
        return refusal
    if seq in desk.waiting.now.open:
        return ()
    by = None if cause.role == "banker" else cause.seat
    # An auction has its own clock, and goes on.
    waits = desk.waiting.wait_for(by) if game.state.auction is None else 0
    return (Disputed(seat=by, seq=seq, why=command.why, waits=waits, because=DISPUTE),)


def _why_no_dispute(desk: Desk, game: LiveGame, seq: int, cause: Cause) -> Refusal | None:
    waiting, records = desk.waiting, game.records()
    if not 1 < seq <= len(records) or not is_played(records[seq - 1]) or seq in waiting.now.ruled:
        return Refusal("not-asked", DISPUTE)
    if seq in waiting.now.open:
        return None
    if all(record.seq != seq for record in in_force(records)):
        return Refusal("gone-on", DISPUTE, {"seq": game.seq})
    if cause.role == "banker":
        return None
    booked = known_since(records, records[seq - 1])
    since = booked.mono if booked.boot == cause.boot else waiting.since
    if cause.mono - since > waiting.customs.window_s:
        return Refusal("too-late", DISPUTE)
    if any(one.by == cause.seat for one in waiting.now.open.values()):
        return Refusal("one-at-a-time", DISPUTE)
    return None


def rule_on(desk: Desk, command: RuleOn, cause: Cause) -> Outcome:
    """Rule on a disputed record.

    It `stands`; it was `corrected` (by what the banker has corrected or booked late since it was
    disputed: the newest of that is named, if it is no other dispute's); or it is `taken-back` with
    all that came after it.
    """
    game, seq, ruling = desk.running, command.seq, command.ruling
    if seq not in desk.waiting.now.open:
        return Refusal("not-asked", DISPUTE)
    by = _corrected_by(game, seq) if ruling == "corrected" else None
    event = Ruled(seq=seq, ruling=ruling, why=command.why, by=by, because=DISPUTE)
    if ruling != "taken-back":
        return (event,)
    story = game.story_from(seq - 1, cause, command, why=command.why)
    if isinstance(story, Refusal):
        return story
    # One wish, two records: only the first has its id.
    story.note((event,), replace(cause, command_id=None), command)
    return desk.save(story)


def _corrected_by(game: LiveGame, seq: int) -> int | None:
    """Return the number of the newest correction since record *seq* was disputed; None: none."""
    taken: set[int | None] = set()
    for record in reversed(in_force(game.records())):
        for event in record.events:
            if isinstance(event, Disputed) and event.seq == seq:
                return None
            if isinstance(event, Ruled):
                taken |= {event.by}
        if record.seq not in taken and _corrects(record):
            return record.seq
    return None


def _corrects(record: Record) -> bool:
    """Return whether the banker set something right in a record, and said for no dispute."""
    if record.command.get("do") == "book-late":
        return True
    return any(isinstance(one, Corrected) and one.dispute is None for one in record.events)


# ---- votes


def ask_vote(desk: Desk, command: AskVote, cause: Cause) -> Outcome:
    """Ask the table to go back to just after a record; who asks votes for it.

    Refused with `not-allowed` where this table does not vote, with `one-at-a-time` while a vote
    runs, with `asked-lately` soon after one of the same seat that failed.
    """
    game, seat = desk.running, command.by
    refusal = _why_no_voice(desk, game, seat)
    if refusal:
        return refusal
    refusal = _why_no_vote(desk, game, seat, command.to)
    if refusal:
        running = desk.waiting.vote
        if running is None:
            return refusal
        return _behind(desk, LatePress(seat, "vote", running.id), cause, refusal)
    return (
        VoteAsked(
            seat=seat,
            back_to=command.to,
            why=command.why,
            voters=game.state.playing,
            seconds=desk.waiting.customs.vote_s,
            because=DISPUTE,
        ),
    )


def _why_no_vote(desk: Desk, game: LiveGame, seat: Seat, back_to: int) -> Refusal | None:
    if desk.waiting.vote is not None:
        return Refusal("one-at-a-time", DISPUTE)
    if not desk.waiting.may_ask(seat, desk.clock.mono()):
        return Refusal("asked-lately", DISPUTE)
    played = [record.seq for record in in_force(game.records()) if is_played(record)]
    return None if back_to in played[:-1] else Refusal("nothing-to-undo", DISPUTE)


def cast_vote(desk: Desk, command: CastVote, cause: Cause) -> Outcome:
    """Vote; with the majority of all who play the game goes back at once.

    Refused with `not-asked` if that vote does not run (any more).
    """
    game, seat = desk.running, command.by
    refusal = _why_no_voice(desk, game, seat)
    if refusal:
        return refusal
    running = desk.waiting.vote
    if running is None or running.id != command.vote or seat not in running.voters:
        return _too_late_for(desk, command, cause)
    vote = running.with_voice(seat, yes=command.yes)
    if vote == running:
        return ()
    if not running.may_change(seat):
        return Refusal("not-asked", DISPUTE)
    if len(vote.yes) >= vote.needed:
        story = game.story_from(vote.back_to, cause, command, why=vote.why, voted=vote.yes)
        return story if isinstance(story, Refusal) else desk.save(story)
    voice = Voted(seat=seat, vote=vote.id, yes=command.yes, because=DISPUTE)
    failed = VoteFailed(seat=vote.by, vote=vote.id, because=DISPUTE)
    return (voice, failed) if vote.is_lost else (voice,)


def _too_late_for(desk: Desk, command: CastVote, cause: Cause) -> Refusal:
    """Refuse a voice, and record it if that vote was over already."""
    refusal = Refusal("not-asked", DISPUTE)
    ended = end_of_vote(desk.running.records(), command.vote, command.by)
    late = LatePress(command.by, "vote", ended)
    return _behind(desk, late, cause, refusal) if ended else refusal


def _behind(desk: Desk, late: LatePress, cause: Cause, refusal: Refusal) -> Refusal:
    """Record that somebody was too late; return the refusal, which names the record."""
    return desk.hammering.kept(desk.running, late, cause, refusal, desk.clock.mono())


def _why_no_voice(desk: Desk, game: LiveGame, seat: Seat) -> Refusal | None:
    if not desk.waiting.customs.vote or seat not in game.state.playing:
        return Refusal("not-allowed", DISPUTE)
    return Refusal("game-over", DISPUTE) if game.is_over else None


def set_customs(desk: Desk, command: SetCustoms, _cause: Cause) -> Outcome:
    """Set how this table settles disputes."""
    try:
        desk.waiting.set_customs(command.customs)
    except SettingsError as error:
        return broken_by("not-saved", error)
    desk.show()
    return ()


def end_waits(desk: Desk, _command: EndWaits, _cause: Cause) -> Outcome:
    """End what is over by time: a vote fails, play that waited goes on."""
    return desk.waiting.over(desk.clock.mono())
