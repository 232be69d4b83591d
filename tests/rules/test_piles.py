"""The two piles of cards."""

from functools import reduce

import msgspec
import pytest

from companion.editions.load import edition_ids, load_edition
from companion.game.apply import apply
from companion.game.commands import Draw
from companion.game.refusals import Refusal
from companion.game.state import GameState, blank
from companion.game.state import OpenDraw as Due
from companion.rules import decide
from companion.rules.setup import begin
from companion.words import Seat


def about_to_draw(edition_id: str, deck: str) -> GameState:
    edition = load_edition(edition_id)
    begun = begin(edition, ("Ann", "Bob"), first_roll=False)
    state: GameState = reduce(apply, begun, blank(edition))
    return msgspec.structs.replace(state, draw=Due(seat=Seat(0), deck=deck))


@pytest.mark.parametrize("edition_id", edition_ids())
@pytest.mark.parametrize("deck", ["chance", "chest"])
def test_two_piles_are_kept_apart(edition_id: str, deck: str) -> None:
    """Each has 16 cards, and no card of the one is ever drawn from the other."""
    state = about_to_draw(edition_id, deck)
    for card in state.edition.cards:
        answer = decide(state, Draw(by=Seat(0), card=card.id))
        if card.deck == deck:
            assert not isinstance(answer, Refusal)
        else:
            assert isinstance(answer, Refusal)
            assert answer.code == "wrong-deck"
    assert [card.deck for card in state.edition.cards].count(deck) == 16
