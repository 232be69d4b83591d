"""Trades: the offer that stands to the reader, their own offers, and what a new one can name."""

from collections.abc import Iterator

import msgspec

from companion.editions.model import deck_of
from companion.game import events as e
from companion.game.state import StandingOffer
from companion.game.terms import Goods
from companion.rules.trade import why_closed
from companion.sayings.said import marked as _
from companion.words import Seat
from web.shared.parts import Mini, Person, mini_of
from web.shared.scene import Scene


class StandingTrade(msgspec.Struct, frozen=True, kw_only=True):
    """A trade that stands, as the reader sees it."""

    other: Person
    get: tuple[str, ...]  # what the reader gets, thing by thing
    give: tuple[str, ...]
    pays: bool  # accepted, it ends a debt
    why: int  # number of the record in which it was offered
    terms: tuple[tuple[str, str], ...]  # fields of a form: what an answer to it is about


class Goody(msgspec.Struct, frozen=True, kw_only=True):
    """Something that may be put into an offer."""

    value: str  # a space's number, or a deck
    name: str
    mini: Mini | None = None
    closed: str = ""  # why it cannot be traded now


class Purse(msgspec.Struct, frozen=True, kw_only=True):
    """What one side can put into an offer."""

    person: Person
    lots: tuple[Goody, ...]
    cards: tuple[Goody, ...]


class TradeView(msgspec.Struct, frozen=True, kw_only=True):
    """All about trading, for one reader."""

    incoming: StandingTrade | None
    outgoing: tuple[StandingTrade, ...]
    closed: str  # why nobody may trade now; nothing if everybody may
    partners: tuple[Person, ...]
    mine: Purse | None = None
    theirs: Purse | None = None


def incoming_of(scene: Scene) -> StandingTrade | None:
    """Return the trade that stands offered to the reader."""
    assert scene.reader is not None
    offer = scene.state.offer_to(scene.reader)
    if offer is None:
        return None
    return _deal(scene, offer, offer.giver, get=offer.give, give=offer.take)


def trade_view(scene: Scene, partner: Seat | None) -> TradeView:
    """Return the page; with a *partner*, also what the two can put into an offer."""
    seat, state = scene.reader, scene.state
    assert seat is not None
    refusal = why_closed(state)
    other = partner if partner in state.others(seat) else None
    outgoing = (offer for offer in state.offers if offer.giver == seat)
    return TradeView(
        incoming=incoming_of(scene),
        outgoing=tuple(
            _deal(scene, offer, offer.to, get=offer.take, give=offer.give) for offer in outgoing
        ),
        closed=scene.speaker.refusal(refusal) if refusal else "",
        partners=tuple(scene.person(one) for one in state.others(seat)),
        mine=_purse(scene, seat) if other is not None else None,
        theirs=_purse(scene, other) if other is not None else None,
    )


def _deal(
    scene: Scene, offer: StandingOffer, other: Seat, *, get: Goods, give: Goods
) -> StandingTrade:
    return StandingTrade(
        other=scene.person(other),
        get=_things(scene, get),
        give=_things(scene, give),
        pays=offer.pays,
        why=scene.origin(e.OfferMade, giver=offer.giver, to=offer.to),
        terms=tuple(_terms(scene, offer)),
    )


def _terms(scene: Scene, offer: StandingOffer) -> Iterator[tuple[str, str]]:
    yield "offer-giver", str(offer.giver)
    for side, goods in (("offer-give", offer.give), ("offer-take", offer.take)):
        yield f"{side}-cash", str(goods.cash)
        yield from ((f"{side}-lots", str(lot)) for lot in goods.lots)
        yield from ((f"{side}-cards", deck_of(card)) for card in goods.cards)
        lots = scene.state.lots
        yield from (("offer-mortgaged", str(lot)) for lot in goods.lots if lots[lot].mortgaged)


def _things(scene: Scene, goods: Goods) -> tuple[str, ...]:
    speaker = scene.speaker
    cash = (speaker.money(goods.cash),) if goods.cash else ()
    lots = (_named(scene, scene.state.edition.space(lot).name, lot) for lot in goods.lots)
    cards = (speaker.card(card) for card in goods.cards)
    return (*cash, *lots, *cards) or (speaker.say(_("nothing")),)


def _named(scene: Scene, name: str, lot: int) -> str:
    mortgaged = any(index == lot and held.mortgaged for index, held in scene.state.lots.items())
    return scene.speaker.say(_("{lot}, mortgaged"), lot=name) if mortgaged else name


def _purse(scene: Scene, seat: Seat) -> Purse:
    state = scene.state
    return Purse(
        person=scene.person(seat),
        lots=tuple(
            Goody(
                value=str(lot.index),
                name=_named(scene, lot.name, lot.index),
                mini=mini_of(scene.speaker, state, lot.index),
                closed=scene.speaker.say(_("built on")) if state.family_built(lot.index) else "",
            )
            for lot in state.owned(seat)
        ),
        cards=tuple(
            Goody(value=deck_of(card), name=scene.speaker.card(card))
            for card in state.jail_cards(seat)
        ),
    )
