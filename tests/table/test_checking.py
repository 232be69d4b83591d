"""Deeds are laid out pile by pile; while that goes on nothing under the camera is a move."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from companion.game.commands import Buy, Roll, TakeOver
from companion.game.state import GameState
from companion.journal.record import Cause
from companion.table.answers import Accepted, Answer
from companion.table.check.check_mark import FILE
from companion.table.check.checking import COVERED
from companion.table.check.commands import (
    Agree,
    BeginCheck,
    Count,
    EndCheck,
    FinishPile,
    LayPile,
    LookAgain,
    Mend,
    StartPile,
)
from companion.table.check.laid_deeds import TABLE, Holder, Mended, TableCheck
from companion.table.commands import Submitted
from companion.table.deeds.cards import keepable, number_of
from companion.words import Seat, Space
from tests.support.laying import LyingTag
from tests.support.table import ANN, BOB, CY, Hands, Tag, code, hands


class Laying(msgspec.Struct):
    """People around a table that is checked."""

    at: Hands

    def answer(self, command: Submitted, cause: Cause) -> Answer:
        return self.at.answer(command, cause)

    @property
    def check(self) -> TableCheck:
        check = self.at.view.check
        assert check is not None
        return check

    @property
    def state(self) -> GameState:
        """The game as it stands."""
        assert self.at.view.state is not None
        return self.at.view.state

    def by(self, seat: Seat | None) -> Cause:
        """Return the cause of what a player presses, or the banker."""
        return self.at.cause("banker" if seat is None else "seat", seat=seat)

    def begin(self, *, together: bool = False) -> None:
        done(self.answer(BeginCheck(purpose="check", together=together), self.by(None)))

    def see(self, *tags: LyingTag, looks: int = 1) -> None:
        """Let the camera look, so many times."""
        look = self.check.look
        assert look is not None
        for _look in range(looks):
            self.at.pipeline.checking.see(tags, b"a picture", look)

    def finish(self, holder: Holder) -> None:
        done(self.answer(FinishPile(check=self.check.id, pile=holder), self.by(None)))

    def deeds(self, holder: Holder) -> dict[int, bool]:
        """Return the numbers in a pile, and whether the back is up."""
        pile = self.check.laid.piles.get(holder)
        return {n: deed.back for n, deed in pile.deeds.items()} if pile else {}


@pytest.fixture
def laying(tmp_path: Path) -> Iterator[Laying]:
    with hands(tmp_path) as at:
        at.begin()
        yield Laying(at)


def done(answer: Answer) -> None:
    assert isinstance(answer, Accepted), answer


# ---- the switch


def test_a_deed_laid_for_a_check_buys_nothing_then_or_later(laying: Laying) -> None:
    laying.at.play(Roll(by=ANN, dice=(1, 2)))
    laying.begin()
    laying.at.see_tags(Tag("deed", 2))
    done(laying.answer(EndCheck(check=laying.check.id), laying.by(ANN)))
    laying.at.see_tags(Tag("deed", 2))
    assert laying.state.lots[Space(3)].owner is None
    laying.at.see_tags()
    laying.at.see_tags(Tag("deed", 2))  # taken away and laid anew, it is a purchase
    assert laying.state.lots[Space(3)].owner == ANN


def test_dice_during_a_check_do_not_count_and_that_is_said(laying: Laying) -> None:
    laying.begin()
    laying.at.see_dice(1, 2, began=laying.at.clock.now)
    assert laying.state.turn.dice is None
    assert [notice.code for notice in laying.at.view.notices] == ["dice-in-check"]


def test_by_phone_the_game_goes_on_during_a_check(laying: Laying) -> None:
    laying.begin()
    laying.at.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN))
    assert laying.state.lots[Space(3)].owner == ANN


# ---- piles


def test_one_player_lays_out_after_the_other(laying: Laying) -> None:
    laying.begin()
    assert laying.check.now == ANN
    laying.see(LyingTag(1), LyingTag(2, "back"))
    laying.finish(ANN)
    laying.see(looks=2)
    laying.see(LyingTag(7))
    laying.finish(BOB)
    laying.finish(CY)
    assert laying.check.now is None
    assert laying.deeds(ANN) == {1: False, 2: True}
    assert laying.deeds(BOB) == {7: False}


def test_a_large_pile_is_laid_out_in_several_goes_in_any_order(laying: Laying) -> None:
    laying.begin()
    laying.see(LyingTag(9), LyingTag(4))
    laying.see(LyingTag(2))
    assert laying.deeds(ANN) == {2: False, 4: False, 9: False}
    assert [p.number for p in laying.check.pictures] == [1, 2]


def test_only_pictures_that_show_something_are_kept(laying: Laying) -> None:
    laying.begin()
    laying.see(LyingTag(9), looks=3)
    laying.see(LyingTag(9), LyingTag(4), looks=3)
    assert len(laying.check.pictures) == 1


def test_a_look_that_shows_nothing_new_changes_nothing(laying: Laying) -> None:
    laying.begin()
    laying.see(LyingTag(9), looks=2)
    before = laying.at.view.revision
    laying.see(LyingTag(9), looks=5)
    assert laying.at.view.revision == before


def test_deeds_of_the_one_before_do_not_count_until_they_are_taken_away(laying: Laying) -> None:
    laying.begin()
    laying.see(LyingTag(1), LyingTag(2))
    laying.finish(ANN)
    laying.see(LyingTag(1), LyingTag(5))
    assert laying.check.clearing == (1, 2)
    assert laying.deeds(BOB) == {}
    laying.see(LyingTag(5), looks=2)  # the last of Ann's is gone
    laying.see(LyingTag(5))
    assert laying.deeds(BOB) == {5: False}


def test_what_a_hand_covers_for_a_moment_is_not_taken_away(laying: Laying) -> None:
    laying.begin()
    laying.see(LyingTag(1), LyingTag(2))
    laying.finish(ANN)
    laying.see()
    laying.see(LyingTag(1))
    laying.see()
    assert laying.check.clearing == (1, 2)


def test_who_leaves_deeds_lying_does_not_stop_the_others(laying: Laying) -> None:
    laying.begin()
    laying.see(LyingTag(1))
    laying.finish(ANN)
    done(laying.answer(StartPile(check=laying.check.id, pile=BOB), laying.by(BOB)))
    laying.see(LyingTag(1), LyingTag(5))
    assert laying.deeds(BOB) == {5: False}
    laying.see(LyingTag(5))
    laying.see(LyingTag(5), LyingTag(1))  # it was away: now it is laid
    assert laying.deeds(BOB) == {1: False, 5: False}


def test_a_deed_that_is_turned_over_is_no_copy(laying: Laying) -> None:
    laying.begin()
    laying.see(LyingTag(3))
    laying.see(LyingTag(3), LyingTag(3, "back"))  # the old side is still remembered
    laying.see(LyingTag(3, "back"))
    assert laying.deeds(ANN) == {3: True}
    assert laying.check.pile.twice == frozenset()


def test_the_same_deed_at_two_places_is_noted(laying: Laying) -> None:
    laying.begin()
    laying.see(LyingTag(3, what="twice"), LyingTag(3, what="twice"), looks=2)
    assert laying.check.pile.twice == {3}


@pytest.mark.parametrize("what", ["revoked", "other set", "forged"])
def test_a_tag_that_does_not_count_is_kept_apart(laying: Laying, what: str) -> None:
    laying.begin()
    laying.see(
        LyingTag(3, valid=False, what=what, text="X"),
        LyingTag(None, kind="foreign", what="foreign"),
    )
    assert laying.deeds(ANN) == {}
    assert [odd.what for odd in laying.check.pile.odd.values()] == [what]


def test_a_look_for_a_pile_that_is_finished_counts_for_nobody(laying: Laying) -> None:
    laying.begin()
    late = laying.check.look
    assert late is not None
    laying.finish(ANN)
    laying.at.pipeline.checking.see([LyingTag(1)], b"late", late)
    assert laying.deeds(ANN) == laying.deeds(BOB) == {}


def test_all_at_once_is_one_pile(laying: Laying) -> None:
    laying.begin(together=True)
    laying.see(LyingTag(1), LyingTag(28, "back"))
    laying.finish(TABLE)
    assert laying.check.now is None
    assert laying.deeds(TABLE) == {1: False, 28: True}


def test_without_a_camera_deeds_are_ticked(laying: Laying) -> None:
    laying.begin()
    done(
        laying.answer(
            LayPile(check=laying.check.id, pile=ANN, deeds={4: True, 2: False}), laying.by(ANN)
        )
    )
    assert laying.deeds(ANN) == {2: False, 4: True}


def test_what_the_camera_saw_stays_when_it_is_ticked_too(laying: Laying) -> None:
    laying.begin()
    laying.see(LyingTag(4), LyingTag(6))
    done(
        laying.answer(
            LayPile(check=laying.check.id, pile=ANN, deeds={4: False, 6: True}), laying.by(ANN)
        )
    )
    assert {n: d.picture for n, d in laying.check.pile.deeds.items()} == {4: 1, 6: None}


# ---- cards that players keep


def test_a_card_that_leaves_jail_free_is_laid_out_like_a_deed(laying: Laying) -> None:
    laying.begin()
    card, number = kept(laying)
    laying.see(LyingTag(1), LyingTag(number, kind="card"))
    assert laying.check.lying == (1, card)
    laying.finish(ANN)
    assert {*laying.check.laid.piles[ANN].cards} == {card}
    laying.see(LyingTag(number, kind="card"), looks=3)
    assert laying.check.clearing == (1, card)  # it is still Ann's
    laying.see(looks=2)
    laying.finish(BOB)
    assert not laying.check.laid.piles[BOB].cards


def test_cards_of_the_piles_are_nobodys(laying: Laying) -> None:
    laying.begin()
    _card, number = kept(laying)
    laying.see(*(LyingTag(n, kind="card") for n in range(1, 33) if n != number))
    laying.finish(ANN)
    other = keepable(laying.state)[1:]
    assert {*laying.check.laid.piles[ANN].cards} == {*other}


def test_cards_are_ticked_and_only_those_that_are_kept(laying: Laying) -> None:
    laying.begin()
    card, _number = kept(laying)
    done(
        laying.answer(
            LayPile(check=laying.check.id, pile=ANN, deeds={4: True}, cards=(card,)), laying.by(ANN)
        )
    )
    assert {*laying.check.pile.things} == {4, card}
    wrong = laying.answer(
        LayPile(check=laying.check.id, pile=ANN, deeds={}, cards=("chance/no-such",)),
        laying.by(ANN),
    )
    assert code(wrong) == "bad-command"


def kept(laying: Laying) -> tuple[str, int]:
    """Return the first card that players keep, and its number."""
    card = keepable(laying.state)[0]
    return card, number_of(laying.state, card)


# ---- what a hand covers


def test_a_hand_over_the_last_players_deeds_takes_none_away(laying: Laying) -> None:
    laying.begin()
    laying.see(LyingTag(1), LyingTag(2))
    laying.finish(ANN)
    laying.see(LyingTag(1, hidden=True), LyingTag(2, hidden=True), looks=4)
    assert laying.check.clearing == (1, 2)
    laying.see(LyingTag(1), LyingTag(2))
    assert laying.deeds(BOB) == {}
    laying.see(LyingTag(7), looks=2)  # what lay there is gone
    laying.see(LyingTag(7))
    assert laying.deeds(BOB) == {7: False}


def test_where_the_ground_was_never_seen_bare_the_next_player_does_not_wait_for_ever(
    laying: Laying,
) -> None:
    laying.begin()
    laying.see(LyingTag(1))
    laying.finish(ANN)
    laying.see(LyingTag(1, hidden=True), looks=COVERED)
    assert laying.check.clearing == ()


def test_a_finished_pile_owes_nothing_to_looks_before_it(laying: Laying) -> None:
    laying.begin()
    laying.see(LyingTag(1))
    laying.finish(ANN)
    laying.see(looks=2)
    laying.finish(BOB)  # who has nothing
    laying.see(LyingTag(3))
    laying.finish(CY)
    assert laying.deeds(CY) == {3: False}


def test_what_was_left_lying_does_not_count_after_a_hand_was_over_it(laying: Laying) -> None:
    laying.begin()
    laying.see(LyingTag(1))
    laying.finish(ANN)
    done(laying.answer(StartPile(check=laying.check.id, pile=BOB), laying.by(BOB)))
    laying.see(LyingTag(1, hidden=True), looks=3)
    laying.see(LyingTag(1), LyingTag(5))
    assert laying.deeds(BOB) == {5: False}


def test_of_a_pile_in_which_nothing_lay_the_last_picture_is_kept(laying: Laying) -> None:
    laying.begin()
    laying.see(looks=3)
    laying.finish(ANN)
    laying.see(LyingTag(5))
    laying.finish(BOB)
    numbers = [laying.check.laid.piles[seat].pictures(7) for seat in (ANN, BOB)]
    assert numbers == [(3,), (4,)]
    assert [picture.number for picture in laying.check.pictures] == [3, 4]


# ---- cut off


def test_after_a_restart_it_is_said_that_the_check_was_cut_off(tmp_path: Path) -> None:
    with hands(tmp_path) as at:
        at.begin()
        laying = Laying(at)
        laying.begin()
        laying.see(LyingTag(1))
    for told in (["check-cut-off"], []):  # once
        with hands(tmp_path) as at:
            at.pipeline.wake()
            assert at.view.check is None
            assert [notice.code for notice in at.view.notices] == told


def test_a_check_that_was_ended_was_not_cut_off(tmp_path: Path) -> None:
    with hands(tmp_path) as at:
        at.begin()
        laying = Laying(at)
        laying.begin()
        done(laying.answer(EndCheck(check=laying.check.id), laying.by(ANN)))
    with hands(tmp_path) as at:
        at.pipeline.wake()
        assert not at.view.notices


def test_a_damaged_mark_is_as_none(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with hands(tmp_path) as at:
        at.begin()
    (tmp_path / FILE).parent.mkdir(exist_ok=True)
    (tmp_path / FILE).write_text("{")
    with hands(tmp_path) as at:
        at.pipeline.wake()
        assert not at.view.notices
    assert "is damaged" in caplog.text


# ---- a new look


def test_a_deed_handed_over_is_looked_for_in_both_piles_again(laying: Laying) -> None:
    laying.begin()
    for seat in (ANN, BOB, CY):
        laying.see(LyingTag(4)) if seat == BOB else None
        done(laying.answer(StartPile(check=laying.check.id, pile=seat), laying.by(None)))
        laying.finish(seat)
    done(
        laying.answer(
            Mend(check=laying.check.id, difference="a", mended=Mended(4, (ANN, BOB))),
            laying.by(None),
        )
    )
    done(laying.answer(LookAgain(check=laying.check.id, pile=ANN), laying.by(None)))
    assert laying.check.mended == {}
    assert laying.deeds(BOB) == {}
    laying.see(LyingTag(4))
    laying.finish(ANN)
    assert laying.deeds(ANN) == {4: False}
    assert laying.check.now is None


# ---- who may


def test_a_player_has_a_say_about_the_own_pile_only(laying: Laying) -> None:
    laying.begin()
    known = laying.check.id
    assert code(laying.answer(FinishPile(check=known, pile=ANN), laying.by(BOB))) == "not-allowed"
    assert (
        code(laying.answer(LayPile(check=known, pile=ANN, deeds={}), laying.by(BOB)))
        == "not-allowed"
    )
    done(laying.answer(FinishPile(check=known, pile=ANN), laying.by(ANN)))


def test_who_began_a_check_leads_it(laying: Laying) -> None:
    done(laying.answer(BeginCheck(purpose="check", together=False), laying.by(BOB)))
    done(laying.answer(FinishPile(check=laying.check.id, pile=ANN), laying.by(BOB)))
    assert laying.check.now == BOB


def test_started_twice_it_is_the_same_check(laying: Laying) -> None:
    laying.begin()
    known = laying.check
    done(laying.answer(BeginCheck(purpose="check", together=True), laying.by(BOB)))
    assert laying.check == known


def test_two_who_press_at_once_go_one_step_on(laying: Laying) -> None:
    laying.begin()
    for _press in range(2):
        laying.finish(ANN)
    assert laying.check.now == BOB


def test_every_player_may_end_it_but_no_stranger(laying: Laying) -> None:
    laying.begin()
    assert code(laying.answer(EndCheck(check=laying.check.id), laying.by(Seat(9)))) == "not-allowed"
    done(laying.answer(EndCheck(check=laying.check.id), laying.by(CY)))
    assert laying.at.view.check is None


def test_a_button_of_an_older_check_does_nothing(laying: Laying) -> None:
    laying.begin()
    assert code(laying.answer(EndCheck(check="another"), laying.by(None))) == "not-asked"
    assert (
        code(laying.answer(FinishPile(check="another", pile=ANN), laying.by(None))) == "not-asked"
    )


def test_nobody_lays_out_for_a_seat_that_is_not_there(laying: Laying) -> None:
    laying.begin()
    known = laying.check.id
    assert (
        code(laying.answer(LayPile(check=known, pile=Seat(7), deeds={1: False}), laying.by(None)))
        == "bad-command"
    )
    assert (
        code(laying.answer(LayPile(check=known, pile=ANN, deeds={29: False}), laying.by(None)))
        == "bad-command"
    )
    wrong = laying.answer(Count(check=known, cash={Seat(7): 10}), laying.by(None))
    assert code(wrong) == "bad-command"
    wrong = laying.answer(Count(check=known, buildings={Space(0): 1}), laying.by(None))
    assert code(wrong) == "bad-command"


def test_without_a_game_nothing_is_checked(tmp_path: Path) -> None:
    with hands(tmp_path) as at:
        begun = at.answer(BeginCheck(), at.cause("banker"))
    assert code(begun) == "no-game"


def test_another_game_ends_the_check(laying: Laying) -> None:
    laying.begin()
    at = laying.at
    at.begin(edition="us-classic", players=("Ann", "Bob"), another=True)
    assert at.view.check is None


# ---- a game taken over


def test_a_game_is_proposed_by_the_banker_and_agreed_by_each(laying: Laying) -> None:
    banker = laying.by(None)
    assert (
        code(laying.answer(BeginCheck(purpose="take-over", together=False), laying.by(ANN)))
        == "not-allowed"
    )
    done(laying.answer(BeginCheck(purpose="take-over", together=False), banker))
    known = laying.check.id
    proposal = TakeOver(turn=BOB, owner={Space(1): ANN}, cash={ANN: 500})
    assert (
        code(laying.answer(Agree(check=known, by=ANN, agrees=True), laying.by(ANN))) == "not-asked"
    )
    assert (
        code(laying.answer(BeginCheck(purpose="take-over", situation=proposal), laying.by(ANN)))
        == "not-allowed"
    )
    done(laying.answer(BeginCheck(purpose="take-over", situation=proposal), banker))
    done(laying.answer(Agree(check=known, by=ANN, agrees=True), laying.by(ANN)))
    done(laying.answer(Agree(check=known, by=BOB, agrees=False), laying.by(BOB)))
    assert (
        code(laying.answer(Agree(check=known, by=CY, agrees=True), laying.by(ANN))) == "not-allowed"
    )
    assert (*laying.check.agreed, *laying.check.objected) == (ANN, BOB)
    done(laying.answer(BeginCheck(purpose="take-over", situation=TakeOver(turn=CY)), banker))
    assert not laying.check.agreed | laying.check.objected


def test_the_banker_says_yes_for_who_is_silent_and_for_nobody_who_objects(laying: Laying) -> None:
    banker = laying.by(None)
    done(laying.answer(BeginCheck(purpose="take-over", together=False), banker))
    known = laying.check.id
    done(laying.answer(BeginCheck(purpose="take-over", situation=TakeOver(turn=BOB)), banker))
    done(laying.answer(Agree(check=known, by=ANN, agrees=True), banker))
    assert said(laying.check) == ([ANN], [ANN])
    done(laying.answer(Agree(check=known, by=ANN, agrees=False), laying.by(ANN)))
    assert said(laying.check) == ([], [])
    assert code(laying.answer(Agree(check=known, by=ANN, agrees=True), banker)) == "not-allowed"
    done(laying.answer(Agree(check=known, by=ANN, agrees=True), laying.by(ANN)))
    assert said(laying.check) == ([ANN], [])


def said(check: TableCheck) -> tuple[list[Seat], list[Seat]]:
    """Return who agrees, and for whom of these the banker has said it."""
    return sorted(check.agreed), sorted(check.vouched)


def test_what_cannot_be_is_not_proposed(laying: Laying) -> None:
    done(laying.answer(BeginCheck(purpose="take-over", together=False), laying.by(None)))
    nobodys = TakeOver(turn=BOB, buildings={Space(1): 3})
    assert (
        code(laying.answer(BeginCheck(purpose="take-over", situation=nobodys), laying.by(None)))
        == "bad-command"
    )


def test_a_game_under_way_is_not_taken_over(laying: Laying) -> None:
    laying.at.play(Roll(by=ANN, dice=(1, 2)))
    begun = laying.answer(BeginCheck(purpose="take-over", together=False), laying.by(None))
    assert code(begun) == "game-running"
