"""Booking what was held: with the last word on it, or because it costs nothing any more."""

from msgspec.structs import replace

from companion.game.commands import verb
from companion.game.events import AnyEvent, Dropped
from companion.game.refusals import Refusal
from companion.journal.record import Cause
from companion.rules import decide
from companion.table.answers import Accepted, Answer
from companion.table.desk import Desk
from companion.table.help.commands import Drop
from companion.table.help.dues import dues_of
from companion.table.help.proposal import HELP, Proposal
from companion.table.live_game import LiveGame


def go_on(desk: Desk, game: LiveGame) -> None:
    """Let the first thing that waits be told as it would be booked now.

    What the rules allow no more is dropped, and said so; what costs nothing any more is booked.
    """
    while (head := game.table.proposals.head) is not None:
        outcome = decide(game.state, head.command)
        desk.head = as_booked_now(head, outcome)
        if desk.head is not None or not isinstance(_ended(desk, game, head, outcome), Accepted):
            return  # it is asked about; or it cannot be written now: the next time
    desk.head = None


def as_booked_now(head: Proposal, outcome: tuple[AnyEvent, ...] | Refusal) -> Proposal | None:
    """Return a proposal as it would be booked now; None if there is nothing to confirm."""
    dues = () if isinstance(outcome, Refusal) else dues_of(head.command, outcome)
    if isinstance(outcome, Refusal) or not dues:
        return None
    return replace(head, events=outcome, dues=dues)


def _ended(
    desk: Desk, game: LiveGame, head: Proposal, outcome: tuple[AnyEvent, ...] | Refusal
) -> Answer:
    """Drop what is refused now, or book what costs nothing any more."""
    cause = replace(desk.cause_of_clock(), evidence=head.cause.evidence)
    dropped = Dropped(proposal=head.id, because=HELP)
    if not isinstance(outcome, Refusal):
        return booked(desk, head, cause, dropped)
    answer = game.note((dropped,), cause, Drop(proposal=head.id))
    seat = getattr(head.command, "by", None)
    if isinstance(answer, Accepted) and seat is not None:
        desk.notice("refused", evidence=head.cause.evidence, refusal=outcome,
                    code=outcome.code, seat=seat)  # fmt: skip
    return answer


def booked(desk: Desk, head: Proposal, cause: Cause, *words: AnyEvent) -> Answer:
    """Book what is proposed, in one record with the last *words* on it."""
    cause = replace(cause, evidence=head.cause.evidence)
    answer = desk.running.decide(head.command, cause, told=words)
    link_reading(desk, head, answer)
    return answer


def link_reading(desk: Desk, head: Proposal, answer: Answer) -> None:
    """Let the reading of a held roll lead to the record that has booked it."""
    if not isinstance(answer, Accepted) or verb(head.command) not in ("roll", "first-roll"):
        return
    for reading in desk.readings.all:
        if (reading.game, reading.seq) == (desk.running.name, head.id):
            desk.note(reading.id, seq=answer.seq)
