"""People at a table, their phones, and what there is to be seen on them now."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace

from companion.game.commands import Correct
from companion.table.answers import Accepted
from companion.table.commands import Submitted
from companion.table.witness import TableWitness
from companion.teaching.course import Teacher
from companion.vision.readings import DiceReading
from companion.words import Money, Seat, Space
from tests.support.doubtful import tray
from tests.support.eyes import FOR_DEEDS, NotedEye
from tests.support.pages import Living, NotedSimulation, living_room
from tests.support.sight import DrawnOn
from tests.support.templates import app_of

ANN, BEN, CY, DEE = (Seat(n) for n in range(4))
PEOPLE = ("Ann", "Großmutter Bert", "Carla", "Дмитрий")
FAMILY = "\N{MAN}\N{ZERO WIDTH JOINER}\N{WOMAN}\N{ZERO WIDTH JOINER}\N{GIRL}"
LONG = "Maximiliane von und zu Hohenstein-Langen"
"""A name of 40 letters, the most that a name may have."""

CROWD = (
    LONG,
    f"Ben {FAMILY}",
    "Tschingderassabummtrararatschingderassaa",
    "Дмитрий",
    "Eve",
    "Großmutter Fay",
    "Gus",
    "Hal",
)
"""As many as play, with the longest of names."""


class Look(NamedTuple):
    """A page as somebody sees it now.

    Args:
        name: what is to be seen.
        path: where.
        token: the cookie of who looks; of nobody if empty.
        screen: whether it is looked at on a screen, not on a phone.
        opened: what is tapped first, so that it opens: a selector.
        sent: what is sent from the page, whose answer is then looked at; the path is the form's.
    """

    name: str
    path: str
    token: str = ""
    screen: bool = False
    opened: str = ""
    sent: Mapping[str, str] = {}


class Company:
    """A room in which games are played, to look at its pages.

    Args:
        room: it.
        edition: what is played where a chapter does not say.
    """

    def __init__(self, room: Living, edition: str) -> None:
        self.room, self.edition = room, edition
        self.tokens: list[str] = []
        self._banker = ""

    # ---- play

    def begin(self, *names: str, edition: str = "", **how: Any) -> None:
        """Seat people and begin a game; once only, for they stay seated."""
        self.tokens = self.room.begin(*(names or PEOPLE), edition=edition or self.edition, **how)

    def given(self, **changes: Any) -> None:
        """Set the table as a chapter needs it."""
        answer = self.room.ask(Correct(why="played before", **changes), banker=True)
        assert isinstance(answer, Accepted), answer

    def money(self, dollars: int) -> Money:
        """Return an amount as it is in this edition, of notes that there are."""
        rules = self.room.state.edition.parameters
        scale = max(1, self.room.state.edition.starting_cash_of(4) // 1500)
        return Money(dollars * scale // rules.smallest_amount * rules.smallest_amount)

    def owns(self, **lots: tuple[int, ...]) -> dict[Space, Seat | None]:
        """Return owners by lot; people are said by their first names."""
        seats = {"ann": ANN, "ben": BEN, "cy": CY, "dee": DEE}
        return {Space(lot): seats[who] for who, theirs in lots.items() for lot in theirs}

    def card(self) -> str:
        """Return the first card of the deck that is due."""
        due = self.room.state.draw
        assert due is not None
        return next(card.id for card in self.room.state.edition.cards if card.deck == due.deck)

    def says(self, command: Submitted, seat: Seat | None = None) -> None:
        """Send a command that must be accepted, as the banker or from a seat's phone."""
        table = self.room.table
        cause = table.cause("banker", "banker")
        if seat is not None:
            cause = table.cause("seat", "phone", seat=seat)
        answer = table.submit(command, cause)
        assert isinstance(answer, Accepted), (command, answer)

    def sees(self, reading: DiceReading) -> None:
        """Let the camera read dice."""
        table = self.room.table
        at = table.cause("camera", "camera").mono
        TableWitness(table, teacher=self.teacher).dice(reading, tray(), at, at + 0.1)
        table.submit(Correct(why=""), table.cause("banker", "banker"))  # comes after it

    @property
    def teacher(self) -> Teacher:
        """Who learns this table's dice."""
        teacher = self.room.context.parts.teacher
        assert isinstance(teacher, Teacher)
        return teacher

    def has(self, **parts: Any) -> None:
        """Set what the room has from now on."""
        self.room.context.parts = replace(self.room.context.parts, **parts)

    # ---- what is looked at

    def at(self, seat: Seat, name: str, path: str = "/seat", **how: Any) -> Look:
        """Return what is on the phone of *seat*."""
        return Look(name, path, self.tokens[seat], **how)

    def bankers(self, name: str, path: str = "/banker", **how: Any) -> Look:
        """Return what is on the banker's phone."""
        phones = self.room.context.phones
        if not phones.of(self._banker).banker:
            self._banker = phones.make_banker(None)
        return Look(name, path, self._banker, **how)

    def anybodys(self, name: str, path: str) -> Look:
        """Return what is on a phone that nobody plays with."""
        return Look(name, path)

    def screen(self, name: str) -> Look:
        """Return what is on the table screen."""
        return Look(name, "/table", screen=True)


@contextmanager
def company(folder: Path, edition: str) -> Iterator[Company]:
    """Yield people in a room in which nothing is missing: camera, teacher, simulated table."""
    folder.mkdir(parents=True)
    with living_room(folder) as room:
        table, context = room.table, room.context
        teacher = Teacher(folder / "dice", lambda _taught: None, table.refresh)
        eye, sight = NotedEye("sim"), DrawnOn()
        parts = replace(context.parts, teacher=teacher, eye=eye, sight=sight, sees=lambda: True)
        parts = replace(parts, deeds_eye=NotedEye("none", FOR_DEEDS), deeds_sight=DrawnOn())
        assert isinstance(parts.simulation, NotedSimulation)
        parts.simulation.jpeg = tray()
        room.app = app_of(table, context.settings, parts)
        room.context = room.app.extensions["companion"]
        yield Company(room, edition)
