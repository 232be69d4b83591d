"""What table and hub write to each other, as msgpack."""

from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec

MEDIA_TYPE = "application/vnd.msgpack"
"""Of every body but pictures."""

MOST = 500
"""Records in one batch."""

RefusedCode: TypeAlias = Literal[
    "game-elsewhere",
    "game-unknown",
    "not-offered",
    "chain-forks",
    "chain-gap",
    "digest-wrong",
    "record-damaged",
    "code-unknown",
    "code-used",
    "too-many-tries",
    "token-void",
    "too-large",
    "hub-database",
    "name-taken",
    "password-wrong",
    "password-short",
    "seats-wrong",
    "seats-other",
    "seats-drawing",
    "result-in",
    "table-full",
    "round-absent",
    "round-early",
    "not-seated",
    "no-reason",
    "result-other",
    "table-twice",
    "tournament-begun",
    "rules-stay",
    "no-clock",
    "tournament-closed",
]


class Refused(msgspec.Struct, frozen=True):
    """Why the hub does not do what it was asked."""

    code: RefusedCode
    facts: Mapping[str, int | str] = {}


class Join(msgspec.Struct, frozen=True, kw_only=True):
    """A table joins a club."""

    code: str  # the secret half of the join code
    box: str  # what the machine calls itself


class Joined(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to a table that has joined."""

    token: str
    table: str  # what the club calls it
    club: str


class LeaseWish(msgspec.Struct, frozen=True, kw_only=True):
    """A table asks for the lease of a game."""

    name: str  # of its journal: `0007-us-classic`
    edition: str
    first: bytes = b""  # its first record, as proof, where another table has asked before


class HubHead(msgspec.Struct, frozen=True, kw_only=True):
    """How far the hub has a game, and who may write it."""

    seq: int  # of its last record; 0: none
    digest: str  # of that one; 64 zeros: none
    epoch: int  # of the lease, from 1
    table: str  # that holds it
    yours: bool  # whether that is who asks
    arrival: str = ""  # by it phones from the table before are known; told to who has the game
    kept_too: bool = False  # at that table an answer counts only once its record is here


class TableAddresses(msgspec.Struct, frozen=True):
    """Where the pages of a table are."""

    addresses: tuple[str, ...]


class Parcel(msgspec.Struct, frozen=True):
    """A record as it lies in a journal."""

    digest: str  # 64 hexadecimal digits
    body: bytes


class RecordBatch(msgspec.Struct, frozen=True, kw_only=True):
    """Records that follow each other."""

    epoch: int  # of the lease under which they are written
    after: int  # number of the record before the first of them
    before: str  # its digest; 64 zeros: there is none
    parcels: tuple[Parcel, ...]


class MovingGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game that a table may go on with: its own, or one of another that is offered to it."""

    game: str  # digest of its first record
    name: str  # of its journal where it began
    edition: str
    table: str  # where it is now
    yours: bool  # whether that is who asks
    seq: int  # of its last record at the hub


class TableOrder(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody of the club wants done at a table."""

    number: int
    game: str  # digest of its first record
    by: str  # name of the member who gives it
    command: str  # JSON


class OpenOrders(msgspec.Struct, frozen=True, kw_only=True):
    """What a table is to do."""

    now: float  # the hub's clock, seconds since 1970
    orders: tuple[TableOrder, ...]  # the oldest first


class TableRound(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament's round that sits at a table."""

    tournament: str  # its name
    number: int
    players: tuple[str, ...]  # in the order of their seats
    edition: str
    variants: tuple[str, ...] = ()  # of the edition
    house: Mapping[str, str] = {}  # house rules: parameter -> as it is typed
    minutes: int | None  # None: until one player is left
    left_s: float | None  # by the hub's clock as it answers; below 0: ended; None: no clock runs
    lineups: tuple[tuple[str, ...], ...] = ()  # who sat there earlier in the round, the last first


class OrderAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """What came of an order."""

    accepted: bool
    told: str = ""  # the code of a refusal
