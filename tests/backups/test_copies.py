"""A copy holds the home, is proven, and is found again."""

import json
import shutil
import tracemalloc
import zipfile
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.accounts.verification import pictures_beside, verify
from companion.appliance.installation import damaged_in
from companion.backups.copy_folder import CopyFolder, is_kept, name_of
from companion.backups.manifest import ENTRY, LARGEST
from companion.backups.restoring import manifest_of, proven, restore
from companion.backups.writing import Order, Packer
from companion.cli import main
from companion.errors import BackupError, SettingsError
from companion.game.commands import Roll
from companion.journal.home import Home
from companion.journal.sqlite import copy_of
from companion.table.table import Table
from tests.support.homes import content_of, copied, played_home
from tests.support.table import ANN, SMALL_RESERVE, hands, some_cause, some_events

GAME = "0001-ru-2004"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return played_home(tmp_path / "home")


def test_a_copy_holds_what_belongs_to_it_and_no_pictures(home: Path, tmp_path: Path) -> None:
    manifest = proven(copied(home, tmp_path / "a.zip"))
    names = [kept.name for kept in manifest.files]
    assert names == [
        "phones.json",
        "dice/taught.onnx",
        "field/lying.json",
        "games/0001-ru-2004.journal",
        "games/current",
        "keyrings/ru-2004.json",
    ]
    assert [(game.name, game.records) for game in manifest.games] == [(GAME, 5)]


def test_pictures_are_in_it_if_they_are_asked_for(home: Path, tmp_path: Path) -> None:
    order = Order(home_id="0" * 8, number=1, why="asked", wall=0.0, pictures=True)
    names = {kept.name for kept in Packer(home).write(order, tmp_path / "a.zip").files}
    picture = f"pictures/ab/{'ab' * 32}.jpg"
    assert {picture, "dice/again/1.jpg"} <= names
    restore(tmp_path / "a.zip", tmp_path / "fresh")
    assert (tmp_path / "fresh" / picture).read_bytes() == b"a picture"


def test_a_copy_of_a_running_game_holds_all_that_was_acknowledged(tmp_path: Path) -> None:
    with hands(tmp_path / "home") as at:
        at.begin()
        manifest = manifest_of(copied(tmp_path / "home", tmp_path / "a.zip"))
        (game,) = manifest.games
        assert game.digest == at.records[-1].digest


def test_a_home_taken_back_on_a_new_card_goes_on(home: Path, tmp_path: Path) -> None:
    copy, fresh = copied(home, tmp_path / "a.zip"), tmp_path / "fresh"
    restore(copy, fresh)
    assert content_of(fresh).keys() == content_of(home).keys()
    table = Table(fresh)
    table.start()
    state, seq = table.view.state, table.view.seq
    table.stop()
    assert state is not None
    assert seq == 5


def test_pictures_that_were_left_out_count_as_pruned(tmp_path: Path) -> None:
    with hands(tmp_path / "home") as at:
        at.begin()
        evidence = at.home.pictures.keep(b"dice")
        at.answer(Roll(by=ANN, dice=(1, 2)), replace(at.cause(seat=ANN), evidence=evidence))
    restore(copied(tmp_path / "home", tmp_path / "a.zip"), tmp_path / "fresh")
    path = tmp_path / "fresh" / "games" / f"{GAME}.journal"
    proof = verify(path, pictures_beside(path))
    assert (proof.damages, proof.pictures, proof.pruned) == ((), 1, 1)


def test_a_damaged_game_is_left_out_and_named(home: Path, tmp_path: Path) -> None:
    broken = Home(home, ballast=SMALL_RESERVE)
    journal = broken.create("x")
    journal.append(some_events(1), cause=some_cause(), command={})  # begins no game
    journal.close()
    broken.close()
    copy = copied(home, tmp_path / "a.zip")
    manifest = proven(copy)
    assert [game.name for game in manifest.games] == [GAME]
    assert "does not begin with a game" in manifest.left_out["0002-x"]
    assert damaged_in(copy) == {"0002-x"}  # as an update of the machine reads it


def test_nothing_is_taken_back_under_a_running_companion(home: Path, tmp_path: Path) -> None:
    copy = copied(home, tmp_path / "a.zip")
    running = Home(home, ballast=SMALL_RESERVE)
    with pytest.raises(SettingsError, match="another companion"):
        restore(copy, home)
    running.close()


@pytest.mark.parametrize("name", ["../x", "/etc/x", "a/../../x", "lock", "backups/x", ".x", "a//b"])
def test_a_copy_writes_nowhere_but_into_the_home(tmp_path: Path, name: str) -> None:
    told = {"home": "0", "number": 1, "why": "asked", "wall": 0, "games": [], "version": 1}
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as pack:
        kept = {"name": name, "size": 0, "sha256": "0"}
        pack.writestr(ENTRY, json.dumps(told | {"files": [kept]}))
    with pytest.raises(BackupError, match="holds a file named"):
        manifest_of(tmp_path / "a.zip")


def test_a_newer_form_asks_for_a_newer_companion(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as pack:
        pack.writestr(ENTRY, '{"version": 9}')
    with pytest.raises(BackupError, match="Update the companion"):
        manifest_of(tmp_path / "a.zip")


def test_of_a_thousand_copies_few_are_kept_and_the_newest_all() -> None:
    kept: list[int] = []
    for newest in range(1, 1001):
        kept = [number for number in [*kept, newest] if is_kept(number, newest)]
    assert kept[-8:] == [*range(993, 1001)]
    assert len(kept) < 40
    gaps = [later - earlier for earlier, later in pairwise(kept)]
    assert all(gap <= max(1, 1000 - number) for gap, number in zip(gaps, kept, strict=False))


def test_thinning_leaves_other_homes_and_what_is_spared(tmp_path: Path) -> None:
    place = CopyFolder(tmp_path / "copies")
    place.folder.mkdir()
    for number in range(1, 41):
        (place.folder / name_of("a" * 8, number)).write_bytes(b"")
    (place.folder / name_of("b" * 8, 3)).write_bytes(b"")
    (place.folder / "companion-notes.zip").write_bytes(b"")
    place.thin_out("a" * 8, spare=frozenset({name_of("a" * 8, 5)}))
    left = {path.name for path in place.folder.iterdir()}
    assert {name_of("b" * 8, 3), "companion-notes.zip", name_of("a" * 8, 5)} <= left
    assert name_of("a" * 8, 7) not in left
    assert place.last_number("a" * 8) == 40


def test_the_command_line_makes_a_copy_and_takes_it_back(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old = content_of(home)
    copy = tmp_path / "stick" / "a.zip"
    assert main(["backup", "--home", str(home), "--to", str(copy)]) == 0
    assert f"{GAME} (5 records)" in capsys.readouterr().out
    (home / "phones.json").write_text("others")
    assert main(["restore", str(copy), "--home", str(home)]) == 0
    assert "replaced/0001" in capsys.readouterr().out
    assert {n: d for n, d in content_of(home).items() if n in old} == old
    assert (home / "replaced" / "0001" / "phones.json").read_text() == "others"


def test_the_command_line_numbers_copies_and_lists_them(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for _ in range(2):
        assert main(["backup", "--home", str(home)]) == 0
    capsys.readouterr()
    assert main(["backup", "--home", str(home), "--list", "--json"]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [copy["number"] for copy in told] == [2, 1]


@pytest.mark.parametrize("words", [["restore", "FILE"], ["backup", "--home", "GONE"]])
def test_what_is_not_there_is_said_in_one_line(
    tmp_path: Path, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    words = [str(tmp_path / word) if word.isupper() else word for word in words]
    assert main([*words, *(() if "--home" in words else ("--home", str(tmp_path)))]) == 1
    assert capsys.readouterr().err.count("\n") == 1


def test_a_copy_is_nobody_elses_business(home: Path, tmp_path: Path) -> None:
    copy = copied(home, tmp_path / "a.zip")
    assert copy.stat().st_mode & 0o077 == 0


def test_a_copy_is_verified_by_command(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = copied(home, tmp_path / "a.zip")
    assert main(["verify", str(copy)]) == 0
    assert f"{GAME} (5 records)" in capsys.readouterr().out
    assert main(["verify", str(copy), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["copy"] == str(copy)
    content = bytearray(copy.read_bytes())
    content[100] ^= 1
    copy.write_bytes(content)
    assert main(["verify", str(copy)]) == 1
    assert "In this copy " in capsys.readouterr().err


def test_a_game_that_is_deleted_while_a_copy_is_made_is_no_damaged_game(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def deleted_first(path: Path) -> bytes:
        path.unlink()
        return copy_of(path)

    monkeypatch.setattr("companion.backups.writing.copy_of", deleted_first)
    manifest = proven(copied(home, tmp_path / "a.zip"))
    assert (manifest.games, manifest.left_out) == ((), {})


BOMB = 60 << 20
"""Bytes that a small copy unpacks to."""


def swollen(path: Path, *, said: int, there: int) -> Path:
    """Return a copy with one file of zeros, with the digest of what is there."""
    piece, digest = bytes(1 << 20), sha256()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as pack:
        with pack.open("home/editions/big.toml", "w", force_zip64=True) as file:
            for _ in range(there >> 20):
                file.write(piece)
                digest.update(piece)
        file_told = {"name": "editions/big.toml", "size": said, "sha256": digest.hexdigest()}
        told = {"home": "0" * 8, "number": 1, "why": "asked", "wall": 0.0, "games": []}
        pack.writestr(ENTRY, json.dumps({**told, "version": 1, "files": [file_told]}))
    return path


def test_what_a_small_copy_swells_to_is_never_in_memory(tmp_path: Path) -> None:
    copy, home = swollen(tmp_path / "a.zip", said=BOMB, there=BOMB), tmp_path / "home"
    tracemalloc.start()
    try:
        restore(copy, home)
        assert proven(copy).files[0].size == BOMB
        _now, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < BOMB / 4
    assert (home / "editions" / "big.toml").stat().st_size == BOMB


def test_no_more_is_unpacked_than_is_said(tmp_path: Path) -> None:
    copy = swollen(tmp_path / "a.zip", said=1 << 20, there=BOMB)
    with pytest.raises(BackupError, match="longer than said"):
        restore(copy, tmp_path / "home")
    left = [path for path in (tmp_path / "home").rglob("*") if path.name != "lock"]
    assert sum(path.stat().st_size for path in left if path.is_file()) <= 2 << 20


def test_no_file_in_a_copy_is_larger_than_any_home_has(tmp_path: Path) -> None:
    copy = swollen(tmp_path / "a.zip", said=LARGEST + 1, there=1 << 20)
    with pytest.raises(BackupError, match="does not say what it holds"):
        restore(copy, tmp_path / "home")


def test_a_rendered_for_which_there_is_no_room_leaves_the_home(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy, before = swollen(tmp_path / "a.zip", said=BOMB, there=BOMB), content_of(home)
    usage = shutil.disk_usage(home)._replace(free=BOMB - 1)
    monkeypatch.setattr("companion.backups.restoring.shutil.disk_usage", lambda _path: usage)
    with pytest.raises(BackupError, match="no room for the 60 MB"):
        restore(copy, home)
    assert content_of(home) == before
