"""A card that keeps nothing: every command is refused, the pages say so, and play goes on."""

import os
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.end_to_end.appliance import Appliance, wait_for
from tests.end_to_end.party import begin, joined
from tests.end_to_end.phone import Answer, Phone
from tests.support.preload import compiled

SOURCE = Path(__file__).parents[1] / "durability" / "failing_syncs.c"
COMMANDS = 30


class Disk(NamedTuple):
    """A home whose syncs fail while there is a *sign*."""

    home: Path
    sign: Path
    library: Path

    def companion(self) -> Appliance:
        """Start a companion on it."""
        env = {**os.environ, "LD_PRELOAD": str(self.library), "FAILING_SYNCS": str(self.sign)}
        return Appliance(self.home, "--camera", "sim", "--buttons", "none", env=env)


@pytest.fixture
def disk(tmp_path: Path) -> Disk:
    return Disk(tmp_path / "home", tmp_path / "sign", compiled(SOURCE, tmp_path))


def corrected(banker: Phone, number: int) -> Answer:
    """Send a correction: 1,000 and the *number*, under an id of that number."""
    return banker.command("correct", id=f"id-{number}", why="a test", cash={"0": 1000 + number})


def test_what_no_sync_kept_is_not_said_to_be_kept(disk: Disk) -> None:
    first = disk.companion()
    try:
        phones = joined(first)
        begin(phones)
        assert corrected(phones[0], 0).status == 200
        stood = phones[0].game()
        disk.sign.touch()
        answers = [corrected(phones[0], number) for number in range(1, COMMANDS)]
        assert {answer.status for answer in answers} == {503}
        assert {answer.data["refused"] for answer in answers} == {"not-saved"}
        assert b'role="alert"' in phones[1].get("/seat").body
        assert phones[0].game()["cash"] == stood["cash"]

        disk.sign.unlink()
        last = corrected(phones[0], COMMANDS)
        assert last.status == 200, last
        assert phones[0].game()["trouble"] == ""
        kept = phones[0].game()
    finally:
        first.kill()
    again = disk.companion()
    try:
        phones[0].port = again.port
        assert phones[0].game()["fingerprint"] == kept["fingerprint"]
        assert phones[0].game()["cash"][0] == 1000 + COMMANDS
    finally:
        again.kill()


def test_a_companion_that_starts_on_such_a_card_says_so_and_goes_on_when_it_keeps(
    disk: Disk,
) -> None:
    first = disk.companion()
    phones = joined(first)
    begin(phones)
    assert corrected(phones[0], 1).status == 200
    first.kill()
    disk.sign.touch()
    again = disk.companion()
    try:
        phones[0].port = again.port
        assert phones[0].game()["game"] is None
        assert b'role="alert"' in phones[0].get("/table").body
        disk.sign.unlink()
        wait_for("the game", lambda: phones[0].game()["game"])
        assert phones[0].game()["cash"][0] == 1001
    finally:
        again.kill()


def test_the_check_up_keeps_a_record_on_the_card_and_says_when_it_is_not_kept(disk: Disk) -> None:
    companion = disk.companion()
    try:
        phone = Phone(companion.port)

        def saving() -> str:
            checks = phone.get("/api/health").data["checks"]
            return next(str(one["health"]) for one in checks if one["name"] == "saving")

        assert saving() == "ok"
        disk.sign.touch()
        assert saving() == "bad"
        disk.sign.unlink()
        assert saving() == "ok"
        assert not list(disk.home.glob(".proof-*"))
    finally:
        companion.kill()
