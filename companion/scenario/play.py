"""Plays a scenario file step by step."""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from functools import reduce
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.editions.load import load_edition, load_rulebook
from companion.editions.rulebook import Rulebook
from companion.errors import CompanionError, EditionError, ScenarioError
from companion.game.apply import apply
from companion.game.events import AnyEvent
from companion.game.refusals import Refusal
from companion.game.state import GameState, blank
from companion.rules import decide
from companion.rules.play import refuse
from companion.rules.setup import begin
from companion.scenario.checks import differences
from companion.scenario.given import given_state
from companion.scenario.reading import LATER, Reader
from companion.words import RuleKey

KEYS = frozenset(("title", "edition", "rules", "variants", "house", "players", "given", "step"))
NEEDED = ("title", "edition", "players", "step")


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """How a scenario went; without a step, its file is broken."""

    file: str
    title: str | None = None
    passed: bool
    step: int | None = None  # the one that failed, from 1; None where all passed
    why: str | None = None
    edition: str = ""
    rules: tuple[str, ...] = ()  # that it says it shows


class _FailedError(Exception):
    """A step did not come out as it should."""


class History:
    """The states so far, so that steps can be taken back; what was undone is not redone."""

    def __init__(self, state: GameState) -> None:
        self._taken: tuple[GameState, ...] = (state,)  # after each accepted step
        # The same just after each step, refused ones included.
        self._after: list[tuple[GameState, ...]] = [self._taken]

    @property
    def now(self) -> GameState:
        """The state of play."""
        return self._taken[-1]

    def went_on(self, state: GameState) -> None:
        """Note the state after an accepted step."""
        self._taken = (*self._taken, state)

    def step_done(self) -> None:
        """Note that a step is over, refused or not."""
        self._after.append(self._taken)

    def undone(self) -> bool:
        """Take the last accepted step back; return whether there was one."""
        there_was = len(self._taken) > 1
        self._taken = self._taken[:-1] if there_was else self._taken
        return there_was

    def rewound(self, to: int) -> bool:
        """Go back to just after step *to*; 0 is the beginning. Return whether there was one."""
        there_is = 0 <= to < len(self._after)
        self._taken = self._after[to] if there_is else self._taken
        return there_is


def scenario_files(paths: Iterable[Path]) -> Iterator[Path]:
    """Yield the scenario files named, and those of the folders named, in order."""
    for path in paths:
        yield from sorted(path.rglob("*.toml")) if path.is_dir() else (path,)


def play_file(path: Path) -> Result:
    """Play a scenario file; a broken one is a result too."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        return Result(file=str(path), passed=False, why=f"cannot be read: {error}")
    return play_text(text, str(path))


def play_text(text: str, file: str) -> Result:
    """Play the scenario that *text* describes; *file* is its name in the result."""
    try:
        scenario = tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        return Result(file=file, passed=False, why=f"no TOML: {error}")
    title = scenario.get("title")
    head = Result(
        file=file,
        title=title if isinstance(title, str) else None,
        passed=False,
        edition=str(scenario.get("edition", "")),
        rules=tuple(map(str, scenario.get("rules") or ())),
    )
    step: int | None = None
    try:
        _check_head(scenario)
        run = _Run(scenario)
        for number, fields in enumerate(scenario["step"], start=1):
            step = number
            run.play(fields, f"step {step}")
    except _FailedError as failed:
        return replace(head, step=step, why=str(failed))
    except CompanionError as broken:
        return replace(head, why=str(broken))
    return replace(head, passed=True)


class _Run:
    """One scenario being played."""

    def __init__(self, scenario: Mapping[str, Any]) -> None:
        edition = load_edition(
            scenario["edition"], scenario.get("variants", ()), scenario.get("house", {})
        )
        self._rulebook: Rulebook = load_rulebook(scenario["edition"])
        _check_rules(scenario, self._rulebook)
        players = tuple(scenario["players"])
        self._reader = Reader(players, edition)
        rolled = "given" not in scenario and scenario["step"][0].get("do") == "first-roll"
        state: GameState = reduce(apply, begin(edition, players, first_roll=rolled), blank(edition))
        if "given" in scenario:
            state = given_state(state, scenario["given"], self._reader)
        self._history = History(state)

    def play(self, step: Mapping[str, Any], where: str) -> None:
        """Play one step and compare its outcome.

        Raises:
            _FailedError: it came out otherwise than it says.
            ScenarioError: it cannot be played at all.
        """
        before = self._history.now
        outcome = self._done(step, where)
        self._history.step_done()
        then = step.get("then", {})
        refused = then.get("refused", False)
        if isinstance(outcome, Refusal):
            _check_refused(outcome, refused, then)
        elif refused:
            raise _FailedError(f"accepted, though it should be refused ({refused})")
        assert not isinstance(outcome, Refusal) or self._history.now is before
        for difference in differences(self._history.now, then, self._reader):
            raise _FailedError(difference)
        if not isinstance(outcome, Refusal):
            self._check_cites(then.get("cites", ()), outcome)

    def _done(self, step: Mapping[str, Any], where: str) -> tuple[AnyEvent, ...] | Refusal:
        do = step.get("do")
        if not isinstance(do, str):
            raise ScenarioError("a step needs `do`", where=where)
        if do in LATER:
            raise _FailedError(f"this referee does not know {do!r} yet")
        if do in ("undo", "rewind"):
            gone = (
                self._history.undone()
                if do == "undo"
                else self._history.rewound(step.get("to", -1))
            )
            return () if gone else refuse("bad-command", "bank/banker")
        command = self._reader.command(step, where)
        if isinstance(command, str):
            return refuse("bad-command", "bank/banker", wrong=command)
        outcome = decide(self._history.now, command)
        if not isinstance(outcome, Refusal):
            self._history.went_on(reduce(apply, outcome, self._history.now))
        return outcome

    def _check_cites(self, wanted: Iterable[str], events: tuple[AnyEvent, ...]) -> None:
        cited = {
            rule.id
            for event in events
            for named in (event.because, *event.also)
            for rule in self._rulebook.told(RuleKey(named))
        }
        missing = sorted(set(wanted) - cited)
        if missing:
            raise _FailedError(f"{', '.join(missing)} not cited, only {', '.join(sorted(cited))}")


def _check_refused(refusal: Refusal, wanted: object, then: Mapping[str, Any]) -> None:
    if "refused" not in then or wanted is False:
        raise _FailedError(f"refused: {refusal.code} {dict(refusal.facts)}".rstrip(" {}"))
    if wanted not in (True, refusal.code):
        raise _FailedError(f"refused as {refusal.code}, not as {wanted}")


def _check_head(scenario: Mapping[str, Any]) -> None:
    for name in NEEDED:
        if not scenario.get(name):
            raise ScenarioError(f"{name!r} is missing")
    for name in scenario:
        if name not in KEYS:
            raise ScenarioError(f"there is no key {name!r}", mend=", ".join(sorted(KEYS)))
    players = scenario["players"]
    if not isinstance(players, list) or not all(isinstance(name, str) for name in players):
        raise ScenarioError("`players` is no list of names")
    if not isinstance(scenario["step"], list):
        raise ScenarioError("`step` is no list", mend="write [[step]]")


def _check_rules(scenario: Mapping[str, Any], rulebook: Rulebook) -> None:
    for rule_id in scenario.get("rules", ()):
        if rulebook.rule(rule_id) is None:
            raise EditionError(f"the catalogue has no rule {rule_id!r}", where="rules")
