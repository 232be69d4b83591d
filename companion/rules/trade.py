"""Private trades: an offer from one player to another, accepted or rejected."""

from collections.abc import Collection, Iterator

from companion.game import commands
from companion.game.commands import Accept, Offer, Reject, Terms
from companion.game.events import DebtSettled, Goods, OfferLapsed, OfferMade, OfferRejected, Traded
from companion.game.refusals import Refusal
from companion.game.state import GameState, StandingOffer
from companion.game.terms import Party
from companion.rules import time_limit
from companion.rules.citing import always_cites, cites
from companion.rules.plausibility import jail_free_card
from companion.rules.play import (
    Outcome,
    Play,
    cannot_act,
    is_confined,
    key,
    refuse,
    told_by_variants,
    told_of_first_rounds,
)
from companion.rules.registry import rule
from companion.rules.rounding import settles
from companion.rules.transfer import due_interest, open_transfers
from companion.words import Seat, Space

NOTHING = Goods()


@rule("sale/bare-lot", "sale/goods", "sale/price", "sale/not-to-bank", "card/jail-free-sale")
def offer(state: GameState, command: Offer) -> Outcome:
    """Let a trade stand until it is answered, replaced, impossible or a new turn begins."""
    seat = command.by
    parties = (seat,) if command.to == "bank" else (seat, command.to)
    refusal = cannot_act(state, seat) or why_closed(state, *parties)
    if refusal:
        return refusal
    if command.to == "bank":
        lent = ("loan/bank-only",) if command.take.cash else ()
        card = ("card/jail-free-sale",) if command.give.cards else ()
        held = [state.lots[lot] for lot in command.give.lots if lot in state.lots]
        owing = ("sale/mortgaged",) if any(lot.mortgaged for lot in held) else ()
        return refuse("not-for-sale", "sale/not-to-bank", *lent, *card, *owing)
    if command.to not in state.seats or command.to == seat:
        return refuse("bad-command", "sale/goods", seat=command.to)
    if state.players[command.to].out:
        return refuse("bankrupt", "bankruptcy/out", seat=command.to)
    decks = (*command.give.cards, *command.take.cards)
    if any(jail_free_card(state, deck) is None for deck in decks):
        return refuse("no-such-card", "card/jail-free-sale")
    give, take = (_goods(state, goods) for goods in (command.give, command.take))
    pays = take == NOTHING and any(d.creditor == command.to for d in state.debts_of(seat))
    offered = StandingOffer(seat, command.to, give, take, pays=pays)
    refusal = _why_forbidden(state, offered, command) or why_not_now(state, offered)
    if refusal:
        return refusal
    if not (settles(state.rules, give.cash) and settles(state.rules, take.cash)):
        return refuse("bad-command", "bank/smallest-amount", step=state.rules.smallest_amount)
    if give.cash > state.cash(seat):
        return refuse("not-enough-cash", "sale/goods", amount=give.cash, cash=state.cash(seat))
    terms = command.instead
    if terms is not None and terms.giver != command.to:
        return refuse("bad-command", "sale/goods", seat=terms.giver)
    answered = () if terms is None else _over(state, seat, terms, changed=True)
    if isinstance(answered, Refusal):
        return answered
    because = key("bankruptcy/payment-in-property" if pays else "sale/goods")
    changes = terms is not None or any(
        (one.giver, one.to) == (seat, command.to) for one in state.offers
    )
    made = OfferMade(
        giver=seat, to=command.to, give=give, take=take, pays=pays, changes=changes, because=because
    )
    return (*answered, made)


always_cites(OfferMade, "sale/when")


@rule("sale/when", "setup/business-after-deal", "variant/deal-all-free-prices")
def why_closed(state: GameState, *parties: Seat) -> Refusal | None:
    """Return why these may not trade with each other now, or None.

    A debt holds up an auction: a debtor may then deal to raise money in any edition.
    """
    refusal = time_limit.why_closed(state, *parties)
    if refusal:
        return refusal
    if not state.under_way:
        if state.deal_due:
            return refuse("unsettled", "setup/business-after-deal")
        return refuse("must-roll", "turn/first-roll")
    runs = state.auction is not None and not any(state.debts_of(seat) for seat in parties)
    if runs and state.rules.trade_when == "not-in-an-auction":
        return refuse("unsettled", "sale/when")
    return None


def _goods(state: GameState, named: commands.NamedGoods) -> Goods:
    cards = [jail_free_card(state, deck) for deck in named.cards]
    return Goods(named.cash, tuple(sorted(named.lots)), tuple([card for card in cards if card]))


@rule("loan/between-players", "loan/promises", "loan/gifts")
def _why_forbidden(state: GameState, offered: StandingOffer, command: Offer) -> Refusal | None:
    """Return why no table allows such a trade, or None."""
    if command.promise:
        return refuse("promise-forbidden", "loan/promises")
    if command.later is not None:
        things = offered.give.things or offered.take.things
        return refuse("loan-forbidden", "loan/promises" if things else "loan/between-players")
    if offered.give == NOTHING == offered.take:
        return refuse("bad-command", "sale/goods", wanted="goods")
    goods = offered.give.things or offered.take.things
    if not goods and not offered.pays and not state.rules.player_gifts:
        both = offered.give.cash and offered.take.cash
        return refuse("loan-forbidden", "loan/between-players" if both else "loan/gifts")
    return None


@rule("sale/group-built", "house/not-to-players", "jail/business-as-usual")
def why_not_now(state: GameState, offered: StandingOffer) -> Refusal | None:
    """Return why what is named cannot change hands as things stand, or None."""
    refusal = _why_not_had(state, offered.give, offered.giver)
    refusal = refusal or _why_not_had(state, offered.take, offered.to)
    if refusal:
        return refusal
    for lot in (*offered.give.lots, *offered.take.lots):
        if state.transfers and any(transfer.lot == lot for transfer in state.transfers):
            return refuse("unsettled", "mortgage/every-transfer", lot=lot)
        if state.lots[lot].level:
            return refuse("group-built", "house/not-to-players", "sale/group-built", lot=lot)
        if state.rules.sale_blocked_by_group_buildings and state.family_built(lot):
            return refuse("group-built", "sale/group-built", lot=lot)
    lots = offered.give.lots or offered.take.lots
    for seat in (offered.giver, offered.to):
        if lots and not offered.pays and is_confined(state, seat):
            return refuse("in-jail", "jail/business-as-usual", seat=seat)
    return None


def _why_not_had(state: GameState, goods: Goods, owner: Party) -> Refusal | None:
    """Return why *owner* cannot give what is named, or None."""
    if len(set(goods.lots)) < len(goods.lots) or len(set(goods.cards)) < len(goods.cards):
        return refuse("bad-command", "sale/goods")
    for lot in goods.lots:
        if lot not in state.lots:
            return refuse("no-such-lot", "sale/bare-lot", lot=lot)
        if state.lots[lot].owner != owner:
            return refuse("not-yours", "sale/bare-lot", lot=lot)
    for card in goods.cards:
        if state.holds.get(card) != owner:
            return refuse("no-such-card", "card/jail-free-sale", card=card)
    return None


@rule("mortgage/transfer-interest", "bankruptcy/payment-in-property", "jail/bought-card")
@rule("sale/mortgaged")
def accept(state: GameState, command: Accept) -> Outcome:
    """Let both sides of a trade change hands at once."""
    refusal = cannot_act(state, command.by)
    if refusal:
        return refusal
    offered = state.offer_to(command.by)
    if offered is None:
        return time_limit.why_closed(state) or refuse("no-offer", "sale/goods")
    refusal = why_closed(state, offered.giver, offered.to) or _why_another(
        state, offered, command.offer
    )
    refusal = refusal or why_not_now(state, offered) or _why_too_dear(state, offered)
    if refusal:
        return refusal
    play = Play(state)
    play.tell(
        Traded(
            giver=offered.giver,
            to=offered.to,
            give=offered.give,
            take=offered.take,
            facts={"from": "agreed"},
            because=key("sale/goods"),
        )
    )
    if offered.pays:
        _settle_debts(play, offered)
    open_transfers(play, offered.to, offered.give.lots)
    open_transfers(play, offered.giver, offered.take.lots)
    return play


@cites(Traded)
def _traded(state: GameState, event: Traded) -> Iterator[str]:
    lots = (*event.give.lots, *event.take.lots)
    offered = state.offer_to(event.to)
    pays = offered is not None and offered.pays
    yield "sale/when"
    if pays:
        yield "bankruptcy/payment-in-property"
    if lots:
        yield from ("sale/bare-lot", "sale/price")
    if lots and state.rules.sale_blocked_by_group_buildings:
        yield "sale/group-built"
    elif any(state.family_built(lot) for lot in lots):
        yield from ("sale/group-built", "sale/buildings-stay")
    if any(state.lots[lot].mortgaged for lot in lots):
        yield from ("sale/mortgaged", "mortgage/sold", "mortgage/transfer-interest")
    if not (event.give.things or event.take.things or pays):
        yield "loan/gifts"
    if event.give.cards or event.take.cards:
        yield from ("card/jail-free-sale", "jail/bought-card")
    if not state.turn.rolled:
        yield from told_by_variants(state, "free-prices")
    yield from told_of_first_rounds(state, event.giver)


def _why_too_dear(state: GameState, offered: StandingOffer) -> Refusal | None:
    """Return who could not pay what is due at once, the interest on mortgaged lots included."""
    for seat, gives, gets in (
        (offered.giver, offered.give, offered.take),
        (offered.to, offered.take, offered.give),
    ):
        interest = due_interest(state, gets.lots)
        if state.cash(seat) < gives.cash or state.cash(seat) - gives.cash + gets.cash < interest:
            because = "mortgage/transfer-interest" if interest else "sale/goods"
            needed = gives.cash + interest
            if seat == offered.giver:  # whoever accepts is not to learn what the other one has
                return refuse("not-enough-cash", because, amount=needed, seat=seat)
            return refuse("not-enough-cash", because, amount=needed, cash=state.cash(seat))
    return None


def _settle_debts(play: Play, offered: StandingOffer) -> None:
    for debt in play.state.debts_of(offered.giver):
        if debt.creditor == offered.to:
            play.tell(
                DebtSettled(
                    debtor=debt.debtor,
                    creditor=debt.creditor,
                    amount=debt.amount,
                    reason=debt.reason,
                    facts=debt.facts,
                    because=key("bankruptcy/payment-in-property"),
                )
            )


def reject(state: GameState, command: Reject) -> Outcome:
    """Let an offer stand no more: one that was made to the player, or the own one."""
    refusal = cannot_act(state, command.by)
    if refusal:
        return refusal
    if command.to is None:
        return _over(state, command.by, command.offer)
    return _over(state, command.to, command.offer, withdrawn_by=command.by)


def _over(
    state: GameState,
    to: Seat,
    terms: Terms | None,
    *,
    withdrawn_by: Seat | None = None,
    changed: bool = False,
) -> tuple[OfferRejected] | Refusal:
    """Return that what is offered *to* somebody stands no more, as they want it or who made it."""
    offered = state.offer_to(to)
    if offered is None or withdrawn_by not in (None, offered.giver):
        return refuse("no-offer", "sale/goods")
    refusal = _why_another(state, offered, terms)
    if refusal:
        return refusal
    return (
        OfferRejected(
            giver=offered.giver,
            to=to,
            withdrawn=withdrawn_by is not None,
            changed=changed,
            because=key("sale/goods"),
        ),
    )


def _why_another(state: GameState, offered: StandingOffer, terms: Terms | None) -> Refusal | None:
    """Return that an offer is not, or not any more, as whoever answers it has read it, or None."""
    if terms is None:
        return None
    read = (terms.giver, _goods(state, terms.give), _goods(state, terms.take))
    lots = (*offered.give.lots, *offered.take.lots)
    mortgaged = {lot for lot in lots if state.lots[lot].mortgaged}
    if read == (offered.giver, offered.give, offered.take) and set(terms.mortgaged) == mortgaged:
        return None
    return refuse("gone-on", "sale/goods", seat=offered.giver)


@rule("sale/lapses")
def lapse_all(play: Play) -> None:
    """Let every offer lapse: a new turn has begun."""
    for offered in play.state.offers:
        play.tell(_lapsed(offered.giver, offered.to))


def lapsed_with(state: GameState, lots: Collection[Space]) -> tuple[OfferLapsed, ...]:
    """Return that each offer lapses which has one of these lots in it: its deed is another now."""
    return tuple(
        _lapsed(offered.giver, offered.to)
        for offered in state.offers
        if not {*offered.give.lots, *offered.take.lots}.isdisjoint(lots)
    )


def lapse_impossible(play: Play) -> None:
    """Let those offers lapse of which something has changed hands, or whose debt is settled."""
    for offered in play.state.offers:
        owed = any(debt.creditor == offered.to for debt in play.state.debts_of(offered.giver))
        if not _still_held(play.state, offered) or (offered.pays and not owed):
            play.tell(_lapsed(offered.giver, offered.to))


def _still_held(state: GameState, offered: StandingOffer) -> bool:
    sides = ((offered.give, offered.giver), (offered.take, offered.to))
    return all(
        all(state.lots[Space(lot)].owner == owner for lot in goods.lots)
        and all(state.holds.get(card) == owner for card in goods.cards)
        for goods, owner in sides
    )


def _lapsed(giver: Seat, to: Seat) -> OfferLapsed:
    return OfferLapsed(giver=giver, to=to, because=key("sale/goods"))


always_cites(OfferLapsed, "sale/lapses", because="sale/goods")
