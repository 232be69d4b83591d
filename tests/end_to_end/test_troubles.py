"""What goes wrong at a table: who is told, what is heard, and that play goes on after it.

The whole companion, with its simulated table; everything is done and read on its pages.
"""

import os
import re
import struct
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from companion.compose import Companion
from companion.errors import SettingsError
from companion.parts import Options
from companion.table.dice.readings import KeptReading
from hardware import debounce, panel, upkeep
from hardware.simulated.table import SimulatedTable
from tests.end_to_end.appliance import wait_for
from tests.end_to_end.party import begin, joined
from tests.end_to_end.phone import Phone
from web.shared.context import Context

ANN, BJORN, KIRA = 0, 1, 2
LOST = "The camera sees no dice now. Type or photograph them until it does."
LOOKS = 12
KEY_OF_BJORN, HEARD_S = 3, 600.0
UNREAD = "The camera cannot read the dice now: please type them."
MOVED = "The camera or the mat was moved. All is read where the mat lies now."


class Evening:
    """A companion with three people at it, a table screen, and somebody who listens."""

    def __init__(self, companion: Companion) -> None:
        self.companion = companion
        self.phones = joined(companion)
        begin(self.phones)
        self.banker, self.screen = self.phones[ANN], Phone(companion.port)
        assert self.banker.post("/banker/voice", {"by": "table", "level": "brief"}).status == 303
        self.said: list[str] = []
        wait_for("some looks at the table", self._has_looked)
        self._mark = self.screen.get("/voice/news?where=table&tab=ear&here=").data["mark"]

    def _has_looked(self) -> bool:
        """Return whether the watcher knows how the table looks while nothing moves."""
        checks = (check for look in self.context.parts.checks for check in look())
        looked = (check.facts["looked"] for check in checks if check.code == "frames")
        return any(isinstance(number, int) and number >= LOOKS for number in looked)

    # ---- hands

    @property
    def context(self) -> Context:
        context: Context = self.companion._app.extensions["companion"]
        return context

    @property
    def simulation(self) -> SimulatedTable:
        simulation = self.context.parts.simulation
        assert isinstance(simulation, SimulatedTable)
        return simulation

    def trouble(self, **how: str) -> None:
        assert self.banker.post("/simulated/trouble", how).status == 303

    def throw(self, first: int, second: int) -> None:
        """Throw dice that show this, and wait until they lie."""
        chosen = {"dice-0": first, "dice-1": second}
        assert self.banker.post("/simulated/throw", chosen).status == 303
        wait_for("the dice to lie", lambda: self.simulation.lies.at_rest)

    # ---- what people are told

    def on(self, where: Phone, path: str) -> str:
        return unescape(where.get(path).body.decode())

    def pages(self) -> dict[str, str]:
        """Return what stands on each phone, the banker's page and the table screen."""
        seats = {f"seat {seat}": self.on(one, "/seat") for seat, one in enumerate(self.phones)}
        shared = {
            "banker": self.on(self.banker, "/banker"),
            "table": self.on(self.screen, "/table"),
        }
        return seats | shared

    def tell(self, words: str, *, said: bool = True) -> None:
        """Wait until every page tells something, or none does any longer."""

        def agree() -> bool:
            return all((words in text) is said for text in self.pages().values())

        wait_for(f"{words!r} to be told: {said}", agree)

    # ---- what is heard

    def hear(self) -> list[str]:
        """Return all that was said so far."""
        asked = urlencode({"where": "table", "tab": "ear", "mark": self._mark})
        news = self.screen.get(f"/voice/news?{asked}").data
        self._mark = news["mark"]
        self.said += [one["text"] for one in news["say"]]
        return self.said

    def hears(self, words: str) -> None:
        wait_for(f"{words!r} to be heard", lambda: any(words in one for one in self.hear()))

    # ---- the game

    def game(self) -> dict[str, Any]:
        return self.banker.game()

    def doubt(self, remark: str | None) -> dict[str, Any]:
        """Wait until it is asked what the dice show; return the question."""
        found: dict[str, Any] = wait_for("a question", lambda: self.game()["doubt"])
        assert found["remark"] == remark
        return found

    def asks(self, why: str, heard: str = "Björn, what do the dice show?") -> None:
        """Wait until Björn is asked by voice; he, the banker and the table see why."""
        self.hears(heard)
        pages = self.pages()
        told = [name for name, text in pages.items() if why in text]
        assert told == [f"seat {BJORN}", "banker", "table"]

    def answer(self, seat: int, first: int, second: int) -> None:
        """Answer what is asked, from a phone."""
        form = {"doubt": self.game()["doubt"]["id"], "dice-0": first, "dice-1": second, "id": "a"}
        assert self.phones[seat].post("/doubt", form).status == 303

    def rolled(self, seat: int, at: int) -> None:
        """Wait until somebody's roll is booked; then whoever is on the space buys it."""
        wait_for("the roll", lambda: self.game()["state"]["players"][seat]["at"] == at)
        self.buy()

    def buy(self) -> None:
        purchase = self.game()["state"]["purchase"]
        if purchase:
            assert self.phones[purchase["seat"]].command("buy").status == 200

    def kept(self, fate: str, *values: int) -> KeptReading:
        """Wait until the newest reading of dice has this fate; return it."""

        def newest() -> KeptReading | None:
            known = self.companion._table.readings.all
            one = known[-1] if known else None
            return one if one is not None and one.fate == fate else None

        found: KeptReading = wait_for(f"a reading that is {fate}", newest)
        assert sorted(found.values) == sorted(values)
        return found

    def _has_gone_on(self, seq: int) -> bool:
        game = self.game()
        assert game["doubt"] is None, game["doubt"]  # on its own table the reader is sure
        return bool(game["seq"] > seq)

    def plays_on(self, seat: int, first: int, second: int, at: int) -> None:
        """Throw as ever: it is booked as it was thrown, without a question."""
        seq = self.game()["seq"]
        self.throw(first, second)
        wait_for("the roll", partial(self._has_gone_on, seq))
        self.rolled(seat, at)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A button counts as stuck soon, and is looked after often."""
    monkeypatch.setattr(debounce, "STUCK_S", 0.5)
    monkeypatch.setattr(upkeep, "PERIOD_S", 0.1)
    monkeypatch.setattr(upkeep, "GOOD_S", 0.5)


@contextmanager
def played(home: Path, buttons: str = "mock") -> Iterator[Evening]:
    """Yield an evening in *home*, and put it away after."""
    options = Options(home=home, camera="sim", buttons=buttons, host="127.0.0.1", seed=4)
    companion = Companion(options)
    try:
        yield Evening(companion)
    finally:
        companion.stop()


@pytest.fixture
def evening(quick: None, tmp_path: Path) -> Iterator[Evening]:  # noqa: ARG001  # before it begins
    with played(tmp_path) as evening:
        yield evening


class Keys:
    """A keypad that is a pipe: it is pulled out, and plugged in again."""

    def __init__(self) -> None:
        self.is_plugged_in = True
        self._typing: list[int] = []

    def find(self, _name: str) -> int:
        if not self.is_plugged_in:
            raise SettingsError("there is no USB keypad", mend="plug it in")
        device, typing = os.pipe()
        self._typing.append(typing)
        return device

    def pull_out(self) -> None:
        self.is_plugged_in = False
        os.close(self._typing.pop())

    def press(self, code: int) -> None:
        now = time.monotonic()
        for value in (1, 0):
            event = (int(now), int(now % 1 * 1e6), 1, code, value)
            os.write(self._typing[-1], struct.pack("@llHHi", *event))


def test_dice_are_thrown_as_they_were_chosen(evening: Evening) -> None:
    evening.plays_on(ANN, 5, 6, 11)
    evening.plays_on(BJORN, 1, 2, 3)


BLINDING = {"dark": "It sees nothing: all is dark.", "unplugged": "It gives no more pictures."}


@pytest.mark.parametrize(("trouble", "why"), BLINDING.items())
def test_a_throw_that_nobody_saw_is_asked_about_when_the_camera_sees_again(
    evening: Evening, trouble: str, why: str
) -> None:
    evening.plays_on(ANN, 5, 6, 11)
    evening.trouble(begins=trouble)
    evening.tell(LOST)
    pages = evening.pages()
    assert [name for name, text in pages.items() if why in text] == ["banker", "table"]
    evening.hears(UNREAD)
    seq = evening.game()["seq"]
    evening.throw(1, 2)
    evening.trouble(ends=trouble)
    evening.tell(LOST, said=False)
    evening.doubt("unseen")
    assert evening.game()["seq"] == seq
    evening.asks("They were thrown while I saw nothing.", "Björn: 1 and 2?")
    evening.answer(BJORN, 1, 2)
    evening.rolled(BJORN, 3)
    assert evening.hear().count(UNREAD) == 1
    evening.plays_on(KIRA, 2, 4, 6)


@pytest.mark.parametrize("trouble", BLINDING)
def test_dice_that_were_typed_meanwhile_are_not_booked_for_the_next_player(
    evening: Evening, trouble: str
) -> None:
    evening.plays_on(ANN, 5, 6, 11)
    evening.trouble(begins=trouble)
    evening.tell(LOST)
    evening.throw(1, 2)
    assert evening.phones[BJORN].command("roll", dice=[1, 2]).status == 200
    evening.rolled(BJORN, 3)
    evening.hears("Кира")
    assert evening.hear().count(UNREAD) == 1  # not once more for every turn
    evening.trouble(ends="all")
    evening.tell(LOST, said=False)
    evening.kept("typed", 1, 2)
    assert evening.game()["doubt"] is None
    assert evening.game()["state"]["players"][KIRA]["at"] == 0
    evening.plays_on(KIRA, 2, 4, 6)


def test_a_bumped_camera_finds_its_mat_and_reads_on(evening: Evening) -> None:
    evening.plays_on(ANN, 5, 6, 11)
    seq = evening.game()["seq"]
    for how, is_moved in (("begins", True), ("ends", False)):
        evening.trouble(**{how: "bumped"})
        for who, path in ((evening.screen, "/table"), (evening.banker, "/banker")):
            wait_for(f"moved: {is_moved}", partial(_says, evening, who, path, is_moved=is_moved))
    assert evening.game()["seq"] == seq  # what lay there was not thrown
    evening.trouble(begins="bumped")
    wait_for("the move", partial(_says, evening, evening.screen, "/table", is_moved=True))
    evening.plays_on(BJORN, 1, 2, 3)
    evening.trouble(ends="bumped")
    wait_for("the way back", partial(_says, evening, evening.screen, "/table", is_moved=False))
    evening.plays_on(KIRA, 2, 4, 6)
    assert UNREAD not in evening.hear()


def _says(evening: Evening, who: Phone, path: str, *, is_moved: bool) -> bool:
    return (MOVED in evening.on(who, path)) is is_moved


def test_dice_under_a_mirrored_lamp_are_asked_about(evening: Evening) -> None:
    evening.plays_on(ANN, 5, 6, 11)
    seq = evening.game()["seq"]
    evening.trouble(begins="glare")
    evening.throw(1, 2)
    evening.doubt(None)
    evening.asks("I see only 1 die.")
    assert evening.game()["seq"] == seq
    evening.answer(BJORN, 1, 2)
    evening.rolled(BJORN, 3)
    evening.trouble(ends="glare")
    evening.plays_on(KIRA, 2, 4, 6)
    assert UNREAD not in evening.hear()


def test_dice_under_a_hand_are_asked_about_until_it_is_away(evening: Evening) -> None:
    evening.plays_on(ANN, 5, 6, 11)
    seq = evening.game()["seq"]
    evening.trouble(begins="hand")
    evening.throw(1, 2)
    evening.doubt("covered")
    evening.asks("Something lies over the tray.")
    assert evening.game()["seq"] == seq
    evening.trouble(ends="hand")
    evening.rolled(BJORN, 3)
    assert evening.game()["doubt"] is None
    evening.plays_on(KIRA, 2, 4, 6)
    assert UNREAD not in evening.hear()


def test_a_button_that_sticks_is_named_to_the_banker_until_it_is_let_go(evening: Evening) -> None:
    stuck = "The button of seat 2 is held down."
    banker: Callable[[], str] = partial(evening.on, evening.banker, "/banker")
    assert stuck not in banker()
    assert evening.banker.post("/simulated/press", {"seat": BJORN, "stuck": "yes"}).status == 303
    wait_for("the word", lambda: stuck in banker())
    assert evening.banker.post("/simulated/press", {"seat": BJORN}).status == 303
    assert stuck in banker()
    evening.plays_on(ANN, 5, 6, 11)
    assert evening.banker.post("/simulated/press", {"seat": BJORN, "stuck": "no"}).status == 303
    wait_for("the word to go", lambda: stuck not in banker())
    evening.plays_on(BJORN, 1, 2, 3)


def test_buttons_that_are_unplugged_on_the_page_are_said_to_be_and_press_nothing(
    evening: Evening,
) -> None:
    gone = re.compile("The buttons cannot be used: [^.]*keypad")
    banker: Callable[[], str] = partial(evening.on, evening.banker, "/banker")
    evening.trouble(begins="keypad")
    wait_for("the word", lambda: gone.search(banker()))
    assert evening.banker.post("/simulated/press", {"seat": BJORN}).status == 303
    evening.plays_on(ANN, 5, 6, 11)
    assert BJORN not in evening.context.parts.heard(HEARD_S)
    evening.trouble(ends="all")
    wait_for("the word to go", lambda: not gone.search(banker()))
    assert evening.banker.post("/simulated/press", {"seat": BJORN}).status == 303
    wait_for("the press", lambda: BJORN in evening.context.parts.heard(HEARD_S))


def test_a_keypad_that_is_pulled_out_is_said_until_it_is_back(
    quick: None,  # noqa: ARG001  # before it begins
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    keys, gone = Keys(), re.compile("The buttons cannot be used: [^.]*keypad")
    monkeypatch.setattr(panel, "device_named", keys.find)
    with played(tmp_path, "mock,usb:keypad") as evening:
        banker: Callable[[], str] = partial(evening.on, evening.banker, "/banker")
        assert not gone.search(banker())
        keys.pull_out()
        wait_for("the word", lambda: gone.search(banker()))
        evening.plays_on(ANN, 5, 6, 11)
        keys.is_plugged_in = True
        wait_for("the word to go", lambda: not gone.search(banker()))
        keys.press(KEY_OF_BJORN)
        heard = evening.context.parts.heard
        wait_for("the press", lambda: BJORN in heard(HEARD_S))
        evening.plays_on(BJORN, 1, 2, 3)
    keys.pull_out()
