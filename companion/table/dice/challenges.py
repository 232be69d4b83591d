"""A sure reading that somebody says is wrong: the challenge, and what the banker makes of it."""

from msgspec.structs import replace

from companion.game.refusals import Refusal
from companion.journal.record import Cause
from companion.journal.replay import in_force_again
from companion.table.answers import Accepted
from companion.table.desk import Desk
from companion.table.dice.commands import Challenge, RuleOnReading
from companion.table.dice.doubts import roll_of
from companion.table.dice.readings import KeptReading
from companion.table.outcome import Outcome
from companion.table.playing import play_on
from companion.table.roles import may_challenge
from companion.words import RuleKey

MISREAD = RuleKey("table/misread")
"""What a refusal rests on here: the dice that were read."""


def challenge(desk: Desk, command: Challenge, cause: Cause) -> Outcome:
    """Say that dice were read wrong that rolled without a question; every player may.

    The game goes on; the banker rules (`View.challenged`). Twice is once. Refused with `gone-on`
    where that roll was taken back, with `not-asked` where the banker has ruled.
    """
    refusal = may_challenge(cause, desk.running.state.seats)
    if refusal:
        return refusal
    reading = desk.readings.find(command.reading)
    if reading is None or reading.fate != "booked" or reading.ruling in ("wrong", "right"):
        return Refusal("not-asked", MISREAD)
    if reading.game != desk.running.name or reading.back:
        return Refusal("gone-on", MISREAD)
    if not reading.ruling:
        desk.note(reading.id, ruling="open", challenger=cause.seat)
        desk.show()
    return ()


def rule_on_reading(desk: Desk, command: RuleOnReading, cause: Cause) -> Outcome:
    """Rule on a reading that rolled without a question, challenged or not.

    Refused with `not-asked` where it was no such reading or is ruled, with `not-an-option` where
    the dice are what was read, and with `gone-on` where something else was recorded since or the
    roll was taken back.
    """
    reading, dice = desk.readings.find(command.reading), command.dice
    if reading is None or reading.fate != "booked":
        return Refusal("not-asked", MISREAD)
    if reading.ruling in ("wrong", "right"):
        said = ((), None) if reading.ruling == "right" else (reading.said, reading.said_face)
        same = (dice, command.speed) == said
        return () if same and command.seen is None else Refusal("not-asked", MISREAD)
    if not dice:
        return _ruled(desk, reading, ruling="right")
    if len(dice) != reading.due or (command.speed is None) != (reading.face is None):
        return Refusal("bad-command", MISREAD, {"dice": reading.due + (reading.face is not None)})
    if sorted(dice) == sorted(reading.values) and command.speed == reading.face:
        read = ", ".join(map(str, reading.values))
        return Refusal("not-an-option", MISREAD, {"read": read})
    if command.seen is None:
        return _ruled(desk, reading, ruling="wrong", said=dice, said_face=command.speed)
    return _rolled_anew(desk, reading, command, cause)


def _ruled(desk: Desk, reading: KeptReading, **changes: object) -> Outcome:
    desk.note(reading.id, **changes)
    desk.show()
    return ()


def _rolled_anew(desk: Desk, reading: KeptReading, command: RuleOnReading, cause: Cause) -> Outcome:
    """Go back to just before the roll, and roll what was said: two records, one commit."""
    game = desk.running
    if reading.game != game.name or reading.back:
        return Refusal("gone-on", MISREAD, {"seq": game.seq})
    assert reading.seat is not None
    rolled = in_force_again(game.records(), reading.seq)  # a late entry may have it told again
    story = game.story_from(rolled.seq - 1 if rolled else 0, cause, command, why=command.why)
    if isinstance(story, Refusal):
        return story
    roll = roll_of(story.state, reading.seat, command.dice, command.speed)
    anew = replace(cause, command_id=None, evidence=reading.evidence)
    refusal = play_on(desk, story, roll, anew)
    if refusal:
        return refusal
    answer = desk.save(story)
    if isinstance(answer, Accepted):
        _ruled(desk, reading, ruling="wrong", said=command.dice, said_face=command.speed)
    return answer
