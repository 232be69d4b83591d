"""The plug is pulled while the table is checked: nothing is booked, and nobody is stuck."""

import re
from pathlib import Path

from tests.end_to_end.appliance import Appliance
from tests.end_to_end.party import begin, joined
from tests.end_to_end.phone import Phone

CUT_OFF = "The companion stopped during the check of the table."
CHECK = re.compile(r'name="check" value="(\w+)"')


def text(phone: Phone, path: str) -> str:
    return phone.get(path).body.decode()


def test_a_check_that_is_cut_off_is_over_and_play_goes_on(tmp_path: Path) -> None:
    options = ("--camera", "sim", "--buttons", "none")
    first = Appliance(tmp_path / "home", *options)
    try:
        phones = joined(first)
        begin(phones)
        ann, bob = phones[:2]
        before = ann.game()
        assert ann.post("/check/begin", {"how": "one-by-one"}).status == 303
        found = CHECK.search(text(ann, "/check"))
        assert found is not None
        known = {"check": found[1]}
        assert ann.post("/check/tick/0", {**known, "deed-2": "front", "whole": "1"}).status == 303
    finally:
        first.kill()
    again = Appliance(tmp_path / "home", *options)
    try:
        for phone in phones:
            phone.port = again.port
        assert ann.game()["seq"] == before["seq"]
        assert CUT_OFF in text(bob, "/seat")
        assert CUT_OFF in text(ann, "/check")
        assert bob.post("/check/finish", {**known, "pile": "1"}).status == 409
        assert ann.command("roll", dice=[1, 2]).status == 200
        assert bob.post("/check/begin", {"how": "together"}).status == 303
        assert CUT_OFF not in text(bob, "/check")
        assert ann.game()["seq"] == before["seq"] + 1
    finally:
        again.kill()
