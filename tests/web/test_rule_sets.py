"""House rules kept under a name, printed, shared as a file, and taken in at another table."""

import io
import json
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.support.pages import ORIGIN, Living, sent, text_of, told
from web.server.bodies import SMALL
from web.setup.rule_sets import FILE, MOST_BYTES, MOST_SETS

STEP, RULES = "/banker/game/house", "/banker/game/rules"
OURS = "edition=us-classic&banker=1&house=parking_jackpot:yes&house=starting_cash:2000"


def shared(room: Living, name: str = "Ours", query: str = OURS) -> bytes:
    answer = room.banker().post(f"{RULES}/share?{query}", data={"name": name}, headers=ORIGIN)
    assert answer.status_code == 200
    return bytes(answer.data)


def taken_in(room: Living, content: bytes, query: str = "edition=us-classic") -> tuple[int, str]:
    form = {"file": (io.BytesIO(content), "rules.json")}
    answer = room.banker().post(f"{RULES}/take-in?{query}", data=form, headers=ORIGIN)
    return answer.status_code, answer.text


def rules(content: bytes, **changed: object) -> bytes:
    """Return a shared file with other rules in it."""
    file = json.loads(content)
    return json.dumps({**file, "rules": {**file["rules"], **changed}}).encode()


def is_thrown(html: str, rule: str) -> bool:
    return f'name="{rule}" value="yes" checked' in html


# ---- one sheet


def test_the_step_leads_to_one_sheet_with_what_is_played_otherwise(room: Living) -> None:
    form = {"parking_jackpot": "yes", "starting_cash": "2000", "sheet": "yes"}
    answer = room.banker().post(f"{STEP}?edition=us-classic&banker=1", data=form, headers=ORIGIN)
    there = urlsplit(answer.location)
    assert there.path == RULES
    assert {key: {*values} for key, values in parse_qs(there.query).items()} == {
        "edition": {"us-classic"},
        "banker": {"1"},
        "house": {"parking_jackpot:yes", "starting_cash:2000"},
    }
    sheet = text_of(room.banker(), answer.location)
    assert "Money on Free Parking" in sheet
    assert "whoever lands on it takes all of it" in sheet
    assert "Everybody's cash at the beginning" in sheet
    assert "2000 The book: 1500" in sheet


def test_the_sheet_of_a_table_that_plays_by_the_book_says_so(room: Living) -> None:
    assert "Nothing: all is as in the rulebook." in text_of(
        room.banker(), f"{RULES}?edition=us-classic"
    )


def test_a_sheet_of_no_edition_leads_to_the_first_step(room: Living) -> None:
    assert room.banker().get(RULES).location == "/banker/game/edition"


# ---- kept


def test_kept_rules_are_taken_at_the_next_set_up(room: Living) -> None:
    banker = room.banker()
    assert sent(banker, f"{RULES}/keep?{OURS}", name="Sunday's rules") == 303
    html = room.client(room.context.phones.make_banker(None)).get(f"{STEP}?edition=de-dm").text
    assert "As kept: Sunday's rules" in told(html)
    href = html.partition('class="button or" href="')[2].partition('"')[0].replace("&amp;", "&")
    filled = banker.get(href).text
    assert is_thrown(filled, "parking_jackpot")
    assert 'name="starting_cash" value="2000"' in filled


def test_rules_kept_under_the_same_name_take_the_place_of_the_older_ones(room: Living) -> None:
    banker = room.banker()
    assert sent(banker, f"{RULES}/keep?{OURS}", name="Ours") == 303
    assert sent(banker, f"{RULES}/keep?edition=us-classic&house=jail_fine:60", name="OURS") == 303
    html = banker.get(f"{STEP}?edition=us-classic").text
    assert told(html).count("As kept:") == 1
    assert "house=jail_fine:60" in html


def test_what_is_kept_is_shared_under_its_name(room: Living) -> None:
    banker = room.banker()
    assert sent(banker, f"{RULES}/keep?{OURS}", name="Sunday's rules") == 303
    assert 'name="name" value="Sunday&#39;s rules"' in banker.get(f"{RULES}?{OURS}").text
    assert 'name="name" value=""' in banker.get(f"{RULES}?{OURS}&house=jail_fine:60").text


def test_a_set_can_be_forgotten(room: Living) -> None:
    banker = room.banker()
    assert sent(banker, f"{RULES}/keep?{OURS}", name="Ours") == 303
    assert sent(banker, f"{RULES}/forget?{OURS}", name="Ours") == 303
    assert "As kept" not in text_of(banker, f"{STEP}?{OURS}")


@pytest.mark.parametrize("name", ["", " ", "x" * 41])
def test_rules_are_kept_under_a_name(room: Living, name: str) -> None:
    answer = room.banker().post(f"{RULES}/keep?{OURS}", data={"name": name}, headers=ORIGIN)
    assert answer.status_code == 409
    assert "Type a name for these rules, of at most 40 letters." in told(answer.text)


def test_there_is_room_for_so_many_sets(room: Living) -> None:
    banker = room.banker()
    for n in range(MOST_SETS):
        assert sent(banker, f"{RULES}/keep?{OURS}", name=f"Set {n}") == 303
    assert sent(banker, f"{RULES}/keep?{OURS}", name="One more") == 409
    assert sent(banker, f"{RULES}/keep?{OURS}", name="Set 3") == 303


def test_kept_rules_are_there_after_a_restart_and_a_damaged_file_is_as_none(room: Living) -> None:
    assert sent(room.banker(), f"{RULES}/keep?{OURS}", name="Ours") == 303
    room.revived()
    assert "As kept: Ours" in text_of(room.banker(), f"{STEP}?{OURS}")
    (room.home / FILE).write_text("{")
    assert "As kept" not in text_of(room.banker(), f"{STEP}?{OURS}")


# ---- shared, and taken in


def test_a_shared_file_can_be_read_by_people(room: Living) -> None:
    file = json.loads(shared(room))
    assert file == {
        "kind": "house-rules",
        "name": "Ours",
        "edition": "us-classic",
        "rules": {"parking_jackpot": "yes", "starting_cash": "2000"},
    }


@pytest.mark.parametrize(
    ("name", "file"),
    [("Ours", "Ours.json"), ("../../etc\r\nx", "etcx.json"), ("", "house-rules.json")],
)
def test_the_name_of_a_shared_file_is_safe(room: Living, name: str, file: str) -> None:
    answer = room.banker().post(f"{RULES}/share?{OURS}", data={"name": name}, headers=ORIGIN)
    told_name = answer.headers["Content-Disposition"].partition("filename=")[2].strip('"')
    assert told_name.replace(" ", "") == file


def test_a_file_fills_the_step_in_and_goes_the_way_of_typed_rules(room: Living) -> None:
    status, html = taken_in(room, shared(room))
    assert status == 200
    assert "Taken in: Ours." in told(html)
    assert is_thrown(html, "parking_jackpot")
    assert 'name="starting_cash" value="2000"' in html
    assert "another game" not in told(html)


def test_what_is_not_known_is_named_and_the_rest_taken(room: Living) -> None:
    status, html = taken_in(room, rules(shared(room), snake_eyes="yes", **{"<b>": "1"}))
    assert status == 200
    assert "not known here and were left out: snake_eyes, <b>." in told(html)
    assert is_thrown(html, "parking_jackpot")


def test_the_plain_values_of_a_file_written_by_hand_are_understood(room: Living) -> None:
    written = rules(shared(room), jail_fine=60, parking_jackpot=True, jail_card_turns=[1, 2])
    status, html = taken_in(room, written)
    assert status == 200
    assert 'name="jail_fine" value="60"' in html
    assert 'name="jail_card_turns" value="1, 2"' in html


def test_rules_of_another_game_come_with_a_word_about_amounts(room: Living) -> None:
    _status, html = taken_in(room, shared(room), "edition=ru-2004")
    assert "kept with another game: see whether their amounts fit" in told(html)


def test_a_rule_that_cannot_be_is_refused_as_if_it_were_typed(room: Living) -> None:
    status, html = taken_in(room, rules(shared(room), players_max="99"))
    assert status == 400
    assert "So many players at most." in told(html)
    assert 'name="players_max" value="99"' in html


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\xd8 no text",
        b"{}",
        b"[" * 4000,
        b'{"kind": "phones", "name": "x", "edition": "y", "rules": {}}',
        b'{"kind": "house-rules", "name": "x", "edition": "y", "rules": {"jail_fine": {}}}',
    ],
)
def test_a_file_that_holds_no_house_rules_is_said_to_be_none(room: Living, content: bytes) -> None:
    status, html = taken_in(room, content)
    assert status == 400
    assert "That is no file with house rules." in told(html)


def test_a_file_that_is_none_leaves_what_was_ticked(room: Living) -> None:
    form = {"parking_jackpot": "yes", "jail_fine": "60"}
    sent = {**form, "file": (io.BytesIO(b"no rules"), "rules.json")}
    answer = room.banker().post(f"{RULES}/take-in?edition=us-classic", data=sent, headers=ORIGIN)
    assert answer.status_code == 400
    assert is_thrown(answer.text, "parking_jackpot")
    assert 'name="jail_fine" value="60"' in answer.text


def test_a_file_that_is_too_large_is_not_read(room: Living) -> None:
    status, html = taken_in(room, b" " * (MOST_BYTES + 1))
    assert status == 400
    assert "too large for house rules: they need 8 KB at most" in told(html)
    assert taken_in(room, b" " * SMALL)[0] == 413


@pytest.mark.parametrize("what", ["keep", "share", "forget", "take-in"])
def test_only_the_banker_may(room: Living, what: str) -> None:
    ann = room.client(room.seated("Ann")[0])
    assert sent(ann, f"{RULES}/{what}?{OURS}", name="Ours") == 403
    assert not (room.home / FILE).exists()
