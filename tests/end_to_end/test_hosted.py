"""Tables without a box: phones play, workers die, and what was acknowledged is there."""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from http.client import HTTPConnection

import pytest

from companion.club import hosting_of
from companion.hub.postgres import PostgreSQL
from companion.hub.tournaments import Tournament
from companion.vision.dice import NetReader
from companion.vision.jpeg import jpeg
from tests.end_to_end.appliance import wait_for
from tests.end_to_end.hosted_club import Hosting, cash_at, correct, lead
from tests.end_to_end.party import PLAYERS
from tests.end_to_end.phone import Phone
from tests.support.aslant import from_a_chair, only_as_it_is
from tests.support.clubs import cluster
from tests.support.pages import told
from tests.support.workers import hosted_table, phone_at, pin_of
from web.phones.pin import FILE, reset


@pytest.fixture(scope="module")
def server() -> Iterator[PostgreSQL]:
    with cluster() as own:
        yield own


@pytest.fixture
def hosting(server: PostgreSQL) -> Iterator[Hosting]:
    server.start()
    with ExitStack() as stack:
        yield Hosting(server, stack)


def again(act: Callable[[], int | None], what: str) -> int:
    """Return what comes as soon as it comes."""
    return wait_for(what, act)


def test_a_table_without_a_box_is_played_at_and_seen_by_the_club(hosting: Hosting) -> None:
    hosting.worker()
    table = hosted_table(hosting.database, "Window")
    phones = hosting.party(table)
    assert phones[0].command("roll", dice=[1, 2]).data == {"ok": True, "seq": 2}
    assert phones[1].command("roll", dice=[1, 2]).status == 409
    assert phones[0].command("buy").data == {"ok": True, "seq": 3}
    (game,) = hosting.hub.records.games()
    assert (game.table_name, game.edition, game.seq) == ("Window", "us-classic", 3)


def test_a_photograph_from_aslant_is_asked_about_and_a_straight_one_is_booked(
    hosting: Hosting,
) -> None:
    hosting.worker()
    table = hosted_table(hosting.database, "Window")
    phones = hosting.party(table)
    (aslant,) = from_a_chair(900, 70.0, 1)
    (above,) = from_a_chair(900, 0.0, 1)
    with only_as_it_is():  # without looking above the dice two sides would be booked
        assert NetReader().read(aslant.pixels, dice=2).values != aslant.lies
    assert phones[0].photograph(jpeg(aslant.pixels), "dice", rolled=0).status == 200
    assert phones[0].game()["seq"] == 1
    asked = told(phones[0].get("/seat").body.decode())
    assert re.search(r"\d and \d\?", asked)
    assert phones[0].photograph(jpeg(above.pixels), "dice", rolled=0).status == 200
    assert phones[0].game()["seq"] == 2 == hosting.rows()
    turn = phones[0].game()["state"]["turn"]
    assert (turn["rolled"], sorted(turn["dice"])) == (True, sorted(above.lies))


def test_a_worker_answers_to_the_name_that_the_club_has_and_names_it_to_who_comes_by_another(
    hosting: Hosting,
) -> None:
    worker = hosting.worker("--tables", "https://club.example")
    path = f"/t/{hosted_table(hosting.database, 'Window').key}/join"
    told = {}
    for host in ("club.example", "stranger.example"):
        line = HTTPConnection("127.0.0.1", worker.port, timeout=60)
        with closing(line):
            line.request("GET", path, headers={"Host": host})
            answer = line.getresponse()
            told[host] = (answer.status, answer.read().decode())
    assert told["club.example"][0] == 200
    status, words = told["stranger.example"]
    assert status == 421
    assert words.endswith(f" at https://club.example{path.removesuffix('/join')}")


def test_a_worker_that_ends_leaves_its_tables_to_the_next_one(hosting: Hosting) -> None:
    first, table = hosting.worker(), hosted_table(hosting.database, "Window")
    phones = hosting.party(table)
    last = correct(phones[0], 1234)
    first.stop()
    hosting.workers.remove(first)
    hosting.worker()
    lead(hosting, table, phones)
    assert [cash_at(phone) for phone in phones] == [1234] * 3
    assert correct(phones[0], 1300) == last + 1


def test_a_worker_that_is_killed_loses_nothing_that_was_acknowledged(hosting: Hosting) -> None:
    hosting.worker()
    hosting.worker()
    table = hosted_table(hosting.database, "Window")
    phones, last = hosting.party(table), 0
    for amount in range(1001, 1005):
        last = correct(phones[0], amount)
        victim = lead(hosting, table, phones)
        victim.kill()
        hosting.workers.remove(victim)
        hosting.worker()

        def is_back(amount: int = amount) -> bool:
            lead(hosting, table, phones)
            return phones[1].get("/seat").status == 200 and cash_at(phones[1]) == amount

        assert wait_for("the table elsewhere", is_back)
    assert hosting.rows() == last


def test_a_worker_that_stood_still_writes_nothing_after_another_went_on(
    hosting: Hosting,
) -> None:
    hosting.worker()
    hosting.worker()
    table = hosted_table(hosting.database, "Window")
    phones = hosting.party(table)
    before = correct(phones[0], 1001)
    asleep = hosting.holder(table)
    late = Phone(asleep.port, phones[0].root)
    late.cookie = phones[0].cookie
    asleep.stand_still()
    hosting.workers.remove(asleep)
    wait_for("another holder", lambda: hosting.holder(table) is not asleep)
    lead(hosting, table, phones)
    assert again(lambda: correct(phones[0], 1002), "a record elsewhere") == before + 1
    asleep.go_on()
    answer = late.command("correct", why="late", cash={"0": 1})
    assert answer.status in (409, 503), answer
    assert cash_at(phones[0]) == 1002
    assert correct(phones[0], 1003) == before + 2 == hosting.rows()


def test_a_new_pin_makes_a_new_banker_and_all_keep_their_seats(hosting: Hosting) -> None:
    hosting.worker()
    table = hosted_table(hosting.database, "Window")
    phones = hosting.party(table)
    last, old = correct(phones[0], 1001), phones[0]
    club = hosting_of(hosting.database, "https://club.test")
    assert club is not None
    pin = reset(club.taken(table.id) / FILE)
    assert pin == pin_of(hosting.database, table)
    answers: list[int] = []

    def is_none_any_more() -> bool:
        lead(hosting, table, phones)
        answers.append(old.command("correct", why="a test", cash={"0": 1}).status)
        return answers[-1] == 403

    wait_for("the table anew", is_none_any_more)
    assert set(answers) <= {403, 503}  # while the table has no worker it books nothing
    assert [phone.get("/seat").status for phone in phones] == [200] * 3
    assert phones[1].post("/banker/pin", {"pin": pin}).status == 303
    assert last < correct(phones[1], 1002) == hosting.rows()  # who is the banker is recorded too
    assert [cash_at(phone) for phone in phones] == [1002] * 3


def test_a_table_goes_on_when_the_database_has_come_back(hosting: Hosting) -> None:
    hosting.worker()
    table = hosted_table(hosting.database, "Window")
    phones = hosting.party(table)
    before = correct(phones[0], 1001)
    hosting.server.kill()
    wait_for("its last processes gone", lambda: not hosting.server._working_here())
    assert phones[0].command("correct", why="a test", cash={"0": 1}).status == 503
    assert phones[1].get("/seat").status == 200
    hosting.server.start()

    def is_kept() -> bool:
        lead(hosting, table, phones)
        return phones[0].command("correct", why="a test", cash={"0": 1002}).status == 200

    wait_for("a record kept", is_kept)
    assert hosting.rows() == before + 1


def test_an_arbiter_rules_at_a_table_at_which_nobody_looks(hosting: Hosting) -> None:
    worker, table = hosting.worker(), hosted_table(hosting.database, "Window")
    phones = hosting.party(table)
    seq = correct(phones[0], 1001)
    worker.stop()
    hosting.workers.remove(worker)
    (game,) = hosting.hub.records.games()
    number = hosting.hub.orders.give(game.game, "Judy", '{"do": "pause"}')
    hosting.worker()

    def is_done() -> bool:
        (order,) = hosting.hub.orders.of(game.game)
        return order.number == number and order.accepted is True

    wait_for("the order done", is_done)
    lead(hosting, table, phones)
    assert b"Judy (arbiter)" in phones[1].get(f"/why/{seq + 1}").body


def test_a_table_without_a_box_hears_of_its_round_and_of_its_end(hosting: Hosting) -> None:
    worker, store = hosting.worker(), hosting.hub.tournaments
    table = hosted_table(hosting.database, "Window")
    cup = store.add("Cup", "us-classic", minutes=90)
    assert isinstance(cup, Tournament)
    assert store.enter(cup.id, [name for name, _colour in PLAYERS]) is None
    assert store.seat(cup.id, 1, tables=1) is None
    assert phone_at(worker, table).get("/").status == 302
    root = f"/t/{table.key}"
    banker = Phone(worker.port, root)
    pin = pin_of(hosting.database, table)
    assert banker.post("/banker/pin", {"pin": pin}).status == 303
    offer = "Set up this round"
    wait_for("the round", lambda: offer in banker.get("/banker/game/edition").body.decode())
    assert banker.post("/banker/game/round", {}).status == 303
    chosen = {"edition": "us-classic", "ends": "90 min", "first": "no"}
    assert banker.post("/banker/game", chosen).status == 303
    assert store.begin(cup.id, 1) is None
    left = "with round 1 of “Cup”, in 90 min"
    wait_for("the clock", lambda: left in told(banker.get("/banker").body.decode()))
    with hosting.database.transaction() as cursor:
        cursor.execute("update round set ends = now()")
    up = "Time is up: round 1 of “Cup” is over."
    wait_for("the end", lambda: up in told(banker.get("/table").body.decode()))
