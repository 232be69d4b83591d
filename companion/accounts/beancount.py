"""A game as a Beancount file: money, houses, hotels and deeds are commodities.

What was taken back stays in it, tagged, and the entry by which the game went back undoes it: so the
balances asserted at the end are those of the books. See https://beancount.github.io/docs/.
"""

from collections.abc import Iterator
from datetime import date, timedelta

from companion.accounts.bookings import Ledger
from companion.accounts.export import (
    Exported,
    ExportedBooking,
    ExportedLeg,
    account_of,
    accounts_of,
)
from companion.game.postings import BANK, BOARD, BOX, POT, seat_account
from companion.ledger.entries import Unit

_EARLIEST, _LATEST = date(1970, 1, 1), date(2190, 1, 1)
"""What a wall clock may say; Beancount's own years end with 2199."""

_UNITS = {"cash": "CASH", "house": "HOUSE", "hotel": "HOTEL"}
_NAMES: dict[str, str] = {
    BANK: "Equity:Bank",
    POT: "Assets:Pot",
    BOARD: "Assets:Board",
    BOX: "Equity:Box",
}


def as_beancount(ledger: Ledger, game: Exported) -> str:
    """Return the Beancount file of a game.

    Args:
        ledger: its bookings.
        game: the same, as other programs read it.
    """
    days = [
        _day(booking) for booking in game.bookings
    ]  # never empty: a game begins with its supply
    lines = [
        f'option "title" {_quoted(f"{game.edition}: " + ", ".join(game.players))}',
        'option "operating_currency" "CASH"',
        "",
        *_opened(ledger, game, min(days)),
    ]
    for day, booking in zip(days, game.bookings, strict=True):
        lines += ["", *_transaction(booking, day)]
    lines += ["", *_asserted(ledger, max(days) + timedelta(days=1))]
    return "\n".join(lines) + "\n"


def _opened(ledger: Ledger, game: Exported, day: date) -> Iterator[str]:
    names = dict(zip(map(seat_account, ledger.state.seats), game.players, strict=True))
    symbol = ledger.state.edition.currency.symbol
    for unit, said in (("CASH", symbol or "money"), ("HOUSE", "house"), ("HOTEL", "hotel")):
        yield from (f"{day} commodity {unit}", f"  name: {_quoted(said)}")
    for lot in ledger.state.edition.lots:
        yield from (f"{day} commodity {_deed(lot.index)}", f"  name: {_quoted(lot.name)}")
    for account in accounts_of(ledger):
        yield f"{day} open {_account(account)}"
        if account in names:
            yield f"  player: {_quoted(names[account])}"


def _transaction(booking: ExportedBooking, day: date) -> Iterator[str]:
    taken_back = " #taken-back" if booking.taken_back_by else ""
    yield f"{day} * {_quoted(booking.sentence)} #{booking.kind}{taken_back}"
    yield f"  record: {booking.record}"
    yield f"  time: {_quoted(booking.time)}"
    yield f"  by: {_quoted(booking.by)}"
    yield f"  rules: {_quoted(' '.join(booking.rules))}"
    if booking.taken_back_by:
        yield f"  taken-back-by: {booking.taken_back_by}"
    if booking.repeats:
        yield f"  repeats: {booking.repeats}"
    for leg in booking.legs:
        yield f"  {_account(leg.account)}  {leg.amount} {_commodity(leg)}"


def _asserted(ledger: Ledger, day: date) -> Iterator[str]:
    """Yield what every account must hold at the end, by the books and not by the bookings."""
    state = ledger.state
    for account in accounts_of(ledger):
        for unit in Unit:
            held = state.books.balance(account, unit)
            yield f"{day} balance {_account(account)}  {held} {_UNITS[unit.value]}"
    for lot in state.edition.lots:
        owner = state.lots[lot.index].owner
        if owner is not None:
            yield f"{day} balance {_account(account_of(owner))}  1 {_deed(lot.index)}"


def _commodity(leg: ExportedLeg) -> str:
    return _UNITS[leg.thing] if leg.space is None else _deed(leg.space)


def _deed(space: int) -> str:
    return f"DEED-{space:02}"


def _account(account: str) -> str:
    if account in _NAMES:
        return _NAMES[account]
    return f"Assets:Seat-{int(account.removeprefix('seat-')) + 1}"


def _day(booking: ExportedBooking) -> date:
    """Return the day of a booking; the first of all days where no clock had been set."""
    told = booking.time[:10]
    day = date.fromisoformat(told) if told else _EARLIEST
    return day if _EARLIEST <= day <= _LATEST else _EARLIEST


def _quoted(text: str) -> str:
    """Return a text as Beancount reads it: on one line, quotes and backslashes escaped."""
    plain = "".join(char if char.isprintable() else " " for char in text)
    escaped = plain.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
