"""A table that keeps its banknotes: who may say that they changed hands."""

from companion.game.events import BanknotesSet, HandedOver
from companion.game.refusals import Refusal
from companion.journal.record import Cause
from companion.table.cash.commands import HandOver, SetBanknotes
from companion.table.cash.handing import BANKNOTES, Handing
from companion.table.desk import Desk
from companion.table.outcome import Outcome
from companion.table.roles import why_may_not
from companion.words import Seat


def hand_over(desk: Desk, command: HandOver, cause: Cause) -> Outcome:
    """Note that payments were handed over: said by who got them, or by the banker.

    Refused with `not-allowed` for anybody else, and with `not-asked` where one is open no more.
    Nothing is noted then.
    """
    found = [desk.view.handing.of(one) for one in command.payments]
    there = [one for one in found if one is not None]
    if not there or len(there) < len(found):
        return Refusal("not-asked", BANKNOTES)
    for payment in there:
        refusal = why_may_not(command.right, cause, payment.receiver)
        if refusal:
            return refusal
    return tuple(
        HandedOver(
            payment=one.id, giver=one.giver, to=one.taker, amount=one.amount, because=BANKNOTES
        )
        for one in there
    )


def oldest_for(handing: Handing, seat: Seat) -> str | None:
    """Return the payment that *seat* says first that it got, None if it waits for none."""
    return next((one.id for one in handing.open if one.receiver == seat), None)


def set_banknotes(desk: Desk, command: SetBanknotes, _cause: Cause) -> Outcome:
    """Let the table keep its banknotes from now on, or no longer.

    What each holds then is taken to be what the books say, and nothing is open.
    """
    was, mode, state = desk.view.handing.mode, command.banknotes, desk.running.state
    if mode == was:
        return ()
    cash = {seat: state.cash(seat) for seat in state.seats} if was == "off" else None
    return (BanknotesSet(banknotes=mode, cash={} if mode == "off" else cash, because=BANKNOTES),)
