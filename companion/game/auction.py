"""Auctions of lots: bids, passes and the hammer."""

from typing import ClassVar, TypeAlias

from msgspec.structs import replace

from companion.game.event import Event, Thread, ThreadKey
from companion.game.parts import without_bid
from companion.game.state import Auction, EarlierBid, GameState
from companion.words import Money, Seat, Space


class AuctionOpened(Event, frozen=True, kw_only=True, tag="auction-opened"):
    """A lot is on offer."""

    is_own: ClassVar[bool] = True
    opens: ClassVar[ThreadKey] = ("auction",)

    lot: Space
    bidders: tuple[Seat, ...]

    def change(self, state: GameState) -> GameState:
        estate = tuple(lot for lot in state.estate if lot != self.lot)
        of_estate = self.lot in state.estate
        auction = Auction(self.lot, self.bidders, of_estate=of_estate)
        return replace(state, auction=auction, estate=estate)


class BidMade(Event, frozen=True, kw_only=True, tag="bid-made"):
    """The new leader's bid; for a building *lot* is where it is to stand."""

    opens: ClassVar[ThreadKey] = ("bid",)
    answers: ClassVar[ThreadKey] = ("auction",)

    seat: Seat
    amount: Money
    lot: Space | None = None

    def change(self, state: GameState) -> GameState:
        assert state.auction is not None
        before = state.auction
        lot = before.lot if self.lot is None else self.lot
        earlier = tuple(bid for bid in before.earlier if bid.amount < self.amount)
        if before.leader is not None:
            earlier = (*earlier, EarlierBid(before.leader, before.price, before.lot))
        auction = replace(before, leader=self.seat, price=self.amount, lot=lot, earlier=earlier)
        return replace(state, auction=auction)


class BidVoided(Event, frozen=True, kw_only=True, tag="bid-voided"):
    """The leader can no longer pay; the auction goes on from no bid."""

    seat: Seat

    def change(self, state: GameState) -> GameState:
        assert state.auction is not None
        auction = replace(state.auction, leader=None, price=0)
        return replace(state, auction=auction, debts=without_bid(state.debts))


class Passed(Event, frozen=True, kw_only=True, tag="passed"):
    """A player takes no further part in the auction."""

    answers: ClassVar[ThreadKey] = ("auction",)

    seat: Seat

    def change(self, state: GameState) -> GameState:
        assert state.auction is not None
        bidders = tuple(seat for seat in state.auction.bidders if seat != self.seat)
        passed = (*state.auction.passed, self.seat)
        return replace(state, auction=replace(state.auction, bidders=bidders, passed=passed))


class AuctionClosed(Event, frozen=True, kw_only=True, tag="auction-closed"):
    """The hammer fell; without a leader the lot stays with the Bank."""

    lot: Space
    leader: Seat | None
    price: Money

    @property
    def answered(self) -> tuple[Thread, ...]:
        return self.threads(("auction",) if self.leader is None else ("bid",))

    def change(self, state: GameState) -> GameState:
        state = replace(state, auction=None, debts=without_bid(state.debts))
        if self.lot not in state.heirs:
            return state
        sold = state.heirs[self.lot]
        after = sold.with_sum(self.price)
        heirs = {
            lot: after if division.debtor == sold.debtor else division
            for lot, division in state.heirs.items()
            if lot != self.lot
        }
        return replace(state, heirs=heirs)


AuctionEvent: TypeAlias = AuctionOpened | BidMade | BidVoided | Passed | AuctionClosed
