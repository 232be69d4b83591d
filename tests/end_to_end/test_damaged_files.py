"""A box without a screen starts whatever its small files have become, and says what it lost."""

from pathlib import Path

import pytest

from companion.compose import Companion
from companion.parts import Options
from tests.end_to_end.phone import Phone
from tests.support.homes import played_home
from tests.support.pages import HOST

SMALL_FILES = (
    "phones.json",
    "pin.json",
    "pages.json",
    "disputes.json",
    "backups.json",
    "calibration-simulated-table.json",
    "field/check.json",
    "field/lying.json",
    "field/settings.json",
    "dice/readings.jsonl",
    "dice/throws.json",
    "dice/taught.json",
    "games/current",
    "games/last-number",
    "keyrings/ru-2004.json",
)


@pytest.mark.parametrize("content", [b"{", b"\xff\x00\xfe", b"[]"], ids=["cut", "bytes", "other"])
def test_damaged_small_files_do_not_stop_the_start(tmp_path: Path, content: bytes) -> None:
    home = played_home(tmp_path / "home")
    for name in SMALL_FILES:
        path = home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    companion = Companion(Options(home=home, camera="sim", buttons="none", host=HOST))
    try:
        assert {error.code for error in companion.lost} == {
            "phones-damaged",
            "pin-damaged",
            "manners-damaged",
        }
        assert companion.pin
        table = Phone(companion.port).get("/table").body.decode()
        assert companion.pin in table  # nobody is the banker, and there may be no terminal
        assert "The file was laid aside." in table
    finally:
        companion.stop()
    assert (home / "phones.json.damaged-1").read_bytes() == content
