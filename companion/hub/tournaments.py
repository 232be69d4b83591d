"""Tournaments: players, rounds that are seated and begun, and the database says who is first."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

import msgspec
from psycopg.errors import UniqueViolation
from psycopg.types.json import Jsonb

from companion.hub.database import Cursor, Database
from companion.hub.round_tables import PROPOSE
from companion.shipping.wire import Refused
from companion.tournament.seating import Round, seated, table_sizes

POINTS = (10, 7, 5, 3, 2, 1)
"""By place at a table, unless a tournament has others."""

_COLUMNS = (
    "id, name, edition, minutes, points, closed is not null, public_key, public_names,"
    " variants, house, kept_too"
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


class Entrant(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who plays in a tournament."""

    id: int
    name: str
    plays: bool  # false: sits out from the next round on


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
            if _begun(cursor, tournament):
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
            if _begun(cursor, tournament):
                return Refused("tournament-begun")
            cursor.execute("delete from tournament where id = %s", (tournament,))
        return None

    def enter(self, tournament: int, names: Sequence[str]) -> Refused | None:
        """Let people play from the next round on; `name-taken`: one of them does already."""
        with self._database.transaction() as cursor:
            if (refused := why_closed(cursor, tournament)) is not None:
                return refused
            try:
                cursor.executemany(
                    "insert into player (tournament, name) values (%s, %s)",
                    [(tournament, name) for name in names],
                )
            except UniqueViolation:
                cursor.connection.rollback()
                return Refused("name-taken")
        return None

    def sit_out(self, tournament: int, player: int, *, plays: bool) -> None:
        """Have a player sit out from the next round that is seated on, or play again."""
        with self._database.transaction() as cursor:
            cursor.execute(
                "update player set plays = %s where tournament = %s and id = %s",
                (plays, tournament, player),
            )

    def players(self, tournament: int) -> tuple[Entrant, ...]:
        """Return who plays or played, by name."""
        with self._database.transaction() as cursor:
            return _players(cursor, tournament)

    def seat(
        self, tournament: int, rounds: int, *, tables: int | None = None, seed: int = 0
    ) -> Refused | None:
        """Seat so many rounds in all: those that have not begun, anew.

        Args:
            tournament: which.
            rounds: those that have begun among them.
            tables: in each round; None: as many as make tables of about five.
            seed: the same gives the same tables.

        Refused with `seats-wrong`, if so many tables do not seat all who play.
        """
        with self._database.transaction() as cursor:
            if (refused := why_closed(cursor, tournament)) is not None:
                return refused
            before = _begun(cursor, tournament)
            who = [str(each.id) for each in _players(cursor, tournament) if each.plays]
            try:
                sizes = [table_sizes(len(who), tables)] * max(rounds - len(before), 0)
                found = seated(who, sizes, before=before, seed=seed)
            except ValueError:
                facts = {"players": len(who), "tables": tables or 1}
                return Refused("seats-wrong", facts)
            cursor.execute(
                "delete from round where tournament = %s and begun is null", (tournament,)
            )
            for number, round_ in enumerate(found, len(before) + 1):
                _keep_round(cursor, tournament, number, round_)
        return None

    def begin(self, tournament: int, round_: int) -> Refused | None:
        """Begin a round, whose clock runs from now on at the database; it stays as it is seated.

        Refused with `round-early`, if the one before has not begun, or this one has.
        """
        with self._database.transaction() as cursor:
            if (refused := why_closed(cursor, tournament)) is not None:
                return refused
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


def why_closed(cursor: Cursor, tournament: int) -> Refused | None:
    """Have whoever else changes a tournament wait until this transaction ends.

    Refused with `tournament-closed`, if nothing is to change; one that is not there is closed.
    """
    rows = cursor.execute(
        "select from tournament where id = %s and closed is null for update", (tournament,)
    ).fetchall()
    return None if rows else Refused("tournament-closed")


def _tournament(*row: Any) -> Tournament:
    number, name, edition, minutes, points, is_closed, key, names, variants, house, kept = row
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
    )


def _tables(cursor: Cursor, tournament: int) -> Mapping[int, Sequence[RoundTable]]:
    """Return the tables of each round."""
    known = {each.id: each for each in _players(cursor, tournament)}
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


def _players(cursor: Cursor, tournament: int) -> tuple[Entrant, ...]:
    rows = cursor.execute(
        "select id, name, plays from player where tournament = %s order by name", (tournament,)
    )
    return tuple(Entrant(id=number, name=name, plays=plays) for number, name, plays in rows)


def _begun(cursor: Cursor, tournament: int) -> tuple[Round, ...]:
    """Return the rounds that have begun, as who seats the others reads them."""
    cursor.execute(
        "select round, place, player from seating"
        " join round on round.tournament = seating.tournament and number = round"
        " where seating.tournament = %s and begun is not null order by round, place, player",
        (tournament,),
    )
    found: dict[int, dict[int, list[str]]] = {}
    for number, place, player in cursor:
        found.setdefault(number, {}).setdefault(place, []).append(str(player))
    return tuple(tuple(map(tuple, tables.values())) for _, tables in sorted(found.items()))


def _keep_round(cursor: Cursor, tournament: int, number: int, round_: Round) -> None:
    cursor.execute("insert into round (tournament, number) values (%s, %s)", (tournament, number))
    cursor.executemany(
        "insert into seating (tournament, round, player, place) values (%s, %s, %s, %s)",
        [
            (tournament, number, int(player), place)
            for place, table in enumerate(round_, 1)
            for player in table
        ],
    )
    cursor.execute(PROPOSE, {"tournament": tournament, "round": number})
