"""Commands from phones: forms and JSON, whose they are, and that one id is one command."""

from itertools import product
from typing import Any

import msgspec
import pytest
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

from companion.game.commands import Command, Decline, Roll
from companion.table.answers import Accepted
from companion.table.commands import COMMANDS
from companion.table.games.commands import Begin
from companion.words import Seat, Space
from tests.support.pages import ORIGIN, Living
from web.shared.forms import command_fields, fields_of

ANN, BEN, CY, DEE = (Seat(n) for n in range(4))


def send(client: FlaskClient, **body: Any) -> tuple[int, dict[str, Any]]:
    answer = client.post("/api/commands", json=body, headers=ORIGIN)
    return answer.status_code, answer.json or {}


def at(room: Living, seat: Seat) -> Space:
    state = room.table.view.state
    assert state is not None
    return state.players[seat].at


def test_a_phone_rolls_for_its_own_seat(room: Living) -> None:
    ann = room.client(room.begin()[ANN])
    status, answer = send(ann, id="a", do="roll", dice=[1, 2])
    assert (status, answer["ok"]) == (200, True)
    assert answer["seq"] == room.table.view.seq
    assert at(room, ANN) == 3


def test_a_phone_that_names_no_seat_acts_for_its_own(room: Living) -> None:
    ben = room.client(room.begin()[BEN])
    status, answer = send(ben, id="a", do="roll", dice=[1, 2])
    assert (status, answer["refused"]) == (409, "not-your-turn")
    assert answer["sentence"] == "It is Ann's turn."


@pytest.mark.parametrize("by", [0, 3, 31, 9999, -1, "x", [0], True])
def test_a_phone_that_names_anothers_seat_acts_for_none(room: Living, by: object) -> None:
    """Not even for its own: what was meant for one seat is never done for another."""
    ben, before = room.client(room.begin()[BEN]), room.table.view
    assert send(ben, id="a", do="roll", dice=[1, 2], by=by)[0] == 403
    form = {"do": "roll", "dice-0": "1", "dice-1": "2", "by": str(by)}
    assert ben.post("/do", data=form, headers=ORIGIN).status_code == 403
    assert room.table.view == before


def test_the_same_id_twice_is_one_command(room: Living) -> None:
    ann = room.client(room.begin()[ANN])
    first = send(ann, id="once", do="roll", dice=[1, 2])
    again = send(ann, id="once", do="roll", dice=[1, 2])
    assert first == again
    assert at(room, ANN) == 3


@pytest.mark.parametrize(
    "body",
    [
        {"do": "fly"},
        {"do": "roll", "dice": [1, 7]},
        {"do": "roll", "dice": [1, 2], "also": 1},
        {"do": "bid", "amount": 10**30},
        {"do": "bid", "amount": -1},
        {"do": "bid", "amount": "many"},
        {"do": ["roll"]},
        {},
    ],
)
def test_a_malformed_command_is_refused_and_changes_nothing(
    room: Living, body: dict[str, Any]
) -> None:
    ann = room.client(room.begin()[ANN])
    before = room.table.view.seq
    status, answer = send(ann, id="a", **body)
    assert (status, answer["refused"]) == (400, "bad-command")
    assert room.table.view.seq == before


def test_the_banker_takes_back_and_goes_back_by_name(room: Living) -> None:
    tokens = room.begin()
    ann, banker = room.client(tokens[ANN]), room.banker()
    send(ann, id="a", do="roll", dice=[1, 2])
    send(ann, id="b", do="buy")
    assert send(ann, id="c", do="undo") == (
        403,
        {
            "refused": "not-allowed",
            "sentence": "That is not allowed from here. The banker may do it.",
        },
    )
    assert send(banker, id="c", do="undo")[0] == 200
    assert room.table.view.asked == {ANN: {"buy", "decline"}}
    assert send(banker, id="c", do="undo")[1]["seq"] == 4  # the same id is one command
    assert send(banker, id="d", do="rewind", to=1, why="from the start")[0] == 200
    assert at(room, ANN) == 0
    assert send(banker, id="e", do="undo")[1]["refused"] == "nothing-to-undo"
    for to in ("1", None, True, 1.5):
        assert send(banker, id="f", do="rewind", to=to)[1]["refused"] == "bad-command"


@pytest.mark.parametrize("body", [b"{", b"[1]", b"null", b"[" * 5000])
def test_what_is_no_json_object_is_refused(room: Living, body: bytes) -> None:
    ann = room.client(room.begin()[ANN])
    headers = {**ORIGIN, "Content-Type": "application/json"}
    assert ann.post("/api/commands", data=body, headers=headers).status_code == 400


def test_the_api_reads_json_only(room: Living) -> None:
    ann = room.client(room.begin()[ANN])
    assert ann.post("/api/commands", data={"do": "end"}, headers=ORIGIN).status_code == 400


def test_who_holds_no_seat_may_do_nothing(room: Living) -> None:
    room.begin()
    assert send(room.client(), id="a", do="roll", dice=[1, 2])[0] == 403
    assert send(room.client("x" * 43), id="a", do="roll", dice=[1, 2])[0] == 403


def test_a_player_may_neither_hammer_nor_correct(room: Living) -> None:
    ann = room.client(room.begin()[ANN])
    assert send(ann, id="a", do="hammer")[1]["refused"] == "not-allowed"
    answer = send(ann, id="b", do="correct", why="rich", cash={"0": 9000})[1]
    assert answer["refused"] == "not-allowed"


def test_the_banker_acts_for_anybody(room: Living) -> None:
    room.begin()
    assert send(room.banker(), id="a", do="roll", dice=[1, 2], by=0)[0] == 200
    assert at(room, ANN) == 3


def test_the_banker_corrects_and_hammers(room: Living) -> None:
    room.begin()
    banker = room.banker()
    assert send(banker, id="a", do="correct", why="counted", cash={"1": 1400})[0] == 200
    room.play(Roll(by=ANN, dice=(1, 2)), Decline(by=ANN))
    assert send(banker, id="b", do="hammer")[0] == 200


def test_a_stopping_companion_takes_no_more_commands(room: Living) -> None:
    ann = room.client(room.begin()[ANN])
    room.context.stop()
    assert send(ann, id="a", do="roll", dice=[1, 2])[0] == 503
    form = {"do": "end", "id": "b", "back": "/seat"}
    answer = ann.post("/do", data=form, headers={**ORIGIN, "Accept-Language": "de"})
    assert "Der Spielbegleiter wird gerade beendet." in answer.text


def test_a_form_works_without_a_script(room: Living) -> None:
    ann = room.client(room.begin()[ANN])
    form = {"do": "roll", "dice-0": "1", "dice-1": "2", "id": "a", "back": "/seat"}
    answer = ann.post("/do", data=form, headers=ORIGIN)
    assert (answer.status_code, answer.location) == (303, "/seat")


def test_a_refused_form_says_why_on_a_page(room: Living) -> None:
    ben = room.client(room.begin()[BEN])
    answer = ben.post("/do", data={"do": "end", "id": "a", "back": "/seat"}, headers=ORIGIN)
    assert answer.status_code == 409
    assert "It is Ann&#39;s turn." in answer.text


def test_a_script_gets_the_same_refusal_as_data(room: Living) -> None:
    ben = room.client(room.begin()[BEN])
    headers = {**ORIGIN, "Accept": "application/json"}
    answer = ben.post("/do", data={"do": "end", "id": "a"}, headers=headers)
    assert answer.json == {"refused": "not-your-turn", "sentence": "It is Ann's turn."}


@pytest.mark.parametrize("back", ["//evil.example", "http://evil.example/", "/\\evil", ""])
def test_no_form_leads_out_of_the_house(room: Living, back: str) -> None:
    ann = room.client(room.begin()[ANN])
    form = {"do": "roll", "dice-0": "1", "dice-1": "2", "id": "a", "back": back}
    assert ann.post("/do", data=form, headers=ORIGIN).location == "/"


def test_getting_a_page_changes_nothing(room: Living) -> None:
    ann = room.client(room.begin()[ANN])
    before = room.table.view
    for path in ("/do", "/doubt", "/banker/pin", "/simulated/throw", "/api/commands"):
        assert ann.get(path).status_code in (403, 404, 405)
    assert room.table.view == before


@pytest.mark.parametrize(
    ("form", "fields"),
    [
        ([("do", "build"), ("lots", "6")], {"do": "build", "by": 0, "lots": {6: 1}}),
        ([("do", "mortgage"), ("lots", "5"), ("lots", "15")],
         {"do": "mortgage", "by": 0, "lots": [5, 15]}),
        ([("do", "bid"), ("amount", "1 300")], {"do": "bid", "by": 0, "amount": 1300}),
        ([("do", "pay")], {"do": "pay", "by": 0}),
        ([("do", "pay"), ("to", "2")], {"do": "pay", "by": 0, "to": 2}),
        ([("do", "correct"), ("why", "x"), ("cash-1", "90"), ("cash-2", "")],
         {"do": "correct", "why": "x", "cash": {1: 90}}),
        ([("do", "end"), ("dice", "6"), ("by", "3")], {"do": "end", "by": 0}),
    ],
)  # fmt: skip
def test_a_form_names_what_its_command_takes(
    form: list[tuple[str, str]], fields: dict[str, Any]
) -> None:
    assert command_fields(MultiDict(form), 0) == fields


def test_a_number_that_is_none_is_refused(room: Living) -> None:
    ann = room.client(room.begin()[ANN])
    form = {"do": "bid", "amount": "lots", "id": "a"}
    assert ann.post("/do", data=form, headers=ORIGIN).status_code == 400


def asks_for_more(kind: type[Command]) -> bool:
    """Return whether a command has fields that must be given, beside whose it is."""
    return any(field.required for field in msgspec.structs.fields(kind) if field.name != "by")


@pytest.mark.parametrize("kind", [*filter(asks_for_more, COMMANDS.values())])
def test_no_form_breaks_a_page(room: Living, kind: type[Command]) -> None:
    """Whatever stands in the fields of whatever command: a clear answer, and nothing is done."""
    ann = room.client(room.begin()[ANN])
    before = room.table.view.seq
    word = kind.__struct_config__.tag
    endings = (("",), ("-0", "-cash"), ("-x",))
    for text, ends in product(("", "x", "-1", "9" * 30, "<b>", "1.5"), endings):
        fields = {f"{name}{end}": text for name in kind.__struct_fields__ for end in ends}
        form = {"do": word, "id": "a", **fields}
        for answer in (
            ann.post("/do", data=form, headers=ORIGIN).status_code,
            send(ann, **form)[0],
        ):
            assert answer in (400, 403, 409), form
    assert room.table.view.seq == before


@pytest.mark.parametrize(("seat", "amount"), [("x", "5"), ("99", "5"), ("1", "x"), ("1", "")])
def test_a_correction_of_nobody_or_nothing_is_none(room: Living, seat: str, amount: str) -> None:
    room.begin()
    before = room.table.view.seq
    form = {"seat": seat, "amount": amount, "why": "miscounted", "id": "a"}
    assert room.banker().post("/banker/correct", data=form, headers=ORIGIN).status_code == 400
    assert room.table.view.seq == before


@pytest.mark.parametrize("pips", ["0", "7"])
@pytest.mark.parametrize(
    "kind", [kind for kind in COMMANDS.values() if "dice" in kind.__struct_fields__]
)
def test_a_face_that_no_die_has_is_read_by_no_command(kind: type[Command], pips: str) -> None:
    """Whoever decides a command need not ask again."""
    form = MultiDict({"dice-0": pips, "dice-1": "2"})
    given = {name: "1" for name in kind.__struct_fields__ if name not in ("dice", "speed", "by")}
    fields = fields_of(kind, form, 0, **given)
    with pytest.raises(msgspec.ValidationError, match=r"dice"):
        msgspec.convert(fields, kind, str_keys=True, strict=False)


STEERING = "\x1b[2J\x9b\u202e\x00 a\x07 four"


def test_what_would_steer_a_terminal_is_left_out_of_peoples_words(room: Living) -> None:
    """However it comes: by a program, by a form, in the names of who plays."""
    phones = room.begin()
    ann = room.client(phones[ANN])
    assert send(ann, id="a", do="roll", dice=[1, 2])[0] == 200
    seq = room.table.view.seq
    assert send(ann, id="b", do="dispute", seq=seq, why=STEERING)[0] == 200
    form = {"do": "dispute", "seq": str(seq), "why": STEERING, "id": "c", "by": str(BEN)}
    room.client(phones[BEN]).post("/do", data=form, headers=ORIGIN)
    whys = [record.command["why"] for record in room.table.history() if record.command.get("why")]
    assert whys
    assert {*whys} == {"[2J a four"}


def test_names_of_players_are_begun_with_as_they_can_be_shown(room: Living) -> None:
    names = ["Ann\x1b[2J", "B\u202een", "Cy\x00", "\x07Dee"]
    body = {"do": "begin", "edition": "ru-2004", "players": names, "first_roll": False}
    status, answer = send(room.banker(), id="a", **{"as-banker": True, "instead": True}, **body)
    assert status == 200, answer
    state = room.table.view.state
    assert state is not None
    assert [player.name for player in state.players] == ["Ann[2J", "Ben", "Cy", "Dee"]


def test_pages_show_nothing_that_steers_whatever_an_old_record_has(room: Living) -> None:
    begin = Begin(edition="ru-2004", players=("Ann\x1b[2J", "B\u202een"), first_roll=False)
    assert isinstance(room.table.submit(begin, room.table.cause("banker", "banker")), Accepted)
    html = room.banker().get("/table").text
    assert "[2J" in html
    assert not {"\x1b", "\u202e"} & {*html}
