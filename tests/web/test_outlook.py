"""What a phone shows that waits: the others, the board, what the next throw could cost."""

import re

import pytest

from companion.game.commands import Correct, Roll
from companion.rules.rent import rent_ahead
from companion.table.answers import Accepted
from companion.words import Seat, Space
from tests.support.pages import Living, told

ANN, BEN, CY, DEE = (Seat(n) for n in range(4))
EVERYTHING = dict.fromkeys((1, 3, 5, 6, 8, 9, 11, 12, 13, 14, 15, 16, 18, 19, 21, 23, 24, 25), DEE)
SQUEEZED = {"Accept-Encoding": "gzip", "Accept-Language": "ru"}
LIGHT = 6 * 1024


def given(room: Living, **changes: object) -> None:
    answer = room.ask(Correct(why="a test", **changes), banker=True)  # type: ignore[arg-type]  # keys of a correction
    assert isinstance(answer, Accepted), answer


def seen(room: Living, token: str) -> str:
    return room.client(token).get("/seat").text.replace("\u00ad", "")


def lines(html: str, heading: str) -> list[str]:
    """Return the lines of the list under a heading."""
    _, found, rest = html.partition(f'id="{heading}"')
    return (
        [told(f"<li{one}") for one in rest.partition("</ul>")[0].split("<li")[1:]] if found else []
    )


def test_who_waits_sees_what_everybody_has_and_who_is_asked_does_not(room: Living) -> None:
    tokens = room.begin()
    given(room, owner={37: CY, 39: CY, 1: DEE}, cash={CY: 777})
    waits, asked = seen(room, tokens[BEN]), seen(room, tokens[ANN])
    words = told(waits)
    assert "Cy $777" in words
    assert "Boardwalk: dark blue, whole group" in words
    assert waits.count('class="g-dark-blue whole"') == 2
    assert 'href="/watch"' in waits
    assert waits.count('class="pawn') == 4
    assert "Cy $777" not in told(asked)
    assert 'class="pawn' not in asked


def test_a_balance_that_is_hidden_is_hidden_there(room: Living) -> None:
    tokens = room.begin()
    given(room, cash={CY: 777})
    room.context.manners.hide(hidden=True)
    words = told(seen(room, tokens[BEN]))
    assert "777" not in words
    assert "Cy •••" in words


def test_the_board_is_drawn_as_it_stands(room: Living) -> None:
    tokens = room.begin()
    given(room, owner={1: ANN, 3: ANN, 37: CY, 39: CY}, buildings={1: 3, 3: 2, 37: 5, 39: 5})
    html = seen(room, tokens[BEN])
    boxes = {
        name: path.count("z") for name, path in re.findall(r'path class="(\S+)" d="(.*?)"', html)
    }
    assert boxes["g-brown"] == 2
    assert boxes["house"] == 5
    assert boxes["hotel"] == 2
    assert boxes["t-blue"] == 2
    assert "<tspan" not in html


@pytest.mark.parametrize("edition", ["us-classic", "de-dm", "ru-2004"])
def test_a_page_is_light_with_all_of_it(room: Living, edition: str) -> None:
    token = room.begin(edition=edition)[BEN]
    given(room, owner={lot.index: Seat(n % 4) for n, lot in enumerate(room.state.edition.lots)})
    page = room.client(token).get("/seat", headers=SQUEEZED)
    assert page.headers["Content-Encoding"] == "gzip"
    assert 'class="pawn' in seen(room, token)
    assert len(page.data) < LIGHT


def test_what_the_next_throw_could_cost(room: Living) -> None:
    tokens = room.begin()
    given(room, owner={5: DEE, 6: DEE, 8: BEN, 9: DEE, 12: DEE}, mortgaged={9: True})
    found = lines(seen(room, tokens[BEN]), "risks")
    assert found == [
        "Reading Railroad 4 of 36 throws $25",
        "Oriental Avenue 5 of 36 throws $6",
        "Electric Company 1 of 36 throws $48",
    ]


def test_the_table_shows_the_dearest_that_the_next_throw_may_cost_whoever_throws(
    room: Living,
) -> None:
    room.begin()
    given(room, owner={5: DEE, 6: DEE, 8: CY, 9: DEE, 11: BEN}, buildings={9: 2})
    html = room.client().get("/table").text
    assert "What the next throw could cost Ann" in html
    assert lines(html, "ahead") == [
        "Connecticut Avenue 4 of 36 throws $100",
        "Reading Railroad 4 of 36 throws $25",
        "St. Charles Place 2 of 36 throws $10",
    ]
    room.play(Roll(by=ANN, dice=(1, 3)))
    assert "What the next throw could cost Ann" not in room.client().get("/table").text


@pytest.mark.parametrize("dice", [(1, 2), (2, 3), (2, 4), (6, 2), (3, 6), (5, 6), (6, 6)])
def test_it_is_what_the_referee_books(room: Living, dice: tuple[int, int]) -> None:
    room.begin()
    given(room, owner=EVERYTHING)
    ahead = rent_ahead(room.state, ANN, sum(dice))
    room.play(Roll(by=ANN, dice=dice))
    opened = [(rent.lot, rent.amount) for rent in room.state.rents]
    assert opened == [ahead]


def test_what_hangs_on_more_than_the_sum_is_not_told(room: Living) -> None:
    tokens = room.begin()
    given(room, owner=EVERYTHING, jailed={BEN: 1}, at={BEN: 10})
    assert lines(seen(room, tokens[BEN]), "risks") == []
    assert lines(seen(room, tokens[CY]), "risks")
    assert rent_ahead(room.state, DEE, 3) is None  # an own lot
    assert rent_ahead(room.state, CY, 2) is None  # no lot


def test_what_would_complete_a_group(room: Living) -> None:
    tokens = room.begin()
    given(room, owner={37: BEN, 39: CY, 6: BEN, 8: BEN, 1: BEN, 3: BEN, 11: BEN, 12: DEE, 28: BEN})
    assert lines(seen(room, tokens[BEN]), "missing") == [
        "Connecticut Avenue light blue the Bank",
        "Electric Company utility Dee",
        "Boardwalk dark blue Cy",
    ]
    assert lines(seen(room, tokens[DEE]), "missing") == ["Water Works utility Ben"]


def test_a_group_is_named_and_a_mortgage_marked_wherever_chips_are(room: Living) -> None:
    tokens = room.begin()
    given(room, owner={Space(3): CY}, mortgaged={Space(3): True})
    room.play(Roll(by=ANN, dice=(4, 6)))
    pages = [
        seen(room, tokens[DEE]),
        *(room.client().get(path).text for path in ("/table", "/watch")),
    ]
    for html in pages:
        assert '<em aria-hidden="true">brown</em>' in html
        assert 'class="g-brown off"' in html
    strip = re.search(r'id="mini-3".*?</li>', seen(room, tokens[CY]), re.DOTALL)
    assert strip is not None
    assert "<em>brown</em>" in strip[0]
