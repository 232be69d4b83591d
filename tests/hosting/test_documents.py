"""What a box has as files in its folder, a hosted table has as documents, and nobody else's."""

from collections.abc import Callable

import msgspec
import pytest

from companion.errors import SettingsError
from companion.files import Remembered, append, read_whole, remove, write_whole
from companion.hosting.documents import DocumentError
from companion.table.disputing.disputes import Customs
from tests.support.hosting import HostedClub

BINARY = bytes(range(256)) * 100


def test_a_document_is_read_as_it_was_written(club: HostedClub) -> None:
    folder = club.worker().take(club.table()).folder
    document = folder / "phones.json"
    with pytest.raises(FileNotFoundError):
        read_whole(document)
    for content in (BINARY, b"", b"\\x00'\"", b"{}\n"):
        write_whole(document, content)
        assert read_whole(folder / "phones.json") == content


def test_what_is_appended_stands_at_the_end(club: HostedClub) -> None:
    document = club.worker().take(club.table()).folder / "commands/known.jsonl"
    for line in (b"one\n", b"\x00\xff", b""):
        append(document, line, sync=True)
    assert read_whole(document) == b"one\n\x00\xff"


def test_what_could_not_be_read_is_not_replaced(club: HostedClub) -> None:
    class Unread:
        """A document whose database was away when it was asked for, and is there again."""

        def read(self) -> bytes:
            raise DocumentError(code="hub-database")

        def write(self, content: bytes) -> None:
            write_whole(there, content)

        def append(self, content: bytes) -> None:
            append(there, content, sync=True)

        def remove(self) -> None:
            remove(there)

    there = club.worker().take(club.table()).folder / "customs.json"
    Remembered(there, Customs()).set(Customs(waits=True))
    before = read_whole(there)
    seen = Remembered(Unread(), Customs())
    seen.follow(Customs(vote=True))
    with pytest.raises(SettingsError):
        seen.set(Customs(vote=True))
    seen.follow(Customs())
    assert read_whole(there) == before


def test_what_is_removed_is_there_no_longer_and_twice_does_no_harm(club: HostedClub) -> None:
    document = club.worker().take(club.table()).folder / "pin.json"
    write_whole(document, b"{}")
    for _ in range(2):
        remove(document)
        with pytest.raises(FileNotFoundError):
            read_whole(document)


def test_each_table_has_documents_of_its_own(club: HostedClub) -> None:
    worker = club.worker()
    one, other = (worker.take(club.table(name)).folder for name in ("Table 7", "Table 8"))
    write_whole(one / "pin.json", b"one")
    with pytest.raises(FileNotFoundError):
        read_whole(other / "pin.json")
    append(other / "pin.json", b"other", sync=True)
    remove(one / "pin.json")
    assert read_whole(other / "pin.json") == b"other"


class Some(msgspec.Struct, frozen=True):
    """Something to remember."""

    number: int = 0


def test_what_is_remembered_is_there_for_whoever_goes_on_with_the_table(club: HostedClub) -> None:
    first, second, table = club.worker("127.0.0.1:1"), club.worker("127.0.0.1:2"), club.table()
    Remembered(first.take(table).folder / "some.json", Some()).set(Some(7))
    club.silence(first)
    remembered = Remembered(second.take(table).folder / "some.json", Some())
    assert remembered.now == Some(7)
    remembered.follow(Some())
    assert Remembered(second.games(table).folder / "some.json", Some(3)).now == Some(3)


def test_whoever_holds_the_table_no_more_writes_none(club: HostedClub) -> None:
    first, second, table = club.worker("127.0.0.1:1"), club.worker("127.0.0.1:2"), club.table()
    document = first.take(table).folder / "pin.json"
    write_whole(document, b"first")
    club.silence(first)
    write_whole(second.take(table).folder / "pin.json", b"second")
    club.beat(first)
    late: list[Callable[[], None]] = [
        lambda: write_whole(document, b"late"),
        lambda: append(document, b"late", sync=True),
        lambda: remove(document),
    ]
    for act in late:
        with pytest.raises(DocumentError) as told:
            act()
        assert told.value.code == "table-elsewhere"
    assert read_whole(document) == b"second"
