"""The banker's page: what waits stands on top, and what is settled or put away is gone."""

import re
from html import unescape

import pytest
from msgspec.structs import replace

from companion.doctor import Check
from companion.game.commands import Buy, Roll
from companion.table.games.commands import Resume
from companion.table.witness import TableWitness
from companion.vision.readings import DiceReading
from companion.words import Seat
from hardware.upkeep import Upkeep
from tests.support.doubtful import tray, unsure
from tests.support.pages import Living, sent, text_of, told

ANN, BEN, CY, DEE = (Seat(n) for n in range(4))
NOT_DUE = "The dice were seen, but Ann comes first."
DIFFER = "1,2 was typed in, but the dice show 1,3."


def thrown(room: Living, began: float | None = None) -> None:
    """Let the camera see a one and a three."""
    table = room.table
    seen = DiceReading(verdict="sure", dice=unsure(0.99, 0.99).dice, confidence=0.99)
    began = table.mono() if began is None else began
    TableWitness(table).dice(seen, tray(), began, table.mono())
    cause = table.cause("banker", "banker")
    table.submit(Resume(game=table.view.game), cause)  # the dice are seen when it answers


def deciding(room: Living, throws: int = 1) -> list[str]:
    """Let Ann think about a purchase while dice are thrown, so many times."""
    tokens = room.begin()
    room.play(Roll(by=ANN, dice=(1, 2)))
    for _ in range(throws):
        thrown(room)
    return tokens


def banker(room: Living) -> str:
    return text_of(room.banker(), "/banker")


def test_thrown_again_and_again_it_is_told_once(room: Living) -> None:
    deciding(room, throws=3)
    assert banker(room).count(NOT_DUE) == 1


def test_a_notice_is_gone_when_it_is_answered(room: Living) -> None:
    deciding(room)
    assert NOT_DUE in banker(room)
    room.play(Buy(by=ANN))
    assert NOT_DUE not in banker(room)


def test_a_throw_that_was_not_due_is_no_news_for_long(
    room: Living, monkeypatch: pytest.MonkeyPatch
) -> None:
    deciding(room)
    monkeypatch.setattr("web.banker.notices.FADES_S", -1.0)
    assert NOT_DUE not in banker(room)


def test_one_tap_puts_a_notice_away(room: Living) -> None:
    tokens = deciding(room)
    (notice,) = room.table.view.notices
    assert sent(room.client(tokens[ANN]), "/banker/heard", notice=notice.id) == 403
    assert NOT_DUE in banker(room)
    assert sent(room.banker(), "/banker/heard", notice=notice.id) == 303
    assert NOT_DUE not in banker(room)
    thrown(room)
    assert NOT_DUE in banker(room)  # that is another one


@pytest.mark.parametrize("number", ["", "x", "99", "-1"])
def test_no_other_notice_can_be_put_away(room: Living, number: str) -> None:
    deciding(room)
    assert sent(room.banker(), "/banker/heard", notice=number) == 303
    assert NOT_DUE in banker(room)


def test_what_only_the_banker_can_mend_waits_for_the_banker(room: Living) -> None:
    room.begin()
    began = room.table.mono()
    room.play(Roll(by=ANN, dice=(1, 2)))
    thrown(room, began)
    room.play(Buy(by=ANN))
    assert DIFFER in banker(room)
    assert sent(room.banker(), "/banker/heard", notice=room.table.view.notices[-1].id) == 303
    assert DIFFER not in banker(room)


def test_the_banker_alone_is_told_once_that_the_machine_has_trouble(room: Living) -> None:
    found = [Check("power", "bad", "voltage-low")]
    upkeep = Upkeep(lambda: found, room.context.streams.nudge)
    room.context.parts = replace(room.context.parts, upkeep=upkeep)
    low = "It gives too little"
    assert low not in banker(room)
    upkeep.look()
    assert f"Power supply {low}" in banker(room)  # before a game as well
    (ann, *_) = room.begin()
    assert low in banker(room)
    assert low not in text_of(room.client(), "/table")
    assert low not in text_of(room.client(ann), "/seat")
    assert sent(room.client(ann), "/banker/heard", trouble="power") == 403
    assert sent(room.banker(), "/banker/heard", trouble="power") == 303
    upkeep.look()
    assert low not in banker(room)


def test_what_is_done_for_a_seat_stands_under_that_seat(room: Living) -> None:
    room.begin()
    html = room.banker().get("/banker").text
    found = re.search(rf'<details id="seat-{BEN}">(.*?)</details>', html, re.DOTALL)
    assert found
    for where in (f"/seats/{BEN}", f"/banker/correct?seat={BEN}", f"/seats/{BEN}/statement"):
        assert f'href="{where}"' in found[1]


def test_what_waits_stands_above_the_players_and_the_rest_below(room: Living) -> None:
    deciding(room)
    page = banker(room)
    places = [page.index(words) for words in (NOT_DUE, "Players", "Set the table right", "Games")]
    assert places == sorted(places)
    assert page.index("Players") < page.index("More") < page.index("Set the table right")


def test_a_banker_who_plays_goes_to_and_fro_with_one_tap(room: Living) -> None:
    tokens = room.begin()
    link = '<a href="/banker"'
    assert link not in room.client(tokens[ANN]).get("/seat").text
    ann = room.client(room.context.phones.make_banker(tokens[ANN]))
    for page in ("/seat", "/seat/deeds", "/seat/trade", "/seat/story"):
        assert link in ann.get(page, follow_redirects=True).text
    assert '<a href="/seat"' in ann.get("/banker").text
    assert '<a href="/seat"' not in room.banker().get("/banker").text  # that phone plays not


@pytest.mark.parametrize("typed", ["-50", "many", "12.34", "9999999999"])
def test_a_correction_that_is_no_amount_says_so_and_keeps_what_was_typed(
    room: Living, typed: str
) -> None:
    room.begin()
    answer = room.banker().get(f"/banker/correct?seat={BEN}&amount={typed}&why=miscounted")
    assert answer.status_code == 400
    most = "is no amount: type a whole number from 0 to 999,999,999."
    assert f"“{typed}” {most}" in told(answer.text)
    assert f'value="{typed}"' in answer.text
    assert 'value="miscounted"' in answer.text


def test_a_correction_to_what_the_books_say_or_without_a_reason_says_what_is_missing(
    room: Living,
) -> None:
    room.begin()
    same, silent = (
        room.banker().get(f"/banker/correct?seat={BEN}&{asked}")
        for asked in ("amount=1500&why=miscounted", "amount=1400&why=+")
    )
    assert (same.status_code, silent.status_code) == (400, 400)
    assert "That is what the books say already." in told(same.text)
    assert "The reason is missing." in told(silent.text)
    assert 'value="1400"' in silent.text


def test_changing_a_correction_keeps_the_reason(room: Living) -> None:
    room.begin()
    shown = room.banker().get(f"/banker/correct?seat={BEN}&amount=1400&why=miscounted").text
    (way,) = re.findall(r'href="(/banker/correct\?[^"]*change[^"]*)"', shown)
    form = room.banker().get(unescape(way))
    assert form.status_code == 200
    assert 'value="miscounted"' in form.text
    assert 'role="alert" hidden' in form.text
