"""A hosted table's games are the club's: seen in its lobby, deleted for ever, adopted."""

import random
from hashlib import sha256
from itertools import islice

import pytest
from msgspec.structs import replace

from companion.errors import JournalError
from companion.hub.lobby import Lobby
from companion.hub.lobby_keeper import LobbyKeeper
from companion.journal.pictures import Limits
from companion.shipping.wire import HubHead
from companion.table.answers import Accepted
from companion.table.table import Table
from tests.support.clubs import is_whole
from tests.support.hosting import HostedClub, add, begun, game_of
from tests.support.player import play
from tests.support.table import some_cause, some_events
from tests.support.waiting import soon


def rows(club: HostedClub, kind: str) -> int:
    with club.database.transaction() as cursor:
        ((count,),) = cursor.execute(f"select count(*) from {kind}".encode()).fetchall()
    return int(count)


def test_of_a_game_that_nobody_began_nothing_is_kept_but_its_number(club: HostedClub) -> None:
    games = club.worker().take(club.table())
    assert games.create("x").name == "0001-x"
    assert (games.games(), rows(club, "game"), rows(club, "lease")) == ((), 0, 0)
    assert begun(games).name == "0002-x"
    assert games.games() == ("0002-x",)


def test_tables_number_their_games_each_for_itself(club: HostedClub) -> None:
    worker = club.worker()
    for name in ("Table 7", "Table 8"):
        games = worker.take(club.table(name))
        assert begun(games, told=name).name == "0001-x"
        assert games.games() == ("0001-x",)


def test_the_hub_sees_hosted_games_as_all_others(club: HostedClub) -> None:
    table, worker = club.table("Table 7"), club.worker()
    lobby = Lobby(club.hub.records, lambda: {one.id for one in club.hub.tables.all()})
    keeper = LobbyKeeper(lobby)
    at = Table(lambda: worker.take(table))
    at.start()
    keeper.start()
    try:
        for answer in islice(play(at, random.Random(3)), 30):
            assert isinstance(answer, Accepted)
        keeper.ring()
        assert soon(lambda: len(lobby.lines) == 1)
        (line,) = lobby.lines
        (game,) = club.hub.records.games()
        assert (line.table, line.game, line.trouble) == ("Table 7", game.game, None)
        assert (game.table, game.name, game.seq) == (table.id, at.view.game, at.view.seq)
        assert is_whole(club.parcels(game.game))
        assert [seat.name for seat in line.seats] == ["Ann", "Bob", "Cy"]
    finally:
        keeper.stop()
        at.stop()


def test_who_goes_on_with_a_table_finds_it_as_it_stood(club: HostedClub) -> None:
    table, first, second = club.table(), club.worker("127.0.0.1:1"), club.worker("127.0.0.1:2")
    one = Table(lambda: first.take(table))
    one.start()
    for answer in islice(play(one, random.Random(5)), 20):
        assert isinstance(answer, Accepted)
    club.silence(first)
    other = Table(lambda: second.take(table))
    other.start()
    assert (other.view.game, other.view.seq) == (one.view.game, one.view.seq)
    assert other.view.state == one.view.state
    for answer in islice(play(other, random.Random(6)), 5):
        assert isinstance(answer, Accepted)
    one.stop()
    other.stop()
    (game,) = club.hub.records.games()
    assert is_whole(club.parcels(game.game))


def test_a_deleted_game_is_gone_for_ever_with_what_nobody_else_needs(club: HostedClub) -> None:
    worker = club.worker()
    one, other = (worker.take(club.table(name)) for name in ("Table 7", "Table 8"))
    alone, shared, both = (one.pictures.keep(name) for name in (b"alone", b"shared", b"both"))
    other.pictures.keep(b"both")
    for name, evidence in (("a", (alone, shared, both)), ("b", (shared, None))):
        journal = one.create("x")
        for number, digest in enumerate(evidence):
            cause = replace(some_cause(f"{name}-{number}"), evidence=digest)
            journal.append(some_events(number), cause=cause, command={})
    one.delete("0001-x")
    assert one.games() == ("0002-x",)
    assert [game.name for game in club.hub.records.games()] == ["0002-x"]
    assert [one.pictures.fate(digest) for digest in (alone, shared, both)] == [
        "pruned",
        "kept",
        "kept",
    ]
    one.delete("0002-x")
    assert one.pictures.read(shared) is None
    assert (rows(club, "record"), rows(club, "lease"), rows(club, "picture")) == (0, 0, 1)
    with pytest.raises(JournalError, match="no such game"):
        one.open("0002-x")


def test_a_removed_table_leaves_its_games_and_their_pictures(club: HostedClub) -> None:
    table, worker = club.table(), club.worker()
    games = worker.take(table)
    journal, digest = begun(games, 3), games.pictures.keep(b"dice")
    club.tables.remove(table.id)
    assert len(club.parcels(game_of(journal))) == 3
    assert club.hub.pictures.read(digest) == b"dice"
    with pytest.raises(JournalError) as told:
        add(journal, 3)
    assert told.value.code == "table-elsewhere"


def test_a_game_that_came_from_another_hosted_table_goes_on(club: HostedClub) -> None:
    worker, eight = club.worker(), club.table("Table 8")
    seven_games = worker.take(club.table("Table 7"))
    eight_games = worker.take(eight)
    journal = begun(seven_games, 3)
    game = game_of(journal)
    stored = [(parcel.digest, parcel.body) for parcel in club.parcels(game)]
    club.hub.moves.offer(game, eight.id)
    assert isinstance(club.hub.moves.take(game, eight.id), HubHead)
    name = eight_games.adopt("x", stored)
    assert eight_games.adopt("x", stored) == name
    assert eight_games.games() == (name,)
    add(eight_games.open(name), 3)
    assert is_whole(club.parcels(game))
    eight_games.delete(name)
    assert (seven_games.games(), rows(club, "record")) == ((), 0)


def test_what_a_game_from_elsewhere_has_more_is_kept_and_a_fork_is_not(club: HostedClub) -> None:
    games = club.worker().take(club.table())
    journal = begun(games, 4)
    game = game_of(journal)
    stored = [(parcel.digest, parcel.body) for parcel in club.parcels(game)]
    games.delete(journal.name)
    name = games.adopt("x", stored[:2])
    left, right = games.open(name), stored
    assert games.adopt("x", right) == name
    with pytest.raises(JournalError) as told:
        add(left, 2)
    assert told.value.code == "table-elsewhere"
    games.delete(name)
    fork = games.open(games.adopt("x", stored[:2]))
    add(fork, 7)
    with pytest.raises(JournalError) as told:
        games.adopt("x", stored)
    assert (told.value.code, told.value.facts) == ("chain-forks", {"seq": 3})
    assert len(club.parcels(game)) == 3


def test_pictures_are_pruned_for_each_table_alone(club: HostedClub) -> None:
    worker = club.worker()
    one, other = (worker.take(club.table(name)).pictures for name in ("Table 7", "Table 8"))
    digests = [one.keep(bytes([number]) * 100) for number in range(3)]
    assert other.keep(bytes([0]) * 100) == digests[0]
    assert one.prune(Limits(size=200)) == 1
    assert [one.fate(digest) for digest in digests] == ["kept"] * 3
    assert one.prune(Limits(size=0), spare={digests[2]}) == 1
    assert [one.fate(digest) for digest in (*digests, "f" * 64)] == [
        *("kept", "pruned", "kept"),
        "missing",
    ]
    assert other.prune(Limits(size=0)) == 1
    assert [other.read(digest) for digest in digests] == [None, None, bytes([2]) * 100]
    assert one.keep(bytes([1]) * 100) == digests[1]
    assert one.fate(digests[1]) == "kept"


@pytest.mark.parametrize("first", [True, False])
def test_a_picture_that_a_box_has_sent_too_stays(club: HostedClub, *, first: bool) -> None:
    pictures = club.worker().take(club.table()).pictures
    if first:
        digest = pictures.keep(b"dice")
        assert not club.hub.pictures.has_sent(digest)
        assert club.hub.pictures.has(digest)
        club.hub.pictures.keep(digest, b"dice")
    else:
        digest = sha256(b"dice").hexdigest()
        assert club.hub.pictures.keep(digest, b"dice") is None
        assert pictures.keep(b"dice") == digest
    assert pictures.prune(Limits(size=0)) == 1
    assert club.hub.pictures.read(digest) == b"dice"
    assert club.hub.pictures.has_sent(digest)
