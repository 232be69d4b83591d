"""The real lgpio library, on a chip that stands in for the kernel's.

The library exists where its wheel does and on a Pi: elsewhere these tests are not collected.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from tests.support.preload import compiled
from tests.support.repository import ROOT

HERE = Path(__file__).parent

collect_ignore = [] if find_spec("lgpio") else ["test_lgpio.py"]

Say = Callable[[str], Any]
"""Has a line evaluated on the board."""


@contextmanager
def board(chip: Path, cwd: Path, busy: tuple[int, ...] = ()) -> Iterator[Say]:
    """Run `board.py` on the chip."""
    env = {
        **os.environ,
        "LD_PRELOAD": str(chip),
        "FAKE_GPIO_BUSY": "".join(f",{pin}," for pin in busy),
        "PYTHONPATH": str(ROOT),
    }
    words = [sys.executable, str(HERE / "board.py")]
    with subprocess.Popen(
        words, cwd=cwd, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        said, told = child.stdin, child.stdout

        def say(line: str) -> Any:
            said.write(line + "\n")
            said.flush()
            return json.loads(told.readline())

        try:
            yield say
        finally:
            child.kill()


@pytest.fixture(scope="module")
def chip(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compiled(HERE / "chip.c", tmp_path_factory.mktemp("chip"))


@pytest.fixture(scope="module")
def say(chip: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Say]:
    """A board on which no pin is taken."""
    with board(chip, tmp_path_factory.mktemp("board")) as say:
        yield say


@pytest.fixture
def board_in(chip: Path) -> Iterator[Callable[..., Say]]:
    """Runs another board in a folder."""
    with ExitStack() as boards:
        yield lambda cwd, *busy: boards.enter_context(board(chip, cwd, busy))
