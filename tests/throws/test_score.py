"""How well throws were read: each counts once, and what nobody objected to is no truth."""

import json
import random
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.cli import main
from companion.table.dice.readings import KeptReading
from companion.throws.handed_on import HandedOn, Look, Looks
from companion.throws.score import score
from companion.throws.throw import Throw
from tests.support.throws import home_with, kept

SURE = 40


def evening() -> list[KeptReading]:
    """Return forty sure readings, two of them ruled wrong, and ten that were asked about."""
    wrong: dict[str, Any] = {"ruling": "wrong", "said": (3, 4)}
    sure = [kept(k, **(wrong if k < 2 else {})) for k in range(SURE)]
    asked = [kept(100 + k, fate="answered", said=(3, 5), verdict="unsure") for k in range(8)]
    corrected = kept(110, fate="answered", said=(3, 6), verdict="unsure")
    return [*sure, *asked, corrected, kept(111, fate="no-roll", verdict="unsure")]


def exported(folder: Path, readings: Sequence[KeptReading], **more: bool) -> str:
    out = folder / "throws.zip"
    home = home_with(folder / "home", *readings, **more)
    assert main(["readings", "export", "--home", str(home), str(out)]) == 0
    return str(out)


def looks(path: Path, seen: dict[int, tuple[int, ...] | None]) -> str:
    rows = tuple(Look(id=f"{number:016x}", values=values) for number, values in seen.items())
    path.write_bytes(msgspec.json.encode(Looks(looks=rows)))
    return str(path)


def scored(capsys: pytest.CaptureFixture[str], *files: str) -> dict[str, Any]:
    capsys.readouterr()
    assert main(["readings", "score", "--json", *files]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def parts(found: dict[str, Any], *names: str) -> list[tuple[int, int]]:
    return [(found[name]["count"], found[name]["of"]) for name in names]


def test_right_asked_and_wrong_are_told_with_bounds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = scored(capsys, exported(tmp_path, evening()))
    assert parts(found, "right", "asked", "wrong") == [(38, 50), (10, 50), (2, 40)]
    assert parts(found, "guessed") == [(8, 10)]
    assert found["wrong"]["low"] == pytest.approx(0.0061, abs=1e-4)  # tables of the exact interval
    assert found["wrong"]["high"] == pytest.approx(0.1692, abs=1e-4)
    assert found["wrong_looked"] is None


def test_in_words_none_wrong_is_a_bound_and_no_nought(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = exported(tmp_path, [kept(k) for k in range(300)], pictured=False)
    capsys.readouterr()
    assert main(["readings", "score", file]) == 0
    said = capsys.readouterr().out
    assert "wrong, not asked: 0 of 300 (95 %: below 1.0 %), by what people said" in said
    assert "nobody else has looked at the pictures" in said


def test_a_throw_of_two_files_counts_once_and_as_it_was_ruled_last(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whichever of them is named first."""
    early = exported(tmp_path, [kept(1), kept(2)])
    early = str(Path(early).rename(tmp_path / "early.zip"))
    late = exported(tmp_path, [kept(1, ruling="wrong", said=(1, 1)), kept(3)])
    for files in ((early, late), (late, early)):
        found = scored(capsys, *files)
        assert parts(found, "right", "wrong") == [(2, 3), (1, 3)]
        assert (found["tables"], found["twice"]) == (1, 2)


def test_what_a_second_person_sees_tells_wrong_confirmations(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of 20 looked at to which nobody objected one shows something else; of 5 answers one too."""
    seen: dict[int, tuple[int, ...] | None] = dict.fromkeys(range(2, 22), (5, 3))
    seen |= {21: (3, 6), 22: None, 100: (3, 5), 101: (3, 5), 102: (5, 3), 103: (3, 5), 110: (3, 5)}
    files = exported(tmp_path, evening()), looks(tmp_path / "looks.json", seen)
    found = scored(capsys, *files)
    assert parts(found, "unobjected", "answered", "objected") == [(1, 20), (1, 5), (0, 0)]
    assert (found["looked"], found["untold"]) == (26, 1)
    likely, low, high = found["wrong_looked"]
    assert likely == pytest.approx(2 / 40 + 38 / 40 * 1 / 20)
    assert low < found["wrong"]["low"] + 0.01 < likely < high
    assert parts(found, "wrong") == [(2, 40)]  # what people said stands beside it
    assert scored(capsys, *files, files[1]) == found  # the same person twice is one person


def test_what_a_button_said_yes_to_is_told_apart(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    yes: dict[str, Any] = {"fate": "answered", "said": (3, 5), "verdict": "unsure"}
    file = exported(tmp_path, [kept(1, pressed=True, **yes), kept(2, **yes), kept(3)])
    found = scored(capsys, file, looks(tmp_path / "a.json", {1: (3, 4), 2: (3, 5)}))
    assert parts(found, "answered", "pressed") == [(1, 2), (1, 1)]


def test_a_further_person_settles_what_the_second_mistook(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = exported(tmp_path, evening())
    second = looks(tmp_path / "a.json", {5: (1, 1), 6: (1, 1)})
    third = looks(tmp_path / "b.json", {5: (3, 5), 6: (1, 1)})
    assert parts(scored(capsys, file, second), "unobjected") == [(2, 2)]
    assert parts(scored(capsys, file, second, third), "unobjected") == [(1, 2)]


def test_a_ruling_may_be_the_mistake(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    seen: dict[int, tuple[int, ...] | None] = {0: (3, 5), 1: (3, 4), 5: (3, 5)}
    found = scored(capsys, exported(tmp_path, evening()), looks(tmp_path / "a.json", seen))
    assert parts(found, "objected") == [(1, 2)]
    assert found["wrong_looked"][0] == pytest.approx(1 / 40)


def test_what_is_typed_or_of_a_speed_die_alone_counts_for_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    speed = kept(2, fate="answered", said=(3, 5), speed=True)
    readings = [kept(1), speed, kept(3, fate="typed", said=(1, 2)), kept(4, back=True)]
    found = scored(capsys, exported(tmp_path, readings))
    assert (found["throws"], found["typed"], found["taken_back"]) == (2, 1, 1)


def test_the_bounds_hold_in_95_of_100_evenings() -> None:
    """Drawn by chance: 4 of 100 sure readings wrong, half of them missed, 150 looked at."""
    chance, held = random.Random(4), 0
    for _ in range(200):
        throws, seen = [], []
        for k in range(600):
            is_wrong = chance.random() < 0.04
            found = is_wrong and chance.random() < 0.5
            throw = Throw(
                id=f"{k:016x}", verdict="sure", confidence=0.99, read=(3, 5), said=(3, 4),
                people="ruled wrong" if found else "nothing",
            )  # fmt: skip
            throws.append(throw)
            if k < 150:
                seen.append(Look(id=throw.id, values=(3, 4) if is_wrong else (3, 5)))
        told = score([HandedOn(source="t", throws=tuple(throws))], [Looks(looks=tuple(seen))])
        assert told.wrong_looked is not None
        held += told.wrong_looked[1] <= 0.04 <= told.wrong_looked[2]
    assert held >= 190


def changed(file: str, name: str, content: bytes | None) -> None:
    """Write a zip again, one of its files changed, or left out."""
    with zipfile.ZipFile(file) as old:
        parts = {one: old.read(one) for one in old.namelist() if one != name}
    with zipfile.ZipFile(file, "w") as new:
        for one, part in parts.items():
            new.writestr(one, part)
        if content is not None:
            new.writestr(name, content)


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (
            b'{"format": 2, "source": "t1", "throws": [], "more": {}}',
            "a newer companion wrote this",
        ),
        (b'{"format": 1, "source": "t1", "throws": [{"id": "<script>"}]}', "the file is damaged"),
        (b'{"format": 1, "sou', "the file is damaged"),
        (b"\xff\xfe", "the file is damaged"),
        (None, "these are no throws that were handed on"),
    ],
)
def test_a_file_that_is_not_as_it_should_be_is_said_in_a_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes | None, what: str
) -> None:
    file = exported(tmp_path, evening())
    changed(file, "throws.json", content)
    capsys.readouterr()
    assert main(["readings", "score", file]) == 1
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)
    assert said.err.startswith(f"companion: {file}: {what}")


@pytest.mark.parametrize("cut", [0.05, 0.5, 0.999])
def test_a_file_cut_short_is_damaged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], cut: float
) -> None:
    file = Path(exported(tmp_path, evening()))
    whole = file.read_bytes()
    file.write_bytes(whole[: int(cut * len(whole))])
    assert main(["readings", "score", str(file)]) == 1
    assert capsys.readouterr().err == f"companion: {file}: the file is damaged (copy it again)\n"


def test_a_flipped_bit_is_noticed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = Path(exported(tmp_path, evening()))
    whole = bytearray(file.read_bytes())
    whole[200] ^= 4
    file.write_bytes(whole)
    assert main(["readings", "score", str(file)]) == 1
    assert "the file is damaged" in capsys.readouterr().err


@pytest.mark.parametrize(
    "content", [b"", b"no looks", b"[]", b'{"format": 1, "looks": [{"id": 3}]}']
)
def test_what_are_no_looks_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes
) -> None:
    path = tmp_path / "looks.json"
    path.write_bytes(content)
    for words in ([str(path)], [str(tmp_path / "absent.zip")]):
        assert main(["readings", "score", *words]) == 1
        said = capsys.readouterr().err
        assert said.startswith(f"companion: {words[0]}: ")
        assert said.count("\n") == 1


def test_a_missing_picture_is_said_and_the_rest_counts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = exported(tmp_path, [kept(1), kept(2)])
    with zipfile.ZipFile(file) as packed:
        (first, _) = (name for name in packed.namelist() if name.endswith(".jpg"))
    changed(file, first, None)
    capsys.readouterr()
    assert main(["readings", "score", file]) == 0
    said = capsys.readouterr()
    assert said.err == f"companion: {file}: 1 pictures are missing\n"
    assert said.out.startswith("2 throws of one table")


def test_looks_alone_are_no_throws(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["readings", "score", looks(tmp_path / "a.json", {1: (1, 2)})]) == 1
    assert "no throws are here" in capsys.readouterr().err
