"""The keyring: its file, its register, its complaints."""

import re
import stat
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from cards_qr.keyring import load_keyring, make_keyring, reissue, save_keyring
from cards_qr.symbol import modules
from cards_qr.tag import Item, U, every_item, proven, write
from companion.errors import KeyringError

CODEBOOK = """\
format,kind,number,side,payload,qr_version,ec_level,mask
v1l25l,deed,1,front,HTTP://M.LOCAL/2D004GYHWX,1,L,7
v1l25l,card,3,front,HTTP://M.LOCAL/2DF0S447P3,1,L,2
"""


def test_a_new_set_has_a_proven_tag_for_every_item() -> None:
    keyring = make_keyring()
    assert list(every_item()) == [tag.item for tag in keyring.tags]
    assert all(proven(tag.text, keyring.key) and keyring.valid(tag.text) for tag in keyring.tags)


def test_no_two_sets_are_alike() -> None:
    assert make_keyring().key != make_keyring().key


def test_masks_keep_the_symbols_apart() -> None:
    """Without a choice of masks the nearest two differ in about 32 modules."""
    symbols = [modules(t.text, t.version, t.level, t.mask) for t in make_keyring().tags]
    assert min(np.count_nonzero(a ^ b) for a, b in combinations(symbols, 2)) >= 36


def test_saving_closes_a_file_that_was_open_to_others(tmp_path: Path) -> None:
    path = tmp_path / "keyring.json"
    path.write_text("old")
    path.chmod(0o644)
    save_keyring(make_keyring(), path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_the_key_is_not_in_the_keyrings_words() -> None:
    keyring = make_keyring()
    assert keyring.key.hex() not in repr(keyring)
    assert repr(keyring.key) not in repr(keyring)


def test_a_reissued_tag_revokes_the_old_one() -> None:
    item = Item("deed", 3)
    before = make_keyring()
    after = reissue(before, item)
    old, new = before.tag_of(item), after.tag_of(item)
    assert old is not None
    assert new is not None
    assert old.text != new.text
    assert not after.valid(old.text)
    assert after.find(old.text) is not None
    assert after.valid(new.text)


def test_an_item_has_eight_issues() -> None:
    keyring = make_keyring()
    for _ in range(U.issues - 1):
        keyring = reissue(keyring, Item("card", 1))
    with pytest.raises(KeyringError, match="Print a new set"):
        reissue(keyring, Item("card", 1))


def test_a_proven_tag_that_was_never_issued_does_not_count() -> None:
    keyring = make_keyring()
    assert keyring.set_number is not None
    text = write(U, keyring.key, set_number=keyring.set_number, item=Item("deed", 1), issue=5)
    assert proven(text, keyring.key)
    assert not keyring.valid(text)


def test_a_codebook_stands_in_for_a_keyring(tmp_path: Path) -> None:
    path = tmp_path / "codebook.csv"
    path.write_text(CODEBOOK)
    keyring = load_keyring(path)
    assert [(t.kind, t.id, t.mask) for t in keyring.tags] == [("deed", 1, 7), ("card", 3, 2)]
    assert keyring.valid("HTTP://M.LOCAL/2D004GYHWX")
    with pytest.raises(KeyringError, match="without their key"):
        reissue(keyring, Item("deed", 1))


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("", "no column"),
        ("hello", "no column"),
        ("{", "This keyring is damaged: "),
        ('{"set_number": 1, "key": "00", "tags": []}', "32 bytes"),
        ('{"set_number": 1, "key": "zz", "tags": []}', "This keyring is damaged: "),
        ('{"set_number": 1, "key": "00", "tags": [], "more": 1}', "more"),
        (CODEBOOK.replace("card,3", "card,three"), "line 3"),
        (CODEBOOK.replace("L,2", "L,9"), "cannot be drawn"),
        (CODEBOOK.replace("GYHWX,1", "GYHWX,9"), "cannot be drawn"),
        (CODEBOOK.replace("GYHWX,1", "GYHWX,0"), "cannot be drawn"),
        (CODEBOOK.replace("2DF0S447P3", "2df0s447p3"), "cannot be drawn"),
        (CODEBOOK + CODEBOOK.splitlines()[1] + "\n", "twice"),
        (CODEBOOK + "v1l25l,card\n", "line 4"),
    ],
)
def test_a_broken_file_is_named_with_its_mend(tmp_path: Path, content: str, complaint: str) -> None:
    path = tmp_path / "k"
    path.write_text(content)
    with pytest.raises(KeyringError, match=complaint) as caught:
        load_keyring(path)
    assert str(path) in str(caught.value)
    assert caught.value.mend


def test_a_key_that_did_not_make_the_tags_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "keyring.json"
    save_keyring(make_keyring(), path)
    path.write_text(re.sub(r'"key": "[0-9a-f]*"', f'"key": "{"ab" * 32}"', path.read_text()))
    with pytest.raises(KeyringError, match="not made with this key"):
        load_keyring(path)


def test_a_missing_file_and_a_binary_one_are_named(tmp_path: Path) -> None:
    with pytest.raises(KeyringError, match="cannot be read"):
        load_keyring(tmp_path / "none")
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(KeyringError, match="is no text"):
        load_keyring(tmp_path / "binary")


def test_a_keyring_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(KeyringError, match="cannot be written"):
        save_keyring(make_keyring(), tmp_path / "file" / "keyring.json")
