"""Which amounts of a command the companion reckons by itself, so that they may wait."""

from collections.abc import Iterable, Iterator

from companion.game import commands as c
from companion.game.events import AnyEvent, DebtOpened, Due, Paid, Purse
from companion.table.roles import NOBODYS

SAID_BY_PEOPLE = frozenset(
    (*NOBODYS, "bid", "pass", "offer", "reject", "bankrupt", "leave", "jail-pay")
)
"""Commands that never wait: the banker's word, the hammer, and what somebody paid by themselves.

A bankrupt's estate goes as the rulebook divides it, at the word of who gives up.
"""

SHOWN = frozenset(("flat", "fine", "interest", "redeem"))
"""Options of a choice whose amount stood on the button that was pressed."""


def dues_of(command: c.AnyCommand, story: Iterable[AnyEvent]) -> tuple[Due, ...]:
    """Return the amounts that the companion has reckoned in what a *command* causes.

    None where somebody has just said the amount on a phone, or none moves.
    """
    if c.verb(command) in SAID_BY_PEOPLE:
        return ()
    if isinstance(command, c.Choose) and command.option in SHOWN:
        return ()
    return tuple(due for due in _reckoned(story) if due.says is not None)


def _reckoned(story: Iterable[AnyEvent]) -> Iterator[Due]:
    for event in story:
        due = due_of(event)
        if due is not None:
            yield due


def due_of(event: AnyEvent) -> Due | None:
    """Return the amount that an event pays or lets somebody owe, or None."""
    match event:
        case Paid():
            return Due(
                payer=event.payer, payee=event.payee, amount=event.amount, reason=event.reason
            )
        case DebtOpened():
            payee: Purse = "pot" if event.feed else event.creditor
            return Due(
                payer=event.debtor,
                payee=payee,
                amount=event.amount,
                reason=event.reason,
                owed=True,
            )
    return None
