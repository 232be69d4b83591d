"""Three moments of a game that is over, chosen by a plain rule, with the dice that led to them.

The largest payment; the last bankruptcy or, without one, the dearest auction; and of what was
disputed the record about the largest sum. What was taken back does not count.
"""

import msgspec

from companion.game import events as e
from companion.game.event import Booked
from companion.journal.record import Record
from companion.sayings.said import marked as _
from companion.speaker import moved_cash
from companion.words import Money
from web.shared.parts import hour_of
from web.shared.scene import Scene

PAYMENTS = frozenset({"rent", "property", "auction", "building", "tax", "card", "trade"})
"""What a payment of the game is for; a start, a mortgage or a correction is none."""

Told = tuple[Record, e.AnyEvent]


class Highlight(msgspec.Struct, frozen=True, kw_only=True):
    """One moment."""

    seq: int
    rule: str  # by what it was chosen
    when: str  # turn, and time of day where a clock can tell
    text: str
    picture: str  # SHA-256 of the picture of the throw that led to it; nothing where none is kept


def highlights_of(scene: Scene) -> tuple[Highlight, ...]:
    """Return up to three moments, in the order in which they happened."""
    kept = [record for record in scene.records if record.seq not in scene.undone]
    told = [(record, event) for record in kept for event in record.events]
    chosen = (
        (_("The largest payment"), _dearest(told)),
        (_("The last bankruptcy"), bankrupt := _bankruptcy(told)),
        (_("The dearest auction"), None if bankrupt else _auction(told)),
        (_("Disputed"), _dispute(scene, told)),
    )
    found: dict[int, Highlight] = {}
    for rule, moment in chosen:
        if moment is not None and moment[0].seq not in found:
            found[moment[0].seq] = _highlight(scene, kept, rule, *moment)
    return tuple(found[seq] for seq in sorted(found))


def _dearest(told: list[Told]) -> Told | None:
    """Return the first of the largest payments."""
    paid = (one for one in told if isinstance(one[1], Booked) and one[1].purpose in PAYMENTS)
    return max(paid, key=lambda one: moved_cash(one[1]), default=None)


def _bankruptcy(told: list[Told]) -> Told | None:
    gone = (one for one in told if isinstance(one[1], e.WentBankrupt) and not one[1].left)
    return max(gone, key=lambda one: one[0].seq, default=None)


def _auction(told: list[Told]) -> Told | None:
    closed = [(one[1].price, one) for one in told if isinstance(one[1], e.AuctionClosed)
              and one[1].leader is not None]  # fmt: skip
    return max(closed, key=lambda priced: priced[0], default=(0, None))[1]


def _dispute(scene: Scene, told: list[Told]) -> Told | None:
    """Return the dispute about the record that moved most."""
    disputed = [one for one in told if isinstance(one[1], e.Disputed)]

    def sum_of(one: Told) -> Money:
        assert isinstance(one[1], e.Disputed)
        return sum(map(moved_cash, scene.records[one[1].seq - 1].events))

    return max(disputed, key=sum_of, default=None)


def _highlight(
    scene: Scene, kept: list[Record], rule: str, record: Record, event: e.AnyEvent
) -> Highlight:
    about = scene.records[event.seq - 1] if isinstance(event, e.Disputed) else record
    line = scene.news_of(record, event)
    shown = line is not None and line.rank != "why"
    text = line.text if line is not None and shown else scene.headline(record.seq)
    amount = moved_cash(event) or (event.price if isinstance(event, e.AuctionClosed) else 0)
    said = (text, scene.speaker.money(amount) if amount else "")
    return Highlight(
        seq=record.seq,
        rule=scene.speaker.say(rule),
        when=_when(scene, kept, record),
        text=": ".join(filter(None, said)),
        picture=_picture(scene, kept, about),
    )


def _when(scene: Scene, kept: list[Record], record: Record) -> str:
    """Return the turn, counted as in the chart of everybody's worth, and the time of day."""
    ends = (isinstance(event, e.TurnEnded) for one in kept if one.seq < record.seq
            for event in one.events)  # fmt: skip
    turn = scene.speaker.say(_("turn {n}"), n=1 + sum(ends))
    return ", ".join(filter(None, (turn, hour_of(record.cause.wall))))


def _picture(scene: Scene, kept: list[Record], record: Record) -> str:
    """Return the picture of the last throw up to a record, as long as it is kept."""
    rolls = (one for one in reversed(kept) if one.seq <= record.seq and _rolled(one))
    digest = next((one.cause.evidence for one in rolls), None) or ""
    return digest if digest and scene.context.table.picture(digest) is not None else ""


def _rolled(record: Record) -> bool:
    return any(isinstance(one, e.FirstRolled | e.Rolled | e.RolledForRent) for one in record.events)
