"""One stored command: what it caused, who asked, and its digest, chained to the one before."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

from companion.game.events import AnyEvent
from companion.words import Seat

Role: TypeAlias = Literal["seat", "banker", "camera", "clock", "start"]
"""With what right: a player for the own seat, the banker, or one of the table's own parts."""

Origin: TypeAlias = Literal["phone", "button", "camera", "clock", "banker", "start"]
"""Through what it came."""

CommandId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=80)]
"""Made by the sender; the same id twice is one command."""

LATEST = 32_503_680_000.0
"""The last second of a wall clock: the year 3000, up to which all systems know the local time."""

FIRST_DIGEST = "0" * 64
"""What the first record of a game is chained to."""


class Cause(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Who or what asked for a command, when, and on what evidence.

    The record is ordered by its number. The wall clock is a label: most Raspberry Pis have none
    that survives the night. Monotonic times compare within one *boot* only. What *repeats* an
    earlier record has that one's cause: nobody pressed again. Who rules from the club's hub has the
    banker's role and is named.
    """

    role: Role
    origin: Origin
    seat: Seat | None = None  # who held the phone or pressed the button
    device: str = ""  # which phone, button or camera
    command_id: CommandId | None = None
    wall: Annotated[float, Meta(ge=0, le=LATEST)]  # seconds since 1970, UTC
    # Seconds of the monotonic clock: the edge, the first motion, the arrival.
    mono: Annotated[float, Meta(ge=-1e10, le=1e10)]
    boot: str  # the boot that the monotonic clock counts from
    evidence: str | None = None  # SHA-256 of the kept picture
    arbiter: str = ""  # the member of the club who ordered it there; empty: it came from the table
    repeats: int | None = None  # number of the record whose command this is, decided once more


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """All that one accepted command caused; stored whole or not at all."""

    seq: int  # from 1, without gaps
    events: tuple[AnyEvent, ...]
    cause: Cause
    command: Mapping[str, Any]  # as plain data, so that a dispute can decide it once more
    digest: str  # 64 hexadecimal digits


def wall_within(wall: float) -> float:
    """Return the time of a wall clock as a record can have it, however wrong the clock is."""
    return min(max(wall, 0.0), LATEST)


def digest_of(before: str, body: bytes) -> str:
    """Return the SHA-256 of a record: of the digest *before* it and its own stored bytes."""
    return sha256(bytes.fromhex(before) + body).hexdigest()
