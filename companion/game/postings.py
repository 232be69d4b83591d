"""Event -> ledger entry: the one place where money and buildings move."""

from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

from companion.game.events import (
    Bought,
    BuildingsSold,
    Built,
    DebtPaid,
    Event,
    Mortgaged,
    Paid,
    Party,
    Purse,
    Redeemed,
    Traded,
)
from companion.ledger.entries import Account, Entry, Posting, Unit, legs, transfer
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


Kind = TypeVar("Kind", bound=Event)

entries: dict[type[Event], Callable[[Any], Entry]] = {}
"""Kind of event -> what it does to the books; filled by `_posts` below."""


def _posts(kind: type[Kind]) -> Callable[[Callable[[Kind], Entry]], Callable[[Kind], Entry]]:
    """Mark the function that returns the entry of events of *kind*."""

    def register(entry: Callable[[Kind], Entry]) -> Callable[[Kind], Entry]:
        entries[kind] = entry
        return entry

    return register


@_posts(Paid)
def _paid(event: Paid) -> Entry:
    payer, payee = purse_account(event.payer), purse_account(event.payee)
    return transfer(event.reason, payer, payee, event.amount)


@_posts(DebtPaid)
def _debt_paid(event: DebtPaid) -> Entry:
    taker = POT if event.feed else party_account(event.creditor)
    return transfer(event.reason, seat_account(event.debtor), taker, event.amount)


@_posts(Bought)
def _bought(event: Bought) -> Entry:
    return transfer(f"lot {event.lot}", seat_account(event.seat), BANK, event.price)


@_posts(Traded)
def _traded(event: Traded) -> Entry:
    giver, to = seat_account(event.giver), seat_account(event.to)
    return Entry("trade", legs(giver, to, event.give.cash) + legs(to, giver, event.take.cash))


@_posts(Mortgaged)
def _mortgaged(event: Mortgaged) -> Entry:
    return transfer(f"mortgage {event.lot}", BANK, seat_account(event.seat), event.value)


@_posts(Redeemed)
def _redeemed(event: Redeemed) -> Entry:
    cost = event.value + event.interest
    return transfer(f"redemption {event.lot}", seat_account(event.seat), BANK, cost)


@_posts(Built)
def _built(event: Built) -> Entry:
    memo = f"building {event.lot}"
    return _buildings(memo, event.seat, event.cost, event.houses, event.hotels)


@_posts(BuildingsSold)
def _sold(event: BuildingsSold) -> Entry:
    memo = f"building {event.lot} sold"
    return _buildings(memo, event.seat, -event.paid, -event.houses, -event.hotels)


def _buildings(memo: str, seat: Seat, cost: Money, houses: int, hotels: int) -> Entry:
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
