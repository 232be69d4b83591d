"""Records as JSON bytes and back; every version that was ever written stays readable."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import msgspec

from companion.errors import JournalError
from companion.game.events import AnyEvent
from companion.journal.record import Cause, Record, digest_of

VERSION = 7
"""Of the stored form. It is raised when old bytes no longer fit, and when an older companion could
not read the new ones: it then says that it is too old, and takes the game for no damaged one.
"""

Plain: TypeAlias = dict[str, Any]

FITS = 1
"""From this version on old bytes are read as they are: later versions have only added to it."""

MIGRATIONS: Mapping[int, Callable[[Plain], Plain]] = {}
"""From a version below that to the next: each step takes the plain data of one and returns the
other's.
"""


class _Body(msgspec.Struct, frozen=True, kw_only=True):
    version: int = VERSION
    seq: int
    events: tuple[AnyEvent, ...]
    cause: Cause
    command: Plain


class _Stamp(msgspec.Struct):
    version: int


_body = msgspec.json.Decoder(_Body)
_stamp = msgspec.json.Decoder(_Stamp)


def written(
    seq: int, events: tuple[AnyEvent, ...], cause: Cause, command: Mapping[str, Any]
) -> bytes:
    """Return a record's stored bytes: canonical JSON, keys sorted, without its digest."""
    body = _Body(seq=seq, events=events, cause=cause, command=dict(command))
    # Plain first: dictionaries by seat or space have keys that are no text, and do not sort.
    return msgspec.json.encode(msgspec.to_builtins(body, str_keys=True), order="sorted")


def read(body: bytes, digest: str) -> Record:
    """Return the record of stored bytes, brought up to the present version.

    Raises:
        JournalError: they are no record, or were written by a newer companion.
    """
    try:
        version = _stamp.decode(body).version
        told = _body.decode(body) if FITS <= version <= VERSION else _migrated(body, version)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise JournalError(code="journal-damaged", detail=f"this is no record: {error}") from error
    return Record(
        seq=told.seq, events=told.events, cause=told.cause, command=told.command, digest=digest
    )


def checked(row: tuple[int, bytes, str], before: str, where: str) -> Record | JournalError:
    """Return a stored record, or what is wrong with it.

    Args:
        row: its number, bytes and digest as they were stored.
        before: digest of the one before it.
        where: its journal.
    """
    seq, body, digest = row
    # A flipped bit can also change a value's type.
    if not isinstance(body, bytes) or digest_of(before, body) != digest:
        return damage("it does not match its digest", where, seq)
    try:
        record = read(body, digest)
    except JournalError as error:
        detail = f"record {seq}: {error.detail}"
        return JournalError(code=error.code, where=where, detail=detail)
    if record.seq != seq:
        return damage(f"it says that it is record {record.seq}", where, seq)
    return record


def damage(what: str, where: str, seq: int) -> JournalError:
    """Return what is wrong with a record of a journal."""
    return JournalError(code="journal-damaged", where=where, detail=f"record {seq}: {what}")


def _migrated(body: bytes, version: int) -> _Body:
    if version > VERSION:
        detail = f"version {version}, this one reads up to {VERSION}"
        raise JournalError(code="journal-newer", detail=detail)
    plain = msgspec.json.decode(body, type=Plain)
    for step in range(version, FITS):
        if step not in MIGRATIONS:
            raise JournalError(code="journal-damaged", detail=f"there never was a version {step}")
        plain = MIGRATIONS[step](plain)
    return msgspec.convert(plain | {"version": VERSION}, _Body, str_keys=True)
