"""A pile as a look, a hand or a new beginning changes it; and which pictures are worth keeping."""

from collections import Counter
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

import msgspec
from msgspec.structs import replace

from companion.game.state import GameState
from companion.table.check.laid_deeds import Holder, LaidDeed, OddTag, Pile, TableCheck, Thing
from companion.table.deeds.cards import kept_card
from companion.table.ports import LaidTag

ODD = ("revoked", "other set", "forged")
"""What is seen of a tag that is reported, though it does not count."""


class PileSighting(msgspec.Struct, frozen=True):
    """What one look at the whole table shows."""

    there: Mapping[Thing, LaidTag]  # that counts, each once
    doubled: frozenset[Thing]  # of these more than one
    odd: Mapping[str, LaidTag]  # by the tag's text
    hidden: frozenset[Thing]  # what may lie there still, under a hand

    @property
    def lying(self) -> frozenset[Thing]:
        """What is to be seen."""
        return frozenset(self.there)


def sighting(seen: Sequence[LaidTag], state: GameState) -> PileSighting:
    """Return what a look shows: deeds, and of the cards those that players keep."""
    ours = [(thing, tag) for tag in seen if (thing := _thing(tag, state)) is not None]
    shown = [(thing, tag) for thing, tag in ours if not tag.hidden]
    times = Counter(thing for thing, _tag in shown)
    return PileSighting(
        there=dict(shown),
        doubled=frozenset(thing for thing, count in times.items() if count > 1),
        odd={tag.text: tag for tag in seen if tag.what in ODD and not tag.hidden},
        hidden=frozenset(thing for thing, tag in ours if tag.hidden) - {*times},
    )


def _thing(tag: LaidTag, state: GameState) -> Thing | None:
    if not tag.valid or tag.id is None:
        return None
    if tag.kind == "deed":
        return tag.id
    return kept_card(state, tag.id) if tag.kind == "card" else None


def with_pile(check: TableCheck, holder: Holder, pile: Pile) -> TableCheck:
    """Return a check with a pile in the place of the holder's; the very same if it is the same."""
    if check.laid.piles.get(holder) == pile:
        return check
    return replace(check, laid=replace(check.laid, piles={**check.laid.piles, holder: pile}))


def ticked(pile: Pile, deeds: Mapping[int, bool], cards: AbstractSet[str]) -> Pile:
    """Return a pile as it is ticked by hand; what the camera saw of it stays, if it says so too.

    Args:
        pile: as it was.
        deeds: number -> whether the back is up.
        cards: ids of the kept cards.
    """
    return replace(
        pile,
        deeds={n: _ticked(pile.deeds.get(n), back=back) for n, back in sorted(deeds.items())},
        cards={card: _ticked(pile.cards.get(card), back=False) for card in sorted(cards)},
        twice=pile.twice & {*deeds, *cards},
    )


def _ticked(known: LaidDeed | None, *, back: bool) -> LaidDeed:
    return known if known is not None and known.back == back else LaidDeed(back)


def without(pile: Pile, things: AbstractSet[Thing | None]) -> Pile:
    """Return a pile in which some things do not lie; the very same where none did."""
    if not things & pile.things.keys():
        return pile
    deeds = {n: deed for n, deed in pile.deeds.items() if n not in things}
    cards = {card: one for card, one in pile.cards.items() if card not in things}
    return replace(pile, deeds=deeds, cards=cards, twice=pile.twice & {*deeds, *cards})


def seen(pile: Pile, look: PileSighting, twice: AbstractSet[Thing], shot: int) -> Pile:
    """Return a pile with what lies there now; the very same where that is nothing new.

    Args:
        pile: as it was.
        look: what is to be seen, and nothing that is not to count.
        twice: of these, what lay there doubled.
        shot: number of the picture.
    """
    laid = {t: LaidDeed(tag.side == "back", shot, tag.corners) for t, tag in look.there.items()}
    odd = {
        text: OddTag(tag.what, tag.id if tag.kind == "deed" else None, shot, tag.corners)
        for text, tag in look.odd.items()
    }
    known = {t: one.back for t, one in pile.things.items() if one.picture is not None}
    is_old = all(known.get(t) == one.back for t, one in laid.items()) and odd.keys() <= {*pile.odd}
    if is_old:
        return replace(pile, twice=pile.twice | twice) if not twice <= pile.twice else pile
    deeds = {n: one for n, one in laid.items() if isinstance(n, int)}
    cards = {card: one for card, one in laid.items() if isinstance(card, str)}
    return replace(
        pile,
        deeds=dict(sorted({**pile.deeds, **deeds}.items())),
        cards=dict(sorted({**pile.cards, **cards}.items())),
        odd={**pile.odd, **odd},
        twice=pile.twice | twice,
    )


def kept(check: TableCheck) -> TableCheck:
    """Return a check without the pictures that show nothing which a newer one does not."""
    wanted = {number for pile in check.laid.piles.values() for number in pile.pictures()}
    return replace(check, pictures=tuple(p for p in check.pictures if p.number in wanted))
