"""What `make run` starts where no camera is found: a drawn table, read like a real one."""

import re
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
READ_WRONG = re.compile(rb'href="/misread/(\w+)">Read wrong')
SEEN = re.compile('data-camera="/banker/camera/picture.jpg".*Bright and sharp enough', re.DOTALL)
PRESSED = re.compile(r"<b>(\w+)</b>\s*<span[^>]*>pressed ✓")
CHOSEN = re.compile(r'name="dice-\d" value="(\d)"\s+required\s+checked')


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


def shows(phone: Phone, words: str) -> bool:
    return words in phone.get("/seat").body.decode()


def test_deeds_are_laid_side_by_side_and_turned_over(phones: list[Phone]) -> None:
    """Read from the drawn pictures: each gesture reaches its owner's phone, and is one."""
    ann, bob = phones[:2]
    given = {"owner": {"3": 0, "5": 1}, "why": "a test"}
    assert ann.command("correct", **given).status == 200
    seq = ann.game()["seq"]
    for number in (2, 3):
        ann.post("/simulated/deed", {"number": number, "side": "front"})
    beside = "your Reading Railroad, Ann&#39;s Baltic Avenue."
    wait_for("the trade", partial(shows, bob, beside))
    ann.post("/simulated/take", {"number": 3})
    ann.post("/simulated/deed", {"number": 2, "side": "back"})
    wait_for("the question", partial(shows, ann, "You turned over Baltic Avenue."))
    assert not shows(bob, beside)
    assert ann.game()["seq"] == seq  # nothing has moved yet
    assert ann.command("mortgage", lots=[3]).status == 200
    ann.post("/simulated/deed", {"number": 2, "side": "front"})
    wait_for("the way back", partial(shows, ann, "You turned Baltic Avenue back."))
    assert ann.game()["seq"] == seq + 1


def test_a_seen_roll_is_challenged_and_rolled_anew_after_the_plug_was_pulled(
    tmp_path: Path,
) -> None:
    options = ("--camera", "sim", "--buttons", "mock", "--seed", "7")
    first = Appliance(tmp_path / "home", *options)
    try:
        phones = joined(first)
        begin(phones)
        before = phones[0].game()
        phones[0].post("/simulated/throw", {})
        wait_for("the roll", partial(later, phones, before))
        found = READ_WRONG.search(phones[2].get("/seat").body)
        assert found is not None
        reading = found[1].decode()
        assert phones[2].post(f"/misread/{reading}", {}).status == 303
    finally:
        first.kill()
    again = Appliance(tmp_path / "home", *options)
    try:
        for phone in phones:
            phone.port = again.port
        said = "Кира says that the dice were read wrong."
        html = phones[0].get("/banker").body.decode()
        assert said in html
        read = [int(pips) for pips in CHOSEN.findall(html)]
        game = phones[0].game()
        assert sum(read) == game["state"]["players"][0]["at"]
        shown = (read[0] % 6 + 1, read[1])  # the left die showed another face
        form = {"dice-0": shown[0], "dice-1": shown[1], "seq": game["seq"], "id": "r"}
        form |= {"reading": reading, "what": "again"}
        assert phones[0].post("/banker/readings", form).status == 303
        assert phones[0].game()["seq"] == game["seq"] + 2
        assert phones[0].game()["state"]["players"][0]["at"] == sum(shown)
        assert said not in phones[0].get("/banker").body.decode()
        told = phones[0].get("/doctor").body.decode()
        assert "(1) 1 were read without asking, 1 of them known to be wrong; 0 were" in told
    finally:
        again.kill()


def test_set_up_shows_what_the_camera_sees_and_who_has_pressed(tmp_path: Path) -> None:
    appliance = Appliance(tmp_path / "home", "--camera", "sim", "--buttons", "mock", "--seed", "7")
    try:
        banker = joined(appliance)[0]
        step = "/banker/game/equipment?edition=us-classic"
        before = wait_for("a picture", lambda: SEEN.search(banker.get(step).body.decode())).string
        assert (before.count("not yet"), before.count("pressed ✓")) == (3, 0)
        assert banker.post("/simulated/press", {"seat": 1}).status == 303
        after = wait_for("the press", lambda: PRESSED.findall(banker.get(step).body.decode()))
        assert after == ["Björn"]
    finally:
        appliance.kill()


def test_a_button_held_down_has_the_last_announcement_said_again(phones: list[Phone]) -> None:
    banker, screen = phones[0], "/voice/news?where=table&tab=screen"
    assert banker.post("/banker/voice", {"by": "table", "level": "brief"}).status == 303
    before = banker.get(f"{screen}&here=").data["repeats"]
    assert phones[1].post("/simulated/press", {"seat": 1, "held": 1}).status == 303
    wait_for("once more", lambda: banker.get(screen).data["repeats"] == before + 1)


def test_a_keypad_that_is_not_there_is_said_to_the_banker_in_the_game(tmp_path: Path) -> None:
    appliance = Appliance(tmp_path / "home", "--camera", "sim", "--buttons", "usb:/dev/input/gone")
    try:
        phones = joined(appliance)
        begin(phones)
        wait_for("the word", lambda: b"/dev/input/gone" in phones[0].get("/banker").body)
    finally:
        appliance.kill()
