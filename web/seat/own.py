"""The seats that one phone holds, side by side."""

from collections.abc import Sequence

import msgspec

from companion.words import Seat
from web.shared.parts import Person
from web.shared.scene import Scene


class Own(msgspec.Struct, frozen=True, kw_only=True):
    """One of a phone's seats."""

    person: Person
    here: bool  # whose page this is
    asked: bool  # something is waited for from it


def own_seats(scene: Scene, seats: Sequence[Seat]) -> tuple[Own, ...]:
    """Return the seats of a phone that holds several, in seating order; else none."""
    if len(seats) < 2:
        return ()
    return tuple(
        Own(
            person=scene.person(seat),
            here=seat == scene.reader,
            asked=bool(scene.view.asked.get(seat)),
        )
        for seat in sorted(seats)
        if seat in scene.state.seats
    )
