"""A disk that takes no more is said by every page, in the reader's language."""

from multiprocessing import get_context

import pytest

from tests.support.full_disks import FullDisk, ask_on_a_full_disk
from web.shared.language import catalogues

pytestmark = pytest.mark.xdist_group("pages on a full disk")  # one disk serves all


@pytest.fixture(scope="module")
def disk(tmp_path_factory: pytest.TempPathFactory) -> FullDisk:
    """Return how pages answered while no file could grow."""
    ours, theirs = get_context("forkserver").Pipe(duplex=False)
    home = tmp_path_factory.mktemp("home")
    process = get_context("forkserver").Process(target=ask_on_a_full_disk, args=(home, theirs))
    process.start()
    theirs.close()
    told: FullDisk = ours.recv()
    ours.close()
    process.join()
    process.close()
    return told


@pytest.mark.parametrize("path", ["/join", "/banker/pin"])
def test_it_is_said_that_nothing_was_kept(disk: FullDisk, path: str) -> None:
    assert {disk.said[path, language][0] for language in catalogues()} == {503}
    assert "this was not kept" in disk.said[path, "en"][1]
    assert "nicht aufgehoben" in disk.said[path, "de"][1]


@pytest.mark.parametrize("path", ["/join", "/banker/pin"])
def test_the_same_is_done_when_there_is_room(disk: FullDisk, path: str) -> None:
    assert disk.later[path] == 303


def test_no_page_breaks_on_a_full_disk(disk: FullDisk) -> None:
    assert disk.failed == []
