"""What the doctor and the camera's page say is said in the reader's language."""

import re
from pathlib import Path
from string import Formatter

import pytest
from msgspec.structs import replace

from companion.doctor import Check, Code
from companion.editions.load import load_edition
from companion.examination import examine
from companion.sayings.checks import CHECKS, NAMES
from companion.sayings.lamps import LAMPS
from companion.speaker import Speaker
from companion.table.dice.accuracy import accuracy_checks
from companion.words import Seat
from hardware.checks import button_checks, camera_checks, picture_checks
from hardware.patterns import RHYTHMS
from hardware.simulated.table import SimulatedTable
from tests.support.pages import ORIGIN, Living, NotedPanels, living_room, text_of
from tests.support.sight import DrawnOn
from tests.support.table import hands
from web.doctor.findings import in_words
from web.shared.language import catalogues

LANGUAGES = tuple(catalogues())


def speaker(language: str) -> Speaker:
    return Speaker(catalogues()[language], load_edition("us-classic"), ())


@pytest.fixture(scope="module")
def checks(tmp_path_factory: pytest.TempPathFactory) -> tuple[Check, ...]:
    """What is said of a table on which all is well, and of some on which it is not."""
    home = tmp_path_factory.mktemp("home")
    with hands(home) as at:
        at.begin()
        at.see_dice(1, 2, began=at.clock.now)
        accuracy = accuracy_checks(at.desk.readings)
    pictures = Path(__file__).parents[1] / "end_to_end" / "pictures"
    return (
        *examine(home, "sim", buttons="mock"),
        *accuracy,
        *camera_checks(f"dir:{pictures}", SimulatedTable(1)),
        *camera_checks(f"dir:{home / 'gone'}", SimulatedTable(1)),
        *button_checks("gpio", 8),
        *picture_checks(SimulatedTable(1).seen(0.0) // 8),
    )


def test_every_code_has_its_sentence() -> None:
    assert {*CHECKS} == {*Code.__args__}  # type: ignore[attr-defined]


def test_every_check_has_a_name_for_the_pages(checks: tuple[Check, ...]) -> None:
    assert {check.name for check in checks} <= {*NAMES}


def test_every_check_carries_what_its_sentence_tells(checks: tuple[Check, ...]) -> None:
    for check in checks:
        wanted = {name for _, name, _, _ in Formatter().parse(CHECKS[check.code].found) if name}
        assert wanted <= {*check.facts}, check


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_is_said_in_every_language(checks: tuple[Check, ...], language: str) -> None:
    said = [in_words(speaker(language), check) for check in checks]
    english = [in_words(speaker("en"), check) for check in checks]
    assert all(one.words and "{" not in one.words for one in said)
    if language != "en":
        same = [one.words for one, other in zip(said, english, strict=True) if one == other]
        assert same == []


def test_what_needs_mending_says_how_on_the_page_too(checks: tuple[Check, ...]) -> None:
    for check in checks:
        told = in_words(speaker("de"), check)
        assert (told.health, bool(told.mend)) >= (check.health, bool(check.mend))


def test_terminal_and_english_page_say_the_same_but_for_details() -> None:
    check = Check("replaced", "ok", "replaced", {"n": 2, "room": "3.0 MB"}, "in aside/")
    told = in_words(speaker("en"), check)
    assert told.words == "Kept from before a copy was taken back: 2, 3.0 MB."
    assert check.words == "Kept from before a copy was taken back: 2, 3.0 MB: in aside/."
    assert (check.mend, told.mend) == ("", "")


def test_the_doctors_page_speaks_the_readers_language(room: Living) -> None:
    check = Check("clock", "ok", "clock")
    room.context.parts = replace(room.context.parts, checks=(lambda: (check,),))
    html = room.client().get("/doctor", headers={"Accept-Language": "de"}).text
    assert "Die Uhr ist gestellt." in html
    assert "The clock is set" not in html


def test_the_cameras_page_does_too(room: Living, monkeypatch: pytest.MonkeyPatch) -> None:
    sight = DrawnOn()
    found = (Check("mat", "warn", "no-mat"),)
    monkeypatch.setattr(sight, "checks", lambda: found)
    room.context.parts = replace(room.context.parts, sight=sight)
    room.begin()
    html = room.banker().get("/banker/camera", headers={"Accept-Language": "it"}).text
    assert "Metti il tappetino stampato sotto la telecamera." in html
    assert "Lay the printed mat" not in html


def test_the_page_of_the_buttons_tells_which_were_pressed_since_one_came(room: Living) -> None:
    asked: list[float] = []

    def heard(seconds: float) -> set[Seat]:
        asked.append(seconds)
        return {Seat(1)}

    room.seated("Ann")
    seats = (Seat(0), Seat(1))
    room.context.parts = replace(room.context.parts, button_seats=seats, heard=heard)
    client = room.client()
    assert "Try each button" in text_of(client, "/doctor")
    came = client.get("/doctor/buttons")
    assert came.status_code == 302
    told = text_of(client, came.location)
    assert "Button 1, Ann not yet Button 2 pressed" in told
    assert 0.0 <= asked[-1] < 60.0
    assert client.get("/doctor/buttons?since=nonsense").status_code == 302
    assert client.get("/doctor/buttons?since=" + "9" * 12).status_code == 200


def test_every_pattern_of_a_lamp_is_drawn_in_its_own_rhythm(room: Living) -> None:
    text = room.client().get("/doctor/lamps").text
    assert all(sentence in text for sentence in LAMPS.values())
    assert text.count("<animate") == len(RHYTHMS) == len(LAMPS)
    ask = next(part for part in text.split("<li") if "A question for you" in part)
    assert 'values="1;0;1;0"' in ask
    assert re.findall(r'<rect x="(\d+)" width="(\d+)"', ask) == [
        *(("0", "120"), ("300", "600"), ("1800", "120"), ("2100", "600")),
    ]
    once = next(part for part in text.split("<li") if "nothing to do" in part)
    assert once.count("<rect") == 3
    off = next(part for part in text.split("<li") if "Nothing is asked" in part)
    assert "<rect" not in off
    assert 'keyTimes="0.0000;0.0667;0.1667;0.5000" dur="1.8s"' in ask


def test_a_pattern_is_shown_on_ones_own_lamp_and_the_bankers_phone_shows_it_on_all(
    room: Living,
) -> None:
    tokens, lamps = room.begin("Ann", "Ben"), (Seat(0), Seat(1), Seat(2))
    panels, ann, stranger = NotedPanels(3, lamps), room.client(tokens[0]), room.client()
    assert "Show on my lamp" not in ann.get("/doctor/lamps").text
    assert ann.post("/doctor/lamps", data={"what": "debt"}, headers=ORIGIN).status_code == 400
    room.context.parts = replace(room.context.parts, panels=panels)
    assert ann.get("/doctor/lamps").text.count(">Show on my lamp<") == len(RHYTHMS)
    assert "Show on my lamp" not in stranger.get("/doctor/lamps").text
    for client, what in ((ann, "debt"), (stranger, "on"), (room.banker(), "ask")):
        assert client.post("/doctor/lamps", data={"what": what}, headers=ORIGIN).status_code == 303
    assert panels.shown == [(Seat(0), "debt"), *((seat, "ask") for seat in lamps)]
    assert ann.post("/doctor/lamps", data={"what": "<b>"}, headers=ORIGIN).status_code == 400


def test_the_wiring_is_drawn_in_the_readers_language(room: Living) -> None:
    client, pins = room.client(), room.home / "pins.toml"
    assert "/doctor/wiring" in client.get("/doctor/buttons?since=0").text
    assert "40 mA" in client.get("/doctor/wiring").text
    drawing = client.get("/doctor/wiring.svg")
    assert drawing.mimetype == "image/svg+xml"
    assert "seat 8: lamp" in drawing.text
    german = {"Accept-Language": "de"}
    assert "Platz 8: Lampe" in client.get("/doctor/wiring.svg", headers=german).text
    assert "push buttons" not in client.get("/doctor/wiring", headers=german).text
    pins.write_text("[[seat]]\nbutton = 99\nlamp = 17\n")
    assert "pin 99 is not to be had" in text_of(client, "/doctor/wiring", 409)
    assert client.get("/doctor/wiring.svg").status_code == 404


def test_strangers_do_not_have_everything_looked_at_again_and_again(tmp_path: Path) -> None:
    looks: list[int] = []

    def look() -> tuple[Check, ...]:
        looks.append(1)
        return (Check("disk", "ok", "disk", {"room": "12 GB"}),)

    with living_room(tmp_path, checks=(look,)) as room:
        for _ in range(20):
            assert room.client().get("/doctor").status_code == 200
        assert len(looks) == 1
        seat, banker = room.client(room.begin()[0]), room.banker()
        assert [client.get("/doctor").status_code for client in (seat, banker)] == [200, 200]
        assert len(looks) == 3


def test_the_file_for_a_question_is_the_bankers(room: Living) -> None:
    asked: list[bool] = []

    def diagnose(*, pictures: bool = False) -> bytes:
        asked.append(pictures)
        return b"a zip"

    (ann, *_) = room.begin()
    assert room.banker().get("/doctor/diagnostics.zip").status_code == 404
    room.context.parts = replace(room.context.parts, diagnose=diagnose)
    assert "One file for a question" not in room.client(ann).get("/doctor").text
    assert room.client(ann).get("/doctor/diagnostics.zip").status_code == 403
    assert "One file for a question" in room.banker().get("/doctor").text
    assert room.banker().get("/doctor/diagnostics.zip").data == b"a zip"
    assert room.banker().get("/doctor/diagnostics.zip?pictures=1").status_code == 200
    assert asked == [False, True]


def test_the_banker_finds_the_doctor_before_and_in_a_game(room: Living) -> None:
    banker = room.banker()
    assert 'href="/doctor"' in banker.get("/banker").text
    room.begin()
    assert 'href="/doctor"' in banker.get("/banker").text


def test_all_press_theirs_in_turn_where_the_banker_says_so(room: Living) -> None:
    room.seated("Ann", "Ben")
    seats, panels = (Seat(0), Seat(1)), NotedPanels(2)
    pairing = panels.pairing
    room.context.parts = replace(room.context.parts, button_seats=seats, panels=panels)
    banker = room.banker()
    assert "Let all press theirs in turn" in text_of(banker, "/doctor/buttons?since=0")

    def says(what: str) -> int:
        return banker.post("/doctor/buttons", data={"what": what}, headers=ORIGIN).status_code

    assert (
        room.client().post("/doctor/buttons", data={"what": "pair"}, headers=ORIGIN).status_code
        == 403
    )
    assert says("pair") == 303
    told = text_of(room.client(), "/doctor/buttons?since=0")
    assert "Ann, press your button" in told
    assert "Stop" not in told
    assert says("skip") == 303
    assert "Ben, press your button" in text_of(banker, "/doctor/buttons?since=0")
    assert pairing.takes(Seat(0))
    assert (pairing.seat_of(Seat(0)), pairing.seat_of(Seat(1))) == (Seat(1), Seat(0))
    assert "press your button" not in text_of(banker, "/doctor/buttons?since=0")
    assert says("pair") == 303
    assert says("stop") == 303
    assert pairing.asked is None
    assert says("nonsense") == 400
