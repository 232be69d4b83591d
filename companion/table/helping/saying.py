"""What people say to what is proposed: confirm it, type the amounts, or say that it is not so."""

from collections.abc import Mapping

from companion.game.events import Confirmed, Contested, Differed
from companion.game.refusals import Refusal
from companion.journal.record import Cause
from companion.table.answers import Answer
from companion.table.desk import ONE_GAME, Desk
from companion.table.helping.holding import booked
from companion.table.helping.proposal import HELP, Proposal, is_amount
from companion.table.roles import why_may_not
from companion.words import Money, Seat


def confirm(
    desk: Desk,
    proposal: int,
    cause: Cause,
    *,
    seat: Seat | None = None,
    typed: Mapping[int, Money] | None = None,
    as_ruled: bool = False,
) -> Answer:
    """Say that what is proposed is so, for *seat*; None: for all that are awaited (the banker).

    The last word books it. Where amounts are typed, *typed* has them by the place of the due: those
    that differ from the rules are noted, and who typed them then says so once more *as_ruled*, or
    contests it. Refused with `not-asked` where it is open no more or nothing of the seat's, with
    `contested` while another says that it is not so (not to the banker), with `bad-command` where
    an amount is missing, with `play-waits` while the table waits for a ruling.
    """
    game, head = desk.game, desk.proposals.head
    if game is None:
        return Refusal("no-game", ONE_GAME)
    known = game.answered(cause.command_id)
    if known:
        return known
    if head is None or head.id != proposal:
        return why_may_not("confirm", cause, seat) or Refusal("not-asked", HELP)
    seats = head.awaited if seat is None else (seat,)
    refusal = _why_no_word(desk, head, cause, seats)
    if refusal:
        return refusal
    if head.helps == "announce" and not _may_go_as_ruled(head, cause, seats, as_ruled=as_ruled):
        told = [place for place, paid in (typed or {}).items() if is_amount(paid)]
        missing = [place for place in head.places_of(*seats) if place not in told]
        if missing or seat is None:
            return Refusal("bad-command", HELP, {"missing": len(missing)})
        other = {n: paid for n, paid in (typed or {}).items() if paid != head.ruled.get(n)}
        other = {n: paid for n, paid in other.items() if n in head.places_of(seat)}
        if other:
            return _differed(desk, head, seat, other, cause)
    return _said(desk, head, seats, cause)


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
    return desk.disputes.why_not(head.command, cause, desk.clock.mono())


def _may_go_as_ruled(
    head: Proposal, cause: Cause, seats: tuple[Seat, ...], *, as_ruled: bool
) -> bool:
    """Return whether nothing is to be typed: it was, and differed; or the banker says so."""
    differs = any(place in head.typed for place in head.places_of(*seats))
    return as_ruled and (differs or cause.role == "banker")


def _differed(
    desk: Desk, head: Proposal, seat: Seat, typed: Mapping[int, Money], cause: Cause
) -> Answer:
    ruled = {place: head.dues[place].amount for place in typed}
    event = Differed(proposal=head.id, seat=seat, typed={**typed}, ruled=ruled, because=HELP)
    assert desk.game is not None
    answer = desk.game.note((event,), cause, {"do": "confirm", "proposal": head.id})
    desk.settle()
    return answer


def _said(desk: Desk, head: Proposal, seats: tuple[Seat, ...], cause: Cause) -> Answer:
    """Note who confirmed, and book with the last of them."""
    assert desk.game is not None
    event = Confirmed(proposal=head.id, seats=seats, because=HELP)
    if set(head.awaited) - set(seats):
        asked = {"do": "confirm", "proposal": head.id}
        answer = desk.game.note((event,), cause, asked)
    else:
        answer = booked(desk, desk.game, head, cause, event)
    desk.settle()
    desk.release_claims()
    return answer


def contest(desk: Desk, proposal: int, seat: Seat, cause: Cause, *, why: str = "") -> Answer:
    """Say, as the player at *seat*, that what is proposed is not so: then the banker rules.

    Any player of the game may, also one who confirmed it. Twice is once. Refused with `not-asked`
    where it is open no more.
    """
    game, head = desk.game, desk.proposals.head
    if game is None:
        return Refusal("no-game", ONE_GAME)
    refusal = why_may_not("contest", cause, seat)
    if refusal:
        return refusal
    known = game.answered(cause.command_id)
    if known:
        return known
    if head is None or head.id != proposal or seat not in game.state.seats:
        return Refusal("not-asked", HELP)
    event = Contested(proposal=head.id, seat=seat, why=why.strip(), because=HELP)
    answer = game.note((event,), cause, {"do": "contest", "proposal": head.id})
    desk.settle()
    return answer
