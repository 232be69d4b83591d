"""What came of a tournament's tables: entered, corrected with a reason, nothing written over."""

from collections.abc import Mapping

import msgspec
from psycopg.errors import ForeignKeyViolation

from companion.hub.database import Cursor, Database
from companion.hub.entrants import why_closed
from companion.shipping.wire import Refused

MOST_WORTH = 2**31 - 1
"""What the database can keep of one player."""


class EnteredResult(msgspec.Struct, frozen=True, kw_only=True):
    """One player's worth, as somebody entered it."""

    number: int  # rises with each that is entered
    round: int
    table: int  # number of the table in that round
    player: int
    name: str
    worth: int  # by the edition's book; 0: bankrupt
    by: str  # the member who entered it
    why: str  # of a correction
    at: float  # seconds since 1970
    game: str | None  # digest of its first record, 64 hex; None: it was typed
    counts: bool  # false: it was corrected


class Results:
    """All of a club's. Every method raises HubError if PostgreSQL is away.

    Args:
        database: where they are kept.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def enter(
        self,
        tournament: int,
        round_: int,
        worth: Mapping[int, int],
        *,
        by: str,
        why: str = "",
        game: str | None = None,
        seen: int | None = None,
    ) -> Refused | None:
        """Enter what players were worth at the end of a round, by their numbers.

        What was entered before stays on record and counts no more.

        Args:
            tournament: which.
            round_: which; it has begun.
            worth: by player, 0 to `MOST_WORTH`, by the edition's book; 0: bankrupt.
            by: the name of the member who says so.
            why: the reason; whoever changes what was entered gives one.
            game: digest of the first record of the game it was taken from, 64 hex.
            seen: number of the last result that whoever enters it had seen of their table, 0:
                none; None: whatever is there.

        Refused with `not-seated`, if one of them does not sit in that round, with `round-early`, if
        it has not begun, with `result-other`, if somebody was faster, with `no-reason`, and with
        `tournament-closed`.
        """
        with self._database.transaction() as cursor:
            refused = why_closed(cursor, tournament) or _why_early(cursor, tournament, round_)
            if refused is not None:
                return refused
            last = _last(cursor, tournament, round_, [*worth])
            if seen is not None and seen != last:
                return Refused("result-other")
            if last and not why:
                return Refused("no-reason")
            try:
                cursor.executemany(
                    "insert into result (tournament, round, player, worth, entered_by, why, game)"
                    " values (%s, %s, %s, %s, %s, %s, decode(%s, 'hex'))",
                    [(tournament, round_, *each, by, why, game) for each in worth.items()],
                )
            except ForeignKeyViolation:
                cursor.connection.rollback()
                return Refused("not-seated")
        return None

    def of(self, tournament: int) -> tuple[EnteredResult, ...]:
        """Return all that was ever entered, the last last."""
        with self._database.transaction() as cursor:
            cursor.execute(
                "select result.number, result.round, seating.place, result.player, player.name,"
                " result.worth, entered_by, why, extract(epoch from result.made)::float8,"
                " encode(game, 'hex'), result.number = max(result.number) over"
                "   (partition by result.round, result.player)"
                " from result join seating using (tournament, round, player)"
                " join player on player.id = result.player"
                " where result.tournament = %s order by result.number",
                (tournament,),
            )
            return tuple(
                EnteredResult(
                    number=number,
                    round=round_,
                    table=table,
                    player=player,
                    name=name,
                    worth=worth,
                    by=by,
                    why=why,
                    at=at,
                    game=game,
                    counts=counts,
                )
                for number, round_, table, player, name, worth, by, why, at, game, counts in cursor
            )


def _why_early(cursor: Cursor, tournament: int, round_: int) -> Refused | None:
    """Refuse what is entered of a round that waits to be seated anew; a missing one is not."""
    rows = cursor.execute(
        "select from round where tournament = %s and number = %s and begun is null",
        (tournament, round_),
    ).fetchall()
    return Refused("round-early") if rows else None


def _last(cursor: Cursor, tournament: int, round_: int, players: list[int]) -> int:
    """Return the number of the last result at the tables of these players in a round; 0: none."""
    rows = cursor.execute(
        "select coalesce(max(result.number), 0) from seating as own"
        " join seating as beside using (tournament, round, place)"
        " join result on (result.tournament, result.round, result.player)"
        "   = (beside.tournament, beside.round, beside.player)"
        " where own.tournament = %s and own.round = %s and own.player = any(%s)",
        (tournament, round_, players),
    ).fetchall()
    return int(rows[0][0])
