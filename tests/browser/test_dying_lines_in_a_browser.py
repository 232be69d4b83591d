"""Lines that die silently, under pages of every kind: the page is right again, a press is told."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from flask import request, request_tearing_down
from playwright.sync_api import Browser, expect

from companion.game.commands import Correct
from companion.words import Seat, Space
from tests.support.chromium import chromium
from tests.support.devices import PATIENCE_MS
from tests.support.far_phones import ANN, HIDE, KINDS, FarPage, far_screen, far_seat
from tests.support.waiting import soon

BEN, MEDITERRANEAN, BALTIC = Seat(1), Space(1), Space(3)
BUILD = "Build for $50"
UNSURE = "No answer came. Once the table is reached again, this page shows whether it was booked."


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    expect.set_options(timeout=PATIENCE_MS)
    with chromium() as browser:
        yield browser


@pytest.mark.parametrize("kind", KINDS)
def test_a_page_whose_lines_died_is_right_again(
    kind: str, tmp_path: Path, browser: Browser
) -> None:
    with KINDS[kind](tmp_path, browser) as far:
        far.page.wait_for_load_state("load")
        assert far.line.freeze()
        expect(far.change()).to_have_count(1)
        expect(far.page.locator("#away")).to_be_hidden()


def test_a_phone_that_wakes_asks_before_it_believes_itself(
    tmp_path: Path, browser: Browser
) -> None:
    with far_seat(tmp_path, browser) as far:
        far.page.evaluate(HIDE, 1)
        assert far.line.freeze()
        changed = far.change()
        far.page.evaluate(HIDE, 0)
        expect(changed).to_have_count(1)


@pytest.mark.parametrize("kind", ["seat", "hosted"])
def test_a_press_over_a_line_that_died_is_booked(
    kind: str, tmp_path: Path, browser: Browser
) -> None:
    with KINDS[kind](tmp_path, browser) as far:
        expect(far.change()).to_have_count(1)
        assert far.line.freeze()
        far.page.get_by_role("button", name="Buy for $60").click()
        expect(far.page.locator("#cash")).to_contain_text("1,440")
        assert far.room is not None
        assert far.room.state.cash(ANN) == 1440


def test_where_nobody_answers_it_is_said_and_a_second_press_is_the_same_command(
    tmp_path: Path, browser: Browser
) -> None:
    with far_seat(tmp_path, browser) as far:
        expect(far.change()).to_have_count(1)
        far.line.is_dead = True
        far.line.freeze()
        ids: list[str] = []
        far.page.on("request", lambda one: ids.append(_id(one.post_data)))
        buy = far.page.get_by_role("button", name="Buy for $60")
        buy.click()
        expect(far.page.locator("#said")).to_have_text(UNSURE)
        expect(far.page.locator("#away")).to_have_text("The table is not reached. Trying again…")
        expect(buy).not_to_have_attribute("aria-busy", "true")
        with far.page.expect_request("**/do"):
            buy.click()
        assert len([*filter(None, ids)]) > 2
        assert len({*filter(None, ids)}) == 1
        far.line.is_dead = False
        expect(far.page.locator("#cash")).to_contain_text("1,440")
        expect(far.page.locator("#away")).to_be_hidden()


@contextmanager
def unsure_of_a_house(folder: Path, browser: Browser) -> Iterator[FarPage]:
    """Yield the page of a deed on which a house was pressed for that nobody knows of."""
    with far_seat(folder, browser) as far:
        assert far.room is not None
        far.room.play(
            Correct(
                why="a test",
                owner={MEDITERRANEAN: ANN, BALTIC: ANN},
                buildings={MEDITERRANEAN: 1},
            )
        )
        far.page.goto(far.page.url + f"/deed/{BALTIC}")
        expect(far.page.get_by_role("button", name=BUILD)).to_be_visible()
        far.line.is_dead = True
        assert far.line.freeze()
        far.page.get_by_role("button", name=BUILD).click()
        expect(far.page.locator("#said")).to_have_text(UNSURE)
        yield far


@pytest.mark.parametrize("how", ["fresh", "loaded anew"])
def test_the_same_press_is_one_command_though_the_page_was_right_again_before_it_came(
    how: str, tmp_path: Path, browser: Browser
) -> None:
    """The press waits somewhere; the page shows the game as it is without it; then both come."""
    with unsure_of_a_house(tmp_path, browser) as far:
        assert far.room is not None
        come: list[str] = []

        def note(_app: object, **_: object) -> None:
            come.extend([request.path] if request.method == "POST" else [])

        request_tearing_down.connect(note, far.room.app)
        far.line.is_dead = False
        far.room.play(Correct(why="another's", cash={BEN: 1234}))
        if how == "loaded anew":
            far.page.reload()
        _shows_all(far)
        with far.page.expect_response("**/do") as answered:
            far.page.get_by_role("button", name=BUILD).click()
        assert answered.value.ok
        assert far.room.state.cash(ANN) == 1450
        far.line.let_through()
        assert soon(lambda: len(come) > 1)  # a late one too
        assert far.room.state.cash(ANN) == 1450


def test_once_the_page_shows_it_the_same_press_is_another_command(
    tmp_path: Path, browser: Browser
) -> None:
    with unsure_of_a_house(tmp_path, browser) as far:
        assert far.room is not None
        far.line.let_through()
        room = far.room
        assert soon(lambda: room.state.cash(ANN) == 1450)
        _shows_all(far)
        build = far.page.get_by_role("button", name=BUILD)
        expect(build).not_to_have_attribute("aria-busy", "true")
        with far.page.expect_response("**/do") as answered:
            build.click()
        assert answered.value.ok
        assert far.room.state.cash(ANN) == 1400


def test_a_form_that_brings_another_page_says_that_nobody_answers(
    tmp_path: Path, browser: Browser
) -> None:
    with far_screen(tmp_path, browser) as far:
        far.page.goto(far.page.url.replace("/table", "/banker"))
        far.line.is_dead = True
        far.line.freeze()
        far.page.get_by_label("The banker's PIN").fill("123456")
        far.page.get_by_role("button", name="I am the banker").click()
        shown = far.page.locator("#said, #away").get_by_text("reached")
        expect(shown.first).to_be_visible()


def _shows_all(far: FarPage) -> None:
    assert far.room is not None
    view = far.room.table.view
    expect(far.page.locator(f'body[data-tag^="{view.game}:{view.seq}:"]')).to_have_count(1)


def _id(sent: str | None) -> str:
    return next((one for one in (sent or "").split("&") if one.startswith("id=")), "")
