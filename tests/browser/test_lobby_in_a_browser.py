"""The hub's pages in a real browser, over its own https: live, for anybody, on any screen."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from companion.club import Club, ClubOptions
from companion.hub.postgres import PostgreSQL
from companion.hub.tournaments import Tournament
from companion.hub.tries import Guess, count_wrong, too_early
from companion.shipping.join_code import BEYOND
from companion.shipping.wire import OrderAnswer, Parcel
from companion.table.disputing.commands import RaiseDispute
from companion.table.table import Table
from companion.tries import FREE_TRIES, asker_at
from tests.browser.test_every_page import violations
from tests.support.chapters import measures
from tests.support.chromium import chromium
from tests.support.club_rooms import PASSWORD, played, ship
from tests.support.clubs import cluster, fresh_address, joined
from tests.support.devices import PATIENCE_MS
from tests.support.house import PHONE, SCREEN, SMALL
from tests.support.pages import HOST
from tests.support.player import PLAYERS, banker
from tests.support.ports import reserved
from web.club.context import COOKIE

Game = tuple[Parcel, ...]


class Clubhouse(NamedTuple):
    """A hub that is served, a browser in it, and a table that has shipped ten records."""

    club: Club
    postgres: PostgreSQL
    browser: Browser
    table: int

    @property
    def url(self) -> str:
        """Where its pages are."""
        return next(iter(self.club.addresses))

    def open(self, path: str = "/", size: tuple[int, int] = PHONE) -> Page:
        """Open a page as the organiser."""
        width, height = size
        context = self.browser.new_context(
            ignore_https_errors=True, viewport={"width": width, "height": height}
        )
        context.set_default_timeout(PATIENCE_MS)
        secret = self.club.hub.members.sign_in("Olga", PASSWORD)
        assert isinstance(secret, str)
        context.add_cookies([{"name": COOKIE, "value": secret, "url": self.url, "secure": True}])
        page = context.new_page()
        page.goto(self.url + path)
        return page


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    expect.set_options(timeout=PATIENCE_MS)
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return played(tmp_path_factory.mktemp("played"), 40)


@pytest.fixture(scope="module")
def postgres() -> Iterator[PostgreSQL]:
    with cluster() as server:
        yield server


@pytest.fixture
def house(
    tmp_path: Path, postgres: PostgreSQL, browser: Browser, game: Game
) -> Iterator[Clubhouse]:
    port = reserved(BEYOND)  # else another program may have that of TLS, and there is none
    options = ClubOptions(
        database=fresh_address(postgres),
        home=tmp_path,
        name="Chess & Co.",
        host=HOST,
        port=port,
        tls_port=port + BEYOND,
    )
    club = Club(options)
    try:
        club.hub.members.add("Olga", "organiser", PASSWORD)
        table, _token = joined(club.hub, "Window")
        ship(club.hub, table, game[:10])
        yield Clubhouse(club, postgres, browser, table)
    finally:
        club.stop()


def test_what_a_table_ships_is_seen_without_a_reload(
    house: Clubhouse, game: Game, tmp_path: Path
) -> None:
    page = house.open()
    expect(page.locator(".table-card h2")).to_have_text(["Window"])
    page.evaluate("window.same = true")
    before = page.locator(".about").inner_text()
    ship(house.club.hub, house.table, game, 10)
    expect(page.locator(".about")).not_to_have_text(before)
    other, _token = joined(house.club.hub, "Stove")
    ship(house.club.hub, other, played(tmp_path / "stove", 5, seed=9))
    expect(page.locator(".table-card h2")).to_have_text(["Stove", "Window"])
    assert page.evaluate("window.same")
    page.context.close()


@pytest.mark.parametrize("size", [PHONE, SCREEN])
def test_what_is_left_of_a_round_counts_down_and_its_end_is_said_without_a_reload(
    house: Clubhouse, size: tuple[int, int]
) -> None:
    hub = house.club.hub
    cup = hub.tournaments.add("Cup", "ru-2004", minutes=90)
    assert isinstance(cup, Tournament)
    hub.tournaments.enter(cup.id, PLAYERS)
    hub.tournaments.seat(cup.id, 1, tables=1)
    page = house.open("/", size)
    expect(page.locator(".time")).to_have_count(0)
    page.evaluate("window.same = true")
    begin = house.open(f"/tournaments/{cup.id}")
    begin.get_by_role("button", name="Begin round 1").click()
    time = page.locator(".table-card .time")
    expect(time).to_have_text(re.compile("^1:(30:00|29:[0-5][0-9])$"))
    assert violations(Axe(), page) + page.evaluate(measures.WIDE) == []
    before = time.inner_text()
    expect(time).not_to_have_text(before)
    with hub.database.transaction() as cursor:
        cursor.execute("update round set ends = clock_timestamp() + interval '5 seconds'")
    house.club.context.keeper.ring()
    expect(time).to_have_text(re.compile("^0:0[1-5]$"))
    expect(time).to_have_text("Time is up")
    assert page.evaluate("window.same")
    for one in (page, begin):
        one.context.close()


def test_a_table_alone_is_no_wider_than_can_be_read(house: Clubhouse) -> None:
    page = house.open("/", SCREEN)
    box = page.locator(".table-card").bounding_box()
    assert box is not None
    assert box["width"] < SCREEN[0] / 2
    page.context.close()


def test_a_database_that_is_killed_is_said_and_is_back_by_itself(house: Clubhouse) -> None:
    page = house.open()
    expect(page.locator("#database")).to_be_hidden()
    house.postgres.kill()
    expect(page.locator("#database")).to_be_visible()
    expect(page.locator(".table-card h2")).to_have_text(["Window"])
    house.postgres.start()
    expect(page.locator("#database")).to_be_hidden()
    page.context.close()


def test_typing_finds_a_table_and_so_does_the_form(house: Clubhouse) -> None:
    page = house.open()
    field = page.get_by_role("searchbox")
    field.fill("nobody")
    expect(page.locator(".table-card")).to_be_hidden()
    field.fill("ann")
    expect(page.locator(".table-card")).to_be_visible()
    page.get_by_role("button", name="Search").click()
    page.wait_for_url("**/?find=ann")
    expect(page.locator(".table-card")).to_be_visible()
    page.context.close()


@pytest.mark.parametrize("size", [SMALL, PHONE, SCREEN])
def test_the_clubs_pages_keep_nobody_out(house: Clubhouse, size: tuple[int, int]) -> None:
    axe, wrong = Axe(), list[str]()
    own, shipped = house.club.hub.members.all()[0].id, house.club.hub.records.games()[0].game
    for path in (
        "/",
        "/?find=nobody",
        "/tables",
        f"/tables/{house.table}/remove",
        "/people",
        f"/people/{own}",
        "/arbiter",
        f"/arbiter/{shipped}/9",
        f"/moves/{shipped}",
        "/nowhere",
    ):
        page = house.open(path, size)
        high = page.evaluate("document.documentElement.scrollHeight")
        page.set_viewport_size({"width": size[0], "height": max(size[1], high)})
        found = violations(axe, page) + page.evaluate(measures.WIDE)
        if size != SCREEN:
            found += page.evaluate(measures.SMALL)
        wrong += [f"{path}: {one}" for one in found]
        page.context.close()
    assert not wrong, "\n".join(wrong)


def test_a_stranger_finds_the_way_in_and_out(house: Clubhouse) -> None:
    context = house.browser.new_context(ignore_https_errors=True)
    page = context.new_page()
    page.goto(f"http://{HOST}:{house.club.port}/tables")  # it leads to https, and to the door
    page.wait_for_url(f"{house.url}/sign-in")
    assert violations(Axe(), page) == []
    page.get_by_label("Name").fill("Olga")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.locator(".table-card h2")).to_have_text(["Window"])
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url(f"{house.url}/sign-in")
    context.close()


def test_a_join_code_is_shown_once(house: Clubhouse) -> None:
    page = house.open("/tables")
    page.get_by_label("A further table").fill("Stove")
    page.get_by_role("button", name="Add the table").click()
    expect(page.locator(".joincode")).to_be_visible()
    page.reload()
    expect(page.get_by_text("Stove").first).to_be_visible()
    expect(page.locator(".joincode")).to_have_count(0)
    assert len(house.club.hub.tables.all()) == 2
    page.context.close()


@pytest.mark.parametrize("size", [SMALL, SCREEN])
def test_a_dispute_comes_by_itself_and_is_ruled_on(
    house: Clubhouse, tmp_path: Path, size: tuple[int, int]
) -> None:
    def more(table: Table) -> None:
        table.submit(RaiseDispute(seq=table.view.seq, why="it was a four"), banker(table))

    page = house.open("/arbiter", size)
    expect(page.get_by_text("Nothing waits at any table.")).to_be_visible()
    other, _token = joined(house.club.hub, "Stove")
    parcels = played(tmp_path / "stove", 12, seed=9, more=more)
    ship(house.club.hub, other, parcels)
    expect(page.locator(".waiting h2")).to_have_text(["Stove"])
    assert violations(Axe(), page) == []
    page.locator(".waiting .button").click()
    page.get_by_text("It was wrong: take it back").click()
    expect(page.get_by_role("button", name="Take all of this back")).to_be_visible()
    page.get_by_text("It was wrong: correct an amount").click()
    assert violations(Axe(), page) + page.evaluate(measures.WIDE) == []
    page.get_by_role("button", name="It stands").click()
    expect(page.get_by_text("The table has not answered yet.")).to_be_visible()
    assert violations(Axe(), page) + page.evaluate(measures.WIDE) == []
    (order,) = house.club.hub.orders.of(parcels[0].digest)
    house.club.hub.orders.answered(order.number, other, OrderAnswer(accepted=True))
    expect(page.get_by_text("Done at the table.")).to_be_visible()
    page.context.close()


def test_tables_are_told_no_address_that_the_certificate_does_not_name(
    house: Clubhouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Under another one they do not trust the hub; a network that came later may give such."""
    port = house.club.port
    known = f"http://{HOST}:{port}"
    for one in (house.club, house.club._secure):
        monkeypatch.setattr(one, "_addresses", lambda: (f"http://203.0.113.9:{port}", known))
    assert house.club.plain_addresses == (known,)
    page = house.open("/tables")
    page.get_by_label("A further table").fill("Stove")
    page.get_by_role("button", name="Add the table").click()
    code = page.locator(".panel.now")
    expect(code).to_contain_text(f"https://{HOST}:{port + BEYOND}")
    expect(code).not_to_contain_text("203.0.113.9")
    page.context.close()


def test_who_typed_wrongly_too_often_sees_the_wait_run_down(house: Clubhouse) -> None:
    page = house.open()
    page.context.clear_cookies()
    page.goto(house.url + "/sign-in")
    tried = Guess("password of Nobody", asker_at(HOST), 1000)
    with house.club.hub.database.transaction() as cursor:
        for _ in range(FREE_TRIES + 3):  # 16 s to wait
            too_early(cursor, tried)
            count_wrong(cursor, tried)
    button, wait = page.get_by_role("button", name="Sign in"), page.get_by_role("timer")
    page.get_by_label("Name").fill("Nobody")
    page.get_by_label("Password").fill("wrong")
    button.click()
    expect(wait).to_have_text(re.compile("^0:[01][0-9]$"))
    expect(button).to_be_disabled()
    expect(wait).to_have_text("now")
    expect(button).to_be_enabled()
    page.context.close()
