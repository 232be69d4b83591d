"""The last roll: its dice, a sentence, and the picture that was read."""

from collections.abc import Sequence

import msgspec
from markupsafe import Markup

from companion.game import events as e
from companion.journal.replay import first_told
from companion.sayings.said import marked as _
from companion.words import Space
from web.shared.scene import Scene

ROLLS = (e.FirstRolled, e.Rolled, e.RolledForRent)


class RollView(msgspec.Struct, frozen=True, kw_only=True):
    """What the dice said, and what came of it."""

    seq: int
    dice: tuple[int, ...]
    speed: str = ""  # what the speed die shows, in a word
    sentence: str  # HTML: numbers and names are bold
    picture: str = ""  # SHA-256 of the evidence
    reading: str = ""  # id of the sure reading that it rests on, as long as nobody has ruled on it
    challenged: bool = False  # somebody says that it was read wrong


def last_roll(scene: Scene) -> RollView | None:
    """Return the newest roll, also one whose amount waits; None before the first."""
    waits = scene.view.proposal
    held = next((one for one in waits.events if isinstance(one, ROLLS)), None) if waits else None
    if waits is not None and held is not None:
        return RollView(
            seq=waits.id,
            dice=held.dice,
            speed=_face(scene, held),
            sentence=_sentence(scene, waits.events, held),
            picture=waits.cause.evidence or "",
        )
    found = next(scene.rolls(), None)
    if found is None:
        return None
    record, event = found
    seen = record.cause.role == "camera"
    first = first_told(scene.records, record.seq)  # that is what the reading knows
    read = scene.context.table.readings.of_roll(scene.view.game, first) if seen else None
    is_open = read is not None and read.ruling in ("", "open")
    return RollView(
        seq=record.seq,
        dice=event.dice,
        speed=_face(scene, event),
        sentence=_sentence(scene, record.events, event),
        picture=record.cause.evidence or "",
        reading=read.id if read and is_open else "",
        challenged=read is not None and read.ruling == "open",
    )


def _face(scene: Scene, event: e.FirstRolled | e.Rolled | e.RolledForRent) -> str:
    face = None if isinstance(event, e.FirstRolled) else event.speed
    words = {"bus": scene.speaker.say(_("Bus")), "mr": scene.speaker.say(_("Mr. Monopoly"))}
    return words.get(str(face), str(face or ""))


def _total(event: e.FirstRolled | e.Rolled | e.RolledForRent) -> int:
    speed = None if isinstance(event, e.FirstRolled) else event.speed
    return sum(event.dice) + (speed if isinstance(speed, int) else 0)


def _sentence(
    scene: Scene, events: Sequence[e.AnyEvent], event: e.FirstRolled | e.Rolled | e.RolledForRent
) -> str:
    total = _total(event)
    if isinstance(event, e.FirstRolled):
        return _bold(scene, event.seat, _("{name} rolled <b>{total}</b> to see who begins"),
                     _("You rolled <b>{total}</b> to see who begins"), total=total)  # fmt: skip
    if isinstance(event, e.RolledForRent):
        return _bold(scene, event.seat, _("{name} rolled <b>{total}</b> for the rent"),
                     _("You rolled <b>{total}</b> for the rent"), total=total)  # fmt: skip
    if any(isinstance(other, e.Jailed) and other.seat == event.seat for other in events):
        return _bold(scene, event.seat, _("{name} rolled <b>{total}</b> and goes to <b>jail</b>"),
                     _("You rolled <b>{total}</b>: go to <b>jail</b>"), total=total)  # fmt: skip
    moved = [m for m in events if isinstance(m, e.Moved) and m.seat == event.seat]
    if not moved and any(isinstance(other, e.ChoiceOffered) for other in events):
        return _bold(scene, event.seat, _("{name} rolled <b>{total}</b> and chooses where to go"),
                     _("You rolled <b>{total}</b>: choose where to go"), total=total)  # fmt: skip
    if not moved:
        return _bold(scene, event.seat, _("{name} rolled <b>{total}</b> and stays"),
                     _("You rolled <b>{total}</b>: you stay"), total=total)  # fmt: skip
    return _moved(scene, event, moved[-1].to)


def _moved(scene: Scene, event: e.Rolled, to: Space) -> str:
    total, place = _total(event), scene.speaker.space(to)
    lot = scene.state.lots.get(to)
    mine = lot is not None and lot.owner == scene.reader and scene.reader is not None
    if mine and event.seat != scene.reader:
        they = _("{name} rolled <b>{total}</b> and stands on <b>your</b> {place}")
        return _bold(scene, event.seat, they, "", total=total, place=place)
    if scene.state.edition.space(to).kind == "jail":
        return _bold(scene, event.seat,
                     _("{name} rolled <b>{total}</b> and is only visiting the <b>jail</b>"),
                     _("You rolled <b>{total}</b>: you only visit the <b>jail</b>"),
                     total=total)  # fmt: skip
    if event.again:
        return _bold(scene, event.seat,
                     _("{name} rolled a double, <b>{total}</b>, and goes to <b>{place}</b>"),
                     _("A double: go <b>{total}</b> to <b>{place}</b>"),
                     total=total, place=place)  # fmt: skip
    return _bold(scene, event.seat, _("{name} rolled <b>{total}</b> and goes to <b>{place}</b>"),
                 _("You rolled <b>{total}</b>: go to <b>{place}</b>"),
                 total=total, place=place)  # fmt: skip


def _bold(scene: Scene, seat: int, they: str, you: str, **facts: object) -> str:
    own = seat == scene.reader and bool(you)
    sentence = Markup(scene.speaker.say(you if own else they))  # noqa: S704  # the catalogues are ours, the facts are escaped
    return str(sentence.format(name=scene.speaker.name(seat), **facts))
