"""Which phones hold which seats, as the journal of the running game knows it.

The phones themselves are kept elsewhere and in force there; here is written down, record by record,
when a seat came to a phone and how, so that every press has its cause for ever. After a crash
between the two what differs is written down at the next start.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Self, TypeAlias

from msgspec.structs import replace

from companion.game.events import AnyEvent, BankerMoved, SeatMoved
from companion.game.events_told import BankerHow, Device, SeatHow
from companion.journal.record import Cause, Record
from companion.table.side_state import Followed
from companion.words import RuleKey, Seat

SEATS = RuleKey("table/seats")
"""What the record of a seat's move rests on: that everybody may see who plays for whom."""

Hows: TypeAlias = Mapping[Seat, tuple[SeatHow, Device]]
"""How each seat changed hands last, and to which phone."""

Move: TypeAlias = SeatMoved | BankerMoved


class Seating(Followed, frozen=True, kw_only=True):
    """Who holds what, by the names that causes have for phones; never by their cookies.

    What was taken back counts as well: phones do not change hands again by that.
    """

    seats: Mapping[Seat, tuple[Device, ...]] = {}
    banker: tuple[Device, ...] = ()

    def told(self, event: AnyEvent, _record: Record) -> Self:
        """Return it after an event."""
        match event:
            case SeatMoved():
                return replace(self, seats={**self.seats, event.seat: event.phones})
            case BankerMoved():
                return replace(self, banker=event.phones)
        return self


NOBODY = Seating()


def moves_between(
    known: Seating, now: Seating, players: Iterable[Seat], hows: Hows | None = None
) -> Iterator[Move]:
    """Yield what has changed between two times.

    Args:
        known: at the first.
        now: at the second.
        players: whose seats are meant.
        hows: how seats changed hands; None: nobody says, they came so with the game.
    """
    for seat in players:
        before, phones = known.seats.get(seat, ()), now.seats.get(seat, ())
        if {*before} != {*phones}:
            how = _how({*before}, {*phones}, hows, seat)
            yield SeatMoved(seat=seat, how=how, phones=phones, because=SEATS)
    if {*known.banker} != {*now.banker}:
        come = {*now.banker} - {*known.banker}
        by: BankerHow = "reset" if not come else "pin" if hows is not None else "held"
        yield BankerMoved(how=by, phones=now.banker, because=SEATS)


def _how(before: set[Device], phones: set[Device], hows: Hows | None, seat: Seat) -> SeatHow:
    """Return how a seat changed hands, as far as what is known of its last move fits."""
    how, device = (hows or {}).get(seat, ("held", ""))
    come = phones - before
    if not come:
        return how if how in ("released", "given-up") else "lost"
    return how if device in come else "held"


def cause_of(move: Move, known: Seating, cause: Cause) -> Cause:
    """Return by whom a move came about: a PIN is reset at the machine, by no phone."""
    before = known.banker if isinstance(move, BankerMoved) else known.seats.get(move.seat, ())
    new = next((device for device in move.phones if device not in before), "")
    if move.how in ("held", "lost", "reset"):
        return replace(cause, role="start", origin="start", seat=None, device="")
    if isinstance(move, BankerMoved):
        return replace(cause, role="banker", device=cause.device or new)
    if cause.role in ("banker", "start"):
        return cause
    return replace(cause, seat=move.seat, device=cause.device or new)
