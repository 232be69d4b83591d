"""One process writes; whoever else comes is sent away, or only looks."""

from pathlib import Path

from companion.game.commands import Roll
from companion.table.answers import Accepted
from companion.table.table import Table
from tests.support.player import banker, begin
from tests.support.processes import python
from tests.support.table import ANN

START = "import sys; from pathlib import Path; from companion.table.table import Table; "
SECOND = START + "Table(Path(sys.argv[1])).start()"
LOOK = START + (
    "from companion.journal.sqlite import open_journal;"
    "print(len(open_journal(Path(sys.argv[1]), read_only=True).records))"
)


def test_a_second_process_on_the_same_home_is_refused(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.start()
    second = python("-c", SECOND, str(tmp_path))
    table.stop()
    assert second.returncode != 0
    assert second.stderr.splitlines()[-1].endswith(
        f"SettingsError: {tmp_path}: another companion works with this folder"
        " (stop it, or choose another folder with --home)"
    )


def test_another_process_may_look_while_the_game_goes_on(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.start()
    begin(table)
    looked = python("-c", LOOK, str(tmp_path / "games" / "0001-ru-2004.journal"))
    played = table.submit(Roll(by=ANN, dice=(1, 2)), banker(table))
    table.stop()
    assert looked.stdout == "1\n"
    assert isinstance(played, Accepted)
