"""The banker takes steps back: the game goes on from an earlier record, and nothing is erased."""

import random
from collections.abc import Iterator
from functools import reduce
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.accounts.verification import pictures_beside, verify
from companion.errors import JournalError
from companion.game.apply import apply
from companion.game.commands import AnyCommand, Bid, Buy, Claim, Decline, Leave, Roll
from companion.game.events import AnyEvent, Paid, Rewound
from companion.game.refusals import Refusal
from companion.game.state import GameState, blank, fingerprint
from companion.journal.record import Record, Role
from companion.journal.replay import in_force, replayed
from companion.rules.invariants import broken
from companion.table.answers import Accepted, Answer
from companion.table.story.commands import GoBack, Undo
from companion.words import RuleKey, Seat
from tests.support.games import RandomGame
from tests.support.table import ANN, BOB, CY, Hands, code, hands, rent_is_due, some_cause


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Hands]:
    with hands(tmp_path) as at_table:
        yield at_table


def back(at: Hands, to: int | None = None, *, role: Role = "banker", why: str = "") -> Answer:
    command = Undo(why=why) if to is None else GoBack(to=to, why=why)
    return at.answer(command, at.cause(role, "phone", command_id=None))


def state_of(at: Hands) -> GameState:
    assert at.view.state is not None
    return at.view.state


def accepted(answer: Answer) -> Accepted:
    assert isinstance(answer, Accepted), answer
    return answer


def test_the_last_step_is_taken_back_and_stays_in_the_journal(at: Hands) -> None:
    at.begin()
    at.play(Roll(by=ANN, dice=(1, 2)))
    before = state_of(at)
    at.play(Buy(by=ANN))
    answer = accepted(back(at, why="she meant to decline"))
    assert state_of(at) == before
    assert at.view.seq == answer.seq == 4
    assert at.view.asked == {ANN: frozenset({"buy", "decline"})}
    (event,) = answer.events
    assert event == Rewound(
        back_to=2,
        why="she meant to decline",
        cash={ANN: 1500},
        before={ANN: 1440},
        because=RuleKey("bank/banker"),
    )
    kinds = [type(record.events[0]).__name__ for record in at.records]
    assert kinds == ["GameBegan", "Rolled", "Bought", "Rewound"]
    at.play(Decline(by=ANN))
    assert state_of(at).auction is not None


def test_undo_after_undo_goes_one_step_further_back(at: Hands) -> None:
    at.begin()
    start = state_of(at)
    at.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN), Roll(by=BOB, dice=(1, 1)))
    for left in (3, 2, 1):
        accepted(back(at))
        assert len(in_force(at.records)) == left
    assert state_of(at) == start
    assert code(back(at)) == "nothing-to-undo"


@pytest.mark.parametrize("to", [0, -1, 4, 99])
def test_there_is_only_what_was_before(at: Hands, to: int) -> None:
    at.begin()
    at.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN))
    assert code(back(at, to)) == "nothing-to-undo"
    assert at.view.seq == 3


def test_a_rewind_may_lead_into_what_was_taken_back(at: Hands) -> None:
    """A second thought: the banker went back too far, and says so."""
    at.begin()
    at.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN))
    bought = state_of(at)
    accepted(back(at, 1))
    accepted(back(at, 3))
    assert state_of(at) == bought
    accepted(back(at, 4))  # just after the first rewind: the beginning again
    assert state_of(at).turn.rolled is False


def test_only_the_banker_goes_back(at: Hands) -> None:
    at.begin()
    at.play(Roll(by=ANN, dice=(1, 2)))
    roles: tuple[Role, ...] = ("seat", "camera", "clock")
    for role in roles:
        assert code(back(at, role=role)) == "not-allowed"
    assert at.view.seq == 2


def test_without_a_game_there_is_nothing_to_go_back_to(at: Hands) -> None:
    assert code(back(at)) == "no-game"


def test_the_same_command_id_is_one_step_back(at: Hands) -> None:
    at.begin()
    at.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN))
    for _ in range(2):
        cause = at.cause("banker", "phone", command_id="once")
        assert accepted(at.answer(Undo(why=""), cause)).seq == 4
    assert state_of(at).purchase is not None


def test_a_restart_finds_the_game_where_it_was_taken_back_to(tmp_path: Path) -> None:
    with hands(tmp_path) as at:
        rent_is_due(at)
        at.play(Claim(by=ANN), Roll(by=CY, dice=(6, 5)))
        accepted(back(at, 4))
        at.play(Claim(by=ANN))
        state = state_of(at)
    with hands(tmp_path) as at:
        at.pipeline.wake()
        assert state_of(at) == state
        assert len(state.past_rents) == 1
    journal = tmp_path / "games" / "0001-ru-2004.journal"
    proof = verify(journal, pictures_beside(journal))
    assert (proof.damages, proof.fingerprint) == ((), fingerprint(state))


def test_a_claim_missed_may_be_made_after_going_back(at: Hands) -> None:
    rent_is_due(at)
    at.play(Roll(by=CY, dice=(6, 5)))
    assert not state_of(at).rents
    accepted(back(at))
    assert len(state_of(at).rents) == 1
    at.play(Claim(by=ANN))
    assert state_of(at).cash(ANN) == 1500 - 60 + 4


def test_an_auction_that_comes_back_has_its_clock_anew(at: Hands) -> None:
    at.begin()
    at.play(Roll(by=ANN, dice=(1, 2)), Decline(by=ANN), Bid(by=BOB, amount=20))
    at.clock.now += 3.0
    accepted(back(at))
    auction = state_of(at).auction
    assert auction is not None
    assert auction.leader is None
    assert at.view.auction is not None
    assert at.view.auction.deadline > at.clock.now
    accepted(back(at))
    assert state_of(at).auction is None
    assert at.view.auction is None


def test_a_doubt_about_dice_that_are_taken_back_is_closed(at: Hands) -> None:
    at.begin()
    at.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN))
    at.see_dice(3, 4, verdict="unsure", began=at.clock.now)
    assert at.view.doubt is not None
    accepted(back(at))
    assert at.view.doubt is None


def test_a_game_that_is_over_may_be_taken_back(at: Hands) -> None:
    at.begin()
    at.play(Leave(by=ANN), Leave(by=BOB))
    assert state_of(at).winners == (CY,)
    accepted(back(at))
    assert state_of(at).winners == ()
    assert state_of(at).playing == (BOB, CY)


def record(seq: int, *events: AnyEvent) -> Record:
    return Record(seq=seq, events=events, cause=some_cause(), command={}, digest="")


def rewound(to: int) -> Rewound:
    return Rewound(back_to=to, because=RuleKey("bank/banker"))


@pytest.mark.parametrize("to", [0, 2, 3])
def test_a_journal_that_goes_back_to_what_is_not_before_is_damaged(to: int) -> None:
    paid = Paid(payer="bank", payee=Seat(0), amount=1, reason="card", because=RuleKey("x/y"))
    with pytest.raises(JournalError, match=f"record 2: it goes back to record {to}"):
        in_force([record(1, paid), record(2, rewound(to))], where="g")


@given(st.integers(0, 10_000))
def test_however_often_it_goes_back_the_state_is_that_of_the_record(seed: int) -> None:
    """Replay finds each state again that a list of all states remembers, and all are sound."""
    game, dice = RandomGame(seed), random.Random(seed)
    begun = reduce(apply, game.events, blank(game.edition))
    records, states = [record(1, *game.events)], [begun]
    for _ in range(25):
        if dice.random() < 0.3 and len(states) > 1:
            to = dice.randint(1, len(states) - 1)
            records.append(record(len(records) + 1, rewound(to)))
            game.state = states[to - 1]
        else:
            outcomes = [step.outcome for step in game.steps(3)]
            taken = [outcome for outcome in outcomes if not isinstance(outcome, Refusal)]
            events = [event for outcome in taken for event in outcome]
            records.append(record(len(records) + 1, *events))
        states.append(game.state)
        assert not broken(game.state)
    assert fingerprint(replayed(records)) == fingerprint(states[-1])
    assert [fingerprint(replayed(records[:n])) for n in (5, 15)] == [
        fingerprint(states[n - 1]) for n in (5, 15)
    ]


COMMANDS: tuple[AnyCommand, ...] = (Roll(by=ANN, dice=(1, 2)), Buy(by=ANN))


def test_the_books_balance_after_going_back(at: Hands) -> None:
    at.begin()
    at.play(*COMMANDS)
    accepted(back(at, 1))
    assert set(state_of(at).books.totals().values()) == {0}
    assert [state_of(at).cash(seat) for seat in state_of(at).seats] == [1500] * 3
