"""A sure reading that somebody says is wrong: the challenge, and what the banker makes of it."""

from typing import Literal, TypeAlias

from msgspec.structs import replace

from companion.game.events import Rewound
from companion.game.refusals import Refusal
from companion.journal.record import Cause
from companion.table.answers import Accepted, Answer
from companion.table.desk import ONE_GAME, Desk
from companion.table.eyes import roll_of
from companion.table.readings import KeptReading
from companion.table.replay import first_told, in_force_again
from companion.table.roles import may_challenge, may_govern
from companion.words import RuleKey

Said: TypeAlias = tuple[int, ...] | Literal["right"]

MISREAD = RuleKey("table/misread")
"""What a refusal rests on here: the dice that were read."""

_LONGEST = 70  # of a command's id, that a second one can be made of it


def challenge(desk: Desk, reading_id: str, cause: Cause) -> Answer:
    """See `Table.challenge`."""
    if desk.game is None:
        return Refusal("no-game", ONE_GAME)
    refusal = may_challenge(cause, desk.game.state.seats)
    if refusal:
        return refusal
    reading = desk.readings.find(reading_id)
    if reading is None or reading.fate != "booked" or reading.ruling in ("wrong", "right"):
        return Refusal("not-asked", MISREAD)
    if reading.game != desk.game.name or reading.back:
        return Refusal("gone-on", MISREAD)
    if not reading.ruling:
        desk.note(reading_id, ruling="open", challenger=cause.seat)
        desk.show()
    return Accepted(desk.game.seq, (), desk.game.name)


def rule(
    desk: Desk, reading_id: str, said: Said, cause: Cause, *, seen: int | None, why: str
) -> Answer:
    """See `Table.rule_on_reading`."""
    refusal = may_govern(cause)
    if refusal or desk.game is None:
        return refusal or Refusal("no-game", ONE_GAME)
    reading = desk.readings.find(reading_id)
    if reading is None or reading.fate != "booked":
        return Refusal("not-asked", MISREAD)
    if reading.ruling in ("wrong", "right") and not _has_begun(desk, reading, cause):
        again = said == ("right" if reading.ruling == "right" else reading.said)
        same = Accepted(desk.game.seq, (), desk.game.name)  # the same press once more
        return same if again and seen is None else Refusal("not-asked", MISREAD)
    if said == "right":
        return _ruled(desk, reading, ruling="right")
    if len(said) != reading.due or not set(said) <= {1, 2, 3, 4, 5, 6}:
        return Refusal("bad-command", MISREAD, {"dice": reading.due})
    if sorted(said) == sorted(reading.values):
        read = ", ".join(map(str, reading.values))
        return Refusal("not-an-option", MISREAD, {"read": read})
    if seen is None:
        return _ruled(desk, reading, ruling="wrong", said=said)
    if reading.game != desk.game.name:
        return Refusal("gone-on", MISREAD)
    return _rolled_anew(desk, reading, said, cause, seen=seen, why=why)


def _has_begun(desk: Desk, reading: KeptReading, cause: Cause) -> bool:
    """Return whether this very command has gone back already, and the roll has yet to follow."""
    known = desk.game.answered(cause.command_id) if desk.game else None
    event = known.events[0] if known and known.events else None
    if not isinstance(event, Rewound) or desk.game is None:
        return False
    records = desk.game.records()
    return first_told(records, min(event.back_to + 1, len(records))) == reading.seq


def _ruled(desk: Desk, reading: KeptReading, **changes: object) -> Answer:
    assert desk.game is not None
    desk.note(reading.id, **changes)
    desk.show()
    return Accepted(desk.game.seq, (), desk.game.name)


def _rolled_anew(
    desk: Desk, reading: KeptReading, said: tuple[int, ...], cause: Cause, *, seen: int, why: str
) -> Answer:
    """Go back to just before the roll, and roll what was said: two records of one wish."""
    game = desk.game
    assert game is not None
    assert reading.seat is not None
    again = f"{cause.command_id[:_LONGEST]}/roll" if cause.command_id else None
    known = game.answered(again)
    if known:
        return known
    if not _has_begun(desk, reading, cause):
        if reading.back:
            return Refusal("gone-on", MISREAD, {"seq": game.seq})
        if game.answered(cause.command_id):  # the id is another command's
            return Refusal("not-asked", MISREAD)
    rolled = in_force_again(game.records(), reading.seq)  # a late entry may have it told again
    back = desk.go_back(rolled.seq - 1 if rolled else 0, why, cause, seen=seen)
    if not isinstance(back, Accepted):
        return back
    _ruled(desk, reading, ruling="wrong", said=said)
    anew = replace(cause, command_id=again, evidence=reading.evidence)
    return desk.decide(roll_of(game.state, reading.seat, said), anew)
