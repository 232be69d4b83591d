"""Plays a scenario file step by step."""

from collections.abc import Iterable, Iterator, Mapping
from functools import reduce
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from companion.editions.load import load_edition, load_rulebook
from companion.editions.model import Edition
from companion.editions.rulebook import Rulebook
from companion.errors import CompanionError, ExcludedError, ScenarioError
from companion.game.apply import apply
from companion.game.commands import AnyCommand
from companion.game.events import AnyEvent, Banker
from companion.game.refusals import Refusal
from companion.game.state import GameState, blank
from companion.rules import Decided, decide
from companion.rules.play import refuse
from companion.rules.registry import homes
from companion.rules.setup import begin, excluded_by, why_banker_plays, why_no_end, why_not_so_many
from companion.scenario.checks import differences
from companion.scenario.file import Given, ScenarioFile, Then, checked, converted, parsed
from companion.scenario.given import given_state
from companion.scenario.reading import Reader
from companion.scenario.renderings import editions_of, rendered_for
from companion.speaker import Speaker
from companion.words import RuleKey, Seat


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """How a scenario went; without a step, its file is broken."""

    file: str
    title: str | None = None
    passed: bool
    step: int | None = None  # the one that failed, from 1; None where all passed
    why: str | None = None
    edition: str = ""
    several: bool = False  # whether the file is for several editions
    rules: tuple[str, ...] = ()  # that it says it shows
    cited: tuple[frozenset[RuleKey], ...] = ()  # by each step's events or refusal; 0: setting up

    @property
    def cites(self) -> frozenset[RuleKey]:
        """The keys of all rules that the referee cited in any step."""
        return frozenset().union(*self.cited)


class _FailedError(Exception):
    """A step did not come out as it should."""


class _NoGameError(CompanionError):
    """These people cannot play this game so: every step is refused."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal


class _Undo(NamedTuple):
    """Take the last accepted step back."""


class _Rewind(NamedTuple):
    """Go back to just after a step."""

    to: int


class _Malformed(NamedTuple):
    """A command with a number out of bounds; the referee refuses it."""

    why: str


_Move = AnyCommand | _Undo | _Rewind | _Malformed


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


def play_file(path: Path) -> tuple[Result, ...]:
    """Play a scenario file in each of its editions; a broken one is a result too."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        return (Result(file=str(path), passed=False, why=f"cannot be read: {error}"),)
    return play_text(text, str(path))


def play_text(text: str, file: str, only: str = "") -> tuple[Result, ...]:
    """Play the scenario that *text* describes in each of its editions, or *only* in one of them.

    *file* is its name in the results: one for each edition, or one if not even these are known.
    """
    head = Result(file=file, passed=False)
    try:
        raw = parsed(text)
        if isinstance(raw.get("title"), str):
            head = replace(head, title=raw["title"])
        editions = editions_of(raw)
    except CompanionError as broken:
        return (replace(head, why=str(broken)),)
    head = replace(head, several="editions" in raw)
    return tuple(_played(raw, replace(head, edition=e)) for e in editions if only in ("", e))


def _played(raw: Mapping[str, Any], head: Result) -> Result:
    """Play a file in one of its editions, which stands in *head*."""
    try:
        scenario = checked(rendered_for(raw, head.edition))
        head = replace(head, rules=tuple(scenario.rules))
        run = _Run(scenario)
    except _NoGameError as no_game:
        return _all_refused(head, scenario, no_game.refusal)
    except CompanionError as broken:
        return replace(head, why=str(broken))
    for number in range(1, len(scenario.step) + 1):
        try:
            run.play(number)
        except _FailedError as failed:
            return replace(head, step=number, why=str(failed))
    return replace(head, passed=True, cited=tuple(run.cited))


def _all_refused(head: Result, scenario: ScenarioFile, refusal: Refusal) -> Result:
    """Return how a scenario goes that is no game: every step is refused."""
    speaker = Speaker.english(load_edition(scenario.edition), tuple(scenario.players))
    for number, step in enumerate(scenario.step, start=1):
        try:
            _check_refused(refusal, step.get("then", {}).get("refused", False), speaker)
        except _FailedError as failed:
            return replace(head, step=number, why=str(failed))
    cited = (frozenset[RuleKey](), *(_told(refusal) for _ in scenario.step))
    return replace(head, passed=True, cited=cited)


class _Run:
    """One scenario being played.

    Raises:
        CompanionError: the file is broken, wherever in it that may be.
    """

    def __init__(self, scenario: ScenarioFile) -> None:
        edition, refusal = _edition_of(scenario)
        begun = () if refusal else _begun(scenario, edition)
        self._reader = Reader(tuple(scenario.players), edition)
        given = self._reader.table(Given, scenario.given or {}, "given")
        self._steps = [
            (self._read(step, f"step {number}"), self._then(step, f"step {number}, then"))
            for number, step in enumerate(scenario.step, start=1)
        ]
        if refusal:
            raise _NoGameError(refusal)
        self._rulebook: Rulebook = load_rulebook(scenario.edition)
        state: GameState = reduce(apply, begun, blank(edition))
        if scenario.given is not None:
            state = given_state(state, given)
        self.cited = [_told(begun) if scenario.given is None else frozenset()]
        self._history = History(state)
        self._speaker = Speaker.english(edition, tuple(scenario.players))
        self._check_names(scenario)

    def play(self, number: int) -> None:
        """Play a step, counted from 1, and compare its outcome.

        Raises:
            _FailedError: it came out otherwise than it says.
        """
        move, then = self._steps[number - 1]
        before = self._history.now
        outcome = self._done(move)
        self._history.step_done()
        self.cited.append(_told(outcome))
        refused = then.get("refused", False)
        if isinstance(outcome, Refusal):
            _check_refused(outcome, refused, self._speaker)
            assert self._history.now is before
        elif refused:
            raise _FailedError(f"accepted, though it should be refused ({refused})")
        for difference in differences(self._history.now, then, self._reader):
            raise _FailedError(difference)
        self._check_cites(then.get("cites", ()), self.cited[-1])

    def _read(self, step: Mapping[str, Any], where: str) -> _Move:
        do = step.get("do")
        if not isinstance(do, str):
            raise ScenarioError("a step needs `do`", where=where)
        fields = {name: value for name, value in step.items() if name not in ("do", "then")}
        if do == "undo" and not fields:
            return _Undo()
        if do == "rewind" and fields.keys() == {"to"} and type(fields["to"]) is int:
            return _Rewind(fields["to"])
        if do in ("undo", "rewind"):
            mend = "rewind has `to = N`" if do == "rewind" else "undo has no further keys"
            raise ScenarioError(f"{do!r} cannot be read", where=where, mend=mend)
        command = self._reader.command(step, where)
        return _Malformed(command) if isinstance(command, str) else command

    def _then(self, step: Mapping[str, Any], where: str) -> Mapping[str, Any]:
        """Return what a step expects: what is not said there is not compared."""
        then: Mapping[str, Any] = self._reader.read(Then, step.get("then", {}), where)
        converted(then, Then, where)
        return then

    def _check_names(self, scenario: ScenarioFile) -> None:
        """Raise an error if any rule, player or space is named that there is not."""
        cites = [name for _, then in self._steps for name in then.get("cites", ())]
        for name in [*scenario.rules, *(name for name in cites if name not in homes)]:
            if self._rulebook.rule(name) is None:
                raise ScenarioError(f"the catalogue has no rule {name!r}")
        for _, then in self._steps:
            for _difference in differences(self._history.now, then, self._reader):
                pass

    def _done(self, move: _Move) -> tuple[AnyEvent, ...] | Refusal:
        match move:
            case _Malformed(why):
                return refuse("bad-command", "bank/banker", wrong=why)
            case _Undo():
                there_was = self._history.undone()
                return () if there_was else refuse("bad-command", "bank/banker")
            case _Rewind(to):
                there_is = self._history.rewound(to)
                return () if there_is else refuse("bad-command", "bank/banker")
        outcome = decide(self._history.now, move)
        if not isinstance(outcome, Refusal):
            self._history.went_on(reduce(apply, outcome, self._history.now))
        return outcome

    def _check_cites(self, wanted: Iterable[str], told: Iterable[RuleKey]) -> None:
        cited = {*told, *(rule.id for named in told for rule in self._rulebook.told(named))}
        missing = sorted(set(wanted) - cited)
        if missing:
            raise _FailedError(f"{', '.join(missing)} not cited, only {', '.join(sorted(cited))}")


def _told(outcome: Decided) -> frozenset[RuleKey]:
    """Return the keys of the rules that an outcome rests on."""
    if isinstance(outcome, Refusal):
        return frozenset([outcome.because, *outcome.also])
    return frozenset(named for event in outcome for named in (event.because, *event.also))


def _banker(scenario: ScenarioFile) -> Banker | None:
    """Return who keeps the Bank, where it is said; a name that nobody has is somebody apart."""
    if not scenario.banker:
        return None
    players = scenario.players
    return Seat(players.index(scenario.banker)) if scenario.banker in players else "apart"


def _edition_of(scenario: ScenarioFile) -> tuple[Edition, Refusal | None]:
    """Return the edition as it is played, and why it cannot be played so, if it cannot."""
    try:
        edition = load_edition(scenario.edition, scenario.variants, scenario.house)
    except ExcludedError as excluded:
        return load_edition(scenario.edition), excluded_by(str(excluded))
    return edition, _why_no_game(scenario, edition)


def _why_no_game(scenario: ScenarioFile, edition: Edition) -> Refusal | None:
    """Return why these people cannot play this game so, or None."""
    count = len(scenario.players)
    refusal = why_not_so_many(edition, count)
    if not refusal and _banker(scenario) == "apart":
        refusal = why_banker_plays(edition, count)
    if not refusal and scenario.ends is not None:
        refusal = why_no_end(edition, scenario.ends)
    return refusal


def _begun(scenario: ScenarioFile, edition: Edition) -> tuple[AnyEvent, ...]:
    return begin(
        edition,
        tuple(scenario.players),
        first_roll=_first_rolled(scenario),
        banker=_banker(scenario),
        ends=scenario.ends or "",
    )


def _first_rolled(scenario: ScenarioFile) -> bool:
    """Return whether the dice decide who begins: some first roll is to be accepted."""
    accepted = (step for step in scenario.step if not step.get("then", {}).get("refused"))
    return scenario.given is None and any(step.get("do") == "first-roll" for step in accepted)


def _check_refused(refusal: Refusal, wanted: object, speaker: Speaker) -> None:
    if not wanted:
        named = refusal.facts.get("wrong") or refusal.facts.get("why") or ""
        detail = f" ({named})" if named else ""
        raise _FailedError(f"refused: {refusal.code}: {speaker.refusal(refusal)}{detail}")
    if wanted not in (True, refusal.code):
        raise _FailedError(f"refused as {refusal.code}, not as {wanted}")
