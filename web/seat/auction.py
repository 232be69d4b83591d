"""The running auction: price, leader, clock, and the bids that one tap makes."""

from collections.abc import Mapping

import msgspec

from companion.game import events as e
from companion.game.state import Auction
from companion.rules.asked import Permit
from companion.rules.transfer import at_hand
from companion.sayings.said import marked as _
from companion.table.bids import next_bid, steps_of
from companion.words import Money, Space
from web.shared.parts import Action, DeedCard, deed_of
from web.shared.scene import Scene

WAITS: Mapping[str, str] = {
    "": "",
    "play": "",  # of what is owed or to be confirmed the page tells already
    "phones": _("The clock waits until the phones are back."),
    "banker": _("No clock runs: the banker lets the hammer fall."),
}
"""Why the clock of an auction stands -> sentence."""


class Bids(msgspec.Struct, frozen=True, kw_only=True):
    """What the reader can bid."""

    main: Action | None
    more: tuple[Action, ...] = ()
    least: Money = 0
    most: Money = 0
    where: tuple[tuple[str, str], ...] = ()  # fields: the lot, or for a building where it stands
    out: Action | None = None


class Sale(msgspec.Struct, frozen=True, kw_only=True):
    """The auction as everybody sees it."""

    lot: Space
    deed: DeedCard
    price: str
    leader: str  # a sentence
    word: str  # going once, going twice
    left_ms: int  # until the next word or the hammer; 0: the clock stands
    waits: str  # what for, where people are to know
    bidders: str
    leading: bool = False  # the reader leads
    why: int = 0  # number of the record from which the price comes


def sale_of(scene: Scene) -> Sale | None:
    """Return the running auction, or None."""
    auction, call, say = scene.state.auction, scene.view.auction, scene.speaker.say
    if auction is None:
        return None
    words = {"going-once": say(_("Going once")), "going-twice": say(_("Going twice"))}
    leader = say(_("No bid yet"))
    if auction.leader is not None:
        leader = scene.what(auction.leader, _("{name} leads with"), _("You lead with"))
    return Sale(
        lot=auction.lot,
        deed=_on_offer(scene, auction),
        price=scene.speaker.money(auction.price),
        leader=leader,
        word=words.get(call.word, "") if call else "",
        left_ms=0
        if call is None or call.waits
        else max(1, int((call.deadline - scene.now) * 1000)),
        waits=say(WAITS[call.waits]) if call else "",
        bidders=_bidders(scene),
        leading=auction.leader == scene.reader and scene.reader is not None,
        why=_origin(scene, auction),
    )


def unsold(scene: Scene) -> str:
    """Return that the last step ended an auction in which nobody bid; else nothing."""
    ends = (one for one in scene.last_step if isinstance(one, e.AuctionClosed))
    return next((scene.line(end).text for end in ends if end.leader is None), "")


def _origin(scene: Scene, auction: Auction) -> int:
    if auction.leader is not None:
        return scene.origin(e.BidMade, seat=auction.leader)
    kind = e.AuctionOpened if auction.kind == "lot" else e.BuildingAuctionOpened
    return scene.origin(kind, lot=auction.lot)


def _on_offer(scene: Scene, auction: Auction) -> DeedCard:
    """Return the deed on offer, or for a building the lot that the leader puts it on."""
    say, space = scene.speaker.say, scene.state.edition.space(auction.lot)
    if auction.kind != "lot":
        tag = say(_("one house")) if auction.kind == "house" else say(_("one hotel"))
        return deed_of(scene.speaker, scene.state, auction.lot, tag=tag)
    tag = say(_("printed {price}"), price=scene.speaker.money(space.price))
    return deed_of(scene.speaker, scene.state, auction.lot, tag=tag)


def _bidders(scene: Scene) -> str:
    auction, speaker = scene.state.auction, scene.speaker
    assert auction is not None
    told = speaker.say(_("Bidding: {people}."), people=speaker.people(auction.bidders))
    if auction.passed:
        told += " " + speaker.say(_("Out: {people}."), people=speaker.people(auction.passed))
    return told


def bids_of(scene: Scene, permit: Permit | None) -> Bids:
    """Return the bids of one tap; without a *permit* the reader can only leave."""
    auction, speaker = scene.state.auction, scene.speaker
    assert auction is not None
    assert scene.reader is not None
    can_leave = scene.reader in auction.bidders and auction.leader != scene.reader
    lot = (("lot", str(auction.lot)),) if auction.kind == "lot" else ()
    label = speaker.say(_("I am out"))
    out = Action(label=label, do="pass", fields=lot, tone="quiet") if can_leave else None
    if permit is None or permit.amount is None:
        return Bids(main=None, out=out)
    least, where = permit.amount, lot or (("lots", str(permit.lot)),)
    cash, step = at_hand(scene.state, scene.reader), steps_of(scene.state)
    first = next_bid(scene.state, scene.reader, least)
    more = tuple(
        Action(
            label=speaker.money(auction.price + raised),
            said=speaker.say(_("Bid {amount}"), amount=speaker.money(auction.price + raised)),
            do="bid",
            fields=(("amount", str(auction.price + raised)), *where),
            tone="quiet",
        )
        for raised in (2 * step, 5 * step)
        if first < auction.price + raised <= cash
    )
    main = Action(
        label=speaker.say(_("Bid {amount}"), amount=speaker.money(first)),
        do="bid",
        fields=(("amount", str(first)), *where),
    )
    return Bids(main=main, more=more, least=least, most=cash, where=where, out=out)
