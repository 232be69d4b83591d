"""Who plays for whom stands in the journal: each seat that moves, by whom, and no secret."""

import json

import msgspec
import pytest
from flask.testing import FlaskClient

from companion.accounts.holdings import Holdings
from companion.game.commands import Bid, Decline, Roll
from companion.game.events import BankerMoved, SeatMoved
from companion.journal.record import Record
from companion.journal.store import CommitError
from companion.table.games.commands import Begin, Resume
from companion.table.state import told_by
from companion.words import Seat
from tests.support.pages import ORIGIN, Living, text_of
from tests.web.test_codes import brought, made
from web.phones.chairs import hashed
from web.phones.pin import reset

ANN, BEN, CY = Seat(0), Seat(1), Seat(2)


def post(client: FlaskClient, path: str, **fields: str) -> int:
    return client.post(path, data=fields, headers=ORIGIN).status_code


def moves(room: Living) -> list[tuple[Record, SeatMoved | BankerMoved]]:
    """Return what the journal tells of seats since the game began."""
    return [
        (record, event)
        for record in room.table.history(after=1)
        for event in record.events
        if isinstance(event, SeatMoved | BankerMoved)
    ]


def last(room: Living) -> tuple[Record, SeatMoved | BankerMoved]:
    return moves(room)[-1]


def device(room: Living, client: FlaskClient) -> str:
    cookie = client.get_cookie("companion")
    assert cookie is not None
    return room.context.phones.of(cookie.value).device


# ---- how seats move


def test_the_first_record_says_who_holds_which_seat(room: Living) -> None:
    tokens = room.begin()
    room.client(tokens[ANN]).get("/seat")
    (first,) = room.table.history()
    held = [event for event in first.events if isinstance(event, SeatMoved)]
    phones = room.context.phones
    assert any(isinstance(event, BankerMoved) for event in first.events)
    assert [(e.seat, e.how, e.phones) for e in held] == [
        (seat, "held", (phones.of(token).device,)) for seat, token in enumerate(tokens)
    ]
    assert "seating" not in first.command


def test_a_seat_that_is_handed_over(room: Living) -> None:
    first, second = room.client(room.begin()[ANN]), room.client()
    assert brought(second, made(room, first, ANN, "hand")) == 303
    record, event = last(room)
    assert isinstance(event, SeatMoved)
    assert (event.seat, event.how, event.phones) == (ANN, "handed", (device(room, second),))
    assert (record.cause.role, record.cause.seat) == ("seat", ANN)
    assert record.cause.device == device(room, second)


def test_a_seat_that_is_shared_is_on_both(room: Living) -> None:
    first, second = room.client(room.begin()[ANN]), room.client()
    brought(second, made(room, first, ANN, "share"))
    _, event = last(room)
    assert event.how == "shared"
    assert {*event.phones} == {device(room, first), device(room, second)}


def test_a_seat_that_the_banker_gives(room: Living) -> None:
    room.begin()
    found = room.client()
    brought(found, made(room, room.banker(), ANN, "hand"))
    _, event = last(room)
    assert (event.how, event.phones) == ("given", (device(room, found),))


def test_a_lost_cookie_is_taken_back_by_way_of_the_banker(room: Living) -> None:
    room.begin()
    banker, found = room.banker(), room.client()
    post(banker, "/banker/release", seat="0")
    record, event = last(room)
    assert (event.how, event.phones, record.cause.role) == ("released", (), "banker")
    assert record.cause.device == device(room, banker)
    assert post(found, "/join", seat="0") == 303
    record, event = last(room)
    assert (event.how, event.phones) == ("joined", (device(room, found),))
    assert (record.cause.role, record.cause.seat) == ("seat", ANN)


def test_a_guest_who_goes(room: Living) -> None:
    guest = room.client(room.begin()[BEN])
    name = device(room, guest)
    post(guest, "/me/give-up", seat="1")
    record, event = last(room)
    assert isinstance(event, SeatMoved)
    assert (event.seat, event.how, event.phones) == (BEN, "given-up", ())
    assert (record.cause.seat, record.cause.device) == (BEN, name)


def test_several_seats_on_one_phone(room: Living) -> None:
    ann = room.client(room.begin()[ANN])
    post(room.banker(), "/banker/release", seat="2")
    name = device(room, ann)
    assert post(ann, "/join", seat="2", beside="yes") == 303
    record, event = last(room)
    assert isinstance(event, SeatMoved)
    assert (event.seat, event.how, event.phones) == (CY, "joined", (name,))
    assert device(room, ann) == name  # though it has another cookie now
    assert record.cause.device == name


def test_a_pin_and_its_reset(room: Living) -> None:
    ann = room.client(room.begin()[ANN])
    pin = reset(room.home / "pin.json")
    assert post(ann, "/banker/pin", pin=pin) == 303
    record, event = last(room)
    assert isinstance(event, BankerMoved)
    assert (event.how, event.phones) == ("pin", (device(room, ann),))
    assert record.cause.role == "banker"
    reset(room.home / "pin.json")
    room.client().get("/table")
    room.client().get("/banker")
    record, event = last(room)
    assert (event.how, event.phones) == ("reset", ())
    assert (record.cause.role, record.cause.device) == ("start", "")


def test_it_is_in_the_journal_before_the_phone_hears_of_it(room: Living) -> None:
    first, second = room.client(room.begin()[ANN]), room.client()
    code, seq = made(room, first, ANN, "hand"), room.table.view.seq
    brought(second, code)
    assert room.table.view.seq == seq + 1


def test_before_a_game_and_after_it_nothing_is_written(room: Living) -> None:
    token = room.seated("Ann", "Ben")[0]
    assert room.client(token).get("/seat").status_code == 200
    assert room.table.history() == ()


def test_what_changed_while_nobody_wrote_is_written_at_the_next_start(room: Living) -> None:
    """As after a crash between the phones' file and the journal."""
    room.begin()
    room.context.phones.release(BEN)
    room.revived()
    room.client().get("/table")
    record, event = last(room)
    assert isinstance(event, SeatMoved)
    assert (event.seat, event.phones, record.cause.role) == (BEN, (), "start")


def test_a_restart_alone_writes_nothing(room: Living) -> None:
    room.begin()
    room.revived()
    room.client().get("/table")
    assert moves(room) == []


def test_a_full_disk_keeps_nobody_from_the_seat_and_the_journal_follows(
    room: Living, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, found = room.client(room.begin()[ANN]), room.client()

    def full(*_args: object, **_more: object) -> None:
        raise CommitError("full", where="here", disk_full=True)

    with monkeypatch.context() as disk:
        disk.setattr("companion.journal.sqlite.SqliteJournal.append_all", full)
        assert brought(found, made(room, ann, ANN, "hand")) == 303
    assert moves(room) == []
    assert found.get("/seat").status_code == 200
    _, event = last(room)
    assert (event.how, event.phones) == ("handed", (device(room, found),))


def test_a_game_that_is_brought_back_learns_who_holds_its_seats(room: Living) -> None:
    ann = room.client(room.begin()[ANN])
    older, cause = room.table.view.game, room.table.cause("banker", "banker")
    asked = {"players": ("Dora", "Emil"), "first_roll": False, "instead": True}
    room.table.submit(Begin(edition="us-classic", **asked), cause)  # type: ignore[arg-type]  # of three types
    post(ann, "/me/give-up", seat="0")
    room.table.submit(Resume(game=older), cause)
    room.client().get("/table")
    known, phones = told_by(room.table.history()).seating, room.context.phones.seating
    assert known.banker == phones.banker
    assert {seat for seat, held in known.seats.items() if held} == phones.seats.keys()


# ---- no secret


def test_no_secret_is_in_the_journal(room: Living) -> None:
    tokens = room.begin()
    first, second, banker = room.client(tokens[ANN]), room.client(), room.banker()
    code = made(room, first, ANN, "hand")
    brought(second, code)
    brought(room.client(), made(room, banker, BEN, "share"))
    pin = reset(room.home / "pin.json")
    post(second, "/banker/pin", pin=pin)
    cookie = second.get_cookie("companion")
    assert cookie is not None
    text = b"".join(msgspec.json.encode(record) for record in room.table.history()).decode()
    for secret in (*tokens, cookie.value):
        assert secret not in text
        assert hashed(secret) not in text
        assert hashed(secret)[:16] not in text
    for secret in (pin, code, code.replace("-", "")):
        assert f'"{secret}"' not in text
        assert json.dumps(room.table.view.game) in f'"{room.table.view.game}"'
    assert (room.home / "pin.json").read_text() not in text


# ---- where it is shown


def test_the_story_tells_it_to_everybody(room: Living) -> None:
    first, second = room.client(room.begin()[ANN]), room.client()
    brought(second, made(room, first, ANN, "hand"))
    told = text_of(second, "/seat/story")
    assert "You brought your seat to another phone" in told
    post(room.banker(), "/banker/release", seat="1")
    assert "The banker freed Ben's seat" in text_of(second, "/seat/story")


def test_why_says_since_when_the_phone_had_its_seat(room: Living) -> None:
    first, second = room.client(room.begin()[ANN]), room.client()
    roll = {"do": "roll", "dice-0": "1", "dice-1": "2", "by": "0"}
    post(first, "/do", **roll, id="a")
    assert "has had the seat since the game began" in text_of(first, "/why/2")
    brought(second, made(room, first, ANN, "hand"))
    moved = room.table.view.seq
    post(second, "/do", do="buy", by="0", id="b")
    bought = room.table.view.seq
    text = text_of(second, f"/why/{bought}")
    assert "Ann, on a phone" in text
    assert "Ann brought the seat to another phone" in text
    assert f"the phone has the seat since number {moved}" in text
    assert Holdings(room.table.history()).since(bought) == moved
    assert Holdings(room.table.history()).since(2) == 1


def test_of_a_button_and_of_the_camera_there_is_nothing_to_say(room: Living) -> None:
    room.begin()
    room.play(Roll(by=ANN, dice=(1, 2)), Decline(by=ANN))
    cause = room.table.cause("seat", "button", seat=BEN, device="button-1")
    room.table.submit(Bid(by=BEN, amount=10), cause)
    assert Holdings(room.table.history()).since(room.table.view.seq) == 0


def test_the_export_has_the_moves_of_seats(room: Living) -> None:
    first, second = room.client(room.begin()[ANN]), room.client()
    brought(second, made(room, first, ANN, "hand"))
    words = json.loads(room.banker().get("/export/json").text)["words"]
    (moved,) = (one for one in words if one.get("what") == "seat-moved" and one["record"] > 1)
    assert moved["sentence"] == "Ann brought the seat to another phone"
    assert (moved["seat"], moved["phones"]) == (0, [device(room, second)])
