"""Which amounts of a command the companion reckons by itself, so that they may wait."""

from collections.abc import Iterable
from itertools import dropwhile
from typing import TypeAlias

from companion.game import commands as c
from companion.game.events import AnyEvent, DebtOpened, Due, Paid, Purse, WentOn
from companion.table.roles import NOBODYS

SHOWN = frozenset(("flat", "fine", "interest", "redeem"))
"""Options of a choice whose amount stood on the button that was pressed."""


Reckoned: TypeAlias = Paid | DebtOpened
"""What pays an amount, or lets somebody owe it."""


def dues_of(command: c.AnyCommand, story: Iterable[AnyEvent]) -> tuple[Due, ...]:
    """Return the amounts that the companion has reckoned in what a *command* causes."""
    return tuple(due for event in reckoned(command, story) if (due := due_of(event)))


def reckoned(command: c.AnyCommand, story: Iterable[AnyEvent]) -> tuple[Reckoned, ...]:
    """Return the events with an amount that the companion has reckoned and somebody can confirm.

    What people have just said on a phone is none of them; but where Mr. Monopoly then leads on,
    nobody has said what that costs.
    """
    if _is_said(command):
        story = dropwhile(lambda event: not isinstance(event, WentOn), story)
    moving = (event for event in story if isinstance(event, Paid | DebtOpened))
    return tuple(event for event in moving if (due := due_of(event)) and due.says is not None)


def _is_said(command: c.AnyCommand) -> bool:
    if isinstance(command, c.Choose):
        return command.option in SHOWN
    return command.says_amounts or c.verb(command) in NOBODYS  # the banker's word, the hammer


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
