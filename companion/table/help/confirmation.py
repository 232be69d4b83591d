"""What people say to what is proposed: confirm it, type the amounts, or say that it is not so."""

from collections.abc import Mapping

from companion.game.events import Confirmed, Contested, Differed
from companion.game.refusals import Refusal
from companion.journal.record import Cause
from companion.table.desk import Desk
from companion.table.help.booking import booked
from companion.table.help.commands import Confirm, Contest
from companion.table.help.proposal import HELP, Proposal, is_amount
from companion.table.outcome import Outcome
from companion.table.roles import why_may_not
from companion.words import Money, Seat


def confirm(desk: Desk, command: Confirm, cause: Cause) -> Outcome:
    """Say that what is proposed is so; the last word books it.

    Typed amounts that differ from the rules are noted, and who typed them then says so once more as
    ruled, or contests it. Refused with `not-asked` where it is open no more or nothing of the
    seat's, with `contested` while another says that it is not so (not to the banker), with
    `bad-command` where an amount is missing, with `play-waits` while the table waits for a ruling.
    """
    head, seat = desk.head, command.by
    if head is None or head.id != command.proposal:
        return why_may_not(command.right, cause, seat) or Refusal("not-asked", HELP)
    seats = head.awaited if seat is None else (seat,)
    refusal = _why_no_word(desk, head, cause, seats)
    if refusal:
        return refusal
    if head.helps == "announce" and not _may_go_as_ruled(
        head, cause, seats, as_ruled=command.as_ruled
    ):
        told = [place for place, paid in command.typed.items() if is_amount(paid)]
        missing = [place for place in head.places_of(*seats) if place not in told]
        if missing or seat is None:
            return Refusal("bad-command", HELP, {"missing": len(missing)})
        other = {n: paid for n, paid in command.typed.items() if paid != head.ruled.get(n)}
        other = {n: paid for n, paid in other.items() if n in head.places_of(seat)}
        if other:
            return (_differed(head, seat, other),)
    event = Confirmed(proposal=head.id, seats=seats, because=HELP)
    if set(head.awaited) - set(seats):
        return (event,)
    return booked(desk, head, cause, event)


def _why_no_word(
    desk: Desk, head: Proposal, cause: Cause, seats: tuple[Seat, ...]
) -> Refusal | None:
    for seat in seats:
        refusal = why_may_not("confirm", cause, seat)
        if refusal:
            return refusal
    if not set(seats) <= set(head.awaited):
        return Refusal("not-asked", HELP)
    if cause.role != "banker" and set(head.contested) - set(seats):
        return Refusal("contested", HELP)
    return desk.waiting.why_not(head.command, cause, desk.clock.mono())


def _may_go_as_ruled(
    head: Proposal, cause: Cause, seats: tuple[Seat, ...], *, as_ruled: bool
) -> bool:
    """Return whether nothing is to be typed: it was, and differed; or the banker says so."""
    differs = any(place in head.typed for place in head.places_of(*seats))
    return as_ruled and (differs or cause.role == "banker")


def _differed(head: Proposal, seat: Seat, typed: Mapping[int, Money]) -> Differed:
    ruled = {place: head.dues[place].amount for place in typed}
    return Differed(proposal=head.id, seat=seat, typed={**typed}, ruled=ruled, because=HELP)


def contest(desk: Desk, command: Contest, _cause: Cause) -> Outcome:
    """Say that what is proposed is not so: then the banker rules.

    Any player of the game may, also one who confirmed it. Twice is once. Refused with `not-asked`
    where it is open no more.
    """
    head, seat = desk.head, command.by
    if head is None or head.id != command.proposal or seat not in desk.running.state.seats:
        return Refusal("not-asked", HELP)
    return (Contested(proposal=head.id, seat=seat, why=command.why.strip(), because=HELP),)
