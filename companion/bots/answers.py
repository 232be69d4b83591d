"""What a built-in player says to what the referee asks of it.

Each yields commands, the best first: the referee takes the first that it allows.
"""

from collections.abc import Iterator

from companion.bots.character import character_of
from companion.bots.trading import agrees
from companion.bots.values import in_notes, reserve_of, worth_to
from companion.game import commands as c
from companion.game.state import GameState, OpenChoice
from companion.rules.asked import lowest_bid_of, permits
from companion.rules.means import raising
from companion.rules.worth import taxed_worth
from companion.words import Seat, Space


def purchase(state: GameState, seat: Seat) -> Iterator[c.Buy | c.Decline]:
    """Buy the lot stood on if it leaves enough, or is worth more than its price; else leave it."""
    offered = state.purchase
    assert offered is not None
    left = state.cash(seat) - offered.price
    if left >= reserve_of(state, seat) or worth_to(state, seat, offered.lot) > offered.price:
        yield c.Buy(by=seat)
    yield c.Decline(by=seat)


def bid(state: GameState, seat: Seat) -> Iterator[c.Bid | c.Pass]:
    """Bid up to what the lot or the building is worth, in steps of a tenth of its price."""
    auction = state.auction
    assert auction is not None
    permit = lowest_bid_of(state, auction, seat)
    if permit is None or permit.amount is None or permit.lot is None:
        yield c.Pass(by=seat)
        return
    space, building = state.edition.space(permit.lot), auction.kind != "lot"
    worth = space.house_cost * 5 // 4 if building else worth_to(state, seat, permit.lot)
    limit = min(
        worth * character_of(seat).boldness // 100, state.cash(seat) - reserve_of(state, seat) // 2
    )
    if permit.amount <= limit:
        step = (space.house_cost if building else space.price) // 10
        amount = max(permit.amount, in_notes(state, min(limit, permit.amount + step)))
        yield c.Bid(by=seat, amount=amount, lots={permit.lot: 1} if building else {})
    else:
        yield c.Pass(by=seat)


def choose(state: GameState, seat: Seat) -> c.Choose:
    """Return the alternative that costs less, or that one can afford."""
    rich = state.cash(seat) > 2 * reserve_of(state, seat)
    due = next((transfer.lot for transfer in state.transfers if transfer.seat == seat), None)
    if due is not None and not rich:
        return c.Choose(by=seat, option="interest", lot=due)
    options = next(permits(state, seat, "choose")).options
    if due is not None:
        return c.Choose(by=seat, option="redeem" if "redeem" in options else "interest", lot=due)
    if "percent" in options:
        return c.Choose(by=seat, option=_cheaper_tax(state, seat))
    if "fine" in options:
        return c.Choose(by=seat, option="fine" if rich else "draw")
    assert state.choice is not None
    return c.Choose(by=seat, option=_best_way(state, state.choice))


def _cheaper_tax(state: GameState, seat: Seat) -> str:
    assert state.choice is not None
    space = state.edition.space(state.edition.space_named(state.choice.about))
    share = taxed_worth(state, seat) * space.percent // 100
    return "percent" if share < space.amount else "flat"


def _best_way(state: GameState, choice: OpenChoice) -> str:
    """Return where to go: to a lot that can be bought, the dearest first; never to a rent."""
    seat = choice.seat
    at = state.players[seat].at if choice.about == "bus" else 0

    def liking(option: str) -> int:
        space = state.edition.space(Space((at + int(option)) % 40))
        lot = state.lots.get(space.index)
        if lot is None:
            return 0
        if lot.owner is None:
            return space.price if space.price <= state.cash(seat) else 0
        return 0 if lot.owner == seat or lot.mortgaged else -space.price * (1 + lot.level)

    return max(choice.options, key=liking)


def debt(state: GameState, seat: Seat) -> Iterator[c.AnyCommand]:
    """Pay what is owed, raise what is missing, or give up."""
    for due in state.debts_of(seat):
        if due.amount <= state.cash(seat):
            yield c.PayDebt(by=seat, to=due.creditor)
    yield from raising(state, seat)
    yield c.Bankrupt(by=seat)


def jail(state: GameState, seat: Seat, words: frozenset[str]) -> Iterator[c.JailCard | c.JailPay]:
    """Leave jail by card or fine while there are lots to be had; later wait for a double."""
    if all(lot.owner is not None for lot in state.lots.values()):
        return
    if "jail-card" in words:
        yield c.JailCard(by=seat)
    rich = state.cash(seat) >= reserve_of(state, seat) + state.rules.jail_fine
    if "jail-pay" in words and rich:
        yield c.JailPay(by=seat)


def rolls_again(state: GameState, seat: Seat) -> bool:
    """Return whether a player uses the right to a further roll: not when it is short of money."""
    return state.cash(seat) >= reserve_of(state, seat) // 2


def offer(state: GameState, seat: Seat) -> Iterator[c.Accept | c.Reject]:
    """Accept the trade that stands offered if one gains by it and has the money."""
    offered = state.offer_to(seat)
    assert offered is not None
    if agrees(state, offered):
        yield c.Accept(by=seat)
    yield c.Reject(by=seat)
