"""Photographs of dice that phones send: who may, what they come to, and what counts for nothing."""

import io
from pathlib import Path

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient
from msgspec.structs import replace
from PIL import Image
from werkzeug.test import TestResponse

from companion.game.commands import Buy, Correct
from companion.table import photographs
from companion.table.answers import Accepted
from companion.table.story.commands import GoBack
from companion.vision import pictures
from companion.vision.frame import Pixels
from companion.vision.pictures import decoded
from companion.words import Seat
from tests.support import black_pictures as black
from tests.support.aslant import from_a_chair
from tests.support.eyes import NotedEye
from tests.support.pages import ORIGIN, Living, fresh_id, living_room, sent
from tests.support.templates import app_of
from web.server import bodies
from web.shared.context import COOKIE

ANN, BEN, CY, DEE = (Seat(n) for n in range(4))
PHOTOS = Path(__file__).parents[1] / "vision" / "pictures" / "dice"


def photo(name: str) -> bytes:
    return (PHOTOS / name).read_bytes()


def coded(pixels: Pixels, quality: int = 80) -> bytes:
    return cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()


def send(client: FlaskClient, picture: bytes, **form: object) -> TestResponse:
    """Photograph dice, as the page that the phone has open does it."""
    rolled = form.pop("rolled", None)
    html = client.get("/seat").text if rolled is None else ""
    known = html.partition('name="rolled" value="')[2].partition('"')[0]
    fields = {"id": fresh_id(), "rolled": known if rolled is None else rolled, **form}
    data = {**fields, "picture": (io.BytesIO(picture), "dice.jpg")}
    return client.post(
        "/photograph", data=data, headers={**ORIGIN, "Accept": "application/json"},
        content_type="multipart/form-data",
    )  # fmt: skip


def cookie_of(client: FlaskClient) -> str:
    cookie = client.get_cookie(COOKIE)
    assert cookie is not None
    return cookie.value


def refused(answer: TestResponse) -> str:
    return str((answer.json or {}).get("refused", ""))


SURE, DOUBLE, ANOTHER, DOUBTFUL = (
    *("nell_20191208_112659.jpg", "matteo_valid_valid_25.jpg"),
    *("matteo_valid_valid_33.jpg", "nell_20191208_112704.jpg"),
)
"""Read as 2 and 4, 4 and 4, 5 and 5; and asked about as 5 and 1."""


@pytest.fixture
def phones(room: Living) -> list[FlaskClient]:
    return [room.client(token) for token in room.begin()]


def test_a_photograph_is_a_throw(room: Living, phones: list[FlaskClient]) -> None:
    answer = send(phones[ANN], photo(SURE))
    assert answer.json == {"ok": True, "seq": room.table.view.seq}
    assert room.state.players[ANN].at == 6
    cause = room.table.history()[-1].cause
    assert (cause.role, cause.origin, cause.seat) == ("camera", "phone", ANN)
    assert cause.device == room.context.phones.of(cookie_of(phones[ANN])).device
    assert str(cause.evidence) in room.client().get("/table").text
    assert (
        "Ann threw it; it was photographed" in phones[BEN].get(f"/why/{room.table.view.seq}").text
    )


def test_it_is_kept_without_what_a_phone_writes_into_it(
    room: Living, phones: list[FlaskClient]
) -> None:
    told = Image.Exif()
    told[0x010F], told[0x0112] = "a phone", 6  # its maker; it was held upright
    told.get_ifd(0x8825)[1] = "N"  # where on earth
    turned, file = Image.open(io.BytesIO(photo(SURE))).rotate(90, expand=True), io.BytesIO()
    turned.save(file, "JPEG", exif=told)
    assert send(phones[ANN], file.getvalue()).status_code == 200
    kept = room.table.picture(room.table.history()[-1].cause.evidence or "")
    assert kept is not None
    assert not Image.open(io.BytesIO(kept)).getexif()
    (reading,) = room.table.readings.all
    assert sorted(reading.values) == [2, 4]


def test_a_large_one_is_made_smaller(room: Living, phones: list[FlaskClient]) -> None:
    large = cv2.resize(decoded(photo(SURE)), (3000, 3000), interpolation=cv2.INTER_CUBIC)
    assert send(phones[ANN], coded(np.asarray(large, np.uint8))).status_code == 200
    kept = room.table.picture(room.table.history()[-1].cause.evidence or "")
    assert decoded(kept or b"").shape == (1600, 1600, 3)


def test_what_is_not_sure_is_asked(room: Living, phones: list[FlaskClient]) -> None:
    assert send(phones[ANN], photo(DOUBTFUL)).status_code == 200
    doubt = room.table.view.doubt
    assert doubt is not None
    assert (doubt.seat, doubt.guess) == (ANN, (5, 1))
    assert "5 and 1?" in phones[ANN].get("/seat").text
    assert send(phones[ANN], photo(SURE), rolled=0).status_code == 200  # a better one settles it
    assert room.table.view.doubt is None
    assert room.state.players[ANN].at == 6


def test_sides_of_dice_are_asked_about(room: Living, phones: list[FlaskClient]) -> None:
    (photographed,) = from_a_chair(900, 70.0, 1)
    assert send(phones[ANN], coded(photographed.pixels, quality=92)).status_code == 200
    doubt = room.table.view.doubt
    assert doubt is not None
    assert doubt.remark == "aslant"
    assert room.state.players[ANN].at == 0
    assert "a side may have been read: upper faces count." in phones[ANN].get("/seat").text


def test_only_who_is_to_throw_sends_one_and_the_banker_for_anybody(
    room: Living, phones: list[FlaskClient]
) -> None:
    late = send(phones[BEN], photo(SURE), rolled=0)
    assert (late.status_code, refused(late)) == (409, "not-your-turn")
    assert send(room.client(), photo(SURE), rolled=0).status_code == 403
    assert room.state.players[ANN].at == 0
    assert send(room.banker(), photo(SURE), rolled=0, by=ANN).status_code == 200
    assert room.table.history()[-1].cause.seat == ANN
    assert room.state.players[ANN].at == 6


def test_nobody_photographs_what_is_not_awaited(phones: list[FlaskClient]) -> None:
    assert send(phones[ANN], photo(SURE)).status_code == 200
    assert refused(send(phones[ANN], photo(ANOTHER), rolled=0)) == "not-asked"
    assert 'name="picture"' not in phones[ANN].get("/seat").text


def test_a_picture_of_the_throw_before_is_none_of_the_next(
    room: Living, phones: list[FlaskClient]
) -> None:
    page = phones[ANN].get("/seat").text
    assert send(phones[ANN], photo(DOUBLE)).status_code == 200
    assert 'name="rolled" value="0"' in page
    room.play(Buy(by=ANN))
    assert refused(send(phones[ANN], photo(ANOTHER), rolled=0)) == "gone-on"


@pytest.mark.parametrize(
    "altered",
    [
        lambda pixels: pixels,
        lambda pixels: cv2.resize(pixels, None, fx=0.6, fy=0.6, interpolation=cv2.INTER_AREA),
        lambda pixels: cv2.rotate(pixels, cv2.ROTATE_90_CLOCKWISE),
        lambda pixels: pixels[30:, 60:],
        lambda pixels: pixels[:, ::-1],
        lambda pixels: np.clip(pixels * 0.8 + 10, 0, 255).astype(np.uint8),
    ],
    ids=["as it was", "smaller", "turned", "cut", "mirrored", "darker"],
)
def test_the_same_picture_counts_once(
    room: Living, phones: list[FlaskClient], altered: object
) -> None:
    assert send(phones[ANN], photo(DOUBLE)).status_code == 200
    room.play(Buy(by=ANN))
    again = coded(altered(decoded(photo(DOUBLE))), 60)  # type: ignore[operator]
    assert refused(send(phones[ANN], again)) == "same-picture"
    assert room.state.players[ANN].at == 8
    assert send(phones[ANN], photo(ANOTHER)).status_code == 200
    assert room.state.players[ANN].at == 18


def test_it_counts_again_when_its_roll_was_taken_back(
    room: Living, phones: list[FlaskClient]
) -> None:
    assert send(phones[ANN], photo(DOUBLE)).status_code == 200
    back = room.table.submit(GoBack(to=1), room.table.cause("banker", "phone"))
    assert isinstance(back, Accepted)
    assert room.state.players[ANN].at == 0
    assert send(phones[ANN], photo(DOUBLE)).status_code == 200


def test_one_form_sent_twice_is_one_throw(room: Living, phones: list[FlaskClient]) -> None:
    once = {"id": "once", "rolled": 0}
    answers = [send(phones[ANN], photo(DOUBLE), **once) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert room.state.players[ANN].at == 8


@pytest.mark.parametrize(
    ("picture", "code"),
    [
        (b"", "no-picture"),
        (b"<script>alert(1)</script>", "no-picture"),
        (photo(SURE)[:9000], "no-picture"),
        (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + bytes(200), "picture-heic"),
        (b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom" + bytes(200), "no-picture"),
        (coded(np.full((600, 800, 3), 90, np.uint8)), "no-dice-seen"),
        (coded(np.full((1, 1, 3), 90, np.uint8)), "no-dice-seen"),
        (coded(np.full((1, 60_000, 3), 90, np.uint8)), "no-dice-seen"),
        (coded(np.full((60_000, 1, 3), 90, np.uint8)), "no-dice-seen"),
    ],
    ids=[
        "empty",
        "no picture",
        "cut short",
        "HEIC",
        "a clip",
        "no dice",
        "one pixel",
        "a long line",
        "a high line",
    ],
)
def test_what_cannot_be_read_is_said(
    room: Living, phones: list[FlaskClient], picture: bytes, code: str
) -> None:
    answer = send(phones[ANN], picture)
    assert (answer.status_code, refused(answer)) == (409, code)
    assert room.table.view.seq == 1
    assert room.table.readings.all == ()


def test_one_that_would_take_too_much_memory_is_said(
    room: Living, phones: list[FlaskClient]
) -> None:
    for picture in (black.png(10_900, 10_900), black.png(20_000, 20_000, channels=1, bits=1)):
        answer = send(phones[ANN], picture)
        assert (answer.status_code, refused(answer)) == (409, "picture-large")
        assert "too large" in (answer.json or {})["sentence"]
    assert room.table.view.seq == 1
    assert room.table.readings.all == ()


def test_who_waits_for_anothers_photograph_is_asked_to_send_it_again(
    room: Living, phones: list[FlaskClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    reader = room.context.parts.photographs
    assert reader is not None
    monkeypatch.setattr(photographs, "WAIT_S", 0.01)
    with reader._lock:  # one is being read
        assert refused(send(phones[ANN], photo(SURE))) == "picture-busy"
    with pictures._ONE_AT_A_TIME:  # one is being decoded, at another table of this process
        assert refused(send(phones[ANN], photo(SURE))) == "picture-busy"
    assert (send(phones[ANN], photo(SURE)).json or {})["ok"]


def test_a_form_without_a_picture_is_told_so(phones: list[FlaskClient]) -> None:
    form = {"id": fresh_id(), "rolled": "0"}
    answer = phones[ANN].post("/photograph", data=form, headers=ORIGIN)
    assert answer.status_code == 409
    assert "That is no picture that can be read." in answer.text


def test_more_than_a_picture_is_refused(phones: list[FlaskClient]) -> None:
    large, kind = bytes(bodies.most("/photograph") + 1), "multipart/form-data; boundary=x"
    answer = phones[ANN].post("/photograph", data=large, content_type=kind, headers=ORIGIN)
    assert answer.status_code == 413


def test_before_a_game_there_is_nothing_to_photograph(room: Living) -> None:
    (ann,) = room.seated("Ann")
    assert refused(send(room.client(ann), photo(SURE), rolled=0)) == "no-game"


def test_a_paused_game_does_not_roll(room: Living, phones: list[FlaskClient]) -> None:
    assert sent(room.banker(), "/banker/pause") == 303
    assert refused(send(phones[ANN], photo(SURE), rolled=0)) == "paused"
    assert room.state.players[ANN].at == 0


@pytest.mark.parametrize("eye", ["photographs", "none"])
def test_where_dice_are_photographed_that_comes_first(tmp_path: Path, eye: str) -> None:
    with living_room(tmp_path) as room:
        parts = replace(room.context.parts, eye=NotedEye(eye))
        room.app = app_of(room.table, room.context.settings, parts)
        room.context = room.app.extensions["companion"]
        html = room.client(room.begin()[ANN]).get("/seat").text
    assert ('<details id="type-dice" open>' in html) == (eye == "none")
    assert ('class="button do take"' in html) == (eye == "photographs")


def test_with_the_speed_die_its_face_is_asked_for(room: Living) -> None:
    ann = room.client(room.begin("Ann", "Ben", edition="got-2015", variants=("speed-die",))[ANN])
    been = Correct(why="a test", laps={ANN: 1})
    assert isinstance(room.ask(been, banker=True), Accepted)
    assert send(ann, photo("damian_52.jpg")).status_code == 200
    doubt = room.table.view.doubt
    assert doubt is not None
    assert room.state.players[ANN].at == 0
    html = ann.get("/seat").text
    assert "The speed die" in html
    answer = {"doubt": doubt.id, "dice-0": 2, "dice-1": 3, "speed": "bus", "id": fresh_id()}
    assert ann.post("/doubt", data=answer, headers=ORIGIN).status_code == 303
    assert room.table.history()[-1].cause.evidence == doubt.evidence
