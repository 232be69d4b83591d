"""Who plays in a tournament: entered, sitting out, called otherwise; each stays one person."""

from collections.abc import Sequence

import msgspec
from psycopg.errors import UniqueViolation

from companion.hub.database import Cursor, Database
from companion.shipping.wire import Refused


class Entrant(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who plays in a tournament."""

    id: int
    name: str
    plays: bool  # false: sits out from the next round on
    former: tuple[str, ...] = ()  # what they were called before, the first first


class Entrants:
    """All of a club's. Every method raises HubError if PostgreSQL is away."""

    def __init__(self, database: Database) -> None:
        self._database = database

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

    def rename(self, tournament: int, player: int, name: str, *, by: str) -> Refused | None:
        """Call a player otherwise; they keep their seats, results and standing.

        Refused with `name-taken`, `not-seated`, if there is no such player, `tournament-closed`.
        """
        with self._database.transaction() as cursor:
            if (refused := why_closed(cursor, tournament)) is not None:
                return refused
            known = {each.id: each for each in entrants(cursor, tournament)}
            if player not in known:
                return Refused("not-seated")
            if known[player].name == name:
                return None
            if any(
                each.name.casefold() == name.casefold() and each.id != player
                for each in known.values()
            ):
                return Refused("name-taken")
            cursor.execute("update player set name = %s where id = %s", (name, player))
            cursor.execute(
                "insert into seat_change (tournament, player, called, made_by)"
                " values (%s, %s, %s, %s)",
                (tournament, player, known[player].name, by),
            )
        return None

    def of(self, tournament: int) -> tuple[Entrant, ...]:
        """Return who plays or played, by name."""
        with self._database.transaction() as cursor:
            return entrants(cursor, tournament)


def entrants(cursor: Cursor, tournament: int) -> tuple[Entrant, ...]:
    """Return who plays or played in a tournament, by name."""
    rows = cursor.execute(
        "select id, name, plays, array("
        "   select called from seat_change"
        "   where seat_change.player = player.id and called is not null order by number)"
        " from player where tournament = %s order by name",
        (tournament,),
    )
    return tuple(
        Entrant(id=number, name=name, plays=plays, former=tuple(former))
        for number, name, plays, former in rows
    )


def why_closed(cursor: Cursor, tournament: int) -> Refused | None:
    """Have whoever else changes a tournament wait until this transaction ends.

    Refused with `tournament-closed`, if nothing is to change; one that is not there is closed.
    """
    rows = cursor.execute(
        "select from tournament where id = %s and closed is null for update", (tournament,)
    ).fetchall()
    return None if rows else Refused("tournament-closed")
