"""Eight seats without a phone play a whole evening: lamps, what is spoken, presses, cardboard."""

import pytest

from companion.editions.load import edition_ids, load_edition
from companion.table.buttons import wishes as press
from tests.durability.damage import in_memory
from tests.end_to_end.blind import NAMES, Blind
from tests.support.table import hands

STEPS = 900

BEGUN = {press.CLAIM, press.BID, press.OUT, press.BUY, press.LEAVE_JAIL}
LATER = {press.CLAIM, press.RAISE, press.PAY, press.GIVE_UP}


def played(edition: str, seed: int, *, from_the_middle: bool) -> Blind:
    """Play an evening until somebody has won, or for so many steps; nobody may wait in vain."""
    with in_memory() as folder, hands(folder) as at:
        most = load_edition(edition).parameters.players_max
        at.begin(edition=edition, first_roll=not from_the_middle, players=NAMES[:most])
        evening = Blind(at, seed)
        if from_the_middle:
            evening.come_to_the_middle()
        for _ in range(STEPS):
            assert at.view.state is not None
            if at.view.state.winners:
                break
            assert evening.step(), (evening.lines[-3:], at.view.asked, at.view.notices[-1:])
        return evening


@pytest.mark.parametrize("edition", edition_ids())
def test_all_seats_play_by_lamp_voice_and_press(edition: str) -> None:
    evening = played(edition, seed=7, from_the_middle=False)
    assert evening.refused == []
    assert evening.turns > 300
    assert {one.does for one in BEGUN} - evening.without <= {*evening.presses}


@pytest.mark.parametrize("edition", edition_ids())
def test_debts_are_raised_and_paid_by_presses(edition: str) -> None:
    evening = played(edition, seed=2, from_the_middle=True)
    assert evening.refused == []
    assert "The game is over" in evening.lines[-1]
    assert {one.does for one in LATER} - evening.without <= {*evening.presses}
