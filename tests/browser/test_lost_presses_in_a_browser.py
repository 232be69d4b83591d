"""A press while the table is not reached, in a real browser: sent again, or said to be lost."""

from playwright.sync_api import Route, expect

from companion.game.commands import Roll
from companion.words import Seat
from tests.support.house import House
from web.shared.broken import AWAY

ANN = Seat(0)
LOST = 4


def test_a_press_waits_for_a_table_that_is_not_reached_for_some_seconds(house: House) -> None:
    tokens = house.room.begin()
    house.room.play(Roll(by=ANN, dice=(1, 2)))
    page = house.open("/seat", tokens[ANN])
    sent: list[str | None] = []

    def lose(route: Route) -> None:
        sent.append(route.request.post_data)
        if len(sent) > LOST:
            route.continue_()
        else:
            route.abort("connectionrefused")

    page.route("**/do", lose)
    page.get_by_role("button", name="Buy for $60").click()
    expect(page.locator("#away")).to_have_text("The table is not reached. Trying again…")
    expect(page.locator("#cash")).to_contain_text("1,440")
    expect(page.locator("#away")).to_be_hidden()
    assert len(sent) == LOST + 1
    assert len(set(sent)) == 1  # one command, by its id


def test_a_press_that_reaches_no_table_is_said_not_to_have(house: House) -> None:
    tokens = house.room.begin()
    house.room.play(Roll(by=ANN, dice=(1, 2)))
    page = house.open("/seat", tokens[ANN])
    page.route("**/do", lambda route: route.abort("connectionrefused"))
    page.get_by_role("button", name="Buy for $60").click()
    expect(page.locator("#said")).to_have_text(AWAY)
    assert house.room.state.cash(ANN) == 1500
