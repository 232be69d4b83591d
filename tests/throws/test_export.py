"""A table's throws in one file: all that was said of them, and nothing of who played."""

import csv
import io
import json
import re
import zipfile
from pathlib import Path
from typing import Any

import cv2
import pytest
from msgspec.structs import replace
from PIL import Image

from companion.cli import main
from companion.game.commands import Buy
from companion.journal.pictures import Pictures
from companion.table.dice.commands import AnswerDoubt
from companion.table.dice.readings import FILE
from tests.benchmarks.dice import measure
from tests.support.repository import ROOT
from tests.support.table import ANN, BOB, Hands, hands, reading
from tests.support.throws import drawn, home_with, kept

PHOTOS = ROOT / "tests/vision/pictures/dice"


def exported(home: Path, *words: str) -> zipfile.ZipFile:
    out = home.parent / "throws.zip"
    assert main(["readings", "export", "--home", str(home), *words, str(out)]) == 0
    return zipfile.ZipFile(out)


def table_of(file: zipfile.ZipFile) -> list[dict[str, object]]:
    throws: list[dict[str, object]] = json.loads(file.read("throws.json"))["throws"]
    return throws


def throw(at: Hands, *pips: int, sure: bool, picture: bytes) -> None:
    began = at.clock.now = at.clock.now + 1
    digest = at.home.pictures.keep(picture)
    cause = replace(at.cause("camera", "camera", at=began), evidence=digest)
    at.clock.now += 1
    at.eyes.dice(reading(*pips, verdict="sure" if sure else "unsure"), cause)


def test_nothing_of_who_played_where_and_when_is_in_it(tmp_path: Path) -> None:
    """Every file of it is searched, as it lies in the zip and unpacked, names of entries too."""
    names = ("Wilhelmine", "<script>alert(1)</script>", "Ksenofont")
    with hands(tmp_path / "Familie-Habakuk") as at:
        at.begin(players=names)
        throw(at, 1, 2, sure=True, picture=drawn(1))
        at.play(Buy(by=ANN))
        throw(at, 4, 6, sure=False, picture=drawn(2))
        assert at.view.doubt is not None
        at.answer(AnswerDoubt(doubt=at.view.doubt.id, dice=(4, 5)), at.cause(seat=BOB))
        home = at.home.folder
    file = exported(home)
    people = [(one["people"], one["read"], one.get("said")) for one in table_of(file)]
    assert people == [("nothing", [1, 2], None), ("corrected", [4, 6], [4, 5])]
    packed = Path(str(file.filename)).read_bytes()
    texts = [packed, *(file.read(name) for name in file.namelist())]
    secret = [*names, "alert", "Habakuk", "0001-ru", "ru-2004", "17000000", '"test"', '"seat"']
    for text in texts:
        assert [word for word in secret if word.encode() in text] == []
    assert {entry.date_time for entry in file.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    assert re.search(rb"\d\d:\d\d|20\d\d-", b"".join(texts[1:3])) is None


@pytest.mark.parametrize(
    ("more", "people", "label"),
    [
        ({}, "nothing", "3 5"),
        ({"ruling": "right"}, "ruled right", "3 5"),
        ({"ruling": "wrong", "said": (5, 4)}, "ruled wrong", "4 5"),
        ({"ruling": "open"}, "doubted", None),
        ({"back": True}, "taken back", None),
        ({"fate": "answered", "said": (5, 3)}, "confirmed", "3 5"),
        ({"fate": "answered", "said": (6, 3)}, "corrected", "3 6"),
        ({"fate": "answered", "said": (6, 3), "back": True}, "taken back", None),
        ({"fate": "answered", "said": (6, 3), "remark": "beside"}, "corrected", None),
        ({"fate": "no-roll"}, "no throw", None),
        ({"fate": "typed", "said": (1, 1)}, "typed", None),
    ],
)
def test_what_people_said_is_told_and_labels_the_picture(
    tmp_path: Path, more: dict[str, Any], people: str, label: str | None
) -> None:
    file = exported(home_with(tmp_path / "home", kept(7, **more)))
    (one,) = table_of(file)
    assert (one["people"], one["read"]) == (people, [3, 5])
    rows = list(csv.DictReader(io.StringIO(file.read("labels.csv").decode())))
    assert [row["values"] for row in rows] == ([] if label is None else [label])
    assert [row["file"] for row in rows] == ([] if label is None else [one["picture"]])


def test_the_owner_sees_every_picture_with_reading_and_answer(tmp_path: Path) -> None:
    home = home_with(tmp_path / "home", kept(1), kept(2, fate="answered", said=(6, 6)))
    file = exported(home)
    page = file.read("index.html").decode()
    for one in table_of(file):
        assert f'src="{one["picture"]}"' in page
        assert str(one["picture"]) in file.namelist()
    assert "Read: <b>3 5</b> (sure, 99.0 %)" in " ".join(page.split())
    assert "<b>corrected</b> 6 6" in page
    assert "http" not in page + file.read("look.html").decode()


def test_who_looks_is_not_told_what_was_read_or_said(tmp_path: Path) -> None:
    home = home_with(tmp_path / "home", kept(1, fate="answered", said=(6, 6)))
    file = exported(home)
    picture = table_of(file)[0]["picture"]
    (line,) = re.findall(r"\{ id: \".*\}", file.read("look.html").decode())
    assert line == f'{{ id: "{1:016x}", file: "{picture}", dice: 2 }}'


def test_a_throw_is_left_out_by_its_id(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home = home_with(tmp_path / "home", kept(1), kept(2))
    file = exported(home, "--without", f"{1:016x}")
    assert [one["id"] for one in table_of(file)] == [f"{2:016x}"]
    assert len([name for name in file.namelist() if name.endswith(".jpg")]) == 1
    assert "1 throw; 1 left out as you say" in capsys.readouterr().out
    assert main(["readings", "export", "--home", str(home), "--without", "x", "a.zip"]) == 1
    assert "no throw is called so" in capsys.readouterr().err


def test_readings_that_were_no_throws_and_lost_pictures_are_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gone = kept(3, evidence="0" * 64)
    no_picture = kept(4, evidence=Pictures(tmp_path / "home/pictures").keep(b"no picture"))
    home = home_with(tmp_path / "home", kept(1), kept(2, fate="not-due"), gone, no_picture)
    file = exported(home)
    assert ["picture" in one for one in table_of(file)] == [True, False, False]
    assert "The picture is gone." in file.read("index.html").decode()
    said = capsys.readouterr().out
    assert "3 throws; 2 without a picture, which is gone; 1 no throws of a game" in said


def test_what_a_camera_notes_in_a_picture_is_taken_out(tmp_path: Path) -> None:
    note = Image.Exif()
    note[0x010E] = "Habakuk's kitchen"
    told = io.BytesIO()
    Image.new("RGB", (60, 40), "white").save(told, "JPEG", exif=note, comment=b"Habakuk")
    digest = Pictures(tmp_path / "home/pictures").keep(told.getvalue())
    film = Pictures(tmp_path / "home/pictures").keep(drawn(9) + b"Habakuk's short film")
    home = home_with(tmp_path / "home", kept(1, evidence=digest), kept(2, evidence=film), kept(3))
    file = exported(home)
    for one in table_of(file):
        jpeg = file.read(str(one["picture"]))
        assert b"Habakuk" not in jpeg
        with Image.open(io.BytesIO(jpeg)) as picture:
            assert picture.size == (60, 40)
            assert not picture.getexif()
    assert jpeg == drawn(3)  # what notes nothing is not coded anew


def test_a_half_written_line_is_left_out_and_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home = home_with(tmp_path / "home", kept(1), kept(2))
    lines = (home / FILE).read_bytes()
    (home / FILE).write_bytes(lines[:-40])
    assert len(table_of(exported(home))) == 1
    assert "1 throw; 1 damaged, left out" in capsys.readouterr().out
    assert (home / FILE).read_bytes() == lines[:-40]  # only the table itself mends it


@pytest.mark.parametrize(
    "damage", [{"id": "<script>alert(1)</script>"}, {"id": "../../etc/x"}, {"confidence": 7.0}]
)
def test_what_was_tampered_with_reaches_no_page(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], damage: dict[str, object]
) -> None:
    home = home_with(tmp_path / "home", kept(1), replace(kept(2, evidence="0" * 64), **damage))
    file = exported(home)
    assert len(table_of(file)) == 1
    assert "<script>alert" not in file.read("index.html").decode()
    assert "1 damaged, left out" in capsys.readouterr().out


def test_a_home_without_throws_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["readings", "export", "--home", str(tmp_path), str(tmp_path / "a.zip")]) == 1
    assert "no throw was read here yet" in capsys.readouterr().err
    assert not (tmp_path / "a.zip").exists()


def test_what_cannot_be_written_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home = home_with(tmp_path / "home", kept(1))
    out = tmp_path / "absent" / "a.zip"
    assert main(["readings", "export", "--home", str(home), str(out)]) == 1
    said = capsys.readouterr().err
    assert said.startswith(f"companion: {out}: cannot be written")
    assert said.count("\n") == 1


def test_a_name_that_is_none_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home = home_with(tmp_path / "home", kept(1))
    assert main(["readings", "export", "--home", str(home), "."]) == 1
    assert capsys.readouterr().err == "companion: .: cannot be written (name the file to write)\n"


def test_two_files_of_one_table_go_by_one_name(tmp_path: Path) -> None:
    """So that training never sees a table whose other photos it is measured with."""
    home, other = home_with(tmp_path / "a", kept(1)), home_with(tmp_path / "b", kept(2))
    first, again = (json.loads(exported(home).read("throws.json"))["source"] for _ in range(2))
    assert first == again != json.loads(exported(other).read("throws.json"))["source"]


def test_the_file_is_measured_like_any_labelled_photos(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One throw that nobody objected to, and one that people answered wrongly."""
    files = {"epan_23.jpg": (1, 6), "nell_20191208_112659.jpg": (2, 5)}
    pictures, readings = Pictures(tmp_path / "home/pictures"), []
    for number, (name, values) in enumerate(files.items()):
        pixels = cv2.imread(str(PHOTOS / name))
        assert pixels is not None
        digest = pictures.keep(cv2.imencode(".jpg", pixels)[1].tobytes())
        more: dict[str, Any] = {"fate": "answered", "said": values, "evidence": digest}
        readings.append(kept(number, values, **more))
    file = exported(home_with(tmp_path / "home", *readings))
    file.extractall(tmp_path / "unpacked")
    assert measure.main([str(tmp_path / "unpacked")]) == 0
    said = capsys.readouterr().out
    (told,) = (line.split() for line in said.splitlines() if line.startswith("all, number told"))
    assert told[3:] == ["1", "1", "0", "0", "2"]  # right, wrong, unsure, none, all


def test_throws_of_emblem_dice_are_not_handed_on(tmp_path: Path) -> None:
    typed = kept(3, emblems=True, fate="typed", said=(1, 2))
    home = home_with(tmp_path / "home", kept(1), kept(2, emblems=True), typed)
    assert [throw["id"] for throw in table_of(exported(home))] == [f"{1:016x}"]
