"""The editions that can be played: those that ship with the companion, and those of one's own."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from companion.editions.load import (
    check_edition,
    edition_from_toml,
    edition_ids,
    load_edition,
    load_rulebook,
    no_edition,
)
from companion.editions.model import Edition
from companion.editions.rulebook import Rulebook
from companion.errors import EditionError
from companion.files import Folder, words_of

FOLDER = "editions"
"""Where a home keeps editions of one's own, each a file of any name that ends in `.toml`."""

MOST_BYTES = 1_000_000  # forty times the longest edition there is


_Stamp = tuple[int, int] | None
"""By which a file is known to be the same: when it was written, and its length."""


class _Own(NamedTuple):
    """An edition of one's own that can be played."""

    text: str
    where: str
    edition: Edition


class Library:
    """All editions of one companion; its folder is looked at anew at each question.

    Args:
        home: the companion's; None, or kept in no folder: there are no editions of one's own.
    """

    def __init__(self, home: Folder | None = None) -> None:
        self._folder = home / FOLDER if isinstance(home, Path) else None
        self._known: dict[Path, tuple[_Stamp, _Own | EditionError]] = {}

    def ids(self) -> tuple[str, ...]:
        """Return the ids of all that can be played: first those that ship, then one's own."""
        return (*edition_ids(), *self._own()[0])

    def edition(
        self,
        edition_id: str,
        variants: Iterable[str] = (),
        house: Mapping[str, object] = {},
        corrections: Mapping[str, Any] = {},
    ) -> Edition:
        """Return an edition as it is played; see `load_edition`.

        Raises:
            EditionError: there is none of this id, or something about it is wrong.
        """
        if edition_id in edition_ids():
            return load_edition(edition_id, variants, house, corrections)
        own, mistakes = self._own()
        if edition_id not in own:
            wrong = [one for one in mistakes if one.where.split(",")[0] == f"{edition_id}.toml"]
            if wrong:
                raise wrong[0].at(wrong[0].where)
            raise no_edition(edition_id, (*edition_ids(), *own))
        text, where, _ = own[edition_id]
        return edition_from_toml(text, where, variants, house, corrections)

    def rulebook(self, edition_id: str) -> Rulebook:
        """Return the catalogue that an edition is played by.

        Raises:
            EditionError: there is no such edition.
        """
        ships = edition_id in edition_ids()
        return load_rulebook(edition_id if ships else self.edition(edition_id).catalogue)

    def mistakes(self) -> tuple[EditionError, ...]:
        """Return the first mistake of each file of one's own that cannot be played."""
        return tuple(self._own()[1])

    def _own(self) -> tuple[dict[str, _Own], list[EditionError]]:
        found: dict[str, _Own] = {}
        mistakes: list[EditionError] = []
        for path in self._files():
            own = self._read(path)
            if isinstance(own, EditionError):
                mistakes.append(own)
                continue
            first = found.setdefault(own.edition.id, own)
            if first is not own:
                place, name, other = f"{path.name}, edition, id", own.edition.id, first.where
                mistakes.append(EditionError(code="id-twice", where=place, name=name, other=other))
        return found, mistakes

    def _read(self, path: Path) -> "_Own | EditionError":
        """Return the edition of a file, or its first mistake; read anew only once it changes."""
        try:
            status = path.stat()
        except OSError:
            stamp = None  # gone meanwhile: reading it says so
        else:
            stamp = (status.st_mtime_ns, status.st_size)
        known = self._known.get(path)
        if known is not None and known[0] == stamp:
            return known[1]
        try:
            found: _Own | EditionError = _read(path)
        except EditionError as mistake:
            found = mistake
        self._known[path] = (stamp, found)
        return found

    def _files(self) -> Iterator[Path]:
        if self._folder is not None and self._folder.is_dir():
            yield from sorted(self._folder.glob("*.toml"))


def text_of(path: Path, where: str = "") -> str:
    """Return the text of a file that should be an edition.

    Args:
        path: the file.
        where: its name in errors, if not the path.

    Raises:
        EditionError: it cannot be read, is far too long, or is no text.
    """
    where = where or str(path)
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise EditionError(code="not-read", where=where, detail=words_of(error)) from error
    if len(content) > MOST_BYTES:
        raise EditionError(code="edition-too-long", where=where, most=MOST_BYTES)
    try:
        return content.decode("utf-8-sig")  # some editors on Windows put a mark before the text
    except UnicodeDecodeError as error:
        line = 1 + content[: error.start].count(b"\n")
        raise EditionError(code="no-utf8", where=where, line=line) from error


def _read(path: Path) -> _Own:
    text = text_of(path, path.name)
    mistakes = check_edition(text, path.name)
    if mistakes:
        raise mistakes[0]
    edition = edition_from_toml(text, path.name)
    if not edition.came_from:
        # The very file of an edition that ships: harmless, but not one's own.
        raise EditionError(code="edition-as-it-ships", where=path.name, name=edition.id)
    return _Own(text, path.name, edition)
