"""Sums that fall due: paid from cash, or a debt."""

from companion.game.arithmetic import has_arithmetic
from companion.game.events import DebtOpened, Facts, Feed, Paid, Party, Reason
from companion.rules.parking import take_at_once, told_of
from companion.rules.play import Play, key, keys
from companion.rules.registry import rule
from companion.words import Money, Seat


@rule("rent/settled-at-once", "card/at-once", "bankruptcy/means-first")
def charge(
    play: Play,
    payer: Seat,
    payee: Party,
    amount: Money,
    *,
    reason: Reason,
    because: str,
    also: tuple[str, ...] = (),
    facts: Facts | None = None,
    feed: Feed | None = None,
) -> bool:
    """Let *payer* pay from cash, or open a debt of the whole sum; return whether it was paid.

    A *feed* goes into the pot on Free Parking, in the games that have one.
    """
    if amount == 0:
        return True
    to_pot = feed is not None and play.state.rules.parking_jackpot
    if payee == "bank":
        also = (*also, *told_of(play.state.rules, feed))
    covered = play.state.cash(payer) >= amount
    if covered:
        play.tell(
            Paid(
                payer=payer,
                payee="pot" if to_pot else payee,
                amount=amount,
                reason=reason,
                because=key(because),
                also=keys(*also),
                facts=_with_arithmetic(amount, facts or {}),
            )
        )
        if to_pot:
            take_at_once(play)
    else:
        play.tell(
            DebtOpened(
                debtor=payer,
                creditor=payee,
                amount=amount,
                reason=reason,
                because=key(because),
                also=keys(*also, "bankruptcy/means-first"),
                facts=_with_arithmetic(amount, facts or {}),
                feed=feed if to_pot else None,
            )
        )
    return covered


@rule("bank/never-bankrupt")
def receive(
    play: Play,
    payee: Seat,
    amount: Money,
    *,
    reason: Reason,
    because: str,
    also: tuple[str, ...] = (),
    facts: Facts | None = None,
) -> None:
    """Let the Bank pay; it is never short of money."""
    if amount:
        play.tell(
            Paid(
                payer="bank",
                payee=payee,
                amount=amount,
                reason=reason,
                because=key(because),
                also=keys(*also, "bank/never-bankrupt"),
                facts=_with_arithmetic(amount, facts or {}),
            )
        )


def _with_arithmetic(amount: Money, facts: Facts) -> Facts:
    """Return facts that lead to *amount*: a sum that nothing was reckoned for is its own base."""
    return facts if has_arithmetic(facts) else {"base": amount, **facts}
