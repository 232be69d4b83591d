"""Why was I too late? On the phone of who lost, and beside what won."""

import re

from companion.game.commands import Bid, Buy, Claim, Decline, Roll
from companion.game.refusals import Refusal
from companion.words import Seat
from tests.support.pages import ORIGIN, Living, text_of

ANN, BEN, CY = Seat(0), Seat(1), Seat(2)


def missed(room: Living) -> list[str]:
    """Let Cy roll before Ann claims, number 5; return the cookies."""
    tokens = room.begin()
    room.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN), Roll(by=BEN, dice=(1, 2)))
    room.play(Roll(by=CY, dice=(3, 4)))
    return tokens


def test_who_claims_too_late_is_led_to_why(room: Living) -> None:
    tokens = missed(room)
    ann = room.client(tokens[ANN])
    answer = ann.post("/api/commands", json={"id": "a", "do": "claim"}, headers=ORIGIN)
    told = answer.get_json()
    assert answer.status_code == 409
    assert (told["refused"], told["why"]) == ("claim-too-late", "/why/6")
    assert told["ask"] == "Why was I too late?"
    assert text_of(ann, "/why/6").count("What came first Cy rolled 7 (Cy, on a phone)") == 1
    seconds = re.findall(r"Pressed (\d+\.\d{3}) s later", text_of(ann, "/why/6"))
    assert len(seconds) == 1
    assert "Refused after" in text_of(ann, "/why/6")


def test_without_a_script_a_page_says_so(room: Living) -> None:
    tokens = missed(room)
    form = {"do": "claim", "by": "0", "id": "b"}
    answer = room.client(tokens[ANN]).post("/do", data=form, headers=ORIGIN)
    assert answer.status_code == 409
    assert '<a href="/why/6">Why was I too late?</a>' in answer.text


def test_a_button_is_told_on_the_own_phone_and_all_find_it_in_the_story(room: Living) -> None:
    tokens = missed(room)
    cause = room.table.cause("seat", "button", seat=ANN, device="button-0")
    assert isinstance(room.table.submit(Claim(by=ANN), cause), Refusal)
    told = "You pressed too late for the rent of Baltic Avenue"
    assert told in text_of(room.client(tokens[ANN]), "/seat")
    other = room.client(tokens[BEN])
    assert "too late" not in text_of(other, "/seat")
    assert "Ann pressed too late for the rent of Baltic Avenue" in text_of(other, "/seat/story")


def test_what_won_names_who_was_too_late(room: Living) -> None:
    tokens = room.begin()
    room.play(Roll(by=ANN, dice=(1, 2)), Decline(by=ANN), Bid(by=BEN, amount=60))
    won = room.table.view.seq
    cause = room.table.cause("seat", "button", seat=CY, device="button-2")
    assert isinstance(room.table.submit(Bid(by=CY, amount=60), cause), Refusal)
    text = text_of(room.client(tokens[ANN]), f"/why/{won}")
    assert "Who was too late Cy's bid of $60 came too late Cy, by the button" in text
    assert "Who was too late" not in text_of(room.client(tokens[ANN]), "/why/2")


def test_a_mistake_leads_nowhere(room: Living) -> None:
    tokens = room.begin()
    ann = room.client(tokens[ANN])
    answer = ann.post("/api/commands", json={"id": "a", "do": "claim"}, headers=ORIGIN)
    assert "why" not in answer.get_json()
