"""One throw as it is handed on: what was read and what people said, and nobody's name."""

from collections import Counter
from typing import Annotated, Literal, TypeAlias

import msgspec

from companion.table.dice.readings import KeptReading, tally_of
from companion.vision.readings import Remark, Verdict

Id = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{16}$")]
Pips = Annotated[int, msgspec.Meta(ge=1, le=6)]
Values = Annotated[tuple[Pips, ...], msgspec.Meta(max_length=40)]
PictureName = Annotated[str, msgspec.Meta(pattern="^pictures/[0-9a-z]{1,20}_[0-9a-f]{16}[.]jpg$")]

People: TypeAlias = Literal[
    "nothing",
    "confirmed",
    "corrected",
    "no throw",
    "ruled right",
    "ruled wrong",
    "doubted",
    "taken back",
    "typed",
]
"""What people at the table said of a reading. `nothing`: it was booked, and nobody objected.
`confirmed`, `corrected`: they were asked. `doubted`: somebody says it is wrong, the banker has not
ruled. `typed`: the roll was typed in before the camera was heard."""


class Throw(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A reading of a game's dice. No seat, no game, no time: its id was drawn by chance."""

    id: Id
    picture: PictureName | None = None
    due: Annotated[int, msgspec.Meta(ge=1, le=40)] = 2  # dice, without the speed die
    speed: bool = False
    asked: bool = False
    verdict: Verdict
    confidence: Annotated[float, msgspec.Meta(ge=0, le=1)]
    read: Values
    remark: Remark | None = None
    people: People
    said: Values = ()
    pressed: bool = False  # confirmed by a button, not by a phone

    @property
    def value(self) -> tuple[int, ...] | None:
        """What people let stand, ascending; None where that is no value, or not known."""
        if self.people in ("confirmed", "corrected", "ruled wrong", "typed"):
            return tuple(sorted(self.said))
        if self.people in ("nothing", "ruled right"):
            return tuple(sorted(self.read))
        return None

    @property
    def label(self) -> tuple[int, ...] | None:
        """What the picture shows, where that can teach and measure; None where it may not.

        A die may lie where it is not seen, or another one beside those that are meant.
        """
        unfit = self.remark in ("covered", "beside", "atop", "pictured", "cut", "cocked")
        if self.speed or unfit or self.picture is None or self.people == "typed":
            return None
        return self.value


def throw_of(reading: KeptReading, picture: str | None) -> Throw | None:
    """Return what is handed on of a kept reading; None: it counts for nothing (see `tally_of`).

    Nor does one of emblem dice: it proves nothing of who reads pips.

    Args:
        reading: of a table.
        picture: what its picture is called; None: it is gone.
    """
    if reading.emblems or (reading.fate != "typed" and not tally_of(reading).throws):
        return None
    return Throw(
        id=reading.id,
        picture=picture,
        due=reading.due,
        speed=reading.speed,
        asked=reading.fate != "booked",
        verdict=reading.verdict,
        confidence=round(reading.confidence, 4),
        read=tuple(sorted(reading.values)),
        remark=reading.remark,
        people=_said_by_people(reading),
        said=tuple(sorted(reading.said)),
        pressed=reading.pressed,
    )


def _said_by_people(reading: KeptReading) -> People:
    if reading.ruling in ("wrong", "right"):
        return "ruled wrong" if reading.ruling == "wrong" else "ruled right"
    match reading.fate:
        case "no-roll":
            return "no throw"
        case "typed":
            return "typed"
        case _ if reading.back:
            return "taken back"
        case "answered":
            same = Counter(reading.said) == Counter(reading.values)
            return "confirmed" if same else "corrected"
        case _:
            return "doubted" if reading.ruling == "open" else "nothing"
