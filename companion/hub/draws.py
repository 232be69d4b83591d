"""Drawing who sits with whom: searched on what was read, kept if that still stands."""

import threading
from collections.abc import Sequence

import msgspec

from companion.hub.database import Cursor, Database
from companion.hub.entrants import entrants, why_closed
from companion.hub.round_tables import PROPOSE
from companion.shipping.wire import Refused
from companion.tournament.seating import STEPS, Round, seated, table_sizes

SEARCHES = 3
"""So often a draw is searched where others change what it rests on; then whoever asked looks."""

WORK = 600_000
"""Players times steps of a search: what is weighed in a step grows with the players."""

_PATIENCE_S = 5.0  # a second press waits so long for the first, then is answered


class _Basis(msgspec.Struct, frozen=True):
    """What a draw rests on."""

    stand: int  # of all seats: rises whenever any of them changes
    begun: tuple[Round, ...]
    who: tuple[str, ...]  # by number


class Draws:
    """All of a club's; one tournament draws once at a time.

    A search takes seconds; PostgreSQL ends a transaction in which nothing is asked for meanwhile.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._searching: dict[int, threading.Lock] = {}

    def seat(
        self,
        tournament: int,
        rounds: int,
        *,
        tables: int | None = None,
        seed: int = 0,
        seen: int | None = None,
    ) -> Refused | None:
        """Seat so many rounds in all: those that have not begun, anew.

        Args:
            tournament: which.
            rounds: those that have begun among them.
            tables: in each round; None: as many as make tables of about five.
            seed: the same gives the same tables.
            seen: the stand of all seats that whoever asks had seen; None: whatever it is.

        Refused with `seats-wrong`, if so many tables do not seat all who play, with `seats-other`,
        if seats were drawn or changed meanwhile, with `seats-drawing`, if another draw of it goes
        on, and with `tournament-closed`.
        """
        own = self._searching.setdefault(tournament, threading.Lock())
        if not own.acquire(timeout=_PATIENCE_S):
            return Refused("seats-drawing")
        try:
            return self._drawn(tournament, rounds, tables, seed, seen)
        finally:
            own.release()

    def _drawn(
        self, tournament: int, rounds: int, tables: int | None, seed: int, seen: int | None
    ) -> Refused | None:
        for _ in range(SEARCHES):
            basis = self._read(tournament)
            if isinstance(basis, Refused):
                return basis
            if seen is not None and seen != basis.stand:
                return Refused("seats-other")
            who, begun = basis.who, basis.begun
            if len(who) < 2:  # nobody sits alone
                return Refused("seats-wrong", {"players": len(who), "tables": tables or 1})
            try:
                sizes = [table_sizes(len(who), tables)] * max(rounds - len(begun), 0)
                steps = min(STEPS, WORK // len(who))
                found = seated(who, sizes, before=begun, seed=seed, steps=steps)
            except ValueError:
                return Refused("seats-wrong", {"players": len(who), "tables": tables or 1})
            with self._database.transaction() as cursor:
                if (refused := why_closed(cursor, tournament)) is not None:
                    return refused
                if _basis(cursor, tournament) == basis:
                    _keep(cursor, tournament, len(begun), found)
                    return None
        return Refused("seats-other")

    def _read(self, tournament: int) -> _Basis | Refused:
        with self._database.transaction() as cursor:
            return why_closed(cursor, tournament) or _basis(cursor, tournament)


def stand_changed(cursor: Cursor, tournament: int) -> None:
    """Have whoever has seen other seats be told."""
    cursor.execute("update tournament set stand = stand + 1 where id = %s", (tournament,))


def begun_rounds(cursor: Cursor, tournament: int) -> tuple[Round, ...]:
    """Return the rounds that have begun, as who seats the others reads them."""
    cursor.execute(
        "select number, place, player from round left join seating"
        " on (seating.tournament, seating.round) = (round.tournament, number)"
        " where round.tournament = %s and begun is not null order by number, place, player",
        (tournament,),
    )
    found: dict[int, dict[int, list[str]]] = {}
    for number, place, player in cursor:
        tables = found.setdefault(number, {})
        if place is not None:  # a round all of whose tables were struck has none
            tables.setdefault(place, []).append(str(player))
    return tuple(tuple(map(tuple, tables.values())) for tables in found.values())


def _basis(cursor: Cursor, tournament: int) -> _Basis:
    ((stand,),) = cursor.execute(
        "select stand from tournament where id = %s", (tournament,)
    ).fetchall()
    return _Basis(
        stand=stand,
        begun=begun_rounds(cursor, tournament),
        who=tuple(str(each.id) for each in entrants(cursor, tournament) if each.plays),
    )


def _keep(cursor: Cursor, tournament: int, begun: int, rounds: Sequence[Round]) -> None:
    cursor.execute("delete from round where tournament = %s and begun is null", (tournament,))
    for number, round_ in enumerate(rounds, begun + 1):
        cursor.execute(
            "insert into round (tournament, number) values (%s, %s)", (tournament, number)
        )
        cursor.executemany(
            "insert into seating (tournament, round, player, place) values (%s, %s, %s, %s)",
            [
                (tournament, number, int(player), place)
                for place, table in enumerate(round_, 1)
                for player in table
            ],
        )
        cursor.execute(PROPOSE, {"tournament": tournament, "round": number})
    stand_changed(cursor, tournament)
