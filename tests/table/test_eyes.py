"""A reading is a witness: sure, it rolls; unsure, it asks one person; unfit, it is noted."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.game.commands import Buy, Correct, Decline, FirstRoll, Roll
from companion.game.events import Bought, CardDrawn, FirstRolled, Rolled
from companion.game.refusals import Refusal
from companion.table.answers import Accepted, Answer
from companion.table.deeds.cards import card_of, number_of
from companion.table.dice.commands import AnswerDoubt
from companion.table.view import CameraState, LyingDeed
from companion.words import Space
from tests.support.table import ANN, BOB, CY, Hands, Tag, hands


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Hands]:
    with hands(tmp_path) as at_table:
        at_table.begin()
        yield at_table


def last_events(at: Hands) -> tuple[object, ...]:
    return at.records[-1].events


def codes(at: Hands) -> list[str]:
    return [notice.code for notice in at.view.notices]


def refusal(answer: Answer) -> str:
    assert isinstance(answer, Refusal), answer
    return answer.code


def throw(at: Hands, *pips: int) -> None:
    """Let the camera see a sure throw that took a second."""
    began = at.clock.now = at.clock.now + 1
    at.eyes.motion(began)
    at.clock.now += 1
    at.see_dice(*pips, began=began)


def doubt_of(at: Hands, *pips: int) -> str:
    """Let the camera see a doubtful throw; return the doubt's id."""
    began = at.clock.now = at.clock.now + 1
    at.clock.now += 1
    at.see_dice(*pips, verdict="unsure", began=began)
    assert at.view.doubt is not None
    return at.view.doubt.id


def test_a_sure_reading_rolls_for_whoever_must_roll(at: Hands) -> None:
    throw(at, 1, 2)
    assert any(isinstance(e, Rolled) and e.seat == ANN for e in last_events(at))


def test_the_record_of_a_seen_roll_says_that_the_camera_saw_it(at: Hands) -> None:
    throw(at, 1, 2)
    record = at.records[-1]
    assert (record.cause.role, record.cause.seat) == ("camera", ANN)
    assert record.command == {"do": "roll", "by": 0, "dice": [1, 2]}


def test_the_first_roll_goes_round_in_seating_order(tmp_path: Path) -> None:
    with hands(tmp_path / "other") as at:
        at.begin(first_roll=True)
        at.play(FirstRoll(by=BOB, dice=(1, 1)))
        for _ in range(2):
            throw(at, 2, 3)
        rolled = [e for r in at.records for e in r.events]
        assert [e.seat for e in rolled if isinstance(e, FirstRolled)] == [BOB, ANN, CY]


def test_an_unsure_reading_becomes_a_question_with_the_likely_face_first(at: Hands) -> None:
    doubt_of(at, 4, 6)
    doubt = at.view.doubt
    assert doubt is not None
    assert doubt.seat == ANN
    assert [die.faces[0] for die in doubt.dice] == [4, 6]
    assert all(sorted(die.faces) == [1, 2, 3, 4, 5, 6] for die in doubt.dice)
    assert at.view.seq == 1


@pytest.mark.parametrize("pips", [(5,), (5, 2, 1)])
def test_another_number_of_dice_is_a_question_about_two(at: Hands, pips: tuple[int, ...]) -> None:
    began = at.clock.now
    at.see_dice(*pips, began=began)
    assert at.view.doubt is not None
    assert len(at.view.doubt.dice) == 2


def test_an_empty_tray_is_no_question(at: Hands) -> None:
    at.see_dice(verdict="none", began=at.clock.now)
    assert at.view.doubt is None
    assert codes(at) == []


def test_the_roller_answers_a_doubt_once(at: Hands) -> None:
    doubt = doubt_of(at, 1, 2)
    assert isinstance(
        at.answer(AnswerDoubt(doubt=doubt, dice=(1, 3)), at.cause(seat=ANN)), Accepted
    )
    assert at.view.doubt is None
    assert any(isinstance(e, Rolled) and e.dice == (1, 3) for e in last_events(at))
    assert (
        refusal(at.answer(AnswerDoubt(doubt=doubt, dice=(1, 3)), at.cause(seat=ANN))) == "not-asked"
    )


def test_the_same_answer_with_the_same_id_is_one_answer(at: Hands) -> None:
    doubt = doubt_of(at, 1, 2)
    cause = at.cause(seat=ANN, command_id="tap")
    assert at.answer(AnswerDoubt(doubt=doubt, dice=(1, 3)), cause) == at.answer(
        AnswerDoubt(doubt=doubt, dice=(1, 3)), cause
    )
    assert at.view.seq == 2


def test_the_banker_may_answer_a_doubt_and_nobody_else(at: Hands) -> None:
    doubt = doubt_of(at, 1, 2)
    assert (
        refusal(at.answer(AnswerDoubt(doubt=doubt, dice=(1, 3)), at.cause(seat=BOB)))
        == "not-allowed"
    )
    assert isinstance(
        at.answer(AnswerDoubt(doubt=doubt, dice=(1, 3)), at.cause("banker", "banker", seat=BOB)),
        Accepted,
    )


@pytest.mark.parametrize("values", [(1,), (1, 2, 3)])
def test_values_that_no_two_dice_show_are_refused(at: Hands, values: tuple[int, ...]) -> None:
    doubt = doubt_of(at, 1, 2)
    assert (
        refusal(at.answer(AnswerDoubt(doubt=doubt, dice=values), at.cause(seat=ANN)))
        == "bad-command"
    )
    assert at.view.doubt is not None


def test_no_roll_closes_a_doubt_without_a_record(at: Hands) -> None:
    doubt = doubt_of(at, 1, 2)
    assert isinstance(at.answer(AnswerDoubt(doubt=doubt), at.cause(seat=ANN)), Accepted)
    assert (at.view.doubt, at.view.seq) == (None, 1)


def test_a_new_throw_replaces_the_doubt(at: Hands) -> None:
    doubt = doubt_of(at, 1, 2)
    throw(at, 2, 2)
    assert at.view.doubt is None
    assert any(isinstance(e, Rolled) and e.dice == (2, 2) for e in last_events(at))
    assert (
        refusal(at.answer(AnswerDoubt(doubt=doubt, dice=(1, 2)), at.cause(seat=ANN))) == "not-asked"
    )


def test_a_new_doubtful_throw_replaces_the_doubt(at: Hands) -> None:
    assert doubt_of(at, 1, 2) != doubt_of(at, 3, 4)


def test_typing_the_roll_closes_the_doubt(at: Hands) -> None:
    doubt_of(at, 1, 2)
    at.play(Roll(by=ANN, dice=(1, 2)))
    assert at.view.doubt is None


def test_a_correction_leaves_the_doubt_open(at: Hands) -> None:
    doubt = doubt_of(at, 1, 2)
    banker = at.cause("banker", "banker")
    at.pipeline.submit(Correct(why="miscounted", cash={BOB: 7}), banker, at.replies.append)
    assert isinstance(at.replies[-1], Accepted)
    assert at.view.doubt is not None
    assert at.view.doubt.id == doubt


def test_dice_thrown_before_a_purchase_is_settled_are_noted(at: Hands) -> None:
    throw(at, 1, 2)
    throw(at, 3, 4)
    assert codes(at) == ["dice-not-due"]
    assert at.view.notices[0].facts == {"seat": ANN, "asked": "buy,decline"}
    assert at.view.seq == 2


def test_dice_that_were_typed_while_they_moved_count_once(at: Hands) -> None:
    began = at.clock.now
    at.eyes.motion(began)
    at.play(Roll(by=ANN, dice=(6, 4)))  # to jail's space: nothing is open there
    at.clock.now += 1
    at.see_dice(4, 6, began=began)
    assert (at.view.seq, codes(at)) == (2, [])


def test_dice_that_were_typed_otherwise_than_they_lie_are_noted(at: Hands) -> None:
    began = at.clock.now
    at.eyes.motion(began)
    at.play(Roll(by=ANN, dice=(6, 4)))
    at.see_dice(3, 4, began=began)
    assert (at.view.seq, codes(at)) == (2, ["dice-differ"])
    assert at.view.notices[0].facts == {"typed": "6,4", "read": "3,4"}


def test_the_next_throw_after_a_seen_one_counts_even_if_hands_are_quick(at: Hands) -> None:
    throw(at, 6, 4)
    began = at.clock.now + 0.01
    at.clock.now += 1
    at.see_dice(6, 4, began=began)
    assert any(isinstance(e, Rolled) and e.seat == BOB for e in last_events(at))


def test_a_throw_that_nobody_saw_just_after_a_seen_one_is_asked_about(at: Hands) -> None:
    """The last picture before the light went out may be older than what was made of the roll."""
    throw(at, 6, 4)
    before = at.clock.now - 0.5
    at.clock.now += 9
    at.see_dice(1, 2, verdict="unsure", remark="unseen", began=before)
    assert at.view.doubt is not None
    assert (at.view.doubt.seat, at.view.seq) == (BOB, 2)


def test_a_throw_that_nobody_saw_and_somebody_typed_counts_once(at: Hands) -> None:
    before = at.clock.now
    at.clock.now += 1
    at.play(Roll(by=ANN, dice=(6, 4)))
    at.clock.now += 9
    at.see_dice(6, 4, verdict="unsure", remark="unseen", began=before)
    assert at.view.doubt is None
    assert (at.view.seq, codes(at)) == (2, [])


def test_laying_the_deed_on_offer_buys_it(at: Hands) -> None:
    throw(at, 1, 2)
    at.see_tags(Tag("deed", 2))
    assert any(isinstance(e, Bought) and e.lot == 3 for e in last_events(at))


def test_laying_another_deed_is_noted(at: Hands) -> None:
    throw(at, 1, 2)
    at.see_tags(Tag("deed", 1))
    assert codes(at) == ["wrong-deed"]
    assert at.view.seq == 2


def test_a_deed_that_lay_there_before_the_landing_buys_nothing(at: Hands) -> None:
    at.see_tags(Tag("deed", 2))
    throw(at, 1, 2)
    at.see_tags(Tag("deed", 2), Tag("foreign", None))
    assert at.view.seq == 2
    at.see_tags()
    at.see_tags(Tag("deed", 2))
    assert at.view.seq == 3


def test_a_forged_deed_buys_nothing(at: Hands) -> None:
    throw(at, 1, 2)
    at.see_tags(Tag("deed", 2, valid=False))
    assert codes(at) == ["not-proven"]
    assert at.view.seq == 2


@pytest.mark.parametrize(
    ("what", "code"),
    [
        ("revoked", "tag-revoked"),
        ("twice", "tag-copied"),
        ("unproven", "no-keyring"),
    ],
)
def test_what_is_wrong_with_a_sticker_is_said(at: Hands, what: str, code: str) -> None:
    throw(at, 1, 2)
    at.see_tags(*[Tag("deed", 2, valid=False, what=what)] * 2)
    assert codes(at) == [code]
    assert at.view.seq == 2


@pytest.mark.parametrize(
    ("what", "code", "facts"),
    [
        ("forged", "not-proven", {}),
        ("other set", "tag-of-another-set", {"text": "HTTP://M.LOCAL/0123456789"}),
        ("foreign", "tag-foreign", {"about": "web"}),
    ],
)
def test_a_code_that_stands_in_no_register_is_said_once(
    at: Hands, what: str, code: str, facts: dict[str, str]
) -> None:
    strange = Tag("foreign", None, valid=False, what=what, side=None,
                  text="HTTP://M.LOCAL/0123456789", about="web")  # fmt: skip
    throw(at, 1, 2)
    for seen in ([strange], [strange, Tag("deed", 4)], [strange]):
        at.see_tags(*seen)
    told = [notice for notice in at.view.notices if notice.code == code]
    assert [notice.facts for notice in told] == [facts]
    assert at.view.seq == 2


def test_a_deed_that_cannot_be_paid_is_noted_with_the_reason(at: Hands) -> None:
    throw(at, 1, 2)
    banker = at.cause("banker", "banker")
    at.pipeline.submit(Correct(why="poor", cash={ANN: 5}), banker, at.replies.append)
    at.see_tags(Tag("deed", 2))
    assert codes(at) == ["refused"]
    assert at.view.notices[0].facts["code"] == "not-enough-cash"


def test_showing_the_card_draws_it(at: Hands) -> None:
    state = at.view.state
    assert state is not None
    chance = next(s.index for s in state.edition.spaces if s.kind == "chance")
    throw(at, *_dice_to(chance))
    at.see_tags(Tag("card", 17))
    assert codes(at) == ["wrong-card"]
    at.see_tags(Tag("card", 1))
    drawn = [e.card for e in last_events(at) if isinstance(e, CardDrawn)]
    assert drawn == [next(c.id for c in state.edition.cards if c.deck == "chance")]


def test_cards_are_numbered_deck_after_deck(at: Hands) -> None:
    state = at.view.state
    assert state is not None
    cards = [card_of(state, number) for number in range(1, 33)]
    assert cards == [card.id for card in state.edition.cards]
    assert [number_of(state, card.id) for card in state.edition.cards] == list(range(1, 33))
    assert card_of(state, 33) is None


def test_what_is_seen_without_a_game_is_nothing(tmp_path: Path) -> None:
    with hands(tmp_path / "other") as at:
        throw(at, 1, 2)
        at.see_tags(Tag("deed", 1), Tag("card", 1))
        at.eyes.camera(CameraState(ok=True, status="ready"))
        assert (at.view.seq, at.view.doubt, at.view.notices) == (0, None, ())


def test_dice_in_an_auction_are_noted(at: Hands) -> None:
    at.play(Roll(by=ANN, dice=(1, 2)), Decline(by=ANN))
    throw(at, 3, 4)
    assert codes(at) == ["dice-not-due"]


def test_deeds_laid_outside_a_purchase_buy_nothing(at: Hands) -> None:
    at.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN))
    seq = at.view.seq
    at.see_tags(Tag("deed", 2), Tag("deed", 3))
    assert (codes(at), at.view.seq) == (["deed-of-the-bank"], seq)
    assert at.view.state is not None
    assert at.view.state.lots[Space(3)].owner == ANN


def _dice_to(space: int) -> tuple[int, int]:
    return (space - 6, 6) if space > 6 else (1, space - 1)


def test_everybody_may_see_which_deeds_lie_in_the_scan_field(at: Hands) -> None:
    at.see_tags(
        Tag("deed", 9, side="back"), Tag("deed", 2), Tag("card", 3), Tag("deed", 5, valid=False)
    )
    assert at.view.lying == (LyingDeed(2), LyingDeed(9, mortgaged=True))
    revision = at.view.revision
    at.see_tags(Tag("deed", 2), Tag("deed", 9, side="back"))
    assert at.view.revision == revision  # nothing to be looked at anew
    at.see_tags()
    assert not at.view.lying


def test_a_die_that_was_turned_over_is_noted_and_is_no_roll(at: Hands) -> None:
    throw(at, 1, 2)
    seq = at.view.seq
    at.see_dice(1, 5, verdict="unsure", began=at.clock.now, remark="turned")
    assert (at.view.seq, at.view.doubt, codes(at)) == (seq, None, ["dice-turned"])
    assert at.view.notices[-1].facts == {"read": "1,5"}


def test_a_doubt_says_how_many_dice_were_seen_and_what_else(at: Hands) -> None:
    at.see_dice(4, verdict="unsure", began=at.clock.now, seen=1, remark="beside")
    doubt = at.view.doubt
    assert doubt is not None
    assert (doubt.seen, doubt.remark, len(doubt.dice)) == (1, "beside", 2)


def test_a_third_die_is_counted_though_two_are_asked_about(at: Hands) -> None:
    at.see_dice(4, 6, verdict="unsure", began=at.clock.now, seen=3)
    assert at.view.doubt is not None
    assert (at.view.doubt.seen, len(at.view.doubt.dice)) == (3, 2)
