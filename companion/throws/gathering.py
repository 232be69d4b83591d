"""What a table kept of its throws -> what may be handed on of them."""

from collections.abc import Callable, Collection
from pathlib import Path
from secrets import token_hex
from typing import NamedTuple

import cv2
import msgspec

from companion.errors import ThrowsError
from companion.files import words_of, write_whole
from companion.journal.pictures import Pictures
from companion.table.dice.readings import FILE, KeptReading, KeptReadings
from companion.throws.throw import Throw, throw_of
from companion.vision.picture_heads import notes_of
from companion.vision.pictures import decoded_or_none

SOURCE = Path("dice", "source")
"""In a home: what its table's pictures are called, by chance, in each file that is handed on."""
QUALITY = 95
"""Of a JPEG that is coded anew."""
_PLAIN = frozenset({"jfif", "jfif_version", "jfif_unit", "jfif_density"})
"""What a JPEG may say of itself: how its pixels are meant."""


class Gathered(NamedTuple):
    """The throws of a table, oldest first, and what was left out."""

    source: str
    throws: tuple[Throw, ...]
    picture: Callable[[str], bytes | None]  # of a throw, by its id: a JPEG without notes
    without: int  # throws left out, as was asked for
    others: int  # readings that were no throws of a game
    lost: int  # throws whose pictures are gone
    damaged: int  # lines and readings that cannot be understood


def gathered(home: Path, without: Collection[str] = ()) -> Gathered:
    """Return what a table's readings are for others; a companion may be running.

    Args:
        home: the folder of the companion.
        without: ids of throws that are to be left out.

    Raises:
        ThrowsError: nothing was read here yet, or an id of *without* is none.
    """
    kept = KeptReadings(home / FILE)
    if not kept.all:
        raise ThrowsError("no throw was read here yet", where=str(home), mend="play, or see --home")
    unknown = sorted(set(without) - {reading.id for reading in kept.all})
    if unknown:
        mend = "an id stands below each picture of index.html"
        raise ThrowsError("no throw is called so", where=unknown[0], mend=mend)
    source, pictures = _source(home), Pictures(home / "pictures")
    evidence = {reading.id: reading.evidence for reading in kept.all}

    def picture(throw: str) -> bytes | None:
        return _bare(pictures.read(evidence[throw] or ""))

    throws, others, damaged = list[Throw](), 0, kept.damaged
    for reading in kept.all:
        if reading.id in without:
            continue
        try:
            throw = _checked(reading, source, pictures)
        except msgspec.ValidationError:
            damaged += 1
            continue
        if throw is None:
            others += 1
        else:
            throws.append(throw)
    lost = sum(throw.picture is None for throw in throws)
    return Gathered(source, tuple(throws), picture, len(without), others, lost, damaged)


def _checked(reading: KeptReading, source: str, pictures: Pictures) -> Throw | None:
    """Return a throw, its parts as they should be; a file that was tampered with may hold others.

    Raises:
        ValidationError: one of them is not.
    """
    is_there = _bare(pictures.read(reading.evidence or "")) is not None
    throw = throw_of(reading, f"pictures/{source}_{reading.id}.jpg" if is_there else None)
    return throw and msgspec.convert(msgspec.to_builtins(throw), Throw)


def _bare(jpeg: bytes | None) -> bytes | None:
    """Return a JPEG without what a camera or a program may note in it: a place, a time, a preview.

    None if it is no picture, or there is none.
    """
    notes, pixels = notes_of(jpeg or b""), decoded_or_none(jpeg or b"")
    if jpeg is None or pixels is None:
        return None
    if notes is not None and notes <= _PLAIN and jpeg.endswith(b"\xff\xd9"):
        return jpeg
    return cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()


def _source(home: Path) -> str:
    """Return what this table's pictures are called: made once, so that its files go together."""
    path = home / SOURCE
    try:
        known = path.read_text() if path.is_file() else ""
        if len(known) == 7 and known.isascii() and known.isalnum():
            return known
        drawn = f"t{token_hex(3)}"
        write_whole(path, drawn.encode())
    except (OSError, UnicodeDecodeError) as error:
        raise ThrowsError("cannot be written", where=str(path), mend=words_of(error)) from error
    return drawn
