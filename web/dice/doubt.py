"""A reading that is not sure, as the question that settles it."""

from collections.abc import Sequence

import msgspec

from companion.sayings.said import marked as _
from companion.speaker import Speaker
from companion.table.buttons.conditions import guess_confirmed
from companion.table.view import Doubt, DoubtfulDie
from companion.vision.readings import Remark
from companion.words import Seat
from web.draw.jpeg import size_of
from web.shared.scene import Scene

SURE = 0.9  # from this confidence on a die is not the one in doubt
LIKELY = 0.6  # from this confidence on the speed die's pips are proposed first
SPEED_PIPS = (1, 2, 3)


class Outline(msgspec.Struct, frozen=True):
    """A square around a die, in pixels of the picture."""

    x: float
    y: float
    size: float
    doubtful: bool


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """One doubt: the picture, the dice as guessed, and six faces for each, the likely one first."""

    id: str
    seat: Seat
    who: str  # a sentence
    title: str
    seen: str  # sentences: how many dice were seen, where not as many as are rolled; what else
    picture: str  # SHA-256 or nothing
    size: tuple[int, int]  # of the picture, in pixels
    outlines: tuple[Outline, ...]
    dice: tuple[tuple[int, ...], ...]
    guess: tuple[int, ...]  # what yes says; nothing where no whole throw is guessed
    button: str  # whose button says yes, or nothing
    doubtful: tuple[bool, ...]
    unseen: tuple[bool, ...]
    named: tuple[bool, ...]  # one face is likelier than the others
    speed: bool  # whether the speed die's face is asked for as well
    likely: str  # the face that the speed die seems to show, or nothing
    mine: bool  # the reader may answer


def question_of(scene: Scene, *, banker: bool = False) -> Question | None:
    """Return the open doubt, or None; the one who rolled and the banker may answer it."""
    doubt = scene.view.doubt
    if doubt is None:
        return None
    jpeg = scene.context.table.picture(doubt.evidence) if doubt.evidence else None
    size = size_of(jpeg) if jpeg else None
    doubtful = tuple(die.confidence < SURE for die in doubt.dice)
    if not any(doubtful) and not doubt.sure:
        doubtful = tuple(True for _die in doubt.dice)  # how many there are, say, is what is unsure
    return Question(
        id=doubt.id,
        seat=doubt.seat,
        who=scene.what(doubt.seat, _("{name} rolled"), _("You rolled")),
        title=_title(scene.speaker, doubt, doubtful.count(True)),
        seen=" ".join(filter(None, (_seen(scene.speaker, doubt), _remark(scene.speaker, doubt)))),
        picture=(doubt.evidence or "") if size else "",
        size=size or (0, 0),
        outlines=_outlines(doubt, doubtful),
        dice=tuple(die.faces for die in doubt.dice),
        guess=doubt.guess,
        button=_button(scene, doubt),
        doubtful=doubtful,
        unseen=tuple(die.centre is None for die in doubt.dice),
        named=tuple(die.is_named for die in doubt.dice),
        speed=doubt.speed,
        likely=_likely(doubt),
        mine=banker or doubt.seat == scene.reader,
    )


def _title(speaker: Speaker, doubt: Doubt, doubtful: int) -> str:
    """Return the question as a whole where a throw is guessed, else what is to be picked."""
    match doubt.guess:
        case (first, second):
            return speaker.say(_("{first} and {second}?"), first=first, second=second)
        case (first,):
            return f"{first}?"
    if not doubtful:
        return speaker.say(_("What does the speed die show?"))
    if doubtful > 1 or doubt.speed:
        return speaker.say(_("I am not sure of these dice"))
    return speaker.say(_("What does the other die show?"))


def _button(scene: Scene, doubt: Doubt) -> str:
    if doubt.seat not in scene.context.button_seats:
        return ""
    if guess_confirmed(scene.view, doubt.seat) is None:
        return ""
    return scene.what(doubt.seat, _("{name}'s button says yes."), _("Your button says yes too."))


def _seen(speaker: Speaker, doubt: Doubt) -> str:
    """Return how many dice were seen, unless it is as many as are rolled."""
    due = len(doubt.dice)
    if doubt.seen < due:
        return speaker.count("I see only {n} die.", "I see only {n} dice.", doubt.seen)
    if doubt.seen > due + doubt.speed:
        return speaker.say(_("I see {n} dice, but {due} are to be rolled."), n=doubt.seen, due=due)
    return ""


REMARKS: dict[Remark, str] = {
    "cocked": _("A die is leaning."),
    "atop": _("A die lies on something, or is only a picture."),
    "pictured": _("These seem to be dice on a screen, or in a printed photo."),
    "cut": _("A die lies across the edge of what the camera looks at."),
    "aslant": _("The camera looks from low down, so a side may have been read: upper faces count."),
    "covered": _("Something lies over the tray."),
    "beside": _("Another lies beside the tray."),
    "moved": _("They show what they showed before, elsewhere. Were they thrown?"),
    "unseen": _("They were thrown while I saw nothing."),
}
"""What else the camera saw -> sentence."""


def _remark(speaker: Speaker, doubt: Doubt) -> str:
    sentence = REMARKS.get(doubt.remark) if doubt.remark else None
    return speaker.say(sentence) if sentence else ""


def _likely(doubt: Doubt) -> str:
    """Return the face that was read on the speed die: taught, or its pips."""
    if doubt.speed and doubt.face is not None:
        return str(doubt.face)
    third = doubt.third
    if not doubt.speed or third is None or third.confidence < LIKELY:
        return ""
    return str(third.faces[0]) if third.faces[0] in SPEED_PIPS else ""


def _outlines(doubt: Doubt, doubtful: Sequence[bool]) -> tuple[Outline, ...]:
    outlines = [_outline(d, doubtful=b) for d, b in zip(doubt.dice, doubtful, strict=True)]
    if doubt.third is not None:
        outlines.append(_outline(doubt.third, doubtful=True))
    return tuple(outline for outline in outlines if outline is not None)


def _outline(die: DoubtfulDie, *, doubtful: bool) -> Outline | None:
    if die.centre is None or die.edge <= 0:
        return None
    return outlined(die.centre, die.edge, doubtful=doubtful)


def outlined(centre: tuple[float, float], edge: float, *, doubtful: bool) -> Outline:
    """Return a square around a die, with a little room, whichever way it is turned."""
    size = edge * 1.35
    return Outline(centre[0] - size / 2, centre[1] - size / 2, size, doubtful)
