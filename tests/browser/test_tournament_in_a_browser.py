"""A tournament's pages in a real browser: live, on time, on phones and on a big screen."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from companion.hub.tournaments import Tournament
from tests.browser.test_every_page import violations
from tests.browser.test_lobby_in_a_browser import (  # noqa: F401  # its fixtures
    Clubhouse,
    browser,
    game,
    house,
    postgres,
)
from tests.support.chapters import measures
from tests.support.house import PHONE, SCREEN, SMALL

LONG = "Donaudampfschifffahrtsgesellschaftskapit"
NAMES = ["Ann", "<script>alert(1)</script>", LONG, *(f"Player {n}" for n in range(4, 13))]
SHORT_S = 15


@pytest.fixture
def cup(house: Clubhouse) -> int:  # noqa: F811
    """A tournament of twelve with one round that runs and one that waits."""
    hub = house.club.hub
    made = hub.tournaments.add("Open of the Chess & Co.", "us-classic", minutes=90)
    assert isinstance(made, Tournament)
    hub.tournaments.play_by(made.id, ["before-2008"], {"go_salary": "400", "houses": "40"})
    hub.tournaments.enter(made.id, NAMES)
    hub.tournaments.seat(made.id, 3, tables=3)
    hub.tournaments.begin(made.id, 1)
    for table in hub.tournaments.rounds(made.id)[0].tables[:2]:
        worth = {one.id: 12345 * n for n, one in enumerate(table.players)}
        assert hub.results.enter(made.id, 1, worth, by="Olga") is None
        first = table.players[0].id
        assert hub.results.enter(made.id, 1, {first: 7}, by="Olga", why="a deed forgotten") is None
    if not any(one.name == LONG for one in hub.tables.all()):
        hub.tables.add(LONG)
    at = {one.name: one.id for one in hub.tables.all()}[LONG]
    assert hub.round_tables.assign(made.id, 1, {1: None, 2: at, 3: None}) is None
    hub.public_keys.renew(made.id, names=True)
    return made.id


@pytest.mark.parametrize("size", [SMALL, PHONE, SCREEN])
def test_the_tournaments_pages_keep_nobody_out(
    house: Clubhouse,  # noqa: F811
    cup: int,
    size: tuple[int, int],
) -> None:
    axe, wrong = Axe(), list[str]()
    one = house.club.hub.tournaments.one(cup)
    assert one is not None
    base = f"/tournaments/{cup}"
    for path in (
        "/tournaments",
        base,
        f"{base}/players",
        f"{base}/rules",
        f"{base}/rounds/1",
        f"{base}/rounds/1/tables/1",
        f"{base}/rounds/1/tables/3",
        f"{base}/rounds/1/change",
        f"{base}/standings",
        f"/public/{one.public_key}",
    ):
        page = house.open(path, size)
        page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
        high = page.evaluate("document.documentElement.scrollHeight")
        page.set_viewport_size({"width": size[0], "height": max(size[1], high)})
        found = violations(axe, page) + page.evaluate(measures.WIDE)
        if size != SCREEN:
            found += page.evaluate(measures.SMALL)
        wrong += [f"{path}: {one}" for one in found]
        page.context.close()
    assert not wrong, "\n".join(wrong)


def test_time_is_up_on_all_pages_and_results_come_by_themselves(
    house: Clubhouse,  # noqa: F811
    cup: int,
) -> None:
    hub, base = house.club.hub, f"/tournaments/{cup}"
    with hub.database.transaction() as cursor:
        cursor.execute(
            "update round set ends = clock_timestamp() + make_interval(secs => %s)"
            " where number = 1",
            (SHORT_S,),
        )
    pages = [house.open(base + path) for path in ("", "/rounds/1", "/standings")]
    for page in pages:
        expect(page.locator(".countdown").first).to_have_text(re.compile("^0:[0-5][0-9]$"))
        page.evaluate("window.same = true")
    for page in pages:
        expect(page.locator(".countdown").first).to_have_text("Time is up", timeout=40_000)
    own = house.open(f"{base}/rounds/1/tables/3")
    for field in own.locator("input[name^=worth]").all():
        field.fill("500")
    own.get_by_role("button", name="Enter").click()
    for page in (pages[0], pages[2]):
        expect(page.locator("#round-1 .countdown, .lobby-bar .countdown")).to_have_count(0)
        assert page.evaluate("window.same")
    rounds = pages[2].locator(".standing tbody td:last-child")
    expect(rounds).to_have_text(["1"] * len(NAMES))
    for page in (*pages, own):
        page.context.close()


@pytest.mark.parametrize("size", [PHONE, SCREEN])
def test_seats_change_and_a_table_that_gets_too_small_is_asked_about(
    house: Clubhouse,  # noqa: F811
    cup: int,
    size: tuple[int, int],
) -> None:
    hub, base = house.club.hub, f"/tournaments/{cup}"
    table = hub.tournaments.rounds(cup)[0].tables[2]
    for gone in table.players[2:]:
        assert hub.seats.move(cup, 1, {gone.id: None}, by="Olga", why="has not come") is None
    page = house.open(base, size)
    page.locator("#round-1").get_by_role("link", name="Change who sits where").click()
    page.get_by_label("Who?").select_option(str(table.players[0].id))
    page.get_by_text("leaves the seat, which stays empty").click()
    page.get_by_label("The reason").first.fill("ill")
    page.get_by_role("button", name="Change it").click()
    expect(page.get_by_text("Only 1 player would stay at table 3")).to_be_visible()
    page.get_by_role("button", name="Change it all the same").click()
    expect(page.get_by_text("Reason: ill")).to_be_visible()
    (_, _, left) = hub.tournaments.rounds(cup)[0].tables
    assert [one.id for one in left.players] == [table.players[1].id]
    page.context.close()


def test_a_reason_that_is_missing_is_asked_for_where_it_can_be_seen(
    house: Clubhouse,  # noqa: F811
    cup: int,
) -> None:
    table = house.club.hub.tournaments.rounds(cup)[0].tables[2]
    page = house.open(f"/tournaments/{cup}/rounds/1/change", PHONE)
    page.get_by_label("Who?").select_option(str(table.players[0].id))
    page.get_by_text("leaves the seat, which stays empty").click()
    page.get_by_role("button", name="Change it").click()
    reason = page.get_by_label("The reason").first
    expect(reason).to_be_focused()
    field, foot = reason.bounding_box(), page.locator(".foot").bounding_box()
    assert field is not None
    assert foot is not None
    assert field["y"] + field["height"] <= foot["y"]
    page.context.close()


def test_a_round_asks_before_it_begins_with_somebody_who_sits_out(
    house: Clubhouse,  # noqa: F811
    cup: int,
) -> None:
    hub, base = house.club.hub, f"/tournaments/{cup}"
    gone = hub.tournaments.rounds(cup)[1].tables[0].players[0]
    hub.tournaments.sit_out(cup, gone.id, plays=False)
    page = house.open(base, PHONE)
    page.locator("summary", has_text="Begin round 2").click()
    page.get_by_role("button", name="Begin round 2").click()
    expect(page.get_by_text("They sit out, but have a seat in this round:")).to_be_visible()
    page.get_by_role("button", name="Begin without them").click()
    expect(page).to_have_url(re.compile(f"{base}/rounds/2$"))
    second = hub.tournaments.rounds(cup)[1]
    assert second.begun_at is not None
    assert gone.id not in {one.id for at in second.tables for one in at.players}
    page.context.close()
