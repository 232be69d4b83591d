"""A booking is disputed, ruled on, taken back by whose step it was, or by a vote of the table."""

from collections.abc import Callable

from msgspec.structs import replace

from companion.errors import SettingsError
from companion.game.events import Corrected, Disputed, Ruled, Ruling, VoteAsked, Voted, VoteFailed
from companion.game.refusals import Refusal
from companion.journal.record import Cause, Record
from companion.table.answers import Accepted, Answer, broken_by
from companion.table.desk import ONE_GAME, Desk
from companion.table.disputes import DISPUTE, Customs, Vote, known_since
from companion.table.live import LiveGame
from companion.table.own_step import own_last_step
from companion.table.presses import Late, end_of_vote
from companion.table.replay import in_force, is_played
from companion.table.roles import may_challenge, may_govern, why_may_not
from companion.words import Seat

Step = Callable[[Desk], Answer]
"""One step of a dispute, on the writer's thread."""

_LONGEST = 70  # of a command's id, that a second one can be made of it


def dispute(desk: Desk, seq: int, why: str, cause: Cause) -> Answer:
    """Say that record *seq* is wrong; every player may, as long as the window is open.

    It stays in the journal, and the banker rules on it. Twice is once. Refused with `not-asked`
    where nothing was played in it or the banker has ruled, with `gone-on` where it was taken
    back, with `too-late` after the window, and with `one-at-a-time` while another dispute of the
    same seat is open.
    """
    game = desk.game
    if game is None:
        return Refusal("no-game", ONE_GAME)
    refusal = may_challenge(cause, game.state.seats)
    if refusal:
        return refusal
    settled = game.settled(cause) or _why_no_dispute(desk, game, seq, cause)
    if settled:
        return settled
    if seq in desk.disputes.open:
        return Accepted(game.seq, (), game.name)
    by = None if cause.role == "banker" else cause.seat
    # An auction has its own clock, and goes on.
    waits = desk.disputes.wait_for(by) if game.state.auction is None else 0
    event = Disputed(seat=by, seq=seq, why=why, waits=waits, because=DISPUTE)
    asked = {"do": "dispute", "seq": seq, **({"why": why} if why else {})}
    answer = game.note((event,), cause, asked)
    desk.settle()
    return answer


def _why_no_dispute(desk: Desk, game: LiveGame, seq: int, cause: Cause) -> Refusal | None:
    disputes, records = desk.disputes, game.records()
    if not 1 < seq <= len(records) or not is_played(records[seq - 1]) or seq in disputes.ruled:
        return Refusal("not-asked", DISPUTE)
    if seq in disputes.open:
        return None
    if all(record.seq != seq for record in in_force(records)):
        return Refusal("gone-on", DISPUTE, {"seq": game.seq})
    if cause.role == "banker":
        return None
    booked = known_since(records, records[seq - 1])
    since = booked.mono if booked.boot == cause.boot else disputes.since
    if cause.mono - since > disputes.customs.window_s:
        return Refusal("too-late", DISPUTE)
    if any(one.by == cause.seat for one in disputes.open.values()):
        return Refusal("one-at-a-time", DISPUTE)
    return None


def rule_on(
    desk: Desk, seq: int, ruling: Ruling, why: str, cause: Cause, *, seen: int | None
) -> Answer:
    """Rule on a disputed record; the banker only.

    It `stands`; it was `corrected` (by what the banker has corrected or booked late since it was
    disputed: the newest of that is named, if it is no other dispute's); or it is `taken-back` with
    all that came after it, unless something was recorded that was not *seen*.
    """
    refusal, game = may_govern(cause), desk.game
    if refusal or game is None:
        return refusal or Refusal("no-game", ONE_GAME)
    again = f"{cause.command_id[:_LONGEST]}/ruled" if cause.command_id else None
    known = game.answered(again)
    if known:
        return known
    if seq not in desk.disputes.open and not game.answered(cause.command_id):
        return Refusal("not-asked", DISPUTE)
    if ruling == "taken-back":
        back = desk.go_back(seq - 1, why, cause, seen=seen)
        if not isinstance(back, Accepted):
            return back
    by = _corrected_by(game, seq) if ruling == "corrected" else None
    event = Ruled(seq=seq, ruling=ruling, why=why, by=by, because=DISPUTE)
    asked = {"do": "rule", "seq": seq, "ruling": ruling, **({"why": why} if why else {})}
    answer = game.note((event,), replace(cause, command_id=again), asked)
    desk.settle()
    return answer


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


def take_back(desk: Desk, seat: Seat, cause: Cause, *, seen: int | None) -> Answer:
    """Take the last step of one's own back; see `companion.table.own_step` for which that is.

    Refused with `nothing-to-undo` if there is none, with `gone-on` if something was recorded
    since it was *seen*.
    """
    refusal, game = why_may_not("take-back", cause, seat), desk.game
    if refusal or game is None:
        return refusal or Refusal("no-game", ONE_GAME)
    known = game.answered(cause.command_id)
    if known:
        return known
    if desk.disputes.held is not None:
        return Refusal("play-waits", DISPUTE)
    step = own_last_step(game.records(), game.state, seat)
    if step is None:
        return Refusal("nothing-to-undo", DISPUTE)
    return desk.gone_back(step.seq - 1, "", cause, seen=seen, seat=seat)


# ---- votes


def propose(desk: Desk, seat: Seat, back_to: int, why: str, cause: Cause) -> Answer:
    """Ask the table to go back to just after a record; who asks votes for it.

    Refused with `not-allowed` where this table does not vote, with `one-at-a-time` while a vote
    runs, with `asked-lately` soon after one of the same seat that failed.
    """
    refusal, game = why_may_not("vote", cause, seat), desk.game
    if refusal or game is None:
        return refusal or Refusal("no-game", ONE_GAME)
    settled = game.settled(cause) or _why_no_voice(desk, game, seat)
    if settled:
        return settled
    refusal = _why_no_proposal(desk, game, seat, back_to)
    if refusal:
        running = desk.disputes.vote
        if running is None:
            return refusal
        return _behind(desk, game, Late(seat, "vote", running.id), cause, refusal)
    event = VoteAsked(
        seat=seat,
        back_to=back_to,
        why=why,
        voters=game.state.playing,
        seconds=desk.disputes.customs.vote_s,
        because=DISPUTE,
    )
    asked = {"do": "ask-vote", "by": seat, "to": back_to, **({"why": why} if why else {})}
    answer = game.note((event,), cause, asked)
    desk.settle()
    return answer


def _why_no_proposal(desk: Desk, game: LiveGame, seat: Seat, back_to: int) -> Refusal | None:
    if desk.disputes.vote is not None:
        return Refusal("one-at-a-time", DISPUTE)
    if not desk.disputes.may_ask(seat, desk.clock.mono()):
        return Refusal("asked-lately", DISPUTE)
    played = [record.seq for record in in_force(game.records()) if is_played(record)]
    return None if back_to in played[:-1] else Refusal("nothing-to-undo", DISPUTE)


def cast_vote(desk: Desk, seat: Seat, vote_id: int, cause: Cause, *, yes: bool) -> Answer:
    """Vote; with the majority of all who play the game goes back at once.

    Refused with `not-asked` if that vote does not run (any more).
    """
    refusal, game = why_may_not("vote", cause, seat), desk.game
    if refusal or game is None:
        return refusal or Refusal("no-game", ONE_GAME)
    settled = game.settled(cause) or _why_no_voice(desk, game, seat)
    if settled:
        return settled
    running = desk.disputes.vote
    if running is None or running.id != vote_id or seat not in running.voters:
        return _too_late_for(desk, game, seat, vote_id, cause)
    vote = running.with_voice(seat, yes=yes)
    if vote == running:
        return Accepted(game.seq, (), game.name)
    if not running.may_change(seat):
        return Refusal("not-asked", DISPUTE)
    if len(vote.yes) >= vote.needed:
        return desk.gone_back(vote.back_to, vote.why, cause, voted=vote.yes)
    return _heard(desk, game, vote, Voted(seat=seat, vote=vote.id, yes=yes, because=DISPUTE), cause)


def _too_late_for(desk: Desk, game: LiveGame, seat: Seat, vote_id: int, cause: Cause) -> Refusal:
    """Refuse a voice, and record it if that vote was over already."""
    refusal = Refusal("not-asked", DISPUTE)
    ended = end_of_vote(game.records(), vote_id, seat)
    return _behind(desk, game, Late(seat, "vote", ended), cause, refusal) if ended else refusal


def _behind(desk: Desk, game: LiveGame, late: Late, cause: Cause, refusal: Refusal) -> Refusal:
    """Record that somebody was too late; return the refusal, which names the record."""
    refusal = desk.presses.kept(game, late, cause, refusal, desk.clock.mono())
    desk.settle()
    return refusal


def _heard(desk: Desk, game: LiveGame, vote: Vote, voice: Voted, cause: Cause) -> Answer:
    """Record a voice, and the end of the vote where it can be won no more."""
    failed = VoteFailed(seat=vote.by, vote=vote.id, because=DISPUTE)
    events = (voice, failed) if vote.is_lost else (voice,)
    asked = {"do": "vote", "by": voice.seat, "vote": vote.id, "yes": voice.yes}
    answer = game.note(events, cause, asked)
    desk.settle()
    if vote.is_lost and isinstance(answer, Accepted):
        desk.tell_of(failed)
    return answer


def _why_no_voice(desk: Desk, game: LiveGame, seat: Seat) -> Refusal | None:
    if not desk.disputes.customs.vote or seat not in game.state.playing:
        return Refusal("not-allowed", DISPUTE)
    return Refusal("game-over", DISPUTE) if game.is_over else None


def set_customs(desk: Desk, customs: Customs, cause: Cause) -> Answer:
    """Set how this table settles disputes; the banker only."""
    refusal = may_govern(cause)
    if refusal:
        return refusal
    try:
        desk.disputes.set_customs(customs)
    except SettingsError as error:
        return broken_by("not-saved", error)
    desk.show()
    game = desk.game
    return Accepted(game.seq if game else 0, (), game.name if game else "")
