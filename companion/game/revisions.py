"""What is said of earlier records, and going back to one; none of it moves anything."""

from typing import ClassVar, Literal, TypeAlias

from msgspec import field

from companion.game.event import Event, ThreadKey
from companion.game.state import GameState
from companion.game.terms import Purpose
from companion.words import Money, Seat

Ruling: TypeAlias = Literal["stands", "corrected", "taken-back"]
"""What the banker makes of a disputed record."""


class Rewound(Event, frozen=True, kw_only=True, tag="rewound"):
    """The game goes on from where it stood just after an earlier record; nothing is erased."""

    back_to: int  # that record's number
    why: str = ""
    cash: dict[Seat, Money] = field(default_factory=dict)  # of those for whom it changes
    before: dict[Seat, Money] = field(default_factory=dict)  # theirs until then
    seat: Seat | None = None  # who took back a step of their own; None: the banker, or a vote
    voted: tuple[Seat, ...] = ()  # who voted for it, where the table did
    retold: int = (
        0  # so many records follow that are one with it: see `companion.table.story.late_entries`
    )

    @property
    def purpose(self) -> Purpose:
        return "back"

    def change(self, state: GameState) -> GameState:
        return state


class Disputed(Event, frozen=True, kw_only=True, tag="disputed"):
    """Somebody says that what an earlier record booked is wrong; nothing moves by that."""

    opens: ClassVar[ThreadKey] = ("dispute", "seq")

    seat: Seat | None = None  # None: the banker
    seq: int  # that record's number
    why: str = ""
    waits: int = 0  # so many seconds play waits for the ruling at most

    @property
    def after(self) -> int:
        return self.seq

    def change(self, state: GameState) -> GameState:
        return state


class Ruled(Event, frozen=True, kw_only=True, tag="ruled"):
    """The banker has looked at a disputed record; what moves by that is booked by itself."""

    answers: ClassVar[ThreadKey] = ("dispute", "seq")

    seq: int  # that record's number
    ruling: Ruling
    why: str = ""
    by: int | None = None  # number of an earlier record that corrected it

    def change(self, state: GameState) -> GameState:
        return state


EarlierEvent: TypeAlias = Rewound | Disputed | Ruled
