"""The database itself holds a game's chain: whoever writes past the program is refused too."""

from collections.abc import Iterator
from hashlib import sha256
from typing import Any, NamedTuple

import psycopg
import pytest
from psycopg import errors

from companion.hub.hub import Hub
from tests.support.clubs import batch, chain, joined, leased

INSERT = "insert into record (game, seq, epoch, before, digest, body) values (%s,%s,%s,%s,%s,%s)"
FOUR = chain(4)
GAME, LAST = bytes.fromhex(FOUR[0].digest), bytes.fromhex(FOUR[-1].digest)
ZERO = bytes(32)


class Row(NamedTuple):
    """A record as somebody writes it by hand; the right fifth one, if nothing is said."""

    game: bytes = GAME
    seq: int = 5
    epoch: int = 1
    before: bytes = LAST
    digest: bytes = sha256(LAST + b"more").digest()
    body: bytes = b"more"


def forked(before: bytes, body: bytes = b"fork", **told: Any) -> Row:
    """Return a record whose digest is right."""
    return Row(before=before, digest=sha256(before + body).digest(), body=body, **told)


@pytest.fixture
def connection(hub: Hub, address: str) -> Iterator[psycopg.Connection[Any]]:
    table, _ = joined(hub)
    hub.records.keep(leased(hub, FOUR, table), table, batch(FOUR))
    with psycopg.connect(address) as opened:
        yield opened


def test_the_right_record_is_taken(connection: psycopg.Connection[Any]) -> None:
    assert connection.execute(INSERT, Row()).rowcount == 1


@pytest.mark.parametrize(
    ("row", "why"),
    [
        (Row(body=b"less"), errors.CheckViolation),
        (Row(digest=ZERO), errors.CheckViolation),
        (Row(before=ZERO), errors.CheckViolation),
        (Row(seq=6), errors.ForeignKeyViolation),
        (Row(seq=4), errors.UniqueViolation),
        (Row(seq=0), errors.CheckViolation),
        (Row(seq=-4), errors.CheckViolation),
        (Row(epoch=2), errors.ForeignKeyViolation),
        (Row(game=LAST), errors.ForeignKeyViolation),
        (forked(bytes.fromhex(FOUR[2].digest)), errors.ForeignKeyViolation),
        (forked(bytes.fromhex(FOUR[2].digest), seq=4), errors.UniqueViolation),
        (forked(ZERO), errors.ForeignKeyViolation),
        (forked(ZERO, seq=1), errors.CheckViolation),  # it would be another game
        (forked(LAST, seq=1), errors.CheckViolation),
        (forked(b"", seq=5), errors.ForeignKeyViolation),
    ],
)
def test_forks_gaps_and_wrong_digests_are_refused(
    connection: psycopg.Connection[Any], row: Row, why: type[psycopg.Error]
) -> None:
    with pytest.raises(why):
        connection.execute(INSERT, row)


@pytest.mark.parametrize(
    "statement",
    [
        "delete from record where seq = 2",
        "update record set body = 'x' where seq = 4",
        "update record set seq = 9 where seq = 4",
        "update record set digest = sha256(before || 'x'), body = 'x' where seq = 2",
        "delete from lease",
        "delete from game",
        "delete from club_table",
    ],
)
def test_what_others_rest_on_cannot_be_changed_or_taken_away(
    connection: psycopg.Connection[Any], statement: str
) -> None:
    with pytest.raises((errors.ForeignKeyViolation, errors.CheckViolation)):
        connection.execute(statement.encode())
