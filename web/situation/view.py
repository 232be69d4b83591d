"""The lots by families, and what a correction changes: before and after."""

from typing import Any

import msgspec

from companion.editions.colours import band
from companion.editions.model import BoardSpace, deck_of
from companion.sayings.said import marked as _
from companion.words import Seat, Space
from web.shared.parts import standing
from web.shared.scene import Scene


class Family(msgspec.Struct, frozen=True):
    """Lots of one colour or kind."""

    name: str
    colour: str
    lots: tuple[BoardSpace, ...]


class CorrectedThing(msgspec.Struct, frozen=True):
    """One thing that a correction changes."""

    what: str
    before: str
    after: str


def families_of(scene: Scene) -> tuple[Family, ...]:
    """Return the lots by families, in the order of the board."""
    edition = scene.state.edition
    first = dict.fromkeys(edition.family(lot.index) for lot in edition.lots)
    return tuple(
        Family(
            scene.speaker.family(edition.space(lots[0])),
            band(edition, edition.space(lots[0])),
            tuple(edition.space(lot) for lot in lots),
        )
        for lots in first
    )


def changes_of(scene: Scene, fields: dict[str, Any]) -> tuple[CorrectedThing, ...]:
    """Return what the fields of a correction change, in words."""
    say, speaker, state = scene.speaker.say, scene.speaker, scene.state
    found = []
    for seat, cash in fields.get("cash", {}).items():
        before, after = speaker.money(state.cash(seat)), speaker.money(cash)
        found.append(
            CorrectedThing(say(_("Cash of {name}"), name=speaker.name(seat)), before, after)
        )
    for seat, at in fields.get("at", {}).items():
        before = speaker.space(state.players[seat].at)
        found.append(CorrectedThing(speaker.name(seat), before, speaker.space(Space(at))))
    for seat, turns in fields.get("jailed", {}).items():
        what = say(_("{name} in jail"), name=speaker.name(seat))
        found.append(
            CorrectedThing(what, *(_jail(scene, t) for t in (state.players[seat].jailed, turns)))
        )
    for seat, laps in fields.get("laps", {}).items():
        what = say(_("Laps of {name}"), name=speaker.name(seat))
        found.append(CorrectedThing(what, str(state.players[seat].laps), str(laps)))
    for seat, decks in fields.get("holds", {}).items():
        what = say(_("Jail cards of {name}"), name=speaker.name(seat))
        cards = [deck_of(card) for card in state.jail_cards(Seat(seat))]
        found.append(CorrectedThing(what, *(_decks(scene, held) for held in (cards, decks))))
    if "pot" in fields:
        pots = (speaker.money(pot) for pot in (state.pot, fields["pot"]))
        found.append(CorrectedThing(say(_("In the pot")), *pots))
    names = ("owner", "buildings", "mortgaged")
    lots = sorted({lot for name in names for lot in fields.get(name, {})})
    return (*found, *(_lot(scene, lot, fields) for lot in lots))


def _lot(scene: Scene, lot: Space, fields: dict[str, Any]) -> CorrectedThing:
    held = scene.state.lots[lot]
    level = fields.get("buildings", {}).get(lot, held.level)
    off = fields.get("mortgaged", {}).get(lot, held.mortgaged)
    owner = fields.get("owner", {}).get(lot, held.owner)
    before = _held(scene, held.owner, held.level, mortgaged=held.mortgaged)
    return CorrectedThing(
        scene.speaker.space(lot), before, _held(scene, owner, level, mortgaged=off)
    )


def _held(scene: Scene, owner: Seat | None, level: int, *, mortgaged: bool) -> str:
    stands = standing(scene.speaker, level, mortgaged=mortgaged)
    return ", ".join(filter(None, (scene.speaker.name(owner), stands)))


def _jail(scene: Scene, turns: int | None) -> str:
    if turns is None:
        return scene.speaker.say(_("no"))
    return scene.speaker.count("{n} turn", "{n} turns", turns)


def _decks(scene: Scene, decks: list[str]) -> str:
    return ", ".join(map(scene.speaker.deck, decks)) or scene.speaker.say(_("nothing"))
