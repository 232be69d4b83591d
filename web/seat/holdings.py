"""Who owns what: each player's deeds, each group together."""

from itertools import groupby

import msgspec

from companion.words import Seat, Space
from web.shared.parts import Mini, Person, mini_of
from web.shared.scene import Scene


class Holding(msgspec.Struct, frozen=True):
    """What somebody owns."""

    person: Person
    groups: tuple[tuple[Mini, ...], ...]


def holdings_of(scene: Scene) -> tuple[Holding, ...]:
    """Return what everybody owns, in seating order."""
    return tuple(_holding(scene, person) for person in scene.people)


def _holding(scene: Scene, person: Person) -> Holding:
    deeds = strip_of(scene, person.seat)
    groups = groupby(deeds, key=lambda mini: _family(scene, mini.lot)[1])
    return Holding(person, tuple(tuple(group) for _first, group in groups))


def strip_of(scene: Scene, seat: Seat) -> tuple[Mini, ...]:
    """Return a player's deeds, whole groups first, each family together."""
    minis = [mini_of(scene.speaker, scene.state, lot.index) for lot in scene.state.owned(seat)]
    return tuple(sorted(minis, key=lambda mini: (not mini.whole, _family(scene, mini.lot))))


def _family(scene: Scene, lot: Space) -> tuple[bool, Space, Space]:
    first = scene.state.edition.family(lot)[0]
    return scene.state.edition.space(lot).kind != "street", first, lot
