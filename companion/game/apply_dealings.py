"""How events between players change the state: rents, cards, choices, debts, the end."""

from collections.abc import Iterator, Mapping
from typing import TypeVar

from msgspec.structs import replace

from companion.game import events as e
from companion.game import state as s
from companion.game.correcting import corrected
from companion.game.handlers import on, with_lot, with_player, with_turn
from companion.game.state import GameState
from companion.words import Seat, Space

Thing = TypeVar("Thing", s.Purchase, s.Draw, s.Choice)


# ---- rent


@on(e.RentOpened)
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


@on(e.RentClaimed)
def _rent_claimed(state: GameState, event: e.RentClaimed) -> GameState:
    owner = event.owner if event.landlord is None else event.landlord
    index = _rent_index(state, event, owner, claimed=False)
    rent = replace(state.rents[index], claimed=True, owner=event.owner, amount=event.amount)
    if event.facts:
        rent = replace(rent, multiple=event.multiple, facts=event.facts)
    return replace(state, rents=(*state.rents[:index], rent, *state.rents[index + 1 :]))


@on(e.RentSettled)
def _rent_settled(state: GameState, event: e.RentSettled) -> GameState:
    return _without_rent(state, event, lapsed=False)


@on(e.RentLapsed)
def _rent_lapsed(state: GameState, event: e.RentLapsed) -> GameState:
    return _without_rent(state, event, lapsed=True)


def _rent_index(
    state: GameState,
    event: e.RentClaimed | e.RentSettled | e.RentLapsed,
    owner: Seat,
    *,
    claimed: bool,
) -> int:
    wanted = (event.lot, owner, event.visitor, claimed)
    for index, rent in enumerate(state.rents):
        if (rent.lot, rent.owner, rent.visitor, rent.claimed) == wanted:
            return index
    raise LookupError(wanted)


def _without_rent(
    state: GameState, event: e.RentSettled | e.RentLapsed, *, lapsed: bool
) -> GameState:
    index = _rent_index(state, event, event.owner, claimed=not lapsed)
    return replace(
        state,
        rents=state.rents[:index] + state.rents[index + 1 :],
        past_rents=_with_past_rent(state, event.owner, event.lot, lapsed=lapsed),
    )


def _with_past_rent(
    state: GameState, owner: Seat, lot: Space, *, lapsed: bool
) -> dict[Seat, Mapping[Space, bool]]:
    past = dict(state.past_rents.get(owner, {}))
    past.pop(lot, None)  # the latest comes last
    past[lot] = lapsed
    return {**state.past_rents, owner: past}


@on(e.NothingDue)
def _nothing_due(state: GameState, event: e.NothingDue) -> GameState:
    """Note that an owner has no rent of this stop, and so none that could be missed."""
    lot = state.lots.get(event.space)
    owner = lot.owner if lot else None
    if owner is None or owner == event.seat:
        return state
    past_rents = _with_past_rent(state, owner, event.space, lapsed=False)
    return replace(state, past_rents=past_rents)


# ---- cards and choices


@on(e.DrawDue)
def _draw_due(state: GameState, event: e.DrawDue) -> GameState:
    return replace(state, draw=s.Draw(event.seat, event.deck))


@on(e.CardDrawn)
def _card_drawn(state: GameState, event: e.CardDrawn) -> GameState:
    holds = {**state.holds, event.card: event.seat} if event.kept else state.holds
    return replace(state, draw=None, holds=holds)


@on(e.CardReturned)
def _card_returned(state: GameState, event: e.CardReturned) -> GameState:
    return replace(state, holds={c: h for c, h in state.holds.items() if c != event.card})


@on(e.CardHandedOver)
def _card_handed_over(state: GameState, event: e.CardHandedOver) -> GameState:
    return replace(state, holds={**state.holds, event.card: event.to})


@on(e.ChoiceOffered)
def _choice_offered(state: GameState, event: e.ChoiceOffered) -> GameState:
    choice = s.Choice(event.seat, event.options, event.about, event.worth, event.counted)
    return replace(state, choice=choice)


@on(e.Chosen)
def _chosen(state: GameState, _event: e.Chosen) -> GameState:
    return replace(state, choice=None)


# ---- trades


@on(e.OfferMade)
def _offer_made(state: GameState, event: e.OfferMade) -> GameState:
    offer = s.StandingOffer(event.giver, event.to, event.give, event.take, event.pays)
    others = (other for other in state.offers if other.to != event.to)
    return replace(state, offers=(*others, offer))


@on(e.OfferRejected)
def _offer_rejected(state: GameState, event: e.OfferRejected) -> GameState:
    return replace(state, offers=tuple(offer for offer in state.offers if offer.to != event.to))


@on(e.OfferLapsed)
def _offer_lapsed(state: GameState, event: e.OfferLapsed) -> GameState:
    return replace(state, offers=tuple(offer for offer in state.offers if offer.to != event.to))


@on(e.Traded)
def _traded(state: GameState, event: e.Traded) -> GameState:
    holds = dict(state.holds)
    for goods, owner in ((event.give, event.to), (event.take, event.giver)):
        holds |= dict.fromkeys(goods.cards, owner)
        for lot in goods.lots:
            state = with_lot(state, lot, owner=owner)
    moved = (*event.give.lots, *event.take.lots)
    return replace(
        state,
        holds=holds,
        offers=tuple(offer for offer in state.offers if offer.to != event.to),
        interest_paid=tuple(lot for lot in state.interest_paid if lot not in moved),
        taken_over=tuple(lot for lot in state.taken_over if lot not in moved),
    )


@on(e.TransferOpened)
def _transfer_opened(state: GameState, event: e.TransferOpened) -> GameState:
    # Two hands may have taken over the same lot one after the other: only the last one is asked.
    others = [transfer for transfer in state.transfers if transfer.lot != event.lot]
    transfers = sorted([*others, s.Transfer(event.seat, event.lot)], key=lambda t: t.lot)
    return replace(state, transfers=tuple(transfers))


@on(e.TransferAnswered)
def _transfer_answered(state: GameState, event: e.TransferAnswered) -> GameState:
    transfers = tuple(t for t in state.transfers if t.lot != event.lot)
    kept = (event.lot,) if event.option == "interest" else ()
    return replace(state, transfers=transfers, taken_over=(*state.taken_over, *kept))


# ---- debts and the end


@on(e.DebtOpened)
def _debt_opened(state: GameState, event: e.DebtOpened) -> GameState:
    debt = s.Debt(
        event.debtor,
        event.creditor,
        event.amount,
        event.reason,
        event.because,
        event.facts,
        event.feed,
    )
    return replace(state, debts=(*state.debts, debt))


@on(e.DebtPaid)
def _debt_paid(state: GameState, event: e.DebtPaid) -> GameState:
    return _without_debt(state, event)


@on(e.DebtSettled)
def _debt_settled(state: GameState, event: e.DebtSettled) -> GameState:
    return _without_debt(state, event)


@on(e.DebtLifted)
def _debt_lifted(state: GameState, event: e.DebtLifted) -> GameState:
    return _without_debt(state, event)


def _without_debt(state: GameState, event: e.DebtPaid | e.DebtSettled | e.DebtLifted) -> GameState:
    index = next(
        n
        for n, debt in enumerate(state.debts)
        if (debt.debtor, debt.creditor) == (event.debtor, event.creditor)
        and (debt.amount, debt.reason) == (event.amount, event.reason)
    )
    return replace(state, debts=state.debts[:index] + state.debts[index + 1 :])


@on(e.WentBankrupt)
def _went_bankrupt(state: GameState, event: e.WentBankrupt) -> GameState:
    seat = event.seat
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
    bidders = tuple(other for other in auction.bidders if other != seat)
    earlier = () if auction.leader is None else auction.earlier  # it starts again from no bid
    return replace(auction, bidders=bidders, earlier=earlier)


def _inherited(state: GameState, event: e.WentBankrupt) -> Iterator[s.Debt]:
    """Yield the debts that are left: what is owed to the bankrupt is owed to the creditor."""
    for debt in state.debts:
        if debt.creditor == event.seat and debt.debtor != event.creditor:
            yield replace(debt, creditor=event.creditor)
        elif event.seat not in (debt.debtor, debt.creditor):
            yield debt


@on(e.LotHandedOver)
def _lot_handed_over(state: GameState, event: e.LotHandedOver) -> GameState:
    taken_over = tuple(lot for lot in state.taken_over if lot != event.lot)
    interest_paid = tuple(lot for lot in state.interest_paid if lot != event.lot)
    if event.interest_paid:
        taken_over, interest_paid = (*taken_over, event.lot), (*interest_paid, event.lot)
    state = replace(state, taken_over=taken_over, interest_paid=interest_paid)
    if event.to is None:
        return with_lot(state, event.lot, owner=None, mortgaged=False)
    return with_lot(state, event.lot, owner=event.to)


@on(e.EstateFell)
def _estate_fell(state: GameState, event: e.EstateFell) -> GameState:
    state = replace(state, estate=(*state.estate, *event.lots))
    if not event.heirs:
        return state
    division = s.Division(event.seat, event.heirs, (event.shared,))
    return replace(state, heirs={**state.heirs, **dict.fromkeys(event.lots, division)})


@on(e.TimeCalled)
def _time_called(state: GameState, event: e.TimeCalled) -> GameState:
    state = replace(state, time_called=True)
    return state if event.rolls_on else with_turn(state, roll_due=False)


@on(e.GameEnded)
def _game_ended(state: GameState, event: e.GameEnded) -> GameState:
    """Leave nothing open; what is still owed stays, for it was counted."""
    return replace(
        state,
        winners=event.winners,
        purchase=None,
        draw=None,
        choice=None,
        auction=None,
        rents=(),
        offers=(),
        transfers=(),
        wishes=(),
        estate=(),
        heirs={},
    )


@on(e.Corrected)
def _corrected(state: GameState, event: e.Corrected) -> GameState:
    return corrected(state, event)


@on(e.TakenOver)
def _taken_over(state: GameState, event: e.TakenOver) -> GameState:
    state = corrected(state, event)
    players = tuple(replace(p, out=Seat(n) in event.out) for n, p in enumerate(state.players))
    return replace(
        state,
        players=players,
        parked=s.parked_among(players, (), state.edition),
        first=None,
        deal_due=False,
        turn=s.Turn(event.turn),
    )
