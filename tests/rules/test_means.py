"""The way out of a debt: what hurts least first, nothing too much, and all of it lawful."""

import pytest

from companion.editions.load import edition_ids
from companion.game.state import GameState
from companion.rules import Play, played
from companion.rules.means import way_out
from companion.rules.raisable import raisable
from companion.rules.worth import owed
from companion.words import Seat
from tests.support.games import RandomGame


def followed(state: GameState, seat: Seat) -> GameState:
    """Return the state after every step of the plan; each must be allowed in its turn."""
    for step in way_out(state, seat):
        before = state.cash(seat)
        play = played(state, step.command)
        assert isinstance(play, Play), step
        state = play.state
        assert state.cash(seat) == before + step.brings
    return state


@pytest.mark.parametrize("house", [{}, {"hotel_sale_pays": "houses"}], ids=["", "houses"])
@pytest.mark.parametrize("edition", sorted(edition_ids()))
def test_the_steps_cover_every_debt_that_can_be_covered(
    edition: str, house: dict[str, str]
) -> None:
    seen = 0
    for seed in range(6):
        for step in RandomGame(seed, edition=edition, house=house).steps(200):
            state = step.after
            for seat in {debt.debtor for debt in state.debts}:
                short = owed(state, seat) - state.cash(seat)
                if state.winners or not 0 < short <= raisable(state, seat):
                    continue
                seen += 1
                after = followed(state, seat)
                assert after.cash(seat) >= owed(after, seat)
    assert seen
