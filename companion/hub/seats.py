"""Who sits at which table of a round, changed after the draw: until results are in, and on record.

Emptying a seat, letting somebody in, swapping two, replacing one, striking a table and adding one
are the same: some people sit somewhere else from then on. Points go to who sits there at the end,
and the next draw reckons with who did.
"""

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from companion.hub.database import Cursor, Database
from companion.hub.draws import stand_changed
from companion.hub.entrants import entrants, why_closed
from companion.hub.lineups import places_in
from companion.shipping.wire import Refused
from companion.tournament.seating import MOST


class MovedSeat(msgspec.Struct, frozen=True, kw_only=True):
    """A player who sits elsewhere, or is called otherwise, since."""

    number: int  # rises with each
    round: int | None  # None: called otherwise
    player: int
    name: str  # now
    from_table: int | None  # number of the table in that round; None: sat nowhere
    to_table: int | None  # likewise
    called: str | None  # before, where somebody was called otherwise
    by: str  # the member's name
    why: str
    at: float  # seconds since 1970


class _Move(NamedTuple):
    """Some people who are to sit elsewhere in a round."""

    tournament: int
    round: int
    before: Mapping[int, int]  # by player, the number of the table; who has no seat is not there
    moved: Mapping[int, int | None]  # likewise; None: no seat


class Seats:
    """All of a club's. Every method raises HubError if PostgreSQL is away."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def move(
        self,
        tournament: int,
        round_: int,
        to: Mapping[int, int | None],
        *,
        by: str,
        why: str = "",
        seen: int | None = None,
    ) -> Refused | None:
        """Have players sit somewhere else in a round, all of them or nobody.

        Args:
            tournament: which.
            round_: which; it may have begun.
            to: by player, the number of the table; None: no seat. A table that nobody has is new.
            by: the name of the member who does it.
            why: the reason; a round that has begun needs one.
            seen: the stand of all seats that whoever asks had seen; None: whatever it is.

        Refused with `seats-other`, if seats were drawn or changed meanwhile, with `not-seated`, if
        there is no such round or player, with `result-in`, if a result of one of the tables is
        entered, with `table-full`, with `no-reason`, and with `tournament-closed`.
        """
        with self._database.transaction() as cursor:
            refused = why_closed(cursor, tournament)
            if refused is not None:
                return refused
            before = places_in(cursor, tournament, round_)
            moved = {who: place for who, place in to.items() if before.get(who) != place}
            if not moved:
                return None
            move = _Move(tournament, round_, before, moved)
            refused = _why_not(cursor, move, seen=seen, why=why)
            if refused is not None:
                return refused
            _keep(cursor, move)
            cursor.executemany(
                "insert into seat_change"
                " (tournament, round, player, from_place, to_place, made_by, why)"
                " values (%s, %s, %s, %s, %s, %s, %s)",
                [
                    (tournament, round_, who, before.get(who), place, by, why)
                    for who, place in moved.items()
                ],
            )
            stand_changed(cursor, tournament)
        return None

    def of(self, tournament: int) -> tuple[MovedSeat, ...]:
        """Return all that was ever changed, the last last."""
        with self._database.transaction() as cursor:
            rows = cursor.execute(
                "select number, round, player, name, from_place, to_place, called, made_by, why,"
                " extract(epoch from made)::float8"
                " from seat_change join player on player.id = player"
                " where seat_change.tournament = %s order by number",
                (tournament,),
            )
            return tuple(
                MovedSeat(
                    number=number,
                    round=round_,
                    player=player,
                    name=name,
                    from_table=from_table,
                    to_table=to_table,
                    called=called,
                    by=by,
                    why=why,
                    at=at,
                )
                for number, round_, player, name, from_table, to_table, called, by, why, at in rows
            )


def _why_not(cursor: Cursor, move: _Move, *, seen: int | None, why: str) -> Refused | None:
    tournament, round_, before, moved = move
    rows = cursor.execute(
        "select stand, begun is not null from tournament join round on round.tournament = id"
        " where id = %s and number = %s",
        (tournament, round_),
    ).fetchall()
    if not rows or not {*moved} <= {each.id for each in entrants(cursor, tournament)}:
        return Refused("not-seated")
    ((stand, has_begun),) = rows
    if seen is not None and seen != stand:
        return Refused("seats-other")
    touched = {place for who in moved for place in (before.get(who), moved[who]) if place}
    entered = cursor.execute(
        "select min(place) from seating join result using (tournament, round, player)"
        " where tournament = %s and round = %s and place = any(%s)",
        (tournament, round_, [*touched]),
    ).fetchall()[0][0]
    if entered is not None:
        return Refused("result-in", {"table": entered})
    sizes = Counter(place for place in {**before, **moved}.values() if place in touched)
    full = min((place for place, size in sizes.items() if place and size > MOST), default=None)
    if full is not None:
        return Refused("table-full", {"table": full, "most": MOST})
    return Refused("no-reason") if has_begun and not why else None


def _keep(cursor: Cursor, move: _Move) -> None:
    tournament, round_, before, moved = move
    cursor.execute(
        "delete from seating where tournament = %s and round = %s and player = any(%s)",
        (tournament, round_, [*moved]),
    )
    cursor.executemany(
        "insert into seating (tournament, round, player, place) values (%s, %s, %s, %s)",
        [(tournament, round_, who, place) for who, place in moved.items() if place is not None],
    )
    after = {place for place in {**before, **moved}.values() if place is not None}
    cursor.execute(
        "delete from round_table where tournament = %s and round = %s and place = any(%s)",
        (tournament, round_, [*({*before.values()} - after)]),
    )  # the club's table is free for another one of the round
