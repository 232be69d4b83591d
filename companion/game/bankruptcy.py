"""Giving up: who is out, and what becomes of the estate."""

from collections.abc import Iterator
from typing import ClassVar, TypeAlias, TypeVar

from msgspec import field
from msgspec.structs import replace

from companion.game.event import Event, ThreadKey
from companion.game.parts import lots_with, with_player
from companion.game.state import (
    Auction,
    Debt,
    Division,
    FirstRolls,
    GameState,
    OpenChoice,
    OpenDraw,
    Purchase,
)
from companion.game.terms import Facts, Party, Purpose, Share
from companion.words import CardId, Money, Seat, Space


class WentBankrupt(Event, frozen=True, kw_only=True, tag="went-bankrupt"):
    """A player is out; money and deeds follow in events of their own.

    *left*: of the own will, owing nothing.
    """

    answers: ClassVar[ThreadKey] = ("debt", "seat")

    seat: Seat
    creditor: Party
    left: bool = False

    @property
    def purpose(self) -> Purpose:
        return "bankruptcy"

    def change(self, state: GameState) -> GameState:
        seat = self.seat
        state = with_player(state, seat, out=True, jailed=None)
        return replace(
            state,
            first=_first_without(state.first, seat),
            purchase=_unless_of(state.purchase, seat),
            draw=_unless_of(state.draw, seat),
            choice=_unless_of(state.choice, seat),
            auction=_auction_without(state.auction, seat),
            wishes=tuple(wish for wish in state.wishes if wish.seat != seat),
            offers=tuple(offer for offer in state.offers if seat not in (offer.giver, offer.to)),
            transfers=tuple(transfer for transfer in state.transfers if transfer.seat != seat),
            rents=tuple(rent for rent in state.rents if seat not in (rent.owner, rent.visitor)),
            debts=tuple(_inherited(state, self)),
        )


class LotHandedOver(Event, frozen=True, kw_only=True, tag="lot-handed-over"):
    """A deed changed hands without a sale; *to* None is the Bank, which lifts the mortgage."""

    lot: Space
    giver: Seat
    to: Seat | None
    interest_paid: bool = False  # redeeming before the next roll costs no interest any more
    facts: Facts = field(default_factory=dict)

    @property
    def purpose(self) -> Purpose:
        return "bankruptcy"

    def change(self, state: GameState) -> GameState:
        taken_over = tuple(lot for lot in state.taken_over if lot != self.lot)
        interest_paid = tuple(lot for lot in state.interest_paid if lot != self.lot)
        if self.interest_paid:
            taken_over, interest_paid = (*taken_over, self.lot), (*interest_paid, self.lot)
        lifted = {"mortgaged": False} if self.to is None else {}
        lots = lots_with(state, self.lot, owner=self.to, **lifted)
        return replace(state, lots=lots, taken_over=taken_over, interest_paid=interest_paid)


class EstateFell(Event, frozen=True, kw_only=True, tag="estate-fell"):
    """A bankrupt's lots are the Bank's and are auctioned one after another."""

    seat: Seat
    lots: tuple[Space, ...]  # in the order of the auctions
    heirs: tuple[Share, ...] = ()  # creditors who bid alone, and divide the prices as they are owed
    shared: Money = 0  # the cash that these have divided already

    def change(self, state: GameState) -> GameState:
        state = replace(state, estate=(*state.estate, *self.lots))
        if not self.heirs:
            return state
        division = Division(self.seat, self.heirs, (self.shared,))
        return replace(state, heirs={**state.heirs, **dict.fromkeys(self.lots, division)})


class CardHandedOver(Event, frozen=True, kw_only=True, tag="card-handed-over"):
    """A kept card changed hands."""

    card: CardId
    giver: Seat
    to: Seat
    facts: Facts = field(default_factory=dict)

    def change(self, state: GameState) -> GameState:
        return replace(state, holds={**state.holds, self.card: self.to})


Thing = TypeVar("Thing", Purchase, OpenDraw, OpenChoice)


def _first_without(first: FirstRolls | None, seat: Seat) -> FirstRolls | None:
    if first is None:
        return None
    totals = {other: total for other, total in first.totals.items() if other != seat}
    return FirstRolls(tuple(other for other in first.waiting if other != seat), totals)


def _unless_of(open_thing: Thing | None, seat: Seat) -> Thing | None:
    return None if open_thing is None or open_thing.seat == seat else open_thing


def _auction_without(auction: Auction | None, seat: Seat) -> Auction | None:
    if auction is None:
        return None
    bidders = tuple(other for other in auction.bidders if other != seat)
    earlier = () if auction.leader is None else auction.earlier  # it starts again from no bid
    return replace(auction, bidders=bidders, earlier=earlier)


def _inherited(state: GameState, event: WentBankrupt) -> Iterator[Debt]:
    """Yield the debts that are left: what is owed to the bankrupt is owed to the creditor."""
    for debt in state.debts:
        if debt.creditor == event.seat and debt.debtor != event.creditor:
            yield replace(debt, creditor=event.creditor)
        elif event.seat not in (debt.debtor, debt.creditor):
            yield debt


BankruptcyEvent: TypeAlias = WentBankrupt | LotHandedOver | EstateFell | CardHandedOver
