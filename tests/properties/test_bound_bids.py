"""A bid binds its money: by choices of their own, leaders can always pay what they bid."""

from hypothesis import given
from msgspec.structs import replace

from companion.game.commands import Hammer, verb
from companion.game.events import AnyEvent, BidVoided, DebtOpened
from companion.game.refusals import Refusal
from companion.game.state import Auction, GameState
from companion.words import Seat
from tests.properties.test_random_games import QUICK, games
from tests.support.games import RandomGame

TAKING = frozenset(
    (
        *("claim", "roll", "pay", "bankrupt", "leave"),
        *("fine", "book-late", "correct", "correct-deed", "take-over"),
    )
)
"""What may take money from a leader who would rather keep it."""


def leader_of(state: GameState) -> Seat | None:
    """Return who leads an auction."""
    return state.auction.leader if state.auction else None


def put_in_the_lead(game: RandomGame) -> None:
    """Put a lot on offer, for which somebody has bid most of what there is, where that can be."""
    state, lots = game.state, game.state.owned(None)
    if state.auction or not (lots and state.nothing_open and state.under_way):
        return
    leader = game.dice.choice(state.playing)
    price = game.dice.randint(state.cash(leader) // 2, state.cash(leader))
    auction = Auction(game.dice.choice(lots).index, state.playing, leader=leader, price=price)
    game.state = replace(state, auction=auction)


def falls_short(event: AnyEvent) -> bool:
    """Return whether an event says that a leader cannot pay."""
    if isinstance(event, BidVoided):
        return event.because == "auction/bid-within-cash"
    return isinstance(event, DebtOpened) and event.reason == "bid"


@given(games())
@QUICK
def test_only_what_is_taken_keeps_a_leader_from_paying(game: RandomGame) -> None:
    taken = False
    for step in game.steps(150):
        leader = leader_of(step.before)
        if leader is not None and not isinstance(step.outcome, Refusal):
            if isinstance(step.command, Hammer):
                assert taken or not any(map(falls_short, step.outcome)), step.outcome
            loses = step.after.cash(leader) < step.before.cash(leader)
            taken |= loses and verb(step.command) in TAKING
        if leader is None or leader != leader_of(step.after):
            taken = False
            put_in_the_lead(game)
