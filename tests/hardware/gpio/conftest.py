"""The real lgpio library, on a chip that stands in for the kernel's.

The library exists where its wheel does and on a Pi: elsewhere these tests are not collected.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.support.preload import Say, compiled, evaluating

HERE = Path(__file__).parent

collect_ignore = [] if find_spec("lgpio") else ["test_lgpio.py"]


def board(chip: Path, cwd: Path, busy: tuple[int, ...] = ()) -> AbstractContextManager[Say]:
    """Run `board.py` on the chip."""
    pins = "".join(f",{pin}," for pin in busy)
    return evaluating(HERE / "board.py", chip, cwd, {"FAKE_GPIO_BUSY": pins})


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
