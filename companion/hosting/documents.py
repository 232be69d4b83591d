"""What a box has as small files in its folder: rows of a table, under its holder's fence."""

import threading
from pathlib import Path

from companion.errors import ErrorCode, HubError
from companion.hosting.leases import Hold, holds, take
from companion.hub.database import Database
from companion.sayings.errors import said_of

_KEEP = """
    insert into document (table_id, name, content) values (%s, %s, %s)
    on conflict (table_id, name) do update set content =
"""
_WHOLE, _MORE = " excluded.content", " document.content || excluded.content"


class DocumentError(OSError):
    """A document cannot be read or kept; the code says why."""

    def __init__(self, *, code: ErrorCode, detail: str = "") -> None:
        self.code: ErrorCode = code
        self.detail = detail
        super().__init__(" ".join(filter(None, (*said_of(code, {}), detail))))


class TableFolder:
    """The documents of one hosted table, all read at once with the first: nobody else writes them.

    Args:
        database: of the club.
        hold: of the table whose they are; if it is not held so any more, nothing is written.
        takes: whether who writes takes the table from its holder, with the same stroke: for the
            organiser of the club.
    """

    def __init__(self, database: Database, hold: Hold, *, takes: bool = False) -> None:
        self.database, self.table, self.hold, self._takes = database, hold.table, hold, takes
        self._lock = threading.Lock()
        self._known: dict[str, bytes] | None = None

    def __truediv__(self, name: str | Path) -> "StoredDocument":
        return StoredDocument(self, Path(name).as_posix())

    def __str__(self) -> str:
        return f"table {self.table}"

    def load(self) -> None:
        """Read all documents.

        Raises:
            HubError: the database is away.
        """
        with self.database.transaction() as cursor:
            rows = cursor.execute(
                "select name, content from document where table_id = %s", (self.table,)
            )
            self._known = {found: bytes(content) for found, content in rows}

    def content(self, name: str) -> bytes | None:
        """Return a document, or None: there is none of this name.

        Raises:
            HubError: the database is away.
        """
        with self._lock:
            if self._known is None:
                self.load()
            return self._known.get(name) if self._known is not None else None

    def change(self, name: str, statement: str, *content: bytes) -> None:
        """Change a document in the database, and what is known of it.

        Raises:
            DocumentError: another worker goes on with the table.
            HubError: the database is away; what is there is read anew.
        """
        with self._lock:
            self._known = None
            with self.database.transaction() as cursor:
                if self._takes:
                    take(cursor, self.table)
                elif not holds(cursor, self.hold):
                    raise DocumentError(code="table-elsewhere")
                cursor.execute(statement.encode(), (self.table, name, *content))


class StoredDocument:
    """One document. Every method raises DocumentError if it cannot be done."""

    def __init__(self, folder: TableFolder, name: str) -> None:
        self.folder, self.name = folder, name

    def __str__(self) -> str:
        return f"{self.folder}: {self.name}"

    def read(self) -> bytes:
        """Return all of it.

        Raises:
            FileNotFoundError: there is none of this name.
        """
        try:
            found = self.folder.content(self.name)
        except HubError as error:
            raise _failed(error) from None
        if found is None:
            raise FileNotFoundError(self.name)
        return found

    def write(self, content: bytes) -> None:
        """Replace it by *content*, or make it."""
        self._change(_KEEP + _WHOLE, content)

    def append(self, content: bytes) -> None:
        """Put *content* at its end, or make it."""
        self._change(_KEEP + _MORE, content)

    def remove(self) -> None:
        """Have it no longer."""
        self._change("delete from document where table_id = %s and name = %s")

    def _change(self, statement: str, *content: bytes) -> None:
        try:
            self.folder.change(self.name, statement, *content)
        except HubError as error:
            raise _failed(error) from None


def _failed(error: HubError) -> DocumentError:
    return DocumentError(code=error.code or "hub-database", detail=error.detail)
