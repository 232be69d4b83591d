"""Mortgaging lots, and redeeming them with interest."""

from collections.abc import Iterator, Sequence
from decimal import Decimal

from companion.game.arithmetic import is_rounded
from companion.game.commands import Mortgage, Redeem
from companion.game.events import Facts, Mortgaged, Redeemed
from companion.game.refusals import Refusal
from companion.game.state import GameState
from companion.rules.citing import cites
from companion.rules.play import Outcome, cannot_act, key, refuse, told_of_first_rounds
from companion.rules.registry import rule
from companion.rules.rounding import rounded, told_as
from companion.rules.time_limit import why_closed
from companion.words import Money, Seat, Space


@rule(
    "mortgage/any-lot",
    "mortgage/when",
    "mortgage/value",
    "mortgage/turned-over",
    "mortgage/lot-built",
    "mortgage/group-built",
)
def mortgage(state: GameState, command: Mortgage) -> Outcome:
    """Turn deeds over for their mortgage value; all of them or none."""
    seat = command.by
    refusal = cannot_act(state, seat) or why_closed(state, seat)
    refusal = refusal or _why_not_these(state, seat, command.lots, "mortgage/any-lot")
    if refusal:
        return refusal
    for lot in command.lots:
        refusal = why_no_mortgage(state, lot)
        if refusal:
            return refusal
    return tuple(
        Mortgaged(
            seat=seat,
            lot=lot,
            value=state.edition.space(lot).mortgage,
            facts={"base": state.edition.space(lot).mortgage, "from": "deed"},
            because=key("mortgage/value"),
        )
        for lot in command.lots
    )


@cites(Mortgaged, "mortgage/value")
def _told_of_mortgage(state: GameState, event: Mortgaged) -> Iterator[str]:
    yield from ("mortgage/any-lot", "mortgage/when", "mortgage/turned-over", "loan/bank-only")
    if state.family_built(event.lot):
        yield "mortgage/group-built"
    yield from told_of_first_rounds(state, event.seat)


def why_no_mortgage(state: GameState, lot: Space) -> Refusal | None:
    """Return why a lot cannot be mortgaged as it stands, or None."""
    held = state.lots[lot]
    if held.mortgaged:
        return refuse("mortgaged", "mortgage/value", lot=lot)
    if held.level:
        return refuse("group-built", "mortgage/lot-built", lot=lot)
    if state.rules.mortgage_requires_clear == "group" and state.family_built(lot):
        return refuse("group-built", "mortgage/group-built", lot=lot)
    return None


@rule("mortgage/redeem", "mortgage/rounding", "mortgage/who-redeems", "mortgage/redeem-when")
def redeem(state: GameState, command: Redeem) -> Outcome:
    """Pay mortgages back with interest; all of them or none."""
    seat = command.by
    refusal = cannot_act(state, seat) or why_closed(state)
    if refusal:
        return refusal
    if state.debts_of(seat):
        return refuse("in-debt", "mortgage/redeem-when", amount=state.debts_of(seat)[0].amount)
    refusal = _why_not_these(state, seat, command.lots, "mortgage/who-redeems")
    if refusal:
        return refusal
    for lot in command.lots:
        if not state.lots[lot].mortgaged:
            return refuse("not-mortgaged", "mortgage/redeem", lot=lot)
    events = tuple(_redeemed(state, seat, lot) for lot in command.lots)
    total = sum(event.value + event.interest for event in events)
    if total > state.cash(seat):
        return refuse("not-enough-cash", "mortgage/redeem", amount=total, cash=state.cash(seat))
    return events


def _redeemed(state: GameState, seat: Seat, lot: Space) -> Redeemed:
    value = state.edition.space(lot).mortgage
    interest = lifting_interest(state, lot)
    rate = state.rules.mortgage_interest if interest else Decimal(0)
    facts = interest_facts(state, value, rate)
    because = "mortgage/redeem" if interest else _why_no_interest(state, lot)
    return Redeemed(
        seat=seat, lot=lot, value=value, interest=interest, because=key(because), facts=facts
    )


@rule("bankruptcy/creditor-redeems", "bank/takes-repayments", "mortgage/buyer-redeems")
@cites(Redeemed)
def _told_of_redeeming(state: GameState, event: Redeemed) -> Iterator[str]:
    if event.because != "mortgage/redeem":
        yield "mortgage/redeem"
    yield from told_of_rounding(event.facts)
    yield from ("mortgage/redeem-when", "bank/takes-repayments")
    if event.interest and event.lot in state.taken_over:
        yield "mortgage/interest-again"
    if any(transfer.lot == event.lot for transfer in state.transfers):
        yield "mortgage/buyer-redeems"


def _why_no_interest(state: GameState, lot: Space) -> str:
    if lot in state.interest_paid:
        return "bankruptcy/creditor-redeems"
    return "mortgage/interest-again" if lot in state.taken_over else "mortgage/redeem"


@rule("mortgage/interest-again")
def lifting_interest(state: GameState, lot: Space) -> Money:
    """Return the interest for redeeming a lot; who took it over may have paid it then."""
    again = state.rules.transfer_interest_again_on_lift
    if lot in state.interest_paid or (lot in state.taken_over and not again):
        return 0
    return interest_on(state, state.edition.space(lot).mortgage)


def interest_on(state: GameState, value: Money) -> Money:
    """Return the interest on a mortgage value, as far as notes go."""
    rules = state.rules
    return rounded(rules, value * rules.mortgage_interest, rules.mortgage_interest_rounding)


def told_of_rounding(facts: Facts) -> tuple[str, ...]:
    """Return the rule of rounding, where an interest had to be rounded."""
    return ("mortgage/rounding",) if is_rounded(facts) else ()


def interest_facts(state: GameState, value: Money, rate: Decimal) -> Facts:
    """Return the arithmetic of an interest on a mortgage value."""
    rounding = told_as(state.rules, state.rules.mortgage_interest_rounding)
    return {"base": value, "rate": str(rate), **rounding, "from": "mortgage"}


def transfer_interest_on(state: GameState, value: Money) -> Money:
    """Return the interest that a new owner pays on a mortgage value, as far as notes go."""
    rules = state.rules
    return rounded(rules, value * rules.transfer_interest, rules.mortgage_interest_rounding)


def _why_not_these(
    state: GameState, seat: Seat, lots: Sequence[Space], because: str
) -> Refusal | None:
    if len(set(lots)) < len(lots):
        return refuse("bad-command", because)
    for lot in lots:
        if lot not in state.lots:
            return refuse("no-such-lot", because, lot=lot)
        if state.lots[lot].owner != seat:
            return refuse("not-yours", because, lot=lot)
    return None
