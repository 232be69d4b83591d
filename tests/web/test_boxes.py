"""The first step of set-up: each game with its board, and for how many it is."""

import re

import pytest

from companion.editions.load import edition_ids
from companion.words import Seat
from tests.support.pages import Living, sent, text_of

STEP, PLAYERS = "/banker/game/edition", "/banker/game/players?edition=us-classic"


def stamps(html: str) -> list[str]:
    """Return the pictures of the boards."""
    return re.findall(r'<svg class="stamp".*?</svg>', html, re.DOTALL)


def test_each_game_is_shown_by_its_board_in_the_colours_of_its_own_box(room: Living) -> None:
    html = room.banker().get(STEP).text
    assert len(stamps(html)) == len(edition_ids())
    groups = [len(re.findall(r'class="g-[\w-]+"', stamp)) for stamp in stamps(html)]
    assert groups == [8] * len(groups)
    assert len({*stamps(html)}) > 1  # not all boxes have the same colours


@pytest.mark.parametrize(("language", "edition"), [("de", "de-"), ("it", "it-"), ("ru", "ru-")])
def test_before_a_game_readers_see_the_boards_of_their_own_language_first(
    room: Living, language: str, edition: str
) -> None:
    like = {"Accept-Language": language}
    first = re.search(
        r'name="edition" value="([\w-]+)"', room.banker().get(STEP, headers=like).text
    )
    assert first is not None
    assert first[1].startswith(edition)
    assert f'<text lang="{language}"' in room.client().get("/table", headers=like).text


def test_the_page_of_pictures_is_light(room: Living) -> None:
    assert len(room.banker().get(STEP).data) < 32 * 1024


def test_it_says_for_how_many_each_game_is(room: Living) -> None:
    room.seated(*"ABCDEFG")
    page = text_of(room.banker(), STEP)
    assert "(Atlantic City) For 2 to 6 players: 7 are here" in page
    assert "in D-Mark For 2 to 8 players" in page
    assert "in D-Mark For 2 to 8 players:" not in page


def test_who_is_few_may_still_become_more(room: Living) -> None:
    assert "are here" not in text_of(room.banker(), STEP)


def test_a_name_added_by_mistake_while_a_game_runs_can_be_removed(room: Living) -> None:
    room.begin("Ann", "Ben")
    banker = room.banker()
    assert sent(banker, PLAYERS, what="add", name="Cyy") == 303
    html = banker.get(PLAYERS).text
    assert "Remove Cyy" in html
    assert "Remove Ann" not in html  # who plays stays
    assert sent(banker, PLAYERS, what="remove", seat=1) == 303
    assert sent(banker, PLAYERS, what="remove", seat=2) == 303
    assert list(room.context.phones.sitters) == [Seat(0), Seat(1)]
