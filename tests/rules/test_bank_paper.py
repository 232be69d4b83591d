"""Paper that the Bank wrote counts as money: the books know sums, not notes."""

from functools import reduce

import pytest

from companion.editions.load import edition_ids, load_edition
from companion.game.apply import apply
from companion.game.commands import AnyCommand, BookLate, Claim, Roll, TakeOver
from companion.game.refusals import Refusal
from companion.game.state import GameState, blank
from companion.rules import decide
from companion.rules.setup import begin
from companion.words import Seat, Space

ANN, BOB = Seat(0), Seat(1)


def played(state: GameState, command: AnyCommand) -> GameState:
    outcome = decide(state, command)
    assert not isinstance(outcome, Refusal), (command, outcome)
    return reduce(apply, outcome, state)


@pytest.mark.parametrize("edition_id", edition_ids())
def test_paper_of_the_bank_settles_what_notes_alone_would_not(edition_id: str) -> None:
    """40 hundredths of a rent in notes and 60 on paper pay it, and nothing is left of either."""
    edition = load_edition(edition_id)
    state = reduce(apply, begin(edition, ("Ann", "Bob"), first_roll=False), blank(edition))
    lot = edition.space(Space(6))
    due = lot.rents[1]
    step = edition.parameters.smallest_amount
    notes = due * 2 // 5 // step * step
    owner: dict[Space, Seat | None] = dict.fromkeys(edition.family(lot.index), BOB)
    given = TakeOver(turn=ANN, cash={ANN: notes}, owner=owner, buildings={lot.index: 1})
    state = played(state, given)
    paper = BookLate(payer="bank", payee=ANN, amount=due - notes, why="paper for missing notes")
    state = played(state, paper)
    assert state.cash(ANN) == due  # one sum, in whatever it lies on the table
    bob = state.cash(BOB)
    state = played(state, Roll(by=ANN, dice=(2, 4)))
    if edition.parameters.rent_needs_claim:
        state = played(state, Claim(by=BOB))
    assert not state.debts
    assert (state.cash(ANN), state.cash(BOB)) == (0, bob + due)
