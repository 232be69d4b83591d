"""What hands do with deeds under the camera shows on the owner's phone, and there alone."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from werkzeug.datastructures import MultiDict

from companion.game.commands import Correct, NamedGoods, Offer, Redeem, Roll
from companion.table.answers import Accepted
from companion.table.deeds.cards import number_of
from companion.words import Seat, Space
from hardware.simulated.table import SimulatedTable
from tests.support.doubtful import tray
from tests.support.pages import ORIGIN, Living, NotedSimulation, living_room
from tests.support.sight import DrawnOn
from tests.support.table import Tag
from web.seat import laid

ANN, BEN, CY = Seat(0), Seat(1), Seat(2)
BALTIC, READING = Space(3), Space(5)
FRONT, BACK, STATION = Tag("deed", 2), Tag("deed", 2, side="back"), Tag("deed", 3)


@pytest.fixture
def tokens(room: Living) -> list[str]:
    """The phones of Ann, who owns Baltic Avenue, of Ben, who owns Reading Railroad, and of Cy."""
    tokens = room.begin("Ann", "Ben", "Cy")
    given(room, owner={BALTIC: ANN, READING: BEN})
    return tokens


def given(room: Living, **changes: Any) -> None:
    answer = room.ask(Correct(why="a test", **changes), banker=True)
    assert isinstance(answer, Accepted), answer


def test_an_own_deed_leads_its_owners_phone_to_its_page(room: Living, tokens: list[str]) -> None:
    room.lay(FRONT)
    html = room.client(tokens[ANN]).get("/seat").text
    assert 'href="/seat/deed/3?back=/seat" data-lead=' in html
    for other in tokens[1:]:
        assert "data-lead" not in room.client(other).get("/seat").text
    page = room.client(tokens[ANN]).get("/seat/deed/3?back=/seat/story").text
    assert "Mortgage for $30" in page
    assert 'href="/seat/story">Back' in page
    assert "data-lead" not in page
    screen = room.client().get("/table").text
    assert "Baltic Avenue: owned by Ann, whose phone shows it." in screen
    room.lay()
    assert "under the camera." not in room.client(tokens[ANN]).get("/seat").text


def test_nobody_is_led_away_from_a_question(room: Living, tokens: list[str]) -> None:
    room.play(Offer(by=BEN, to=ANN, give=NamedGoods(cash=10), take=NamedGoods(lots=(BALTIC,))))
    room.lay(FRONT)
    html = room.client(tokens[ANN]).get("/seat").text
    assert "Under the camera: Baltic Avenue." in html
    assert "data-lead" not in html


def test_nobody_is_led_long_after(
    room: Living, tokens: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    room.lay(FRONT)
    monkeypatch.setattr(laid, "LEAD_S", -1.0)
    html = room.client(tokens[ANN]).get("/seat").text
    assert "Under the camera: Baltic Avenue." in html
    assert "data-lead" not in html


def test_the_banker_who_acts_for_a_player_is_not_led(room: Living, tokens: list[str]) -> None:
    room.lay(FRONT)
    assert len(tokens) == 3
    assert "data-lead" not in room.banker().get("/seats/0").text


def test_a_page_of_a_deed_that_is_not_ones_own_leads_to_ones_own(
    room: Living, tokens: list[str]
) -> None:
    for lot in (5, 6, 2, 99):
        answer = room.client(tokens[ANN]).get(f"/seat/deed/{lot}")
        assert (answer.status_code, answer.location) == (302, "/seat/deeds")


def test_the_way_back_from_several_deeds_is_the_way_back_from_the_first(
    room: Living, tokens: list[str]
) -> None:
    given(room, owner={Space(1): ANN})
    room.lay(FRONT)
    room.lay(Tag("deed", 1))
    ann = room.client(tokens[ANN])
    html = ann.get("/seat/deed/3?back=/seat/story").text
    assert 'href="/seat/deed/1?back=/seat/story" data-lead=' in html
    assert 'href="/">Back' in ann.get("/seat/deed/3?back=//elsewhere.example").text


def test_two_deeds_side_by_side_lead_both_owners_to_one_trade(
    room: Living, tokens: list[str]
) -> None:
    room.lay(FRONT, STATION)
    ann, ben = room.client(tokens[ANN]), room.client(tokens[BEN])
    html = ann.get("/seat").text
    assert "Side by side under the camera: your Baltic Avenue, Ben&#39;s Reading Railroad." in html
    assert 'href="/seat/trade?lot=3&amp;lot=5&amp;with=1" data-lead=' in html
    assert 'href="/seat/trade?lot=5&amp;lot=3&amp;with=0" data-lead=' in ben.get("/seat").text
    assert "data-lead" not in room.client(tokens[CY]).get("/seat").text
    page = ann.get("/seat/trade?lot=3&lot=5&with=1").text
    assert 'name="give-lots" value="3" checked' in page
    assert 'name="take-lots" value="5" checked' in page
    assert "data-lead" not in page
    assert "Ann, Ben may trade" in room.client().get("/table").text
    room.play(
        Offer(by=ANN, to=BEN, give=NamedGoods(lots=(BALTIC,)), take=NamedGoods(lots=(READING,)))
    )
    assert "data-lead" not in ben.get("/seat").text
    assert "Ann offers you a trade" in ben.get("/seat").text
    assert room.state.lots[BALTIC].owner == ANN


def test_a_deed_turned_over_is_confirmed_once_on_its_owners_phone(
    room: Living, tokens: list[str]
) -> None:
    room.lay(FRONT)
    room.lay(BACK)
    ann = room.client(tokens[ANN])
    for path in ("/seat", "/seat/deeds", "/seat/story"):
        html = ann.get(path).text
        assert "You turned over Baltic Avenue. Mortgage it?" in html
        assert "data-lead" not in html
    assert "You turned over" not in room.client(tokens[BEN]).get("/seat").text
    screen = room.client().get("/table").text
    assert "Baltic Avenue is turned over. Ann is asked on the phone." in screen
    form = {"do": "mortgage", "lots": "3", "id": "m", "back": "/seat"}
    assert ann.post("/do", data=form, headers=ORIGIN).status_code == 303
    assert "You turned over" not in ann.get("/seat").text
    room.lay(FRONT)
    html = ann.get("/seat").text
    assert "You turned Baltic Avenue back. Redeem it?" in html
    assert "Redeem for $33" in html


def test_what_is_confirmed_of_a_turned_deed_is_kept_with_its_picture(
    room: Living, tokens: list[str]
) -> None:
    ann = room.client(tokens[ANN])
    room.lay(FRONT)
    room.lay(BACK, picture=tray())
    for do in ("redeem", "mortgage"):  # the first is refused, and uses nothing up
        ann.post("/do", data={"do": do, "lots": "3", "id": do, "back": "/seat"}, headers=ORIGIN)
    record = room.table.history()[-1]
    assert (record.cause.seat, record.cause.origin) == (ANN, "phone")
    assert room.table.picture(record.cause.evidence or "") == tray()
    assert f"/pictures/{record.cause.evidence}" in ann.get(f"/why/{record.seq}").text
    room.ask(Redeem(by=ANN, lots=(BALTIC,)))  # that nobody turned over
    assert room.table.history()[-1].cause.evidence is None


def test_a_turned_deed_is_left_as_it_is_by_its_owner_alone(room: Living, tokens: list[str]) -> None:
    room.lay(BACK)
    form = {"turned": room.table.view.turned[0].id, "id": "n", "back": "/seat"}
    ben, ann = room.client(tokens[BEN]), room.client(tokens[ANN])
    assert ben.post("/turned", data=form, headers=ORIGIN).status_code == 403
    assert ann.post("/turned", data=form, headers=ORIGIN).status_code == 303
    assert "You turned over" not in ann.get("/seat").text
    assert ann.post("/turned", data=form, headers=ORIGIN).status_code == 303  # the same once more
    assert ann.post("/turned", data=form | {"id": "o"}, headers=ORIGIN).status_code == 409


def test_what_has_become_impossible_says_why_in_the_question(
    room: Living, tokens: list[str]
) -> None:
    given(room, mortgaged={BALTIC: True})
    room.lay(BACK)
    room.lay(FRONT)
    given(room, cash={ANN: 1})
    html = room.client(tokens[ANN]).get("/seat").text
    assert "That costs $33 and you have $1." in html
    assert "Redeem for" not in html


def test_a_refusal_is_said_with_its_rule_to_the_owner_and_on_the_table_screen(
    room: Living, tokens: list[str]
) -> None:
    given(room, owner={Space(1): ANN}, buildings={Space(1): 1})
    room.lay(FRONT)
    room.lay(BACK)
    said = "Baltic Avenue stays as it is: turn it back. There are buildings on the group"
    html = room.client(tokens[ANN]).get("/seat").text
    assert said in html
    assert "(us-classic/mortgage-" in html
    assert said in room.client().get("/table").text
    assert said not in room.client(tokens[BEN]).get("/seat").text


def test_whose_a_deed_is_that_was_laid_in_a_purchase_is_said(
    room: Living, tokens: list[str]
) -> None:
    room.play(Roll(by=ANN, dice=(2, 4)))
    room.lay(STATION)
    said = "Reading Railroad belongs to Ben. On offer now is Oriental Avenue."
    assert said in room.client(tokens[ANN]).get("/seat").text
    room.lay(STATION, Tag("deed", 28))
    assert "Boardwalk is not the deed on offer." in room.client(tokens[ANN]).get("/seat").text


def test_the_banker_sets_what_turning_over_does(tmp_path: Path) -> None:
    with living_room(tmp_path) as lived_in:
        parts = replace(lived_in.context.parts, sight=DrawnOn())
        lived_in.context.parts = parts
        tokens = lived_in.begin("Ann", "Ben")
        given(lived_in, owner={BALTIC: ANN})
        banker = lived_in.banker()
        assert "When a deed is turned over" in banker.get("/banker").text
        form = {"turning": "book", "id": "t"}
        ann = lived_in.client(tokens[ANN])
        assert ann.post("/banker/turning", data=form, headers=ORIGIN).status_code == 403
        wrong = banker.post("/banker/turning", data={"turning": "no"}, headers=ORIGIN)
        assert wrong.status_code == 400
        assert banker.post("/banker/turning", data=form, headers=ORIGIN).status_code == 303
        assert 'value="book" checked' in banker.get("/banker").text
        lived_in.lay(FRONT)
        lived_in.lay(BACK)
        assert lived_in.state.lots[BALTIC].mortgaged
        assert "You turned over" not in ann.get("/seat").text


def test_the_simulated_hands_lay_two_turn_over_and_take_away(room: Living) -> None:
    room.begin("Ann", "Ben")
    given(room, owner={BALTIC: ANN})
    hand = room.banker()
    two = MultiDict([("number", "2"), ("number", "3"), ("side", "front")])
    assert hand.post("/simulated/deed", data=two, headers=ORIGIN).status_code == 303
    html = hand.get("/simulated").text
    assert '<option value="2">Baltic Avenue (Ann)</option>' in html
    assert [f'id="lying-{n}"' in html for n in (1, 2, 3)] == [False, True, True]
    turn = {"number": "2", "side": "back"}
    hand.post("/simulated/deed", data=turn, headers=ORIGIN)
    assert "face down" in hand.get("/simulated").text
    hand.post("/simulated/take", data={"number": "3"}, headers=ORIGIN)
    assert 'id="lying-3"' not in hand.get("/simulated").text
    simulation = room.context.parts.simulation
    assert isinstance(simulation, NotedSimulation)
    assert simulation.done == [
        ("lay", 2, "front"),
        ("lay", 3, "front"),
        ("lay", 2, "back"),
        ("take", 3),
    ]


def test_the_simulated_hands_show_the_card_that_was_drawn(room: Living) -> None:
    room.begin("Ann", "Ben")
    hand = room.banker()
    assert "Show it" not in hand.get("/simulated").text
    room.play(Roll(by=ANN, dice=(1, 1)))
    card = next(c for c in room.state.edition.cards if c.deck == "chest")
    assert f'<option value="{card.id}">' in hand.get("/simulated").text
    answer = hand.post("/simulated/card", data={"card": card.id}, headers=ORIGIN)
    assert answer.status_code == 303
    simulation = room.context.parts.simulation
    assert isinstance(simulation, NotedSimulation)
    assert simulation.cards == [number_of(room.state, card.id)]
    assert "Take all away" in hand.get("/simulated").text
    wrong = hand.post("/simulated/card", data={"card": "chest/none"}, headers=ORIGIN)
    assert wrong.status_code == 400


@pytest.mark.parametrize(("step", "form"), [("deed", {"number": "2"}), ("lay-out", {"seat": "0"})])
def test_without_a_keyring_the_simulated_hands_say_that_they_have_no_deed(
    room: Living, step: str, form: dict[str, str]
) -> None:
    room.begin("Ann", "Ben")
    given(room, owner={BALTIC: ANN})
    context = room.context
    context.parts = replace(context.parts, simulation=SimulatedTable(1))
    answer = room.banker().post(f"/simulated/{step}", data=form, headers=ORIGIN)
    assert answer.status_code == 503
    assert "the keys of this set cannot be used" in answer.text


@pytest.mark.parametrize(
    "wrong", [[], [("number", "0")], [("number", "x")], [("number", str(n)) for n in (1, 2, 3)]]
)
def test_what_no_hand_could_lay_is_no_request(room: Living, wrong: list[tuple[str, str]]) -> None:
    answer = room.banker().post("/simulated/deed", data=MultiDict(wrong), headers=ORIGIN)
    assert answer.status_code == 400
