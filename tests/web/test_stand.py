"""Who may be the camera: whom the banker let in, one at a time, and nobody floods the banker."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from msgspec.structs import replace

from companion.errors import CameraError
from companion.table.witness import TableWitness
from companion.words import Seat
from hardware.cameras.options import CameraOptions
from hardware.cameras.phone import PhoneEye
from tests.hardware.test_phone import jpeg
from tests.support.pages import ORIGIN, Living, Secured, living_room, sent, text_of
from web.shared.context import COOKIE
from web.stand.asking import AWAY_S, GONE_S, MOST, Asking

WANTS = "A phone wants to be the camera"
QUERY: dict[str, Any] = {"n": 1, "taken": 1.0, "sent": 1.1}
GUEST, OTHER = "192.168.1.50", "192.168.1.51"


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Living]:
    with living_room(tmp_path) as room:
        yield room


class Offered:
    """A phone whose browser has opened `/eye`."""

    def __init__(self, room: Living, address: str = GUEST, token: str | None = None) -> None:
        self.room, self.client, self.address = room, room.client(token), address

    def post(self, what: str, status: int = 200, body: bytes = b"", **query: object) -> Any:
        answer = self.client.post(
            f"/eye/{what}",
            query_string=query,
            data=body,
            headers=ORIGIN,
            environ_base={"REMOTE_ADDR": self.address},
        )
        assert answer.status_code == status, answer.text
        return answer.get_json(silent=True)

    @property
    def state(self) -> str:
        return str(self.client.get("/eye/state").get_json()["state"])

    def begin(self) -> str:
        return str(self.post("begin")["run"])


def answered(room: Living, banker: FlaskClient, *, yes: bool = True) -> None:
    (asks, *_) = room.context.asking.all
    assert sent(banker, "/eye/answer", phone=asks.id, **{"yes" if yes else "no": 1}) == 303


def looked_through(room: Living) -> PhoneEye:
    eye = room.context.parts.phone_eye
    assert isinstance(eye, PhoneEye)
    eye.camera(CameraOptions())
    return eye


def test_a_guests_phone_sees_only_that_it_may_ask(room: Living) -> None:
    guest = Offered(room)
    assert "Start the camera" in text_of(guest.client, "/eye")
    for what in ("begin", "frame", "time", "leave"):
        guest.post(what, 403)
    assert guest.state == "no"
    assert WANTS not in text_of(room.banker(), "/banker")


def test_the_banker_lets_it_in_and_its_frames_are_taken(room: Living) -> None:
    eye, banker, guest = looked_through(room), room.banker(), Offered(room)
    number = guest.post("ask")["number"]
    assert guest.state == "asks"
    page = text_of(banker, "/banker")
    assert WANTS in page
    assert f"the number {number}." in page
    answered(room, banker)
    assert guest.state == "in"
    assert WANTS not in text_of(banker, "/banker")
    run = guest.begin()
    answer = guest.post("frame", body=jpeg(), run=run, **QUERY)
    assert answer["frame"] == "taken"
    assert answer["wanted"]["rate"] > 0
    assert eye.state.sees
    guest.post("leave", 204, run=run, why="hidden")
    assert eye.state.away == "hidden"


def test_what_it_feels_comes_with_its_frames(room: Living) -> None:
    camera = looked_through(room).camera(CameraOptions())
    room.banker()
    mine = Offered(room, token=room._bankers)
    mine.post("ask")
    run = mine.begin()
    felt: dict[str, Any] = {"right": 0.0, "bottom": 0.6, "into": 0.8}
    mine.post("frame", body=jpeg(), run=run, **QUERY, **felt)
    assert camera.read().down == (0.0, 0.6, 0.8)
    nowhere: dict[str, Any] = {"right": 0.0, "bottom": 0.0, "into": 0.0}
    mine.post("frame", body=jpeg(), run=run, **{**QUERY, "n": 2}, **nowhere)
    assert camera.read().down is None


def test_the_banker_says_no_and_is_not_asked_again(room: Living) -> None:
    banker, guest = room.banker(), Offered(room)
    guest.post("ask")
    answered(room, banker, yes=False)
    assert guest.state == "no"
    assert guest.post("ask")["state"] == "full"
    assert Offered(room).post("ask")["state"] == "full"  # of the same address
    assert WANTS not in text_of(banker, "/banker")


def test_a_phone_that_asks_again_keeps_its_number(room: Living) -> None:
    first, second, banker = Offered(room), Offered(room), room.banker()
    number = first.post("ask")["number"]
    second.post("ask")  # of the same address: it takes the first one's place
    answered(room, banker)
    assert (second.state, first.state) == ("in", "no")
    assert first.post("ask") == {"state": "asks", "number": number}
    assert f"the number {number}." in text_of(banker, "/banker")


def test_nobody_but_the_banker_lets_anybody_in(room: Living) -> None:
    token = room.begin()[0]
    guest, seat = Offered(room), room.client(token)
    guest.post("ask")
    (asks,) = room.context.asking.all
    assert sent(seat, "/eye/answer", phone=asks.id, yes=1) == 403
    assert sent(guest.client, "/eye/send-away") == 403
    assert guest.state == "asks"


def test_a_seats_phone_may_be_the_camera_and_keeps_its_seat(room: Living) -> None:
    token = room.begin()[0]
    phone = Offered(room, token=token)
    phone.post("ask")
    assert "Ann" in text_of(room.banker(), "/banker")
    answered(room, room.banker())
    assert phone.state == "in"
    assert room.context.phones.of(token).seat == Seat(0)
    assert room.context.phones.of(token).eye


def test_the_bankers_own_phone_needs_nobody(room: Living) -> None:
    banker = room.banker()
    asked = banker.post("/eye/ask", headers=ORIGIN).get_json()
    assert asked["state"] == "in"


def test_there_are_never_two_and_the_one_before_is_told(room: Living) -> None:
    looked_through(room)
    banker, first, second = room.banker(), Offered(room), Offered(room, OTHER)
    first.post("ask")
    answered(room, banker)
    run = first.begin()
    second.post("ask")
    assert "it is told, and stops" in text_of(banker, "/banker")
    assert first.post("frame", body=jpeg(), run=run, **QUERY)["frame"] == "taken"
    answered(room, banker)
    told = first.post("frame", 403, body=jpeg(), run=run, **{**QUERY, "n": 2})
    assert told["state"] == "no"
    assert second.state == "in"
    assert [phone.eye for phone in room.context.phones._kept.phones].count(True) == 1


def test_it_stays_let_in_over_a_restart_until_it_is_sent_away(room: Living) -> None:
    banker, guest = room.banker(), Offered(room)
    guest.post("ask")
    answered(room, banker)
    cookie = guest.client.get_cookie(COOKIE)
    assert cookie is not None
    room.revived()
    again = Offered(room, token=cookie.value)
    assert again.state == "in"
    assert sent(room.banker(), "/eye/send-away") == 303
    assert again.state == "no"
    assert not room.context.phones.of(cookie.value).known


def test_a_guest_who_joins_stays_the_camera(room: Living) -> None:
    banker, guest = room.banker(), Offered(room)
    guest.post("ask")
    answered(room, banker)
    fields = {"name": "Eve", "seat": 0, "colour": "blue"}
    assert sent(guest.client, "/join", **fields) == 303
    assert guest.state == "in"


def test_who_looks_on_may_be_the_camera_and_still_looks_on(room: Living) -> None:
    room.begin()
    guest = Offered(room)
    assert sent(guest.client, "/watch") == 303
    guest.post("ask")
    answered(room, room.banker())
    assert guest.state == "in"
    assert guest.client.get("/watch").status_code == 200


@pytest.mark.parametrize(
    "query",
    [
        {},
        {"n": "x", "taken": 1, "sent": 1},
        {"n": 1, "taken": "nan", "sent": 1},
        {"n": "inf", "taken": 1, "sent": 1},
        {**QUERY, "told": 5},
        {**QUERY, "told": 5, "asked": "", "heard": 2},
        {**QUERY, "into": 1},
        {**QUERY, "into": 1, "right": "nan", "bottom": 0},
    ],
)
def test_what_is_no_frame_of_ours_is_refused(room: Living, query: dict[str, Any]) -> None:
    looked_through(room)
    banker = room.banker()
    banker.post("/eye/ask", headers=ORIGIN)
    answer = banker.post("/eye/frame", query_string=query, data=jpeg(), headers=ORIGIN)
    assert answer.status_code == 400


def test_a_frame_that_is_too_large_is_refused_before_it_is_read(room: Living) -> None:
    banker = room.banker()
    banker.post("/eye/ask", headers=ORIGIN)
    body = bytes((3 << 19) + 1)
    answer = banker.post("/eye/frame", query_string=QUERY, data=body, headers=ORIGIN)
    assert answer.status_code == 413


def test_where_no_phone_may_be_the_camera_there_is_no_page(room: Living) -> None:
    room.context.parts = replace(room.context.parts, phone_eye=None)
    assert room.client().get("/eye").status_code == 404
    assert room.client().post("/eye/ask", headers=ORIGIN).status_code == 404


def test_the_page_leads_to_its_secure_address_by_the_host_it_was_asked_at(room: Living) -> None:
    there = ("https://192.168.1.40:8443", "https://localhost:8443")
    room.context.parts = replace(room.context.parts, secure=Secured(there, b""))
    page = room.client().get("/eye").text
    assert 'href="https://localhost:8443/eye"' in page
    assert "192.168.1.40" not in page
    assert 'href="/certificate"' in page


def test_while_the_phone_is_missed_the_table_screen_has_a_code_for_it(room: Living) -> None:
    secure = Secured(("https://192.168.1.40:8443",), b"")
    room.context.parts = replace(room.context.parts, secure=secure)
    frames, lost = room.context.parts.phone_eye, CameraError(code="eye-none", where="phone")
    assert isinstance(frames, PhoneEye)
    words = "The page of the phone in the stand: https://192.168.1.40:8443/eye"
    TableWitness(room.table).camera("phone", ok=False, trouble=lost)
    room.begin()
    assert words not in room.client().get("/table").text  # another camera is missed
    camera = frames.camera(CameraOptions())
    assert words in room.client().get("/table").text
    frames.begin()
    assert words not in room.client().get("/table").text
    camera.close()


class Crowd:
    """Who asks, on a clock that tests move."""

    def __init__(self) -> None:
        self.now, self.changes = 0.0, 0
        self.asking = Asking(self._changed, lambda: self.now)

    def _changed(self) -> None:
        self.changes += 1


def test_a_stranger_floods_nobody() -> None:
    crowd = Crowd()
    for n in range(50):
        if crowd.asking.may("one address"):
            crowd.asking.ask(f"{n:064x}", "one address")
    assert len(crowd.asking.all) == 1
    assert crowd.changes == 1
    for n in range(50):
        if crowd.asking.may(f"address {n}"):
            crowd.asking.ask(f"{100 + n:064x}", f"address {n}")
    assert len(crowd.asking.all) == MOST


def test_who_has_closed_the_page_asks_no_more() -> None:
    crowd = Crowd()
    crowd.asking.ask("a" * 64, "here")
    crowd.now = GONE_S - 1
    crowd.asking.look("a" * 64)
    crowd.now += GONE_S - 1
    assert len(crowd.asking.all) == 1
    crowd.now += 2
    assert not crowd.asking.all


def test_a_no_is_forgotten_after_a_while() -> None:
    crowd = Crowd()
    crowd.asking.ask("a" * 64, "here")
    crowd.asking.answered(crowd.asking.all[0], no=True)
    assert not crowd.asking.may("here")
    crowd.now += AWAY_S
    assert crowd.asking.may("here")
