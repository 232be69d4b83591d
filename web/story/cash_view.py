"""Where somebody's money comes from: each change of it, and what stood there after it."""

import msgspec

from companion.speaker import change_of
from companion.words import Seat
from web.shared.parts import Person, StoryRow, signed_row
from web.shared.scene import Scene


class Change(msgspec.Struct, frozen=True):
    """One change, with the balance after it."""

    row: StoryRow
    after: str


class CashView(msgspec.Struct, frozen=True, kw_only=True):
    """A player's money, the newest change first."""

    person: Person
    changes: tuple[Change, ...]
    more: bool  # there are older ones


def cash_view(scene: Scene, seat: Seat, most: int | None) -> CashView:
    """Return the newest *most* changes of a player's cash; None: all of them.

    What was taken back stands there with what took it back: the balances follow one another.
    """
    found, balance = [], 0
    for record in scene.records:
        for event in record.events:
            change = change_of(event, seat)
            if not change:
                continue
            balance += change
            text = scene.line(event, record.cause.arbiter).text
            row = signed_row(scene.speaker, record.seq, text, change, 0)
            found.append(Change(row, scene.speaker.money(balance)))
    shown = found if most is None else found[-most:]
    return CashView(
        person=scene.person(seat),
        changes=tuple(reversed(shown)),
        more=len(shown) < len(found),
    )
