"""Sheets as downloads for the banker."""

from pathlib import Path

import pytest

from cards_qr.keyrings import Keyrings
from cards_qr.tag import Item, Side
from tests.support.pages import ORIGIN, Living
from tests.support.printed import Printed, codes_on
from web.shared.addresses import lasting
from web.stickers.sheets import SHEETS

PAGE = "/banker/sheets"
SIDES: tuple[Side, ...] = ("front", "back")


def test_the_banker_finds_every_sheet(room: Living) -> None:
    banker = room.banker()
    assert PAGE in banker.get("/banker").text
    html = banker.get(PAGE).text
    assert all(f'value="{what}"' in html for what in SHEETS)
    assert "label:L7160" in html


@pytest.mark.parametrize("what", SHEETS)
def test_a_sheet_is_a_download(room: Living, what: str) -> None:
    answer = room.banker().get(f"{PAGE}/sheet.pdf?what={what}&edition=it-eg&paper=a4")
    assert (answer.status_code, answer.mimetype) == (200, "application/pdf")
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{what}.pdf"'
    assert len(Printed(answer.data)) >= 1


def test_stickers_are_those_of_the_homes_set(room: Living, tmp_path: Path) -> None:
    answer = room.banker().get(f"{PAGE}/sheet.pdf?what=seats&edition=it-eg&paper=label:3111")
    (code, *_others) = codes_on(Printed(answer.data).grey(100))
    found = Keyrings(tmp_path).find(code.text)
    assert found
    assert (found.edition, found.kind, found.standing) == ("it-eg", "seat", "valid")


def test_labels_that_are_not_in_the_list_are_described(room: Living) -> None:
    where = f"{PAGE}/sheet.pdf?what=deeds&edition=it-eg&paper=a4&own="
    answer = room.banker().get(f"{where}25x25,pitch=27x27,columns=7,rows=10")
    assert answer.mimetype == "application/pdf"
    assert len(Printed(answer.data)) == 1
    answer = room.banker().get(f"{where}25x25,pitch=20x20")
    assert answer.status_code == 400
    assert "would overlap" in answer.text


def test_the_join_card_opens_this_companion(room: Living) -> None:
    answer = room.banker().get(f"{PAGE}/sheet.pdf?what=join&edition=it-eg&paper=a4")
    (code,) = codes_on(Printed(answer.data).grey(150))
    assert code.text == f"{lasting(room.context.settings.addresses())}/join"


def test_the_join_card_has_the_wifi_that_is_typed_in_the_readers_language(room: Living) -> None:
    form = {"what": "join", "edition": "it-eg", "paper": "a4", "wifi": "Home", "password": "x" * 8}
    german = {**ORIGIN, "Accept-Language": "de"}
    answer = room.banker().post(f"{PAGE}/sheet.pdf", data=form, headers=german)
    printed = Printed(answer.data)
    address = f"{lasting(room.context.settings.addresses())}/join"
    codes = {code.text for code in codes_on(printed.grey(150))}
    assert codes == {address, "WIFI:T:WPA;S:Home;P:xxxxxxxx;;"}
    assert "MitdemWLANverbinden" in printed.text()
    form |= {"password": "short"}
    refused = room.banker().post(f"{PAGE}/sheet.pdf", data=form, headers=german)
    assert (refused.status_code, "Das ist kein Passwort" in refused.text) == (400, True)


def test_nobody_else_prints(room: Living, tmp_path: Path) -> None:
    (token,) = room.seated("Ann")
    for path in (PAGE, f"{PAGE}/sheet.pdf?what=deeds&edition=it-eg&paper=a4"):
        for client in (room.client(), room.client(token)):
            assert client.get(path).status_code == 403
    assert not (tmp_path / "keyrings").exists()


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("what=money&edition=it-eg&paper=a4", "There is no sheet"),
        ("what=deeds&edition=nowhere&paper=a4", "There is no edition nowhere."),
        ("what=deeds&edition=it-eg&paper=a9", "There is no paper"),
        ("what=mat&edition=it-eg&paper=label:L7160", "not printed on labels"),
        ("", "There is no sheet"),
    ],
)
def test_what_cannot_be_printed_is_said_on_the_page(room: Living, query: str, said: str) -> None:
    answer = room.banker().get(f"{PAGE}/sheet.pdf?{query}")
    assert (answer.status_code, said in answer.text) == (400, True)
    assert "Traceback" not in answer.text


def test_a_broken_keyring_is_said_on_the_page(room: Living, tmp_path: Path) -> None:
    (tmp_path / "keyrings").mkdir()
    (tmp_path / "keyrings/it-eg.json").write_text("{")
    answer = room.banker().get(f"{PAGE}/sheet.pdf?what=deeds&edition=it-eg&paper=a4")
    assert (answer.status_code, "keyring is damaged" in answer.text) == (400, True)
    assert (tmp_path / "keyrings/it-eg.json").read_text() == "{"


# ---- one sticker alone


def test_a_single_sticker_is_printed_again_as_it_was(room: Living, tmp_path: Path) -> None:
    before = Keyrings(tmp_path).of("it-eg")
    banker = room.banker()
    html = banker.get(f"{PAGE}?edition=it-eg").text
    assert '<details id="one" open>' in html
    assert '<option value="deeds-28">Parco della Vittoria</option>' in html
    answer = banker.get(f"{PAGE}/sheet.pdf?one=seats-3&edition=it-eg&paper=a4")
    (code,) = codes_on(Printed(answer.data).grey(100))
    tag = before.find(code.text)
    assert tag
    assert (tag.kind, tag.id, tag.revoked) == ("seat", 3, False)
    assert Keyrings(tmp_path).of("it-eg") == before


def test_a_lost_deed_is_issued_anew_and_the_old_one_counts_no_more(
    room: Living, tmp_path: Path
) -> None:
    before = Keyrings(tmp_path).of("it-eg")
    form = {"one": "deeds-12", "edition": "it-eg", "paper": "a4"}
    answer = room.banker().post(f"{PAGE}/reissue", data=form, headers=ORIGIN)
    assert (answer.status_code, answer.mimetype) == (200, "application/pdf")
    after = Keyrings(tmp_path).of("it-eg")
    said = Printed(answer.data).text()
    for side in SIDES:
        old, new = (keyring.tag_of(Item("deed", 12, side)) for keyring in (before, after))
        assert old
        assert new
        assert not after.valid(old.text)
        assert new.text[-4:] in said
    assert before.tag_of(Item("deed", 1)) == after.tag_of(Item("deed", 1))


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"one": "deeds-29", "edition": "it-eg", "paper": "a4"},
        {"one": "deeds-0", "edition": "it-eg", "paper": "a4"},
        {"one": "deeds-x", "edition": "it-eg", "paper": "a4"},
        {"one": "mat-1", "edition": "it-eg", "paper": "a4"},
        {"one": "deeds-1", "edition": "nowhere", "paper": "a4"},
        {"one": "deeds-1", "edition": "it-eg", "paper": "a9"},
    ],
)
def test_what_cannot_be_issued_anew_revokes_nothing(
    room: Living, tmp_path: Path, form: dict[str, str]
) -> None:
    before = Keyrings(tmp_path).of("it-eg")
    answer = room.banker().post(f"{PAGE}/reissue", data=form, headers=ORIGIN)
    assert answer.status_code == 400
    assert Keyrings(tmp_path).of("it-eg") == before


def test_only_the_banker_issues_anew(room: Living, tmp_path: Path) -> None:
    before = Keyrings(tmp_path).of("it-eg")
    form = {"one": "deeds-12", "edition": "it-eg", "paper": "a4"}
    for client in (room.client(), room.client(room.seated("Ann")[0])):
        assert client.post(f"{PAGE}/reissue", data=form, headers=ORIGIN).status_code == 403
    assert Keyrings(tmp_path).of("it-eg") == before
