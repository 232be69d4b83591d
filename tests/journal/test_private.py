"""What is kept of a game is nobody else's to read."""

from pathlib import Path
from stat import S_IMODE

from companion.journal.home import Home
from tests.support.homes import played_home
from tests.support.processes import python
from tests.support.table import SMALL_RESERVE

EVENING = """
import sys
from pathlib import Path
from companion.backups.keeper import Keeper
from companion.table.clocks.clock import SystemClock
from tests.support.pages import living_room
from web.server.serve import tune_process

home = Path(sys.argv[1])
tune_process()
with living_room(home) as room:
    room.begin()
    room.table.pictures.keep(b"a picture")
    room.context.manners.hide(hidden=True)
    Keeper(home, lambda: room.table.view, SystemClock()).make("asked")
    print(*(f"{path.lstat().st_mode:o} {path}" for path in (home, *home.rglob("*"))), sep="\\n")
"""


def open_to_others(home: Path) -> list[str]:
    """Return what others may read or look into, with its permissions."""
    paths = [home, *home.rglob("*")]
    return [f"{S_IMODE(p.stat().st_mode):o} {p}" for p in paths if p.stat().st_mode & 0o077]


def test_a_home_that_others_may_read_is_closed_at_the_next_start(tmp_path: Path) -> None:
    home = played_home(tmp_path / "home")
    for path in (home, *home.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    script = home / "script"
    script.touch()
    script.chmod(0o755)
    Home(home, ballast=SMALL_RESERVE).close()
    assert open_to_others(home) == []
    assert S_IMODE(script.stat().st_mode) == 0o700


def test_what_lies_elsewhere_is_left_as_it_is(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.touch()
    other.chmod(0o644)
    home = tmp_path / "home"
    home.mkdir()
    (home / "link").symlink_to(other)
    Home(home, ballast=SMALL_RESERVE).close()
    assert S_IMODE(other.stat().st_mode) == 0o644


def test_nothing_of_an_evening_is_made_for_others(tmp_path: Path) -> None:
    told = python("-c", EVENING, str(tmp_path / "home"), check=True).stdout.splitlines()
    assert any("-wal" in line for line in told)
    assert any("backups" in line for line in told)
    assert [line for line in told if int(line.split()[0], 8) & 0o077] == []
