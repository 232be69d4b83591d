"""What goes wrong at a table: who is told, what is heard, and that play goes on after it.

The whole companion, with its simulated table; everything is done and read on its pages.
"""

from collections.abc import Callable, Iterator
from functools import partial
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from companion.compose import Companion, Options
from companion.table.dice.readings import KeptReading
from hardware import debounce, upkeep
from hardware.simulated.table import SimulatedTable
from tests.end_to_end.appliance import wait_for
from tests.end_to_end.party import begin, joined
from tests.end_to_end.phone import Phone
from web.shared.context import Context

ANN, BJORN, KIRA = 0, 1, 2
LOST = "The camera gives no pictures. Type the dice until it is back."
LOOKS = 12
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
        checks = (check for look in self._context.parts.checks for check in look())
        return any(check.code == "frames" and check.facts["looked"] >= LOOKS for check in checks)

    # ---- hands

    @property
    def _context(self) -> Context:
        context: Context = self.companion._app.extensions["companion"]
        return context

    @property
    def simulation(self) -> SimulatedTable:
        simulation = self._context.parts.simulation
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

    def asks(self, why: str) -> None:
        """Wait until Björn is asked by voice; he, the banker and the table see why."""
        self.hears("Björn, what do the dice show?")
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


@pytest.fixture
def evening(quick: None, tmp_path: Path) -> Iterator[Evening]:  # noqa: ARG001  # before it begins
    options = Options(home=tmp_path, camera="sim", buttons="mock", host="127.0.0.1", seed=4)
    companion = Companion(options)
    try:
        yield Evening(companion)
    finally:
        companion.stop()


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
    evening.asks("They were thrown while I saw nothing.")
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
            wait_for(f"moved: {is_moved}", partial(_says, evening, who, path, is_moved))
    assert evening.game()["seq"] == seq  # what lay there was not thrown
    evening.trouble(begins="bumped")
    wait_for("the move", partial(_says, evening, evening.screen, "/table", True))
    evening.plays_on(BJORN, 1, 2, 3)
    evening.trouble(ends="bumped")
    wait_for("the way back", partial(_says, evening, evening.screen, "/table", False))
    evening.plays_on(KIRA, 2, 4, 6)
    assert UNREAD not in evening.hear()


def _says(evening: Evening, who: Phone, path: str, is_moved: bool) -> bool:  # noqa: FBT001  # a fact
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
