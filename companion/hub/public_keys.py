"""Who may look at a tournament from outside: whoever has its key."""

import secrets

from companion.hub.database import Database, plain
from companion.hub.tournaments import Tournament, Tournaments


class PublicKeys:
    """Of all tournaments. Every method raises HubError if PostgreSQL is away.

    Args:
        database: where they are kept.
    """

    def __init__(self, database: Database) -> None:
        self._database, self._tournaments = database, Tournaments(database)

    def renew(self, tournament: int, *, names: bool) -> str:
        """Return a new key of a tournament; the one before opens nothing any more.

        Args:
            tournament: which.
            names: whether who looks sees names; false: numbers.
        """
        key = secrets.token_urlsafe(18)
        self._set(tournament, key, names=names)
        return key

    def show(self, tournament: int, *, names: bool) -> None:
        """Show names, or numbers in their place, to who has the key; it stays the same."""
        with self._database.transaction() as cursor:
            cursor.execute(
                "update tournament set public_names = %s where id = %s", (names, tournament)
            )

    def switch_off(self, tournament: int) -> None:
        """Let nobody look from outside."""
        self._set(tournament, None, names=True)

    def tournament_of(self, key: str) -> Tournament | None:
        """Return which tournament a key opens; None: none."""
        if plain(key, len(key)) != key:
            return None  # it can be no key, and PostgreSQL may know no such letter
        with self._database.transaction() as cursor:
            rows = cursor.execute(
                "select id from tournament where public_key = %s", (key,)
            ).fetchall()
        return self._tournaments.one(rows[0][0]) if rows else None

    def _set(self, tournament: int, key: str | None, *, names: bool) -> None:
        with self._database.transaction() as cursor:
            cursor.execute(
                "update tournament set public_key = %s, public_names = %s where id = %s",
                (key, names, tournament),
            )
