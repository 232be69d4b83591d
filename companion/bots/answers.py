"""What a built-in player says to each thing that the referee asks."""

from companion.bots.character import character_of
from companion.bots.estate import raising
from companion.bots.trading import agrees
from companion.bots.values import in_notes, reserve_of, worth_to
from companion.game import commands as c
from companion.game.state import GameState
from companion.rules.asked import Permit, permits
from companion.rules.worth import taxed_worth
from companion.words import Seat


def permit_for(state: GameState, seat: Seat, word: str) -> Permit | None:
    """Return the permit for a command that is asked of *seat*, or None if it has none."""
    return next(permits(state, seat, word), None)


def purchase(state: GameState, seat: Seat) -> c.Buy | c.Decline:
    """Buy the lot stood on if it leaves enough, or is worth more than its price; else leave it."""
    offer = state.purchase
    assert offer is not None
    left = state.cash(seat) - offer.price
    keen = left >= 0 and worth_to(state, seat, offer.lot) > offer.price
    if (keen or left >= reserve_of(state, seat)) and permit_for(state, seat, "buy"):
        return c.Buy(by=seat)
    return c.Decline(by=seat)


def bid(state: GameState, seat: Seat) -> c.Bid | c.Pass:
    """Bid up to what the lot or the building is worth, in steps of a tenth of its price."""
    auction, permit = state.auction, permit_for(state, seat, "bid")
    assert auction is not None
    if permit is None or permit.amount is None or permit.lot is None:
        return c.Pass(by=seat)
    space, building = state.edition.space(permit.lot), auction.kind != "lot"
    worth = space.house_cost * 5 // 4 if building else worth_to(state, seat, permit.lot)
    limit = min(
        worth * character_of(seat).boldness // 100, state.cash(seat) - reserve_of(state, seat) // 2
    )
    if permit.amount > limit:
        return c.Pass(by=seat)
    step = (space.house_cost if building else space.price) // 10
    amount = max(permit.amount, in_notes(state, min(limit, permit.amount + step)))
    return c.Bid(by=seat, amount=amount, lots={permit.lot: 1} if building else {})


def choose(state: GameState, seat: Seat) -> c.Choose:
    """Take the alternative that costs less, or that one can afford."""
    permit = permit_for(state, seat, "choose")
    assert permit is not None
    options, rich = permit.options, state.cash(seat) > 2 * reserve_of(state, seat)
    if "interest" in options:
        redeems = rich and "redeem" in options
        return c.Choose(by=seat, option="redeem" if redeems else "interest", lot=permit.lot)
    if "percent" in options:
        return c.Choose(by=seat, option=_cheaper_tax(state, seat))
    if "fine" in options:
        return c.Choose(by=seat, option="fine" if rich else "draw")
    return c.Choose(by=seat, option=options[-1])


def _cheaper_tax(state: GameState, seat: Seat) -> str:
    assert state.choice is not None
    space = state.edition.space(state.edition.space_named(state.choice.about))
    share = taxed_worth(state, seat) * space.percent // 100
    return "percent" if share < space.amount else "flat"


def debt(state: GameState, seat: Seat) -> c.AnyCommand:
    """Pay what is owed, raise what is missing, or give up."""
    for owed in state.debts_of(seat):
        if owed.amount <= state.cash(seat):
            return c.PayDebt(by=seat, to=owed.creditor)
    return raising(state, seat) or c.Bankrupt(by=seat)


def jail(state: GameState, seat: Seat, words: frozenset[str]) -> c.JailCard | c.JailPay | None:
    """Leave jail by card or fine while there are lots to be had; later wait for a double."""
    if all(lot.owner is not None for lot in state.lots.values()):
        return None
    if "jail-card" in words:
        return c.JailCard(by=seat)
    rich = state.cash(seat) >= reserve_of(state, seat) + state.rules.jail_fine
    return c.JailPay(by=seat) if "jail-pay" in words and rich else None


def rolls_again(state: GameState, seat: Seat) -> bool:
    """Return whether a player uses the right to a further roll: not when it is short of money."""
    return state.cash(seat) >= reserve_of(state, seat) // 2


def offer(state: GameState, seat: Seat) -> c.Accept | c.Reject:
    """Accept the trade that stands offered if one gains by it and may."""
    offered = state.offer_to(seat)
    assert offered is not None
    if agrees(state, offered) and permit_for(state, seat, "accept"):
        return c.Accept(by=seat)
    return c.Reject(by=seat)
