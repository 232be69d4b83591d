"""Giving up: what becomes of a player's money, lots, buildings and cards, and the end."""

from collections.abc import Iterator, Sequence

from companion.game.commands import Bankrupt, Leave
from companion.game.events import (
    BidVoided,
    BuildingsSold,
    CardHandedOver,
    CardReturned,
    EstateFell,
    GameEnded,
    LotHandedOver,
    Mortgaged,
    Paid,
    Party,
    TurnEnded,
    WentBankrupt,
)
from companion.game.postings import stock_of
from companion.game.state import Division, GameState
from companion.rules import creditors
from companion.rules.citing import always_cites, cites
from companion.rules.money import charge
from companion.rules.mortgage import (
    interest_facts,
    told_of_rounding,
    transfer_interest_on,
    why_no_mortgage,
)
from companion.rules.parking import take_at_once
from companion.rules.play import Outcome, Play, cannot_act, key, keys, refuse, told_by_variants
from companion.rules.raisable import raisable
from companion.rules.registry import rule
from companion.rules.setup import settle_first
from companion.rules.time_limit import count
from companion.rules.worth import owed, refund_facts, refunds, steps_of
from companion.words import Seat, Space


@rule("bankruptcy/out", "bankruptcy/means-first", "loan/bank-only")
def bankrupt(state: GameState, command: Bankrupt) -> Outcome:
    """Take a player out of the game whose means do not cover what is owed."""
    seat = command.by
    refusal = cannot_act(state, seat)
    if refusal:
        return refusal
    if not state.debts_of(seat):
        return refuse("no-debt", "bankruptcy/out")
    if can_still_pay(state, seat):
        means = state.cash(seat) + raisable(state, seat)
        return refuse(
            "can-still-pay", "bankruptcy/means-first", amount=owed(state, seat), means=means
        )
    play = Play(state)
    if any(debt.reason == "bid" for debt in state.debts_of(seat)):
        _void_bid(play, seat)
        if not play.state.debts_of(seat):
            _give_up(play, seat, "bank")
            return play
    if state.rules.bankrupt_to_player == "bank-pays":
        owed_to_players = creditors.let_bank_pay(play, seat)
        _give_up(play, seat, "bank", to="bankruptcy/to-player" if owed_to_players else None)
        return play
    if state.rules.bankrupt_to_player == "all-raised" and not _is_the_last(state):
        _raise_all(play, seat)
    _settle_with_creditors(play, seat)
    if play.state.pot > state.pot:
        take_at_once(play)
    return play


@rule("bankruptcy/several-creditors")
def _settle_with_creditors(play: Play, seat: Seat) -> None:
    """Pay the debts as far as it goes, and take *seat* out for the rest."""
    state, rules = play.state, play.state.rules
    several = len(creditors.shares_of(state, seat)) > 1
    if rules.several_creditors == "in-proportion" and several:
        _sell_for_players(play, seat)
        division = creditors.share_in_proportion(play, seat)
        _give_up(play, seat, "bank", to="bankruptcy/several-creditors", division=division)
    elif rules.several_creditors == "card-evenly" and creditors.fell_due_together(state, seat):
        creditors.share_evenly(play, seat)
        _give_up(play, seat, "bank")
    else:
        _sell_for_players(play, seat)
        _give_up(play, seat, creditors.heir_of(play, seat))


@rule("bankruptcy/to-bank", "bankruptcy/leaving")
def leave(state: GameState, command: Leave) -> Outcome:
    """Take a player out of the game who owes nothing: everything goes to the Bank."""
    seat = command.by
    refusal = cannot_act(state, seat)
    if refusal:
        return refusal
    if state.debts_of(seat):
        return refuse("in-debt", "bankruptcy/out", amount=owed(state, seat))
    play = Play(state)
    _give_up(play, seat, "bank", left=True)
    return play


def can_still_pay(state: GameState, seat: Seat) -> bool:
    """Return whether cash and what can be raised cover all that *seat* owes."""
    cash, sum_owed = state.cash(seat), owed(state, seat)
    return cash >= sum_owed or cash + raisable(state, seat) >= sum_owed


# ---- before the creditor takes over


@rule("bankruptcy/mortgaged-first")
def _raise_all(play: Play, seat: Seat) -> None:
    """Sell every building and mortgage every lot that can be: all goes towards the debts."""
    _clear_buildings(play, seat, paid=True, because="bankruptcy/buildings-sold")
    for lot in play.state.owned(seat):
        if why_no_mortgage(play.state, lot.index) is None:
            told = Mortgaged(
                seat=seat,
                lot=lot.index,
                value=lot.mortgage,
                facts={"base": lot.mortgage, "from": "deed"},
                because=key("bankruptcy/mortgaged-first"),
            )
            play.tell(told)


always_cites(Mortgaged, "mortgage/value", because="bankruptcy/mortgaged-first")


@rule("bankruptcy/buildings-sold")
def _sell_for_players(play: Play, seat: Seat) -> None:
    """Sell the buildings to the Bank where players are owed."""
    to_players = any(debt.creditor != "bank" for debt in play.state.debts_of(seat))
    if to_players and not _buildings_stay(play.state):
        _clear_buildings(play, seat, paid=True, because="bankruptcy/buildings-sold")


# ---- handing over


@rule("short/ends")
def _is_the_last(state: GameState) -> bool:
    """Return whether the next bankruptcy ends the game, and the richest wins."""
    out = len(state.seats) - len(state.playing)
    return out + 1 == state.rules.ends_at_bankruptcy


@rule("short/last-estate")
def _buildings_stay(state: GameState) -> bool:
    """Return whether a creditor gets buildings too, and not what the Bank pays for them."""
    return state.rules.bankrupt_to_player == "buildings-stay" or _is_the_last(state)


@rule("bankruptcy/out")
@rule("short/first-bankruptcy")
def _give_up(
    play: Play,
    seat: Seat,
    creditor: Party,
    *,
    to: str | None = None,
    division: Division | None = None,
    left: bool = False,
) -> None:
    """Take *seat* out, with everything to the creditor; the last one left wins.

    Args:
        play: what has happened so far.
        seat: who goes.
        creditor: who gets everything.
        to: the rule that says so, where it is another one than of a creditor of this kind.
        division: how the Bank divides the estate among several, where it only does that.
        left: of the own will.
    """
    _void_bid(play, seat)
    to = to or ("bankruptcy/to-bank" if creditor == "bank" else "bankruptcy/to-player")
    last = _is_the_last(play.state)
    if creditor == "bank" or not _buildings_stay(play.state):
        _clear_buildings(play, seat, paid=False, because="bankruptcy/buildings-to-bank")
    play.tell(
        WentBankrupt(
            seat=seat,
            creditor=creditor,
            left=left,
            because=key("bankruptcy/out"),
            also=keys(to, *_told_of_leaving(play.state, seat, last=last)),
        )
    )
    lots = tuple(lot.index for lot in play.state.owned(seat))
    _hand_over_money_and_cards(play, seat, creditor, because=to)
    _hand_over_lots(play, seat, creditor, because=to)
    if len(play.state.playing) == 1:
        _end(play)
    elif last:
        count(play)
    else:
        _go_on_without(play, seat, lots if creditor == "bank" else (), division)


def _void_bid(play: Play, seat: Seat) -> None:
    auction = play.state.auction
    if auction and auction.leader == seat:
        play.tell(BidVoided(seat=seat, because=key("auction/bid-within-cash")))


@rule("bankruptcy/one-player-left", "winner/last-player", "end/last-player")
@rule("short/few-players", "timed/last-player")
def _end(play: Play) -> None:
    """Let the last player win."""
    play.tell(GameEnded(winners=play.state.playing, because=key("winner/last-player")))


@rule("bankruptcy/turn-ends", "bankruptcy/estate-auction")
def _go_on_without(
    play: Play, seat: Seat, fallen: tuple[Space, ...], division: Division | None
) -> None:
    """Let the Bank auction what fell to it, and the game go on without *seat*."""
    if fallen:
        because = key("bankruptcy/estate-auction")
        heirs, shared = (division.shares, division.sums[0]) if division else ((), 0)
        play.tell(EstateFell(seat=seat, lots=fallen, heirs=heirs, shared=shared, because=because))
    if play.state.turn.seat == seat:
        following = play.state.after(seat)
        play.tell(TurnEnded(seat=seat, next=following, because=key("bankruptcy/turn-ends")))
    if play.state.first is not None:
        settle_first(play)


def _told_of_leaving(state: GameState, seat: Seat, *, last: bool) -> Iterator[str]:
    yield "end/last-player"
    if not state.debts_of(seat):
        yield "bankruptcy/leaving"
    if len(creditors.shares_of(state, seat)) > 1 and not creditors.oldest_alone(state, seat):
        yield "bankruptcy/several-creditors"
    lapsing = any(seat in (rent.owner, rent.visitor) for rent in state.rents)
    if state.turn.seat == seat or lapsing:
        yield "bankruptcy/turn-ends"
    if state.rules.ends_at_bankruptcy and not last:
        yield from told_by_variants(state, "first-bankruptcy")


@cites(GameEnded, "winner/last-player")
def _ended(state: GameState, _event: GameEnded) -> Iterator[str]:
    yield "bankruptcy/one-player-left"
    agreed = any(printing.id == "timed" for printing in state.edition.printings)
    if not agreed or "timed" in state.edition.variants:
        yield "timed/last-player"
    if state.rules.ends_at_bankruptcy:
        yield from told_by_variants(state, "few-players")


@rule("bankruptcy/buildings-to-bank")
def _clear_buildings(play: Play, seat: Seat, *, paid: bool, because: str) -> None:
    """Take all buildings of a player off the board, at half their price or for nothing."""
    state = play.state
    levels = {lot.index: state.lots[lot.index].level for lot in state.owned(seat)}
    built = {lot: steps_of(state, level) for lot, level in levels.items() if level}
    told = refund_facts(state, built) if paid else {}
    for lot, brought in refunds(state, built).items():
        houses, hotels = stock_of(levels[lot])
        play.tell(
            BuildingsSold(
                seat=seat,
                lot=lot,
                start=levels[lot],
                to=0,
                paid=brought if paid else 0,
                houses=houses,
                hotels=hotels,
                facts=told.get(lot, {"base": 0, "from": "estate"}),
                because=key(because),
            )
        )


@cites(BuildingsSold, "bankruptcy/buildings-sold")
def _sold(state: GameState, event: BuildingsSold) -> Iterator[str]:
    if event.hotels:
        yield from told_by_variants(state, "hotel-worth")


@rule("bankruptcy/to-player", "bankruptcy/pays-what-there-is")
@rule("bankruptcy/jail-free-to-bank", "bankruptcy/jail-free-to-player")
def _hand_over_money_and_cards(play: Play, seat: Seat, creditor: Party, *, because: str) -> None:
    cash = play.state.cash(seat)
    if cash:
        play.tell(
            Paid(
                payer=seat,
                payee=creditor,
                amount=cash,
                reason="estate",
                facts={"base": cash, "from": "estate"},
                because=key(because),
                also=keys("bankruptcy/pays-what-there-is"),
            )
        )
    for card in play.state.jail_cards(seat):
        if creditor == "bank":
            under = key("bankruptcy/jail-free-to-bank")
            play.tell(CardReturned(seat=seat, card=card, because=under))
        else:
            play.tell(
                CardHandedOver(
                    card=card,
                    giver=seat,
                    to=creditor,
                    facts={"from": "estate"},
                    because=key(because),
                )
            )


always_cites(CardHandedOver, "bankruptcy/jail-free-to-player")


@rule("bankruptcy/estate-mortgaged")
def _hand_over_lots(play: Play, seat: Seat, creditor: Party, *, because: str) -> None:
    """Give the lots to the creditor, or to the Bank, which lifts their mortgages."""
    lots = play.state.owned(seat)
    one_left = len(play.state.playing) == 1
    taken = play.state.rules.bankrupt_creditor_pays_interest and not one_left
    for lot in lots:
        mortgaged = play.state.lots[lot.index].mortgaged
        to = None if creditor == "bank" else creditor
        play.tell(
            LotHandedOver(
                lot=lot.index,
                giver=seat,
                to=to,
                interest_paid=mortgaged and to is not None and taken,
                facts={"from": "estate"},
                because=key(because),
            )
        )
    if creditor != "bank" and taken:
        values = [lot.mortgage for lot in lots if play.state.lots[lot.index].mortgaged]
        _take_interest(play, creditor, values)


@cites(LotHandedOver)
def _lot_handed_over(state: GameState, event: LotHandedOver) -> Iterator[str]:
    held, to_bank = state.lots[event.lot], event.to is None
    if held.mortgaged:
        yield "bankruptcy/estate-mortgaged" if to_bank else "bankruptcy/mortgaged-to-creditor"
    if held.level:
        yield from told_by_variants(state, "last-estate")


@rule("bankruptcy/mortgaged-to-creditor", "bankruptcy/interest-as-debt")
def _take_interest(play: Play, creditor: Seat, values: Sequence[int]) -> None:
    """Take the interest of every lot; a sum that cash does not cover is one debt to the Bank."""
    rate = play.state.rules.transfer_interest
    each = [
        (transfer_interest_on(play.state, value), interest_facts(play.state, value, rate))
        for value in values
    ]
    rounding = {rule: None for _, facts in each for rule in told_of_rounding(facts)}
    whole = sum(interest for interest, _ in each)
    if len(each) > 1 and whole > play.state.cash(creditor):
        each = [(whole, {})]
    for interest, facts in each:
        charge(
            play,
            creditor,
            "bank",
            interest,
            reason="interest",
            because="bankruptcy/mortgaged-to-creditor",
            also=("bankruptcy/interest-as-debt", *(told_of_rounding(facts) if facts else rounding)),
            facts=facts,
        )
