"""Who has an account in the books, and how buildings move between them."""

from functools import cache

from companion.game.terms import Party, Purse
from companion.ledger.entries import Account, Entry, Posting, Unit, legs
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


@cache
def seat_account(seat: Seat) -> Account:
    """Return the account of a seat."""
    return Account(f"seat-{seat}")


@cache
def party_account(party: Party) -> Account:
    """Return the account of a seat or of the Bank."""
    return seat_account(party) if isinstance(party, int) else BANK


@cache
def purse_account(purse: Purse) -> Account:
    """Return the account of a seat, of the Bank or of the pot."""
    return POT if purse == "pot" else party_account(purse)


def buildings(memo: str, seat: Seat, cost: Money, houses: int, hotels: int) -> Entry:
    """Return the entry by which *seat* pays *cost* and buildings go up (below zero: down)."""
    stock = _stock(BANK, BOARD, houses, hotels)
    return Entry(memo, legs(seat_account(seat), BANK, cost) + stock)


def moved_stock(memo: str, giver: Account, taker: Account, houses: int, hotels: int) -> Entry:
    """Return the entry by which buildings go from one account to another."""
    return Entry(memo, _stock(giver, taker, houses, hotels))


def _stock(giver: Account, taker: Account, houses: int, hotels: int) -> tuple[Posting, ...]:
    moved = legs(giver, taker, houses, Unit.HOUSE) if houses else ()
    return moved + legs(giver, taker, hotels, Unit.HOTEL) if hotels else moved


def stock_of(level: int) -> tuple[int, int]:
    """Return the houses and hotels that stand on a lot of this level."""
    return (0, 1) if level == HOTEL else (level, 0)
