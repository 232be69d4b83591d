"""A game that was begun without the companion: typed in as it stands, and played on."""

from functools import reduce
from typing import Any

import pytest

from companion.accounts.explanation import explained
from companion.editions.load import load_edition, load_rulebook
from companion.game import commands as c
from companion.game.apply import apply
from companion.game.events import AnyEvent, TakenOver
from companion.game.postings import BOARD
from companion.game.refusals import Refusal
from companion.game.state import GameState, blank
from companion.journal.codec import read, written
from companion.journal.record import Record
from companion.ledger.entries import Unit
from companion.rules import Decided, decide
from companion.rules.asked import asked
from companion.rules.invariants import broken
from companion.rules.setup import begin
from companion.words import Seat, Space
from tests.support.table import some_cause

ANN, BOB, CY = (Seat(n) for n in range(3))
NAMES = ("Ann", "Bob", "Cy")


def fresh(edition_id: str = "us-classic", *, first_roll: bool = True) -> GameState:
    edition = load_edition(edition_id)
    return reduce(apply, begin(edition, NAMES, first_roll=first_roll), blank(edition))


def lots(*numbers: int, of: Seat) -> dict[Space, Seat | None]:
    return {Space(number): of for number in numbers}


AN_HOUR: dict[str, Any] = {
    "turn": BOB,
    "cash": {ANN: 700, BOB: 1234, CY: 90},
    "at": {ANN: 24, BOB: 10, CY: 39},
    "owner": {**lots(6, 8, 9, 5, of=ANN), **lots(37, 39, of=BOB), **lots(12, of=CY)},
    "buildings": {Space(6): 3, Space(8): 3, Space(9): 4, Space(39): 5},
    "mortgaged": {Space(12): True},
    "jailed": {BOB: 1},
    "holds": {CY: ("chance",)},
    "laps": {ANN: 3, BOB: 2, CY: 2},
}


def taken_over(state: GameState, **changes: Any) -> Decided:
    return decide(state, c.TakeOver(**{**AN_HOUR, **changes}))


def after(state: GameState, outcome: Decided) -> GameState:
    assert not isinstance(outcome, Refusal), outcome
    return reduce(apply, outcome, state)


def test_a_game_goes_on_as_it_is_typed_in() -> None:
    state = after(fresh(), taken_over(fresh()))
    assert [state.cash(seat) for seat in state.seats] == [700, 1234, 90]
    assert [player.at for player in state.players] == [24, 10, 39]
    assert [player.laps for player in state.players] == [3, 2, 2]
    assert state.players[BOB].jailed == 1
    assert state.lots[Space(12)].mortgaged
    assert state.jail_cards(CY) == ("chance/jail-free",)
    assert (state.turn.seat, state.turn.rolled, state.first) == (BOB, False, None)
    assert asked(state) == {BOB: {"roll", "jail-pay"}}
    assert broken(state) == ()


def test_the_supply_is_what_the_box_has_less_what_stands() -> None:
    state = after(fresh(), taken_over(fresh()))
    assert state.supply(Unit.HOUSE) == 32 - 10
    assert state.supply(Unit.HOTEL) == 12 - 1
    assert state.books.balance(BOARD, Unit.HOUSE) == 10
    assert set(state.books.totals().values()) == {0}


def test_play_goes_on_with_rents_and_ranks() -> None:
    state = after(fresh(), taken_over(fresh(), jailed={}, at={BOB: 3, ANN: 0, CY: 0}))
    state = after(state, decide(state, c.Roll(by=BOB, dice=(1, 2))))
    (rent,) = state.rents
    assert (rent.owner, rent.amount) == (ANN, 270)  # three houses on space 6
    state = after(state, decide(state, c.Claim(by=ANN)))
    assert (state.cash(ANN), state.cash(BOB)) == (970, 964)


def test_who_is_out_stays_out_and_has_nothing() -> None:
    owner = {**lots(6, 8, 9, 5, of=ANN), **lots(37, 39, of=BOB)}
    changes = {"out": (CY,), "owner": owner, "mortgaged": {}, "holds": {}, "cash": {ANN: 5, BOB: 6}}
    state = after(fresh(), taken_over(fresh(), **changes))
    assert state.playing == (ANN, BOB)
    assert state.cash(CY) == 0
    assert broken(state) == ()


def test_a_game_is_taken_over_with_every_edition_that_deals_deeds() -> None:
    """Nothing is dealt any more: what lies before everybody is typed in."""
    state = fresh("it-eg")
    assert state.deal_due
    state = after(state, decide(state, c.TakeOver(turn=ANN, owner=lots(1, 3, of=BOB))))
    assert not state.deal_due
    assert asked(state) == {ANN: {"roll"}}


NONSENSE: dict[str, dict[str, Any]] = {
    "no-lot": {"owner": {Space(0): ANN}},
    "nobodys": {"buildings": {Space(1): 1}},
    "built-and-mortgaged": {"mortgaged": {Space(6): True}},
    "no-street": {"buildings": {Space(5): 1}},
    "two-holders": {"holds": {ANN: ("chance",), CY: ("chance",)}},
    "no-seat": {"cash": {Seat(3): 10}},
    "no-stock": {"bank": {"castles": 1}},
    "out-turn": {"out": (BOB,), "turn": BOB},
    "out-owns": {"out": (CY,)},
    "nobody-left": {"out": (ANN, BOB, CY)},
    "out-has-cash": {"out": (CY,), "owner": {}, "buildings": {}, "mortgaged": {}, "holds": {}},
    "houses-over": {
        "owner": lots(1, 3, 6, 8, 9, 11, 13, 14, 16, of=ANN),
        "buildings": dict.fromkeys(map(Space, (1, 3, 6, 8, 9, 11, 13, 14, 16)), 4),
        "mortgaged": {},
    },
    "hotels-over": {
        "owner": lots(1, 3, 6, 8, 9, 11, 13, 14, 16, 18, 19, 21, 23, of=ANN),
        "buildings": dict.fromkeys(map(Space, (1, 3, 6, 8, 9, 11, 13, 14, 16, 18, 19, 21, 23)), 5),
        "mortgaged": {},
    },
}


@pytest.mark.parametrize("kind", NONSENSE)
def test_what_cannot_be_is_refused_by_name(kind: str) -> None:
    outcome = taken_over(fresh(), **NONSENSE[kind])
    assert isinstance(outcome, Refusal)
    assert (outcome.code, outcome.facts.get("kind")) == ("bad-command", kind)


def test_a_turn_of_nobody_is_refused() -> None:
    outcome = taken_over(fresh(), turn=Seat(7))
    assert isinstance(outcome, Refusal)
    assert outcome.facts["kind"] == "no-seat"


def test_a_deck_without_such_a_card_is_refused() -> None:
    outcome = taken_over(fresh(), holds={ANN: ("luck",)})
    assert isinstance(outcome, Refusal)
    assert outcome.code == "no-such-card"


@pytest.mark.parametrize("moves", [(), (c.Buy(by=ANN),)])
def test_a_game_that_has_begun_is_corrected_not_taken_over(moves: tuple[c.AnyCommand, ...]) -> None:
    state = fresh(first_roll=False)
    for move in (c.Roll(by=ANN, dice=(1, 2)), *moves):
        state = after(state, decide(state, move))
    outcome = taken_over(state)
    assert isinstance(outcome, Refusal)
    assert outcome.code == "game-running"


def test_rolls_for_who_begins_hinder_nothing() -> None:
    state = fresh()
    state = after(state, decide(state, c.FirstRoll(by=ANN, dice=(3, 4))))
    assert after(state, taken_over(state)).turn.seat == BOB


def test_a_game_is_taken_over_once() -> None:
    state = after(fresh(), taken_over(fresh()))
    outcome = taken_over(state)
    assert isinstance(outcome, Refusal)
    assert outcome.code == "game-running"


def test_it_is_an_event_of_its_own_and_is_explained() -> None:
    outcome = taken_over(fresh())
    assert not isinstance(outcome, Refusal)
    (event,) = outcome
    assert isinstance(event, TakenOver)
    assert event.before == {ANN: 1500, BOB: 1500, CY: 1500}
    record = Record(seq=2, events=outcome, cause=some_cause(), command={"do": "x"}, digest="d")
    told = explained(record, load_edition("us-classic"), load_rulebook("us-classic"), NAMES)
    (happening,) = told.happened
    assert happening.what == "taken-over"
    assert happening.told["turn"] == "Bob"
    assert happening.told["cash"] == "Ann $700, Bob $1,234, Cy $90"
    assert "Oriental Avenue (6) 3" in happening.told["buildings"]
    assert happening.rules[0].id == "us-classic/bank-01"


def test_the_journal_gives_back_what_was_taken_over() -> None:
    outcome = taken_over(fresh())
    assert not isinstance(outcome, Refusal)
    events: tuple[AnyEvent, ...] = outcome
    assert read(written(2, events, some_cause(), {}), "d").events == events
