"""A game moves to another table of the club, and arbiters rule there from the hub."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import parse_qs

import pytest

from companion.shipping.wire import Refused
from tests.end_to_end.appliance import Appliance, wait_for
from tests.end_to_end.party import begin, joined
from tests.end_to_end.phone import Phone
from tests.support.club_house import ClubHouse, club_house
from tests.support.shipping import parcels_of

OPTIONS = ("--camera", "sim", "--buttons", "none")


@pytest.fixture
def house(tmp_path: Path) -> Iterator[ClubHouse]:
    with club_house(tmp_path / "hub") as opened:
        yield opened


class Table:
    """A companion of the club, with its banker's phone."""

    def __init__(self, home: Path, house: ClubHouse, name: str) -> None:
        self.home, self.name = home, name
        self.companion = Appliance(home, *OPTIONS)
        self.phones = joined(self.companion)
        self.banker: Phone = self.phones[0]
        form = {"address": house.address, "code": house.new_code(name)}
        assert self.banker.post("/banker/club", form).status == 303

    def correct(self, cash: int) -> str:
        """Have a correction booked; return the refusal, if it is one."""
        answer = self.banker.command("correct", why="a test", cash={"0": cash})
        return str(answer.data.get("refused", ""))

    def games_to_take(self) -> list[str]:
        page = self.banker.get("/banker/club/games").body.decode()
        return re.findall(r'name="game" value="([0-9a-f]{64})"', page)

    def rows(self) -> list[str]:
        return rows_in(self.home)


def rows_in(home: Path) -> list[str]:
    """Return the digests of the one game of a home."""
    (journal,) = (home / "games").glob("*.journal")
    return [parcel.digest for parcel in parcels_of(journal)]


def at_the_hub(house: ClubHouse, game: str) -> list[str]:
    return [parcel.digest for parcel in house.records(game)]


def number_of(house: ClubHouse, name: str) -> int:
    return next(table.id for table in house.club.hub.tables.all() if table.name == name)


@pytest.fixture
def seven(tmp_path: Path, house: ClubHouse) -> Iterator[Table]:
    table = Table(tmp_path / "seven", house, "Table 7")
    try:
        begin(table.phones)
        for cash in (900, 901, 902):
            assert table.correct(cash) == ""
        wait_for("the game", lambda: at_the_hub(house, table.rows()[0]) == table.rows())
        yield table
    finally:
        table.companion.kill()


def test_a_game_goes_on_at_another_table_and_takes_nothing_at_the_old_one(
    tmp_path: Path, house: ClubHouse, seven: Table
) -> None:
    eight = Table(tmp_path / "eight", house, "Table 8")
    try:
        game, before = seven.rows()[0], seven.rows()
        assert eight.games_to_take() == []
        house.club.hub.moves.offer(game, number_of(house, "Table 8"))
        assert eight.games_to_take() == [game]
        assert eight.banker.post("/banker/club/games", {"game": game}).status == 303
        assert eight.games_to_take() == []
        assert eight.rows()[: len(before)] == before  # then who sits where
        assert eight.correct(1000) == ""
        wait_for("it at the hub", lambda: at_the_hub(house, game) == eight.rows())
        assert seven.correct(903) == ""  # it has not heard of it: that is no part of the game
        wait_for("the word", lambda: seven.correct(904) == "game-elsewhere")
        page = seven.banker.get("/banker").body
        assert b"Table 8" in page
        seven.companion.kill()
        seven.companion = Appliance(seven.home, *OPTIONS)
        seven.banker.port = seven.companion.port
        assert seven.correct(905) == "game-elsewhere"
        assert at_the_hub(house, game) == eight.rows()
        assert eight.rows()[: len(before)] == before
    finally:
        eight.companion.kill()


def way_on(phone: Phone, path: str) -> str:
    """Return where the button on a page of the old table leads; its host is this machine's."""
    page = phone.get(path).body.decode()
    found = re.search(r'<a class="button do" href="http://[^/:"]+(?::(\d+))?([^"]*)"', page)
    return unescape(f"{found[1]}|{found[2]}") if found else ""


def arrive(phone: Phone, way: str) -> int:
    """Tap the button and go on there; return how that was answered."""
    port, _, path = way.partition("|")
    phone.port = int(port)
    assert phone.get(path).status == 200
    return phone.post("/arrive", {"t": parse_qs(path.partition("?")[2]).get("t", [""])[0]}).status


def test_phones_of_the_old_table_are_led_over_and_keep_their_seats(
    tmp_path: Path, house: ClubHouse, seven: Table
) -> None:
    eight = Appliance(tmp_path / "eight", *OPTIONS)
    try:
        banker = Phone(eight.port)
        assert banker.post("/banker/pin", {"pin": eight.pin}).status == 303
        form = {"address": house.address, "code": house.new_code("Table 8")}
        assert banker.post("/banker/club", form).status == 303
        hub, game = house.club.hub, seven.rows()[0]
        wait_for("its addresses", lambda: addresses_of(house, "Table 8"))
        hub.moves.offer(game, number_of(house, "Table 8"))
        assert banker.post("/banker/club/games", {"game": game}).status == 303
        wait_for("the word", lambda: seven.correct(904) == "game-elsewhere")
        ann, ben = seven.phones[0], seven.phones[1]
        wait_for("the way", lambda: way_on(ben, "/seat"))
        bens, guests = way_on(ben, "/seat"), way_on(Phone(seven.companion.port), "/watch")
        assert "/arrive?t=1." in bens
        assert "t=" not in guests
        assert b"t=1." not in Phone(seven.companion.port).get("/table").body
        copied = Phone(eight.port)  # a guest who makes one up, or for another seat
        for forged in (bens.replace("t=1.", "t=2."), bens[:-1] + ("0" if bens[-1] != "0" else "1")):
            assert arrive(copied, forged) == 409
        wait_for("his seat", lambda: arrive(ben, bens) == 303)
        assert arrive(copied, bens) == 409  # it has counted
        assert copied.command("roll", dice=[1, 2]).status == 403
        assert arrive(ann, way_on(ann, "/seat")) == 303
        assert ann.command("roll", dice=[1, 2]).status == 200
        assert ben.get("/seat").status == 200
        assert ann.command("correct", why="x", cash={"0": 1}).status == 403  # no banker here
        wait_for("it at the hub", lambda: at_the_hub(house, game) == rows_in(tmp_path / "eight"))
    finally:
        eight.kill()


def addresses_of(house: ClubHouse, name: str) -> list[str]:
    with house.postgres_connection() as connection:
        rows = connection.execute("select addresses from club_table where name = %s", (name,))
        return list(rows.fetchall()[0][0])


def test_a_new_card_gets_its_games_back_from_the_hub(
    tmp_path: Path, house: ClubHouse, seven: Table
) -> None:
    game, rows = seven.rows()[0], seven.rows()
    seven.companion.kill()
    fresh = Appliance(tmp_path / "fresh", *OPTIONS)
    try:
        phones = joined(fresh)
        secret = house.club.hub.tables.renew(number_of(house, "Table 7"))
        code = f"{secret}-{house.new_code('spare').partition('-')[2]}"
        form = {"address": house.address, "code": code}
        assert phones[0].post("/banker/club", form).status == 303
        assert phones[0].post("/banker/club/games", {"game": game}).status == 303
        answer = phones[0].command("correct", why="a test", cash={"0": 1234})
        assert answer.status == 200, answer
        there = rows_in(tmp_path / "fresh")
        assert there[: len(rows)] == rows
        wait_for("what is new", lambda: at_the_hub(house, game) == there)
    finally:
        fresh.kill()


def test_an_arbiter_rules_at_the_table_and_is_named(house: ClubHouse, seven: Table) -> None:
    game, orders = seven.rows()[0], house.club.hub.orders
    before = len(seven.rows())
    given = [
        orders.give(game, "Judge Judy", told)
        for told in (
            '{"do":"correct","why":"a deed forgotten","cash":{"0":1500}}',
            '{"do":"roll","by":0,"dice":[1,2]}',
            '{"do":"undo","why":"no',
        )
    ]
    assert not any(isinstance(one, Refused) for one in given)
    wait_for("the answers", lambda: all(o.accepted is not None for o in orders.of(game)))
    told = [(one.accepted, one.told) for one in reversed(orders.of(game))]
    assert told == [(True, ""), (False, "bad-command"), (False, "bad-command")]
    wait_for("it at the hub", lambda: len(at_the_hub(house, game)) == before + 1)
    why = seven.banker.get(f"/why/{before + 1}").body
    assert b"Judge Judy (arbiter)" in why


def test_an_order_is_done_once_though_the_hub_hears_no_answer(
    house: ClubHouse, seven: Table
) -> None:
    game = seven.rows()[0]
    before = len(seven.rows())
    orders = house.club.hub.orders
    number = orders.give(game, "Judge Judy", '{"do":"correct","why":"x","cash":{"0":1500}}')
    wait_for("it", lambda: len(seven.rows()) == before + 1)
    house.close()
    with house.postgres_connection() as connection:  # as if the answer had been lost on its way
        connection.execute(
            "update table_order set accepted = null, answered = null where number = %s", (number,)
        )
    house.open()
    orders = house.club.hub.orders
    wait_for("the answer", lambda: orders.of(game)[0].accepted is True)
    assert len(seven.rows()) == before + 1
