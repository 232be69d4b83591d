"""Three seats without a phone: an auction by presses alone, on simulated pins."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.game.commands import Correct, NamedGoods, Offer, Roll
from companion.game.events import PressRefused
from companion.table.answers import Accepted
from companion.table.clocks.commands import SetPace
from companion.table.commands import Submitted
from companion.table.games.commands import Begin
from companion.table.table import Table
from companion.table.witness import TableWitness
from companion.words import Seat, Space
from hardware.hands import SEEN_S, Hands
from hardware.lengths import LONG_S
from hardware.panel import Panels, open_panels
from tests.support.doubtful import tray, unsure
from tests.support.waiting import soon

ANN, BOB, CY = Seat(0), Seat(1), Seat(2)
LONG = LONG_S + 0.3
VERMONT = Space(8)


class Evening:
    """A table whose three seats have nothing but buttons and lamps."""

    def __init__(self, home: Path) -> None:
        self.table = Table(home)
        self.table.start()
        self.bank(Begin(edition="us-classic", players=("Ann", "Bob", "Cy"), first_roll=False))
        self.bank(SetPace(pace="banker"))
        self.panels: Panels = open_panels("mock", 3)
        self.hands = Hands(self.table, self.panels, 3)
        self.panels.on_press, self.panels.on_end = self.hands.pressed, self.hands.ended
        self.hands.start()

    def bank(self, command: Submitted) -> None:
        answer = self.table.submit(command, self.table.cause("banker", "banker"))
        assert isinstance(answer, Accepted), answer

    def press(self, seat: Seat, seconds: float = 0.05) -> None:
        time.sleep(0.1)  # sooner it would be the press before, bouncing
        self.panels.press(seat, seconds)

    def answer(self, seat: Seat, seconds: float = 0.05) -> None:
        """Press once the lamp asks, and has been seen to ask."""
        assert soon(lambda: self.panels.lamp(seat) == "ask")
        time.sleep(SEEN_S + 0.1)
        self.press(seat, seconds)

    @property
    def leads(self) -> tuple[Seat | None, int] | None:
        assert self.table.view.state is not None
        auction = self.table.view.state.auction
        return None if auction is None else (auction.leader, auction.price)

    @property
    def lamps(self) -> list[str]:
        return [self.panels.lamp(seat) for seat in (ANN, BOB, CY)]

    def owner(self, lot: Space) -> Seat | None:
        assert self.table.view.state is not None
        return self.table.view.state.lots[lot].owner

    def close(self) -> None:
        self.hands.stop()
        self.panels.close()
        self.table.stop()


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    opened = Evening(tmp_path)
    yield opened
    opened.close()


def test_an_auction_is_played_by_presses_alone(evening: Evening) -> None:
    assert soon(lambda: evening.lamps == ["turn", "off", "off"])
    evening.bank(Roll(by=ANN, dice=(3, 5)))
    evening.answer(ANN, LONG)  # she leaves it to the auction
    assert soon(lambda: evening.leads == (None, 0))
    assert soon(lambda: evening.lamps == ["pulse", "pulse", "pulse"])
    evening.press(BOB)
    assert soon(lambda: evening.leads == (BOB, 10))
    evening.press(CY)
    assert soon(lambda: evening.leads == (CY, 20))
    assert soon(lambda: evening.lamps == ["pulse", "pulse", "on"])
    evening.press(ANN, LONG)  # she is out
    assert soon(lambda: evening.lamps == ["off", "pulse", "on"])
    head = evening.table.view.seq
    evening.press(ANN)
    evening.press(CY, LONG)  # who leads has nothing to press
    evening.press(BOB)
    assert soon(lambda: evening.leads == (BOB, 30))
    assert evening.table.view.seq == head + 1
    evening.press(CY, LONG)
    assert soon(lambda: evening.owner(VERMONT) == BOB)  # nobody else is left: the hammer falls
    assert soon(lambda: evening.lamps == ["off", "turn", "off"])
    evening.press(CY)  # too late: that is recorded, and nothing else
    assert soon(lambda: isinstance(evening.table.history()[-1].events[-1], PressRefused))
    assert evening.owner(VERMONT) == BOB


def test_a_short_press_buys_once_the_lamp_has_asked(evening: Evening) -> None:
    evening.bank(Roll(by=ANN, dice=(3, 5)))
    assert soon(lambda: evening.panels.lamp(ANN) == "ask")
    evening.press(ANN)  # so soon it was meant for something else
    assert evening.owner(VERMONT) is None
    evening.answer(ANN)
    assert soon(lambda: evening.owner(VERMONT) == ANN)


@pytest.mark.parametrize(("seconds", "cash"), [(0.05, 1450), (LONG, 1500)])
def test_a_trade_is_accepted_by_a_short_press_and_rejected_by_a_long_one(
    evening: Evening, seconds: float, cash: int
) -> None:
    evening.bank(Correct(why="dealt", owner={VERMONT: ANN}))
    offer = Offer(by=ANN, to=BOB, give=NamedGoods(lots=(VERMONT,)), take=NamedGoods(cash=50))
    cause = evening.table.cause("seat", "phone", seat=ANN)
    assert isinstance(evening.table.submit(offer, cause), Accepted)
    evening.answer(BOB, seconds)
    assert soon(lambda: evening.panels.lamp(BOB) == "off")
    assert evening.table.view.state is not None
    assert evening.table.view.state.cash(BOB) == cash


def test_two_quick_presses_after_a_rest_challenge_the_dice_and_slower_ones_do_not(
    evening: Evening,
) -> None:
    at = evening.table.cause("camera", "camera").mono
    sure = replace(unsure(0.99, 0.99), verdict="sure")
    TableWitness(evening.table).dice(sure, tray(), at, at + 0.1)
    assert soon(lambda: evening.table.view.read is not None)
    now = time.monotonic()
    for later in (0.0, 0.7, 1.4, 2.1):  # too slow for a double press, too quick for a rest
        evening.hands.pressed(BOB, now + later)
    evening.press(CY)
    evening.press(CY)
    assert soon(lambda: bool(evening.table.view.challenged))
    assert [one.challenger for one in evening.table.view.challenged] == [CY]
