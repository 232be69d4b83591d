"""What hands do with deeds under the camera is done once, asked once, or refused once in words."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.game.commands import Correct, Decline, Mortgage, Redeem, Roll
from companion.game.events import Bought, CardDrawn, Mortgaged, Redeemed
from companion.game.refusals import Refusal
from companion.table.answers import Accepted, Broken
from companion.table.check.commands import BeginCheck, EndCheck
from companion.table.deeds.commands import LeaveTurned, SetTurning
from companion.table.deeds.scan_field import LYING, SETTINGS
from companion.table.games.commands import Resume
from companion.words import Space
from tests.support.table import ANN, BOB, CY, Hands, Tag, hands

FIRST, SECOND, THIRD = Space(1), Space(3), Space(6)  # deeds 1, 2 and 4: one group, and another


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Hands]:
    """A table at which Ann owns two lots of one group, Bob a third."""
    with hands(tmp_path) as at_table:
        at_table.begin()
        given(at_table, owner={FIRST: ANN, SECOND: ANN, THIRD: BOB})
        yield at_table


def given(at: Hands, /, **changes: Any) -> None:
    banker = at.cause("banker", "banker")
    at.pipeline.submit(Correct(why="a test", **changes), banker, at.replies.append)
    assert isinstance(at.replies[-1], Accepted), at.replies[-1]


def front(number: int, **more: Any) -> Tag:
    return Tag("deed", number, **more)


def back(number: int) -> Tag:
    return Tag("deed", number, side="back")


def codes(at: Hands) -> list[str]:
    return [notice.code for notice in at.view.notices]


def events(at: Hands, *kinds: type) -> list[object]:
    return [e for r in at.records for e in r.events if isinstance(e, kinds)]


def asked(at: Hands) -> list[tuple[int, int, str]]:
    return [(one.seat, one.lot, one.do) for one in at.view.turned]


# ---- laid


def test_a_deed_left_lying_buys_once_though_hands_pass_over_it(at: Hands) -> None:
    at.play(Roll(by=ANN, dice=(2, 3)))
    for _ in range(2):
        at.see_tags(front(3))
        at.see_tags(front(3, hidden=True))
    at.see_tags(front(3))
    assert len(events(at, Bought)) == 1
    assert not at.view.shown


def test_a_refused_purchase_is_said_once_and_tried_again_when_laid_again(at: Hands) -> None:
    given(at, cash={ANN: 1})
    at.play(Roll(by=ANN, dice=(2, 3)))
    for tag in (front(3), front(3, hidden=True), front(3)):
        at.see_tags(tag)
    assert codes(at) == ["refused"]
    given(at, cash={ANN: 1000})
    at.see_tags(front(3))
    assert not events(at, Bought)
    at.see_tags()
    at.see_tags(front(3))
    assert len(events(at, Bought)) == 1


def test_an_own_deed_is_shown_to_its_owner_as_long_as_it_lies_there(at: Hands) -> None:
    at.see_tags(front(1))
    assert [(one.seat, one.lots, one.partner) for one in at.view.shown] == [(ANN, (FIRST,), None)]
    first = at.view.shown
    at.see_tags(front(1, hidden=True))
    at.see_tags(front(1))
    assert at.view.shown == first
    at.see_tags()
    assert not at.view.shown


def test_deeds_of_two_players_side_by_side_begin_a_trade_for_both(at: Hands) -> None:
    seq = at.view.seq
    at.see_tags(front(1))
    at.see_tags(front(1), front(4))
    shown = {one.seat: (one.lots, one.partner, one.theirs) for one in at.view.shown}
    assert shown == {ANN: ((FIRST,), BOB, (THIRD,)), BOB: ((THIRD,), ANN, (FIRST,))}
    at.see_tags(front(1), front(2), front(4))
    assert [one.lots for one in at.view.shown if one.seat == ANN] == [(FIRST, SECOND)]
    assert at.view.seq == seq  # nothing moves before both have agreed
    at.see_tags(front(2), front(4))
    assert not at.view.shown


def test_two_deeds_laid_at_once_begin_one_trade(at: Hands) -> None:
    at.see_tags(front(1), front(4))
    assert sorted(one.seat for one in at.view.shown) == [ANN, BOB]
    assert len({one.deeds for one in at.view.shown}) == 1


def test_a_deed_that_was_bought_and_left_begins_no_trade(at: Hands) -> None:
    given(at, at={ANN: 3})
    at.play(Roll(by=ANN, dice=(1, 1)))
    at.see_tags(front(3))
    assert len(events(at, Bought)) == 1
    at.see_tags(front(3), front(4))
    assert [(one.seat, one.partner) for one in at.view.shown] == [(BOB, None)]


def test_deeds_of_three_players_begin_no_trade(at: Hands) -> None:
    given(at, owner={Space(5): CY})
    at.see_tags(front(1), front(4), front(3))
    assert all(one.partner is None for one in at.view.shown)
    assert sorted(one.seat for one in at.view.shown) == [ANN, BOB, CY]


def test_a_trade_that_was_begun_is_over_when_a_deed_changes_hands(at: Hands) -> None:
    at.see_tags(front(1), front(4))
    given(at, owner={FIRST: BOB})
    assert not at.view.shown


def test_whose_a_deed_is_that_does_not_belong_there_is_said(at: Hands) -> None:
    at.see_tags(front(7))
    assert codes(at) == ["deed-of-the-bank"]
    at.play(Roll(by=ANN, dice=(2, 3)))
    at.see_tags(front(4))
    assert codes(at) == ["deed-of-the-bank", "deed-of"]
    assert at.view.notices[-1].facts == {"lot": THIRD, "owner": BOB, "space": 5}
    assert not at.view.shown


def test_the_lot_on_auction_may_lie_there(at: Hands) -> None:
    at.play(Roll(by=ANN, dice=(2, 3)), Decline(by=ANN))
    at.see_tags(front(3))
    assert codes(at) == []


def test_deeds_that_are_sorted_before_the_game_are_left_alone(tmp_path: Path) -> None:
    with hands(tmp_path / "other") as at:
        at.begin()
        at.see_tags(front(1), back(2))
        assert (codes(at), at.view.shown, at.view.turned) == ([], (), ())


def test_a_card_left_lying_is_drawn_once(at: Hands) -> None:
    state = at.view.state
    assert state is not None
    chance = next(space.index for space in state.edition.spaces if space.kind == "chance")
    given(at, at={ANN: chance - 3})
    at.play(Roll(by=ANN, dice=(1, 2)))
    for tag in (Tag("card", 1), Tag("card", 1, hidden=True), Tag("card", 1)):
        at.see_tags(tag, front(1, hidden=True))
    assert len(events(at, CardDrawn)) == 1
    assert codes(at) == []


# ---- turned over


def test_turning_a_deed_over_asks_its_owner_once(at: Hands) -> None:
    at.see_tags(front(1))
    for tag in (back(1), front(1, hidden=True), back(1)):
        at.see_tags(tag)
    assert asked(at) == [(ANN, FIRST, "mortgage")]
    at.play(Mortgage(by=ANN, lots=(FIRST,)))
    at.see_tags(back(1), Tag("foreign", None))
    assert asked(at) == []
    at.see_tags(front(1))
    assert asked(at) == [(ANN, FIRST, "redeem")]
    at.play(Redeem(by=ANN, lots=(FIRST,)))
    assert asked(at) == []


def test_a_back_that_is_laid_where_the_books_say_otherwise_asks_too(at: Hands) -> None:
    at.see_tags(back(1))
    assert asked(at) == [(ANN, FIRST, "mortgage")]
    assert not at.view.shown


def test_a_back_of_a_mortgaged_lot_is_shown_to_its_owner(at: Hands) -> None:
    given(at, mortgaged={FIRST: True})
    at.see_tags(back(1))
    assert asked(at) == []
    assert [one.lots for one in at.view.shown] == [(FIRST,)]


def test_turning_it_back_withdraws_the_question(at: Hands) -> None:
    for tag in (front(1), back(1), front(1)):
        at.see_tags(tag)
    assert (asked(at), codes(at)) == ([], [])


def test_a_question_stays_when_the_deed_is_taken_back_into_the_hand(at: Hands) -> None:
    at.see_tags(back(1))
    at.see_tags()
    assert asked(at) == [(ANN, FIRST, "mortgage")]


def test_laid_again_as_the_books_have_it_withdraws_the_question(at: Hands) -> None:
    for seen in ([back(1)], [], [front(1)]):
        at.see_tags(*seen)
    assert asked(at) == []


def test_a_deed_turned_after_the_phone_has_mortgaged_it_asks_nothing(at: Hands) -> None:
    at.see_tags(front(1))
    at.play(Mortgage(by=ANN, lots=(FIRST,)))
    at.see_tags(back(1))
    assert asked(at) == []


def test_only_the_owner_and_the_banker_leave_it_as_it_is(at: Hands) -> None:
    at.see_tags(back(1))
    known = at.view.turned[0].id
    refused = at.answer(LeaveTurned(turned=known), at.cause(seat=BOB))
    assert isinstance(refused, Refusal)
    assert refused.code == "not-allowed"
    assert isinstance(at.answer(LeaveTurned(turned=known), at.cause(seat=ANN)), Accepted)
    assert asked(at) == []
    at.see_tags(back(1), Tag("foreign", None))
    assert asked(at) == []  # a no is a no as long as it lies there
    again = at.answer(LeaveTurned(turned=known), at.cause("banker", "banker"))
    assert isinstance(again, Refusal)
    assert again.code == "not-asked"


@pytest.mark.parametrize("turning", ["ask", "book"])
def test_what_the_rules_refuse_is_said_once_with_the_rule(at: Hands, turning: Any) -> None:
    at.answer(SetTurning(turning=turning), at.cause("banker", "banker"))
    given(at, owner={Space(8): BOB, Space(9): BOB}, buildings={THIRD: 1})
    at.see_tags(front(4))
    for tag in (back(4), front(4, hidden=True), back(4)):
        at.see_tags(tag)
    assert codes(at) == ["turned-in-vain"]
    notice = at.view.notices[0]
    assert notice.refusal is not None
    assert (notice.refusal.code, notice.to) == ("group-built", BOB)
    assert asked(at) == []


def test_what_the_rules_refuse_now_is_no_open_question_any_more(at: Hands) -> None:
    at.see_tags(back(4))
    at.see_tags()
    given(at, owner={Space(8): BOB, Space(9): BOB}, buildings={THIRD: 1})
    at.see_tags(back(4))
    assert (asked(at), codes(at)) == ([], ["turned-in-vain"])


def test_redeeming_without_the_cash_is_refused_in_words(at: Hands) -> None:
    given(at, mortgaged={FIRST: True}, cash={ANN: 1})
    at.see_tags(back(1))
    at.see_tags(front(1))
    assert [(n.code, n.refusal and n.refusal.code) for n in at.view.notices] == [
        ("turned-in-vain", "not-enough-cash")
    ]


def test_as_set_turning_a_deed_over_books_it_at_once_and_once(at: Hands) -> None:
    assert isinstance(at.answer(SetTurning(turning="book"), at.cause("banker", "banker")), Accepted)
    for tag in (front(1), back(1), front(1, hidden=True), back(1), front(1), front(1)):
        at.see_tags(tag)
    assert [type(one) for one in events(at, Mortgaged, Redeemed)] == [Mortgaged, Redeemed]
    cause = at.records[-1].cause
    assert (cause.role, cause.seat) == ("camera", ANN)
    assert asked(at) == []


def test_only_the_banker_sets_what_turning_over_does(at: Hands) -> None:
    refused = at.answer(SetTurning(turning="book"), at.cause(seat=ANN))
    assert isinstance(refused, Refusal)
    assert at.view.turning == "ask"


# ---- while the table is checked


def test_what_is_laid_out_for_a_check_does_nothing_then_or_after(at: Hands) -> None:
    at.answer(BeginCheck(purpose="check", together=True), at.cause(seat=ANN))
    assert at.view.check is not None
    at.see_tags(back(1), front(2), front(4), front(9, valid=False, what="revoked"))
    at.answer(EndCheck(check=at.view.check.id), at.cause(seat=ANN))
    assert at.view.check is None
    at.see_tags(front(2), front(4))
    assert (codes(at), at.view.turned, at.view.shown) == ([], (), ())
    at.see_tags(front(2), front(4), front(1))
    assert [(one.lots, one.partner) for one in at.view.shown] == [((FIRST,), None)]


# ---- after a restart


def test_what_lay_there_does_nothing_again_after_a_restart(at: Hands) -> None:
    at.answer(SetTurning(turning="book"), at.cause("banker", "banker"))
    at.see_tags(front(1), back(2), front(4))
    again = _restarted(at)
    assert again.view.turning == "book"
    again.see_tags(front(1), front(4))
    again.see_tags(front(1), back(2), front(4))
    assert (again.view.shown, codes(again)) == ((), [])
    assert len(events(again, Mortgaged)) == 1


def test_an_open_question_outlives_a_restart_and_a_declined_one_does_not(at: Hands) -> None:
    at.see_tags(back(1), back(2))
    at.answer(LeaveTurned(turned=at.view.turned[1].id), at.cause(seat=ANN))
    again = _restarted(at)
    assert asked(again) == [(ANN, FIRST, "mortgage")]
    again.see_tags(back(1), back(2))
    assert asked(again) == [(ANN, FIRST, "mortgage")]


def test_the_picture_of_a_turned_deed_outlives_a_restart_too(at: Hands) -> None:
    cause = replace(at.cause("camera", "camera"), evidence="a" * 64)
    at.eyes.cards([back(1)], cause)
    again = _restarted(at)
    assert again.desk.field.precious == {"a" * 64}
    again.play(Mortgage(by=ANN, lots=(FIRST,)))
    assert again.records[-1].cause.evidence == "a" * 64
    assert not again.desk.field.precious


def test_another_game_asks_nothing_of_what_lay_there(at: Hands) -> None:
    at.see_tags(back(1), front(4))
    at.begin(players=("Ann", "Bob"), another=True)
    given(at, owner={FIRST: ANN, THIRD: BOB})
    at.see_tags(back(1), front(4), Tag("foreign", None))
    assert (at.view.turned, at.view.shown) == ((), ())


def test_a_game_that_is_resumed_is_not_asked_what_another_one_was(at: Hands) -> None:
    first = at.view.game
    banker = at.cause("banker", "banker")
    at.begin(another=True)
    given(at, owner={FIRST: ANN, SECOND: ANN, THIRD: BOB})
    at.see_tags(back(1), front(4))
    assert (len(at.view.turned), len(at.view.shown)) == (1, 2)
    at.answer(Resume(game=first), banker)
    assert (at.view.turned, at.view.shown) == ((), ())


@pytest.mark.parametrize("name", [LYING, SETTINGS])
def test_a_damaged_file_is_as_none(at: Hands, name: Path, caplog: Any) -> None:
    at.see_tags(front(1))
    (at.home.folder / name).write_text("{")
    again = _restarted(at)
    assert "is damaged" in caplog.text
    again.see_tags(front(1))
    assert again.view.turning == "ask"


def test_a_setting_that_cannot_be_kept_is_said(at: Hands) -> None:
    folder = at.home.folder / SETTINGS
    folder.mkdir(parents=True)
    answer = at.answer(SetTurning(turning="book"), at.cause("banker", "banker"))
    assert isinstance(answer, Broken)
    assert at.view.turning == "ask"


# ---- tags that do not count


def test_a_copy_laid_beside_a_deed_is_said_once_and_takes_nothing_away(at: Hands) -> None:
    copies = [front(1, valid=False, what="twice")] * 2
    for seen in ([front(1)], copies, [*copies, front(2)], [front(1), front(2)]):
        at.see_tags(*seen)
    assert codes(at) == ["tag-copied"]
    assert [one.lots for one in at.view.shown] == [(SECOND,)]


def _restarted(at: Hands) -> Hands:
    """Return a table that goes on with the same home."""
    at.desk.close()
    again = Hands(at.home, at.clock)
    again.pipeline.wake()
    at.desk = again.desk
    return again
