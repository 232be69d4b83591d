"""A table without threads, with a clock that tests move."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.game.commands import AnyCommand, Buy, Roll
from companion.game.events import Paid, Rolled
from companion.game.refusals import Refusal
from companion.journal.home import Home
from companion.journal.record import Cause, Origin, Record, Role
from companion.table.answers import Accepted, Answer
from companion.table.clocks.timing import Timing
from companion.table.commands import Submitted
from companion.table.desk import Desk
from companion.table.dice.eyes import Eyes
from companion.table.games.commands import Begin
from companion.table.pipeline import Pipeline
from companion.table.view import View
from companion.vision.readings import DiceReading, DieReading, Verdict
from companion.words import Money, RuleKey, Seat

ANN, BOB, CY = Seat(0), Seat(1), Seat(2)
SMALL_RESERVE = 1 << 12  # bytes: tests need no real one


class FakeClock:
    """Time for tests."""

    def __init__(self, start: float = 1000.0) -> None:
        self.now, self.wall_now, self.boot = start, 1.7e9, "test"

    def mono(self) -> float:
        return self.now

    def wall(self) -> float:
        return self.wall_now


class Tag(msgspec.Struct, frozen=True):
    """A tag as the reader gives it."""

    kind: str
    id: int | None
    valid: bool = True
    what: str = "ours"
    side: str | None = "front"
    at: tuple[float, float] = (50.0, 50.0)
    hidden: bool = False
    text: str = ""
    about: str = "text"

    @property
    def corners(self) -> tuple[tuple[float, float], ...]:
        x, y = self.at
        return ((x - 9, y - 9), (x + 9, y - 9), (x + 9, y + 9), (x - 9, y + 9))


class Hands:
    """A desk with a game, and the people and things around it."""

    def __init__(self, home: Home, clock: FakeClock) -> None:
        self.clock, self.shown = clock, list[View]()
        self.home = home
        self.desk = Desk(home, clock, Timing(), self.shown.append)
        self.pipeline = Pipeline(self.desk)
        self.eyes = Eyes(self.pipeline)
        self.replies: list[Answer] = []

    def cause(
        self,
        role: Role = "seat",
        origin: Origin = "phone",
        *,
        seat: Seat | None = None,
        command_id: str | None = None,
        at: float | None = None,
    ) -> Cause:
        mono = self.clock.now if at is None else at
        return Cause(
            role=role,
            origin=origin,
            seat=seat,
            command_id=command_id,
            wall=self.clock.wall_now,
            mono=mono,
            boot=self.clock.boot,
        )

    def begin(
        self,
        *,
        edition: str = "ru-2004",
        variants: tuple[str, ...] = (),
        first_roll: bool = False,
        players: tuple[str, ...] = ("Ann", "Bob", "Cy"),
        another: bool = False,
    ) -> None:
        """Begin a game; *another*: in the place of the one that is running."""
        answer = self.ask_to_begin(
            edition, variants=variants, first_roll=first_roll, players=players, another=another
        )
        assert isinstance(answer, Accepted), answer

    def ask_to_begin(self, edition: str, *, another: bool = False, **chosen: Any) -> Answer:
        """Try to begin a game; *chosen*: what is not as in `begin`, and further fields of it."""
        usual = {"variants": (), "house": {}, "players": ("Ann", "Bob", "Cy"), "first_roll": False}
        cause = self.cause("banker", "banker")
        return self.answer(Begin(edition=edition, instead=another, **{**usual, **chosen}), cause)

    def ask(self, command: AnyCommand, *, at: float | None = None) -> Answer | None:
        """Send a command from its own seat's phone; None if the answer has to wait."""
        before = len(self.replies)
        cause = self.cause(seat=getattr(command, "by", None), at=at)
        self.pipeline.submit(command, cause, self.replies.append)
        return self.replies[-1] if len(self.replies) > before else None

    def answer(self, command: Submitted, cause: Cause) -> Answer:
        """Have a command carried out, as the writer does."""
        return self.pipeline.answer(command, cause)

    def play(self, *commands: AnyCommand) -> None:
        """Send commands that must be accepted, each half a second after the one before."""
        for command in commands:
            self.clock.now += 0.5
            answer = self.ask(command)
            assert isinstance(answer, Accepted), (command, answer)

    def see_dice(self, *pips: int, verdict: Verdict = "sure", began: float, **more: Any) -> None:
        """Let the camera read dice that began to move at *began*; *more*: of the reading."""
        cause = self.cause("camera", "camera", at=began)
        seen = replace(reading(*pips, verdict=verdict), **more)
        self.eyes.dice(seen, cause)

    def see_tags(self, *tags: Tag) -> None:
        self.eyes.cards(tags, self.cause("camera", "camera"))

    @property
    def view(self) -> View:
        return self.desk.view

    @property
    def records(self) -> tuple[Record, ...]:
        """All that was kept of the game; there must be one."""
        assert self.desk.game is not None
        return self.desk.game.records()


@contextmanager
def hands(folder: Path) -> Iterator[Hands]:
    """Yield hands at a new table in *folder*, without a game, and put the table away after."""
    home = Home(folder, ballast=SMALL_RESERVE)
    at_table = Hands(home, FakeClock())
    try:
        yield at_table
    finally:
        at_table.desk.close()
        home.close()


@contextmanager
def plugged_in_again(at: Hands) -> Iterator[Hands]:
    """Yield hands at the table after a power cut, with a clock that counts anew."""
    folder = at.home.folder
    at.desk.close()
    at.home.close()
    with hands(folder) as again:
        again.clock.now, again.clock.boot = 5.0, "later"
        again.pipeline.wake()
        yield again


def code(answer: Answer | None) -> str:
    """Return the code of a refusal; it must be one."""
    assert isinstance(answer, Refusal), answer
    return answer.code


def cash(at: Hands, seat: Seat = ANN) -> Money:
    """Return what a seat has."""
    assert at.view.state is not None
    return at.view.state.cash(seat)


def rent_is_due(at: Hands) -> None:
    """Let Ann own lot 3 and Bob stand on it, so that Ann may claim until Cy rolls."""
    at.begin()
    at.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN), Roll(by=BOB, dice=(1, 2)))


def reading(*pips: int, verdict: Verdict = "sure", confidence: float = 0.99) -> DiceReading:
    """Return what a reader says of dice that show *pips*."""
    dice = tuple(
        DieReading(
            pips=n,
            centre=(50.0 * place, 40.0),
            edge=30.0,
            confidence=confidence,
            faces=tuple(confidence if face == n else 0.01 for face in range(1, 7)),
        )
        for place, n in enumerate(pips, start=1)
    )
    return DiceReading(verdict=verdict, dice=dice, confidence=confidence)


def some_events(amount: int) -> tuple[Rolled | Paid, ...]:
    """Return events that need no game around them."""
    rolled = Rolled(because=RuleKey("turn/move"), seat=ANN, dice=(1, 2), doubles=0, again=False)
    paid = Paid(
        because=RuleKey("go/salary"), payer="bank", payee=BOB, amount=amount, reason="salary"
    )
    return (rolled, paid)


def some_cause(command_id: str | None = None) -> Cause:
    """Return a cause."""
    return Cause(
        role="seat",
        origin="phone",
        seat=ANN,
        command_id=command_id,
        wall=1.7e9,
        mono=12.5,
        boot="test",
    )
