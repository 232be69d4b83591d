"""Balances, derived from entries."""

from collections.abc import Mapping
from functools import cache

import msgspec

from companion.ledger.entries import Account, Entry, Unit


class Books(msgspec.Struct, frozen=True, gc=False):
    """The balances of all accounts; an account that was never posted to stands at zero."""

    balances: Mapping[str, int] = {}  # "unit account" -> quantity

    def balance(self, account: Account, unit: Unit = Unit.CASH) -> int:
        """Return what *account* holds; the Bank's accounts run below zero by what is out."""
        return self.balances.get(balance_key(account, unit), 0)

    def posted(self, entry: Entry) -> "Books":
        """Return the books with one entry more."""
        balances = dict(self.balances)
        for posting in entry.postings:
            key = balance_key(posting.account, posting.unit)
            balances[key] = balances.get(key, 0) + posting.quantity
        return Books(balances)

    def totals(self) -> dict[Unit, int]:
        """Return the trial balance: the sum over all accounts, zero in every unit."""
        return {
            unit: sum(q for key, q in self.balances.items() if key.startswith(f"{unit} "))
            for unit in Unit
        }


@cache
def balance_key(account: Account, unit: Unit = Unit.CASH) -> str:
    """Return under which key a balance stands in the books."""
    return f"{unit} {account}"
