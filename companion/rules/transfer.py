"""Mortgaged lots that change hands: the new owner redeems them, or pays the interest."""

from collections.abc import Iterable

from companion.game.commands import Choose
from companion.game.events import Redeemed, TransferAnswered, TransferOpened
from companion.game.state import GameState, Transfer
from companion.rules.citing import always_cites, cites
from companion.rules.money import charge
from companion.rules.mortgage import (
    interest_facts,
    interest_on,
    told_of_rounding,
    transfer_interest_on,
)
from companion.rules.play import Outcome, Play, key, refuse
from companion.rules.registry import rule
from companion.rules.time_limit import why_closed
from companion.words import Money, Seat, Space

OPTIONS = ("redeem", "interest")


def due_interest(state: GameState, lots: Iterable[Space]) -> Money:
    """Return the interest that is due when these *lots* get a new owner."""
    values = (state.edition.space(lot).mortgage for lot in lots if state.lots[lot].mortgaged)
    return sum(transfer_interest_on(state, value) for value in values)


def at_hand(state: GameState, seat: Seat) -> Money:
    """Return the cash of *seat* without the interest that is still to be answered for."""
    if not state.transfers:
        return state.cash(seat)
    taken = [transfer.lot for transfer in state.transfers if transfer.seat == seat]
    return state.cash(seat) - due_interest(state, taken)


@rule("mortgage/every-transfer")
@rule("mortgage/sold")
def open_transfers(play: Play, seat: Seat, lots: Iterable[Space]) -> None:
    """Ask *seat* what is to become of the mortgages taken over."""
    for lot in lots:
        if play.state.lots[lot].mortgaged:
            play.tell(TransferOpened(seat=seat, lot=lot, because=key("mortgage/transfer-interest")))


always_cites(TransferOpened, "mortgage/every-transfer", "mortgage/sold")


def transfer_meant(state: GameState, command: Choose) -> Transfer | None:
    """Return the transfer that a choice answers: the one named, or the first in board order."""
    due = [t for t in state.transfers if t.seat == command.by and command.lot in (None, t.lot)]
    other = state.choice is not None and state.choice.seat == command.by
    if other and command.option not in OPTIONS:
        return None
    return due[0] if due else None


@rule("mortgage/buyer-redeems", "mortgage/buyer-keeps")
def answer(state: GameState, transfer: Transfer, option: str) -> Outcome:
    """Redeem the lot, or pay the interest and keep it mortgaged."""
    seat, lot = transfer.seat, transfer.lot
    value = state.edition.space(lot).mortgage
    if option not in OPTIONS:
        return refuse("not-an-option", "mortgage/transfer-interest", options=", ".join(OPTIONS))
    because = key("mortgage/buyer-redeems" if option == "redeem" else "mortgage/buyer-keeps")
    play = Play(state)
    play.tell(TransferAnswered(seat=seat, lot=lot, option=option, because=because))
    if option == "interest":
        facts = interest_facts(state, value, state.rules.transfer_interest)
        charge(
            play,
            seat,
            "bank",
            transfer_interest_on(state, value),
            reason="interest",
            because=because,
            also=("mortgage/every-transfer", *told_of_rounding(facts)),
            facts=facts,
        )
        return play
    refusal = why_closed(state)
    if refusal:
        return refusal
    interest = interest_on(state, value)
    if state.debts_of(seat):
        return refuse("in-debt", "mortgage/redeem-when", amount=state.debts_of(seat)[0].amount)
    if state.cash(seat) < value + interest:
        return refuse("not-enough-cash", because, amount=value + interest, cash=state.cash(seat))
    facts = interest_facts(state, value, state.rules.mortgage_interest)
    play.tell(
        Redeemed(seat=seat, lot=lot, value=value, interest=interest, because=because, facts=facts)
    )
    return play


@cites(Redeemed, "mortgage/buyer-redeems")
def _redeemed(_state: GameState, event: Redeemed) -> tuple[str, ...]:
    return told_of_rounding(event.facts)
