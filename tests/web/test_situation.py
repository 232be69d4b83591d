"""Whatever a game has come to can be typed in, and stands then as it stood."""

from functools import reduce

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from werkzeug.datastructures import MultiDict

from companion.editions.load import edition_ids
from companion.game.apply import apply
from companion.game.commands import command_from
from companion.game.events import Corrected
from companion.game.postings import BOARD
from companion.game.refusals import Refusal
from companion.game.state import GameState, blank
from companion.ledger.entries import Unit
from companion.rules import decide
from companion.rules.invariants import broken
from companion.rules.plausibility import too_many_buildings
from companion.rules.setup import begin
from companion.words import RuleKey
from tests.support.games import RandomGame
from web.situation.draft import TypedTable, differences, draft_of, take_over_fields, typed


def fresh(state: GameState) -> GameState:
    """Return a game of the same edition and people at its beginning."""
    names = tuple(player.name for player in state.players)
    return reduce(apply, begin(state.edition, names, first_roll=True), blank(state.edition))


def stands(state: GameState) -> Corrected:
    """Return what stands on the board."""
    levels = {lot: held.level for lot, held in state.lots.items()}
    return Corrected(why="", buildings=levels, because=RuleKey("bank/banker"))


def as_form(draft: TypedTable) -> MultiDict[str, str]:
    """Return what a browser sends of a page that shows *draft*."""
    form = {"turn": draft.turn, "pot": draft.pot}
    for n, seat in enumerate(draft.seats):
        form |= {f"cash-{n}": seat.cash, f"at-{n}": seat.at, f"laps-{n}": seat.laps}
        form |= {f"jailed-{n}": seat.jailed, **({f"out-{n}": "1"} if seat.out else {})}
    for lot, held in draft.lots.items():
        form |= {f"owner-{lot}": held.owner, f"stands-{lot}": held.stands}
    return MultiDict(form | {f"card-{deck}": holder for deck, holder in draft.cards.items()})


@settings(max_examples=60)
@given(st.integers(0, 10_000), st.sampled_from(edition_ids()))
def test_every_situation_can_be_taken_over(seed: int, edition_id: str) -> None:
    game = RandomGame(seed, edition=edition_id)
    for _step in game.steps(60):
        pass
    there = game.state
    if there.winners or any(too_many_buildings(there, stands(there))):
        return  # random play begins with more buildings than the box has, now and then
    new = fresh(there)
    draft = typed(as_form(draft_of(there)), new)
    command = command_from({"do": "take-over", **take_over_fields(draft)})
    outcome = decide(new, command)
    assert not isinstance(outcome, Refusal), outcome
    here = reduce(apply, outcome, new)
    # What was built is counted turn by turn; how one came out of jail only gives the roll a word.
    before = tuple(replace(player, built=0, freed=False) for player in there.players)
    assert here.players == before
    assert here.lots == there.lots
    assert here.holds == there.holds
    assert (here.turn.seat, here.pot) == (there.turn.seat, there.pot)
    assert [here.cash(seat) for seat in here.seats] == [there.cash(seat) for seat in there.seats]
    in_the_box = {Unit.HOUSE: here.rules.houses, Unit.HOTEL: here.rules.hotels}
    for unit, number in in_the_box.items():
        assert here.supply(unit) == number - here.books.balance(BOARD, unit)
    assert broken(here) == ()


@given(st.integers(0, 10_000))
def test_a_page_that_is_sent_as_it_was_shown_corrects_nothing(seed: int) -> None:
    game = RandomGame(seed)
    for _step in game.steps(40):
        pass
    known = draft_of(game.state)
    assert differences(typed(as_form(known), game.state), known) == {}
