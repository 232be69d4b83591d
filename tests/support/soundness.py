"""What must hold wherever a game has come to, in words: what is wrong, or nothing."""

from collections.abc import Iterator, Mapping
from functools import reduce

import msgspec

from companion.game import commands as c
from companion.game import events as e
from companion.game.apply import apply
from companion.game.refusals import Refusal
from companion.game.state import GameState, blank, fingerprint
from companion.rules import decide
from companion.rules.asked import Permit, asked, may
from companion.rules.invariants import broken
from companion.rules.play import Story
from companion.words import Money, Seat
from tests.support.amounts import AMOUNTS, unfounded
from tests.support.evenings import Evening
from tests.support.games import RandomGame, Step
from tests.support.language import everything, permitted

SHORT_OF_CASH = ("buy", "pay", "bid")
"""What is asked for also of somebody who must raise the money first."""

MOVES: Mapping[str, type[e.Event] | tuple[type[e.Event], ...]] = {
    "buy": e.Bought,
    "build": e.Built,
    "sell": e.BuildingsSold,
    "mortgage": e.Mortgaged,
    "redeem": e.Redeemed,
    "claim": e.RentClaimed,
    "pay": (e.DebtPaid, e.Bought, e.Built),
    "jail-pay": e.Paid,
}
"""By which event that is done which a permit names with its amount."""

A_TURN = 400  # commands, in which buildings are sold one by one

What = tuple[str, object]


def accepted(state: GameState, seat: Seat) -> dict[What, Story]:
    """Return all that the referee would accept from *seat*, and what would come of it."""
    outcomes = ((said.what, decide(state, said.command)) for said in everything(state, seat))
    return {what: story for what, story in outcomes if not isinstance(story, Refusal)}


def offered(state: GameState, seat: Seat) -> set[What]:
    """Return all that *seat* is told it may do, offers to others left aside."""
    return {w for permit in may(state, seat) if permit.do != "offer" for w in permitted(permit)}


def wrong_with_step(step: Step) -> Iterator[str]:
    """Yield what is wrong with a command's outcome and the state after it."""
    if isinstance(step.outcome, Refusal):
        if fingerprint(step.after) != fingerprint(step.before):
            yield f"the refusal of {step.command} changed something"
        return
    if not step.outcome:
        yield f"nothing came of {step.command}"
    yield from _wrong_with_events(step.outcome, step.before)


def _wrong_with_events(events: Story, state: GameState) -> Iterator[str]:
    """Yield what is wrong with *events*, and with the state to which they lead from *state*."""
    for event in events:
        state = apply(state, event)
        yield from unfounded(event)
        clear = state.rules.mortgage_requires_clear == "lot"
        if isinstance(event, e.Mortgaged) and not clear and state.family_built(event.lot):
            yield f"lot {event.lot} is mortgaged beside buildings"
        if (
            isinstance(event, e.Paid | e.DebtPaid | e.Bought)
            and min(map(state.cash, state.seats)) < 0
        ):
            yield f"somebody paid more than there was: {event}"
    yield from broken(state)


def wrong_with_rulings(game: Evening, count: int) -> Iterator[str]:
    """Yield what would be wrong if the banker, or anybody, said *count* things just now."""
    other = game.copied()
    for number in range(0 if game.state.winners else count):
        command = other.ruling() if number % 2 else other.wild_command()
        outcome = decide(game.state, command)
        if not isinstance(outcome, Refusal):
            for wrong in _wrong_with_events(outcome, game.state):
                yield f"if {command} were said: {wrong}"


def wrong_with_state(game: RandomGame) -> Iterator[str]:
    """Yield what is asked and cannot be done, done and was not offered, offered and refused."""
    state = game.state
    wanted = asked(state)
    if state.winners:
        yield from _after_the_end(state)
        return
    for seat in state.seats:
        plays, told = accepted(state, seat), offered(state, seat)
        goes = plays.keys()
        if goes != told:
            yield f"seat {seat}: not offered {goes - told}, not accepted {told - goes}"
        for what, events in plays.items():
            for wrong in _wrong_with_events(events, state):
                yield f"if seat {seat} said {what}: {wrong}"
        possible = {word for word, _ in goes}
        for word in wanted.get(seat, frozenset()) - possible - {*SHORT_OF_CASH}:
            yield f"seat {seat} is asked for {word}, and every form of it is refused"
        yield from _wrong_amounts(game, seat)
    if state.auction is not None:
        hammered = isinstance(decide(state, c.Hammer()), Refusal)
        if hammered != bool(state.debts):
            yield "the hammer falls in spite of a debt, or not without one"


def _after_the_end(state: GameState) -> Iterator[str]:
    """Yield who is still asked for something, or could do something, in a game that is over."""
    for seat in state.seats:
        left = {*accepted(state, seat), *offered(state, seat)}
        if left:
            yield f"the game is over, and seat {seat} could still {left}"


def _wrong_amounts(game: RandomGame, seat: Seat) -> Iterator[str]:
    """Yield which permits show another amount than the one that changes hands."""
    for permit in may(game.state, seat):
        if permit.amount is None or permit.do not in MOVES:
            continue
        outcome = decide(game.state, game.permitted(seat, permit))
        if isinstance(outcome, Refusal):
            yield f"seat {seat} may {permit}, and is refused: {outcome}"
        elif _moved(permit, outcome) != permit.amount:
            yield f"seat {seat} may {permit}, but that moves {_moved(permit, outcome)}"


def _moved(permit: Permit, events: tuple[e.AnyEvent, ...]) -> Money:
    """Return the amount of the thing that was permitted."""
    of_word = MOVES[permit.do]
    amounts = [_amount(event) for event in events if isinstance(event, of_word)]
    return sum(amounts) if permit.do == "sell" else amounts[0] if amounts else 0


def _amount(event: e.AnyEvent) -> Money:
    amount = event.value if isinstance(event, e.Redeemed) else 0
    return amount + (AMOUNTS[type(event)](event) or 0)


def why_stuck(game: Evening) -> str | None:
    """Return why the game could not go on until a turn ends, or None."""
    other = game.copied()
    for _ in range(A_TURN):
        if other.state.winners or any(isinstance(one, e.TurnEnded) for one in other.events):
            return None
        command = other.obedient()
        if command is None:
            return f"nobody can go on; asked: {asked(other.state)}"
        step = other.take(command)
        if isinstance(step.outcome, Refusal):
            return f"{command} is the way on, and is refused: {step.outcome}"
    return f"after {A_TURN} commands the turn is not over: {asked(other.state)}"


def wrong_with_record(game: RandomGame) -> Iterator[str]:
    """Yield how what was stored of a game leads to another state."""
    stored = msgspec.json.encode(game.events)
    read = msgspec.json.decode(stored, type=list[e.AnyEvent])
    if read != game.events:
        yield "events are read as others"
    if fingerprint(reduce(apply, read, blank(game.edition))) != fingerprint(game.state):
        yield "the events lead to another state"
    again = msgspec.json.decode(msgspec.json.encode(game.state), type=GameState)
    if fingerprint(again) != fingerprint(game.state):
        yield "the state is read as another"


def is_hot(state: GameState) -> bool:
    """Return whether several things may stand side by side."""
    open_now = (state.auction, state.choice, state.purchase, state.draw, state.rent_roll)
    more = (state.debts, state.transfers, state.offers, state.wishes, state.first)
    return sum(map(bool, (*open_now, *more))) > 1
