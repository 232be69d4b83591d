"""How the newest game of every table stands, folded from the records that the hub has."""

import logging
import re
import threading
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Literal, Protocol, TypeAlias, TypeVar

import msgspec
from msgspec.structs import replace

from companion.accounts.ranking import ranking
from companion.editions.model import Edition
from companion.errors import CompanionError, HubError
from companion.game.state import GameState
from companion.hub.time_left import TableTime, TimeLeft
from companion.journal.codec import damage
from companion.journal.packed import PackedRecords
from companion.journal.record import Record
from companion.journal.replay import opening, went_back_to
from companion.rules.asked import asked, on_turn
from companion.shipping.order_taker import heard
from companion.shipping.wire import MOST, Parcel, TableRound
from companion.table.cash.handing import Purses
from companion.table.clocks.heard_round import HeardRound
from companion.table.help.held_commands import asked_now
from companion.table.state import TableState
from companion.words import Money, Seat

Waits: TypeAlias = Literal["dispute", "contested", "call", "vote", "paused"]
"""What waits: a ruling on a record, one on an amount, a call for the arbiter, a vote, a pause."""

Told: TypeAlias = tuple[TableState, Sequence[Record]]
"""How a game stands, and all records that say so."""

DrawnT = TypeVar("DrawnT")

LONGEST = 80
"""Letters of a name that count for its place."""

_log = logging.getLogger(__name__)


class LobbySeat(msgspec.Struct, frozen=True, kw_only=True):
    """One player of a game."""

    seat: Seat
    name: str
    cash: Money
    worth: Fraction  # as the edition counts at the end
    place: int  # by worth, equals share one; 0: out of the game
    on_turn: bool = False
    won: bool = False


class LobbyLine(msgspec.Struct, frozen=True, kw_only=True):
    """The newest game of one table."""

    table: str
    game: str  # the digest of its first record
    edition: Edition | None  # as it is played; None: the game cannot be read
    edition_id: str
    seats: tuple[LobbySeat, ...] = ()  # in their order
    turn: int = 0  # how many have begun
    waits: tuple[Waits, ...] = ()
    is_over: bool = False
    time: TimeLeft | None = None  # None: it has no end, or is over
    kept_at: float  # seconds since 1970 by the hub's clock: when its last record came
    trouble: CompanionError | None = None  # why it cannot be read

    @property
    def leaders(self) -> tuple[LobbySeat, ...]:
        """Who is worth most; nobody while all are worth the same."""
        if len({one.worth for one in self.seats if one.place}) < 2 and not self.is_over:
            return ()
        return tuple(one for one in self.seats if one.place == 1)


class ShelvedGame(Protocol):
    """What the hub says of a game that a table ships."""

    @property
    def game(self) -> str: ...  # noqa: D102
    @property
    def table(self) -> int: ...  # noqa: D102
    @property
    def table_name(self) -> str: ...  # noqa: D102
    @property
    def edition(self) -> str: ...  # noqa: D102
    @property
    def seq(self) -> int: ...  # noqa: D102
    @property
    def kept_at(self) -> float: ...  # noqa: D102


class Shelves(Protocol):
    """The records of all games, as the hub has them."""

    def games(self) -> Sequence[ShelvedGame]:
        """Return what there is of each game."""
        ...

    def after(self, game: str, seq: int, limit: int = MOST) -> Sequence[Parcel]:
        """Return the records of a game that follow number *seq*."""
        ...


class FoldedGame:
    """One game as far as it was read; it takes only what is new."""

    def __init__(self) -> None:
        self._records = PackedRecords()
        self._state: TableState | None = None
        self._turns: list[int] = []  # begun by each record
        self.trouble: CompanionError | None = None
        self._table_time = TableTime()
        self._line: LobbyLine | None = None
        self._told: object = None  # what the line was made of

    @property
    def seq(self) -> int:
        """Number of the last record that was taken."""
        return len(self._records)

    @property
    def told(self) -> Told | None:
        """How it stands, and the records that say so; None: it cannot be read."""
        state = self._state
        return None if state is None else (state, self._records[: state.seq])

    def take(self, parcels: Sequence[Parcel]) -> None:
        """Go on with the next records; what cannot be read ends it, and is told as trouble."""
        if self.trouble is not None:
            return
        try:
            for parcel in parcels:
                self._take(parcel)
        except CompanionError as error:
            self.set_aside(error)

    def set_aside(self, error: CompanionError) -> None:
        """Read nothing more of it: its records cannot be what happened."""
        self.trouble = error.kept()
        self._records, self._state, self._turns = PackedRecords(), None, []

    def _take(self, parcel: Parcel) -> None:
        record = self._records.append(parcel.body, parcel.digest)
        if record.seq != self.seq:  # whoever looks a record up by its own number finds another
            raise damage(f"it says that it is record {record.seq}", "", self.seq)
        if self._state is None:
            blank = opening(record)
            self._state = TableState(game=blank, purses=Purses.of(blank.edition))
        before = self._state.game
        self._state = self._state.after(self._records)
        back_to = went_back_to(record)
        if back_to is not None:
            self._turns.append(self._turns[back_to - 1])
        else:
            begun = self._turns[-1] if self._turns else 0
            self._turns.append(begun + _begins_turn(before, self._state.game))

    def line(self, shipped: ShelvedGame, round_: HeardRound | None = None) -> LobbyLine:
        """Return how it stands; made anew only where something came.

        Args:
            shipped: what the hub says of it.
            round_: of a tournament, that sits at its table.
        """
        told = (shipped.table_name, shipped.kept_at, self.seq, self.trouble, round_)
        if self._line is None or self._told != told:
            self._line, self._told = self._made(shipped, round_), told
        return self._line

    def _made(self, shipped: ShelvedGame, round_: HeardRound | None) -> LobbyLine:
        line = LobbyLine(
            table=shipped.table_name,
            game=shipped.game,
            edition=None,
            edition_id=shipped.edition,
            kept_at=shipped.kept_at,
            trouble=self.trouble,
        )
        if self._state is None:
            return line
        game = self._state.game
        if self.seq == shipped.seq:
            self._table_time.note(self._records[-1], shipped.kept_at)
        return replace(
            line,
            edition=game.edition,
            seats=_seats(self._state),
            time=self._table_time.left(self._state, self._records[0], round_),
            turn=self._turns[-1],
            waits=_waits(self._state),
            is_over=bool(game.winners),
        )


def _begins_turn(before: GameState, now: GameState) -> bool:
    """Return whether the first roll of a turn was made."""
    return now.turn.rolled and (not before.turn.rolled or before.turn.seat != now.turn.seat)


def _seats(state: TableState) -> tuple[LobbySeat, ...]:
    game, ranked = state.game, {one.seat: one for one in ranking(state.game)}
    turn = on_turn(game, asked_now(state.proposals.head, asked(game)))
    return tuple(
        LobbySeat(
            seat=seat,
            name=game.players[seat].name,
            cash=game.cash(seat),
            worth=ranked[seat].counted.worth if seat in ranked else Fraction(0),
            place=ranked[seat].place if seat in ranked else 0,
            on_turn=seat == turn,
            won=seat in game.winners,
        )
        for seat in game.seats
    )


def _waits(state: TableState) -> tuple[Waits, ...]:
    is_over = bool(state.game.winners)
    found: dict[Waits, object] = {
        "dispute": state.disputes.open,
        "contested": any(one.contested for one in state.proposals.open),
        "call": state.calls.open,
        "vote": state.disputes.vote,
        "paused": state.pauses.since,
    }
    # An arbiter may be called for when a game is over; nothing else is ruled on then.
    return tuple(code for code, there in found.items() if there and (code == "call" or not is_over))


class Lobby:
    """The newest game of every table; what it has read it keeps, and goes on from there.

    Args:
        shelves: where the records lie.
        tables: returns the numbers of the tables that belong to the club now.
        rounds: returns which round of a tournament sits at each of such tables.
        clock: seconds since 1970.
    """

    def __init__(
        self,
        shelves: Shelves,
        tables: Callable[[], Collection[int]],
        rounds: Callable[[Sequence[int]], Mapping[int, TableRound]] = lambda _tables: {},
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._shelves, self._tables, self._rounds, self._clock = shelves, tables, rounds, clock
        self._heard: dict[int, HeardRound] = {}
        self._folded: dict[str, FoldedGame] = {}
        self._aside: dict[str, CompanionError] = {}  # by game: what pages could not show
        self._lock = threading.Lock()  # of the lines and of what is set aside
        self._announced: tuple[LobbyLine, ...] = ()  # as the last look found them
        self.lines: tuple[LobbyLine, ...] = ()
        """By the names of the tables."""

    def refresh(self, goes_on: Callable[[], bool] = lambda: True) -> bool:
        """Read what is new; return whether anything is.

        Args:
            goes_on: asked between two games: whether the rest is to be read as well.

        Raises:
            CompanionError: the database is away; what was read before is kept.
        """
        tables = self._tables()
        self._hear([*tables])
        newest = _newest([one for one in self._shelves.games() if one.table in tables])
        lines = []
        for shipped in newest:
            folded = self._folded.setdefault(shipped.game, FoldedGame())
            if goes_on():
                self._catch_up(folded, shipped)
            lines.append(self._line_of(folded, shipped))
        self._folded = {one.game: self._folded[one.game] for one in newest}
        with self._lock:
            aside = {game: why for game, why in self._aside.items() if game in self._folded}
            self._aside = aside
            self.lines = tuple(_without(line, aside.get(line.game)) for line in lines)
            before, self._announced = self._announced, self.lines
            return before != self.lines

    def told(self) -> Iterator[tuple[LobbyLine, Told]]:
        """Yield each line whose game can be read, with its state and records."""
        for line in self.lines:
            folded = self._folded.get(line.game)
            told = folded.told if folded is not None else None
            if told is not None and line.edition is not None:
                yield line, told

    def drawn(self, line: LobbyLine, draw: Callable[[], DrawnT]) -> DrawnT | None:
        """Return what a page shows of a game; None: it cannot be shown, and is set aside.

        Whatever its records do to whoever draws them, pages of all tables go on without it.
        """
        try:
            return draw()
        except HubError:
            raise
        except Exception as error:  # noqa: BLE001  # one table's game ends no page of all tables
            self._set_aside(line, error)
            return None

    def _set_aside(self, line: LobbyLine, error: Exception) -> None:
        with self._lock:
            if line.game in self._aside:
                return
            why = (
                error
                if isinstance(error, CompanionError)
                else CompanionError(code="journal-damaged")
            )
            self._aside[line.game] = why = why.kept()
            self.lines = tuple(
                _without(one, why if one.game == line.game else None) for one in self.lines
            )
        _log.error("the game %s of %s is set aside", line.game, line.table, exc_info=error)

    def _hear(self, tables: Sequence[int]) -> None:
        """Ask which rounds sit at the tables; an end that is heard of anew is the same."""
        began = self._clock()
        rounds, answered = self._rounds(tables), self._clock()
        found: dict[int, HeardRound] = {}
        for table, told in rounds.items():
            new, old = heard(told, began, answered), self._heard.get(table)
            if new is not None:
                found[table] = old if old is not None and new.is_as(old) else new
        self._heard = found

    def _catch_up(self, folded: FoldedGame, shipped: ShelvedGame) -> None:
        before = folded.trouble
        try:
            while folded.trouble is None and folded.seq < shipped.seq:
                parcels = self._shelves.after(shipped.game, folded.seq)
                if not parcels:
                    return
                folded.take(parcels)
        except CompanionError:
            raise
        except Exception:  # noqa: BLE001  # one table's game never ends the lobby
            _log.exception("the game %s of %s", shipped.game, shipped.table_name)
            folded.set_aside(CompanionError(code="journal-damaged"))
        if folded.trouble is not before:
            what = (shipped.game, shipped.table_name, folded.trouble)
            _log.warning("the game %s of %s is set aside: %s", *what)

    def _line_of(self, folded: FoldedGame, shipped: ShelvedGame) -> LobbyLine:
        heard = self._heard.get(shipped.table)
        try:
            return folded.line(shipped, heard)
        except Exception:  # noqa: BLE001  # likewise
            _log.exception("the game %s of %s", shipped.game, shipped.table_name)
            folded.set_aside(CompanionError(code="journal-damaged"))
            return folded.line(shipped, heard)


def _without(line: LobbyLine, why: CompanionError | None) -> LobbyLine:
    """Return the line of a game of which nothing can be shown; *why* is None: all of it can."""
    if why is None:
        return line
    return LobbyLine(
        table=line.table,
        game=line.game,
        edition=None,
        edition_id=line.edition_id,
        kept_at=line.kept_at,
        trouble=why,
    )


def _newest(games: Sequence[ShelvedGame]) -> list[ShelvedGame]:
    """Return the game of each table to which records came last, by the names of the tables."""
    found: dict[int, ShelvedGame] = {}
    for one in sorted(games, key=lambda one: one.kept_at):
        if one.seq:
            found[one.table] = one
    return sorted(found.values(), key=lambda one: (_as_counted(one.table_name), one.table))


def _as_counted(name: str) -> tuple[tuple[str, int], ...]:
    """Return by what a name is sorted: table 2 comes before table 10."""
    parts = re.findall(r"(\D*)(\d*)", name.casefold()[:LONGEST])
    return tuple((words, int(number or 0)) for words, number in parts)
