"""A game of any edition, taken step by step where hypothesis leads it: each state is sound."""

from functools import reduce
from typing import Any

import msgspec
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from companion.game.apply import apply
from companion.game.events import AnyEvent, Built, Corrected
from companion.game.postings import BOX
from companion.game.refusals import Refusal
from companion.game.state import GameState, blank, fingerprint
from companion.ledger.entries import Unit
from companion.rules import decide
from companion.rules.asked import may
from companion.rules.invariants import broken
from companion.rules.worth import steps_of
from tests.support.games import RandomGame, Step
from tests.support.ways import house_rules, ways_to_play


def standing(state: GameState, unit: Unit) -> int:
    """Return how many houses or hotels stand on the board, counted lot by lot."""
    levels = [lot.level for lot in state.lots.values()]
    return levels.count(5) if unit is Unit.HOTEL else sum(n for n in levels if n < 5)


def unevenness(state: GameState, lot: int) -> int:
    """Return by how much a lot is built higher than the lowest of its group."""
    family = [lots for lots in state.edition.lots if lots.index == lot]
    members = state.edition.family(family[0].index)
    steps = {member: steps_of(state, state.lots[member].level) for member in members}
    return steps[family[0].index] - min(steps.values())


class AnyGame(RuleBasedStateMachine):
    """Players do what they may, and sometimes what they may not."""

    game: RandomGame

    @initialize(
        way=st.sampled_from(ways_to_play()),
        seed=st.integers(0, 2**32),
        players=st.integers(2, 4),
        house=house_rules(),
    )
    def begin(self, way: Any, seed: int, players: int, house: dict[str, Any]) -> None:
        self.game = RandomGame(
            seed, edition=way[0], variants=way[1], players=players, house=house, wild=0
        )

    @property
    def state(self) -> GameState:
        return self.game.state

    @rule()
    def go_on(self) -> None:
        """Do something that is asked for or allowed."""
        self.check(self.game.take(self.game.next_command()))

    @precondition(lambda self: not self.state.winners)
    @rule(number=st.integers(0, 400))
    def use_a_permit(self, number: int) -> None:
        """Do one of all the things that anybody may do; it is never refused."""
        permits = [(seat, permit) for seat in self.state.seats for permit in may(self.state, seat)]
        permits = [both for both in permits if both[1].do not in ("offer", "leave")]
        if permits:
            step = self.game.take(self.game.permitted(*permits[number % len(permits)]))
            assert not isinstance(step.outcome, Refusal), step.command
            self.check(step)

    @rule()
    def say_anything(self) -> None:
        """Say something that may make no sense."""
        self.check(self.game.take(self.game.wild_command()))

    def check(self, step: Step) -> None:
        """See that a command changed what it says, and nothing behind our back."""
        if isinstance(step.outcome, Refusal):
            assert step.after is step.before
            return
        assert fingerprint(reduce(apply, step.outcome, step.before)) == fingerprint(step.after)
        assert decide(step.before, step.command) == step.outcome
        corrected = any(isinstance(event, Corrected) for event in step.outcome)
        if not corrected:
            self.check_buildings(step)

    def check_buildings(self, step: Step) -> None:
        """See that none is lost or made, and that what was built stands evenly."""
        for unit in (Unit.HOUSE, Unit.HOTEL):
            before, after = (
                standing(state, unit) + state.supply(unit) for state in (step.before, step.after)
            )
            assert before == after == -step.after.books.balance(BOX, unit)
        assert not isinstance(step.outcome, Refusal)
        for event in step.outcome:
            if isinstance(event, Built) and step.after.rules.build_evenly:
                uneven = unevenness(step.after, event.lot)
                assert uneven <= max(1, unevenness(step.before, event.lot))

    @invariant()
    def is_sound(self) -> None:
        assert broken(self.state) == ()
        assert dict.fromkeys(Unit, 0) == self.state.books.totals()
        assert all(self.state.cash(seat) >= 0 for seat in self.state.seats)

    def teardown(self) -> None:
        """Read the whole game again from what was stored of it."""
        if hasattr(self, "game"):
            stored = msgspec.json.encode(self.game.events)
            events = msgspec.json.decode(stored, type=list[AnyEvent])
            again = reduce(apply, events, blank(self.game.edition))
            assert fingerprint(again) == fingerprint(self.state)


TestAnyGame = AnyGame.TestCase
TestAnyGame.settings = settings(
    max_examples=60,
    stateful_step_count=60,
    suppress_health_check=[HealthCheck.too_slow],
)
