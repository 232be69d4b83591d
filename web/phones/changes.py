"""A change of who sits where, under way: what stands is edited, then kept as a whole."""

from dataclasses import dataclass, field

from companion.words import Seat
from web.phones.chairs import MOST_SEATS, Move, Phone, Sitter, alike


@dataclass
class SeatChange:
    """A change under way: what stands, to be edited, then kept as a whole or not at all."""

    phones: list[Phone]
    sitters: dict[int, Sitter]
    awaited: set[int]
    series: int
    arrived: tuple[str, ...] = ()
    moves: list[Move] = field(default_factory=list)


def has_name(change: SeatChange, name: str) -> bool:
    """Return whether somebody sits there under a name, however it is typed."""
    return any(alike(other.name) == alike(name) for other in change.sitters.values())


def next_free(change: SeatChange) -> Seat | None:
    """Return the first chair on which nobody sits, in the order of play; None: all are taken."""
    return next((Seat(n) for n in range(MOST_SEATS) if n not in change.sitters), None)
