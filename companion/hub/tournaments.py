"""Tournaments: players, rounds that are seated and begun, and the database says who is first."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

import msgspec
from psycopg.errors import UniqueViolation
from psycopg.types.json import Jsonb

from companion.hub.database import Cursor, Database
from companion.hub.draws import Draws, begun_rounds
from companion.hub.entrants import Entrant, Entrants, entrants, why_closed
from companion.shipping.wire import Refused

POINTS = (10, 7, 5, 3, 2, 1)
"""By place at a table, unless a tournament has others."""

_COLUMNS = (
    "id, name, edition, minutes, points, closed is not null, public_key, public_names,"
    " variants, house, kept_too, stand"
)


class Tournament(msgspec.Struct, frozen=True, kw_only=True):
    """What all its tables have in common."""

    id: int
    name: str
    edition: str
    minutes: int | None  # of a round; None: until one player is left
    points: tuple[Decimal, ...]  # by place at a table
    is_closed: bool = False  # nothing changes any more
    public_key: str | None = None  # who has it may look from outside; None: nobody
    public_names: bool = True  # false: whoever looks from outside sees numbers
    variants: tuple[str, ...] = ()  # of the edition
    house: Mapping[str, str] = {}  # house rules: parameter -> as it is typed
    kept_too: bool = False  # an answer at its tables counts only once its record is here
    stand: int = 0  # of all seats: rises whenever any of them changes


class RoundTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table in a round, with what came of it."""

    number: int
    players: tuple[Entrant, ...]
    worth: Mapping[int, int]  # by player, as far as it was entered
    points: Mapping[int, Decimal]  # likewise: for the place at this table


class TournamentRound(msgspec.Struct, frozen=True, kw_only=True):
    """A round."""

    number: int
    begun_at: float | None  # seconds since 1970
    ends_at: float | None  # likewise
    left_s: float | None = None  # until it ends by the database's clock, below 0: ended; None: open
    tables: tuple[RoundTable, ...]


class TournamentPlace(msgspec.Struct, frozen=True, kw_only=True):
    """Where a player stands."""

    player: int
    name: str
    place: int  # equals share one
    rounds: int  # of which a result was entered
    points: Decimal
    won: int  # tables, alone or shared
    share: Decimal  # of all worth at the own tables, summed


class Tournaments:
    """All of a club's. Every method raises HubError if PostgreSQL is away."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.entrants = Entrants(database)
        self._draws = Draws(database)

    def add(
        self,
        name: str,
        edition: str,
        *,
        minutes: int | None = None,
        points: Sequence[Decimal | int] = POINTS,
    ) -> Tournament | Refused:
        """Begin a tournament; `name-taken`, if there is one of this name.

        Args:
            name: 1 to 60 characters.
            edition: id of what all tables play.
            minutes: of a round, 1 to 1440; None: until one player is left.
            points: by place at a table.
        """
        with self._database.transaction() as cursor:
            try:
                cursor.execute(
                    "insert into tournament (name, edition, minutes, points)"  # noqa: S608  # ours
                    f" values (%s, %s, %s, %s::numeric[]) returning {_COLUMNS}",
                    (name, edition, minutes, [Decimal(each) for each in points]),
                )
            except UniqueViolation:
                cursor.connection.rollback()
                return Refused("name-taken")
            return _tournament(*cursor.fetchall()[0])

    def all(self) -> tuple[Tournament, ...]:
        """Return all of them, the newest first."""
        with self._database.transaction() as cursor:
            rows = cursor.execute(f"select {_COLUMNS} from tournament order by id desc")  # noqa: S608
            return tuple(_tournament(*row) for row in rows)

    def one(self, tournament: int) -> Tournament | None:
        """Return one of them; None: there is none of this number."""
        with self._database.transaction() as cursor:
            rows = cursor.execute(
                f"select {_COLUMNS} from tournament where id = %s",  # noqa: S608
                (tournament,),
            )
            return next((_tournament(*row) for row in rows), None)

    def play_by(
        self, tournament: int, variants: Sequence[str], house: Mapping[str, str]
    ) -> Refused | None:
        """Set the rules of all its tables; `rules-stay`, if a round of it has begun.

        Args:
            tournament: which.
            variants: of its edition, by id.
            house: house rules: parameter -> as it is typed.
        """
        with self._database.transaction() as cursor:
            if (refused := why_closed(cursor, tournament)) is not None:
                return refused
            if begun_rounds(cursor, tournament):
                return Refused("rules-stay")
            cursor.execute(
                "update tournament set variants = %s, house = %s where id = %s",
                ([*variants], Jsonb({**house}), tournament),
            )
        return None

    def keep_too(self, tournament: int, *, wanted: bool) -> None:
        """Set whether an answer at its tables counts only once its record is here.

        It holds at all tables of the club where its rounds sit, until it is closed.
        """
        with self._database.transaction() as cursor:
            cursor.execute(
                "update tournament set kept_too = %s where id = %s", (wanted, tournament)
            )

    def close(self, tournament: int, *, closed: bool = True) -> None:
        """Have nothing change any more, or let it go on."""
        with self._database.transaction() as cursor:
            cursor.execute(
                "update tournament set closed = case when %s then coalesce(closed, now()) end"
                " where id = %s",
                (closed, tournament),
            )

    def delete(self, tournament: int) -> Refused | None:
        """Delete one; `tournament-begun`, if a round of it has begun."""
        with self._database.transaction() as cursor:
            cursor.execute("select from tournament where id = %s for update", (tournament,))
            if begun_rounds(cursor, tournament):
                return Refused("tournament-begun")
            cursor.execute("delete from tournament where id = %s", (tournament,))
        return None

    def enter(self, tournament: int, names: Sequence[str]) -> Refused | None:
        """Let people play from the next round on; `name-taken`: one of them does already."""
        return self.entrants.enter(tournament, names)

    def sit_out(self, tournament: int, player: int, *, plays: bool) -> None:
        """Have a player sit out from the next round that is seated on, or play again."""
        self.entrants.sit_out(tournament, player, plays=plays)

    def players(self, tournament: int) -> tuple[Entrant, ...]:
        """Return who plays or played, by name."""
        return self.entrants.of(tournament)

    def seat(
        self,
        tournament: int,
        rounds: int,
        *,
        tables: int | None = None,
        seed: int = 0,
        seen: int | None = None,
    ) -> Refused | None:
        """Seat so many rounds in all: those that have not begun, anew; see `Draws.seat`."""
        return self._draws.seat(tournament, rounds, tables=tables, seed=seed, seen=seen)

    def begin(self, tournament: int, round_: int, *, absent_too: bool = False) -> Refused | None:
        """Begin a round, whose clock runs from now on at the database; no draw changes it any more.

        Refused with `round-early`, if the one before has not begun, or this one has, and with
        `round-absent`, if somebody sits in it who is said to sit out, but for *absent_too*.
        """
        with self._database.transaction() as cursor:
            if (refused := why_closed(cursor, tournament)) is not None:
                return refused
            absent = cursor.execute(
                "select from seating join player on player.id = player and not plays"
                " where seating.tournament = %s and round = %s limit 1",
                (tournament, round_),
            ).fetchone()
            if absent is not None and not absent_too:
                return Refused("round-absent")
            begun = cursor.execute(
                "update round set begun = now(),"
                "   ends = now() + make_interval(mins => tournament.minutes)"
                " from tournament where tournament.id = tournament and id = %s and number = %s"
                "   and begun is null and not exists (select from round as earlier"
                "     where earlier.tournament = id and earlier.number < %s"
                "       and earlier.begun is null)",
                (tournament, round_, round_),
            )
            return None if begun.rowcount else Refused("round-early")

    def end_in(self, tournament: int, round_: int, minutes: int) -> Refused | None:
        """Have a round end so many minutes from now, 0 to 1440; `no-clock`, if none of it runs."""
        with self._database.transaction() as cursor:
            if (refused := why_closed(cursor, tournament)) is not None:
                return refused
            moved = cursor.execute(
                "update round set ends = now() + make_interval(mins => %s)"
                " where tournament = %s and number = %s and ends is not null",
                (minutes, tournament, round_),
            )
            return None if moved.rowcount else Refused("no-clock")

    def rounds(self, tournament: int) -> tuple[TournamentRound, ...]:
        """Return the rounds, with who sits where and what came of it."""
        with self._database.transaction() as cursor:
            tables = _tables(cursor, tournament)
            cursor.execute(
                "select number, extract(epoch from begun)::float8,"
                " extract(epoch from ends)::float8,"
                " extract(epoch from ends - clock_timestamp())::float8"
                " from round where tournament = %s order by number",
                (tournament,),
            )
            return tuple(
                TournamentRound(
                    number=number,
                    begun_at=begun,
                    ends_at=ends,
                    left_s=left,
                    tables=tuple(tables.get(number, ())),
                )
                for number, begun, ends, left in cursor
            )

    def standings(self, tournament: int) -> tuple[TournamentPlace, ...]:
        """Return who stands where, the first first."""
        with self._database.transaction() as cursor:
            rows = cursor.execute(
                "select player, name, place, rounds, points, won, share from standing"
                " where tournament = %s order by place, name",
                (tournament,),
            )
            return tuple(
                TournamentPlace(
                    player=player,
                    name=name,
                    place=place,
                    rounds=rounds,
                    points=points,
                    won=won,
                    share=share,
                )
                for player, name, place, rounds, points, won, share in rows
            )


def _tournament(*row: Any) -> Tournament:
    number, name, edition, minutes, points, is_closed, key, names, variants, house, kept, stand = (
        row
    )
    return Tournament(
        id=number,
        name=name,
        edition=edition,
        minutes=minutes,
        points=tuple(points),
        is_closed=is_closed,
        public_key=key,
        public_names=names,
        variants=tuple(variants),
        house=house,
        kept_too=kept,
        stand=stand,
    )


def _tables(cursor: Cursor, tournament: int) -> Mapping[int, Sequence[RoundTable]]:
    """Return the tables of each round."""
    known = {each.id: each for each in entrants(cursor, tournament)}
    cursor.execute(
        "select round, place, seating.player, worth, points from seating"
        " left join (select tournament, round, player, worth, points from points_at_table)"
        "   as entered using (tournament, round, player)"
        " where tournament = %s order by round, place, seating.player",
        (tournament,),
    )
    rows: dict[tuple[int, int], list[tuple[int, int | None, Decimal]]] = {}
    for number, place, player, worth, points in cursor:
        rows.setdefault((number, place), []).append((player, worth, points))
    found: dict[int, list[RoundTable]] = {}
    for (number, place), seats in rows.items():
        table = RoundTable(
            number=place,
            players=tuple(known[player] for player, _worth, _points in seats),
            worth={player: worth for player, worth, _ in seats if worth is not None},
            points={player: points for player, worth, points in seats if worth is not None},
        )
        found.setdefault(number, []).append(table)
    return found
