"""All scenarios, each played in a moment: what stands in a file is read once."""

import resource
import signal
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache, partial
from types import FrameType
from typing import Any, NamedTuple
from unittest.mock import patch

from companion.scenario import Result, play_text, scenario_files
from companion.scenario.file import parsed
from companion.scenario.renderings import editions_of, rendered_for
from tests.support.repository import ROOT

FOLDER = ROOT / "tests" / "scenarios"
PATIENCE = 5  # seconds, after which a scenario that goes on for ever is given up
MEMORY = 6 << 30  # bytes


class Play(NamedTuple):
    """A scenario in one of its editions."""

    file: str  # below `tests/scenarios`
    edition: str
    go: Callable[[], Result]

    def passes(self) -> bool:
        """Return whether it passes; a referee that stumbles or never ends does not."""
        signal.setitimer(signal.ITIMER_REAL, PATIENCE)
        try:
            return self.go().passed
        except Exception:  # noqa: BLE001  # whatever comes of a mistake
            return False
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)


@contextmanager
def all_plays() -> Iterator[tuple[Play, ...]]:
    """Give all plays of all scenarios, which must pass."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    signal.signal(signal.SIGALRM, _given_up)
    with (
        patch("companion.scenario.play.parsed", cache(parsed)),
        patch("companion.scenario.play.rendered_for", _once()),
    ):
        plays = tuple(_plays())
        assert [play.file for play in plays if not play.passes()] == []
        yield plays


def _plays() -> Iterator[Play]:
    for file in scenario_files([FOLDER]):
        name, text = str(file.relative_to(FOLDER)), file.read_text()
        for edition in editions_of(parsed(text)):
            yield Play(name, edition, partial(_result, text, edition))


def _result(text: str, edition: str) -> Result:
    (result,) = play_text(text, "some.toml", only=edition)
    return result


def _once() -> Callable[[Mapping[str, Any], str], dict[str, Any]]:
    """Return `rendered_for`, which renders each file but once."""
    made: dict[tuple[int, str], dict[str, Any]] = {}

    def rendered(raw: Mapping[str, Any], edition: str) -> dict[str, Any]:
        if (id(raw), edition) not in made:  # `parsed` keeps what it returned
            made[id(raw), edition] = rendered_for(raw, edition)
        return made[id(raw), edition]

    return rendered


def _given_up(_signal: int, _frame: FrameType | None) -> None:
    raise TimeoutError
