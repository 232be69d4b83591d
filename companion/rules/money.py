"""Sums that fall due: paid from cash, or a debt."""

from companion.game.events import DebtOpened, Facts, Paid, Party, Reason
from companion.rules.play import Play, key, keys
from companion.rules.registry import rule
from companion.words import Money, Seat


@rule("rent/settled-at-once", "card/at-once")
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
) -> bool:
    """Let *payer* pay from cash, or open a debt of the whole sum; return whether it was paid."""
    if amount == 0:
        return True
    covered = play.state.cash(payer) >= amount
    if covered:
        play.tell(
            Paid(
                payer=payer,
                payee=payee,
                amount=amount,
                reason=reason,
                because=key(because),
                also=keys(*also),
                facts=facts or {},
            )
        )
    else:
        play.tell(
            DebtOpened(
                debtor=payer,
                creditor=payee,
                amount=amount,
                reason=reason,
                because=key(because),
                also=keys(*also),
                facts=facts or {},
            )
        )
    return covered


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
                facts=facts or {},
            )
        )
