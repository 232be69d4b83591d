"""Records that are kept packed are the same as any others."""

import pytest

from companion.errors import JournalError
from companion.journal import codec
from companion.journal.packed import PackedRecords
from companion.journal.record import FIRST_DIGEST, Record, digest_of
from tests.support.table import some_cause, some_events


def rows(count: int) -> list[tuple[bytes, str]]:
    found, digest = [], FIRST_DIGEST
    for seq in range(1, count + 1):
        body = codec.written(seq, some_events(seq), some_cause(f"id-{seq}"), {"n": seq})
        digest = digest_of(digest, body)
        found.append((body, digest))
    return found


def test_they_are_read_in_any_order_and_part_by_part() -> None:
    stored, packed = rows(7), PackedRecords()
    plain: list[Record] = [packed.append(*row) for row in stored]
    assert [*packed] == plain == [*PackedRecords(stored)]
    assert (packed[0], packed[-1], len(packed)) == (plain[0], plain[-1], 7)
    assert [*packed[2:5]] == plain[2:5]
    assert [*packed[-2:][1:]] == plain[-1:]
    assert [*reversed(packed)] == plain[::-1]
    with pytest.raises(IndexError):
        packed[7]


def test_what_cannot_be_read_is_not_added() -> None:
    packed = PackedRecords(rows(2))
    with pytest.raises(JournalError):
        packed.append(b"{}", "0" * 64)
    assert len(packed) == 2
