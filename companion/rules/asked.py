"""What the referee waits for from whom, and what each seat may do now."""

from collections.abc import Iterator, Mapping

import msgspec

from companion.editions.model import BoardSpace
from companion.game import commands
from companion.game.refusals import Refusal
from companion.game.state import Auction, Debt, GameState
from companion.rules import decide
from companion.rules.auction import lowest_bid
from companion.rules.bankruptcy import can_still_pay
from companion.rules.jail import may_give_card_for_fine, why_no_way_out
from companion.rules.levels import own_group, steps_on
from companion.rules.mortgage import lifting_interest
from companion.rules.rent import open_rents
from companion.rules.shortage import bid_place
from companion.rules.tax import why_not_yet
from companion.rules.trade import why_closed
from companion.rules.transfer import at_hand
from companion.rules.turn import roller
from companion.rules.worth import refunds, sold_for
from companion.words import Money, Seat, Space

WAITED_FOR = frozenset(
    (
        *("first-roll", "roll", "end", "jail-pay", "jail-card", "buy", "decline", "draw"),
        *("choose", "bid", "pass", "pay", "bankrupt"),
    )
)
TRADING = frozenset(("offer", "accept", "reject"))
STANDING = frozenset(("redeem", "mortgage", "build", "want", "sell"))
VERBS = WAITED_FOR | TRADING | STANDING | {"leave", "claim"}

_NOTHING: frozenset[str] = frozenset()
_FIRST_ROLL, _ROLL, _END = (frozenset((word,)) for word in ("first-roll", "roll", "end"))
_PAY, _BANKRUPT, _DRAW = (frozenset((word,)) for word in ("pay", "bankrupt", "draw"))
_CHOOSE = frozenset(("choose",))
_PURCHASE = frozenset(("buy", "decline"))
_BIDDING = frozenset(("bid", "pass"))


class Permit(msgspec.Struct, frozen=True):
    """One thing that a seat may do now, with the amount that its button shows."""

    do: str
    amount: Money | None = None
    lot: Space | None = None
    other: Seat | None = None  # who pays a claim, or is owed a debt
    options: tuple[str, ...] = ()
    lots: tuple[tuple[Space, int], ...] = ()  # buildings that are only sold together


def asked(state: GameState) -> dict[Seat, frozenset[str]]:
    """Return the commands that the referee waits for; nothing else can go on before them."""
    if state.winners:
        return {}
    waiting = _waiting(state)
    if waiting is None:
        return _between_rolls(state)
    for transfer in state.transfers:
        waiting[transfer.seat] = waiting.get(transfer.seat, _NOTHING) | _CHOOSE
    return waiting if len(waiting) < 2 else dict(sorted(waiting.items()))


def on_turn(state: GameState, wanted: Mapping[Seat, frozenset[str]]) -> Seat | None:
    """Return whose turn it is: of who rolls next, once a turn is played out.

    Nobody's before the first roll and after the end.

    Args:
        state: of the game.
        wanted: what is waited for, as `asked` says it.
    """
    if state.phase != "play":
        return None
    return next((seat for seat, words in wanted.items() if "roll" in words), state.turn.seat)


def one_to_roll(wanted: dict[Seat, frozenset[str]]) -> dict[Seat, frozenset[str]]:
    """Return what is waited for, with one seat at a time to roll for who begins, in seating order.

    All of them may; but dice that a camera sees say nothing of who threw them.
    """
    first = next((seat for seat, verbs in wanted.items() if verbs == _FIRST_ROLL), None)
    return wanted if first is None else {first: _FIRST_ROLL}


def _waiting(state: GameState) -> dict[Seat, frozenset[str]] | None:
    """Return what is waited for, answers about mortgaged lots taken over left aside.

    None: nothing is, but that the game goes on.
    """
    if state.debts:
        return {debtor: _owing(state, debtor) for debtor in {d.debtor for d in state.debts}}
    if state.auction is not None:
        leader = state.auction.leader
        return {seat: _BIDDING for seat in state.auction.bidders if seat != leader}
    if state.deal_due and state.first is None:
        return {}  # the deeds are dealt first, by whoever keeps the Bank
    if state.first is not None:
        return dict.fromkeys(state.first.waiting, _FIRST_ROLL)
    if state.rents and (rent := state.rent_roll) is not None:
        return {rent.visitor: _ROLL}
    if state.purchase is not None:
        return {state.purchase.seat: _PURCHASE}
    if state.draw is not None:
        return {state.draw.seat: _DRAW}
    if state.choice is not None:
        return {state.choice.seat: _CHOOSE}
    return {} if state.transfers else None


def _owing(state: GameState, debtor: Seat) -> frozenset[str]:
    return _PAY if can_still_pay(state, debtor) else _BANKRUPT


def _between_rolls(state: GameState) -> dict[Seat, frozenset[str]]:
    turn, seat = state.turn, roller(state)
    if state.time_called and not turn.roll_due:
        return {turn.seat: _END}
    words = _ROLL if state.players[seat].jailed is None else _ROLL.union(_ways_out(state, seat))
    if turn.rolled and not turn.roll_due:
        if seat < turn.seat:
            return {seat: words, turn.seat: _END}
        return {turn.seat: _END, seat: words} if seat != turn.seat else {seat: words | _END}
    if turn.rolled and state.rules.doubles_roll_may_be_declined:
        words |= _END
    return {seat: words}


def _ways_out(state: GameState, seat: Seat) -> Iterator[str]:
    affordable = state.cash(seat) >= state.rules.jail_fine
    if affordable and why_no_way_out(state, seat, by="fine") is None:
        yield "jail-pay"
    if state.jail_cards(seat) and why_no_way_out(state, seat, by="card") is None:
        yield "jail-card"


def may(state: GameState, seat: Seat, *words: str) -> tuple[Permit, ...]:
    """Return all that *seat* may do now: what is asked of it, and its standing rights.

    With *words*, only what these commands are.
    """
    return tuple(permits(state, seat, *words))


def permits(state: GameState, seat: Seat, *words: str) -> Iterator[Permit]:
    """Yield what *seat* may do now, one after the other: who needs the first is soon served."""
    if state.winners or state.players[seat].out:
        return
    wanted = frozenset(words) if words else VERBS
    for permit in _permits(state, seat, wanted):
        if permit.do in wanted:
            yield permit


def _permits(state: GameState, seat: Seat, words: frozenset[str]) -> Iterator[Permit]:
    if words & WAITED_FOR:
        yield from _wanted(state, seat, words)
    if "leave" in words and not state.debts_of(seat):
        yield Permit("leave")
    if "claim" in words:
        yield from _claims(state, seat)
    if words & TRADING:
        yield from _trades(state, seat)
    if words & STANDING:
        yield from _standing(state, seat, words)


def _wanted(state: GameState, seat: Seat, words: frozenset[str]) -> Iterator[Permit]:
    wanted = asked(state).get(seat, _NOTHING)
    for word in sorted(wanted & words):
        if word == "choose":
            yield from _choices(state, seat)
        elif permit := _permit(state, seat, word):
            yield permit
    if may_give_card_for_fine(state, seat):
        yield Permit("jail-card")
    if "bankrupt" in wanted and (permit := _permit(state, seat, "pay")):
        yield permit  # some of several debts may still be covered
    if state.debts or state.rent_roll is not None:
        yield from _beside(state, seat, wanted)


def _beside(state: GameState, seat: Seat, wanted: frozenset[str]) -> Iterator[Permit]:
    """Yield what else is open: who owes stops the dice and auctions, not a card or an answer."""
    for word, thing in (("buy", state.purchase), ("draw", state.draw)):
        if thing is not None and thing.seat == seat and (permit := _permit(state, seat, word)):
            yield permit
    if "choose" not in wanted:
        yield from _choices(state, seat)


def _permit(state: GameState, seat: Seat, word: str) -> Permit | None:
    """Return a command that is asked for with its amount, or None if cash does not cover it."""
    cash = state.cash(seat)
    match word:
        case "buy":
            offer = state.purchase
            assert offer is not None
            covered = cash >= offer.price and not state.debts_of(seat)
            return Permit(word, offer.price, offer.lot) if covered else None
        case "bid":
            assert state.auction is not None
            return lowest_bid_of(state, state.auction, seat)
        case "pay":
            debt = coverable(state, seat)
            if debt is None:
                return None
            other = None if debt.creditor == "bank" else debt.creditor
            return Permit(word, debt.amount, other=other)
        case "jail-pay":
            return Permit(word, state.rules.jail_fine)
        case _:
            return Permit(word)


def coverable(state: GameState, seat: Seat) -> Debt | None:
    """Return the debt that `pay` may settle now: of those that cash covers, the oldest."""
    owed = {debt.creditor: debt for debt in reversed(state.debts_of(seat))}  # the oldest of each
    covered = (debt for debt in state.debts_of(seat) if debt is owed[debt.creditor])
    return next((debt for debt in covered if state.cash(seat) >= debt.amount), None)


def lowest_bid_of(state: GameState, auction: Auction, seat: Seat) -> Permit | None:
    """Return the lowest bid that *seat*, who is asked for one, could make now; None: no cash."""
    lot = auction.lot if auction.kind == "lot" else bid_place(state, auction, seat)
    if lot is None:
        return None
    least = lowest_bid(state, auction, lot)
    return Permit("bid", least, lot) if at_hand(state, seat) >= least else None


def _choices(state: GameState, seat: Seat) -> Iterator[Permit]:
    """Yield what *seat* is to choose: about the first lot taken over, and between alternatives."""
    transfer = next((due for due in state.transfers if due.seat == seat), None)
    if transfer is not None:
        command = commands.Choose(by=seat, option="redeem")
        refused = isinstance(decide(state, command), Refusal)
        options = ("interest",) if refused else ("redeem", "interest")
        yield Permit("choose", lot=transfer.lot, options=options)
    if state.choice is not None and state.choice.seat == seat:
        yield Permit("choose", options=state.choice.options)


def _trades(state: GameState, seat: Seat) -> Iterator[Permit]:
    if why_closed(state, *state.playing) is None and why_not_yet(state, seat) is None:
        yield Permit("offer")
    offered = state.offer_to(seat)
    if offered is not None:
        if not isinstance(decide(state, commands.Accept(by=seat)), Refusal):
            yield Permit("accept", other=offered.giver)
        yield Permit("reject", other=offered.giver)


def _claims(state: GameState, seat: Seat) -> Iterator[Permit]:
    for rent in open_rents(state):
        if rent.owner == seat and not rent.claimed:
            yield Permit("claim", rent.amount, rent.lot, rent.visitor)


def _standing(state: GameState, seat: Seat, words: frozenset[str]) -> Iterator[Permit]:
    """Yield what may be done with one's lots: whatever the referee would not refuse."""
    for space in state.owned(seat):
        for command, amount in _uses(state, seat, space, words):
            outcome = decide(state, command)
            if not isinstance(outcome, Refusal):
                yield Permit(commands.verb(command), amount, space.index)
            elif isinstance(command, commands.Sell) and outcome.code == "no-houses-left":
                yield from _sold_together(state, seat, space)


def _sold_together(state: GameState, seat: Seat, space: BoardSpace) -> Iterator[Permit]:
    """Yield the sale of a whole group, where the Bank has no houses to leave in a hotel's place."""
    group = {lot: steps_on(state, lot) for lot in own_group(state, space.index)}
    lots = {lot: steps for lot, steps in group.items() if steps}
    if not isinstance(decide(state, commands.Sell(by=seat, lots=lots)), Refusal):
        amount = sum(refunds(state, lots).values())
        yield Permit("sell", amount, space.index, lots=tuple(lots.items()))


def _uses(
    state: GameState, seat: Seat, space: BoardSpace, words: frozenset[str]
) -> Iterator[tuple[commands.AnyCommand, Money]]:
    """Yield what there is to do with a lot, with its amount, lawful now or not."""
    lot, held = space.index, state.lots[space.index]
    if held.mortgaged and "redeem" in words:
        yield commands.Redeem(by=seat, lots=(lot,)), space.mortgage + lifting_interest(state, lot)
    if not held.mortgaged and "mortgage" in words:
        yield commands.Mortgage(by=seat, lots=(lot,)), space.mortgage
    if space.kind == "street" and "build" in words:
        yield commands.Build(by=seat, lots={lot: 1}), space.house_cost
    if space.kind == "street" and "want" in words:
        yield commands.Want(by=seat, lots={lot: 1}), space.house_cost
    if held.level and "sell" in words:
        yield commands.Sell(by=seat, lots={lot: 1}), sold_for(state, space, 1)
