"""Deeds, cards and piles that phones photograph: each does what is the sender's own business."""

import io
from typing import Any

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from cards_qr.keyrings import Keyrings
from cards_qr.tag import Item
from companion.game.commands import Correct, Roll
from companion.table.answers import Accepted
from companion.table.check.commands import EndCheck
from companion.table.deeds.cards import number_of
from companion.words import Seat, Space
from tests.support.laying import check_of
from tests.support.pages import ORIGIN, Living, fresh_id, sent
from tests.support.tag_frames import ScanField

ANN, BEN, CY = Seat(0), Seat(1), Seat(2)
BALTIC, READING, ORIENTAL = Space(3), Space(5), Space(6)
DEEDS = {BALTIC: 2, READING: 3, ORIENTAL: 4}
"""Their numbers in board order."""


@pytest.fixture
def phones(room: Living) -> list[FlaskClient]:
    """The phones of Ann, who owns Baltic Avenue, of Ben, who owns Reading Railroad, and of Cy."""
    phones = [room.client(token) for token in room.begin("Ann", "Ben", "Cy")]
    owner: dict[Space, Seat | None] = {BALTIC: ANN, READING: BEN}
    assert isinstance(room.ask(Correct(why="a test", owner=owner), banker=True), Accepted)
    return phones


def picture(room: Living, *things: Item) -> bytes:
    """Return a photograph of stickers of this table's own set, side by side."""
    keyring, field = Keyrings(room.home).of("us-classic"), ScanField()
    for number, thing in enumerate(things):
        tag = keyring.tag_of(thing)
        assert tag is not None
        field.lay(tag, at=(110 + 200 * number, 200), px_per_module=3.0)
    grey = cv2.cvtColor(field.picture(), cv2.COLOR_GRAY2BGR)
    return cv2.imencode(".jpg", grey)[1].tobytes()


def deed(lot: Space, side: str = "front") -> Item:
    return Item("deed", DEEDS[lot], side)  # type: ignore[arg-type]  # front or back


def send(client: FlaskClient, photo: bytes, of: str = "things", **form: Any) -> TestResponse:
    data = {"id": fresh_id(), "of": of, **form, "picture": (io.BytesIO(photo), "it.jpg")}
    headers = {**ORIGIN, "Accept": "application/json"}
    kind = "multipart/form-data"
    return client.post("/photograph", data=data, headers=headers, content_type=kind)


def refused(answer: TestResponse) -> str:
    return str((answer.json or {}).get("refused", ""))


def test_the_deed_on_offer_is_bought_by_whom_it_is_offered_to(
    room: Living, phones: list[FlaskClient]
) -> None:
    room.play(Roll(by=ANN, dice=(2, 4)))
    photo = picture(room, deed(ORIENTAL))
    assert refused(send(phones[BEN], photo)) == "nothing-meant"
    assert send(phones[ANN], photo).status_code == 200
    assert room.state.lots[ORIENTAL].owner == ANN
    cause = room.table.history()[-1].cause
    assert (cause.role, cause.origin, bool(cause.evidence)) == ("camera", "phone", True)


def test_a_card_is_drawn_by_who_has_to(room: Living, phones: list[FlaskClient]) -> None:
    room.play(Roll(by=ANN, dice=(3, 4)))
    assert room.state.draw is not None
    assert "Photograph the card" in phones[ANN].get("/seat").text
    card = next(c for c in room.state.edition.cards if c.deck == room.state.draw.deck)
    photo = picture(room, Item("card", number_of(room.state, card.id)))
    assert refused(send(phones[BEN], photo)) == "nothing-meant"
    assert send(phones[ANN], photo).status_code == 200
    assert room.state.draw is None


def test_an_own_deed_leads_to_its_page_and_another_players_nowhere(
    room: Living, phones: list[FlaskClient]
) -> None:
    photo = picture(room, deed(BALTIC))
    assert refused(send(phones[BEN], photo)) == "nothing-meant"
    assert send(phones[ANN], photo).status_code == 200
    html = phones[ANN].get("/seat/deeds").text
    assert "On the photograph: Baltic Avenue." in html
    assert "data-lead" in html
    assert "On the photograph" not in phones[BEN].get("/seat").text
    room.lay()  # the camera sees nothing: that is another matter
    assert "On the photograph" in phones[ANN].get("/seat/deeds").text


def test_two_players_deeds_lead_who_photographed_them_to_a_trade(
    room: Living, phones: list[FlaskClient]
) -> None:
    assert send(phones[ANN], picture(room, deed(BALTIC), deed(READING))).status_code == 200
    html = phones[ANN].get("/seat").text
    assert "On the photograph: your Baltic Avenue, Ben" in html
    assert "data-lead" in html
    assert "On the photograph" not in phones[BEN].get("/seat").text


@pytest.mark.parametrize("turning", ["ask", "book"])
def test_a_deed_that_is_turned_over_is_its_owners_business(
    room: Living, phones: list[FlaskClient], turning: str
) -> None:
    room.context.table.tell(0.0, lambda eyes: eyes._desk.field.set_turning(turning))  # type: ignore[arg-type]  # as the banker's page sets it
    photo = picture(room, deed(BALTIC, "back"))
    assert refused(send(phones[BEN], photo)) == "nothing-meant"
    assert send(phones[ANN], photo).status_code == 200
    assert room.state.lots[BALTIC].mortgaged == (turning == "book")
    asked = "You turned over Baltic Avenue. Mortgage it?" in phones[ANN].get("/seat").text
    assert asked == (turning == "ask")


def test_the_banker_photographs_for_a_seat(room: Living, phones: list[FlaskClient]) -> None:
    assert phones
    room.play(Roll(by=ANN, dice=(2, 4)))
    photo = picture(room, deed(ORIENTAL))
    assert refused(send(room.banker(), photo)) == "nothing-meant"
    assert send(room.banker(), photo, by=ANN).status_code == 200
    assert room.state.lots[ORIENTAL].owner == ANN


def test_what_is_no_sticker_of_ours_is_said(room: Living, phones: list[FlaskClient]) -> None:
    bare = cv2.imencode(".jpg", np.full((400, 600, 3), 150, np.uint8))[1].tobytes()
    assert refused(send(phones[ANN], bare)) == "no-sticker-seen"
    assert refused(send(phones[ANN], b"nothing")) == "no-picture"
    photo = picture(room, deed(BALTIC))
    keyrings = Keyrings(room.home)
    keyrings.save(keyrings.renewed("us-classic"), keyrings.of("us-classic"))
    assert send(phones[ANN], photo).status_code == 200
    assert "That sticker" in phones[ANN].get("/seat").text
    assert "That sticker" not in phones[BEN].get("/seat").text


# ---- piles


def test_a_pile_is_photographed_in_several_pictures(
    room: Living, phones: list[FlaskClient]
) -> None:
    assert sent(phones[ANN], "/check/begin", how="one-by-one") == 303
    now = check_of(room).now
    assert now == ANN
    assert "Photograph this pile" in phones[ANN].get("/check").text
    assert refused(send(phones[CY], picture(room, deed(READING)), "pile")) == "not-allowed"
    for lot in (BALTIC, ORIENTAL):
        assert send(phones[ANN], picture(room, deed(lot)), "pile").status_code == 200
    taken_in(room)
    assert {*check_of(room).pile.deeds} == {DEEDS[BALTIC], DEEDS[ORIENTAL]}
    assert len(check_of(room).pictures) == 2


def test_the_next_pile_needs_nobody_to_take_the_one_before_away(
    room: Living, phones: list[FlaskClient]
) -> None:
    assert sent(phones[ANN], "/check/begin", how="one-by-one") == 303
    assert send(phones[ANN], picture(room, deed(BALTIC)), "pile").status_code == 200
    taken_in(room)
    form = {"check": check_of(room).id, "pile": ANN, "id": fresh_id()}
    assert phones[ANN].post("/check/finish", data=form, headers=ORIGIN).status_code == 303
    assert check_of(room).now == BEN
    assert send(phones[BEN], picture(room, deed(READING)), "pile").status_code == 200
    taken_in(room)
    assert {*check_of(room).pile.deeds} == {DEEDS[READING]}
    assert check_of(room).clearing == ()


def test_the_same_sticker_twice_in_one_picture_is_a_copy(
    room: Living, phones: list[FlaskClient]
) -> None:
    assert sent(phones[ANN], "/check/begin", how="one-by-one") == 303
    both = picture(room, deed(BALTIC), deed(BALTIC))
    assert send(phones[ANN], both, "pile").status_code == 200
    taken_in(room)
    assert check_of(room).pile.twice == {DEEDS[BALTIC]}


def test_outside_of_a_check_no_pile_is_photographed(
    room: Living, phones: list[FlaskClient]
) -> None:
    assert refused(send(phones[ANN], picture(room, deed(BALTIC)), "pile")) == "not-asked"


def taken_in(room: Living) -> None:
    """Wait until the writer has done all that was sent."""
    room.table.submit(EndCheck(check="none"), room.table.cause("banker", "banker"))
