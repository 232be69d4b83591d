"""How this table's dice were read, and the readings that were wrong, asked about or challenged."""

from collections.abc import Iterable, Iterator

import msgspec

from companion.game.state import GameState
from companion.journal.replay import in_force, in_force_again, is_played
from companion.sayings.said import marked as _
from companion.speaker import Speaker
from companion.table.dice.accuracy import FEW, below, percent
from companion.table.dice.readings import KeptReading, Tally
from companion.vision.readings import DieReading
from companion.words import Seat
from web.dice.doubt import Outline, outlined
from web.draw.jpeg import size_of
from web.shared.context import Context
from web.shared.parts import DeedLine
from web.shared.scene import Scene

MOST_UNDONE = 8
"""So many steps are named that would be taken back with a roll."""

BECAME: dict[str, str] = {
    "wrong": _("Booked without asking, and wrong."),
    "open": _("Said to be wrong. Not ruled on yet."),
    "back": _("Booked without asking, and taken back. Nobody has said whether it was wrong."),
    "right": _("Said to be wrong, and found right."),
    "asked": _("Asked. Nobody has answered yet."),
    "guessed": _("Asked: the first guess was right."),
    "answered": _("Asked: it was something else."),
    "no-roll": _("Asked: it was no roll."),
    "closed": _("Asked, but dice were thrown again or the game went back."),
    "typed": _("Typed before it was read, and not the same."),
}


class SeenRoll(msgspec.Struct, frozen=True, kw_only=True):
    """A picture with the dice in it outlined."""

    picture: str  # SHA-256; nothing if it is gone
    size: tuple[int, int]  # of the picture, in pixels
    outlines: tuple[Outline, ...]


class ReadingRow(msgspec.Struct, frozen=True, kw_only=True):
    """One reading of the list."""

    id: str
    seen: SeenRoll
    read: tuple[int, ...]
    said: tuple[int, ...]
    read_face: str  # what the speed die was read as, or nothing
    said_face: str
    became: str
    back: bool  # the roll was taken back
    open: bool  # the banker may still rule on it
    where: str  # the game's name, or nothing
    seq: int  # of the roll's record in the running game, else 0


class ChallengedRoll(msgspec.Struct, frozen=True, kw_only=True):
    """A reading that somebody says is wrong, for the banker to rule on."""

    id: str
    who: str  # a sentence
    seen: SeenRoll
    read: tuple[int, ...]
    read_face: str  # what the speed die was read as, or nothing
    again: bool  # whether the roll can be taken back and rolled anew
    seq: int  # the game's last record
    undone: tuple[str, ...]  # what would be taken back with it, newest first
    more: int  # of that, not named


def seen_of(context: Context, reading: KeptReading) -> SeenRoll:
    """Return a reading's picture as far as it is still there."""
    third = (reading.third,) if reading.third and reading.face else ()
    return _seen(context, reading.evidence or "", (*reading.shown, *third))


def evidence_of(context: Context, game: str, picture: str) -> SeenRoll:
    """Return a record's picture as far as it is still there; of a throw, with what was read."""
    read = reversed(context.table.readings.all)
    reading = next((one for one in read if (one.game, one.evidence) == (game, picture)), None)
    return _seen(context, picture) if reading is None else seen_of(context, reading)


def _seen(context: Context, picture: str, read: Iterable[DieReading] = ()) -> SeenRoll:
    jpeg = context.table.picture(picture) if picture else None
    size = size_of(jpeg) if jpeg else None
    return SeenRoll(
        picture=picture if size else "",
        size=size or (0, 0),
        outlines=tuple(outlined(die.centre, die.edge, doubtful=False) for die in read),
    )


def tally_lines(speaker: Speaker, tally: Tally) -> tuple[DeedLine, ...]:
    """Return how throws were read: shares only where there are enough of them."""
    say, many = speaker.say, tally.throws >= FEW
    sure, wrong = str(tally.sure), str(tally.wrong)
    if many:
        sure = f"{sure} ({percent(tally.sure / tally.throws)})"
    if tally.sure >= FEW and tally.wrong:
        wrong = f"{wrong} ({percent(tally.wrong / tally.sure)})"
    elif tally.sure >= FEW:
        wrong = say(_("none: below {share}"), share=percent(below(tally.sure)))
    return (
        DeedLine(say(_("Throws")), str(tally.throws)),
        DeedLine(say(_("Read without asking")), sure),
        DeedLine(say(_("Of these known to be wrong")), wrong),
        *(
            (DeedLine(say(_("Of these taken back, right or wrong")), str(tally.back)),)
            if tally.back
            else ()
        ),
        DeedLine(say(_("Asked and answered")), str(tally.asked)),
        *(_answers(speaker, tally) if tally.asked else ()),
    )


def _answers(speaker: Speaker, tally: Tally) -> Iterator[DeedLine]:
    """Yield what came of the questions, and how often a look was right, asked about or not."""
    say = speaker.say
    yield DeedLine(say(_("First guess right")), _out_of(speaker, tally.guessed, tally.asked))
    yield DeedLine(say(_("Yes by phone")), str(tally.guessed - tally.pressed))
    yield DeedLine(say(_("Yes by button")), str(tally.pressed))
    yield DeedLine(say(_("Faces had to be picked")), str(tally.picked))
    if tally.no_roll:
        yield DeedLine(say(_("It was no roll")), str(tally.no_roll))
    yield DeedLine(say(_("Right at the first look")), _out_of(speaker, tally.right, tally.looks))


def _out_of(speaker: Speaker, count: int, all_of: int) -> str:
    share = f" ({percent(count / all_of)})" if all_of >= FEW else ""
    return speaker.say(_("{n} of {all}"), n=count, all=all_of) + share


def rows_of(context: Context, speaker: Speaker, most: int | None) -> tuple[ReadingRow, ...]:
    """Return the wrong, asked and challenged readings, newest first."""
    found: list[ReadingRow] = []
    for reading, became in _told(context):
        if most is not None and len(found) >= most:
            break
        running = reading.game == context.view.game
        row = ReadingRow(
            id=reading.id,
            seen=seen_of(context, reading),
            read=reading.values,
            said=reading.said,
            read_face=str(reading.face or ""),
            said_face=str(reading.said_face or ""),
            became=speaker.say(BECAME[became]),
            back=reading.back and became != "back",
            open=became in ("open", "back"),
            where="" if running else reading.game,
            seq=reading.seq if running else 0,
        )
        found.append(row)
    return tuple(found)


def _told(context: Context) -> Iterator[tuple[KeptReading, str]]:
    """Yield the readings that are listed, and what became of them."""
    for reading in reversed(context.table.readings.all):
        if reading.fate == "booked":
            if reading.ruling or reading.back:
                yield reading, reading.ruling or "back"
        elif reading.fate == "answered":
            yield reading, "guessed" if reading.guessed else "answered"
        elif reading.fate == "typed":
            if not reading.guessed:
                yield reading, "typed"
        elif reading.fate in BECAME:
            yield reading, reading.fate


def challenges_of(scene: Scene) -> tuple[ChallengedRoll, ...]:
    """Return what the banker is to rule on in the running game, oldest first."""
    found = (one for one in scene.view.challenged if one.game == scene.view.game)
    return tuple(_challenge(scene, reading) for reading in found)


def _challenge(scene: Scene, reading: KeptReading) -> ChallengedRoll:
    kept = in_force_again(scene.records, reading.seq)
    rolled = kept.seq if kept else reading.seq
    kept_since = (r for r in in_force(scene.records) if r.seq > rolled and is_played(r))
    later = [r.seq for r in kept_since][::-1]
    return ChallengedRoll(
        id=reading.id,
        who=_who(scene.speaker, scene.state, reading.challenger),
        seen=seen_of(scene.context, reading),
        read=reading.values,
        read_face=str(reading.face or ""),
        again=not reading.back,
        seq=scene.view.seq,
        undone=tuple(scene.headline(seq) for seq in later[:MOST_UNDONE]),
        more=max(0, len(later) - MOST_UNDONE),
    )


def _who(speaker: Speaker, state: GameState, seat: Seat | None) -> str:
    if seat is None or seat not in state.seats:
        return speaker.say(_("The banker says that the dice were read wrong."))
    return speaker.say(_("{name} says that the dice were read wrong."), name=speaker.name(seat))
