"""A copy is taken back whole or not at all, wherever the plug is pulled."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.backups.restoring import proven, restore
from companion.errors import BackupError, CompanionError
from companion.journal.home import locked
from companion.journal.swap import ASIDE, STAGING
from tests.durability.damage import in_memory
from tests.support.homes import content_of, copied, cut_before, played_home

MOST_STEPS = 400


@pytest.fixture
def tmp_path() -> Iterator[Path]:
    """Return a folder where a sync costs nothing: the plug is pulled between calls, in thought."""
    with in_memory() as folder:
        yield folder


@pytest.fixture
def before(tmp_path: Path) -> Path:
    return played_home(tmp_path / "before")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Return a copy of another home with more in it."""
    other = played_home(tmp_path / "other", rolls=1)
    (other / "only-here.json").write_text("{}")
    return copied(other, tmp_path / "other.zip")


def settled(home: Path) -> dict[str, str]:
    """Open a home as a companion does at its start; return what is in it then."""
    os.close(locked(home))
    assert not (home / STAGING).exists()
    return content_of(home)


def test_a_power_cut_leaves_the_old_home_or_the_new_one(
    tmp_path: Path, before: Path, copy: Path
) -> None:
    reference = shutil.copytree(before, tmp_path / "reference")
    restore(copy, reference)
    old, new = content_of(before), content_of(reference)
    ends = []
    for step in range(MOST_STEPS):
        home = shutil.copytree(before, tmp_path / f"cut-{step}")
        with cut_before(step) as pulled:
            restore(copy, home)
        # The first start after it may be cut as well.
        with cut_before(step % 7):
            os.close(locked(home))
        left = settled(home)
        assert left in (old, new), f"a mixture after step {step}"
        ends.append(left == new)
        if left == new:
            (aside,) = (home / ASIDE).iterdir()
            assert content_of(aside) == old
        shutil.rmtree(home)
        if not pulled():
            break
    assert ends == sorted(ends)  # first always the old one, from one step on always the new one
    assert 10 < sum(not end for end in ends) < len(ends) - 5


def test_without_syncs_a_power_cut_leaves_a_mixture(
    tmp_path: Path, before: Path, copy: Path
) -> None:
    """Shows that the test above can fail."""
    reference = shutil.copytree(before, tmp_path / "reference")
    restore(copy, reference)
    old, new = content_of(before), content_of(reference)
    for step in range(MOST_STEPS):
        home = shutil.copytree(before, tmp_path / f"cut-{step}")
        with cut_before(step, careless=True):
            restore(copy, home)
        try:
            left = settled(home)
        except CompanionError:
            return
        if left not in (old, new):
            return
    pytest.fail("nothing is lost")


def test_a_power_cut_while_a_copy_is_made_leaves_no_copy_or_a_whole_one(
    tmp_path: Path, before: Path
) -> None:
    whole = []
    for step in range(MOST_STEPS):
        to = tmp_path / "copies" / "one.zip"
        with cut_before(step) as pulled:
            copied(before, to)
        whole.append(to.exists())
        if to.exists():
            assert proven(to).records_of("0001-ru-2004") == 5
            to.unlink()
        if not pulled():
            break
    assert whole == sorted(whole)
    assert not whole[0]
    assert whole[-1]


def test_a_copy_of_a_version_that_cannot_be_is_none(tmp_path: Path, copy: Path) -> None:
    """One bit, in the list at the end of the file, says that only a newer program can read it."""
    content = bytearray(copy.read_bytes())
    listed = content.rindex(b"PK\x01\x02")
    content[listed + 6] |= 0x80  # the version that is needed, in tenths
    bad = tmp_path / "bad.zip"
    bad.write_bytes(content)
    with pytest.raises(BackupError, match="no whole copy"):
        proven(bad)


def test_a_damaged_copy_is_never_taken_back(tmp_path: Path, before: Path, copy: Path) -> None:
    old, content = content_of(before), copy.read_bytes()
    bad, told = tmp_path / "bad.zip", list[str]()
    tries = range(0, len(content), max(1, len(content) // 150))
    for offset in tries:
        flipped = bytearray(content)
        flipped[offset] ^= 1 << offset % 8
        for damaged in (bytes(flipped), content[:offset]):
            bad.write_bytes(damaged)
            try:
                proven(bad)
            except BackupError as error:
                told.append(str(error))
    assert not [line for line in told if str(bad) not in line or "\n" in line]
    # The others are bits that nobody reads, as a date within the ZIP file.
    assert len(told) > 0.9 * 2 * len(tries)
    bad.write_bytes(content[: len(content) // 2])
    with pytest.raises(BackupError, match="no whole copy"):
        restore(bad, before)
    assert settled(before) == old
