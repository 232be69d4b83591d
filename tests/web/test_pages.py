"""What the pages show and let people do."""

import re
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.game.commands import Bid, Buy, Claim, Correct, Decline, Draw, Hammer, Leave, Roll
from companion.table.answers import Accepted, Broken
from companion.table.live_game import LiveGame
from companion.table.witness import TableWitness
from companion.vision.readings import Verdict
from companion.words import Seat, Space
from tests.support.doubtful import pressed_by, tray, unsure
from tests.support.pages import ORIGIN, Living, NotedButtons, NotedSimulation, living_room, text_of

ANN, BEN, CY, DEE = (Seat(n) for n in range(4))


def foot(html: str) -> str:
    """Return what stands under the thumb."""
    return html[html.index('id="foot"') :]


def given(room: Living, **changes: object) -> None:
    """Set the table as a test needs it."""
    answer = room.ask(Correct(why="a test", **changes), banker=True)  # type: ignore[arg-type]  # keys of a correction
    assert isinstance(answer, Accepted), answer


def test_buying_is_one_filled_button_with_its_amount(room: Living) -> None:
    ann = room.client(room.begin()[ANN])
    room.play(Roll(by=ANN, dice=(1, 2)))
    html = ann.get("/seat").text
    assert "Buy for $60" in foot(html)
    assert foot(html).count('class="do') == 1
    assert "Leave it to the auction" in foot(html)
    assert "Baltic Avenue" in html


def test_who_cannot_pay_the_price_is_offered_the_auction_only(room: Living) -> None:
    ann = room.client(room.begin()[ANN])
    given(room, cash={ANN: 10})
    room.play(Roll(by=ANN, dice=(1, 2)))
    assert "Buy for" not in ann.get("/seat").text
    assert "does not cover it" in foot(ann.get("/seat").text)


def test_a_rent_is_claimed_by_the_owner_and_seen_by_all(room: Living) -> None:
    tokens = room.begin()
    given(room, owner={8: ANN}, at={ANN: 5})
    room.play(Roll(by=ANN, dice=(1, 2)))
    ann, cy = room.client(tokens[ANN]), room.client(tokens[CY])
    given(room, owner={8: BEN})
    assert "Claim" not in foot(ann.get("/seat").text)
    given(room, owner={8: ANN}, at={BEN: 1})
    room.play(Roll(by=BEN, dice=(3, 4)))
    html = ann.get("/seat").text
    assert "Claim $6 from Ben" in foot(html)
    assert "Until the next player rolls." in html
    assert "Your button does the same." not in html  # there is none
    room.context.parts = pressed_by(room.context.parts, ANN)
    assert "Your button does the same." in ann.get("/seat").text
    assert "Claim" not in foot(cy.get("/seat").text)
    assert "Ann may claim until the next player rolls." in room.client().get("/table").text


def test_bids_of_one_tap_never_pass_the_cash(room: Living) -> None:
    tokens = room.begin()
    given(room, cash={BEN: 35})
    room.play(Roll(by=ANN, dice=(1, 2)), Decline(by=ANN), Bid(by=ANN, amount=20))
    html = foot(room.client(tokens[BEN]).get("/seat").text)
    assert "Bid $30" in html
    assert "+20" not in html
    assert "I am out" in html
    leader = foot(room.client(tokens[ANN]).get("/seat").text)
    assert "You lead" in leader
    assert "Bid $" not in leader


def test_a_card_is_picked_from_those_in_the_pile(room: Living) -> None:
    ann = room.client(room.begin()[ANN])
    given(room, holds={BEN: ("chance",)})
    room.play(Roll(by=ANN, dice=(3, 4)))
    html = ann.get("/seat").text
    cards = re.findall(r'name="card" value="([^"]+)"', html)
    assert "chance/advance-go" in cards
    assert len(cards) == 15
    room.play(Draw(by=ANN, card="chance/advance-go"))
    assert "+\u00a0200" in ann.get("/seat").text


def test_what_a_card_collects_of_all_is_one_sum_under_the_balance(room: Living) -> None:
    tokens = room.begin()
    room.play(Roll(by=ANN, dice=(1, 1)), Draw(by=ANN, card="chest/birthday"))
    under = re.compile(r'<div class="delta small">(.*?)</div>', re.DOTALL)
    for token, change in ((tokens[ANN], "+\u00a030"), (tokens[BEN], "\u2212\u00a010")):
        found = under.search(room.client(token).get("/seat").text)
        assert found is not None
        assert change in found[1]


def test_a_debt_says_how_much_is_missing(room: Living) -> None:
    tokens = room.begin()
    given(room, owner={8: ANN, 39: BEN}, buildings={8: 0}, cash={BEN: 1}, at={BEN: 1})
    room.play(Roll(by=ANN, dice=(1, 3)))
    room.play(Roll(by=BEN, dice=(3, 4)), Claim(by=ANN))
    html = foot(room.client(tokens[BEN]).get("/seat").text)
    assert "You owe Ann $6. $5 are missing." in html
    assert "Mortgage for $200" in room.client(tokens[BEN]).get("/seat/deeds").text
    given(room, cash={BEN: 100})
    assert "Pay $6 to Ann" in foot(room.client(tokens[BEN]).get("/seat").text)


def test_hotels_that_go_only_together_have_one_button(room: Living) -> None:
    ben = room.client(room.begin()[BEN])
    hotels = {Space(37): 5, Space(39): 5}
    given(room, owner={Space(37): BEN, Space(39): BEN}, buildings=hotels, bank={"houses": 0})
    assert "Sell the whole group for $1,000" in ben.get("/seat/deeds").text
    form = {"id": "all", "do": "sell", "lots": ["37"] * 5 + ["39"] * 5}
    assert ben.post("/do", data=form, headers=ORIGIN).status_code == 303
    assert room.state.cash(BEN) == 2500
    assert room.state.lots[Space(39)].level == 0


def test_the_story_has_everything_and_each_line_leads_to_its_reason(room: Living) -> None:
    ann = room.client(room.begin()[ANN])
    room.play(Roll(by=ANN, dice=(1, 2)))
    story = ann.get("/seat/story").text
    assert "You rolled 3" in story
    assert f"/why/{room.table.view.seq}" in story


def test_why_cites_the_rules_of_this_edition(room: Living) -> None:
    ann = room.client(room.begin()[ANN])
    room.play(Roll(by=ANN, dice=(1, 2)))
    html = ann.get(f"/why/{room.table.view.seq}").text
    assert "us-classic/" in html
    assert "Ann, on a phone" in html
    assert ann.get("/why/999").status_code == 404


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", "Ёжик 🦔", "x" * 40, "{seat}", "%s"])
def test_any_name_is_a_name_on_every_page(room: Living, name: str) -> None:
    tokens = room.begin(name, "Ben")
    room.play(Roll(by=ANN, dice=(1, 2)))
    banker = room.banker()
    for client, path in (
        (room.client(tokens[ANN]), "/seat"),
        (room.client(tokens[BEN]), "/seat"),
        (room.client(), "/table"),
        (room.client(), "/join"),
        (banker, "/banker"),
        (banker, "/seats/0"),
    ):
        answer = client.get(path)
        assert answer.status_code == 200
        assert "<script>alert" not in answer.text


def test_joining_takes_a_free_seat_and_gives_a_cookie(room: Living) -> None:
    ann = room.client()
    form = {"name": "Ann", "seat": "2", "colour": "teal"}
    answer = ann.post("/join", data=form, headers=ORIGIN)
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert room.context.phones.sitters[CY].colour == "teal"
    assert "Waiting for the banker" in ann.get("/seat").text


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({"name": " ", "seat": "1", "colour": "teal"}, "Type a name."),
        ({"name": "x" * 41, "seat": "1", "colour": "teal"}, "A name has at most 40 letters."),
        ({"name": "Ben", "seat": "0", "colour": "teal"}, "Ann sits there by now."),
        ({"name": "Ann", "seat": "1", "colour": "teal"}, "Somebody has that name"),
        ({"name": "Ben", "seat": "99", "colour": "teal"}, "Tap a chair and a colour."),
        ({"name": "Ben", "seat": "1", "colour": "plaid"}, "Tap a chair and a colour."),
    ],
)
def test_joining_says_what_is_wrong(room: Living, form: dict[str, str], words: str) -> None:
    room.seated("Ann")
    answer = room.client().post("/join", data=form, headers=ORIGIN)
    assert answer.status_code == 409
    assert words in answer.text


def test_a_lost_cookie_gets_its_seat_back_through_the_banker(room: Living) -> None:
    lost = room.client(room.begin()[ANN])
    fresh = room.client()
    assert fresh.post("/join", data={"seat": "0"}, headers=ORIGIN).status_code == 409
    room.banker().post("/banker/release", data={"seat": "0"}, headers=ORIGIN)
    assert fresh.post("/join", data={"seat": "0"}, headers=ORIGIN).status_code == 303
    assert "Ann" in fresh.get("/seat").text
    assert lost.get("/seat").status_code == 302


def test_the_pin_makes_a_banker_and_is_then_shown_no_more(room: Living) -> None:
    pin = room.context.pin.shown or ""
    assert pin in room.client().get("/table").text
    phone = room.client()
    assert phone.post("/banker/pin", data={"pin": "no"}, headers=ORIGIN).status_code == 403
    assert phone.post("/banker/pin", data={"pin": pin}, headers=ORIGIN).status_code == 303
    assert "Set up a game" in phone.get("/banker").text
    assert pin not in room.client().get("/table").text


def test_after_wrong_pins_the_page_asks_to_wait(room: Living) -> None:
    phone = room.client()
    for _try in range(3):
        phone.post("/banker/pin", data={"pin": "no"}, headers=ORIGIN)
    answer = phone.post("/banker/pin", data={"pin": room.context.pin.shown}, headers=ORIGIN)
    assert answer.status_code == 429
    assert "Too many wrong tries from here." in answer.text
    assert "Next try:" in answer.text


BANKERS_OWN = ["/banker/correct", "/banker/game/edition", "/banker/game/check", "/seats/1"]


@pytest.mark.parametrize("path", BANKERS_OWN)
def test_the_bankers_pages_are_the_bankers(room: Living, path: str) -> None:
    assert room.client(room.begin()[ANN]).get(path).status_code == 403


@pytest.mark.parametrize(
    "path", ["/banker/correct", "/banker/release", "/banker/game", "/banker/game/players"]
)
def test_what_the_banker_does_is_the_bankers(room: Living, path: str) -> None:
    ann = room.client(room.begin()[ANN])
    before = room.table.view.seq
    assert ann.post(path, data={"seat": "1", "amount": "9"}, headers=ORIGIN).status_code == 403
    assert room.table.view.seq == before


def test_a_game_is_set_up_question_by_question(room: Living) -> None:
    ann = room.seated("Ann")[0]
    banker = room.banker()
    steps = ["/banker/game/edition", "/banker/game/box?edition=ru-2004"]
    assert all(banker.get(step).status_code in (200, 302) for step in steps)
    added = banker.post(
        "/banker/game/players?edition=ru-2004", data={"what": "add", "name": "Gran"}, headers=ORIGIN
    )
    assert "edition=ru-2004" in added.location
    assert "Gran" in banker.get("/banker/game/players?edition=ru-2004").text
    assert "highest begins" in banker.get("/banker/game/first?edition=ru-2004").text
    assert "Begin the game" in banker.get("/banker/game/check?edition=ru-2004&first=no").text
    form = {"edition": "ru-2004", "first": "no", "id": "begin"}
    assert banker.post("/banker/game", data=form, headers=ORIGIN).status_code == 303
    assert "тыс.\u00a0руб." in room.client(ann).get("/seat").text


def test_who_cannot_be_added_is_told_why(room: Living) -> None:
    room.seated("Ann")
    for name, said in (
        (" ", "Type a name."),
        ("x" * 41, "A name has at most 40 letters."),
        ("ANN", "Somebody has that name"),
    ):
        answer = room.banker().post(
            "/banker/game/players?edition=ru-2004",
            data={"what": "add", "name": name},
            headers=ORIGIN,
        )
        assert (answer.status_code, said in answer.text) == (409, True)
    assert list(room.context.phones.sitters) == [ANN]


def test_how_many_may_play_is_said_where_they_are_named(room: Living) -> None:
    """us-classic is for two to six: with seven nobody goes on to the next question."""
    page = "/banker/game/players?edition=us-classic"
    for number in range(1, 8):
        room.banker().post(page, data={"what": "add", "name": f"P{number}"}, headers=ORIGIN)
        html = room.banker().get(page).text
        assert "This game is for 2 to 6 players." in html
        assert (" disabled>" in html) == (number not in range(2, 7))


def test_a_game_that_is_over_need_not_be_put_away(room: Living) -> None:
    room.begin("Ann", "Ben")
    page = "/banker/game/check?edition=us-classic&first=no"
    assert 'name="replace"' in room.banker().get(page).text
    room.play(Leave(by=BEN))
    assert 'name="replace"' not in room.banker().get(page).text
    form = {"edition": "us-classic", "first": "no", "id": "anew"}
    assert room.banker().post("/banker/game", data=form, headers=ORIGIN).status_code == 303


def test_a_running_game_is_not_replaced_unasked(room: Living) -> None:
    room.begin()
    answer = room.banker().post(
        "/banker/game", data={"edition": "us-classic", "id": "x"}, headers=ORIGIN
    )
    assert answer.status_code == 409
    assert "A game is running." in answer.text


def test_a_correction_shows_before_and_after_and_wants_a_reason(room: Living) -> None:
    room.begin()
    banker = room.banker()
    half = banker.get("/banker/correct?seat=1&amount=1400").text
    assert "Show before and after" in half
    full = banker.get("/banker/correct?seat=1&amount=1,400&why=miscounted").text
    assert "$1,500" in full
    assert "Set Ben to $1,400" in full
    assert '<input type="hidden" name="seq" value="1">' in full
    form = {"seat": "1", "amount": "1400", "why": "miscounted", "id": "c", "seq": "1"}
    assert banker.post("/banker/correct", data=form, headers=ORIGIN).status_code == 303
    old = {**form, "amount": "1500", "id": "d"}  # shown before: "from 1,500 to 1,500"
    assert banker.post("/banker/correct", data=old, headers=ORIGIN).status_code == 409
    state = room.table.view.state
    assert state is not None
    assert state.cash(BEN) == 1400
    assert "The banker corrected: miscounted" in banker.get("/banker").text


def doubt(room: Living, *confidence: float, verdict: Verdict = "unsure") -> None:
    """Let the camera see dice that it is not sure of."""
    witness = TableWitness(room.table)
    at = room.table.cause("camera", "camera").mono
    witness.motion(at)
    witness.dice(replace(unsure(*confidence), verdict=verdict), tray(), at, at + 0.1)
    room.ask(Claim(by=DEE))  # comes after it in the queue
    assert room.table.view.doubt is not None


def test_one_doubtful_die_is_settled_by_one_tap(room: Living) -> None:
    ann = room.client(room.begin()[ANN])
    doubt(room, 0.99, 0.5)
    html = ann.get("/seat").text
    assert "1 and 3?" in html
    faces = re.findall(r'<button class="face[^"]*" name="([\w-]+)" value="(\d)"', html)
    assert faces == [
        ("dice-1", str(n)) for n in range(1, 7)
    ]  # of the die in doubt, for who says no
    known = re.search(r'name="doubt" value="([^"]+)"', html)
    assert known is not None
    form = {"doubt": known[1], "dice-0": "1", "dice-1": "2", "id": "d", "back": "/seat"}
    assert ann.post("/doubt", data=form, headers=ORIGIN).status_code == 303
    state = room.table.view.state
    assert state is not None
    assert state.players[ANN].at == Space(3)
    assert room.table.view.doubt is None


def test_two_doubtful_dice_are_two_rows_of_faces(room: Living) -> None:
    ann = room.client(room.begin()[ANN])
    doubt(room, 0.4, 0.5)
    html = ann.get("/seat").text
    assert "1 and 3?" in html
    assert html.count('type="radio"') == 12


def test_a_sure_roll_that_could_not_be_saved_is_asked_for_as_it_was_read(
    room: Living, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = room.client(room.begin()[ANN])
    with monkeypatch.context() as broken:
        broken.setattr(LiveGame, "save", lambda *_: Broken("not-saved", "the disk is gone"))
        doubt(room, 0.99, 0.98, verdict="sure")
    html = ann.get("/seat").text
    assert "1 and 3?" in html
    form = {"doubt": room.table.readings.all[0].id, "dice-0": "1", "dice-1": "3", "id": "d"}
    assert ann.post("/doubt", data=form, headers=ORIGIN).status_code == 303
    assert room.state.players[ANN].at == Space(4)


def test_the_doubt_is_the_rollers_and_the_bankers(room: Living) -> None:
    tokens = room.begin()
    doubt(room, 0.99, 0.5)
    assert "That was no roll" not in room.client(tokens[BEN]).get("/seat").text
    banker = room.banker()
    html = banker.get("/banker").text
    assert 'class="outline doubtful"' in html
    known = re.search(r'name="doubt" value="([^"]+)"', html)
    assert known is not None
    form = {"doubt": known[1], "none": "1", "id": "d"}
    ben = room.client(tokens[BEN]).post("/doubt", data=form, headers=ORIGIN)
    assert ben.status_code == 403
    assert banker.post("/doubt", data=form, headers=ORIGIN).status_code == 303
    assert room.table.view.doubt is None


def test_the_picture_that_was_read_is_served_by_its_digest(room: Living) -> None:
    room.begin()
    doubt(room, 0.99, 0.5)
    assert room.table.view.doubt is not None
    digest = room.table.view.doubt.evidence
    answer = room.client().get(f"/pictures/{digest}.jpg")
    assert answer.data == tray()
    assert answer.headers["Content-Type"] == "image/jpeg"
    assert room.client().get(f"/pictures/{'0' * 64}.jpg").status_code == 404
    assert room.client().get("/pictures/..%2Fpin.jpg").status_code == 404


def test_who_only_looks_on_is_asked_to_join_before_throwing(room: Living) -> None:
    throws = 'class="do">Throw the dice'
    page = room.client().get("/simulated").text
    assert throws not in page
    assert '<a class="button do" href="/join">Join</a>' in page
    assert throws in room.banker().get("/simulated").text


def test_the_simulated_table_has_hands_and_buttons(room: Living) -> None:
    room.begin()
    phone = room.banker()
    phone.post("/simulated/throw", headers=ORIGIN)
    phone.post("/simulated/deed", data={"number": "5", "side": "back"}, headers=ORIGIN)
    phone.post("/simulated/take", headers=ORIGIN)
    phone.post("/simulated/press", data={"seat": "1"}, headers=ORIGIN)
    simulation, buttons = room.context.parts.simulation, room.context.parts.buttons
    assert isinstance(simulation, NotedSimulation)
    assert isinstance(buttons, NotedButtons)
    assert simulation.done == [("throw", 2), ("lay", 5, "back"), ("take",)]
    assert buttons.pressed == [BEN]
    phone.post("/simulated/press", data={"seat": "1", "held": "1"}, headers=ORIGIN)
    assert (buttons.pressed, buttons.held) == ([BEN], [BEN])
    assert phone.get("/simulated/lamps").json == {"0": "off", "1": "on", "2": "off", "3": "off"}


@pytest.mark.parametrize("form", [{"number": "29"}, {"number": "x"}, {"number": "3", "side": "up"}])
def test_there_are_28_deeds_with_two_sides(room: Living, form: dict[str, str]) -> None:
    assert room.banker().post("/simulated/deed", data=form, headers=ORIGIN).status_code == 400


def test_the_table_screen_always_shows_how_to_join(room: Living) -> None:
    empty = room.client().get("/table").text
    room.begin()
    running = room.client().get("/table").text
    for html in (empty, running):
        assert "Join code: http://192.168.1.40:8000" in html
        assert '<a class="small" href="/simulated">Simulated table</a>' in html


def test_a_view_is_data_for_its_own_seat_only(room: Living) -> None:
    tokens = room.begin()
    ann = room.client(tokens[ANN])
    view = ann.get("/api/view?seat=0").json
    assert view is not None
    assert (view["me"]["name"], view["amount"]) == ("Ann", 1500)
    assert ann.get("/api/view?seat=1").status_code == 403
    assert room.banker().get("/api/view?seat=1").status_code == 200
    board = room.client().get("/api/view").json
    assert board is not None
    assert len(board["people"]) == 4


def test_the_doctor_lists_the_checks(room: Living) -> None:
    html = room.client().get("/doctor").text
    assert "All is well" in html
    assert "12 GB are free" in html


def test_dice_are_typed_at_once_where_no_camera_sees_them(tmp_path: Path) -> None:
    with living_room(tmp_path, camera=False) as room:
        ann = room.client(room.begin()[ANN])
        assert '<details id="type-dice" open>' in ann.get("/seat").text


def test_a_phone_may_have_larger_type_and_more_contrast(room: Living) -> None:
    phone = room.client()
    phone.post("/look", data={"look": ["large", "contrast"]}, headers=ORIGIN)
    assert 'class="large contrast"' in phone.get("/join").text


@pytest.mark.parametrize("mishap", ["cocked", "leaning", "stacked", "outside"])
def test_the_simulated_table_throws_badly_on_request(room: Living, mishap: str) -> None:
    room.begin()
    assert f'name="mishap" value="{mishap}"' in room.client().get("/simulated").text
    form = {"mishap": mishap}
    assert room.banker().post("/simulated/throw", data=form, headers=ORIGIN).status_code == 303
    simulation = room.context.parts.simulation
    assert isinstance(simulation, NotedSimulation)
    assert simulation.done == [("throw", 2, mishap)]


def test_a_mishap_that_does_not_exist_is_refused(room: Living) -> None:
    form = {"mishap": "eaten"}
    assert room.banker().post("/simulated/throw", data=form, headers=ORIGIN).status_code == 400


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"seen": 1, "remark": "beside"}, "I see only 1 die. Another lies beside the tray."),
        ({"seen": 3}, "I see 3 dice, but 2 are to be rolled."),
        ({"remark": "cocked"}, "A die is leaning."),
        ({"remark": "cut"}, "A die lies across the edge of what the camera looks at."),
        ({"remark": "pictured"}, "These seem to be dice on a screen, or in a printed photo."),
        (
            {"remark": "aslant"},
            "The camera looks from low down, so a side may have been read: upper faces count.",
        ),
        ({"remark": "covered"}, "Something lies over the tray."),
        ({"remark": "moved"}, "They show what they showed before, elsewhere. Were they thrown?"),
        ({"remark": "unseen"}, "They were thrown while I saw nothing."),
    ],
)
def test_a_doubt_says_what_the_camera_saw(room: Living, more: dict[str, Any], words: str) -> None:
    tokens = room.begin()
    began = room.table.cause("camera", "camera").mono
    TableWitness(room.table).dice(replace(unsure(0.5, 0.6), **more), tray(), began, began + 0.1)
    room.ask(Claim(by=DEE))  # comes after it in the queue
    assert words in room.client(tokens[0]).get("/seat").text


def test_a_turned_die_is_said_on_the_phone(room: Living) -> None:
    tokens = room.begin()
    began = room.table.cause("camera", "camera").mono
    reading = replace(unsure(0.99, 0.99), remark="turned")
    TableWitness(room.table).dice(reading, tray(), began, began + 0.1)
    room.ask(Claim(by=DEE))  # comes after it in the queue
    html = room.client(tokens[0]).get("/seat").text
    assert "A die was turned after it was read: the dice show 1,3 now. No roll." in html
    assert 'id="doubt"' not in html


def test_why_says_in_words_that_no_book_says_a_rule(room: Living) -> None:
    """In the German box the bid that cash does not cover is void by a reading of the book."""
    cookies = room.begin(edition="de-dm")
    room.play(Roll(by=ANN, dice=(1, 5)), Decline(by=ANN), Bid(by=BEN, amount=100))
    room.ask(Correct(why="a test", cash={BEN: 90}), banker=True)
    room.ask(Hammer(), banker=True)
    html = room.client(cookies[ANN]).get(f"/why/{room.table.view.seq}").text
    assert "The rulebook does not say so; it bears on: Landen auf Grundstücken" in html
    assert "none (" not in html


def test_whose_turn_it_is_is_said_alike_once_one_is_played_out(room: Living) -> None:
    tokens = room.begin()
    room.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN))
    assert "Ben rolls" in text_of(room.client(), "/table")
    assert "Your turn" in text_of(room.client(tokens[BEN]), "/seat")
    assert "Your turn is played out" in text_of(room.client(tokens[ANN]), "/seat")
    assert "Ben's turn" in text_of(room.client(tokens[CY]), "/seat")


def test_an_auction_is_one_tap_away_on_every_page_of_a_seat(room: Living) -> None:
    tokens = room.begin()
    room.play(Roll(by=ANN, dice=(1, 2)), Decline(by=ANN))
    for path in ("/seat/deeds", "/seat/trade", "/seat/story"):
        html = room.client(tokens[CY]).get(path).text
        assert re.search(r'href="/seat">Auction&nbsp;›</a>', html)
    assert 'class="button do" href="/seat"' not in room.client(tokens[CY]).get("/seat").text


def test_the_hammer_says_what_it_does(room: Living) -> None:
    room.begin()
    room.play(Roll(by=ANN, dice=(1, 2)), Decline(by=ANN))
    assert "Hammer: nobody bids" in text_of(room.banker(), "/banker")
    room.play(Bid(by=BEN, amount=40))
    assert "Hammer: Ben for $40" in text_of(room.banker(), "/banker")
