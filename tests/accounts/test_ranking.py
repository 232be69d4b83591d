"""Who is worth how much, and the sum that says why."""

from decimal import Decimal
from gettext import NullTranslations
from itertools import pairwise

import pytest

from companion.accounts.ranking import ranking, sum_of
from companion.editions.load import edition_ids, load_edition
from companion.rules.worth import Counted
from companion.speaker import NBSP, Speaker
from tests.support.games import RandomGame

RICH = Counted(cash=1200, prices=800, costs=Decimal("187.5"), mortgaged=Decimal("0.25"), owed=20)


def test_a_sum_names_its_parts_with_halves_and_what_is_taken_off() -> None:
    speaker = Speaker(NullTranslations(), load_edition("us-classic"), ("Ann",))
    told = sum_of(speaker, RICH)
    assert told.replace(NBSP, " ") == (
        "cash 1,200 + lots 800 + buildings 187½ − mortgages 0.25 − debts 20"
    )
    assert all(NBSP in part for part in told.split(" "))  # it is broken between its parts alone
    assert speaker.exactly(RICH.worth) == "2,167.25"


@pytest.mark.parametrize("edition", edition_ids())
def test_the_richest_comes_first_and_equals_share_a_place(edition: str) -> None:
    game = RandomGame(7, edition=edition, players=4)
    for _step in game.steps(60):
        ranked = ranking(game.state)
        assert {one.seat for one in ranked} == set(game.state.playing)
        for earlier, later in pairwise(ranked):
            assert earlier.counted.worth >= later.counted.worth
            assert (earlier.place == later.place) == (earlier.counted.worth == later.counted.worth)
