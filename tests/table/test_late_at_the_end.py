"""A late entry around the end of a game: the count, the winner, and a game that is not over yet."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.accounts.verification import pictures_beside, verify
from companion.game.commands import Bankrupt, BookLate, Buy, Claim, Correct, End, Roll, TimeUp
from companion.game.events import GameEnded
from companion.game.state import GameState, fingerprint
from companion.journal.replay import in_force, replayed
from companion.table.answers import Accepted, Answer
from companion.table.story.commands import Forgotten, PutIn
from companion.table.story.late_entries import late_in
from companion.words import Seat, Space
from tests.support.helping import submitted
from tests.support.table import ANN, BOB, CY, Hands, cash, code, hands, plugged_in_again

CLAIM = Claim(by=ANN, lot=Space(3))
LANDED = 4  # the record in which Bob came to Ann's lot
AN_HOUR_S = 3600.0


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Hands]:
    """Yield a table at which Bob has come to Ann's lot in a game against the clock."""
    with hands(tmp_path) as at_table:
        timed(at_table)
        yield at_table


def timed(at: Hands) -> None:
    answer = at.ask_to_begin("ru-2004", ends="60 min")
    assert isinstance(answer, Accepted), answer
    at.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN), Roll(by=BOB, dice=(1, 2)))


def called(at: Hands) -> None:
    """Let the banker say that the time is up."""
    answer = submitted(at, TimeUp())
    assert isinstance(answer, Accepted), answer


def put(at: Hands, place: int, command: Forgotten, *, cut: bool = False) -> Answer:
    cause = at.cause("banker", "phone")
    return at.answer(
        PutIn(place=place, command=command, seen=at.view.seq, why="all agree", cut=cut), cause
    )


def state(at: Hands) -> GameState:
    assert at.view.state is not None
    return at.view.state


def winners(at: Hands) -> tuple[Seat, ...]:
    return state(at).winners


def is_whole(at: Hands) -> bool:
    """Return whether the journal proves itself and leads to the state that is shown."""
    journal = at.home.folder / "games" / f"{at.view.game}.journal"
    stands = fingerprint(replayed(at.records)) == fingerprint(state(at))
    return stands and verify(journal, pictures_beside(journal)).damages == ()


# ---- a game against the clock


def test_before_a_call_of_time_it_is_put_in_and_the_time_is_called_again(at: Hands) -> None:
    at.play(Roll(by=CY, dice=(1, 3)), Roll(by=ANN, dice=(2, 2)))  # a double: her turn goes on
    called(at)
    assert not winners(at)
    assert isinstance(put(at, LANDED, CLAIM), Accepted)
    assert state(at).time_called
    assert not winners(at)
    assert (cash(at, ANN), cash(at, BOB)) == (1444, 1496)
    assert is_whole(at)


def test_after_the_count_it_is_counted_anew(at: Hands) -> None:
    at.play(Roll(by=CY, dice=(2, 4)), Buy(by=CY))
    called(at)
    assert winners(at) == (ANN, BOB, CY)  # what was bought counts by its price
    assert isinstance(put(at, LANDED, CLAIM), Accepted)
    assert winners(at) == (ANN,)
    ends = [event for one in in_force(at.records) for event in one.events]
    assert len([event for event in ends if isinstance(event, GameEnded)]) == 1
    assert at.view.asked == {}
    assert is_whole(at)


def test_it_comes_out_as_if_it_had_been_pressed_in_time(at: Hands, tmp_path: Path) -> None:
    at.play(Roll(by=CY, dice=(2, 4)), Buy(by=CY))
    called(at)
    put(at, LANDED, CLAIM)
    with hands(tmp_path / "in-time") as other:
        timed(other)
        other.play(CLAIM, Roll(by=CY, dice=(2, 4)), Buy(by=CY))
        called(other)
        assert fingerprint(state(at)) == fingerprint(state(other))


def test_what_would_have_ended_the_game_sooner_is_told_and_ends_it_there(at: Hands) -> None:
    """With its last rent paid the game was over: nobody could have ended the turn any more."""
    called(at)
    at.play(End(by=BOB))
    assert winners(at) == (ANN, BOB, CY)
    late = late_in(at.records, LANDED, CLAIM)
    assert late is not None
    assert [(one.seq, one.refusal.code) for one in late.course.stops if one.refusal] == [
        (6, "game-over")
    ]
    assert late.course.would.winners == (ANN,)
    stood = at.records
    assert code(put(at, LANDED, CLAIM)) == "not-an-option"
    assert at.records == stood
    assert isinstance(put(at, LANDED, CLAIM, cut=True), Accepted)
    assert winners(at) == (ANN,)
    assert is_whole(at)


def test_cut_before_the_call_of_time_the_agreed_end_is_said_again(at: Hands) -> None:
    at.play(Roll(by=CY, dice=(2, 4)), Buy(by=CY), Roll(by=ANN, dice=(2, 4)))
    at.clock.wall_now += AN_HOUR_S
    at.pipeline.tick()
    assert at.view.time_left == 0
    called(at)
    at.pipeline.tick()
    assert at.view.time_left is None
    dear = BookLate(payer=CY, payee=ANN, amount=1450, why="forgotten")
    assert isinstance(put(at, LANDED, dear, cut=True), Accepted)
    assert not state(at).time_called
    at.pipeline.tick()
    assert at.view.time_left == 0


# ---- a sudden end


@pytest.fixture
def ruined(tmp_path: Path) -> Iterator[Hands]:
    """Yield a table at which Bob could not pay Ann's rent: she has won, there were but two."""
    with hands(tmp_path) as at_table:
        at_table.begin(players=("Ann", "Bob"))
        assert isinstance(submitted(at_table, Correct(why="poor", cash={BOB: 2})), Accepted)
        at_table.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN), Roll(by=BOB, dice=(1, 2)))
        at_table.play(CLAIM, Bankrupt(by=BOB))
        assert winners(at_table) == (ANN,)
        yield at_table


BEFORE = 4  # the record after which Bob rolled


def dividend(amount: int) -> BookLate:
    return BookLate(payer="bank", payee=BOB, amount=amount, why="a dividend, forgotten")


def test_what_does_not_save_who_is_ruined_changes_what_the_winner_has(ruined: Hands) -> None:
    before = cash(ruined, ANN)
    assert isinstance(put(ruined, BEFORE, dividend(1)), Accepted)
    assert winners(ruined) == (ANN,)
    assert cash(ruined, ANN) == before + 1
    assert is_whole(ruined)


def test_what_would_have_saved_somebody_is_told_and_the_game_goes_on(ruined: Hands) -> None:
    late = late_in(ruined.records, BEFORE, dividend(50))
    assert late is not None
    assert [one.seq for one in late.course.stops] == [7]
    assert code(put(ruined, BEFORE, dividend(50))) == "not-an-option"
    assert winners(ruined) == (ANN,)
    assert isinstance(put(ruined, BEFORE, dividend(50), cut=True), Accepted)
    assert (winners(ruined), cash(ruined, BOB)) == ((), 48)
    assert code(ruined.ask_to_begin("ru-2004")) == "game-running"
    ruined.play(Roll(by=ANN, dice=(3, 4)))
    assert is_whole(ruined)


def test_a_game_that_goes_on_again_goes_on_after_the_plug_was_pulled(ruined: Hands) -> None:
    put(ruined, BEFORE, dividend(50), cut=True)
    name = ruined.view.game
    with plugged_in_again(ruined) as again:
        assert again.view.game == name
        assert again.view.asked[ANN] == {"roll"}


def test_now_nothing_is_booked_any_more(ruined: Hands) -> None:
    stood = ruined.records
    assert code(submitted(ruined, dividend(50))) == "game-over"
    assert ruined.records == stood


@pytest.mark.parametrize("place", [6, 7])
def test_what_the_rules_refuse_at_the_end_is_refused(ruined: Hands, place: int) -> None:
    stood = ruined.records
    assert code(put(ruined, place, CLAIM)) in ("game-over", "nothing-to-claim")
    assert ruined.records == stood


def test_a_game_that_was_left_for_another_is_not_changed(ruined: Hands) -> None:
    seen = ruined.view.seq
    ruined.begin(players=("Dee", "Eve"))
    cause = ruined.cause("banker", "phone")
    answer = ruined.answer(
        PutIn(place=BEFORE, command=dividend(50), seen=seen, why="all agree"), cause
    )
    assert code(answer) == "gone-on"
    assert ruined.view.seq == 1
