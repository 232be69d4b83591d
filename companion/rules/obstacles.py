"""What a refusal says of the thing that has to be settled first."""

from collections.abc import Iterator, Mapping

from companion.game.events import Reason
from companion.game.refusals import Refusal
from companion.game.state import BUS, TRIPLE, Debt, GameState
from companion.rules.play import refuse
from companion.rules.registry import rule

MOVES_BY = {BUS: "variant/speed-die-bus", TRIPLE: "variant/speed-die-triple"}
"""What the move rests on that a choice leads to."""

STAYS_DUE: Mapping[Reason, tuple[str, ...]] = {
    "rent": ("rent/claimed-stays-due",),
    "interest": ("bankruptcy/interest-as-debt",),
    "jail-fine": ("jail/fine-as-debt",),
    "fine": ("fine/as-debt",),
    "tax": ("bank/takes-taxes",),
}
"""What more is to be said of a debt that is paid later, by its reason."""


@rule("turn/settle-first")
def unsettled(state: GameState) -> Refusal:
    """Refuse what cannot be done as long as something is open."""
    return refuse("unsettled", "turn/settle-first", *_told_of_open(state))


@rule("rent/settled-at-once")
def in_debt(state: GameState, *also: str, because: str | None = None) -> Refusal:
    """Refuse what has to wait for a debt; *because* may say it better than the debt does."""
    debt = state.debts[0]
    at_once = "rent/settled-at-once"
    first = because or (at_once if debt.reason == "rent" else debt.because)
    told = dict.fromkeys((*also, *told_of_debt(debt), at_once))
    return refuse("in-debt", first, *(rule for rule in told if rule != first), seat=debt.debtor)


def told_of_debt(debt: Debt) -> Iterator[str]:
    """Yield what a debt comes from, and what is to be done about it."""
    yield debt.because
    yield from STAYS_DUE.get(debt.reason, ())
    yield "bankruptcy/means-first"


def told_of_choice(state: GameState) -> Iterator[str]:
    """Yield what the choice rests on that is waited for."""
    if state.choice is None:
        return
    about = state.choice.about
    if about in MOVES_BY:
        yield MOVES_BY[about]
        return
    card = state.edition.card(about)
    yield from ("tax/percentage",) if card is None else ("card/choice", "card/at-once")


def _told_of_open(state: GameState) -> Iterator[str]:
    auction = state.auction
    if auction is not None:
        lot = "bankruptcy/estate-auction" if auction.of_estate else "auction/on-decline"
        yield lot if auction.kind == "lot" else "shortage/auction"
    if state.purchase is not None:
        yield "purchase/first-right"
    if state.draw is not None:
        yield from ("card/top-of-pile", "card/at-once")
    yield from told_of_choice(state)
    if state.transfers:
        yield "mortgage/transfer-interest"
    if state.rent_roll is not None:
        yield from ("utility/fresh-roll", "utility/visitor-rolls")
