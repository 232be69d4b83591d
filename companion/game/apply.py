"""apply(state, event) -> state. It applies and never decides: old games outlive mended rules."""

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from msgspec.structs import replace

from companion.game import events as e
from companion.game import state as s
from companion.game.correcting import corrected
from companion.game.postings import BANK, BOX, entry_for, moved_stock
from companion.game.state import GameState, Player
from companion.words import Seat, Space

Kind = TypeVar("Kind", bound=e.Event)
Thing = TypeVar("Thing", s.Purchase, s.Draw, s.Choice)
Handler = Callable[[GameState, Any], GameState]

_handlers: dict[type[e.Event], Handler] = {}


def apply(state: GameState, event: e.AnyEvent) -> GameState:
    """Return the state after *event*."""
    entry = entry_for(event)
    if entry is not None:
        state = replace(state, books=state.books.posted(entry))
    handler = _handlers.get(type(event))
    return handler(state, event) if handler else state


def _on(
    kind: type[Kind],
) -> Callable[[Callable[[GameState, Kind], GameState]], Callable[[GameState, Kind], GameState]]:
    def register(
        handler: Callable[[GameState, Kind], GameState],
    ) -> Callable[[GameState, Kind], GameState]:
        _handlers[kind] = handler
        return handler

    return register


def _with_player(state: GameState, seat: Seat, **changes: Any) -> GameState:
    player: Player = replace(state.players[seat], **changes)
    return replace(state, players=(*state.players[:seat], player, *state.players[seat + 1 :]))


def _with_lot(state: GameState, lot: Space, **changes: Any) -> GameState:
    return replace(state, lots={**state.lots, lot: replace(state.lots[lot], **changes)})


def _with_turn(state: GameState, **changes: Any) -> GameState:
    return replace(state, turn=replace(state.turn, **changes))


# ---- setting up


@_on(e.GameBegan)
def _game_began(state: GameState, event: e.GameBegan) -> GameState:
    seats = tuple(Seat(n) for n in range(len(event.players)))
    stock = moved_stock("stock", BOX, BANK, state.rules.houses, state.rules.hotels)
    return replace(
        state,
        players=tuple(Player(name) for name in event.players),
        books=state.books.posted(stock),
        first=s.FirstRolls(waiting=seats) if event.first_roll else None,
    )


@_on(e.FirstRolled)
def _first_rolled(state: GameState, event: e.FirstRolled) -> GameState:
    assert state.first is not None
    waiting = tuple(seat for seat in state.first.waiting if seat != event.seat)
    totals = {**state.first.totals, event.seat: sum(event.dice)}
    return replace(state, first=s.FirstRolls(waiting, totals))


@_on(e.FirstTied)
def _first_tied(state: GameState, event: e.FirstTied) -> GameState:
    return replace(state, first=s.FirstRolls(event.seats))


@_on(e.FirstPlayerFound)
def _first_player_found(state: GameState, event: e.FirstPlayerFound) -> GameState:
    return replace(state, first=None, turn=s.Turn(event.seat))


# ---- turn and movement


@_on(e.TurnEnded)
def _turn_ended(state: GameState, event: e.TurnEnded) -> GameState:
    return replace(state, turn=s.Turn(event.next))


@_on(e.Rolled)
def _rolled(state: GameState, event: e.Rolled) -> GameState:
    return _with_turn(
        replace(state, interest_paid=()),
        rolled=True,
        roll_due=event.again,
        doubles=event.doubles,
        dice=event.dice,
    )


@_on(e.RolledForRent)
def _rolled_for_rent(state: GameState, event: e.RolledForRent) -> GameState:
    def settled(rent: s.Rent) -> s.Rent:
        rolled = rent.owner == event.owner and rent.lot == event.lot and rent.amount is None
        return replace(rent, amount=event.amount, facts=event.facts) if rolled else rent

    return replace(state, rents=tuple(map(settled, state.rents)))


@_on(e.Moved)
def _moved(state: GameState, event: e.Moved) -> GameState:
    laps = state.players[event.seat].laps + event.laps
    return _with_turn(_with_player(state, event.seat, at=event.to, laps=laps), held_move=0)


# ---- property


@_on(e.PurchaseOffered)
def _purchase_offered(state: GameState, event: e.PurchaseOffered) -> GameState:
    return replace(state, purchase=s.Purchase(event.seat, event.lot, event.price))


@_on(e.Declined)
def _declined(state: GameState, _event: e.Declined) -> GameState:
    return replace(state, purchase=None)


@_on(e.Bought)
def _bought(state: GameState, event: e.Bought) -> GameState:
    return _with_lot(replace(state, purchase=None), event.lot, owner=event.seat)


@_on(e.AuctionOpened)
def _auction_opened(state: GameState, event: e.AuctionOpened) -> GameState:
    estate = tuple(lot for lot in state.estate if lot != event.lot)
    return replace(state, auction=s.Auction(event.lot, event.bidders), estate=estate)


@_on(e.BidMade)
def _bid_made(state: GameState, event: e.BidMade) -> GameState:
    assert state.auction is not None
    return replace(state, auction=replace(state.auction, leader=event.seat, price=event.amount))


@_on(e.BidVoided)
def _bid_voided(state: GameState, _event: e.BidVoided) -> GameState:
    assert state.auction is not None
    return replace(state, auction=replace(state.auction, leader=None, price=0))


@_on(e.Passed)
def _passed(state: GameState, event: e.Passed) -> GameState:
    assert state.auction is not None
    bidders = tuple(seat for seat in state.auction.bidders if seat != event.seat)
    passed = (*state.auction.passed, event.seat)
    return replace(state, auction=replace(state.auction, bidders=bidders, passed=passed))


@_on(e.AuctionClosed)
def _auction_closed(state: GameState, _event: e.AuctionClosed) -> GameState:
    return replace(state, auction=None)


# ---- rent


@_on(e.RentOpened)
def _rent_opened(state: GameState, event: e.RentOpened) -> GameState:
    rent = s.Rent(
        visitor=event.visitor,
        owner=event.owner,
        lot=event.lot,
        amount=event.amount,
        multiple=event.multiple,
        claimed=event.claimed,
        because=event.because,
        also=event.also,
        facts=event.facts,
    )
    return replace(state, rents=(*state.rents, rent))


@_on(e.RentClaimed)
def _rent_claimed(state: GameState, event: e.RentClaimed) -> GameState:
    index = _rent_index(state, event)
    rent = replace(state.rents[index], claimed=True)
    return replace(state, rents=(*state.rents[:index], rent, *state.rents[index + 1 :]))


@_on(e.RentSettled)
def _rent_settled(state: GameState, event: e.RentSettled) -> GameState:
    return _without_rent(state, event, lapsed=False)


@_on(e.RentLapsed)
def _rent_lapsed(state: GameState, event: e.RentLapsed) -> GameState:
    return _without_rent(state, event, lapsed=True)


def _rent_index(state: GameState, event: e.RentClaimed | e.RentSettled | e.RentLapsed) -> int:
    wanted = (event.owner, event.visitor, event.lot)
    return next(
        n for n, rent in enumerate(state.rents) if (rent.owner, rent.visitor, rent.lot) == wanted
    )


def _without_rent(
    state: GameState, event: e.RentSettled | e.RentLapsed, *, lapsed: bool
) -> GameState:
    index = _rent_index(state, event)
    past = s.PastRent(event.owner, event.lot, lapsed)
    others = (p for p in state.past_rents if (p.owner, p.lot) != (event.owner, event.lot))
    return replace(
        state,
        rents=state.rents[:index] + state.rents[index + 1 :],
        past_rents=(*others, past),
    )


# ---- cards and choices


@_on(e.DrawDue)
def _draw_due(state: GameState, event: e.DrawDue) -> GameState:
    return replace(state, draw=s.Draw(event.seat, event.deck))


@_on(e.CardDrawn)
def _card_drawn(state: GameState, event: e.CardDrawn) -> GameState:
    holds = {**state.holds, event.card: event.seat} if event.kept else state.holds
    return replace(state, draw=None, holds=holds)


@_on(e.CardReturned)
def _card_returned(state: GameState, event: e.CardReturned) -> GameState:
    return replace(state, holds={c: h for c, h in state.holds.items() if c != event.card})


@_on(e.CardHandedOver)
def _card_handed_over(state: GameState, event: e.CardHandedOver) -> GameState:
    return replace(state, holds={**state.holds, event.card: event.to})


@_on(e.ChoiceOffered)
def _choice_offered(state: GameState, event: e.ChoiceOffered) -> GameState:
    return replace(state, choice=s.Choice(event.seat, event.options, event.about))


@_on(e.Chosen)
def _chosen(state: GameState, _event: e.Chosen) -> GameState:
    return replace(state, choice=None)


# ---- jail


@_on(e.Jailed)
def _jailed(state: GameState, event: e.Jailed) -> GameState:
    return _with_player(state, event.seat, at=state.edition.jail, jailed=0)


@_on(e.JailTurnSpent)
def _jail_turn_spent(state: GameState, event: e.JailTurnSpent) -> GameState:
    return _with_player(state, event.seat, jailed=event.turns)


@_on(e.Freed)
def _freed(state: GameState, event: e.Freed) -> GameState:
    return _with_player(state, event.seat, jailed=None)


@_on(e.MoveHeld)
def _move_held(state: GameState, event: e.MoveHeld) -> GameState:
    return _with_turn(state, held_move=event.spaces)


# ---- buildings and mortgages


@_on(e.Built)
def _built(state: GameState, event: e.Built) -> GameState:
    return _with_lot(state, event.lot, level=event.to)


@_on(e.BuildingsSold)
def _buildings_sold(state: GameState, event: e.BuildingsSold) -> GameState:
    return _with_lot(state, event.lot, level=event.to)


@_on(e.Mortgaged)
def _mortgaged(state: GameState, event: e.Mortgaged) -> GameState:
    return _with_lot(state, event.lot, mortgaged=True)


@_on(e.Redeemed)
def _redeemed(state: GameState, event: e.Redeemed) -> GameState:
    return _with_lot(state, event.lot, mortgaged=False)


# ---- debts and the end


@_on(e.DebtOpened)
def _debt_opened(state: GameState, event: e.DebtOpened) -> GameState:
    debt = s.Debt(
        event.debtor, event.creditor, event.amount, event.reason, event.because, event.facts
    )
    return replace(state, debts=(*state.debts, debt))


@_on(e.DebtPaid)
def _debt_paid(state: GameState, event: e.DebtPaid) -> GameState:
    index = next(
        n
        for n, debt in enumerate(state.debts)
        if (debt.debtor, debt.creditor) == (event.debtor, event.creditor)
        and (debt.amount, debt.reason) == (event.amount, event.reason)
    )
    return replace(state, debts=state.debts[:index] + state.debts[index + 1 :])


@_on(e.WentBankrupt)
def _went_bankrupt(state: GameState, event: e.WentBankrupt) -> GameState:
    seat = event.seat
    state = _with_player(state, seat, out=True, jailed=None)
    return replace(
        state,
        first=_first_without(state.first, seat),
        purchase=_unless_of(state.purchase, seat),
        draw=_unless_of(state.draw, seat),
        choice=_unless_of(state.choice, seat),
        auction=_auction_without(state.auction, seat),
        rents=tuple(rent for rent in state.rents if seat not in (rent.owner, rent.visitor)),
        debts=tuple(_inherited(state, event)),
    )


def _first_without(first: s.FirstRolls | None, seat: Seat) -> s.FirstRolls | None:
    if first is None:
        return None
    totals = {other: total for other, total in first.totals.items() if other != seat}
    return s.FirstRolls(tuple(other for other in first.waiting if other != seat), totals)


def _unless_of(open_thing: Thing | None, seat: Seat) -> Thing | None:
    return None if open_thing is None or open_thing.seat == seat else open_thing


def _auction_without(auction: s.Auction | None, seat: Seat) -> s.Auction | None:
    if auction is None:
        return None
    return replace(auction, bidders=tuple(other for other in auction.bidders if other != seat))


def _inherited(state: GameState, event: e.WentBankrupt) -> Iterator[s.Debt]:
    """Yield the debts that are left: what is owed to the bankrupt is owed to the creditor."""
    for debt in state.debts:
        if debt.creditor == event.seat and debt.debtor != event.creditor:
            yield replace(debt, creditor=event.creditor)
        elif event.seat not in (debt.debtor, debt.creditor):
            yield debt


@_on(e.LotHandedOver)
def _lot_handed_over(state: GameState, event: e.LotHandedOver) -> GameState:
    if event.interest_paid:
        state = replace(state, interest_paid=(*state.interest_paid, event.lot))
    if event.to is None:
        return _with_lot(state, event.lot, owner=None, mortgaged=False)
    return _with_lot(state, event.lot, owner=event.to)


@_on(e.EstateFell)
def _estate_fell(state: GameState, event: e.EstateFell) -> GameState:
    return replace(state, estate=(*state.estate, *event.lots))


@_on(e.GameEnded)
def _game_ended(state: GameState, event: e.GameEnded) -> GameState:
    return replace(state, winners=event.winners)


@_on(e.Corrected)
def _corrected(state: GameState, event: e.Corrected) -> GameState:
    return corrected(state, event)
