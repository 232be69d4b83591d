"""The throws that were shown to teach this table's dice; a folder that may be thrown away."""

from collections.abc import Sequence
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec
import numpy as np
from msgspec.structs import replace

from companion.errors import SettingsError
from companion.files import words_of, write_whole
from companion.teaching.batches import Lesson
from companion.vision.pictures import decoded_or_none
from companion.vision.readings import ShownDie

LessonPurpose: TypeAlias = Literal["show", "test"]


class KeptThrow(msgspec.Struct, frozen=True):
    """One throw as it is kept: a picture beside the list, and what a person said of it."""

    picture: str  # file name
    dice: tuple[ShownDie, ...]
    purpose: LessonPurpose = "show"
    source: str = ""  # SHA-256 of the picture, where it is a throw of play


class Lessons:
    """The folder `dice/` of a table's home: pictures, and `throws.json` that says what they show.

    Args:
        folder: made with the first throw.

    Raises:
        SettingsError: the list cannot be read or is damaged.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._list = folder / "throws.json"
        self._throws = self._read()

    def count(self, purpose: LessonPurpose) -> int:
        """Return how many throws were kept for a purpose."""
        return sum(throw.purpose == purpose for throw in self._throws)

    @property
    def sources(self) -> frozenset[str]:
        """The SHA-256 of the pictures of play that are among the throws."""
        return frozenset(throw.source for throw in self._throws if throw.source)

    def keep(
        self, picture: bytes, dice: Sequence[ShownDie], purpose: LessonPurpose, *, source: str = ""
    ) -> None:
        """Keep a throw.

        Raises:
            SettingsError: it cannot be written; nothing is kept then.
        """
        name = f"throw-{len(self._throws) + 1:03}.jpg"
        throws = [*self._throws, KeptThrow(name, tuple(dice), purpose, source)]
        try:
            write_whole(self.folder / name, picture)
        except OSError as error:
            where, detail = str(self.folder / name), words_of(error)
            raise SettingsError(code="not-written", where=where, detail=detail) from None
        self._write(throws)

    def read(self, purpose: LessonPurpose) -> list[Lesson]:
        """Return the throws of a purpose; those whose picture is gone or damaged are left out.

        Throws of play come first: the last ones are the surest to show the table as it is.
        """
        wanted = [throw for throw in self._throws if throw.purpose == purpose]
        wanted.sort(key=lambda throw: not throw.source)
        seen = [(self._pixels(throw.picture), throw.dice) for throw in wanted]
        return [Lesson(pixels, dice) for pixels, dice in seen if pixels is not None]

    def make_all_shown(self) -> None:
        """Count the throws of the test among those that teach, before a new test.

        Raises:
            SettingsError: it cannot be written.
        """
        self._write([replace(throw, purpose="show") for throw in self._throws])

    def clear(self) -> None:
        """Throw everything away; what cannot be removed is left."""
        for throw in self._throws:
            self._remove(self.folder / Path(throw.picture).name)
        self._remove(self._list)
        self._throws = []

    def _pixels(self, name: str) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]] | None:
        try:
            coded = (self.folder / Path(name).name).read_bytes()
        except OSError:
            return None
        return decoded_or_none(coded)

    def _read(self) -> list[KeptThrow]:
        try:
            return msgspec.json.decode(self._list.read_bytes(), type=list[KeptThrow])
        except FileNotFoundError:
            return []
        except (OSError, msgspec.DecodeError) as error:
            where, detail = str(self._list), str(error)
            raise SettingsError(code="throws-damaged", where=where, detail=detail) from None

    def _write(self, throws: list[KeptThrow]) -> None:
        try:
            write_whole(self._list, msgspec.json.format(msgspec.json.encode(throws), indent=1))
        except OSError as error:
            where, detail = str(self._list), words_of(error)
            raise SettingsError(code="not-written", where=where, detail=detail) from None
        self._throws = throws

    @staticmethod
    def _remove(path: Path) -> None:
        try:
            path.unlink(missing_ok=True)
        except OSError:
            return
