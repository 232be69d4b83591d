"""Trades of built-in players: lots for whole groups, swapped or paid for."""

from collections.abc import Iterator

from companion.bots.values import (
    asking_price,
    burden_of,
    in_notes,
    reserve_of,
    worth_to,
)
from companion.editions.model import deck_of
from companion.game.commands import NamedGoods, Offer
from companion.game.state import GameState, StandingOffer
from companion.words import Money, Seat, Space

Group = tuple[Space, ...]
Held = tuple[Group, list[Seat | None]]
"""A group of streets, and who owns each of them."""


def proposals(state: GameState, seat: Seat) -> Iterator[Offer]:
    """Yield trades that would bring *seat* nearer to a whole group, the dearest group first."""
    spare, lots = state.cash(seat) - reserve_of(state, seat), state.lots
    if spare < 0:
        return
    held = [(group, [lots[n].owner for n in group]) for group in state.edition.street_groups]
    for group, owners in reversed(held):
        if seat not in owners or owners.count(seat) == len(owners):
            continue
        for lot, owner in zip(group, owners, strict=True):
            if owner is not None and owner != seat:
                given = _looked_for(held, seat, owner, apart_from=group)
                offer = _for_lot(state, seat, lot, owner, given=given, spare=spare)
                if offer is not None:
                    yield offer
    if state.players[seat].jailed is not None and not state.jail_cards(seat):
        yield from _for_a_card(state, seat, spare)


def _for_lot(
    state: GameState, seat: Seat, lot: Space, owner: Seat, *, given: Space | None, spare: Money
) -> Offer | None:
    """Return an offer for *lot*: a lot that its owner looks for, money, or both; None if dear."""
    asked = asking_price(state, owner, lot, seat) - burden_of(state, lot)
    worth = worth_to(state, seat, lot) - burden_of(state, lot)
    if given is not None:
        asked -= worth_to(state, owner, given) - burden_of(state, given)
        worth -= asking_price(state, seat, given, owner) - burden_of(state, given)
    if state.players[seat].laps % 2:
        asked = asked * 9 // 10  # trying it on: it is refused unless the owner is fond of it
    cash = max(0, asked)
    if cash > min(worth, spare):
        return None
    lots = () if given is None else (given,)
    notes = cash + -cash % max(1, state.rules.smallest_amount)
    return Offer(
        by=seat, to=owner, give=NamedGoods(cash=notes, lots=lots), take=NamedGoods(lots=(lot,))
    )


def _looked_for(held: list[Held], seat: Seat, owner: Seat, *, apart_from: Group) -> Space | None:
    """Return a lot of *seat* that completes a bare group of *owner*, or None."""
    for group, owners in held:
        mine = owners.count(seat) == 1 and owners.count(owner) == len(group) - 1
        if mine and group is not apart_from:
            return group[owners.index(seat)]
    return None


def _for_a_card(state: GameState, seat: Seat, spare: Money) -> Iterator[Offer]:
    """Yield offers of a prisoner for somebody's card that leaves jail free."""
    price = in_notes(state, state.rules.jail_fine * 4 // 5)
    for card, holder in sorted(state.holds.items()):
        if holder != seat and price <= spare:
            deck = deck_of(card)
            yield Offer(
                by=seat, to=holder, give=NamedGoods(cash=price), take=NamedGoods(cards=(deck,))
            )


def payment(state: GameState, seat: Seat) -> Offer | None:
    """Return an offer of lots to the creditor in place of a debt that cannot be paid, or None."""
    debt = state.debts_of(seat)[0]
    if debt.creditor == "bank":
        return None
    bare = [lot.index for lot in state.owned(seat) if not state.family_built(lot.index)]
    worth, lots = 0, []
    for lot in bare:
        worth += worth_to(state, debt.creditor, lot) - burden_of(state, lot)
        lots.append(lot)
        if worth >= debt.amount:
            return Offer(by=seat, to=debt.creditor, give=NamedGoods(lots=tuple(lots)))
    return None


def agrees(state: GameState, offered: StandingOffer) -> bool:
    """Return whether the player asked gains by a trade, in its own eyes."""
    seat, giver = offered.to, offered.giver
    card = state.rules.jail_fine // 2
    gets = offered.give.cash + card * len(offered.give.cards)
    gets += sum(worth_to(state, seat, lot) - burden_of(state, lot) for lot in offered.give.lots)
    if offered.pays:
        return gets >= sum(d.amount for d in state.debts_of(giver) if d.creditor == seat)
    loses = offered.take.cash + card * len(offered.take.cards)
    loses += sum(
        asking_price(state, seat, lot, giver) - burden_of(state, lot) for lot in offered.take.lots
    )
    return gets >= loses
