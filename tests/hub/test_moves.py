"""A game moves to another table; two tables never both write it."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from msgspec.structs import replace

from companion.hub.hub import Hub
from companion.shipping.wire import HubHead, MovingGame, Refused
from tests.support.clubs import batch, chain, is_whole, joined, leased

TEN = chain(10)


@pytest.fixture
def seven(hub: Hub) -> int:
    return joined(hub)[0]


@pytest.fixture
def eight(hub: Hub) -> int:
    return joined(hub, "Table 8")[0]


@pytest.fixture
def game(hub: Hub, seven: int) -> str:
    game = leased(hub, TEN, seven)
    hub.records.keep(game, seven, batch(TEN, 0, 6))
    return game


def test_nobody_takes_what_was_not_offered(hub: Hub, game: str, seven: int, eight: int) -> None:
    assert hub.moves.open_to(eight) == ()
    assert hub.moves.take(game, eight) == Refused("not-offered")
    assert hub.moves.take("ab" * 32, eight) == Refused("game-unknown")
    assert isinstance(hub.records.keep(game, seven, batch(TEN, 6)), HubHead)


def test_until_it_is_taken_the_other_table_goes_on(
    hub: Hub, game: str, seven: int, eight: int
) -> None:
    assert hub.moves.offer(game, eight) is None
    assert hub.moves.offered() == {game: eight}
    shown = MovingGame(
        game=game,
        name="0001-us-classic",
        edition="us-classic",
        table="Table 7",
        yours=False,
        seq=6,
    )
    assert hub.moves.open_to(eight) == (shown,)
    assert hub.moves.open_to(seven) == (replace(shown, yours=True),)
    assert isinstance(hub.records.keep(game, seven, batch(TEN, 6, 8)), HubHead)


def test_only_the_table_before_hears_how_its_phones_get_there(
    hub: Hub, game: str, seven: int, eight: int
) -> None:
    good = ("https://192.168.1.8:8443", "http://companion.local")
    bad = ("javascript:alert(1)", "http://x/y", 'http://x"', "x" * 5000)
    hub.tables.note_addresses(eight, (bad[0], *good, *bad[1:]))
    hub.moves.offer(game, eight)
    taken = hub.moves.take(game, eight)
    assert isinstance(taken, HubHead)
    assert len(taken.arrival) == 64
    told = {"table": "Table 8", "address": good[0], "arrival": taken.arrival}
    assert hub.records.keep(game, seven, batch(TEN, 6)) == Refused("game-elsewhere", told)
    other, _token = joined(hub, "Table 9")
    assert hub.records.lease(game, other, "x", "x") == Refused(
        "game-elsewhere", {"table": "Table 8"}
    )
    seen = hub.records.head(game, seven)
    assert seen is not None
    assert seen.arrival == ""


def test_once_it_is_taken_the_other_table_writes_nothing_more(
    hub: Hub, game: str, seven: int, eight: int
) -> None:
    hub.moves.offer(game, eight)
    taken = hub.moves.take(game, eight)
    assert isinstance(taken, HubHead)
    head = HubHead(seq=6, digest=TEN[5].digest, epoch=2, table="Table 8", yours=True)
    assert replace(taken, arrival="") == head
    assert hub.moves.take(game, eight) == taken
    elsewhere = Refused("game-elsewhere", {"table": "Table 8", "arrival": taken.arrival})
    assert hub.records.keep(game, seven, batch(TEN, 6)) == elsewhere
    assert hub.records.lease(game, seven, "0001-us-classic", "us-classic") == elsewhere
    other = chain(2, told="at the other table", after=TEN[:6])
    kept = hub.records.keep(game, eight, replace(batch((*TEN[:6], *other), 6), epoch=2))
    assert isinstance(kept, HubHead)
    assert hub.records.after(game, 0) == (*TEN[:6], *other)
    assert is_whole(hub.records.after(game, 0))
    assert [one.yours for one in hub.moves.open_to(eight)] == [True]
    assert hub.moves.open_to(seven) == ()
    assert [one.table_name for one in hub.records.games()] == ["Table 8"]


def test_it_may_move_back(hub: Hub, game: str, seven: int, eight: int) -> None:
    for epoch, table in ((2, eight), (3, seven), (4, eight)):
        hub.moves.offer(game, table)
        taken = hub.moves.take(game, table)
        assert isinstance(taken, HubHead)
        assert taken.epoch == epoch


def test_an_offer_is_withdrawn_or_made_to_another(
    hub: Hub, game: str, seven: int, eight: int
) -> None:
    nine, _ = joined(hub, "Table 9")
    hub.moves.offer(game, eight)
    hub.moves.offer(game, nine)
    assert hub.moves.take(game, eight) == Refused("not-offered")
    for withdrawn in (None, seven):
        hub.moves.offer(game, nine)
        hub.moves.offer(game, withdrawn)
        assert hub.moves.offered() == {}
    assert hub.moves.take(game, nine) == Refused("not-offered")
    assert hub.moves.offer("ab" * 32, nine) == Refused("game-unknown")


@pytest.mark.parametrize("seed", range(4))
def test_a_game_that_is_written_while_it_is_taken_has_one_chain(
    hub: Hub, game: str, seven: int, eight: int, seed: int
) -> None:
    """What the old table was told is kept comes before what the new one writes."""
    hub.moves.offer(game, eight)
    ready = threading.Barrier(2)
    told: list[int] = []

    def old() -> None:
        ready.wait()
        for after in range(6, 10):
            answer = hub.records.keep(game, seven, batch(TEN, after, after + 1))
            if isinstance(answer, HubHead):
                told.append(answer.seq)

    def new() -> HubHead | Refused:
        ready.wait()
        return hub.moves.take(game, eight)

    with ThreadPoolExecutor(2) as pool:
        pool.submit(old)
        taken = pool.submit(new).result()
    assert isinstance(taken, HubHead)
    assert max(told, default=6) == taken.seq
    there = hub.records.after(game, 0)
    assert there == TEN[: taken.seq]
    more = chain(1, told=f"new {seed}", after=there)
    kept = hub.records.keep(game, eight, replace(batch((*there, *more), len(there)), epoch=2))
    assert isinstance(kept, HubHead)
