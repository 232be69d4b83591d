"""Buttons and lamps on a live table, through simulated pins."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.game.commands import AnyCommand, Bid, Buy, Claim, Correct, Decline, Roll, Want
from companion.game.events import Confirmed, Help
from companion.table.answers import Accepted
from companion.table.buttons.conditions import handed
from companion.table.buttons.meanings import light, meaning, too_late
from companion.table.cash.commands import SetBanknotes
from companion.table.games.commands import Begin
from companion.table.help.commands import Confirm, SetHelp
from companion.table.help.proposal import Proposal
from companion.table.table import Table
from companion.table.view import View
from companion.table.witness import TableWitness
from companion.words import Money, Seat, Space
from hardware.hands import Hands
from hardware.panel import Panels, open_panels
from hardware.patterns import BLINK, BLINK_SLOW, OFF, PULSE, TURN
from tests.support.doubtful import tray, unsure
from tests.support.waiting import soon

ANN, BOB, CY = Seat(0), Seat(1), Seat(2)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path)
    table.start()
    cause = table.cause("banker", "banker")
    began = table.submit(
        Begin(edition="us-classic", players=("Ann", "Bob", "Cy"), first_roll=False), cause
    )
    assert isinstance(began, Accepted)
    yield table
    table.stop()


@pytest.fixture
def panels(table: Table) -> Iterator[Panels]:
    panels = open_panels("mock", 3)
    hands = Hands(table, panels, 3)
    panels.on_press, panels.on_end = hands.pressed, hands.ended
    hands.start()
    yield panels
    hands.stop()
    panels.close()


def play(table: Table, *commands: AnyCommand) -> None:
    for command in commands:
        seat = getattr(command, "by", None)
        answer = table.submit(command, table.cause("seat", "phone", seat=seat))
        assert isinstance(answer, Accepted), answer


def test_a_press_claims_the_rent_that_is_due(table: Table, panels: Panels) -> None:
    play(table, Roll(by=ANN, dice=(2, 4)), Buy(by=ANN), Roll(by=BOB, dice=(1, 5)))
    panels.press(ANN)
    assert soon(lambda: cash_of(table, ANN) == 1500 - 100 + 6)
    record = table.history()[-1]
    assert (record.cause.origin, record.cause.seat) == ("button", ANN)


def test_presses_are_news_only_while_somebody_wants_to_know_of_them(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.start()
    hands = Hands(table, open_panels("none", 3), 3)
    before = table.view.revision
    hands.pressed(ANN, time.monotonic())
    assert hands.heard(60.0) == {ANN}
    hands.pressed(BOB, time.monotonic())
    assert soon(lambda: table.view.revision > before)
    assert hands.heard(60.0) == {ANN, BOB}
    table.stop()


def test_presses_in_an_auction_bid_one_step_each(table: Table, panels: Panels) -> None:
    play(table, Roll(by=ANN, dice=(2, 4)), Decline(by=ANN))
    panels.press(BOB)
    assert soon(lambda: leader_of(table) == (BOB, 10))
    panels.press(CY)
    assert soon(lambda: leader_of(table) == (CY, 20))


def test_a_press_says_that_notes_were_handed_over(table: Table, panels: Panels) -> None:
    play(table, Roll(by=ANN, dice=(2, 4)), Buy(by=ANN), Roll(by=BOB, dice=(1, 5)))
    cause = table.cause("banker", "banker")
    table.submit(SetBanknotes(banknotes="on"), cause)
    panels.press(ANN)  # a claim comes first
    assert soon(lambda: len(table.view.handing.open) == 1)
    assert soon(lambda: panels.lamp(ANN) == PULSE.name)
    panels.press(BOB)  # he gives, and cannot say it for her
    time.sleep(0.1)  # sooner it would be the same press, bouncing
    panels.press(ANN)
    assert soon(lambda: not table.view.handing.open)
    record = table.history()[-1]
    assert (record.command["do"], record.cause.seat) == ("hand-over", ANN)


def test_while_the_dice_roll_a_press_is_a_claim(table: Table) -> None:
    cause = table.cause("banker", "banker")
    table.submit(SetBanknotes(banknotes="on"), cause)
    play(table, Roll(by=ANN, dice=(2, 4)), Buy(by=ANN), Roll(by=BOB, dice=(1, 5)), Claim(by=ANN))
    assert handed(table.view, ANN) == table.view.handing.open[-1].id
    assert handed(replace(table.view, motion=1.0), ANN) is None


def test_a_press_says_yes_to_dice_that_are_not_sure(table: Table, panels: Panels) -> None:
    at = table.cause("camera", "camera").mono
    TableWitness(table).dice(unsure(0.99, 0.5), tray(), at, at + 0.1)  # a one and a three
    assert soon(lambda: panels.lamp(ANN) == BLINK_SLOW.name)
    panels.press(BOB)  # they are not his
    panels.press(ANN)
    assert soon(lambda: table.view.doubt is None)
    record = table.history()[-1]
    assert (record.command["do"], record.command["dice"]) == ("roll", [1, 3])
    assert (record.cause.origin, record.cause.seat) == ("button", ANN)
    assert record.cause.evidence is not None
    assert soon(lambda: panels.lamp(ANN) == OFF.name)
    assert len(table.history()) == 2


def test_a_press_that_is_heard_late_says_no_yes_to_what_was_not_asked_yet(table: Table) -> None:
    """Whatever heard it, pins, a keypad or a page: the time of its first edge counts."""
    at = table.cause("camera", "camera").mono
    TableWitness(table).dice(unsure(0.99, 0.5), tray(), at, at + 0.1)
    assert soon(lambda: table.view.doubt is not None)
    doubt, panels = table.view.doubt, open_panels("mock", 3)
    assert doubt is not None
    hands = Hands(table, panels, 3)
    hands.pressed(ANN, doubt.shown - 0.001)
    hands.pressed(ANN, at + 0.001)
    after = Correct(why="a test", at={CY: Space(1)})  # comes after them in the queue
    assert isinstance(table.submit(after, table.cause("banker", "banker")), Accepted)
    assert table.view.doubt == doubt
    hands.pressed(ANN, doubt.shown + 0.001)
    assert soon(lambda: table.view.doubt is None)
    panels.close()


def rent_is_proposed(table: Table, panels: Panels, helps: Help) -> Proposal:
    """Let Ann claim with her button what Bob owes her; return what waits for Bob."""
    cause = table.cause("banker", "banker")
    play(table, Roll(by=ANN, dice=(2, 4)), Buy(by=ANN), Roll(by=BOB, dice=(1, 5)))
    helped = table.submit(SetHelp(helps=helps), cause)
    assert isinstance(helped, Accepted), helped
    assert soon(lambda: panels.lamp(CY) == TURN.name)  # to roll
    panels.press(ANN)
    assert soon(lambda: table.view.proposal is not None)
    waits = table.view.proposal
    assert waits is not None
    assert waits.awaited == (BOB,)
    assert soon(lambda: panels.lamp(CY) == OFF.name)  # play waits
    return waits


def test_a_press_of_who_pays_confirms_what_is_proposed(table: Table, panels: Panels) -> None:
    waits = rent_is_proposed(table, panels, "propose")
    assert panels.lamp(BOB) == PULSE.name
    panels.press(CY)  # it is not his to say
    panels.press(BOB)
    assert soon(lambda: table.view.proposal is None)
    record = table.history()[-1]
    (said,) = (event for event in record.events if isinstance(event, Confirmed))
    assert (said.proposal, said.seats) == (waits.id, (BOB,))
    assert (record.cause.origin, record.cause.seat) == ("button", BOB)
    assert [cash_of(table, seat) for seat in (ANN, BOB, CY)] == [1500 - 100 + 6, 1500 - 6, 1500]


def test_a_press_confirms_nothing_where_the_amount_is_to_be_typed(
    table: Table, panels: Panels
) -> None:
    waits = rent_is_proposed(table, panels, "announce")
    assert panels.lamp(BOB) == OFF.name
    panels.press(BOB)
    cause = table.cause("seat", "phone", seat=BOB)
    typing = table.post(Confirm(proposal=waits.id, by=BOB, typed={0: Money(6)}), cause)
    answer = typing.result(timeout=30)
    assert isinstance(answer, Accepted), answer  # what a press had confirmed would be open no more
    assert table.history()[-1].cause.origin == "phone"
    assert [cash_of(table, seat) for seat in (ANN, BOB)] == [1500 - 100 + 6, 1500 - 6]


def test_lamps_follow_the_game(table: Table, panels: Panels) -> None:
    assert soon(lambda: panels.lamp(ANN) == TURN.name)  # to roll
    play(table, Roll(by=ANN, dice=(2, 4)), Buy(by=ANN), Roll(by=BOB, dice=(1, 5)))
    assert soon(lambda: panels.lamp(ANN) == BLINK.name)  # a rent to claim
    play(table, Claim(by=ANN))
    assert soon(lambda: panels.lamp(ANN) == OFF.name)


def test_a_view_at_which_the_lamps_stumble_does_not_end_them(
    table: Table, panels: Panels, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    assert soon(lambda: panels.lamp(ANN) == TURN.name)  # to roll
    with monkeypatch.context() as broken:
        broken.setattr("hardware.hands.situation", lambda *_: 1 / 0)
        play(table, Roll(by=ANN, dice=(2, 4)))
        assert soon(lambda: "the lamps stumbled" in caplog.text)
    play(table, Buy(by=ANN), Roll(by=BOB, dice=(1, 5)))
    assert soon(lambda: panels.lamp(ANN) == BLINK.name)


def test_the_leader_of_an_auction_is_lit(table: Table) -> None:
    play(table, Roll(by=ANN, dice=(2, 4)), Decline(by=ANN), Bid(by=BOB, amount=7))
    assert [light(table.view, seat) for seat in (ANN, BOB, CY)] == ["pulse", "on", "pulse"]


def test_a_seat_without_a_player_stays_dark(table: Table) -> None:
    assert light(table.view, Seat(5)) == "off"
    assert light(View(), ANN) == "off"


def test_a_press_that_does_nothing_is_asked_as_a_claim_that_may_have_come_too_late(
    table: Table,
) -> None:
    assert meaning(table.view, BOB) is None
    assert too_late(table.view, BOB) == Claim(by=BOB)


def test_a_press_before_any_game_does_nothing(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.start()
    Hands(table, Panels(), 2).pressed(ANN, time.monotonic())
    assert table.view.state is None
    table.stop()


def cash_of(table: Table, seat: Seat) -> int:
    assert table.view.state is not None
    return table.view.state.cash(seat)


def leader_of(table: Table) -> tuple[Seat | None, int] | None:
    assert table.view.state is not None
    auction = table.view.state.auction
    return (auction.leader, auction.price) if auction else None


def test_a_press_bids_for_the_building_that_one_may_place(table: Table) -> None:
    cause = table.cause("banker", "banker")
    groups = {Space(6): ANN, Space(8): ANN, Space(9): ANN, Space(1): BOB, Space(3): BOB}
    given = Correct(why="short", owner=dict(groups), bank={"houses": 1})
    assert isinstance(table.submit(given, cause), Accepted)
    play(table, Want(by=ANN, lots={Space(6): 1}), Want(by=BOB, lots={Space(1): 1}))
    state = table.view.state
    assert state is not None
    press = meaning(table.view, BOB)
    assert isinstance(press, Bid)
    play(table, press)
    assert leader_of(table) == (BOB, 10)
