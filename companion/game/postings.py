"""Event -> ledger entry: the one place where money and buildings move."""

from companion.game.events import (
    AnyEvent,
    Bought,
    BuildingsSold,
    Built,
    DebtPaid,
    Mortgaged,
    Paid,
    Party,
    Purse,
    Redeemed,
    Traded,
)
from companion.ledger.entries import Account, Entry, Unit, joined, transfer
from companion.words import Money, Seat

HOTEL = 5
"""The level of a hotel, one above the last house, in every variant."""

BANK = Account("bank")
BOX = Account("box")
"""Where the box's buildings come from, and what is out of play goes."""

POT = Account("pot")
"""What lies on Free Parking, in the games that collect there."""

BOARD = Account("board")
"""The buildings that stand on lots, whoever owns them."""


def seat_account(seat: Seat) -> Account:
    """Return the account of a seat."""
    return Account(f"seat-{seat}")


def party_account(party: Party) -> Account:
    """Return the account of a seat or of the Bank."""
    return BANK if party == "bank" else seat_account(party)


def purse_account(purse: Purse) -> Account:
    """Return the account of a seat, of the Bank or of the pot."""
    return POT if purse == "pot" else party_account(purse)


def entry_for(event: AnyEvent) -> Entry | None:
    """Return what *event* does to the books, or None.

    Corrections and the opening stock need the balances before them: see `companion.game.apply`.
    """
    match event:
        case Paid(payer=payer, payee=payee, amount=amount, reason=reason):
            return transfer(reason, purse_account(payer), purse_account(payee), amount)
        case DebtPaid(debtor=debtor, amount=amount, reason=reason):
            taker = POT if event.to_pot else party_account(event.creditor)
            return transfer(reason, seat_account(debtor), taker, amount)
        case Bought(seat=seat, price=price, lot=lot):
            return transfer(f"lot {lot}", seat_account(seat), BANK, price)
        case Traded(giver=giver, to=to, give=give, take=take):
            return joined(
                "trade",
                transfer("trade", seat_account(giver), seat_account(to), give.cash),
                transfer("trade", seat_account(to), seat_account(giver), take.cash),
            )
        case Mortgaged(seat=seat, value=value, lot=lot):
            return transfer(f"mortgage {lot}", BANK, seat_account(seat), value)
        case Redeemed(seat=seat, value=value, interest=interest, lot=lot):
            return transfer(f"redemption {lot}", seat_account(seat), BANK, value + interest)
        case Built(seat=seat, cost=cost, houses=houses, hotels=hotels, lot=lot):
            return _buildings(f"building {lot}", seat, cost, houses, hotels)
        case BuildingsSold(seat=seat, paid=paid, houses=houses, hotels=hotels, lot=lot):
            return _buildings(f"building {lot} sold", seat, -paid, -houses, -hotels)
        case _:
            return None


def moved_stock(memo: str, giver: Account, taker: Account, houses: int, hotels: int) -> Entry:
    """Return the entry by which buildings go from one account to another."""
    return joined(
        memo,
        transfer(memo, giver, taker, houses, Unit.HOUSE),
        transfer(memo, giver, taker, hotels, Unit.HOTEL),
    )


def stock_of(level: int) -> tuple[int, int]:
    """Return the houses and hotels that stand on a lot of this level."""
    return (0, 1) if level == HOTEL else (level, 0)


def _buildings(memo: str, seat: Seat, cost: Money, houses: int, hotels: int) -> Entry:
    """Return the entry by which *seat* pays *cost* and buildings go up (below zero: down)."""
    return joined(
        memo,
        transfer(memo, seat_account(seat), BANK, cost),
        moved_stock(memo, BANK, BOARD, houses, hotels),
    )
