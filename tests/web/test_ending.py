"""The end of a game: the ranking with its sums, wherever one looks, and once more."""

import json
import re
from urllib.parse import parse_qs, urlsplit

import pytest

from companion.cli import main
from companion.game.commands import Bankrupt, Claim, Correct, End, Roll, TimeUp
from companion.table.answers import Accepted
from companion.table.games.commands import Begin
from companion.table.story.commands import Undo
from companion.words import Seat, Space
from tests.support.pages import ORIGIN, Living, text_of
from tests.support.waiting import soon

ANN, BEN, CY, DEE = (Seat(n) for n in range(4))
BALTIC, ORIENTAL, VERMONT, CONNECTICUT = map(Space, (3, 6, 8, 9))
BEN_WAS_WORTH = "cash 900 + lots 380 + buildings 150 − mortgages 30"


def over(room: Living) -> list[str]:
    """Let time be up in a game that Ben wins with the least cash; return the cookies."""
    tokens = room.begin()
    room.play(
        Correct(
            why="played before",
            cash={ANN: 1200, BEN: 900, CY: 1300, DEE: 1300},
            owner=dict.fromkeys((BALTIC, ORIENTAL, VERMONT, CONNECTICUT), BEN),
            mortgaged={BALTIC: True},
            buildings={ORIENTAL: 1, VERMONT: 1, CONNECTICUT: 1},
        ),
        *(Roll(by=ANN, dice=(4, 6)), End(by=ANN), TimeUp()),
    )
    assert room.state.winners == (BEN,)
    return tokens


@pytest.mark.parametrize("path", ["/table", "/seat", "/watch", "/story"])
def test_the_richest_stands_first_with_the_sum_that_made_it(room: Living, path: str) -> None:
    tokens = over(room)
    text = text_of(room.client(tokens[ANN] if path == "/seat" else None), path)
    assert "Ben wins" in text
    assert f"1 B Ben {BEN_WAS_WORTH} 1,400 2 C Cy cash 1,300 1,300 2 D Dee" in text
    assert "4 A Ann cash 1,200 1,200" in text


def test_why_reckons_it_for_everybody_in_the_readers_language(room: Living) -> None:
    over(room)
    seq = room.table.view.seq
    text = text_of(room.client(), f"/why/{seq}")
    assert f"Ben {BEN_WAS_WORTH} = 1,400" in text
    assert "Cy cash 1,300 = 1,300" in text
    german = room.client().get(f"/why/{seq}", headers={"Accept-Language": "de"}).text
    assert "Bargeld\N{NO-BREAK SPACE}900" in german


def test_equals_win_together_and_stand_on_one_place(room: Living) -> None:
    tokens = room.begin()
    room.play(Roll(by=ANN, dice=(4, 6)), End(by=ANN), TimeUp())
    text = text_of(room.client(tokens[ANN]), "/seat")
    assert "Ann, Ben, Cy, Dee win together" in text
    assert len(re.findall(r" 1 [ABCD] ", text)) == 4


# ---- calling time


def begun(room: Living, variants: tuple[str, ...], ends: str) -> None:
    names = ("Ann", "Ben")
    room.seated(*names)
    begin = Begin(edition="ru-2004", variants=variants, players=names, first_roll=False, ends=ends)
    cause = room.table.cause("banker", "banker")
    assert isinstance(room.table.submit(begin, cause), Accepted)


@pytest.mark.parametrize(("variants", "ends"), [((), ""), (("timed",), "21:30")])
def test_the_banker_is_asked_before_time_is_up_and_can_take_it_back(
    room: Living, variants: tuple[str, ...], ends: str
) -> None:
    banker = room.banker()
    begun(room, variants, ends)
    html = banker.get("/banker").text
    asked = re.search(r'<details id="time-up">(.*?)</details>', html, re.DOTALL)
    assert asked
    assert ("Time is up" if ends else "Stop here and see who leads") in asked[1].split(
        "</summary>"
    )[0]
    assert html.count('value="time-up"') == asked[1].count('value="time-up"') == 1
    fields = dict(re.findall(r'name="([\w-]+)" value="([^"]*)"', asked[1]))
    assert banker.post("/do", data=fields, headers=ORIGIN).status_code == 303
    assert room.state.time_called
    room.table.submit(Undo(), room.table.cause("banker", "phone"))
    assert not room.state.time_called
    assert 'id="time-up"' in banker.get("/banker").text


@pytest.mark.parametrize(
    ("ends", "told"),
    [
        ("8 min", "Less than 10 minutes are left until the agreed end."),
        ("0 min", "The agreed time has come. The banker says when it is up."),
    ],
)
def test_how_soon_the_agreed_end_is_stands_on_every_page_until_it_is_called(
    room: Living, ends: str, told: str
) -> None:
    banker = room.banker()
    begun(room, ("timed",), ends)
    assert soon(lambda: room.table.view.time_left is not None)
    pages = [(room.client(), "/table"), (room.client(), "/watch"), (banker, "/banker")]
    assert all(told in text_of(client, path) for client, path in pages)
    room.play(TimeUp())
    assert soon(lambda: room.table.view.time_left is None)
    assert not any(told in text_of(client, path) for client, path in pages)


# ---- once more


def test_once_more_begins_with_everything_as_it_was(room: Living) -> None:
    banker, tokens = room.banker(), room.seated("Ann", "Ben", "Cy")
    answers = {
        "edition": "disney",
        "first": "no",
        "banker": "1",
        "house": ["jail_fine:60", "jail_card_turns:1, 2"],
        "helps": "propose",
        "banknotes": "wait",
        "space-37-name": "Bambi",
        "card-chance/simba-turn": "1",
        "id": "first",
    }
    assert banker.post("/banker/game", data=answers, headers=ORIGIN).status_code == 303
    older, edition = room.table.view.game, room.state.edition
    where = banker.get("/banker/game/again").location
    assert urlsplit(where).path == "/banker/game/check"
    html = banker.get(where).text
    assert re.search(r'name="space-37-name"[^>]* value="Bambi"', html)
    assert "Ben keeps the Bank." in html
    form = re.search(r'<form method="post".*?</form>', html, re.DOTALL)
    assert form
    fields: dict[str, list[str]] = {"replace": ["1"]}
    for tag in re.findall(r"<input[^>]*>", form[0]):
        name, value = re.search(r'name="([^"]*)"', tag), re.search(r'value="([^"]*)"', tag)
        if name and value and ('type="checkbox"' not in tag or " checked" in tag):
            fields.setdefault(name[1], []).append(value[1])
    assert banker.post("/banker/game", data=fields, headers=ORIGIN).status_code == 303
    assert room.table.view.game != older
    assert (room.state.edition, room.state.banker) == (edition, BEN)
    assert [player.name for player in room.state.players] == ["Ann", "Ben", "Cy"]
    assert (room.table.view.helps, room.table.view.handing.mode) == ("propose", "wait")
    assert room.client(tokens[ANN]).get("/seat").status_code == 200


def test_an_agreed_end_is_asked_for_anew(room: Living) -> None:
    banker = room.banker()
    begun(room, ("timed",), "21:30")
    where = urlsplit(banker.get("/banker/game/again").location)
    assert where.path == "/banker/game/bank"
    assert parse_qs(where.query)["variant"] == ["timed"]


@pytest.mark.parametrize("path", ["/seat", "/banker"])
def test_the_bankers_phone_offers_it(room: Living, path: str) -> None:
    tokens = over(room)
    banker = room.context.phones.make_banker(tokens[ANN])
    assert "/banker/game/again" in room.client(banker).get(path).text
    assert "/banker/game/again" not in room.client(tokens[BEN]).get("/seat").text


# ---- the last one left


def test_who_went_out_stands_last_and_nothing_is_reckoned_under_why(room: Living) -> None:
    tokens = room.begin("Ann", "Ben")
    room.play(
        Correct(
            why="so", cash={ANN: 5}, owner=dict.fromkeys((ORIENTAL, VERMONT, CONNECTICUT), BEN)
        ),
        *(Roll(by=ANN, dice=(2, 4)), Claim(by=BEN), Bankrupt(by=ANN)),
    )
    text = text_of(room.client(tokens[BEN]), "/seat")
    assert "1 B Ben cash 1,505 + lots 320 1,825 A Ann out" in text
    why = text_of(room.client(), f"/why/{room.table.view.seq}")
    assert "The game is over: Ben" in why
    assert "cash 1,505" not in why


def test_the_terminal_reckons_the_end_too(room: Living, capsys: pytest.CaptureFixture[str]) -> None:
    over(room)
    journal = next((room.home / "games").glob("*.journal"))
    assert main(["explain", str(journal)]) == 0
    assert f"Ben: {BEN_WAS_WORTH} = 1,400" in capsys.readouterr().out
    assert main(["explain", str(journal), "--json"]) == 0
    last = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert [one["counted"]["cash"] for one in last["ranked"]] == [900, 1300, 1300, 1200]
