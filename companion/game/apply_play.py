"""How events of setting up, turns, property, jail and building change the state."""

from collections.abc import Iterator

from msgspec.structs import replace

from companion.game import events as e
from companion.game import state as s
from companion.game.handlers import (
    lots_with,
    on,
    placed,
    with_lot,
    with_player,
    with_turn,
    without_bid,
)
from companion.game.postings import BANK, BOX, moved_stock
from companion.game.state import GameState, Player
from companion.words import Seat

# ---- setting up


@on(e.GameBegan)
def _game_began(state: GameState, event: e.GameBegan) -> GameState:
    seats = tuple(Seat(n) for n in range(len(event.players)))
    stock = moved_stock("stock", BOX, BANK, state.rules.houses, state.rules.hotels)
    banker = event.banker if isinstance(event.banker, int) else Seat(0)
    return replace(
        state,
        players=tuple(Player(name) for name in event.players),
        banker=event.banker,
        ends=event.ends,
        books=state.books.posted(stock),
        deal_due=state.edition.dealt_deeds_of(len(event.players)) > 0,
        first=s.FirstRolls(seats[banker:] + seats[:banker]) if event.first_roll else None,
    )


@on(e.Dealt)
def _dealt(state: GameState, _event: e.Dealt) -> GameState:
    return replace(state, deal_due=False)


@on(e.FirstRolled)
def _first_rolled(state: GameState, event: e.FirstRolled) -> GameState:
    assert state.first is not None
    waiting = tuple(seat for seat in state.first.waiting if seat != event.seat)
    totals = {**state.first.totals, event.seat: sum(event.dice)}
    return replace(state, first=s.FirstRolls(waiting, totals))


@on(e.FirstTied)
def _first_tied(state: GameState, event: e.FirstTied) -> GameState:
    return replace(state, first=s.FirstRolls(event.seats))


@on(e.FirstPlayerFound)
def _first_player_found(state: GameState, event: e.FirstPlayerFound) -> GameState:
    return replace(state, first=None, turn=s.Turn(event.seat))


# ---- turn and movement


@on(e.TurnEnded)
def _turn_ended(state: GameState, event: e.TurnEnded) -> GameState:
    if state.players[event.seat].built:
        state = with_player(state, event.seat, built=0)
    return replace(state, turn=s.Turn(event.next))


@on(e.Rolled)
def _rolled(state: GameState, event: e.Rolled) -> GameState:
    turn = replace(
        state.turn,
        rolled=True,
        roll_due=event.again,
        doubles=event.doubles,
        dice=event.dice,
        speed=event.speed,
        onward=event.onward,
    )
    if state.players[event.seat].freed:
        state = with_player(state, event.seat, freed=False)
    return replace(state, turn=turn, interest_paid=())


@on(e.WentOn)
def _went_on(state: GameState, _event: e.WentOn) -> GameState:
    return with_turn(state, onward=False)


@on(e.RolledForRent)
def _rolled_for_rent(state: GameState, event: e.RolledForRent) -> GameState:
    waiting = (n for n, rent in enumerate(state.rents) if rent.claimed and rent.amount is None)
    index = next(n for n in waiting if state.rents[n].lot == event.lot)
    rent = replace(state.rents[index], amount=event.amount, facts=event.facts)
    return replace(state, rents=(*state.rents[:index], rent, *state.rents[index + 1 :]))


@on(e.Moved)
def _moved(state: GameState, event: e.Moved) -> GameState:
    before, turn, parked = state.players[event.seat], state.turn, state.parked
    player = replace(before, at=event.to, laps=before.laps + event.laps)
    players = placed(state.players, event.seat, player)
    if event.to in state.edition.parking or event.seat in parked:
        parked = s.parked_among(players, parked, state.edition)
    laps = turn.laps + event.laps + event.back_laps
    return replace(
        state, players=players, parked=parked, turn=replace(turn, laps=laps, held_move=0)
    )


# ---- property


@on(e.PurchaseOffered)
def _purchase_offered(state: GameState, event: e.PurchaseOffered) -> GameState:
    return replace(state, purchase=s.Purchase(event.seat, event.lot, event.price))


@on(e.Declined)
def _declined(state: GameState, _event: e.Declined) -> GameState:
    return replace(state, purchase=None)


@on(e.Bought)
def _bought(state: GameState, event: e.Bought) -> GameState:
    return replace(state, purchase=None, lots=lots_with(state, event.lot, owner=event.seat))


@on(e.AuctionOpened)
def _auction_opened(state: GameState, event: e.AuctionOpened) -> GameState:
    estate = tuple(lot for lot in state.estate if lot != event.lot)
    of_estate = event.lot in state.estate
    auction = s.Auction(event.lot, event.bidders, of_estate=of_estate)
    return replace(state, auction=auction, estate=estate)


@on(e.BidMade)
def _bid_made(state: GameState, event: e.BidMade) -> GameState:
    assert state.auction is not None
    before = state.auction
    lot = before.lot if event.lot is None else event.lot
    earlier = tuple(bid for bid in before.earlier if bid.amount < event.amount)
    if before.leader is not None:
        earlier = (*earlier, s.EarlierBid(before.leader, before.price, before.lot))
    auction = replace(before, leader=event.seat, price=event.amount, lot=lot, earlier=earlier)
    return replace(state, auction=auction)


@on(e.BidVoided)
def _bid_voided(state: GameState, _event: e.BidVoided) -> GameState:
    assert state.auction is not None
    auction = replace(state.auction, leader=None, price=0)
    return replace(state, auction=auction, debts=without_bid(state.debts))


@on(e.Passed)
def _passed(state: GameState, event: e.Passed) -> GameState:
    assert state.auction is not None
    bidders = tuple(seat for seat in state.auction.bidders if seat != event.seat)
    passed = (*state.auction.passed, event.seat)
    return replace(state, auction=replace(state.auction, bidders=bidders, passed=passed))


@on(e.AuctionClosed)
def _auction_closed(state: GameState, event: e.AuctionClosed) -> GameState:
    state = replace(state, auction=None, debts=without_bid(state.debts))
    if event.lot not in state.heirs:
        return state
    sold = state.heirs[event.lot]
    after = sold.with_sum(event.price)
    heirs = {
        lot: after if division.debtor == sold.debtor else division
        for lot, division in state.heirs.items()
        if lot != event.lot
    }
    return replace(state, heirs=heirs)


# ---- jail


@on(e.Jailed)
def _jailed(state: GameState, event: e.Jailed) -> GameState:
    return with_player(state, event.seat, at=state.edition.jail, jailed=0)


@on(e.JailTurnSpent)
def _jail_turn_spent(state: GameState, event: e.JailTurnSpent) -> GameState:
    return with_player(state, event.seat, jailed=event.turns)


@on(e.Freed)
def _freed(state: GameState, event: e.Freed) -> GameState:
    before_the_roll = not (state.turn.seat == event.seat and state.turn.rolled)
    return with_player(state, event.seat, jailed=None, freed=before_the_roll)


@on(e.MoveHeld)
def _move_held(state: GameState, event: e.MoveHeld) -> GameState:
    return with_turn(state, held_move=event.spaces)


# ---- buildings and mortgages


@on(e.Wished)
def _wished(state: GameState, event: e.Wished) -> GameState:
    others = (wish for wish in state.wishes if wish.seat != event.seat)
    return replace(state, wishes=(*others, s.Wish(event.seat, event.lots)))


@on(e.WishLapsed)
def _wish_lapsed(state: GameState, event: e.WishLapsed) -> GameState:
    return replace(state, wishes=tuple(wish for wish in state.wishes if wish.seat != event.seat))


@on(e.BuildingAuctionOpened)
def _building_auction_opened(state: GameState, event: e.BuildingAuctionOpened) -> GameState:
    return replace(state, auction=s.Auction(event.lot, event.bidders, kind=event.kind))


@on(e.Built)
def _built(state: GameState, event: e.Built) -> GameState:
    steps = event.houses + event.hotels * (state.rules.houses_per_hotel + 1)
    builder = state.players[event.seat]
    builder = replace(builder, built=builder.built + steps)
    return replace(
        state,
        players=placed(state.players, event.seat, builder),
        wishes=tuple(_wishes_without(state, event, steps)) if state.wishes else (),
        lots=lots_with(state, event.lot, level=event.to),
    )


def _wishes_without(state: GameState, event: e.Built, steps: int) -> Iterator[s.Wish]:
    """Yield the wishes that are left when these buildings stand, so many *steps* high."""
    for wish in state.wishes:
        if wish.seat != event.seat:
            yield wish
            continue
        left = ((lot, n - steps if lot == event.lot else n) for lot, n in wish.lots)
        lots = tuple((lot, n) for lot, n in left if n > 0)
        if lots:
            yield replace(wish, lots=lots)


@on(e.BuildingsSold)
def _buildings_sold(state: GameState, event: e.BuildingsSold) -> GameState:
    return with_lot(state, event.lot, level=event.to)


@on(e.Mortgaged)
def _mortgaged(state: GameState, event: e.Mortgaged) -> GameState:
    return with_lot(state, event.lot, mortgaged=True)


@on(e.Redeemed)
def _redeemed(state: GameState, event: e.Redeemed) -> GameState:
    transfers = tuple(transfer for transfer in state.transfers if transfer.lot != event.lot)
    state = replace(
        state,
        transfers=transfers,
        taken_over=tuple(lot for lot in state.taken_over if lot != event.lot),
        interest_paid=tuple(lot for lot in state.interest_paid if lot != event.lot),
    )
    return with_lot(state, event.lot, mortgaged=False)
