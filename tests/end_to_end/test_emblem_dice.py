"""Dice with pictures are shown to a running companion that is killed meanwhile, and then read."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from companion.teaching.shown_faces import LOOKS
from companion.vision.emblem_reader import VALUES
from hardware.simulated.die import PICTURES
from tests.end_to_end.appliance import Appliance, wait_for
from tests.end_to_end.party import joined
from tests.end_to_end.phone import Phone
from tests.end_to_end.test_taught_die import has_looks, looks, rolled
from tests.support.showing import Shown

OPTIONS = ("--camera", "sim", "--buttons", "mock", "--seed", "7")
PAGE = "/banker/teach/pictures"
SHOWN, CUT_AFTER = 13, 15
"""Looks that were taken before it was started, and after which the plug is pulled."""


def show(banker: Phone, first: int, last: int) -> None:
    """Lay the die up for looks *first* to *last*, as the page asks for them."""
    for number in range(first, last):
        side = VALUES[number // LOOKS]
        assert banker.post("/simulated/die", {"side": str(side)}).status == 303
        wait_for(f"look {number + 1}", partial(has_looks, banker, number + 1, PAGE))
        banker.post("/simulated/take", {})


@pytest.fixture
def taught(tmp_path: Path) -> Iterator[Phone]:
    """The banker's phone, at a companion that was killed while its dice were shown."""
    before = Shown(tmp_path / "home" / "dice", seed=7, speed=False)
    before.teach(PICTURES, looks=SHOWN)
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
        assert looks(banker, PAGE) == CUT_AFTER
        assert banker.post(PAGE, {"step": "begin"}).status == 303
        show(banker, CUT_AFTER, LOOKS * len(VALUES))
        assert b"Your dice have been learned" in banker.get(PAGE).body
        yield banker
    finally:
        again.kill()


def test_shown_dice_survive_a_kill_and_are_read_until_they_are_put_away(taught: Phone) -> None:
    chosen = {"edition": "got-2015", "first": "no", "helps": "book"}
    assert taught.post("/banker/game", chosen).status == 303
    before = taught.game()["seq"]
    assert taught.post("/simulated/throw", {"dice-0": "2", "dice-1": "5"}).status == 303
    game = wait_for("the throw", partial(rolled, taught, before))
    assert game["doubt"] is None
    assert taught.post(PAGE, {"step": "pips"}).status == 303
    assert b"They are in their box" in taught.get(PAGE).body
