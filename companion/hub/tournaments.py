"""Tournaments: rounds are seated, results entered, and the database says who is first."""

from collections.abc import Mapping, Sequence
from decimal import Decimal

import msgspec
from psycopg.errors import ForeignKeyViolation, UniqueViolation

from companion.hub.database import Cursor, Database
from companion.shipping.wire import Refused
from companion.tournament.seating import Round, seated, table_sizes

POINTS = (10, 7, 5, 3, 2, 1)
"""By place at a table, unless a tournament has others."""


class Tournament(msgspec.Struct, frozen=True, kw_only=True):
    """What all its tables have in common."""

    id: int
    name: str
    edition: str
    minutes: int | None  # of a round; None: until one player is left
    points: tuple[Decimal, ...]  # by place at a table


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


class TournamentRound(msgspec.Struct, frozen=True, kw_only=True):
    """A round."""

    number: int
    begun_at: float | None  # seconds since 1970
    ends_at: float | None  # likewise
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
                    "insert into tournament (name, edition, minutes, points)"
                    " values (%s, %s, %s, %s::numeric[])"
                    " returning id, name, edition, minutes, points",
                    (name, edition, minutes, [Decimal(each) for each in points]),
                )
            except UniqueViolation:
                cursor.connection.rollback()
                return Refused("name-taken")
            return _tournament(*cursor.fetchall()[0])

    def all(self) -> tuple[Tournament, ...]:
        """Return all of them, the newest first."""
        with self._database.transaction() as cursor:
            rows = cursor.execute(
                "select id, name, edition, minutes, points from tournament order by id desc"
            )
            return tuple(_tournament(*row) for row in rows)

    def enter(self, tournament: int, names: Sequence[str]) -> Refused | None:
        """Let people play from the next round on; `name-taken`: one of them does already."""
        with self._database.transaction() as cursor:
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
            cursor.execute("select from tournament where id = %s for update", (tournament,))
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

    def rounds(self, tournament: int) -> tuple[TournamentRound, ...]:
        """Return the rounds, with who sits where and what came of it."""
        with self._database.transaction() as cursor:
            known = {each.id: each for each in _players(cursor, tournament)}
            cursor.execute(
                "select round, place, seating.player, worth from seating"
                " left join counted_result using (tournament, round, player)"
                " where tournament = %s order by round, place, seating.player",
                (tournament,),
            )
            tables: dict[int, dict[int, dict[int, int | None]]] = {}
            for number, place, player, worth in cursor:
                tables.setdefault(number, {}).setdefault(place, {})[player] = worth
            cursor.execute(
                "select number, extract(epoch from begun)::float8, extract(epoch from ends)::float8"
                " from round where tournament = %s order by number",
                (tournament,),
            )
            return tuple(
                TournamentRound(
                    number=number,
                    begun_at=begun,
                    ends_at=ends,
                    tables=tuple(
                        RoundTable(
                            number=place,
                            players=tuple(known[player] for player in worths),
                            worth={p: worth for p, worth in worths.items() if worth is not None},
                        )
                        for place, worths in tables.get(number, {}).items()
                    ),
                )
                for number, begun, ends in cursor
            )

    def result(
        self, tournament: int, round_: int, worth: Mapping[int, int], *, by: str, why: str = ""
    ) -> Refused | None:
        """Enter what players were worth at the end of a round, by their numbers.

        What was entered before stays on record and counts no more.

        Args:
            tournament: which.
            round_: which.
            worth: by player, by the edition's book; 0: bankrupt.
            by: the table's journal, or the name of the member who says so.
            why: for a correction.

        Refused with `not-seated`, if one of them does not sit in that round.
        """
        with self._database.transaction() as cursor:
            try:
                cursor.executemany(
                    "insert into result (tournament, round, player, worth, entered_by, why)"
                    " values (%s, %s, %s, %s, %s, %s)",
                    [(tournament, round_, *each, by, why) for each in worth.items()],
                )
            except ForeignKeyViolation:
                cursor.connection.rollback()
                return Refused("not-seated")
        return None

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


def _tournament(
    number: int, name: str, edition: str, minutes: int | None, points: Sequence[Decimal]
) -> Tournament:
    return Tournament(id=number, name=name, edition=edition, minutes=minutes, points=tuple(points))


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
