"""The whole command language at a state: every command that a seat might say there."""

from collections.abc import Iterator
from typing import NamedTuple

from companion.game import commands as c
from companion.game.refusals import Refusal
from companion.game.state import GameState
from companion.rules import decide
from companion.rules.asked import Permit
from companion.rules.levels import own_group, steps_on
from companion.rules.speed_die import is_thrown, is_thrown_to_move
from companion.rules.transfer import at_hand
from companion.words import Seat, Space

OPTIONS = (
    *("fine", "draw", "flat", "percent", "redeem", "interest"),
    *(str(number) for number in range(40)),
)
"""Every word that a choice has in any edition."""


class Said(NamedTuple):
    """A command, and what it would be among the permits: its word, with a lot or an option."""

    what: tuple[str, Space | str | None]
    command: c.AnyCommand


def permitted(permit: Permit) -> Iterator[tuple[str, Space | str | None]]:
    """Yield what a permit allows, in the same terms."""
    if permit.options:
        yield from ((permit.do, option) for option in permit.options)
    else:
        by_lot = permit.do in ("claim", "build", "want", "sell", "mortgage", "redeem")
        yield permit.do, permit.lot if by_lot else None


def everything(state: GameState, seat: Seat) -> Iterator[Said]:
    """Yield every command of the language that *seat* might say now, offers left aside."""
    yield from _at_dice(state, seat)
    yield from _at_auctions(state, seat)
    yield from _with_lots(state, seat)
    for word in ("buy", "decline", "jail-pay", "jail-card", "bankrupt", "leave", "end", "pay"):
        yield Said((word, None), c.command_from({"do": word, "by": seat}))
    for debt in state.debts_of(seat):
        yield Said(("pay", None), c.PayDebt(by=seat, to=debt.creditor))
    for word in ("accept", "reject"):
        yield Said((word, None), c.command_from({"do": word, "by": seat}))
    for card in state.edition.cards:
        if card.id not in state.holds:
            yield Said(("draw", None), c.Draw(by=seat, card=card.id))
    for option in OPTIONS:
        yield Said(("choose", option), c.Choose(by=seat, option=option))


def _at_dice(state: GameState, seat: Seat) -> Iterator[Said]:
    rent = state.rent_roll is not None
    due = is_thrown(state, seat) if rent else is_thrown_to_move(state, seat)
    yield Said(("roll", None), c.Roll(by=seat, dice=(1, 2), speed=3 if due else None))
    dice = (1, 2)[: state.rules.first_roll_dice]
    yield Said(("first-roll", None), c.FirstRoll(by=seat, dice=dice))


def _at_auctions(state: GameState, seat: Seat) -> Iterator[Said]:
    step = state.rules.smallest_amount
    most = max(0, at_hand(state, seat)) // step * step
    yield Said(("bid", None), c.Bid(by=seat, amount=most))
    yield Said(("pass", None), c.Pass(by=seat))
    for lot in state.owned(seat):
        yield Said(("bid", None), c.Bid(by=seat, amount=most, lots={lot.index: 1}))


def _with_lots(state: GameState, seat: Seat) -> Iterator[Said]:
    for space in state.edition.lots:
        lot, lots = space.index, {space.index: 1}
        yield Said(("claim", lot), c.Claim(by=seat, lot=lot))
        yield Said(("mortgage", lot), c.Mortgage(by=seat, lots=(lot,)))
        yield Said(("redeem", lot), c.Redeem(by=seat, lots=(lot,)))
        yield Said(("build", lot), c.Build(by=seat, lots=lots))
        yield from _sales(state, seat, lot)
        yield Said(("want", lot), c.Want(by=seat, lots=lots))


def _sales(state: GameState, seat: Seat, lot: Space) -> Iterator[Said]:
    """Yield the sale of one building, and of a hotel for which the Bank has no houses, of all."""
    one = c.Sell(by=seat, lots={lot: 1})
    yield Said(("sell", lot), one)
    outcome = decide(state, one)
    if isinstance(outcome, Refusal) and outcome.code == "no-houses-left":
        built = {other: steps_on(state, other) for other in own_group(state, lot)}
        group = {other: steps for other, steps in built.items() if steps}
        yield Said(("sell", lot), c.Sell(by=seat, lots=group))
