"""What one rulebook has and others have not may be agreed on at any table, in any edition."""

from functools import reduce

import pytest

from companion.editions.load import edition_ids, load_edition
from companion.game import commands as c
from companion.game.apply import apply
from companion.game.refusals import Refusal
from companion.game.state import GameState, blank
from companion.rules import decide
from companion.rules.asked import asked
from companion.rules.setup import begin
from companion.words import Seat, Space

ANN, BOB = Seat(0), Seat(1)
JAIL, PARKING = Space(10), Space(20)
ORANGE = (Space(16), Space(18), Space(19))
PLAIN: dict[str, object] = {"dealt_deeds": 0, "speed_die": False, "build_after_laps": 0}

anywhere = pytest.mark.parametrize("edition_id", edition_ids())


def at_table(edition_id: str, situation: c.Correct, **house: object) -> GameState:
    """Return a game of Ann and Bob, Ann to roll, in the *situation* given."""
    edition = load_edition(edition_id, (), {**PLAIN, **house})
    begun = begin(edition, ("Ann", "Bob"), first_roll=False)
    return after(reduce(apply, begun, blank(edition)), situation)


def after(state: GameState, *commands: c.AnyCommand) -> GameState:
    """Return the state after commands that are all accepted."""
    for command in commands:
        outcome = decide(state, command)
        assert not isinstance(outcome, Refusal), (command, outcome)
        state = reduce(apply, outcome, state)
    return state


def code_of(state: GameState, command: c.AnyCommand) -> str:
    """Return the code with which a command is refused, or an empty text."""
    outcome = decide(state, command)
    return outcome.code if isinstance(outcome, Refusal) else ""


def group_of(seat: Seat, **more: object) -> c.Correct:
    """Return that *seat* owns the orange group, and plenty of cash is there."""
    plenty = {ANN: 100_000, BOB: 100_000}
    owner = dict.fromkeys(ORANGE, seat)
    return c.Correct(why="given", cash=plenty, owner=owner, **more)  # type: ignore[arg-type]  # further fields of a correction


@anywhere
def test_fines_at_the_table(edition_id: str) -> None:
    state = at_table(edition_id, group_of(BOB), fine_amount=100)
    state = after(state, c.Fine(player=BOB, reason="dice-off-table"))
    assert state.cash(BOB) == 99_900


@anywhere
def test_a_limit_to_the_buildings_of_a_turn(edition_id: str) -> None:
    house = {"build_limit_per_turn": 2, "build_when": "any-time"}
    state = at_table(edition_id, group_of(ANN), **house)
    three = dict.fromkeys(ORANGE, 1)
    assert code_of(state, c.Build(by=ANN, lots=three)) == "build-limit"
    state = after(state, c.Build(by=ANN, lots={ORANGE[0]: 1, ORANGE[1]: 1}))
    assert code_of(state, c.Build(by=ANN, lots={ORANGE[2]: 1})) == "build-limit"


@anywhere
def test_building_before_ones_own_roll_alone(edition_id: str) -> None:
    there = {"at": {ANN: JAIL}, "laps": {ANN: 1, BOB: 1}}
    state = at_table(edition_id, group_of(BOB, **there), build_when="before-own-roll")
    one = c.Build(by=BOB, lots={ORANGE[0]: 1})
    assert code_of(state, one) == "build-closed"
    state = after(state, c.Roll(by=ANN, dice=(4, 6)), one)
    assert state.lots[ORANGE[0]].level == 1


@anywhere
def test_a_salary_on_the_way_to_jail(edition_id: str) -> None:
    state = at_table(edition_id, group_of(BOB, at={ANN: Space(25)}), jail_salary=True)
    state = after(state, c.Roll(by=ANN, dice=(2, 3)))
    assert state.players[ANN].jailed == 0
    assert state.cash(ANN) == 100_000 + state.rules.go_salary


@anywhere
def test_three_whole_turns_in_jail(edition_id: str) -> None:
    prisoner = group_of(ANN, at={ANN: JAIL}, jailed={ANN: 2})
    state = at_table(edition_id, prisoner, jail_third_roll_pays_then_moves=False)
    state = after(state, c.Roll(by=ANN, dice=(4, 6)))
    assert (state.players[ANN].jailed, state.cash(ANN)) == (3, 100_000)
    state = after(state, c.End(by=ANN), c.Correct(why="skip", at={BOB: JAIL}))
    state = after(state, c.Roll(by=BOB, dice=(4, 6)), c.Roll(by=ANN, dice=(4, 6)))
    assert state.players[ANN].at == PARKING
    assert state.cash(ANN) == 100_000 - state.rules.jail_fine


@anywhere
def test_cards_that_free_in_some_turns_alone(edition_id: str) -> None:
    prisoner = group_of(ANN, at={ANN: JAIL}, jailed={ANN: 0}, holds={ANN: ("chance",)})
    state = at_table(edition_id, prisoner, jail_card_turns=[2, 3])
    assert code_of(state, c.JailCard(by=ANN)) == "not-an-option"
    assert "jail-card" not in asked(state)[ANN]
    state = after(state, c.Correct(why="later", jailed={ANN: 1}))
    assert after(state, c.JailCard(by=ANN)).players[ANN].jailed is None


@anywhere
def test_prisoners_who_do_no_business(edition_id: str) -> None:
    prisoner = group_of(ANN, at={ANN: JAIL}, jailed={ANN: 0})
    house = {"jail_may_deal_build_and_bid": False, "build_when": "any-time"}
    state = at_table(edition_id, prisoner, **house)
    assert code_of(state, c.Build(by=ANN, lots={ORANGE[0]: 1})) == "build-closed"
    sale = c.Offer(
        by=ANN, to=BOB, give=c.NamedGoods(lots=(ORANGE[0],)), take=c.NamedGoods(cash=100)
    )
    assert code_of(state, sale) == "in-jail"


@anywhere
def test_rent_as_the_board_is_at_the_claim(edition_id: str) -> None:
    house = {"rent_fixed_at": "claim", "rent_needs_claim": True, "build_when": "any-time"}
    state = at_table(edition_id, group_of(BOB, at={ANN: JAIL}), **house)
    state = after(state, c.Roll(by=ANN, dice=(2, 4)), c.Build(by=BOB, lots={ORANGE[0]: 1}))
    due = state.edition.space(ORANGE[0]).rents[1]
    assert after(state, c.Claim(by=BOB)).cash(ANN) == 100_000 - due


@anywhere
def test_rent_for_mortgaged_lots(edition_id: str) -> None:
    pledged = group_of(BOB, at={ANN: JAIL}, mortgaged={ORANGE[0]: True})
    house = {"rent_on_mortgaged": True, "rent_needs_claim": False}
    house["group_rent_doubles_when_mortgaged"] = False
    state = after(at_table(edition_id, pledged, **house), c.Roll(by=ANN, dice=(2, 4)))
    assert state.cash(ANN) == 100_000 - state.edition.space(ORANGE[0]).rents[0]


@anywhere
def test_gifts_between_players(edition_id: str) -> None:
    state = at_table(edition_id, group_of(ANN), player_gifts=True)
    gift = c.Offer(by=ANN, to=BOB, give=c.NamedGoods(cash=100))
    assert after(state, gift, c.Accept(by=BOB)).cash(BOB) == 100_100
