"""Whole records, chained, found again: in a file, and in a club's database."""

import pytest

from companion.journal.record import FIRST_DIGEST, digest_of
from companion.journal.store import CommitError, Draft, Journal
from tests.journal.conftest import Kept
from tests.support.table import some_cause, some_events


def add(journal: Journal, number: int) -> None:
    journal.append(some_events(number), cause=some_cause(f"id-{number}"), command={"n": number})


def filled(kept: Kept, count: int) -> tuple[str, list[str]]:
    """Write a journal; return its name and the digests of its records."""
    journal = kept.games.create("x")
    for number in range(count):
        add(journal, number)
    journal.close()
    return journal.name, [record.digest for record in journal.records]


def draft(number: int) -> Draft:
    return Draft(some_events(number), some_cause(f"id-{number}"), {"n": number})


def test_what_was_appended_is_there_when_it_is_opened_again(kept: Kept) -> None:
    name, digests = filled(kept, 5)
    journal = kept.games.open(name)
    assert [record.digest for record in journal.records] == digests
    assert [record.command for record in journal.records] == [{"n": n} for n in range(5)]
    add(journal, 5)
    journal.close()
    journal = kept.games.open(name)
    assert [record.seq for record in journal.records] == [1, 2, 3, 4, 5, 6]
    journal.close()


def test_nothing_to_append_is_appended_and_the_journal_stays_open(kept: Kept) -> None:
    journal = kept.games.create("x")
    assert journal.append_all(()) == ()
    add(journal, 0)
    assert [record.seq for record in journal.records] == [1]
    journal.close()


def test_what_belongs_together_is_there_together(kept: Kept) -> None:
    name, _ = filled(kept, 2)
    journal = kept.games.open(name)
    told = journal.append_all([draft(number) for number in range(2, 5)])
    assert [record.seq for record in told] == [3, 4, 5]
    journal.close()
    journal = kept.games.open(name)
    assert tuple(journal.records[2:]) == told
    journal.close()


def test_of_what_belongs_together_nothing_is_there_if_one_cannot_be_stored(kept: Kept) -> None:
    name, _ = filled(kept, 2)
    journal = kept.games.open(name)
    with pytest.raises(TypeError):
        journal.append_all([draft(2), draft(3)._replace(command={"n": object()})])
    add(journal, 2)
    journal.close()
    assert len(kept.stored(name)) == 3


def test_a_record_is_found_by_its_commands_id_also_later(kept: Kept) -> None:
    name, _ = filled(kept, 3)
    journal = kept.games.open(name)
    assert [journal.seq_of(f"id-{n}") for n in (0, 2, 3)] == [1, 3, None]
    journal.close()


def test_each_record_is_chained_to_the_one_before(kept: Kept) -> None:
    name, digests = filled(kept, 3)
    before = FIRST_DIGEST
    for (digest, body), told in zip(kept.stored(name), digests, strict=True):
        assert digest == told == digest_of(before, body)
        before = digest


def test_a_closed_journal_takes_nothing(kept: Kept) -> None:
    journal = kept.games.create("x")
    add(journal, 0)
    journal.close()
    journal.close()
    with pytest.raises(CommitError, match="closed"):
        add(journal, 1)
    assert len(kept.stored(journal.name)) == 1


def test_a_glance_shows_the_first_and_the_last_record(kept: Kept) -> None:
    name, digests = filled(kept, 4)
    seen = kept.games.glance(name)
    assert seen is not None
    assert [seen.first.digest, seen.last.digest, seen.damaged] == [digests[0], digests[3], None]
    kept.games.archive(name)
    assert kept.games.glance(name) == seen
