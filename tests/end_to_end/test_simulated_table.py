"""What `make run` starts where no camera is found: a drawn table, read like a real one."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from companion.editions.load import load_edition
from tests.end_to_end.appliance import Appliance, wait_for
from tests.end_to_end.evening import HARMLESS
from tests.end_to_end.party import begin, joined
from tests.end_to_end.phone import Phone

EDITION = load_edition("us-classic")
THROWS = 12


@pytest.fixture
def phones(tmp_path: Path) -> Iterator[list[Phone]]:
    appliance = Appliance(tmp_path / "home", "--camera", "sim", "--buttons", "mock", "--seed", "7")
    try:
        phones = joined(appliance)
        begin(phones)
        yield phones
    finally:
        appliance.kill()


def later(phones: list[Phone], than: dict[str, Any]) -> dict[str, Any] | None:
    game = phones[0].game()
    assert game["doubt"] is None, game["doubt"]  # on its own table the reader is sure
    return game if game["seq"] > than["seq"] else None


def test_dice_are_thrown_read_and_a_deed_laid_buys(phones: list[Phone]) -> None:
    bought = False
    for _ in range(THROWS):
        before = phones[0].game()
        assert phones[0].post("/simulated/throw", {}).status == 303
        game = wait_for("the roll", partial(later, phones, before))
        state = game["state"]
        if state["draw"]:
            seat, card = state["draw"]["seat"], HARMLESS[state["draw"]["deck"]]
            assert phones[seat].command("draw", card=card).status == 200
        if state["purchase"] and not bought:
            offer = state["purchase"]
            number = EDITION.deed_number(offer["lot"])
            laid = phones[0].post("/simulated/deed", {"number": number, "side": "front"})
            assert laid.status == 303
            game = wait_for("the purchase", partial(later, phones, game))
            assert game["state"]["lots"][str(offer["lot"])]["owner"] == offer["seat"]
            phones[0].post("/simulated/take", {})
            bought = True
        elif state["purchase"]:
            assert phones[state["purchase"]["seat"]].command("buy").status == 200
        if bought:
            break
    assert bought
    assert b"Simulated table" in phones[0].get("/table").body
