"""Evidence is kept under what it shows, and pruned without trusting the clock."""

import os
from hashlib import sha256
from pathlib import Path

import pytest

from companion.errors import JournalError
from companion.journal.pictures import Limits, Pictures

DAY = 86400.0


@pytest.fixture
def pictures(tmp_path: Path) -> Pictures:
    return Pictures(tmp_path / "pictures")


def keep_aged(pictures: Pictures, content: bytes, days: float) -> str:
    """Keep a picture as if it were so many days old; return its digest."""
    digest = pictures.keep(content)
    path = pictures.folder / digest[:2] / f"{digest}.jpg"
    os.utime(path, (1.7e9 - days * DAY, 1.7e9 - days * DAY))
    return digest


def kept(pictures: Pictures, *digests: str) -> list[bool]:
    return [pictures.read(digest) is not None for digest in digests]


def test_a_picture_is_found_by_its_digest(pictures: Pictures) -> None:
    digest = pictures.keep(b"dice")
    assert digest == sha256(b"dice").hexdigest() == pictures.keep(b"dice")
    assert pictures.read(digest) == b"dice"


@pytest.mark.parametrize("digest", ["", "0" * 64, "../" * 20 + "etc", "A" * 64, "0" * 63 + "/"])
def test_an_unknown_digest_is_none_whatever_it_looks_like(pictures: Pictures, digest: str) -> None:
    assert pictures.read(digest) is None


def test_a_damaged_picture_is_no_evidence_and_can_be_kept_anew(pictures: Pictures) -> None:
    digest = pictures.keep(b"dice")
    (pictures.folder / digest[:2] / f"{digest}.jpg").write_bytes(b"di")
    assert pictures.read(digest) is None
    pictures.keep(b"dice")
    assert pictures.read(digest) == b"dice"


def test_a_picture_that_cannot_be_kept_is_named(tmp_path: Path) -> None:
    (tmp_path / "pictures").write_text("a file in the way")
    with pytest.raises(JournalError, match="cannot be written: "):
        Pictures(tmp_path / "pictures").keep(b"dice")


def test_the_oldest_beyond_the_size_go_first(pictures: Pictures) -> None:
    old, middle, new = (keep_aged(pictures, bytes([n]) * 100, 3 - n) for n in range(3))
    assert pictures.prune(Limits(size=200)) == 1
    assert kept(pictures, old, middle, new) == [False, True, True]


def test_each_picture_has_one_fate(pictures: Pictures) -> None:
    old, middle, new = (keep_aged(pictures, bytes([n]) * 100, 3 - n) for n in range(3))
    pictures.prune(Limits(size=200))
    (pictures.folder / middle[:2] / f"{middle}.jpg").write_bytes(b"")
    fates = [pictures.fate(digest) for digest in (old, middle, new, "f" * 64)]
    assert fates == ["pruned", "damaged", "kept", "missing"]


def test_age_counts_from_the_newest_picture(pictures: Pictures) -> None:
    old, new = keep_aged(pictures, b"a", 100), keep_aged(pictures, b"b", 0)
    assert pictures.prune(Limits(age_s=90 * DAY)) == 1
    assert kept(pictures, old, new) == [False, True]


def test_a_clock_that_jumps_by_years_wipes_nothing(pictures: Pictures) -> None:
    digests = [keep_aged(pictures, bytes([n]), 20000 + n) for n in range(3)]
    assert pictures.prune(Limits()) == 0
    assert all(kept(pictures, *digests))


def test_what_a_running_game_rests_on_is_spared(pictures: Pictures) -> None:
    old, new = keep_aged(pictures, b"a" * 100, 100), keep_aged(pictures, b"b" * 100, 0)
    assert pictures.prune(Limits(size=0), spare={old}) == 1
    assert kept(pictures, old, new) == [True, False]


def test_pruning_an_empty_folder_is_nothing(pictures: Pictures) -> None:
    assert (pictures.prune(Limits()), pictures.size()) == (0, 0)
