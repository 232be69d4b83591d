"""The sets of one home: made once, never overwritten, each of its own edition."""

import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import numpy as np
import pytest

from cards_qr.keyring import Keyring, make_keyring, reissue, save_keyring
from cards_qr.keyrings import Keyrings
from cards_qr.set_reader import SetReader
from cards_qr.tag import Item, U
from companion.errors import KeyringError
from tests.support.tag_frames import ScanField

LOST = Item("deed", 12)


@pytest.fixture
def home(tmp_path: Path) -> Keyrings:
    return Keyrings(tmp_path)


@contextmanager
def nothing_changes(folder: Path) -> Iterator[None]:
    before = {path: path.read_bytes() for path in folder.rglob("*.json")}
    yield
    assert before == {path: path.read_bytes() for path in folder.rglob("*.json")}


def test_a_set_is_made_at_first_use_and_stays(tmp_path: Path, home: Keyrings) -> None:
    made = home.of("ru-2004")
    path = tmp_path / "keyrings" / "ru-2004.json"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert made == Keyrings(tmp_path).of("ru-2004")
    assert made.edition == "ru-2004"


def test_two_that_print_for_the_first_time_get_the_same_set(tmp_path: Path) -> None:
    made: list[Keyring] = []
    threads = [Thread(target=lambda: made.append(Keyrings(tmp_path).of("disney"))) for _ in "ab"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    one, other = made
    assert one == other


def test_each_edition_has_a_set_of_its_own(home: Keyrings) -> None:
    one, other = home.of("ru-2004"), home.of("it-eg")
    assert one.set_number != other.set_number
    tag = other.tag_of(LOST)
    assert tag
    assert not one.valid(tag.text)
    found = home.find(tag.text.lower())
    assert found
    assert (found.edition, found.kind, found.id, found.side, found.standing) == (
        "it-eg",
        "deed",
        12,
        "front",
        "valid",
    )


def test_a_reissued_tag_is_told_from_the_lost_one(home: Keyrings) -> None:
    before = home.of("ru-2004")
    after = home.reissued("ru-2004", [LOST])
    assert home.of("ru-2004") == before  # nothing counts before it is saved
    home.save(after, before)
    old, new = before.tag_of(LOST), home.of("ru-2004").tag_of(LOST)
    assert old
    assert new
    assert [home.find(tag.text) and home.find(tag.text).standing for tag in (old, new)] == [  # type: ignore[union-attr]
        "revoked",
        "valid",
    ]


def test_a_register_that_is_full_says_so(tmp_path: Path, home: Keyrings) -> None:
    keyring = home.of("ru-2004")
    for _ in range(U.issues - 1):
        keyring = reissue(keyring, LOST)
    save_keyring(keyring, home.path("ru-2004"))
    with (
        nothing_changes(tmp_path),
        pytest.raises(KeyringError, match="as often as") as caught,
    ):
        home.reissued("ru-2004", [LOST])
    assert "--new-set" in str(caught.value)


def test_a_new_set_keeps_the_old_one(tmp_path: Path, home: Keyrings) -> None:
    before = home.of("ru-2004")
    home.save(home.renewed("ru-2004"), before)
    after = home.of("ru-2004")
    assert before.set_number != after.set_number
    old = home.find(before.tags[0].text)
    assert old
    assert old.standing == "old-set"
    kept = tmp_path / "keyrings" / f"ru-2004.set-{before.set_number}.json"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert [check.health for check in home.checks()] == ["ok", "ok"]


def test_last_years_set_is_not_taken_for_this_years(tmp_path: Path, home: Keyrings) -> None:
    """Somebody puts the backup of last year over the file of this year."""
    before = home.of("ru-2004")
    home.save(home.renewed("ru-2004"), before)
    save_keyring(before, home.path("ru-2004"))
    with (
        nothing_changes(tmp_path),
        pytest.raises(KeyringError, match=r"newer set has replaced.*a copy"),
    ):
        Keyrings(tmp_path).of("ru-2004")
    assert "bad" in [check.health for check in home.checks()]


def test_a_keyring_of_another_edition_is_refused(tmp_path: Path, home: Keyrings) -> None:
    save_keyring(make_keyring(edition="it-eg"), home.path("ru-2004"))
    with (
        nothing_changes(tmp_path),
        pytest.raises(KeyringError, match=r"another edition .it-eg., not of ru-2004") as caught,
    ):
        home.of("ru-2004")
    assert caught.value.mend


@pytest.mark.parametrize("content", ["", "{", '{"set_number": 1', "kind,number\n"])
def test_a_broken_keyring_is_named_and_left_alone(
    tmp_path: Path, home: Keyrings, content: str
) -> None:
    path = home.path("ru-2004")
    path.parent.mkdir()
    path.write_text(content)
    with nothing_changes(tmp_path), pytest.raises(KeyringError, match=r"ru-2004\.json"):
        home.of("ru-2004")
    (check,) = home.checks()
    assert (check.health, bool(check.mend)) == ("bad", True)
    assert home.find("HTTP://M.LOCAL/0000000000") is None


def test_who_saves_over_a_newer_register_is_stopped(tmp_path: Path, home: Keyrings) -> None:
    before = home.of("ru-2004")
    mine = home.reissued("ru-2004", [LOST])
    other = Keyrings(tmp_path)
    other.save(other.reissued("ru-2004", [Item("deed", 1)]), before)
    with nothing_changes(tmp_path), pytest.raises(KeyringError, match="changed meanwhile"):
        home.save(mine, before)


def test_no_edition_leads_out_of_the_folder(home: Keyrings) -> None:
    for edition in ("", "../x", "a/b", "a.set-1"):
        with pytest.raises(KeyringError, match="no id"):
            home.of(edition)


# ---- reading while playing


def picture_of(keyring: Keyring) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    tag = keyring.tag_of(LOST)
    assert tag
    field = ScanField()
    field.lay(tag, px_per_module=2.2)
    return field.picture()


def test_the_reader_follows_the_game(home: Keyrings) -> None:
    playing: list[str | None] = ["ru-2004"]
    reader = SetReader(home, lambda: playing[0])
    russian, italian = picture_of(home.of("ru-2004")), picture_of(home.of("it-eg"))
    assert [tag.id for tag in reader.read(russian) if tag.valid] == [12]
    assert not any(tag.valid for tag in reader.read(italian))
    playing[0] = "it-eg"
    assert [tag.id for tag in reader.read(italian) if tag.valid] == [12]


def test_a_tag_reissued_meanwhile_counts_at_once(home: Keyrings) -> None:
    reader = SetReader(home, lambda: "ru-2004")
    before = home.of("ru-2004")
    lost = picture_of(before)
    assert [tag.valid for tag in reader.read(lost)] == [True]
    home.save(home.reissued("ru-2004", [LOST]), before)
    assert [tag.valid for tag in reader.read(lost)] == [False]
    assert [tag.valid for tag in reader.read(picture_of(home.of("ru-2004")))] == [True]


def test_a_broken_keyring_stops_no_evening(
    home: Keyrings, caplog: pytest.LogCaptureFixture
) -> None:
    picture = picture_of(make_keyring())
    home.path("ru-2004").parent.mkdir()
    home.path("ru-2004").write_text("{")
    reader = SetReader(home, lambda: "ru-2004")
    for _frame in range(3):
        assert not any(tag.valid for tag in reader.read(picture))
    (told,) = caplog.messages
    assert "ru-2004.json" in told


def test_an_edition_that_can_have_no_file_stops_no_evening(home: Keyrings) -> None:
    reader = SetReader(home, lambda: "our.board")
    assert reader.keyring is None


def test_while_no_game_runs_nothing_is_made(tmp_path: Path, home: Keyrings) -> None:
    reader = SetReader(home, lambda: None)
    assert reader.keyring is reader.keyring is not None
    assert not list(tmp_path.rglob("*"))
