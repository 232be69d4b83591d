"""What is offered is never refused, and what is refused was not offered."""

from hypothesis import given
from hypothesis import strategies as st

from companion.game.commands import Want, verb
from companion.game.refusals import Refusal
from companion.rules import decide
from companion.rules.asked import asked, may
from companion.words import Seat
from tests.properties.test_random_games import GAME, QUICK, games
from tests.support.games import RandomGame
from tests.support.soundness import SHORT_OF_CASH, accepted, offered


@given(games(wild=st.just(0.25)))
@QUICK
def test_exactly_what_is_offered_is_accepted(game: RandomGame) -> None:
    """Of everything in the language, at states of all editions and ways to play."""
    for number, step in enumerate(game.steps(90)):
        if number % 6 == 0:
            for seat in step.after.seats:
                assert accepted(step.after, seat).keys() == offered(step.after, seat), seat


@given(games(wild=st.just(0.1)))
@QUICK
def test_what_a_player_may_do_is_never_refused(game: RandomGame) -> None:
    """At every state, by one command for each permit."""
    for step in game.steps(GAME):
        for seat in step.after.seats:
            for permit in may(step.after, seat):
                if permit.do == "offer":
                    continue  # what is offered may be refused, offering may not
                command = game.permitted(seat, permit)
                assert not isinstance(decide(step.after, command), Refusal), command


@given(games(wild=st.just(0.25)))
@QUICK
def test_what_is_asked_for_can_be_done(game: RandomGame) -> None:
    for step in game.steps(120):
        for seat, words in asked(step.after).items():
            allowed = {permit.do for permit in may(step.after, seat)}
            assert words - allowed <= {*SHORT_OF_CASH}, (seat, words, allowed)


@given(games(wild=st.just(0.5)))
@QUICK
def test_what_was_accepted_was_offered(game: RandomGame) -> None:
    """Whatever comes to anybody's mind: if it goes, it was among the permits.

    Taking back one's own wishes is no permit of its own.
    """
    rulings = ("correct", "correct-deed", "deal", "fine", "time-up", "take-over", "book-late")
    nobodys = ("hammer", *rulings)
    for step in game.steps(150):
        word = verb(step.command)
        taken_back = isinstance(step.command, Want) and not step.command.lots
        if not isinstance(step.outcome, Refusal) and word not in nobodys and not taken_back:
            seat: Seat = step.command.by  # type: ignore[union-attr]  # all others have a player
            allowed = {permit.do for permit in may(step.before, seat)}
            assert word in allowed, step.command
