"""The end of a game: who has won, by which sums, and how long it took."""

from itertools import pairwise

import msgspec
from msgspec.structs import replace

from companion.accounts.ranking import ranking, sum_of
from companion.game import events as e
from companion.sayings.said import marked as _
from web.shared.parts import Person
from web.shared.scene import Scene
from web.story.highlights import Highlight, highlights_of
from web.story.statement_view import WorthView, worth_view

PAUSE_S = 3600.0
"""So long between two records nobody has played."""


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """One player with what the possessions came to."""

    person: Person
    place: int = 0  # 0: went out before
    sum: str = ""  # how the worth is reckoned
    worth: str = ""


class Ending(msgspec.Struct, frozen=True, kw_only=True):
    """A game that is over."""

    title: str
    standings: tuple[Standing, ...]  # the richest first
    lasted: str
    worth: WorthView
    highlights: tuple[Highlight, ...]  # up to three moments
    why: int  # number of the record that ended it


def ending_of(scene: Scene) -> Ending | None:
    """Return the end of the game; None while it goes on."""
    winners = scene.state.winners
    if not winners:
        return None
    say, names = scene.speaker.say, scene.speaker.people(winners)
    together = len(winners) > 1
    standings = standings_of(scene)
    return Ending(
        title=say(_("{names} win together") if together else _("{names} wins"), names=names),
        standings=standings,
        lasted=_lasted(scene),
        worth=worth_view(scene, [one.person.seat for one in standings]),
        highlights=highlights_of(scene),
        why=scene.origin(e.GameEnded),
    )


def standings_of(scene: Scene) -> tuple[Standing, ...]:
    """Return who is worth how much now, the richest first, then who is out."""
    speaker = scene.speaker
    found = [
        Standing(
            person=replace(scene.person(one.seat), turn=one.seat in scene.state.winners),
            place=one.place,
            sum=sum_of(speaker, one.counted),
            worth=speaker.exactly(one.counted.worth),
        )
        for one in ranking(scene.state)
    ]
    out = (Standing(person=person) for person in scene.people if person.out)
    return (*found, *out)


def _lasted(scene: Scene) -> str:
    """Return how long was played, pauses not counted; nothing where no clock can tell."""
    walls = [record.cause.wall for record in scene.records]
    steps = (later - earlier for earlier, later in pairwise(walls))
    minutes = int(sum(step for step in steps if 0 < step < PAUSE_S) // 60)
    if not minutes:
        return ""
    hours, rest = divmod(minutes, 60)
    return scene.speaker.say(_("Played for {hours} h {minutes} min"), hours=hours, minutes=rest)
