"""What a bankrupt's creditors get before, or instead of, one who takes over everything."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from companion.game.events import DebtPaid, Facts, Paid, Party, Share
from companion.game.state import Debt, Division, GameState
from companion.rules.play import Play, key, keys
from companion.rules.registry import rule
from companion.words import Money, Seat


@rule("bankruptcy/creditor-paid", "bankruptcy/several-creditors")
def let_bank_pay(play: Play, seat: Seat) -> bool:
    """Let the Bank pay every player whom *seat* owes, in full; return whether there is one."""
    debts = [debt for debt in play.state.debts_of(seat) if debt.creditor != "bank"]
    for debt in debts:
        play.tell(
            Paid(
                payer="bank",
                payee=debt.creditor,
                amount=debt.amount,
                reason="debt",
                because=key("bankruptcy/creditor-paid"),
                also=keys("bankruptcy/several-creditors") if len(debts) > 1 else (),
                facts=debt.facts,
            )
        )
    return bool(debts)


def heir_of(play: Play, seat: Seat) -> Party:
    """Pay what comes before the estate goes over; return who gets the estate."""
    if oldest_alone(play.state, seat):
        return play.state.debts_of(seat)[0].creditor
    return _pay_in_turn(play, seat)


def oldest_alone(state: GameState, seat: Seat) -> bool:
    """Return whether the creditor of the oldest debt gets everything, and nobody else anything."""
    card_only = state.rules.several_creditors == "card-in-turn"
    return card_only and not fell_due_together(state, seat)


def _pay_in_turn(play: Play, seat: Seat) -> Party:
    """Pay debts in the order in which they fell due; return who gets nothing but the estate."""
    while True:
        debt, *_ = play.state.debts_of(seat)
        if play.state.cash(seat) < debt.amount:
            return debt.creditor
        play.tell(_paid(debt))


def _paid(debt: Debt) -> DebtPaid:
    return DebtPaid(
        debtor=debt.debtor,
        creditor=debt.creditor,
        amount=debt.amount,
        reason=debt.reason,
        facts=debt.facts,
        because=debt.because,
        also=keys("bankruptcy/several-creditors"),
        feed=debt.feed,
    )


def fell_due_together(state: GameState, seat: Seat) -> bool:
    """Return whether one card makes *seat* owe several players."""
    debts = state.debts_of(seat)
    cards = {debt.facts.get("card") if debt.reason == "card" else None for debt in debts}
    return len(debts) > 1 and len(cards) == 1 and None not in cards


@rule("bankruptcy/several-creditors")
def share_evenly(play: Play, seat: Seat) -> None:
    """Pay an even part of the cash to each creditor; a rest goes with the estate."""
    creditors = [debt.creditor for debt in play.state.debts_of(seat)]
    cash = play.state.cash(seat)
    step = play.state.rules.smallest_amount
    part = cash // (len(creditors) * step) * step
    rounding = part - Fraction(cash, len(creditors))
    facts: dict[str, int | str] = {"base": cash, "parts": len(creditors), "from": "estate"}
    facts |= {"added": str(rounding)} if rounding else {}
    _hand_out(play, seat, [(Share(creditor, part), facts) for creditor in creditors])


# ---- in proportion


def shares_of(state: GameState, seat: Seat) -> tuple[Share, ...]:
    """Return what each creditor is owed altogether, in the order of the oldest debts."""
    owed: dict[Party, Money] = {}
    for debt in state.debts_of(seat):
        owed[debt.creditor] = owed.get(debt.creditor, 0) + debt.amount
    return tuple(Share(creditor, amount) for creditor, amount in owed.items())


@rule("bankruptcy/several-creditors")
def share_in_proportion(play: Play, seat: Seat) -> Division:
    """Divide all cash among the creditors as they are owed; return how the rest is divided."""
    division = Division(seat, shares_of(play.state, seat), (play.state.cash(seat),))
    _hand_out(play, seat, _divided(play.state, division))
    return division


@rule("bankruptcy/several-creditors")
def share_price(play: Play, price: Money, division: Division) -> None:
    """Divide what a lot of the estate brought among the creditors as they were owed."""
    _hand_out(play, "bank", _divided(play.state, division.with_sum(price)))


def _divided(state: GameState, division: Division) -> list[tuple[Share, Facts]]:
    """Return the last sum in parts that notes can settle; those of all sums are evened out."""
    shares, sums = division.shares, division.sums
    step, total = state.rules.smallest_amount, sums[-1]
    whole = sum(share.amount for share in shares)
    amounts = [count * step for count in _steps_of_last(step, shares, sums)]
    amounts[0] += total % step  # what no note can divide
    told: list[tuple[Share, Facts]] = []
    for share, amount in zip(shares, amounts, strict=True):
        rounding = Fraction(amount) - Fraction(total * share.amount, whole)
        facts: dict[str, int | str] = {"base": total, "multiplier": share.amount, "parts": whole}
        facts |= {"added": str(rounding)} if rounding else {}
        told.append((Share(share.creditor, amount), {**facts, "from": "estate"}))
    return told


def _steps_of_last(step: Money, shares: Sequence[Share], sums: Sequence[Money]) -> list[int]:
    """Return each creditor's part of the last sum: a step goes to whoever still lacks most."""
    whole, many = sum(share.amount for share in shares), len(shares)
    lacking, parts = [0] * many, [0] * many  # what is lacking is reckoned times *whole*
    for steps in (total // step for total in sums):
        lacking = [lack + steps * share.amount for lack, share in zip(lacking, shares, strict=True)]
        parts = [max(0, lack // whole - many) for lack in lacking]  # never too many yet
        lacking = [lack - part * whole for lack, part in zip(lacking, parts, strict=True)]
        for _ in range(steps - sum(parts)):
            most = lacking.index(max(lacking))
            parts[most] += 1
            lacking[most] -= whole
    return parts


def _hand_out(play: Play, payer: Party, shares: Iterable[tuple[Share, Facts]]) -> None:
    for share, facts in shares:
        gone = share.creditor != "bank" and play.state.players[share.creditor].out
        if share.amount and share.creditor != payer and not gone:
            play.tell(
                Paid(
                    payer=payer,
                    payee=share.creditor,
                    amount=share.amount,
                    reason="estate",
                    facts=facts,
                    because=key("bankruptcy/several-creditors"),
                )
            )
