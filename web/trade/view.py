"""Trades: the offer that stands to the reader, their own offers, and what a new one can name."""

from collections.abc import Collection, Iterator

import msgspec

from companion.editions.model import deck_of
from companion.game import events as e
from companion.game.state import GameState, StandingOffer
from companion.game.terms import Goods
from companion.rules.trade import why_closed
from companion.sayings.said import marked as _
from companion.words import Money, Seat, Space
from web.shared.parts import Person
from web.shared.scene import Scene
from web.trade.goods import Side, TradedThing, groups_changed, lot_of, side_of, worth_of

NONE = Goods()


class StandingTrade(msgspec.Struct, frozen=True, kw_only=True):
    """A trade that stands, as the reader sees it."""

    other: Person
    get: Side  # what the reader gets
    give: Side
    groups: tuple[str, ...]  # which it makes whole or breaks
    pays: bool  # accepted, it ends a debt
    why: int  # number of the record in which it was offered
    terms: tuple[tuple[str, str], ...]  # fields of a form: what an answer to it is about


class Goody(msgspec.Struct, frozen=True, kw_only=True):
    """Something that may be put into an offer."""

    value: str  # a space's number, or a deck
    thing: TradedThing
    worth: Money = 0
    closed: str = ""  # why it cannot be traded now
    chosen: bool = False


class Purse(msgspec.Struct, frozen=True, kw_only=True):
    """What one side can put into an offer."""

    person: Person
    lots: tuple[Goody, ...]
    cards: tuple[Goody, ...]
    cash: Money  # of the offer that is changed
    worth: str  # of what is chosen already


class TradeView(msgspec.Struct, frozen=True, kw_only=True):
    """All about trading, for one reader."""

    incoming: StandingTrade | None
    outgoing: tuple[StandingTrade, ...]
    closed: str  # why nobody may trade now; nothing if everybody may
    partners: tuple[Person, ...]
    mine: Purse | None = None
    theirs: Purse | None = None
    instead: tuple[tuple[str, str], ...] = ()  # fields: the offer that a new one answers
    withdrawn: bool = False  # the offer that was to be changed, meanwhile
    done: str  # what the last step made of a trade


def incoming_of(scene: Scene) -> StandingTrade | None:
    """Return the trade that stands offered to the reader."""
    assert scene.reader is not None
    offer = scene.state.offer_to(scene.reader)
    if offer is None:
        return None
    return _deal(scene, offer, offer.giver, get=offer.give, give=offer.take)


def trade_view(
    scene: Scene, partner: Seat | None, *, change: bool, laid: Collection[str] = ()
) -> TradeView:
    """Return the page; with a *partner*, also what the two can put into an offer.

    Args:
        scene: what there is.
        partner: with whom a new offer is made.
        change: whether it begins as what stands between the two.
        laid: lots that it begins with, by the numbers of their spaces.
    """
    seat, state = scene.reader, scene.state
    assert seat is not None
    refusal = why_closed(state)
    closed = scene.speaker.refusal(refusal) if refusal else ""
    if state.players[seat].out:
        closed = scene.speaker.say(_("You are out of the game. Look on."))
    other = partner if partner in state.others(seat) else None
    outgoing = (offer for offer in state.offers if offer.giver == seat)
    shown = TradeView(
        incoming=incoming_of(scene),
        outgoing=tuple(
            _deal(scene, offer, offer.to, get=offer.take, give=offer.give) for offer in outgoing
        ),
        closed=closed,
        partners=tuple(scene.person(one) for one in state.others(seat)),
        done=traded(scene),
    )
    if other is None:
        return shown
    answered, give, take = _standing(state, seat, other) if change else (None, NONE, NONE)
    between = {(offer.giver, offer.to) for offer in state.offers}
    return msgspec.structs.replace(
        shown,
        mine=_purse(scene, seat, other, give, laid),
        theirs=_purse(scene, other, seat, take, laid),
        instead=tuple(_terms(scene, answered, "instead")) if answered else (),
        withdrawn=change and not {(seat, other), (other, seat)} & between,
    )


def _standing(
    state: GameState, seat: Seat, other: Seat
) -> tuple[StandingOffer | None, Goods, Goods]:
    """Return the other's offer that a new one would answer, and what each gives as it stands."""
    theirs = state.offer_to(seat)
    if theirs is not None and theirs.giver == other:
        return theirs, theirs.take, theirs.give
    own = state.offer_to(other)
    if own is not None and own.giver == seat:
        return None, own.give, own.take
    return None, NONE, NONE


def _deal(
    scene: Scene, offer: StandingOffer, other: Seat, *, get: Goods, give: Goods
) -> StandingTrade:
    return StandingTrade(
        other=scene.person(other),
        get=side_of(scene, get),
        give=side_of(scene, give),
        groups=tuple(
            groups_changed(scene, offer.giver, offer.to, offer.give.lots, offer.take.lots)
        ),
        pays=offer.pays,
        why=scene.origin(e.OfferMade, giver=offer.giver, to=offer.to),
        terms=tuple(_terms(scene, offer, "offer")),
    )


def _terms(scene: Scene, offer: StandingOffer, name: str) -> Iterator[tuple[str, str]]:
    yield f"{name}-giver", str(offer.giver)
    for side, goods in ((f"{name}-give", offer.give), (f"{name}-take", offer.take)):
        yield f"{side}-cash", str(goods.cash)
        yield from ((f"{side}-lots", str(lot)) for lot in goods.lots)
        yield from ((f"{side}-cards", deck_of(card)) for card in goods.cards)
        lots = scene.state.lots
        yield from ((f"{name}-mortgaged", str(lot)) for lot in goods.lots if lots[lot].mortgaged)


def _purse(scene: Scene, seat: Seat, other: Seat, goods: Goods, laid: Collection[str]) -> Purse:
    state = scene.state
    chosen = {*laid, *map(str, goods.lots)}
    lots = tuple(_goody(scene, seat, other, lot.index, chosen) for lot in state.owned(seat))
    worth = goods.cash + sum(one.worth for one in lots if one.chosen)
    return Purse(
        person=scene.person(seat),
        lots=lots,
        cards=tuple(
            Goody(
                value=deck_of(card),
                thing=TradedThing(name=scene.speaker.card(card)),
                chosen=card in goods.cards,
            )
            for card in state.jail_cards(seat)
        ),
        cash=goods.cash,
        worth=scene.speaker.money(worth),
    )


def _goody(scene: Scene, seat: Seat, other: Seat, lot: Space, chosen: Collection[str]) -> Goody:
    """Return a lot with what is to be known before it is put into an offer."""
    built = scene.state.family_built(lot)
    thing = lot_of(scene, lot)
    notes = (thing.note, *groups_changed(scene, seat, other, (lot,)))
    return Goody(
        value=str(lot),
        thing=msgspec.structs.replace(thing, note=". ".join(filter(None, notes))),
        worth=worth_of(scene.state, lot),
        closed=scene.speaker.say(_("built on")) if built else "",
        chosen=not built and str(lot) in chosen,
    )


def traded(scene: Scene) -> str:
    """Return what the last step made of the reader's trade or offer; else nothing."""
    for event in scene.last_step:
        if isinstance(event, e.OfferRejected) and scene.reader == event.giver:
            return scene.line(event).text
        if isinstance(event, e.Traded) and scene.reader in (event.giver, event.to):
            return scene.speaker.say(_("Done: {what}"), what=scene.line(event).text)
    return ""
