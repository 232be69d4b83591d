"""What was forgotten is decided in its place; what came later once more, all in one commit."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.game import events as e
from companion.game.commands import BookLate, Buy, Claim, Decline, Fine, Hammer, Roll
from companion.game.refusals import Refusal
from companion.game.state import fingerprint
from companion.journal.record import Cause, Record
from companion.journal.replay import first_told, in_force, replayed
from companion.table.answers import Accepted, Answer
from companion.table.cash.commands import HandOver, SetBanknotes
from companion.table.dice.commands import Challenge, RuleOnReading
from companion.table.disputing.commands import AskVote, CastVote, RaiseDispute, RuleOn, SetCustoms
from companion.table.disputing.disputes import known_since
from companion.table.live_game import resumed
from companion.table.story.commands import Forgotten, GoBack, PutIn, TakeBack
from companion.table.story.late_entries import late_in
from companion.words import Seat, Space
from tests.support.helping import confirm_all, helping, submitted
from tests.support.table import ANN, BOB, CY, Hands, hands, rent_is_due

CLAIM = Claim(by=ANN, lot=Space(3))
LANDED = 4  # the record in which Bob came to Ann's lot


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Hands]:
    """Yield a table at which Ann has forgotten the rent of Bob's landing, two records ago."""
    with hands(tmp_path) as at_table:
        rent_is_due(at_table)
        at_table.play(Roll(by=CY, dice=(2, 4)), Buy(by=CY))
        yield at_table


def records(at: Hands) -> tuple[Record, ...]:
    assert at.desk.game is not None
    return at.desk.game.records()


def put(
    at: Hands, place: int = LANDED, command: Forgotten = CLAIM, *, cut: bool = False, id_: str = "x"
) -> Answer:
    cause = at.cause("banker", "phone", command_id=id_)
    return at.answer(
        PutIn(place=place, command=command, seen=at.view.seq, why="all agree", cut=cut), cause
    )


def done(answer: Answer) -> Accepted:
    assert isinstance(answer, Accepted), answer
    return answer


def code(answer: Answer) -> str:
    return answer.code if isinstance(answer, Refusal) else ""


def cash(at: Hands) -> list[int]:
    assert at.view.state is not None
    return [at.view.state.cash(seat) for seat in (ANN, BOB, CY)]


def banker(at: Hands, command_id: str | None = None) -> Cause:
    return at.cause("banker", "phone", command_id=command_id)


# ---- in its place


def test_it_comes_out_as_if_it_had_been_pressed_in_time(at: Hands, tmp_path: Path) -> None:
    done(put(at))
    with hands(tmp_path / "in-time") as other:
        rent_is_due(other)
        other.play(CLAIM, Roll(by=CY, dice=(2, 4)), Buy(by=CY))
        assert other.view.state is not None
        assert at.view.state is not None
        assert fingerprint(at.view.state) == fingerprint(other.view.state)
    assert cash(at) == [1444, 1496, 1400]


def test_the_amount_is_the_referees_and_the_rule_too(at: Hands) -> None:
    done(put(at))
    (claimed, paid, _settled) = records(at)[7].events
    assert isinstance(claimed, e.RentClaimed)
    assert isinstance(paid, e.Paid)
    assert (paid.payer, paid.payee, paid.amount, paid.reason) == (BOB, ANN, 4, "rent")


def test_all_of_it_stays_and_each_record_names_the_one_it_repeats(at: Hands) -> None:
    before = records(at)
    answer = done(put(at))
    assert records(at)[:6] == before
    (back,) = answer.events
    assert isinstance(back, e.Rewound)
    assert (back.back_to, back.retold, back.why) == (LANDED, 3, "all agree")
    assert [one.cause.repeats for one in records(at)[6:]] == [None, None, 5, 6]
    assert [one.seq for one in in_force(records(at))] == [1, 2, 3, 4, 8, 9, 10]
    for again in records(at)[8:]:
        earlier = before[first_told(records(at), again.seq) - 1]
        assert again.command == earlier.command
        assert (again.cause.mono, again.cause.seat) == (earlier.cause.mono, earlier.cause.seat)


def test_sent_twice_it_is_done_once_and_after_a_restart_it_stands(at: Hands) -> None:
    first = done(put(at))
    assert done(put(at)).seq == first.seq
    assert len(records(at)) == 10
    home, game = at.home, at.desk.game
    assert game is not None
    state = game.state
    at.desk.close()
    at.desk.game = resumed(home, game.name)
    assert fingerprint(at.desk.game.state) == fingerprint(state)
    assert done(put(at)).seq == first.seq


def test_what_is_put_in_may_be_put_in_again_and_again(at: Hands) -> None:
    done(put(at))
    payment = BookLate(payer=CY, payee=BOB, amount=10, why="forgotten")
    done(put(at, 3, payment, id_="second"))
    assert cash(at) == [1444, 1506, 1390]
    assert [first_told(records(at), one.seq) for one in in_force(records(at))[4:]] == [4, 8, 5, 6]


def test_a_forgotten_penalty_is_the_editions(at: Hands) -> None:
    before = cash(at)
    late = late_in(records(at), LANDED, Fine(player=BOB, reason="out-of-turn"))
    assert late is not None
    answer = put(at, LANDED, Fine(player=BOB, reason="out-of-turn"))
    assert code(answer) == (late.refused.code if late.refused else "")
    if late.refused is None:
        assert cash(at)[1] < before[1]


@pytest.mark.parametrize("place", [0, 5, 7, 99])
def test_what_is_no_place_is_refused_and_nothing_changes(at: Hands, place: int) -> None:
    done(put(at))
    stood = records(at)
    assert code(put(at, place, id_="other")) == "gone-on"
    assert records(at) == stood


def test_what_the_rules_refuse_there_is_refused(at: Hands) -> None:
    assert code(put(at, 3)) == "nothing-to-claim"
    assert code(put(at, LANDED, Claim(by=CY))) == "nothing-to-claim"


def test_only_the_banker_and_only_what_was_seen(at: Hands) -> None:
    answer = at.answer(PutIn(place=LANDED, command=CLAIM, seen=at.view.seq), at.cause(seat=ANN))
    assert code(answer) == "not-allowed"
    assert code(at.answer(PutIn(place=LANDED, command=CLAIM, seen=5), banker(at))) == "gone-on"


# ---- what came later does not fit


@pytest.fixture
def poor(at: Hands) -> Hands:
    """The same table; had Cy paid so much in time, the lot could not have been bought."""
    at.play(Roll(by=ANN, dice=(4, 3)))
    return at


BIG = BookLate(payer=CY, payee=ANN, amount=1450, why="forgotten")


def test_it_is_told_what_fits_no_more_and_why(poor: Hands) -> None:
    late = late_in(records(poor), LANDED, BIG)
    assert late is not None
    assert not late.fits
    assert [one.record.seq for one in late.course.again] == [5]
    told = [(one.seq, one.refusal.code) for one in late.course.stops if one.refusal]
    assert told == [(6, "not-enough-cash"), (7, "unsettled")]
    assert code(put(poor, LANDED, BIG)) == "not-an-option"
    assert poor.view.seq == 7


def test_cut_it_goes_as_far_as_it_fits_and_on_by_hand(poor: Hands) -> None:
    done(put(poor, LANDED, BIG, cut=True))
    assert [one.seq for one in in_force(records(poor))] == [1, 2, 3, 4, 9, 10]
    assert poor.view.asked == {CY: frozenset({"buy", "decline"})}
    poor.play(Decline(by=CY))
    poor.ask(Hammer())


# ---- what goes on at the table meanwhile


def test_a_dispute_moves_to_the_record_that_repeats_its_own(at: Hands) -> None:
    done(at.answer(RaiseDispute(seq=5, why="seen wrong"), at.cause(seat=BOB)))
    done(at.answer(RaiseDispute(seq=3, why="too dear"), at.cause(seat=CY)))
    done(put(at))
    assert sorted(at.desk.waiting.now.open) == [3, 11]
    done(at.answer(RuleOn(seq=11, ruling="stands", why=""), banker(at, "r")))
    done(put(at, 3, BookLate(payer=CY, payee=BOB, amount=10, why="x"), id_="second"))
    ruled = next(r.seq for r in in_force(records(at)) if first_told(records(at), r.seq) == 5)
    assert ruled in at.desk.waiting.now.ruled
    assert code(at.answer(RaiseDispute(seq=ruled, why="again"), at.cause(seat=BOB))) == "not-asked"


def test_the_window_begins_anew_only_where_something_was_booked_otherwise(at: Hands) -> None:
    at.clock.now += 10
    done(put(at))
    again = records(at)[9]
    assert known_since(records(at), again) == records(at)[5].cause
    at.clock.now += 200
    assert (
        code(at.answer(RaiseDispute(seq=again.seq, why="late"), at.cause(seat=BOB))) == "too-late"
    )
    assert code(at.answer(RaiseDispute(seq=8, why="late"), at.cause(seat=BOB))) == "too-late"


def test_a_booking_that_came_out_otherwise_is_known_since_the_retelling(at: Hands) -> None:
    done(put(at))
    changed = [*records(at)]
    bought = changed[9]
    changed[9] = Record(
        seq=10,
        events=bought.events[:0],
        cause=bought.cause,
        command=bought.command,
        digest=bought.digest,
    )
    assert known_since(changed, changed[9]) == changed[6].cause


def test_a_vote_goes_on_about_what_repeats_its_record(at: Hands) -> None:
    at.play(Roll(by=ANN, dice=(4, 3)))
    customs = type(at.desk.waiting.customs)(vote=True)
    done(at.answer(SetCustoms(customs=customs), banker(at)))
    done(at.answer(AskVote(by=ANN, to=5, why=""), at.cause(seat=ANN)))
    vote = at.view.vote
    assert vote is not None
    done(put(at))
    assert at.view.vote is not None
    repeats = records(at)[at.view.vote.back_to - 1].cause.repeats
    assert repeats == 5
    done(at.answer(CastVote(by=BOB, vote=vote.id, yes=True), at.cause(seat=BOB)))
    assert in_force(records(at))[-1].cause.repeats == 5


def test_the_own_last_step_may_be_taken_back_as_before(at: Hands) -> None:
    done(put(at))
    done(at.answer(TakeBack(by=CY, seen=at.view.seq), at.cause(seat=CY)))
    assert at.view.asked == {CY: frozenset({"buy", "decline"})}
    assert cash(at) == [1444, 1496, 1500]


def test_what_somebody_else_has_seen_of_a_step_is_not_forgotten(at: Hands) -> None:
    at.play(Roll(by=ANN, dice=(4, 3)))
    done(at.answer(GoBack(to=6, why=""), banker(at)))
    done(put(at))
    assert (
        code(at.answer(TakeBack(by=CY, seen=at.view.seq), at.cause(seat=CY))) == "nothing-to-undo"
    )


def test_a_reading_counts_as_before_and_may_still_be_challenged(at: Hands) -> None:
    at.clock.now += 1
    at.see_dice(4, 3, began=at.clock.now)
    (reading,) = at.desk.readings.all
    done(put(at))
    (kept,) = at.desk.readings.all
    assert kept == reading
    assert not kept.back
    done(at.answer(Challenge(reading=kept.id), at.cause(seat=BOB)))
    answer = at.answer(
        RuleOnReading(reading=kept.id, dice=(4, 2), seen=at.view.seq, why="a four"), banker(at, "r")
    )
    done(answer)
    (rolled,) = (event for event in at.records[-1].events if isinstance(event, e.Rolled))
    assert rolled.dice == (4, 2)
    assert cash(at)[:2] == [1444, 1496]  # the late rent was not taken back with the roll


def test_an_open_question_about_dice_stays_open_over_a_restart(at: Hands) -> None:
    at.clock.now += 1
    at.see_dice(4, 3, verdict="unsure", began=at.clock.now)
    doubt = at.view.doubt
    assert doubt is not None
    done(put(at))
    assert at.view.doubt == doubt
    game = at.desk.game
    assert game is not None
    game.close()
    at.desk.game = None
    at.pipeline.wake()
    assert at.view.doubt is not None
    assert at.view.doubt.id == doubt.id


def test_cut_the_question_is_closed_with_what_it_was_about(poor: Hands) -> None:
    poor.clock.now += 1
    poor.see_dice(4, 3, verdict="unsure", began=poor.clock.now)
    assert poor.view.doubt is not None
    done(put(poor, LANDED, BIG, cut=True))
    assert poor.view.doubt is None


def test_a_claim_that_waits_for_the_dice_waits_on(at: Hands) -> None:
    at.play(Roll(by=ANN, dice=(1, 2)))  # to Cy's lot
    at.eyes.motion(at.clock.now)
    at.clock.now += 0.1
    assert at.ask(Claim(by=CY)) is None
    done(put(at))
    assert [one.seat for one in at.view.claims] == [CY]


# ---- banknotes


def owed(at: Hands) -> list[tuple[object, object, int]]:
    return [(one.giver, one.taker, one.amount) for one in at.view.handing.open]


def balanced(at: Hands) -> bool:
    """Return whether notes, with what is open, are what the books say."""
    handing, state = at.view.handing, at.view.state
    assert state is not None
    held = {seat: handing.held.get(seat, 0) for seat in state.seats}
    for one in handing.open:
        if one.taker in held:
            held[one.taker] += one.amount
        if one.giver in held:
            held[one.giver] -= one.amount
    return held == {seat: state.cash(seat) for seat in state.seats}


@pytest.mark.parametrize("handed", [True, False])
def test_only_what_differs_is_handed_over(tmp_path: Path, *, handed: bool) -> None:
    with hands(tmp_path) as at:
        rent_is_due(at)
        done(at.answer(SetBanknotes(banknotes="on"), banker(at)))  # record 5
        at.play(Roll(by=CY, dice=(2, 4)), Buy(by=CY))
        payments = [one.id for one in at.view.handing.open]
        if handed:
            done(at.answer(HandOver(payments=tuple(payments)), banker(at, "handed")))
        done(put(at))
        rest = [] if handed else [(CY, "bank", 100)]
        assert owed(at) == [(BOB, ANN, 4), *rest]
        assert balanced(at)
        done(put(at, 3, BookLate(payer=CY, payee=BOB, amount=10, why="x"), id_="second"))
        assert sorted(map(str, owed(at))) == sorted(map(str, [(CY, BOB, 10), (BOB, ANN, 4), *rest]))
        assert balanced(at)


def test_notes_that_were_counted_after_the_place_are_not_handed_over_again(at: Hands) -> None:
    done(at.answer(SetBanknotes(banknotes="on"), banker(at)))
    done(put(at))
    assert owed(at) == [(BOB, ANN, 4)]
    assert balanced(at)


def test_cut_what_was_handed_over_for_nothing_is_to_be_given_back(tmp_path: Path) -> None:
    with hands(tmp_path) as at:
        rent_is_due(at)
        done(at.answer(SetBanknotes(banknotes="on"), banker(at)))
        at.play(Roll(by=CY, dice=(2, 4)), Buy(by=CY))
        done(
            at.answer(
                HandOver(payments=tuple(one.id for one in at.view.handing.open)),
                banker(at, "handed"),
            )
        )
        done(put(at, LANDED, BIG, cut=True))
        assert owed(at) == [(CY, ANN, 1450), ("bank", CY, 100)]
        assert balanced(at)


def test_the_state_is_what_a_replay_says(at: Hands) -> None:
    done(put(at))
    assert at.view.state is not None
    assert fingerprint(at.view.state) == fingerprint(replayed(records(at)))
    assert at.view.state.cash(Seat(0)) == 1444


# ---- where the companion only proposes


def test_it_waits_until_what_is_proposed_is_confirmed(at: Hands) -> None:
    """Going back closes what is open: it would be lost though nobody has said so."""
    helping(at, "propose")
    submitted(at, Roll(by=ANN, dice=(1, 2)))
    submitted(at, Claim(by=CY, lot=Space(6)))
    assert code(put(at)) == "not-confirmed"
    confirm_all(at)
    late = done(put(at))
    assert [one.cause.repeats for one in records(at)[late.seq :]] == [None, 5, 6, 8, 10]
    assert cash(at) == [1438, 1496, 1406]
