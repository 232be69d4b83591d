"""What a copy says about itself, and what of a home belongs into one."""

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from companion.journal.mark import MARK
from companion.journal.sqlite import FRESH, INDEX, LOG, SUFFIX
from companion.journal.swap import STAYS

VERSION = 1
"""Of a copy's form. Whoever changes it so that an older companion would misread it raises it."""

ENTRY = "manifest.json"
"""Where a copy says what it holds; everything else in it lies under `home/`."""

LONGEST = 16 << 20  # bytes of what it says
LARGEST = 64 << 20  # bytes of one file in it; many times what a long game has

Why: TypeAlias = Literal["start", "end", "time", "asked"]
"""A game began or was resumed; a game ended; so many minutes have gone; somebody asked for it."""

_LESSONS = PurePosixPath("dice/again")  # pictures that taught the dice; what they taught is kept
_BESIDE = (LOG, INDEX, FRESH, MARK)  # of the journal that they stand beside; said by it as well
_SAFE = re.compile(r"(?!\.)[^/\\\0]+(/(?!\.)[^/\\\0]+)*")


class KeptFile(msgspec.Struct, frozen=True):
    """One file of a home in a copy."""

    name: str  # relative to the home, with slashes
    size: Annotated[int, Meta(ge=0, le=LARGEST)]  # bytes
    sha256: str


class CopiedGame(msgspec.Struct, frozen=True):
    """How far a game had come."""

    name: str
    records: int
    digest: str  # of its last record


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """What a copy holds."""

    version: int = VERSION
    home: str  # which home it is of; survives a new name, not a new card
    number: int  # counts the copies of a home; their order, whatever the clock says
    why: Why
    wall: float  # when, seconds since 1970, UTC; a label
    files: tuple[KeptFile, ...]
    games: tuple[CopiedGame, ...]
    left_out: Mapping[str, str] = {}  # damaged games, and what is wrong with them

    def records_of(self, game: str) -> int:
        """Return how many records of a game it holds."""
        return next((kept.records for kept in self.games if kept.name == game), 0)


def belonging(home: Path, *, pictures: bool = False) -> Iterator[str]:
    """Yield the names of all files of a home that belong into a copy, relative to it.

    Args:
        home: the folder.
        pictures: whether the evidence belongs to it as well, and what taught the dice.
    """
    for folder, folders, files in os.walk(home):
        inside = PurePosixPath(Path(folder).relative_to(home).as_posix())
        folders[:] = sorted(f for f in folders if _belongs(inside / f, pictures=pictures))
        for file in sorted(files):
            name = inside / file
            plain = not Path(folder, file).is_symlink() and not file.endswith(_BESIDE)
            if plain and _belongs(name, pictures=pictures):
                yield str(name)


def is_safe(name: str) -> bool:
    """Tell whether a file may be written under this name in a home: it comes from outside."""
    return bool(_SAFE.fullmatch(name)) and name.split("/", 1)[0] not in STAYS - {"pictures"}


def is_journal(name: str) -> bool:
    """Tell whether a file of a home is a game."""
    return name.startswith("games/") and name.endswith(SUFFIX)


def game_of(name: str) -> str:
    """Return the game whose journal this file is."""
    return PurePosixPath(name).name.removesuffix(SUFFIX)


def _belongs(name: PurePosixPath, *, pictures: bool) -> bool:
    if name.name.startswith("."):
        return False
    if name == _LESSONS or name.parts[0] == "pictures":
        return pictures
    return name.parts[0] not in STAYS
