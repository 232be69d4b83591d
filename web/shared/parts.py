"""Parts that several pages show: deeds, rows of the story, people, actions."""

from datetime import datetime
from typing import Literal

import msgspec

from companion.editions.colours import band
from companion.editions.model import BoardSpace
from companion.game.state import GameState
from companion.sayings.said import marked as _
from companion.speaker import Speaker
from companion.words import Money, Seat, Space
from web.draw.names import softened

HOTEL = 5
Tone = Literal["go", "claim", "stop", "quiet"]


class DeedLine(msgspec.Struct, frozen=True):
    """A line of a deed: what, how much."""

    label: str
    value: str
    strong: bool = False


class DeedCard(msgspec.Struct, frozen=True, kw_only=True):
    """A title deed as it lies in the hand."""

    lot: Space
    name: str
    colour: str
    family: str
    tag: str = ""  # at the right of the band
    lines: tuple[DeedLine, ...] = ()
    mortgaged: bool = False
    note: str = ""
    why: int = 0  # number of the record from which its amount comes


class Mini(msgspec.Struct, frozen=True, kw_only=True):
    """A deed in the strip."""

    lot: Space
    name: str
    colour: str
    family: str  # its colour or kind in words
    houses: int = 0
    hotel: bool = False
    mortgaged: bool = False
    whole: bool = False
    said: str = ""  # the same in words


class Retold(msgspec.Struct, frozen=True, kw_only=True):
    """What a late entry has to do with a record; nothing, mostly."""

    again: int = 0  # number of the record that counts in its place
    repeats: int = 0  # number of the record that it repeats
    put_in: bool = False  # it is the late entry, booked in its place


class StoryRow(msgspec.Struct, frozen=True, kw_only=True):
    """One event of the story."""

    seq: int
    text: str
    amount: str = ""
    tone: Literal["", "plus", "minus"] = ""
    undone: bool = False  # taken back later
    again: int = 0  # number of the record that counts in its place, after a late entry
    repeats: int = 0  # number of the record that this one repeats
    put_in: bool = False  # booked late, in its place
    late: int = 0  # in its right place here; number of the record that booked it late


class Person(msgspec.Struct, frozen=True, kw_only=True):
    """Who sits at a seat, as everybody may see."""

    seat: Seat
    name: str
    letter: str
    colour: str
    cash: str = ""
    note: str = ""  # "in jail", "out"
    turn: bool = False
    out: bool = False


class Action(msgspec.Struct, frozen=True, kw_only=True):
    """A button that sends a command."""

    label: str
    do: str
    fields: tuple[tuple[str, str], ...] = ()
    tone: Tone = "go"
    said: str = ""  # for a screen reader, where the label alone is short


def deed_of(
    speaker: Speaker, state: GameState, lot: Space, *, tag: str = "", full: bool = True
) -> DeedCard:
    """Return a lot's deed; *full* with all its figures, else only its head."""
    space, held = state.edition.space(lot), state.lots[lot]
    return DeedCard(
        lot=lot,
        name=speaker.space(lot),
        colour=band(state.edition, space),
        family=speaker.family(space),
        tag=tag or standing(speaker, held.level, mortgaged=held.mortgaged),
        lines=tuple(_figures(speaker, space)) if full else (),
        mortgaged=held.mortgaged,
    )


def printed_deed(speaker: Speaker, lot: Space) -> DeedCard:
    """Return a deed of the speaker's edition as it is printed, whoever owns it."""
    space = speaker.edition.space(lot)
    return DeedCard(
        lot=lot,
        name=speaker.space(lot),
        colour=band(speaker.edition, space),
        family=speaker.family(space),
        lines=tuple(_figures(speaker, space)),
    )


def standing(speaker: Speaker, level: int, *, mortgaged: bool) -> str:
    """Return what stands on a lot, in words; nothing if nothing does."""
    if mortgaged:
        return speaker.say(_("mortgaged"))
    return speaker.standing(level)


def _figures(speaker: Speaker, space: BoardSpace) -> list[DeedLine]:
    say, digits = speaker.say, speaker.digits
    if space.kind == "street":
        bare, *built = space.rents
        group = bare * speaker.edition.parameters.group_rent_multiplier
        return [
            DeedLine(say(_("Rent")), digits(bare)),
            DeedLine(say(_("Whole group")), digits(group)),
            DeedLine(say(_("1 to 4 houses")), ", ".join(digits(rent) for rent in built[:-1])),
            DeedLine(say(_("Hotel")), digits(built[-1])),
            DeedLine(say(_("A house costs")), digits(space.house_cost)),
            DeedLine(say(_("Mortgage")), digits(space.mortgage)),
        ]
    if space.kind == "station":
        return [
            DeedLine(speaker.count("{n} owned", "{n} owned", n), digits(rent))
            for n, rent in enumerate(space.rents, start=1)
        ] + [DeedLine(say(_("Mortgage")), digits(space.mortgage))]
    return [
        DeedLine(speaker.count("{n} owned", "{n} owned", n), say(_("{n} times the roll"), n=times))
        for n, times in enumerate(space.dice_multiples, start=1)
    ] + [DeedLine(say(_("Mortgage")), digits(space.mortgage))]


def mini_of(speaker: Speaker, state: GameState, lot: Space) -> Mini:
    """Return a lot for the strip."""
    space, held = state.edition.space(lot), state.lots[lot]
    whole = held.owner is not None and state.owns_family(held.owner, lot)
    family = speaker.family(space)
    words = [family, standing(speaker, held.level,
             mortgaged=held.mortgaged), speaker.say(_("whole group")) if whole else ""]  # fmt: skip
    return Mini(
        lot=lot,
        name=softened(speaker.space(lot)),
        colour=band(state.edition, space),
        family=softened(family),
        houses=held.level if held.level < HOTEL else 0,
        hotel=held.level == HOTEL,
        mortgaged=held.mortgaged,
        whole=whole,
        said=", ".join(filter(None, words)),
    )


def signed_row(speaker: Speaker, seq: int, text: str, change: Money, amount: Money) -> StoryRow:
    """Return a row; one's own change with its sign, others' amounts without."""
    if change:
        return StoryRow(seq=seq, text=text, amount=speaker.signed(change),
                   tone="plus" if change > 0 else "minus")  # fmt: skip
    return StoryRow(seq=seq, text=text, amount=speaker.digits(amount) if amount else "")


def hour_of(wall: float) -> str:
    """Return a wall clock's hour and minute, as the companion's own clock says them."""
    try:
        return datetime.fromtimestamp(wall).astimezone().strftime("%H:%M")
    except (OverflowError, OSError, ValueError):
        return ""
