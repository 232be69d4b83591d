"""What one side of a trade is: thing by thing, with prices, mortgages and groups."""

from collections.abc import Iterator

import msgspec

from companion.editions.colours import band
from companion.game.state import GameState
from companion.game.terms import Goods
from companion.rules.transfer import due_interest
from companion.sayings.said import marked as _
from companion.words import Money, Seat, Space
from web.shared.scene import Scene

MADE = (_("{name} then has a whole group: {lots}"), _("You then have a whole group: {lots}"))
BROKEN = (_("{name}'s group is broken then: {lots}"), _("Your group is broken then: {lots}"))


class TradedThing(msgspec.Struct, frozen=True, kw_only=True):
    """A lot, a card or money."""

    name: str
    amount: str = ""  # money, or the price that is printed on a lot
    colour: str = ""
    note: str = ""  # what is to be known of it


class Side(msgspec.Struct, frozen=True, kw_only=True):
    """What one side gives."""

    things: tuple[TradedThing, ...]
    worth: str


def side_of(scene: Scene, goods: Goods) -> Side:
    """Return a side of a trade."""
    speaker = scene.speaker
    cash = (TradedThing(name=speaker.say(_("Cash")), amount=speaker.money(goods.cash)),)
    things = (
        *(cash if goods.cash else ()),
        *(lot_of(scene, lot) for lot in goods.lots),
        *(TradedThing(name=speaker.card(card)) for card in goods.cards),
    )
    worth = goods.cash + sum(worth_of(scene.state, lot) for lot in goods.lots)
    nothing = (TradedThing(name=speaker.say(_("nothing"))),)
    return Side(things=things or nothing, worth=speaker.money(worth))


def lot_of(scene: Scene, lot: Space) -> TradedThing:
    """Return a lot with its printed price, and what its mortgage costs who gets it."""
    speaker, space = scene.speaker, scene.state.edition.space(lot)
    note = ""
    if scene.state.lots[lot].mortgaged:
        note = speaker.say(
            _("mortgaged for {amount}, interest at once {interest}"),
            amount=speaker.money(space.mortgage),
            interest=speaker.money(due_interest(scene.state, (lot,))),
        )
    colour = band(scene.state.edition, space)
    return TradedThing(
        name=speaker.space(lot), amount=speaker.money(space.price), colour=colour, note=note
    )


def worth_of(state: GameState, lot: Space) -> Money:
    """Return the printed price of a lot, less what its mortgage has brought already."""
    space = state.edition.space(lot)
    return space.price - space.mortgage if state.lots[lot].mortgaged else space.price


def groups_changed(
    scene: Scene, giver: Seat, to: Seat, give: tuple[Space, ...], take: tuple[Space, ...] = ()
) -> Iterator[str]:
    """Yield which groups a trade makes whole or breaks, a sentence for each."""
    before = {lot: held.owner for lot, held in scene.state.lots.items()}
    after = before | dict.fromkeys(give, to) | dict.fromkeys(take, giver)
    families = {scene.state.edition.family(lot) for lot in (*give, *take)}
    for family in sorted(families):
        lots = ", ".join(map(scene.speaker.space, family))
        for seat in (giver, to):
            had, has = (all(o[lot] == seat for lot in family) for o in (before, after))
            if had != has:
                yield scene.what(seat, *(MADE if has else BROKEN), lots=lots)
