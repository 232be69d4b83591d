"""The scenarios of an edition, played in this process: as they are, or with something changed."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from msgspec.structs import replace

from companion.editions.load import load_edition
from companion.editions.model import Edition
from companion.game.commands import AnyCommand
from companion.game.state import GameState
from companion.rules import Decided, decide
from companion.scenario import Result, play_text, scenario_files
from companion.scenario.file import parsed
from companion.scenario.renderings import editions_of
from tests.support.repository import ROOT


class Said(NamedTuple):
    """One command of a scenario."""

    state: GameState  # before it
    command: AnyCommand
    decided: Decided


FOLDER = ROOT / "tests" / "scenarios"


@cache
def texts_of(edition_id: str) -> Mapping[Path, str]:
    """Return the scenario files that are for an edition, with what is written in them."""
    return {file: text for file, (text, editions) in _all_texts().items() if edition_id in editions}


@cache
def _all_texts() -> Mapping[Path, tuple[str, tuple[str, ...]]]:
    texts = {file: file.read_text() for file in scenario_files([FOLDER])}
    return {file: (text, editions_of(parsed(text))) for file, text in texts.items()}


@cache
def results_of(edition_id: str) -> Mapping[Path, Result]:
    """Return how the scenarios of an edition go."""
    return {file: result_in(edition_id, text) for file, text in texts_of(edition_id).items()}


def result_in(edition_id: str, text: str) -> Result:
    """Return how a scenario that is for this edition goes in it."""
    (result,) = play_text(text, "some.toml", only=edition_id)
    return result


@contextmanager
def editions_as(changed: Callable[[Edition], Edition]) -> Iterator[None]:
    """Let scenarios be played with their edition *changed*, house rules left as they are."""

    def load(edition_id: str, variants: Any = (), house: Any = None) -> Edition:
        return changed(load_edition(edition_id, variants, house or {}))

    with patch("companion.scenario.play.load_edition", load):
        yield


def decided_in(text: str, edition_id: str = "") -> tuple[Said, ...]:
    """Return what was said in a scenario that passes, and what the referee decided.

    A scenario of several editions is played in the one that is named.
    """
    said: list[Said] = []

    def watched(state: GameState, command: AnyCommand) -> Decided:
        said.append(Said(state, command, decide(state, command)))
        return said[-1].decided

    with patch("companion.scenario.play.decide", watched):
        (result,) = play_text(text, "watched", only=edition_id)
    assert result.passed, result.why
    return tuple(said)


class Watched:
    """Parameters that note which of them were read."""

    def __init__(self, parameters: object, read: set[str]) -> None:
        self._parameters, self._read = parameters, read

    def __getattr__(self, name: str) -> Any:
        self._read.add(name)
        return getattr(self._parameters, name)


@cache
def reads_of(edition_id: str) -> Mapping[Path, frozenset[str]]:
    """Return which parameters are read in each scenario of an edition."""
    reads: dict[Path, frozenset[str]] = {}
    for file, text in texts_of(edition_id).items():
        read: set[str] = set()
        with editions_as(lambda e, read=read: replace(e, parameters=Watched(e.parameters, read))):  # type: ignore[misc]  # the default binds this round's set
            result_in(edition_id, text)
        reads[file] = frozenset(read)
    return reads
