"""Holding commands: what the companion reckons by itself waits, one thing after the other."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace

from companion.game.commands import AnyCommand, Claim, Correct, verb
from companion.game.events import AnyEvent, Dropped, Insisted, Proposed
from companion.game.refusals import Refusal
from companion.game.state import GameState
from companion.journal.record import Cause, Record
from companion.rules import decide
from companion.table.answers import Accepted, Answer
from companion.table.helping.own_doing import dues_of, reckoned
from companion.table.helping.proposal import HELP, Proposal
from companion.table.helping.proposals import Proposals
from companion.table.live import LiveGame
from companion.words import RuleKey, Seat

if TYPE_CHECKING:
    from companion.table.desk import Desk

_LONGEST = 70  # of a command's id, that a second one can be made of it


def why_not(
    proposals: Proposals, game: LiveGame, command: AnyCommand, cause: Cause
) -> Refusal | None:
    """Return why a command waits while something is to be confirmed, or None.

    A claim goes on, unless a held roll came before it: who asks too late is told so then.
    """
    if isinstance(command, Claim) and not proposals.delays(game.state, command, cause):
        return None
    return why_nothing(proposals)


def why_nothing(proposals: Proposals) -> Refusal | None:
    """Return why nothing else is booked while something is to be confirmed, or None."""
    head = proposals.head
    if head is None:
        return None
    awaited = {"seat": head.awaited[0]} if head.awaited and not head.contested else {}
    return Refusal("not-confirmed", HELP, awaited)


def held(proposals: Proposals, game: LiveGame, command: AnyCommand, cause: Cause) -> Answer | None:
    """Propose what a command would book and hold it, or return None: it is booked by itself.

    The record of it has the command and its cause, and moves nothing.
    """
    if proposals.helps == "book":
        return None
    outcome = decide(game.state, command)
    dues = () if isinstance(outcome, Refusal) else dues_of(command, outcome)
    if isinstance(outcome, Refusal) or not dues:
        return None
    if isinstance(command, Claim):
        known = proposals.same_claim(game.state, command)
        if known is not None:  # pressed twice
            return Accepted(known.id, (), game.name)
    seats = dict.fromkeys(due.says for due in dues if due.says is not None)
    event = Proposed(
        helps=proposals.helps,
        seats=(*seats,),
        dues=dues,
        because=HELP,
        also=_rules(command, outcome),
    )
    return game.note((event,), cause, command)


def _rules(command: AnyCommand, story: tuple[AnyEvent, ...]) -> tuple[RuleKey, ...]:
    """Return the rules that the amounts rest on."""
    keys = (key for one in reckoned(command, story) for key in (one.because, *one.also))
    return tuple(dict.fromkeys(keys))


def asked_now(
    proposals: Proposals, asked: Mapping[Seat, frozenset[str]]
) -> Mapping[Seat, frozenset[str]]:
    """Return what is waited for: while something is to be confirmed, that alone."""
    head = proposals.head
    if head is None:
        return asked
    return {} if head.contested else dict.fromkeys(head.awaited, frozenset({"confirm"}))


# ---- going on


def go_on(desk: "Desk", game: LiveGame) -> None:
    """Let the first thing that waits be told as it would be booked now.

    What the rules allow no more is dropped, and said so; what costs nothing any more is booked.
    What was insisted on and not yet corrected, because the plug was pulled, is corrected first.
    """
    proposals = desk.proposals
    proposals.see(game)
    if proposals.insisted is not None:
        correct_insisted(game, proposals.insisted)
        proposals.see(game)
    while proposals.head is not None:
        outcome = decide(game.state, proposals.head.command)
        told = _told(proposals.head, outcome)
        if told is not None:
            proposals.show(told)
            return
        if not isinstance(_ended(desk, game, proposals.head, outcome), Accepted):
            return  # it cannot be written now: the next time
        proposals.see(game)


def _told(head: Proposal, outcome: tuple[AnyEvent, ...] | Refusal) -> Proposal | None:
    """Return a proposal as it would be booked now; None if there is nothing to confirm."""
    dues = () if isinstance(outcome, Refusal) else dues_of(head.command, outcome)
    if isinstance(outcome, Refusal) or not dues:
        return None
    return replace(head, events=outcome, dues=dues)


def _ended(
    desk: "Desk", game: LiveGame, head: Proposal, outcome: tuple[AnyEvent, ...] | Refusal
) -> Answer:
    """Drop what is refused now, or book what costs nothing any more."""
    cause = replace(desk.cause_of_clock(), evidence=head.cause.evidence)
    dropped = Dropped(proposal=head.id, because=HELP)
    if not isinstance(outcome, Refusal):
        answer = game.decide(head.command, cause, told=(dropped,))
        link_reading(desk, game, head, answer)
        return answer
    answer = game.note((dropped,), cause, {"do": "drop", "proposal": head.id})
    seat = getattr(head.command, "by", None)
    if isinstance(answer, Accepted) and seat is not None:
        desk.notice("refused", evidence=head.cause.evidence, refusal=outcome,
                    code=outcome.code, seat=seat)  # fmt: skip
    return answer


def booked(desk: "Desk", game: LiveGame, head: Proposal, cause: Cause, word: AnyEvent) -> Answer:
    """Book what is proposed, in one record with the last *word* on it."""
    answer = game.decide(head.command, replace(cause, evidence=head.cause.evidence), told=(word,))
    link_reading(desk, game, head, answer)
    return answer


def link_reading(desk: "Desk", game: LiveGame, head: Proposal, answer: Answer) -> None:
    """Let the reading of a held roll lead to the record that has booked it."""
    if not isinstance(answer, Accepted) or verb(head.command) not in ("roll", "first-roll"):
        return
    for reading in desk.readings.all:
        if (reading.game, reading.seq) == (game.name, head.id):
            desk.note(reading.id, seq=answer.seq)


def correct_insisted(game: LiveGame, record: Record) -> Answer:
    """Correct what was booked as the rules say to what the table insisted on."""
    event = next(one for one in record.events if isinstance(one, Insisted))
    known = record.cause.command_id
    again = f"{known[:_LONGEST]}/insisted" if known else None
    cause = replace(record.cause, command_id=again, evidence=None)
    return game.decide(correction_of(event, game.state), cause)


def correction_of(event: Insisted, state: GameState) -> Correct:
    """Return the correction of what was insisted on, its reason with both amounts."""
    pairs = (f"{event.ruled[n]} → {amount}" for n, amount in event.typed.items())
    return Correct(
        why=f"{', '.join(pairs)}: {event.why}",
        cash={seat: state.cash(seat) + change for seat, change in event.cash.items()},
        pot=state.pot + event.pot if event.pot else None,
    )
