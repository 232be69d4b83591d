"""The banker sees the copies, makes one, takes one away or back; troubles are said in words."""

import io
import threading
import zipfile
from html import unescape
from pathlib import Path
from typing import get_args

import pytest
from msgspec.structs import replace

from companion.backups import keeper as keeping
from companion.backups.copy_folder import Copy, CopyFolder
from companion.backups.keeper import Keeper, Trouble, TroubleCode, Where
from companion.backups.manifest import Why
from companion.errors import BackupError, JournalError
from companion.game.commands import Roll
from companion.words import Seat
from tests.backups.test_hanging import Hanging
from tests.support.pages import ORIGIN, Living
from web.copies.hindrances import TROUBLES, WHYS, moment

HERE = "/banker/backups"


def keeper_of(room: Living) -> Keeper:
    keeper = room.context.parts.copies
    assert keeper is not None
    return keeper


def test_a_copy_is_made_listed_and_downloaded(room: Living) -> None:
    room.begin()
    banker = room.banker()
    assert "There is no copy yet" in banker.get(HERE).text
    assert banker.post(f"{HERE}/make", headers=ORIGIN).status_code == 303
    (copy,) = keeper_of(room).copies()
    html = banker.get(HERE).text
    assert moment(copy.manifest.wall) in html
    assert "0001-us-classic" in html
    with banker.get(f"{HERE}/file?name={copy.name}") as answer:
        assert answer.headers["Content-Disposition"] == f"attachment; filename={copy.name}"
        assert "manifest.json" in zipfile.ZipFile(io.BytesIO(answer.data)).namelist()


def test_no_name_leads_out_of_the_copies(room: Living) -> None:
    banker = room.banker()
    for name in ("", "../phones.json", "companion-00000000-00001.zip"):
        for page in ("file", "back"):
            assert banker.get(f"{HERE}/{page}", query_string={"name": name}).status_code == 404
        data = {"name": name, "sure": "1"}
        assert banker.post(f"{HERE}/back", data=data, headers=ORIGIN).status_code == 404
    assert room.taken_back == []


def test_a_copy_is_taken_back_after_everybody_agreed(room: Living) -> None:
    room.begin()
    keeper_of(room).make("asked")
    (copy,) = keeper_of(room).copies()
    banker = room.banker()
    html = banker.get(f"{HERE}/back?name={copy.name}").text
    assert "Everybody at the table agrees" in html
    assert banker.post(f"{HERE}/back", data={"name": copy.name}, headers=ORIGIN).status_code == 409
    assert room.taken_back == []
    sure = {"name": copy.name, "sure": "1"}
    answer = banker.post(f"{HERE}/back", data=sure, headers=ORIGIN)
    assert "starts anew" in answer.text
    assert answer.headers["Refresh"].endswith("/banker")
    assert room.taken_back == [copy.path]


def test_a_damaged_copy_cannot_be_taken_back(room: Living) -> None:
    room.begin()
    copy = keeper_of(room).make("asked")
    assert copy is not None
    content = bytearray(copy.path.read_bytes())
    content[200] ^= 1
    copy.path.write_bytes(content)
    banker, sure = room.banker(), {"name": copy.name, "sure": "1"}
    html = banker.get(f"{HERE}/back?name={copy.name}").text
    assert "damaged and cannot be taken back" in html
    assert "Everybody at the table agrees" not in html
    assert banker.post(f"{HERE}/back", data=sure, headers=ORIGIN).status_code == 409
    assert room.taken_back == []


def test_a_stick_that_is_missing_is_said_to_the_banker_and_on_the_table(room: Living) -> None:
    keeper = keeper_of(room)
    room.begin()
    gone = BackupError("No such file or directory", where="/media/stick", code="place-missing")
    keeper.troubles = (Trouble("missing", "second", gone),)
    said = "The stick for the copies is not there. The game goes on."
    banker = room.banker()
    assert said in banker.get("/banker").text
    assert said in room.client().get("/table").text
    assert "/media/stick" in banker.get(HERE).text


def test_only_a_stick_that_is_in_can_be_chosen(room: Living, tmp_path: Path) -> None:
    banker, form = room.banker(), {"minutes": "30", "second": str(tmp_path)}
    assert banker.post(f"{HERE}/choose", data=form, headers=ORIGIN).status_code == 409
    assert keeper_of(room).chosen.second == ""
    form["second"] = ""
    assert banker.post(f"{HERE}/choose", data=form, headers=ORIGIN).status_code == 303
    assert keeper_of(room).chosen.minutes == 30
    form["minutes"] = "-1"
    assert banker.post(f"{HERE}/choose", data=form, headers=ORIGIN).status_code == 400


def test_a_damaged_game_offers_its_last_good_copy(room: Living) -> None:
    room.begin()
    room.play(Roll(by=Seat(0), dice=(1, 2)))
    copy = keeper_of(room).make("asked")
    assert copy is not None
    keeper_of(room).offered = lambda: copy  # type: ignore[method-assign]
    room.table._view = replace(
        room.table.view, state=None, game="", trouble=JournalError("it is damaged")
    )
    html = unescape(room.banker().get("/banker").text)
    assert "it is damaged" in html
    assert f"The last good copy is of {moment(copy.manifest.wall)}." in html
    assert f"{HERE}/back?name={copy.name}" in html


def test_there_are_words_for_whatever_happens_to_a_copy() -> None:
    pairs = {(code, where) for code in get_args(TroubleCode) for where in get_args(Where)}
    assert pairs == set(TROUBLES)
    assert set(get_args(Why)) == set(WHYS)


def test_a_moment_before_all_clocks_is_no_mistake() -> None:
    assert moment(-1e30) == "?"


def test_a_stick_that_hangs_holds_up_no_page(
    room: Living, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LOOK_S", "READ_S", "WRITE_S"):
        monkeypatch.setattr(keeping, name, 0.1)
    stick = Hanging(tmp_path_factory.mktemp("outside") / "stick", monkeypatch)
    room.begin()
    keeper, banker = keeper_of(room), room.banker()
    keeper._second = CopyFolder(stick.folder)
    try:
        assert "The stick does not answer" in banker.get(HERE).text
        answer = banker.post(f"{HERE}/make", headers=ORIGIN)
        assert answer.status_code == 303, answer.text
        html = banker.get(HERE).text
        assert "The stick for the copies does not answer. The game goes on." in html
        (copy,) = keeper.copies()
        assert f"file?name={copy.name}" in html
        assert banker.get(f"{HERE}/file?name={copy.name}").status_code == 200
        for page in ("/banker", "/doctor", "/table"):
            assert banker.get(page).status_code == 200
        room.play(Roll(by=Seat(0), dice=(1, 2)))
        keeper._seen = (Copy(stick.folder / "companion-00000000-00007.zip", copy.manifest),)
        name = keeper._seen[0].name
        assert banker.get(f"{HERE}/file?name={name}").status_code == 503
        back = banker.get(f"{HERE}/back?name={name}")
        assert "The stick does not answer" in back.text
        sure = {"name": name, "sure": "1"}
        assert banker.post(f"{HERE}/back", data=sure, headers=ORIGIN).status_code == 409
    finally:
        stick.let_go()


def test_a_copy_that_takes_long_is_not_waited_for(
    room: Living, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "PATIENCE_S", 0.1)
    go = threading.Event()
    monkeypatch.setattr(keeper_of(room), "make", lambda _why: go.wait(30) and None)
    answer = room.banker().post(f"{HERE}/make", headers=ORIGIN)
    go.set()
    assert answer.status_code == 503
    assert "A copy is still being written" in answer.text


def test_what_was_there_before_a_copy_is_listed(room: Living) -> None:
    aside = room.home / "replaced" / "0002" / "games"
    assert "What was there before" not in room.banker().get(HERE).text
    aside.mkdir(parents=True)
    (aside / "0001-ru-2004.journal").write_bytes(b"x" * (3 << 20))
    html = room.banker().get(HERE).text
    assert "What was there before" in html
    assert "0002" in html
    assert "(3.0 MB)" in html
