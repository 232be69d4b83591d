"""Where a round is played: its tables sit at tables of the club, which are told what to set up."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from psycopg.errors import ForeignKeyViolation, UniqueViolation

from companion.hub.database import Cursor, Database
from companion.hub.lineups import lineups
from companion.shipping.wire import Refused, TableRound

Place: TypeAlias = tuple[int, int]
"""Number of a round, and of a table in it."""

LATE_S = 15 * 60.0
"""So long after its end a round stays at its tables where the next one has begun already."""

PROPOSE = """
    insert into round_table (tournament, round, place, table_id)
    select %(tournament)s, %(round)s, place, id
    from (
      select distinct place, dense_rank() over (order by place) as nth from seating
      where tournament = %(tournament)s and round = %(round)s
    ) as placed
    join (
      select id, row_number() over (order by id) as nth from club_table
      where removed is null
        and (token is not null or id in (select table_id from hosted_table))
    ) as standing using (nth)
"""
"""The club's tables in their order, as far as there are any: those that can hear of it."""

_AT = """
    select distinct on (table_id) table_id, tournament.name, round.number, edition, variants, house,
      minutes, extract(epoch from ends - clock_timestamp())::float8,
      (
        select array_agg(player.name order by player.id)
        from seating join player on player.id = seating.player
        where (seating.tournament, seating.round, seating.place)
          = (round_table.tournament, round_table.round, round_table.place)
      ),
      tournament.id, round_table.place
    from round_table
    join round on (round.tournament, number) = (round_table.tournament, round_table.round)
    join tournament on tournament.id = round_table.tournament and closed is null
    where table_id = any(%s) and exists (
      select from seating
      where (seating.tournament, seating.round, place)
          = (round_table.tournament, round_table.round, round_table.place)
        and not exists (
          select from result
          where (result.tournament, result.round, result.player)
            = (seating.tournament, seating.round, seating.player)
        )
    )
    order by table_id,
      case when ends > clock_timestamp() - make_interval(secs => %s) then ends end,
      begun desc nulls last, number, tournament.id
"""


class RoundTables:
    """All of a club's. Every method raises HubError if PostgreSQL is away."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def assign(self, tournament: int, round_: int, at: Mapping[int, int | None]) -> Refused | None:
        """Give the tables of a round to tables of the club; those that are not named stay.

        Args:
            tournament: which.
            round_: which; it may have begun.
            at: by number of the table in the round, the table of the club; None: at none.

        Refused with `table-twice`, if one of the club's would have two of the round, with
        `not-seated`, if there is no such round, or table of the club, and with
        `tournament-closed`.
        """
        with self._database.transaction() as cursor:
            rows = cursor.execute(
                "select from tournament where id = %s and closed is null for update", (tournament,)
            ).fetchall()
            if not rows:
                return Refused("tournament-closed")
            try:
                _keep(cursor, tournament, round_, at)
            except (UniqueViolation, ForeignKeyViolation) as error:
                cursor.connection.rollback()
                is_twice = isinstance(error, UniqueViolation)
                return Refused("table-twice" if is_twice else "not-seated")
        return None

    def of(self, tournament: int) -> Mapping[Place, tuple[int, str]]:
        """Return id and name of the club's table at which each of the tournament's sits."""
        with self._database.transaction() as cursor:
            rows = cursor.execute(
                "select round, place, id, name from round_table"
                " join club_table on id = table_id and removed is null where tournament = %s",
                (tournament,),
            )
            return {(number, place): (table, name) for number, place, table, name in rows}

    def at(self, tables: Sequence[int]) -> Mapping[int, TableRound]:
        """Return the round that is to be set up, or is played, at each of these tables of the club.

        That is one of which not all results are entered at that table: whose clock runs, or stopped
        less than `LATE_S` ago; else the one that began last; else the next. Where none waits the
        table is not named.
        """
        with self._database.transaction() as cursor:
            rows = cursor.execute(_AT, ([*tables], LATE_S)).fetchall()
            earlier = {at: lineups(cursor, *at) for at in {(row[9], row[2]) for row in rows}}
        return {
            table: TableRound(
                tournament=name,
                number=number,
                players=tuple(who),
                edition=edition,
                variants=tuple(ways),
                house=house,
                minutes=minutes,
                left_s=left,
                lineups=earlier[cup, number].get(place, ()),
            )
            for table, name, number, edition, ways, house, minutes, left, who, cup, place in rows
        }


def _keep(cursor: Cursor, tournament: int, round_: int, at: Mapping[int, int | None]) -> None:
    cursor.execute(
        "delete from round_table where tournament = %s and round = %s and place = any(%s)",
        (tournament, round_, [*at]),
    )
    cursor.executemany(
        "insert into round_table (tournament, round, place, table_id) values (%s, %s, %s, %s)",
        [(tournament, round_, place, table) for place, table in at.items() if table is not None],
    )
