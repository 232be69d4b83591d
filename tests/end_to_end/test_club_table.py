"""A table of a club: all that it told comes to the real hub, whoever is killed meanwhile."""

import random
from collections.abc import Iterator
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from companion.shipping import shipper
from companion.shipping.shipper import Shipper
from companion.shipping.wire import Parcel
from companion.table.answers import Accepted
from companion.table.table import Table
from tests.durability.kills import play_and_kill
from tests.end_to_end.appliance import Appliance, wait_for
from tests.end_to_end.party import begin, joined
from tests.end_to_end.phone import Phone
from tests.support.club_house import ClubHouse, club_house
from tests.support.player import play
from tests.support.shipping import Shipping, parcels_of
from tests.support.waiting import soon

OPTIONS = ("--camera", "sim", "--buttons", "none")
KILLS = 16


@pytest.fixture
def house(tmp_path: Path) -> Iterator[ClubHouse]:
    with club_house(tmp_path / "hub") as opened:
        yield opened


def correct(banker: Phone, times: int) -> list[int]:
    """Have so many corrections booked; return the number of each record that was acknowledged."""
    told = []
    for number in range(times):
        answer = banker.command("correct", why="a test", cash={"0": 1000 + 7 * number})
        assert answer.status == 200, answer
        told.append(answer.data["seq"])
    return told


def rows_here(home: Path) -> list[Parcel]:
    """Return the rows of the one game of a home."""
    (journal,) = (home / "games").glob("*.journal")
    return parcels_of(journal)


def rows_at(house: ClubHouse, home: Path) -> list[Parcel]:
    """Return what the hub has of the game of a home."""
    return [*house.records(rows_here(home)[0].digest)]


def is_whole(house: ClubHouse, home: Path) -> bool:
    """Tell whether the hub has all that is here, byte for byte."""
    return rows_at(house, home) == rows_here(home)


def test_a_companion_killed_while_the_hub_is_away_sends_all_that_it_told(
    tmp_path: Path, house: ClubHouse
) -> None:
    home = tmp_path / "home"
    companion = Appliance(home, *OPTIONS)
    try:
        phones = joined(companion)
        begin(phones)
        banker, told = phones[0], correct(phones[0], 5)
        form = {"address": house.address, "code": house.new_code("Table 7").lower()}
        assert banker.post("/banker/club", form).status == 303
        wait_for("the game at the hub", lambda: is_whole(house, home))
        assert b"The club has all that was booked here." in banker.get("/banker/club").body
        house.close()
        told += correct(banker, 10)
        wait_for("a word of it", lambda: b"does not answer" in banker.get("/banker/club").body)
        assert b"does not have yet: 10." in banker.get("/doctor").body
        told += correct(banker, 3)  # the game is as before
        companion.kill()
        companion = Appliance(home, *OPTIONS)
        banker.port = companion.port
        told += correct(banker, 6)
        companion.kill()
        house.open()
        companion = Appliance(home, *OPTIONS)
        wait_for("the rest at the hub", lambda: is_whole(house, home))
        banker.port = companion.port
        told += correct(banker, 1)
        wait_for("the last of it", lambda: is_whole(house, home))
    finally:
        companion.kill()
    rows = rows_at(house, home)
    assert {*told} <= {*range(1, len(rows) + 1)}
    (game,) = house.club.hub.records.games()
    assert (game.game, game.seq, game.table_name) == (rows[0].digest, len(rows), "Table 7")


def test_kills_of_table_hub_and_database_lose_nothing_that_was_acknowledged(
    tmp_path: Path, house: ClubHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shipper, "LAST_WAIT_S", 0.2)
    home, chance = tmp_path / "home", random.Random(12)
    table = Shipping(home)
    table.shipper.join(house.address, house.new_code("Table 7"))
    table.stop()
    context = get_context("forkserver")
    context.set_forkserver_preload(["tests.support.shipping"])
    told: list[tuple[int, str]] = []
    for kill in range(KILLS):
        befall(house, chance)
        told += play_and_kill(context, home, kill, chance, ship_in_a_process)
    house.postgres.start()
    house.open()
    there = rows_at(house, home)
    assert rows_here(home)[: len(there)] == there
    assert there
    table.start()
    try:
        assert soon(lambda: is_whole(house, home))
    finally:
        table.stop()
    kept = [(seq, one.digest) for seq, one in enumerate(rows_at(house, home), start=1)]
    assert len(told) > KILLS
    assert {*told} <= {*kept}


def befall(house: ClubHouse, chance: random.Random) -> None:
    """Let something happen to the hub, or nothing."""
    match chance.choice(("nothing", "hub", "database", "well", "well")):
        case "hub":
            house.close()
        case "database":
            house.postgres.kill()
        case "well":
            house.postgres.start()
            house.open()


def ship_in_a_process(home: Path, told: Connection, seed: int) -> None:
    """Play and ship until killed, telling the number and digest of each record."""
    table = Table(home)
    table.start()
    Shipper(home, table).start()
    for answer in play(table, random.Random(seed)):
        assert isinstance(answer, Accepted), answer
        told.send((answer.seq, table.history()[-1].digest))
