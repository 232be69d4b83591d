"""A booking is disputed and ruled on; a step of one's own is taken back; the table votes."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.accounts.causes import Causes
from companion.disputes.what_if import Supposition, what_if
from companion.game.commands import (
    AnyCommand,
    Bid,
    Build,
    Buy,
    Choose,
    Claim,
    Correct,
    Decline,
    End,
    Mortgage,
    NamedGoods,
    Offer,
    Redeem,
    Roll,
)
from companion.game.events import Corrected, Disputed, Rewound, Ruled, VoteFailed
from companion.game.refusals import Refusal
from companion.table.answers import Accepted, Answer
from companion.table.disputing.commands import AskVote, CastVote, RaiseDispute, RuleOn, SetCustoms
from companion.table.disputing.disputes import DISPUTE, Customs
from companion.table.disputing.waiting import HOLD_S, PAUSE_S
from companion.table.live_game import resumed
from companion.table.story.commands import GoBack, TakeBack, Undo
from companion.words import Seat, Space
from tests.support.table import ANN, BOB, CY, Hands, hands, rent_is_due

LOT = Space(3)


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Hands]:
    """Yield a table without a game."""
    with hands(tmp_path) as at_table:
        yield at_table


def code(answer: Answer | None) -> str:
    """Return the code of a refusal, nothing if it was done."""
    return answer.code if isinstance(answer, Refusal) else ""


def customs(at: Hands, **changes: object) -> None:
    told = replace(at.desk.waiting.customs, **changes)
    assert code(at.answer(SetCustoms(customs=told), at.cause("banker", "phone"))) == ""


def disputed(at: Hands, seq: int, seat: Seat = CY, why: str = "miscounted") -> str:
    return code(at.answer(RaiseDispute(seq=seq, why=why), at.cause(seat=seat)))


def ruled(at: Hands, seq: int, ruling: str, *, seen: int | None = None) -> str:
    cause = at.cause("banker", "phone")
    answer = at.answer(RuleOn(seq=seq, ruling=ruling, why="looked at", seen=seen), cause)  # type: ignore[arg-type]
    return code(answer)


def last_events(at: Hands) -> list[object]:
    return list(at.records[-1].events)


# ---- disputes


def test_every_player_disputes_a_booking_and_the_game_goes_on(at: Hands) -> None:
    rent_is_due(at)
    at.play(Claim(by=ANN))
    assert disputed(at, 5) == ""
    assert [(one.seq, one.by, one.why) for one in at.view.disputes] == [(5, CY, "miscounted")]
    assert isinstance(last_events(at)[0], Disputed)
    at.play(Roll(by=CY, dice=(3, 4)))


def test_twice_is_once_and_each_player_one_at_a_time(at: Hands) -> None:
    rent_is_due(at)
    at.play(Claim(by=ANN))
    assert [disputed(at, 5), disputed(at, 5, BOB)] == ["", ""]
    assert len(at.view.disputes) == 1
    assert at.view.seq == 6
    assert disputed(at, 3) == "one-at-a-time"
    assert disputed(at, 3, BOB) == ""


def test_the_window_closes_and_the_banker_may_still_dispute(at: Hands) -> None:
    rent_is_due(at)
    customs(at, window_s=30)
    at.clock.now += 40
    assert disputed(at, 4) == "too-late"
    assert code(at.answer(RaiseDispute(seq=4, why="x"), at.cause("banker", "phone"))) == ""
    assert at.view.disputes[0].by is None


@pytest.mark.parametrize("seq", [-1, 0, 1, 6, 10**12])
def test_what_was_not_played_is_not_disputed(at: Hands, seq: int) -> None:
    rent_is_due(at)
    at.answer(GoBack(to=3, why=""), at.cause("banker", "phone"))  # record 5
    assert disputed(at, 4) == "gone-on"
    assert disputed(at, 5) == "not-asked"
    assert disputed(at, seq) == "not-asked"


def test_who_does_not_play_disputes_nothing(at: Hands) -> None:
    rent_is_due(at)
    for cause in (at.cause(seat=None), at.cause(seat=Seat(7)), at.cause("camera", "camera")):
        assert code(at.answer(RaiseDispute(seq=4, why="x"), cause)) == "not-allowed"
    assert at.view.seq == 4


@pytest.mark.parametrize("ruling", ["stands", "corrected"])
def test_the_banker_rules_once_and_it_stays_in_the_journal(at: Hands, ruling: str) -> None:
    rent_is_due(at)
    disputed(at, 4)
    assert ruled(at, 4, ruling) == ""
    assert at.view.disputes == ()
    (event,) = last_events(at)
    assert isinstance(event, Ruled)
    assert (event.seq, event.ruling, event.why) == (4, ruling, "looked at")
    assert ruled(at, 4, ruling) == "not-asked"
    assert disputed(at, 4) == "not-asked"


def test_taken_back_it_is_with_all_that_came_after_it(at: Hands) -> None:
    rent_is_due(at)
    disputed(at, 4)
    at.play(Claim(by=ANN))
    assert ruled(at, 4, "taken-back", seen=5) == "gone-on"
    assert ruled(at, 4, "taken-back", seen=6) == ""
    back, word = at.records[-2:]
    assert isinstance(back.events[0], Rewound)
    assert back.events[0].back_to == 3
    assert isinstance(word.events[0], Ruled)
    assert at.view.state is not None
    assert at.view.state.players[BOB].at == 0


def test_a_correction_that_is_the_ruling_says_so_in_one_record(at: Hands) -> None:
    rent_is_due(at)
    at.play(Claim(by=ANN))
    disputed(at, 5)
    cause = at.cause("banker", "phone")
    correction = Correct(why="it was six", cash={ANN: 1446}, dispute=5)
    assert isinstance(at.answer(correction, cause), Accepted)
    corrected, ruling = last_events(at)
    assert isinstance(corrected, Corrected)
    assert isinstance(ruling, Ruled)
    assert (corrected.dispute, ruling.seq, ruling.ruling) == (5, 5, "corrected")
    assert at.view.disputes == ()
    assert code(at.answer(correction, at.cause("banker", "phone"))) == "not-asked"
    assert Causes(at.records).of(7) == (4, 5, 6)  # the dice, the disputed rent, the dispute


def test_a_ruling_names_the_newest_correction_since_the_dispute(at: Hands) -> None:
    rent_is_due(at)
    cause = at.cause("banker", "phone")
    at.answer(Correct(why="before", cash={ANN: 1441}), cause)
    disputed(at, 4)
    disputed(at, 3, seat=BOB)
    assert ruled(at, 3, "corrected") == ""
    (ruling,) = last_events(at)
    assert isinstance(ruling, Ruled)
    assert ruling.by is None
    assert isinstance(at.answer(Correct(why="after", cash={ANN: 1442}), cause), Accepted)
    number = at.view.seq
    assert ruled(at, 4, "corrected") == ""
    (ruling,) = last_events(at)
    assert isinstance(ruling, Ruled)
    assert ruling.by == number


def test_only_the_banker_rules(at: Hands) -> None:
    rent_is_due(at)
    disputed(at, 4)
    for cause in (at.cause(seat=CY), at.cause("camera", "camera"), at.cause("clock", "clock")):
        assert code(at.answer(RuleOn(seq=4, ruling="stands", why=""), cause)) == "not-allowed"
    assert len(at.view.disputes) == 1


def test_a_dispute_outlives_a_restart_and_the_game_is_the_same(at: Hands) -> None:
    rent_is_due(at)
    assert at.desk.game is not None
    before = at.desk.game.state
    disputed(at, 4)
    home, name = at.home, at.desk.game.name
    at.desk.close()
    at.desk.game = resumed(home, name)
    assert at.desk.game.state == before
    assert list(at.desk.game.table.disputes.open) == [4]


def test_what_is_said_about_a_record_is_no_step_to_take_back(at: Hands) -> None:
    rent_is_due(at)
    disputed(at, 4)
    answer = at.answer(Undo(why=""), at.cause("banker", "phone"))
    assert isinstance(answer, Accepted)
    (event,) = last_events(at)
    assert isinstance(event, Rewound)
    assert event.back_to == 3


def test_what_is_said_about_a_record_hinders_no_supposition(at: Hands) -> None:
    rent_is_due(at)
    disputed(at, 4)
    at.play(Claim(by=ANN))
    kept = at.records
    outcome = what_if(kept, Supposition(seq=4, instead=(Roll(by=BOB, dice=(1, 2)),)))
    assert (outcome.followed, outcome.stop, outcome.differences) == (1, None, ())


# ---- play that waits


def test_where_it_is_so_play_waits_for_the_banker_but_a_claim_does_not(at: Hands) -> None:
    rent_is_due(at)
    customs(at, waits=True)
    disputed(at, 3)
    assert code(at.ask(Roll(by=CY, dice=(3, 4)))) == "play-waits"
    assert code(at.ask(Mortgage(by=ANN, lots=(LOT,)))) == "play-waits"
    assert code(at.ask(Claim(by=ANN))) == ""
    assert ruled(at, 3, "stands") == ""
    assert code(at.ask(Roll(by=CY, dice=(3, 4)))) == ""


def test_it_waits_no_longer_than_two_minutes(at: Hands) -> None:
    rent_is_due(at)
    customs(at, waits=True)
    disputed(at, 3)
    assert at.desk.due == at.clock.now + HOLD_S
    at.clock.now += HOLD_S
    at.pipeline.tick()
    assert at.view.held is None
    assert [notice.code for notice in at.view.notices] == ["play-goes-on"]
    assert len(at.view.disputes) == 1
    assert code(at.ask(Roll(by=CY, dice=(3, 4)))) == ""


def test_nobody_waits_for_whom_the_banker_has_just_turned_down(at: Hands) -> None:
    rent_is_due(at)
    customs(at, waits=True)
    disputed(at, 3)
    ruled(at, 3, "stands")
    disputed(at, 4)
    assert at.view.held is None
    assert len(at.view.disputes) == 1
    ruled(at, 4, "corrected")
    at.play(Claim(by=ANN))
    disputed(at, at.view.seq)
    assert at.view.held is not None


def test_an_auction_does_not_wait(at: Hands) -> None:
    at.begin()
    at.play(Roll(by=ANN, dice=(1, 2)), Decline(by=ANN))
    customs(at, waits=True)
    disputed(at, 3)
    assert code(at.ask(Bid(by=BOB, amount=10))) == ""


# ---- the own last step


def taken_back(at: Hands, seat: Seat = ANN, *, seen: int | None = None) -> str:
    return code(at.answer(TakeBack(by=seat, seen=seen), at.cause(seat=seat)))


def test_a_purchase_is_taken_back_by_its_buyer(at: Hands) -> None:
    at.begin()
    at.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN))
    assert taken_back(at, seen=2) == "gone-on"
    assert taken_back(at, seen=3) == ""
    (event,) = last_events(at)
    assert isinstance(event, Rewound)
    assert (event.seat, event.back_to, event.cash) == (ANN, 2, {ANN: 1500})
    at.play(Buy(by=ANN))


def test_one_step_after_another_but_never_the_dice(at: Hands) -> None:
    at.begin()
    at.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN), Mortgage(by=ANN, lots=(LOT,)), End(by=ANN))
    assert [taken_back(at) for _ in range(4)] == ["", "", "", "nothing-to-undo"]
    assert at.view.asked == {ANN: {"buy", "decline"}}


@pytest.mark.parametrize(
    "after",
    [
        (Roll(by=BOB, dice=(1, 2)),),
        (Mortgage(by=BOB, lots=(Space(6),)),),
        (Offer(by=BOB, to=ANN, give=NamedGoods(cash=1), take=NamedGoods(lots=(LOT,))),),
        (Mortgage(by=BOB, lots=(Space(6),)), Redeem(by=BOB, lots=(Space(6),))),
    ],
)
def test_not_after_chance_or_another_player(at: Hands, after: tuple[AnyCommand, ...]) -> None:
    at.begin()
    cause = at.cause("banker", "phone")
    at.answer(Correct(why="given", owner={Space(6): BOB}), cause)
    at.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN), *after)
    assert taken_back(at) == "nothing-to-undo"


def test_not_even_when_that_was_taken_back(at: Hands) -> None:
    at.begin()
    at.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN), Roll(by=BOB, dice=(1, 2)))
    at.answer(GoBack(to=3, why="read wrong"), at.cause("banker", "phone"))
    assert taken_back(at) == "nothing-to-undo"


@pytest.mark.parametrize("seat", [BOB, CY])
def test_nobody_takes_back_what_another_did(at: Hands, seat: Seat) -> None:
    at.begin()
    at.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN))
    assert taken_back(at, seat) == "nothing-to-undo"
    answer = at.answer(TakeBack(by=ANN), at.cause(seat=seat))
    assert code(answer) == "not-allowed"


def test_a_claim_a_bid_and_a_choice_stay(at: Hands) -> None:
    rent_is_due(at)
    at.play(Claim(by=ANN))
    assert taken_back(at) == "nothing-to-undo"
    at.play(Roll(by=CY, dice=(1, 3)))  # a tax
    at.play(Roll(by=ANN, dice=(1, 2)), Decline(by=ANN), Bid(by=ANN, amount=10))
    assert taken_back(at) == "nothing-to-undo"


def test_a_choice_of_taxes_stays_for_it_shows_what_one_owns(at: Hands) -> None:
    at.begin(edition="de-dm")
    at.play(Roll(by=ANN, dice=(1, 3)))
    assert at.view.state is not None
    assert at.view.state.choice is not None
    at.play(Choose(by=ANN, option=at.view.state.choice.options[0]))
    assert taken_back(at) == "nothing-to-undo"


def test_not_outside_of_the_own_turn(at: Hands) -> None:
    rent_is_due(at)
    at.play(Claim(by=ANN), Mortgage(by=ANN, lots=(LOT,)))  # in Bob's turn
    assert taken_back(at) == "nothing-to-undo"


def test_what_the_banker_did_for_a_seat_stays(at: Hands) -> None:
    at.begin()
    at.play(Roll(by=ANN, dice=(1, 2)))
    at.answer(Buy(by=ANN), at.cause("banker", "phone", seat=ANN))
    assert taken_back(at) == "nothing-to-undo"


def test_a_group_built_on_is_taken_back(at: Hands) -> None:
    at.begin()
    owned: dict[Space, Seat | None] = {Space(lot): ANN for lot in (6, 8, 9)}
    at.answer(Correct(why="given", owner=owned), at.cause("banker", "phone"))
    at.play(Roll(by=ANN, dice=(4, 6)), Build(by=ANN, lots={Space(6): 1}))
    assert taken_back(at) == ""
    assert at.view.state is not None
    assert at.view.state.lots[Space(6)].level == 0


# ---- votes


def proposed(at: Hands, seat: Seat, back_to: int) -> str:
    return code(at.answer(AskVote(by=seat, to=back_to, why="a mistake"), at.cause(seat=seat)))


def voted(at: Hands, seat: Seat, *, yes: bool, vote_id: int | None = None) -> str:
    known = vote_id or (at.view.vote.id if at.view.vote else 0)
    return code(at.answer(CastVote(by=seat, vote=known, yes=yes), at.cause(seat=seat)))


def test_without_the_setting_nobody_votes(at: Hands) -> None:
    rent_is_due(at)
    assert proposed(at, ANN, 2) == "not-allowed"


def test_with_more_than_half_the_game_goes_back(at: Hands) -> None:
    rent_is_due(at)
    customs(at, vote=True)
    assert proposed(at, ANN, 2) == ""
    assert at.view.vote is not None
    assert (at.view.vote.yes, at.view.vote.needed) == ((ANN,), 2)
    assert voted(at, CY, yes=True) == ""
    (event,) = last_events(at)
    assert isinstance(event, Rewound)
    assert (event.back_to, event.voted, event.why) == (2, (ANN, CY), "a mistake")
    assert at.view.vote is None


def test_silence_is_no(at: Hands) -> None:
    rent_is_due(at)
    customs(at, vote=True)
    proposed(at, ANN, 2)
    assert at.view.vote is not None
    at.clock.now = at.view.vote.ends
    at.pipeline.tick()
    assert at.view.vote is None
    assert last_events(at) == [VoteFailed(seat=ANN, vote=5, because=DISPUTE)]
    assert at.view.notices[-1].code == "vote-failed"


def test_who_has_lost_a_vote_asks_later(at: Hands) -> None:
    rent_is_due(at)
    customs(at, vote=True)
    proposed(at, ANN, 2)
    assert [voted(at, BOB, yes=False), voted(at, CY, yes=False)] == ["", ""]
    assert at.view.vote is None
    assert proposed(at, ANN, 2) == "asked-lately"
    at.clock.now += PAUSE_S
    assert proposed(at, ANN, 2) == ""


def test_a_voice_counts_once_and_may_change(at: Hands) -> None:
    rent_is_due(at)
    customs(at, vote=True)
    proposed(at, ANN, 2)
    assert voted(at, ANN, yes=True) == ""
    assert at.view.vote is not None
    assert at.view.vote.yes == (ANN,)
    assert voted(at, BOB, yes=False) == ""
    assert voted(at, BOB, yes=True) == ""
    assert at.view.vote is None
    (event,) = last_events(at)
    assert isinstance(event, Rewound)
    assert event.voted == (ANN, BOB)


def test_one_vote_at_a_time_and_play_goes_on_meanwhile(at: Hands) -> None:
    rent_is_due(at)
    customs(at, vote=True)
    proposed(at, ANN, 2)
    assert proposed(at, BOB, 3) == "one-at-a-time"
    at.play(Claim(by=ANN), Roll(by=CY, dice=(3, 4)))
    assert at.view.vote is not None


def test_nobody_votes_for_another_or_in_a_vote_of_yesterday(at: Hands) -> None:
    rent_is_due(at)
    customs(at, vote=True)
    proposed(at, ANN, 2)
    assert at.view.vote is not None
    answer = at.answer(CastVote(by=BOB, vote=at.view.vote.id, yes=True), at.cause(seat=ANN))
    assert code(answer) == "not-allowed"
    assert voted(at, BOB, yes=True, vote_id=99) == "not-asked"
    assert voted(at, Seat(9), yes=True) == "not-allowed"


@pytest.mark.parametrize("back_to", [-1, 0, 4, 5, 99])
def test_a_vote_goes_back_to_a_record_before_the_last(at: Hands, back_to: int) -> None:
    rent_is_due(at)
    customs(at, vote=True)
    assert proposed(at, ANN, back_to) == "nothing-to-undo"


def test_when_the_banker_goes_back_the_vote_is_over(at: Hands) -> None:
    rent_is_due(at)
    customs(at, vote=True)
    proposed(at, ANN, 2)
    at.answer(GoBack(to=3, why=""), at.cause("banker", "phone"))
    assert at.view.vote is None


# ---- settings


def test_the_customs_are_kept_and_only_the_banker_sets_them(at: Hands) -> None:
    rent_is_due(at)
    customs(at, vote=True, window_s=45)
    answer = at.answer(SetCustoms(customs=Customs()), at.cause(seat=ANN))
    assert code(answer) == "not-allowed"
    folder = at.home.folder
    assert (folder / "disputes.json").read_text().count("45") == 1
    (folder / "disputes.json").write_text("{")
    assert type(at.desk.waiting)(folder, at.clock).customs == Customs()
