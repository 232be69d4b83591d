"""One player's statement and the story of the game, as pages show them."""

from collections.abc import Sequence
from datetime import UTC, datetime

import msgspec

from companion.accounts.statement import Posted, Statement, Worth, statement_of
from companion.game.terms import Purpose
from companion.sayings.said import marked as _
from companion.words import Seat
from web.draw.chart import Chart, chart_of
from web.setup.agreed import Agreed, agreed_of
from web.shared.parts import Person, StoryRow, hour_of
from web.shared.scene import Scene

KINDS: dict[Purpose, str] = {
    "start": _("Opening money"),
    "salary": _("Salary"),
    "rent": _("Rent"),
    "property": _("Lots bought"),
    "auction": _("Auctions"),
    "building": _("Building"),
    "mortgage": _("Mortgages and interest"),
    "tax": _("Taxes"),
    "card": _("Cards"),
    "jail": _("Jail"),
    "fine": _("Fines"),
    "pot": _("The pot"),
    "trade": _("Trades"),
    "bankruptcy": _("Debts and bankruptcies"),
    "late": _("Booked late"),
    "correction": _("Corrections"),
    "other": _("All else"),
    "back": _("Taken back"),
}
"""What a booking is for -> its heading."""

PAGE = 300
"""Records on one page of the story, an evening of two hours: some 90 kB."""

TABLE_ROWS = 8
"""So many turns stand in the table beneath the chart, at most."""


class SumRow(msgspec.Struct, frozen=True):
    """One kind with what came in, went out, and is left of it."""

    name: str
    got: str
    paid: str
    net: str
    tone: str


class BookedRow(msgspec.Struct, frozen=True, kw_only=True):
    """One posting in words."""

    seq: int
    text: str
    kind: str
    change: str
    tone: str
    balance: str
    undone: bool
    when: str


class WorthRow(msgspec.Struct, frozen=True):
    """What everybody was worth after a turn."""

    turn: int
    amounts: tuple[str, ...]


class WorthView(msgspec.Struct, frozen=True, kw_only=True):
    """The chart of net worth and its table."""

    chart: Chart
    people: tuple[Person, ...]
    rows: tuple[WorthRow, ...]
    grid: tuple[str, ...]  # the amounts of its lines across


class StatementView(msgspec.Struct, frozen=True, kw_only=True):
    """All that a statement shows."""

    me: Person
    rows: tuple[BookedRow, ...]  # the newest first
    sums: tuple[SumRow, ...]
    balance: str
    worth: WorthView


class StoryPage(msgspec.Struct, frozen=True):
    """A part of a long story, by the numbers of its records."""

    first: int
    last: int
    is_open: bool


class StoryView(msgspec.Struct, frozen=True, kw_only=True):
    """The story of the game, to be read, printed or saved."""

    edition: str
    began: str  # the day, by the wall clock's word
    agreed: Agreed  # what counts otherwise than in the book
    people: tuple[Person, ...]
    rows: tuple[StoryRow, ...]  # oldest first
    pages: tuple[StoryPage, ...]  # none where all of it stands on one


def statement_view(scene: Scene) -> StatementView:
    """Return the statement of the scene's reader, who is at the table."""
    seat = scene.reader
    assert seat is not None
    ledger = scene.context.chronicle.ledger(scene.view.game, scene.view.seq)
    statement = statement_of(ledger, seat)
    return StatementView(
        me=scene.person(seat),
        rows=tuple(_row(scene, line) for line in reversed(statement.lines)),
        sums=_sums(scene, statement),
        balance=scene.speaker.money(statement.balance),
        worth=worth_view(scene, (seat,)),
    )


def worth_view(scene: Scene, seats: Sequence[Seat]) -> WorthView:
    """Return the chart of what *seats* were worth, turn by turn."""
    worths = scene.context.chronicle.worths(scene.view.game, scene.view.seq)
    digits = scene.speaker.digits
    chart = chart_of(worths, seats)
    return WorthView(
        chart=chart,
        people=tuple(scene.person(seat) for seat in seats),
        rows=tuple(
            WorthRow(one.turn, tuple(digits(one.worth[seat]) for seat in seats))
            for one in thinned(worths)
        ),
        grid=tuple(digits(line.amount) for line in chart.grid),
    )


def thinned(worths: Sequence[Worth]) -> tuple[Worth, ...]:
    """Return a few of many turns: the first, the last, and some at equal distances between."""
    last = len(worths) - 1
    if last < TABLE_ROWS:
        return tuple(worths)
    return tuple(worths[last * n // (TABLE_ROWS - 1)] for n in range(TABLE_ROWS))


def story_view(scene: Scene, first: int | None) -> StoryView:
    """Return the story of the game: the page with record number *first* on it, or all of it."""
    end = len(scene.records)
    start = 0 if first is None else max(0, min(first, end) - 1) // PAGE * PAGE
    shown = slice(start, end if first is None else start + PAGE)
    pages = (
        StoryPage(at + 1, min(at + PAGE, end), is_open=shown.stop <= at + PAGE and at == start)
        for at in range(0, end, PAGE)
    )
    return StoryView(
        edition=scene.state.edition.name,
        began=day_of(scene.records[0].cause.wall),
        agreed=agreed_of(scene.speaker, scene.state.edition),
        people=scene.people,
        rows=tuple(reversed(scene.rows(None, story=True, among=shown))),
        pages=tuple(pages) if end > PAGE else (),
    )


def day_of(wall: float) -> str:
    """Return a wall clock's day; nothing where it has gone mad."""
    try:
        return datetime.fromtimestamp(wall, UTC).strftime("%Y-%m-%d")
    except (OverflowError, OSError, ValueError):
        return ""


def _row(scene: Scene, line: Posted) -> BookedRow:
    booking, speaker = line.booking, scene.speaker
    return BookedRow(
        seq=booking.seq,
        text=scene.line(booking.event, booking.record.cause.arbiter).text,
        kind=speaker.say(KINDS[booking.kind]),
        change=speaker.signed(line.change),
        tone="plus" if line.change > 0 else "minus",
        balance=speaker.digits(line.balance),
        undone=booking.back is not None,
        when=hour_of(booking.record.cause.wall),
    )


def _sums(scene: Scene, statement: Statement) -> tuple[SumRow, ...]:
    speaker = scene.speaker
    return tuple(
        SumRow(
            speaker.say(KINDS[kind]),
            speaker.digits(sums.got) if sums.got else "",
            speaker.digits(sums.paid) if sums.paid else "",
            speaker.signed(sums.net),
            "plus" if sums.net > 0 else "minus" if sums.net < 0 else "",
        )
        for kind, sums in statement.sums.items()
    )
