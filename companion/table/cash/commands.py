"""Commands of a table that keeps its banknotes."""

from typing import Annotated, TypeAlias

from msgspec import Meta

from companion.game.events import Banknotes
from companion.table.command import TableCommand

PaymentId: TypeAlias = Annotated[str, Meta(max_length=40)]


class HandOver(TableCommand, frozen=True, kw_only=True, tag="hand-over"):
    """Say that payments were handed over: who got them, or the banker."""

    right = "hand-over"

    payments: Annotated[tuple[PaymentId, ...], Meta(max_length=200)]


class SetBanknotes(TableCommand, frozen=True, kw_only=True, tag="banknotes"):
    """Let the table keep its banknotes from now on, or no longer."""

    banknotes: Banknotes
