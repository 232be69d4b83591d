"""A utility reached by card, in boxes that have no such card: one is changed to lead there."""

from functools import reduce

import pytest

from companion.editions.load import edition_from_toml, edition_text, load_rulebook
from companion.game.apply import apply
from companion.game.commands import AnyCommand, Claim, Correct, Draw, Roll
from companion.game.refusals import Refusal
from companion.game.state import GameState, blank
from companion.rules import decide
from companion.rules.setup import begin
from companion.words import Seat, Space

ANN, BOB = Seat(0), Seat(1)
WAND = Space(12)


def led_to_the_wand(*, rerolls: bool) -> GameState:
    """Return the state after Ann's seven to Show Time and a card on to Bob's utility."""
    text = edition_text("disney")
    text = text.replace('{ advance = "dumbo" }', '{ advance = "magic-wand" }')
    edition = edition_from_toml(text, "disney", house={"utility_by_card_rerolls": rerolls})
    state: GameState = reduce(
        apply, begin(edition, ("Ann", "Bob"), first_roll=False), blank(edition)
    )
    return after(
        state,
        Correct(owner={WAND: BOB}, why="Bob has it"),
        Roll(by=ANN, dice=(3, 4)),
        Draw(by=ANN, card="chance/advance-dumbo"),
        Claim(by=BOB),
    )


def after(state: GameState, *commands: AnyCommand) -> GameState:
    for command in commands:
        events = decide(state, command)
        assert not isinstance(events, Refusal), events
        state = reduce(apply, events, state)
    return state


def test_who_came_by_card_throws_for_the_rent() -> None:
    """Four times a new throw of 2 and 6 is 32; nothing moves, and the rule is cited."""
    state = led_to_the_wand(rerolls=True)
    assert (state.cash(ANN), state.players[ANN].at) == (1500, WAND)
    events = decide(state, Roll(by=ANN, dice=(2, 6)))
    assert not isinstance(events, Refusal)
    told = load_rulebook("disney").told(events[0].because)
    assert [rule.id for rule in told] == ["disney/utility-03"]
    state = reduce(apply, events, state)
    assert (state.cash(ANN), state.cash(BOB)) == (1500 - 32, 1500 + 32)
    assert state.players[ANN].at == WAND


def test_without_a_new_throw_the_one_before_the_card_counts() -> None:
    """Four times the seven that led to the card is 28, paid with the claim."""
    state = led_to_the_wand(rerolls=False)
    assert (state.cash(ANN), state.cash(BOB)) == (1500 - 28, 1500 + 28)


@pytest.mark.parametrize("edition_id", ["disney", "uk-classic"])
def test_no_card_of_these_boxes_leads_to_a_utility(edition_id: str) -> None:
    """Not even three spaces back from any Chance space."""
    text = edition_text(edition_id)
    edition = edition_from_toml(text, edition_id)
    utilities = {space.key for space in edition.spaces if space.kind == "utility"}
    assert not any(f'= "{name}" }}' in text for name in utilities)
    behind = {
        edition.space(Space(space.index - 3)).kind
        for space in edition.spaces
        if space.kind == "chance"
    }
    assert "utility" not in behind
