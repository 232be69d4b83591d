"""A game that goes on at another table of the club takes nothing more at this one."""

from pathlib import Path

import pytest

from companion.game.commands import Roll
from companion.game.refusals import Refusal
from companion.table.answers import Accepted
from companion.table.clocks.commands import Pause
from companion.table.games.commands import Begin, Resume
from companion.table.table import Table
from tests.support.table import ANN, code, hands

NAME = "0001-us-classic"


@pytest.mark.parametrize("command", [Roll(by=ANN, dice=(1, 2)), Pause()])
def test_nothing_is_added_to_it(tmp_path: Path, command: Roll | Pause) -> None:
    with hands(tmp_path) as at:
        at.begin(edition="us-classic")
        at.desk.elsewhere[NAME] = "Table 7"
        before = at.records
        answer = at.answer(command, at.cause("banker"))
        assert isinstance(answer, Refusal)
        assert answer.code == "game-elsewhere"
        assert dict(answer.facts) == {"table": "Table 7"}
        assert at.records == before
        del at.desk.elsewhere[NAME]
        assert isinstance(at.answer(command, at.cause("banker")), Accepted)


def test_other_games_are_begun_and_gone_on_with(tmp_path: Path) -> None:
    with hands(tmp_path) as at:
        at.begin(edition="us-classic")
        at.desk.elsewhere[NAME] = "Table 7"
        at.begin(edition="disney", another=True)
        at.play(Roll(by=ANN, dice=(1, 2)))
        assert isinstance(at.answer(Resume(game=NAME), at.cause("banker")), Accepted)
        assert code(at.answer(Roll(by=ANN, dice=(1, 2)), at.cause("banker"))) == "game-elsewhere"


def test_the_table_is_told_once_and_again_when_it_comes_back(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.start()
    try:
        _begun(table)
        for _ in range(2):
            table.goes_on_at(NAME, "Table 7")
        refused = table.submit(Roll(by=ANN, dice=(1, 2)), table.cause("banker", "banker"))
        assert code(refused) == "game-elsewhere"
        assert [notice.code for notice in table.view.notices] == ["game-elsewhere"]
        table.goes_on_at(NAME, "")
        rolled = table.submit(Roll(by=ANN, dice=(1, 2)), table.cause("banker", "banker"))
        assert isinstance(rolled, Accepted)
    finally:
        table.stop()


def _begun(table: Table) -> None:
    begin = Begin(edition="us-classic", players=("Ann", "Bob", "Cy"), first_roll=False)
    assert isinstance(table.submit(begin, table.cause("banker", "banker")), Accepted)
