"""What the rules of a print-and-play game say of cards that its known decks do not have."""

from functools import reduce

import pytest

from companion.editions.load import edition_from_toml, edition_text
from companion.game.apply import apply
from companion.game.commands import AnyCommand, Bankrupt, Claim, Correct, Draw, Roll
from companion.game.refusals import Refusal
from companion.game.state import GameState, blank
from companion.rules import decide
from companion.rules.asked import asked
from companion.rules.setup import begin
from companion.words import Seat, Space

ANN, BOB, CY = Seat(0), Seat(1), Seat(2)
ELECTRIC, WATER = Space(12), Space(28)


def ports_with(card: str, effect: str, **house: object) -> GameState:
    """Return a game of the ports in which a card of Chance does something else."""
    return game_with("ports", card, effect, **house)


def game_with(edition_id: str, card: str, effect: str, **house: object) -> GameState:
    """Return a game of Ann, Bob and Cy in which a card of Chance does something else."""
    head, found, tail = edition_text(edition_id).partition(f'id = "chance/{card}"\n')
    text, _, rest = tail.partition("effect = ")
    printed = f"{head}{found}{text}effect = {effect}\n{rest.partition(chr(10))[2]}"
    edition = edition_from_toml(printed, "printed at home", house=house)
    return reduce(apply, begin(edition, ("Ann", "Bob", "Cy"), first_roll=False), blank(edition))


def played(state: GameState, *commands: AnyCommand) -> GameState:
    """Return the state after commands that are all accepted."""
    for command in commands:
        outcome = decide(state, command)
        assert not isinstance(outcome, Refusal), outcome
        state = reduce(apply, outcome, state)
    return state


def at_the_electric_company(*owned: Space) -> GameState:
    """Return a game in which a card has led Ann there with a throw of 7, and Bob has claimed."""
    state = ports_with("speeding", '{ advance = "electric-company" }')
    bobs = Correct(why="bought", owner=dict.fromkeys(owned, BOB))
    came = (Roll(by=ANN, dice=(3, 4)), Draw(by=ANN, card="chance/speeding"))
    return played(state, bobs, *came, Claim(by=BOB))


def test_who_came_to_a_utility_by_card_rolls_anew() -> None:
    """Four times 2 + 3, not four times the 7 that led to Chance."""
    state = at_the_electric_company(ELECTRIC)
    assert asked(state) == {ANN: frozenset({"roll"})}
    state = played(state, Roll(by=ANN, dice=(2, 3)))
    assert [state.cash(seat) for seat in state.seats] == [1480, 1520, 1500]
    assert state.players[ANN].at == ELECTRIC


@pytest.mark.parametrize(("owned", "rent"), [((ELECTRIC,), 20), ((ELECTRIC, WATER), 50)])
def test_after_a_card_the_multiple_is_that_of_the_number_owned(
    owned: tuple[Space, ...], rent: int
) -> None:
    """The card only moves: four times the new roll with one, ten times with both."""
    state = played(at_the_electric_company(*owned), Roll(by=ANN, dice=(2, 3)))
    assert state.cash(ANN) == 1500 - rent
    assert state.cash(BOB) == 1500 + rent


def test_a_table_may_let_the_roll_that_led_to_the_card_count() -> None:
    """House rule: four times the 7 that led to Chance, and no new roll."""
    advance = '{ advance = "electric-company" }'
    state = ports_with("speeding", advance, utility_by_card_rerolls=False)
    bobs = Correct(why="bought", owner={ELECTRIC: BOB})
    came = (Roll(by=ANN, dice=(3, 4)), Draw(by=ANN, card="chance/speeding"))
    state = played(state, bobs, *came, Claim(by=BOB))
    assert [state.cash(seat) for seat in state.seats] == [1472, 1528, 1500]
    assert asked(state) == {ANN: frozenset({"end"}), BOB: frozenset({"roll"})}


@pytest.mark.parametrize(
    ("owned", "rerolls", "rent"),
    [((ELECTRIC,), True, 400), ((ELECTRIC, WATER), True, 1000), ((ELECTRIC,), False, 560)],
)
def test_the_german_works_are_rolled_for_after_a_card(
    owned: tuple[Space, ...],
    rerolls: bool,  # noqa: FBT001  # a parameter of the test
    rent: int,
) -> None:
    """80 or 200 times the new 2 + 3; where tables want none, 80 times the 7 that led to the card.

    Nobody moves by that roll, and it is not the next player's: the claim was made before it.
    """
    effect = '{ advance = "elektrizitaetswerk" }'
    state = game_with("de-dm", "speeding", effect, utility_by_card_rerolls=rerolls)
    bobs = Correct(why="bought", owner=dict.fromkeys(owned, BOB))
    came = (Roll(by=ANN, dice=(3, 4)), Draw(by=ANN, card="chance/speeding"))
    state = played(state, bobs, *came, Claim(by=BOB))
    if rerolls:
        assert asked(state) == {ANN: frozenset({"roll"})}
        state = played(state, Roll(by=ANN, dice=(2, 3)))
    assert [state.cash(seat) for seat in state.seats] == [30000 - rent, 30000 + rent, 30000]
    assert state.players[ANN].at == ELECTRIC
    assert asked(state) == {ANN: frozenset({"end"}), BOB: frozenset({"roll"})}


def test_a_roll_for_a_rent_is_no_double() -> None:
    """4 + 4 pays 32 and gives no further throw: Ann's turn is played out."""
    state = played(at_the_electric_company(ELECTRIC), Roll(by=ANN, dice=(4, 4)))
    assert state.cash(ANN) == 1468
    assert asked(state) == {ANN: frozenset({"end"}), BOB: frozenset({"roll"})}


@pytest.mark.parametrize(("how", "left"), [("card-evenly", [0, 15, 15]), ("in-turn", [0, 30, 0])])
def test_cash_is_shared_where_one_card_pays_everybody(how: str, left: list[int]) -> None:
    """30 against twice 50: 15 each, and the deed falls to the Bank; else the oldest has all."""
    state = ports_with("speeding", "{ pay_each = 50 }", several_creditors=how)
    poor = Correct(why="spent", cash={ANN: 30, BOB: 0, CY: 0}, owner={Space(1): ANN})
    drawn = (Roll(by=ANN, dice=(3, 4)), Draw(by=ANN, card="chance/speeding"))
    state = played(state, poor, *drawn, Bankrupt(by=ANN))
    assert [state.cash(seat) for seat in state.seats] == left
    assert state.lots[Space(1)].owner == (BOB if how == "in-turn" else None)
