"""`companion run` starts anew with a copy that was asked for, on the same port, and goes on."""

import os
import signal
from argparse import Namespace
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from companion.backups.copy_folder import Copy
from companion.backups.restoring import manifest_of
from companion.cli import run
from companion.compose import Companion
from companion.parts import Options
from tests.support.homes import copied, played_home

PORT = 8123


class Pretended:
    """A companion whose first life asks for a copy, and whose second one is stopped."""

    lives: list[Options]
    copy: Path

    def __init__(self, options: Options, *, take_back: Callable[[Path], None]) -> None:
        self.lives.append(options)
        self.port, self.stopped = PORT, False
        if len(self.lives) == 1:
            take_back(self.copy)
        else:
            os.kill(os.getpid(), signal.SIGTERM)

    def stop(self) -> None:
        self.stopped = True


@pytest.fixture
def lives(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Options]]:
    Pretended.lives, Pretended.copy = [], tmp_path / "a.zip"
    monkeypatch.setattr(run, "Companion", Pretended)
    monkeypatch.setattr(run, "_welcome", lambda _companion: "welcome")
    monkeypatch.setattr(run, "ANSWER_S", 0.0)
    kept = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    yield Pretended.lives
    for number, handler in kept.items():
        signal.signal(number, handler)


def asked(home: Path) -> Namespace:
    options = {"camera": "sim", "buttons": None, "host": "", "port": 0, "tls_port": 0}
    return Namespace(
        home=home, **options, deeds_camera="auto", seed=1, backup=None, temporary=False
    )


def test_a_copy_that_was_asked_for_is_taken_back_between_two_lives(
    tmp_path: Path, lives: list[Options], capsys: pytest.CaptureFixture[str]
) -> None:
    home = played_home(tmp_path / "home")
    copied(home, tmp_path / "a.zip")
    (home / "phones.json").write_text("others")
    assert run.run(asked(home)) == 0
    assert [life.port for life in lives] == [0, PORT]
    assert (home / "phones.json").read_text() == "home phones.json"
    assert "Taken back" in capsys.readouterr().out


def test_a_copy_that_cannot_be_taken_back_stops_nobody(
    tmp_path: Path, lives: list[Options], capsys: pytest.CaptureFixture[str]
) -> None:
    home = played_home(tmp_path / "home")
    assert run.run(asked(home)) == 0
    assert len(lives) == 2
    assert "a.zip: " in capsys.readouterr().err


def speaking(offered: Copy | None) -> Companion:
    """Return a companion that says where it is."""
    companion = SimpleNamespace(
        addresses=("http://192.168.1.40", "http://companion.local"),
        camera_words="none",
        deeds_camera="usb:2",
        pin="1234",
        lost=(),
        copies=SimpleNamespace(offered=lambda: offered),
    )
    return cast("Companion", companion)


def test_the_services_own_screen_shows_where_phones_join_and_no_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    run._tell(speaking(None))
    shown = (tmp_path / run.SCREEN).read_text()
    assert "join at http://192.168.1.40 or http://companion.local\n" in shown
    assert "1234" in capsys.readouterr().out
    assert "1234" not in shown
    assert "\\" not in shown  # with it a login screen begins its own words


def test_a_damaged_game_is_said_at_the_start_with_its_last_good_copy(tmp_path: Path) -> None:
    path = copied(played_home(tmp_path / "home"), tmp_path / "a.zip")
    good = Copy(path, manifest_of(path))
    lines = run._welcome(speaking(good)).splitlines()
    (said,) = (line for line in lines if line.startswith("The last game is damaged"))
    assert f"{path}: from 2023-11-" in said
    assert "(5 records)" in said
    assert any("/banker/backups" in line for line in lines)
    assert "Deeds:         usb:2" in lines
