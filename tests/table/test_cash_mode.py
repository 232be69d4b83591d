"""A table keeps its banknotes: what is booked waits until it is handed over."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.disputes.what_if import Supposition, what_if
from companion.game.commands import Buy, Claim, Roll
from companion.game.events import Banknotes, HandedOver
from companion.game.refusals import Refusal
from companion.journal.home import Home
from companion.journal.record import Cause
from companion.table.answers import Accepted, Answer
from companion.table.cash.commands import HandOver, SetBanknotes
from companion.table.cash.handing_over import oldest_for
from companion.table.story.commands import Undo
from companion.words import Seat
from tests.support.table import ANN, BOB, CY, SMALL_RESERVE, FakeClock, Hands, hands, rent_is_due


def keep_notes(at: Hands, mode: Banknotes = "on") -> None:
    answer = at.answer(SetBanknotes(banknotes=mode), at.cause("banker", "banker"))
    assert isinstance(answer, Accepted), answer


def confirm(at: Hands, cause: Cause, *payments: str) -> Answer:
    chosen = payments or tuple(one.id for one in at.view.handing.open)
    return at.answer(HandOver(payments=chosen), cause)


def owed(at: Hands) -> list[tuple[object, object, int]]:
    return [(one.giver, one.taker, one.amount) for one in at.view.handing.open]


@pytest.fixture
def rent(tmp_path: Path) -> Iterator[Hands]:
    """A rent that Bob owes Ann in notes."""
    with hands(tmp_path) as at:
        rent_is_due(at)
        keep_notes(at)
        at.play(Claim(by=ANN))
        yield at


def test_a_game_may_begin_with_banknotes(tmp_path: Path) -> None:
    with hands(tmp_path) as at:
        answer = at.ask_to_begin("ru-2004", players=("Ann", "Bob"), banknotes="on")
        assert isinstance(answer, Accepted)
        assert owed(at) == [("bank", ANN, 1500), ("bank", BOB, 1500)]


def test_a_rent_that_is_booked_is_open_and_the_books_do_not_wait(rent: Hands) -> None:
    assert owed(rent) == [(BOB, ANN, 4)]
    assert rent.view.state is not None
    assert rent.view.state.cash(BOB) == rent.view.handing.held[BOB] - 4


def test_who_got_it_says_so_and_it_is_a_record(rent: Hands) -> None:
    assert isinstance(confirm(rent, rent.cause(seat=ANN)), Accepted)
    assert owed(rent) == []
    (event,) = rent.records[-1].events
    assert isinstance(event, HandedOver)
    assert (event.giver, event.to, event.amount) == (BOB, ANN, 4)


@pytest.mark.parametrize("seat", [BOB, CY])
def test_who_pays_or_looks_on_does_not_say_it(rent: Hands, seat: Seat) -> None:
    answer = confirm(rent, rent.cause(seat=seat))
    assert isinstance(answer, Refusal)
    assert answer.code == "not-allowed"
    assert owed(rent) != []


def test_the_receivers_button_says_it_too(rent: Hands) -> None:
    payment = oldest_for(rent.view.handing, ANN)
    assert payment is not None
    assert isinstance(confirm(rent, rent.cause("seat", "button", seat=ANN), payment), Accepted)
    assert oldest_for(rent.view.handing, ANN) is None


def test_what_the_bank_gets_the_banker_says(tmp_path: Path) -> None:
    with hands(tmp_path) as at:
        at.begin()
        keep_notes(at)
        at.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN))
        assert owed(at) == [(ANN, "bank", 60)]
        assert isinstance(confirm(at, at.cause(seat=ANN)), Refusal)
        assert isinstance(confirm(at, at.cause("banker", "banker")), Accepted)


def test_twice_is_once_and_what_is_done_is_not_asked_again(rent: Hands) -> None:
    payment = rent.view.handing.open[0].id
    cause = rent.cause(seat=ANN, command_id="a")
    first = confirm(rent, cause, payment)
    assert confirm(rent, cause, payment) == first
    later = confirm(rent, rent.cause(seat=ANN), payment)
    assert isinstance(later, Refusal)
    assert later.code == "not-asked"


def test_what_is_open_survives_the_plug(rent: Hands) -> None:
    folder = rent.home.folder
    before = rent.view.handing
    rent.desk.close()
    rent.home.close()
    home = Home(folder, ballast=SMALL_RESERVE)
    again = Hands(home, FakeClock())
    again.pipeline.wake()
    assert again.view.handing == before
    again.desk.close()
    home.close()


def test_a_roll_counts_whatever_is_open(rent: Hands) -> None:
    assert isinstance(rent.ask(Roll(by=CY, dice=(1, 2))), Accepted)


def test_the_dice_wait_where_the_table_wants_it_so(rent: Hands) -> None:
    keep_notes(rent, "wait")
    assert owed(rent) == [(BOB, ANN, 4)]
    refused = rent.ask(Roll(by=CY, dice=(1, 2)))
    assert isinstance(refused, Refusal)
    assert refused.code == "not-handed-over"
    rent.see_dice(1, 2, began=rent.clock.now)
    assert rent.view.notices[-1].facts["code"] == "not-handed-over"
    confirm(rent, rent.cause(seat=ANN))
    assert isinstance(rent.ask(Roll(by=CY, dice=(1, 2))), Accepted)


def test_the_banker_lets_the_dice_go(rent: Hands) -> None:
    keep_notes(rent, "wait")
    answer = rent.answer(Roll(by=CY, dice=(1, 2)), rent.cause("banker", "banker"))
    assert isinstance(answer, Accepted)


def test_taking_the_last_step_back_takes_a_step_of_the_game_back(rent: Hands) -> None:
    confirm(rent, rent.cause(seat=ANN))
    answer = rent.answer(Undo(why=""), rent.cause("banker", "banker"))
    assert isinstance(answer, Accepted)
    assert owed(rent) == [(ANN, BOB, 4)]  # the rent is off: what was handed over goes back


def test_what_if_goes_on_past_a_handing_over(rent: Hands) -> None:
    confirm(rent, rent.cause(seat=ANN))
    rent.play(Roll(by=CY, dice=(1, 2)))
    records = rent.records
    claim = next(r.seq for r in records if r.command["do"] == "claim")
    outcome = what_if(records, Supposition(seq=claim, instead=()))
    assert (outcome.stop, outcome.until) == (None, len(records))


def test_only_the_banker_sets_it(tmp_path: Path) -> None:
    with hands(tmp_path) as at:
        at.begin()
        assert isinstance(at.answer(SetBanknotes(banknotes="on"), at.cause(seat=ANN)), Refusal)
        assert at.view.handing.mode == "off"


def test_set_to_what_it_is_nothing_is_recorded(rent: Hands) -> None:
    seq = rent.view.seq
    keep_notes(rent, "on")
    assert rent.view.seq == seq


def test_without_banknotes_nothing_waits_any_more(rent: Hands) -> None:
    keep_notes(rent, "off")
    assert owed(rent) == []
    keep_notes(rent, "on")
    assert rent.view.state is not None
    assert rent.view.handing.held[ANN] == rent.view.state.cash(ANN)
