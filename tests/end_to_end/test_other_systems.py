"""Where the system has no `fcntl`, no `posix_fallocate`, no folders to sync, games are kept too."""

import os
import subprocess
import sys
from pathlib import Path

from tests.end_to_end.appliance import Appliance, wait_for
from tests.end_to_end.party import begin, joined
from tests.end_to_end.plays import turn
from tests.support.processes import LIMIT_S, python
from tests.support.repository import ROOT

OTHER = ROOT / "tests" / "support" / "other_system"
ENV = {**os.environ, "PYTHONPATH": f"{OTHER}{os.pathsep}{ROOT}"}
OPTIONS = ("--camera", "sim", "--buttons", "mock", "--seed", "7")
LOCK = """
import os, pathlib, sys
from companion.systems import lock
folder = pathlib.Path(sys.argv[1])
handle = os.open(folder / "lock", os.O_RDWR | os.O_CREAT)
"""
HOLD = f"""{LOCK}
lock(handle)
print("held", flush=True)
(folder / "said").write_text(input())
"""
WAIT = f"""{LOCK}
print("waits", flush=True)
lock(handle, wait=True)
print((folder / "said").read_text())
"""


def test_a_game_is_played_killed_and_gone_on_with(tmp_path: Path) -> None:
    home = tmp_path / "home"
    first = Appliance(home, *OPTIONS, env=ENV)
    try:
        phones = joined(first)
        begin(phones)
        turn(phones)
        before = phones[0].game()
        other = python("-m", "companion", "run", "--home", str(home), "--port", "0", env=ENV)
        assert "another companion works with this folder" in other.stderr
    finally:
        first.kill()
    again = Appliance(home, *OPTIONS, env=ENV)
    try:
        phones[0].port = again.port
        wait_for("the game", lambda: phones[0].game()["seq"] >= before["seq"])
        assert phones[0].game()["cash"] == before["cash"]
    finally:
        assert again.stop() == 130
    (journal,) = home.glob("games/*.journal")
    assert python("-m", "companion", "verify", str(journal), env=ENV).returncode == 0


def test_the_stand_in_lacks_what_it_says() -> None:
    done = python("-c", "import fcntl", env=ENV)
    assert "ModuleNotFoundError" in done.stderr
    done = python("-c", "import os; os.open('.', os.O_RDONLY)", env=ENV)
    assert "PermissionError" in done.stderr


def test_a_lock_that_waits_is_had_when_the_other_lets_go(tmp_path: Path) -> None:
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path)],
        env=ENV, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    )  # fmt: skip
    with holder:
        assert holder.stdin is not None
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        refused = python("-c", f"{LOCK}lock(handle)", str(tmp_path), env=ENV)
        assert "Error" in refused.stderr
        waiter = subprocess.Popen(
            [sys.executable, "-c", WAIT, str(tmp_path)], env=ENV, text=True, stdout=subprocess.PIPE
        )
        with waiter:
            assert waiter.stdout is not None
            assert waiter.stdout.readline() == "waits\n"
            holder.communicate("let go\n", timeout=LIMIT_S)
            assert waiter.communicate(timeout=LIMIT_S)[0] == "let go\n"
