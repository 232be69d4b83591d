"""A speed die is taught by showing its sides to a running companion, and read from then on."""

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from companion.teaching.shown_faces import LOOKS
from tests.end_to_end.appliance import Appliance, wait_for
from tests.end_to_end.party import PLAYERS, joined
from tests.end_to_end.phone import Phone
from tests.support.showing import SIDE_UP, Shown

OPTIONS = ("--camera", "sim", "--buttons", "mock", "--seed", "7")
PAGE = "/banker/teach/die"
SAID = re.compile(r"(\d) of 3</span>")
SHOWN, CUT_AFTER = 13, 15
"""Looks that were taken before it was started, and after which the plug is pulled."""


def looks(banker: Phone, page: str = PAGE) -> int:
    """Return how many looks are kept, as the page says."""
    return sum(map(int, SAID.findall(banker.get(page).body.decode())))


def has_looks(banker: Phone, number: int, page: str = PAGE) -> bool:
    """Return whether so many looks are kept."""
    return looks(banker, page) == number


def show(banker: Phone, first: int, last: int) -> None:
    """Lay the die up for looks *first* to *last*, as the page asks for them."""
    for number in range(first, last):
        side = SIDE_UP[number // LOOKS]
        assert banker.post("/simulated/die", {"side": side}).status == 303
        wait_for(f"look {number + 1}", partial(has_looks, banker, number + 1))
        banker.post("/simulated/take", {})


def rolled(banker: Phone, than: int) -> dict[str, Any] | None:
    """Return the game once it is asked about a throw, or it has gone on."""
    game = banker.game()
    return game if game["doubt"] or game["seq"] > than else None


@pytest.fixture
def taught(tmp_path: Path) -> Iterator[Phone]:
    """The banker's phone, at a companion that was killed while its die was shown."""
    before = Shown(tmp_path / "home" / "dice", seed=7)
    before.teach(looks=SHOWN)
    first = Appliance(tmp_path / "home", *OPTIONS)
    try:
        banker = joined(first)[0]
        assert banker.post(PAGE, {"step": "begin"}).status == 303
        show(banker, SHOWN, CUT_AFTER)
    finally:
        first.kill()
    again = Appliance(tmp_path / "home", *OPTIONS)
    try:
        banker.port = again.port
        assert looks(banker) == CUT_AFTER
        assert banker.post(PAGE, {"step": "begin"}).status == 303
        show(banker, CUT_AFTER, LOOKS * len(SIDE_UP))
        assert b"Your speed die has been learned" in banker.get(PAGE).body
        yield banker
    finally:
        again.kill()


def test_a_shown_die_survives_a_kill_and_is_typed_no_more(taught: Phone) -> None:
    chosen = {"edition": "got-2015", "variant": "speed-die", "first": "no", "helps": "book"}
    assert taught.post("/banker/game", chosen).status == 303
    laps = {str(seat): 1 for seat in range(len(PLAYERS))}
    assert taught.command("correct", laps=laps, why="round already").status == 200
    before = taught.game()["seq"]
    assert taught.post("/simulated/throw", {}).status == 303
    game = wait_for("the throw", partial(rolled, taught, before))
    assert game["doubt"] is None
    assert b'class="speed"' in taught.get("/seat").body
