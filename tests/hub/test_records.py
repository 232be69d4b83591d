"""A game is written by one table, batch by batch, and has one chain."""

import json
import random
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from msgspec.structs import replace

from companion.hub.hub import Hub
from companion.hub.records import Records
from companion.journal.record import FIRST_DIGEST
from companion.shipping.wire import HubHead, Parcel, RecordBatch, Refused
from tests.support.changed_records import rechained
from tests.support.clubs import batch, chain, is_whole, joined, leased

TEN = chain(10)


@pytest.fixture
def table(hub: Hub) -> int:
    return joined(hub)[0]


def head_of(parcels: tuple[Parcel, ...], name: str = "Table 7", *, yours: bool = True) -> HubHead:
    digest = parcels[-1].digest if parcels else FIRST_DIGEST
    return HubHead(seq=len(parcels), digest=digest, epoch=1, table=name, yours=yours)


def test_what_was_sent_is_there(hub: Hub, table: int) -> None:
    game = leased(hub, TEN, table)
    assert hub.records.keep(game, table, batch(TEN)) == head_of(TEN)
    assert hub.records.after(game, 0) == TEN
    assert hub.records.after(game, 3, 2) == TEN[3:5]
    assert hub.records.after(game, 10) == ()
    assert hub.records.head(game, table) == head_of(TEN)


def test_a_game_is_listed_with_its_table_and_how_far_it_is(hub: Hub, table: int) -> None:
    other = chain(3, told="other")
    hub.records.keep(leased(hub, TEN, table), table, batch(TEN, 0, 4))
    leased(hub, other, table)
    listed = {one.game: one for one in hub.records.games()}
    assert {game: one.seq for game, one in listed.items()} == {TEN[0].digest: 4, other[0].digest: 0}
    shown = listed[TEN[0].digest]
    assert (shown.table, shown.table_name, shown.epoch) == (table, "Table 7", 1)
    assert (shown.name, shown.edition) == ("0001-us-classic", "us-classic")
    assert hub.records.games()[0].kept_at >= hub.records.games()[1].kept_at > 1e9


def test_a_game_that_nobody_leased_is_unknown(hub: Hub, table: int) -> None:
    game = TEN[0].digest
    assert hub.records.head(game, table) is None
    assert hub.records.keep(game, table, batch(TEN)) == Refused("game-unknown")
    assert hub.records.after(game, 0) == ()


def test_a_lease_is_asked_for_again_and_again(hub: Hub, table: int) -> None:
    game = leased(hub, TEN, table)
    hub.records.keep(game, table, batch(TEN))
    assert hub.records.lease(game, table, "0001-us-classic", "us-classic") == head_of(TEN)


def test_another_table_has_no_lease_and_writes_nothing(hub: Hub, table: int) -> None:
    other, _ = joined(hub, "Table 8")
    game = leased(hub, TEN, table)
    hub.records.keep(game, table, batch(TEN, 0, 5))
    elsewhere = Refused("game-elsewhere", {"table": "Table 7"})
    assert hub.records.lease(game, other, "0001-us-classic", "us-classic") == elsewhere
    assert hub.records.keep(game, other, batch(TEN, 5)) == elsewhere
    assert hub.records.head(game, other) == head_of(TEN[:5], yours=False)


@pytest.mark.parametrize("epoch", [0, 2, -1])
def test_under_another_epoch_nothing_is_written(hub: Hub, table: int, epoch: int) -> None:
    game = leased(hub, TEN, table)
    told = hub.records.keep(game, table, replace(batch(TEN), epoch=epoch))
    assert told == Refused("game-elsewhere", {"table": "Table 7"})
    assert hub.records.after(game, 0) == ()


def test_a_newer_lease_ends_the_older_one(hub: Hub, table: int) -> None:
    """As a game will that moves to another table: who held it before is refused from then on."""
    other, _ = joined(hub, "Table 8")
    game = leased(hub, TEN, table)
    hub.records.keep(game, table, batch(TEN, 0, 5))
    with hub.database.transaction() as cursor:
        cursor.execute(
            "insert into lease (game, epoch, table_id) values (%s, 2, %s)",
            (bytes.fromhex(game), other),
        )
    late = hub.records.keep(game, table, batch(TEN, 5))
    assert late == Refused("game-elsewhere", {"table": "Table 8"})
    assert isinstance(hub.records.keep(game, other, replace(batch(TEN, 5), epoch=2)), HubHead)
    assert hub.records.after(game, 0) == TEN


def test_batches_that_come_again_or_overlap_are_no_error(hub: Hub, table: int) -> None:
    """Whatever part of a game is sent again, once or often, the hub has it once."""
    game, chance, sent = leased(hub, TEN, table), random.Random(3), 0
    while sent < len(TEN):
        after = chance.randint(0, sent)
        until = chance.randint(after, len(TEN))
        sent = max(sent, until)
        assert hub.records.keep(game, table, batch(TEN, after, until)) == head_of(TEN[:sent])
        assert hub.records.after(game, 0) == TEN[:sent]
    assert hub.records.keep(game, table, batch(TEN)) == head_of(TEN)


def test_an_empty_batch_tells_the_head(hub: Hub, table: int) -> None:
    game = leased(hub, TEN, table)
    assert hub.records.keep(game, table, batch(TEN, 0, 0)) == head_of(())


def test_a_gap_names_where_to_go_on(hub: Hub, table: int) -> None:
    game = leased(hub, TEN, table)
    hub.records.keep(game, table, batch(TEN, 0, 4))
    assert hub.records.keep(game, table, batch(TEN, 6)) == Refused("chain-gap", {"seq": 4})


def cut(number: int) -> Callable[[RecordBatch], RecordBatch]:
    """Return what changes one record of a batch and leaves its digest."""

    def change(sent: RecordBatch) -> RecordBatch:
        parcels = list(sent.parcels)
        parcels[number] = replace(parcels[number], body=b"x")
        return replace(sent, parcels=tuple(parcels))

    return change


FORK = chain(6, told="fork", after=TEN[:4])


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        (batch((*TEN[:4], *FORK), 4), Refused("chain-forks", {"seq": 5})),
        (batch((*TEN[:4], *FORK), 3), Refused("chain-forks", {"seq": 5})),
        (batch((*TEN[:4], *FORK), 6), Refused("chain-forks", {"seq": 6})),
        (batch((*TEN[:4], *FORK)), Refused("chain-forks", {"seq": 5})),
        (batch(chain(2, told="fork")), Refused("chain-forks", {"seq": 1})),
        (replace(batch(TEN), before="1" * 64), Refused("chain-forks", {"seq": 0})),
        (cut(0)(batch(TEN, 6)), Refused("digest-wrong", {"seq": 7})),
        (cut(3)(batch(TEN, 6)), Refused("digest-wrong", {"seq": 10})),
        (cut(1)(batch(TEN)), Refused("digest-wrong", {"seq": 2})),
    ],
)
def test_another_chain_is_refused_whole(
    hub: Hub, table: int, sent: RecordBatch, told: Refused
) -> None:
    game = leased(hub, TEN, table)
    hub.records.keep(game, table, batch(TEN, 0, 6))
    assert hub.records.keep(game, table, sent) == told
    assert hub.records.after(game, 0) == TEN[:6]


def test_a_first_record_of_another_game_is_refused(hub: Hub, table: int) -> None:
    """A game is the digest of its first record."""
    game = leased(hub, TEN, table)
    told = hub.records.keep(game, table, batch(chain(2, told="other")))
    assert told == Refused("chain-forks", {"seq": 1})
    assert hub.records.after(game, 0) == ()


def test_who_only_knows_a_games_number_keeps_its_table_from_nothing(hub: Hub, table: int) -> None:
    """A lease without records goes to whoever shows the first one; then it is that table's."""
    other, _ = joined(hub, "Table 8")
    game, first = leased(hub, TEN, other), TEN[0].body
    elsewhere = Refused("game-elsewhere", {"table": "Table 8"})
    assert hub.records.lease(game, table, "0007-disney", "disney") == elsewhere
    assert hub.records.lease(game, table, "0007-disney", "disney", TEN[1].body) == elsewhere
    head = hub.records.lease(game, table, "0007-disney", "disney", first)
    assert head == replace(head_of(()), epoch=2)
    assert hub.records.keep(game, other, batch(TEN)) == Refused(
        "game-elsewhere", {"table": "Table 7"}
    )
    assert hub.records.lease(game, other, "x", "x") == Refused(
        "game-elsewhere", {"table": "Table 7"}
    )
    assert isinstance(hub.records.keep(game, table, replace(batch(TEN), epoch=2)), HubHead)
    (listed,) = hub.records.games()
    assert (listed.name, listed.edition, listed.table) == ("0007-disney", "disney", table)


def test_whose_records_are_there_keeps_the_lease_whoever_shows_the_first(
    hub: Hub, table: int
) -> None:
    """Also a copy of its home at another table: there an organiser lets the game go on."""
    other, _ = joined(hub, "Table 8")
    game = leased(hub, TEN, table)
    hub.records.keep(game, table, batch(TEN, 0, 1))
    told = hub.records.lease(game, other, "0001-us-classic", "us-classic", TEN[0].body)
    assert told == Refused("game-elsewhere", {"table": "Table 7"})
    assert isinstance(hub.records.keep(game, table, batch(TEN, 1)), HubHead)


def test_of_tables_that_want_one_game_at_once_one_gets_it(hub: Hub) -> None:
    tables = [joined(hub, f"Table {number}")[0] for number in range(4)]
    for number in range(10):
        game, together = chain(1, told=f"game {number}")[0].digest, threading.Barrier(4)

        def wish(table: int, game: str = game, start: threading.Barrier = together) -> bool:
            start.wait()
            return isinstance(hub.records.lease(game, table, "0001-x", "x"), HubHead)

        with ThreadPoolExecutor(4) as threads:
            assert sum(threads.map(wish, tables)) == 1


def test_two_who_write_one_game_at_once_make_no_fork(hub: Hub, table: int) -> None:
    """Two boxes with one table's token, which play on apart: one chain wins, whole."""
    lines = [chain(40, told=told, after=TEN[:1]) for told in ("left", "right")]
    game, together = leased(hub, TEN, table), threading.Barrier(2)
    hub.records.keep(game, table, batch(TEN, 0, 1))

    def write(line: tuple[Parcel, ...]) -> list[str]:
        together.wait()
        parcels = (TEN[0], *line)
        told = [one_by_one(hub.records, game, table, parcels, seq) for seq in range(1, 41)]
        return [answer.code for answer in told if isinstance(answer, Refused)]

    with ThreadPoolExecutor(2) as threads:
        refused = [*threads.map(write, lines)]
    assert sorted(map(len, refused)) == [0, 40]
    assert {*refused[0], *refused[1]} <= {"chain-forks", "chain-gap"}
    kept = hub.records.after(game, 0)
    assert len(kept) == 41
    assert is_whole(kept)
    assert kept[1:] in lines


def one_by_one(
    records: Records, game: str, table: int, parcels: tuple[Parcel, ...], seq: int
) -> HubHead | Refused:
    return records.keep(game, table, batch(parcels, seq, seq + 1))


def test_the_same_batch_twice_at_once_is_kept_once(hub: Hub, table: int) -> None:
    """As when a table lost its line and sends it once more, while the first still runs."""
    game, many = leased(hub, TEN, table), chain(300, after=TEN)
    whole, together = (*TEN, *many), threading.Barrier(4)

    def write(_: int) -> HubHead | Refused:
        together.wait()
        return hub.records.keep(game, table, batch(whole))

    with ThreadPoolExecutor(4) as threads:
        assert {*threads.map(write, range(4))} == {head_of(whole)}
    assert hub.records.after(game, 0) == whole


def test_bodies_are_kept_byte_by_byte(hub: Hub, table: int) -> None:
    spread = json.dumps(json.loads(TEN[1].body), indent=3).encode()
    newer = b'{"version": 99, "told": "\\u0000\x7f\xc3\xa9"}'
    long = json.dumps({**json.loads(TEN[1].body), "seq": 4, "command": {"a": "\u00e9" * 9999}})
    bodies = (TEN[0].body, b"\r\n " + spread, newer, long.encode())
    parcels = rechained(bodies)
    game = leased(hub, parcels, table)
    hub.records.keep(game, table, batch(parcels))
    assert tuple(parcel.body for parcel in hub.records.after(game, 0)) == bodies
