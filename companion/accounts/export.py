"""A game's bookings as data for other programs: one JSON document, or a table."""

import csv
import io
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

import msgspec

from companion.accounts.bookings import Booking, Ledger, Thing
from companion.editions.model import BoardSpace
from companion.editions.rulebook import Rulebook
from companion.game.events import AnyEvent, Disputed, Ruled
from companion.game.events_told import Told
from companion.game.postings import BANK, BOARD, BOX, POT, seat_account
from companion.game.terms import Purpose
from companion.journal.record import Record
from companion.ledger.entries import Account, Unit
from companion.words import Seat, Space

Tell = Callable[[AnyEvent, str], str]
"""Returns an event as a sentence; with it goes the arbiter who ordered it, nothing without one."""

COLUMNS = (
    *("record", "time", "by", "kind", "rules", "sentence"),
    *("account", "player", "thing", "lot", "amount", "balance", "taken_back_by", "repeats"),
)

_MAKES_A_FORMULA = (
    "=",
    "+",
    "-",
    "@",
    "\t",
    "\r",
    "\n",
    "＝",
    "＋",
    "－",
    "＠",
)  # also as East Asia types them


class ExportedLeg(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One posting as other programs read it."""

    account: str  # `seat-0`, `bank`, `pot`, `board`, `box`
    player: str = ""  # who sits at that seat
    thing: Thing
    lot: str = ""  # whose deed it is
    space: Space | None = None  # where that lot is
    amount: int
    balance: int  # of this thing on this account, after it


class ExportedBooking(msgspec.Struct, frozen=True, kw_only=True):
    """One booking as other programs read it."""

    record: int
    time: str  # the wall clock's word, UTC, ISO 8601; a label, not an order
    by: str  # who asked for it: a player's name, `arbiter NAME`, `banker`, `clock` ...
    kind: Purpose
    rules: tuple[str, ...]  # ids of the edition's catalogue; the first is the one it rests on
    sentence: str
    legs: tuple[ExportedLeg, ...]
    taken_back_by: int | None = None  # the record that went back behind this one
    repeats: int | None = None  # the record whose command this is, decided once more


class ExportedWord(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What was said or done beside the books, as other programs read it."""

    record: int
    time: str
    by: str
    what: str  # `seat-moved`, `press-refused`, `voted`, `disputed`, ...
    sentence: str
    phone: str = ""  # which phone or button it came from
    seat: Seat | None = None  # whose seat it is about
    phones: tuple[str, ...] = ()  # which have that seat, or the banker's rights, since


class Exported(msgspec.Struct, frozen=True, kw_only=True):
    """A whole game as other programs read it."""

    game: str
    edition: str
    variants: tuple[str, ...]
    house: Mapping[str, Any]
    currency: Mapping[str, str | int]
    players: tuple[str, ...]
    bookings: tuple[ExportedBooking, ...]
    words: tuple[ExportedWord, ...]  # seats that moved, presses too late, votes, disputes
    balances: Mapping[str, Mapping[str, int]]  # by account, then cash, house and hotel
    deeds: Mapping[str, str]  # by lot, who has it; `bank`


def exported(ledger: Ledger, rulebook: Rulebook, tell: Tell) -> Exported:
    """Return a game as other programs read it.

    Args:
        ledger: its bookings.
        rulebook: the edition's catalogue.
        tell: makes a sentence of an event.
    """
    state, edition = ledger.state, ledger.state.edition
    currency = edition.currency
    return Exported(
        game=ledger.game,
        edition=edition.id,
        variants=edition.variants,
        house=edition.house,
        currency={"code": currency.code, "symbol": currency.symbol, "unit": currency.unit},
        players=tuple(player.name for player in state.players),
        bookings=tuple(_booking(ledger, b, rulebook, tell) for b in ledger.bookings),
        words=tuple(_words(ledger, tell)),
        balances={
            account: {unit.value: state.books.balance(account, unit) for unit in Unit}
            for account in accounts_of(ledger)
        },
        deeds={
            lot.name: account_of(state.lots[lot.index].owner) for lot in state.edition.lots
        },
    )  # fmt: skip


def as_json(game: Exported) -> str:
    """Return one JSON document, on one line."""
    return msgspec.json.encode(game).decode() + "\n"


def as_csv(game: Exported) -> str:
    """Return a table with a line for each posting; its first line names the columns."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(COLUMNS)
    for booking in game.bookings:
        for leg in booking.legs:
            table.writerow(_cells(booking, leg))
    return text.getvalue()


def accounts_of(ledger: Ledger) -> tuple[Account, ...]:
    """Return all accounts of a game, those of the players first."""
    return (*map(seat_account, ledger.state.seats), BANK, POT, BOARD, BOX)


def account_of(owner: Seat | None) -> Account:
    """Return whose a lot is."""
    return BANK if owner is None else seat_account(owner)


def harmless(text: str) -> str:
    """Return *text* on one line, and so that no spreadsheet takes it for a formula."""
    marked = f"'{text}" if text.startswith(_MAKES_A_FORMULA) else text
    return "".join(char if char.isprintable() else " " for char in marked)


def when(wall: float) -> str:
    """Return a wall clock's seconds as ISO 8601 in UTC; nothing where it has gone mad."""
    try:
        return datetime.fromtimestamp(wall, UTC).isoformat(timespec="seconds")
    except (OverflowError, OSError, ValueError):
        return ""


def by_whom(record: Record, names: tuple[str, ...]) -> str:
    """Return who asked for a record."""
    cause = record.cause
    if cause.arbiter:
        return f"arbiter {cause.arbiter}"
    known = cause.role == "seat" and cause.seat is not None and cause.seat < len(names)
    return names[cause.seat] if known and cause.seat is not None else cause.role


def rules_of(event: AnyEvent, rulebook: Rulebook) -> tuple[str, ...]:
    """Return the ids of the rules that an event rests on; the key where the book has none."""
    told = [rule.id for key in (event.because, *event.also) for rule in rulebook.told(key)]
    return tuple(dict.fromkeys(told)) or (event.because,)


def _booking(ledger: Ledger, booking: Booking, rulebook: Rulebook, tell: Tell) -> ExportedBooking:
    names = tuple(player.name for player in ledger.state.players)
    players = dict(zip(map(seat_account, ledger.state.seats), names, strict=True))
    lots = {lot.index: lot for lot in ledger.state.edition.lots}
    return ExportedBooking(
        record=booking.seq,
        time=when(booking.record.cause.wall),
        by=by_whom(booking.record, names),
        kind=booking.kind,
        rules=rules_of(booking.event, rulebook),
        sentence=tell(booking.event, booking.record.cause.arbiter),
        legs=tuple(_legs(booking, players, lots)),
        taken_back_by=booking.back,
        repeats=booking.record.cause.repeats,
    )


def _words(ledger: Ledger, tell: Tell) -> Iterator[ExportedWord]:
    names = tuple(player.name for player in ledger.state.players)
    for record in ledger.records:
        for event in record.events:
            if isinstance(event, Told | Disputed | Ruled):
                yield ExportedWord(
                    record=record.seq,
                    time=when(record.cause.wall),
                    by=by_whom(record, names),
                    what=str(event.__struct_config__.tag),
                    sentence=tell(event, record.cause.arbiter),
                    phone=record.cause.device,
                    seat=getattr(event, "seat", None),
                    phones=getattr(event, "phones", ()),
                )


def _legs(
    booking: Booking, players: Mapping[Account, str], lots: Mapping[Space, BoardSpace]
) -> Iterator[ExportedLeg]:
    for leg in booking.legs:
        yield ExportedLeg(
            account=leg.account,
            player=players.get(leg.account, ""),
            thing=leg.thing,
            lot=lots[leg.lot].name if leg.lot is not None else "",
            space=leg.lot,
            amount=leg.quantity,
            balance=leg.balance,
        )


def _cells(booking: ExportedBooking, leg: ExportedLeg) -> tuple[str | int, ...]:
    words = (booking.by, booking.kind, " ".join(booking.rules), booking.sentence)
    names = (leg.account, leg.player, leg.thing, leg.lot)
    return (
        booking.record,
        booking.time,
        *map(harmless, words),
        *map(harmless, names),
        leg.amount,
        leg.balance,
        booking.taken_back_by or "",
        booking.repeats or "",
    )
