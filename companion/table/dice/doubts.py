"""Questions about dice: made of a reading, and asked again after a restart."""

from msgspec.structs import replace

from companion.game.commands import AnyCommand, FirstRoll, Roll
from companion.game.events import FirstRolled, Rolled, RolledForRent
from companion.game.state import GameState
from companion.journal.record import Record
from companion.journal.replay import first_told, in_force, retellings, went_back_to
from companion.table.dice.readings import KeptReading, KeptReadings
from companion.table.live_game import LiveGame
from companion.table.ports import Clock
from companion.table.view import Doubt, DoubtfulDie
from companion.vision.readings import DieReading
from companion.words import Seat, SpeedFace

_UNSEEN = DoubtfulDie(faces=(1, 2, 3, 4, 5, 6), confidence=0.0)


def doubt_of(reading: KeptReading, began: float, shown: float) -> Doubt:
    """Return the question that a reading is.

    Args:
        reading: of dice that a seat was to roll.
        began: when the dice began to move, monotonic seconds of this boot.
        shown: when it is put up, monotonic seconds of this boot.
    """
    assert reading.seat is not None
    dice = [_doubtful(die) for die in reading.shown]
    return Doubt(
        id=reading.id,
        seat=reading.seat,
        dice=tuple(dice + [_UNSEEN] * (reading.due - len(dice))),
        sure=reading.verdict == "sure" and len(reading.dice) == reading.due,
        seen=len(reading.dice) if reading.seen is None else reading.seen,
        speed=reading.speed,
        third=_doubtful(reading.third) if reading.third else None,
        face=reading.face,
        remark=reading.remark,
        evidence=reading.evidence,
        began=began,
        shown=shown,
    )


def asked_again(readings: KeptReadings, game: LiveGame, clock: Clock) -> Doubt | None:
    """Return the question that was open when the companion stopped, unless it is settled.

    The journal says so: the roll is in it, or something was taken back. All other questions that
    were open are noted as closed.
    """
    found = None
    for reading in readings.all:
        if reading.fate != "asked":
            continue
        settled = _settled(reading, game)
        if settled is not None:
            readings.keep(settled)
            continue
        if found is not None:  # a newer question closed it, and that could not be written
            readings.keep(replace(found, fate="closed"))
        found = reading
    if found is None:
        return None
    now = clock.mono()
    return doubt_of(found, found.began if found.boot == clock.boot else now, now)


def _settled(reading: KeptReading, game: LiveGame) -> KeptReading | None:
    """Return what became of a reading that was asked about; None: it still is."""
    retold = retellings(game.records())
    since = [record for record in game.records(reading.after) if record.seq not in retold]
    if reading.game != game.name or reading.seat is None or any(map(went_back_to, since)):
        return replace(reading, fate="closed")
    for record in since:
        dice = _rolled(record, reading)
        if dice is not None:
            told = reading.evidence is not None and record.cause.evidence == reading.evidence
            fate, pressed = "answered" if told else "typed", record.cause.origin == "button"
            return replace(reading, fate=fate, said=dice, seq=record.seq, pressed=pressed)
    return None


def _rolled(record: Record, reading: KeptReading) -> tuple[int, ...] | None:
    for event in record.events:
        if isinstance(event, FirstRolled | Rolled | RolledForRent) and event.seat == reading.seat:
            return event.dice
    return None


def seqs_in_force(game: LiveGame) -> frozenset[int]:
    """Return the numbers of the records of a game that count, and of those that they repeat."""
    records, found = game.records(), set[int]()
    for record in in_force(records):
        found |= {record.seq, first_told(records, record.seq)}
    return frozenset(found)


def _doubtful(die: DieReading) -> DoubtfulDie:
    faces = sorted(range(1, 7), key=lambda face: die.faces[face - 1], reverse=True)
    faces.remove(die.pips)
    return DoubtfulDie((die.pips, *faces), die.confidence, die.centre, die.edge)


def roll_of(
    state: GameState, seat: Seat, values: tuple[int, ...], speed: SpeedFace | None = None
) -> AnyCommand:
    """Return the command that rolls these dice, as the game now has it."""
    if state.first is not None:
        return FirstRoll(by=seat, dice=values)
    return Roll(by=seat, dice=(values[0], values[1]), speed=speed)
