"""Pages over a real table, with stand-ins for what web must not know."""

import re
import threading
from collections.abc import Collection, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from html import unescape
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from flask import Flask
from flask.testing import FlaskClient

from cards_qr.keyrings import Keyrings
from cards_qr.printing.order import PrintPress
from cards_qr.set_reader import SetReader
from companion.backups.keeper import Keeper
from companion.doctor import Check
from companion.errors import SettingsError
from companion.game.commands import AnyCommand
from companion.game.state import GameState
from companion.shelf import Shelf
from companion.table.answers import Accepted, Answer
from companion.table.clocks.clock import SystemClock
from companion.table.dice.eyes import Eyes
from companion.table.games.commands import Begin
from companion.table.photographs import Photographs
from companion.table.ports import SeenTag
from companion.table.table import Table
from companion.vision.dice import NetReader
from companion.words import Seat
from hardware.cameras.phone import PhoneEye
from hardware.pairing import Pairing
from hardware.patterns import RHYTHMS
from hardware.wiring import wiring
from tests.support.templates import app_of
from web.phones.chairs import Sitter
from web.server.serve import Server, bound
from web.shared.context import COOKIE, Context
from web.shared.ports import Mishap, Parts, Pips, Trouble
from web.shared.settings import Settings

HOST = "127.0.0.1"
ORIGIN = {"Origin": "http://localhost"}
PEOPLE = ("Ann", "Ben", "Cy", "Dee")


class NotedButtons:
    """Buttons that note who pressed."""

    def __init__(self) -> None:
        self.pressed: list[Seat] = []
        self.held: list[Seat] = []
        self.sticking: frozenset[Seat] = frozenset()
        self.unplugged = False

    def unplug(self, *, out: bool) -> None:
        self.unplugged = out

    def press(self, seat: Seat, seconds: float = 0.02) -> None:
        (self.held if seconds > 0.7 else self.pressed).append(seat)

    def stick(self, seat: Seat, *, down: bool) -> None:
        self.sticking = self.sticking | {seat} if down else self.sticking - {seat}

    def lamp(self, seat: Seat) -> str:
        return "on" if seat in self.pressed else "off"


class Secured(NamedTuple):
    """A second port that is told of, and is not there."""

    addresses: tuple[str, ...]
    authority: bytes

    def named(self, addresses: Sequence[str]) -> Sequence[str]:
        """Return all of them: there is no certificate here."""
        return addresses

    def address_for(self, host: str) -> str:
        """Return the address with a host in it, else the first."""
        return next((one for one in self.addresses if f"//{host}" in one), self.addresses[0])


class NotedPanels:
    """Buttons and lamps on pins, that note what their lamps were to show."""

    def __init__(self, seats: int, lamps: Collection[Seat] = (), home: Path | None = None) -> None:
        self.pairing = Pairing(home, seats)
        self.lit_seats = lamps
        self.troubles: tuple[SettingsError, ...] = ()
        self.shown: list[tuple[Seat, str]] = []

    def demonstrate(self, seat: Seat, name: str) -> None:
        self.shown.append((seat, name))


class NotedSimulation:
    """A simulated table that notes what was done to it."""

    def __init__(self, jpeg: bytes = b"") -> None:
        self.done: list[tuple[Any, ...]] = []
        self.troubles: frozenset[Trouble] = frozenset()
        self.jpeg = jpeg

    def throw(
        self,
        dice: int,
        *,
        show: Sequence[Pips | None] | None = None,
        speed: Pips | bool = False,
        pictures: bool = False,
        mishap: Mishap | None = None,
    ) -> None:
        third = [] if speed is False else ["speed"] if speed is True else ["speed", speed]
        how = filter(None, ["pictures" if pictures else None, mishap])
        self.done.append(("throw", dice, *(show or ()), *third, *how))

    def befall(self, *troubles: Trouble) -> None:
        self.troubles |= {*troubles}

    def mend(self, *troubles: Trouble) -> None:
        self.troubles -= {*troubles} or self.troubles

    def lay_die(self, side: int, *, pictures: bool = False) -> None:
        self.done.append(("picture" if pictures else "die", side))

    def lay_deed(self, number: int, side: str) -> None:
        self.done.append(("lay", number, side))

    def lay_out(
        self, deeds: Sequence[tuple[int, str]], cards: Sequence[int] = ()
    ) -> Sequence[tuple[int, str]]:
        self.done.append(("lay out", *deeds, *cards))
        return ()

    def lay_card(self, number: int) -> None:
        self.done.append(("card", number))

    @property
    def cards(self) -> list[int]:
        return [which[0] for what, *which in self.done if what == "card"]

    def take_deed(self, number: int | None = None) -> None:
        self.done.append(("take", *([] if number is None else [number])))

    @property
    def deeds(self) -> list[tuple[int, str]]:
        there: dict[int, str] = {}
        for what, *which in self.done:
            if what == "lay":
                there[which[0]] = which[1]
            elif what == "take":
                there = {n: side for n, side in there.items() if which and n != which[0]}
        return list(there.items())

    def picture(self) -> bytes:
        return self.jpeg


class Living:
    """A room with a table, its pages, and the phones in it."""

    def __init__(self, table: Table, app: Flask) -> None:
        self.table, self.app = table, app
        self.context: Context = app.extensions["companion"]
        self._bankers: str | None = None  # the cookie of the banker's phone
        self.taken_back: list[Path] = []  # copies with which to start anew

    @property
    def home(self) -> Path:
        """The folder in which all of it lies."""
        home = self.context.settings.home
        assert isinstance(home, Path)
        return home

    def revived(self) -> Flask:
        """Return the pages anew, as after a restart: from what is on disk."""
        old = self.context
        self.app = app_of(self.table, old.settings, old.parts)
        self.context = self.app.extensions["companion"]
        return self.app

    # ---- phones

    def client(self, token: str | None = None) -> FlaskClient:
        """Return a browser, with a phone's cookie if it has one."""
        client = self.app.test_client()
        if token is not None:
            client.set_cookie(COOKIE, token)
        return client

    def banker(self) -> FlaskClient:
        """Return the banker's browser; all games begin with that phone in."""
        phones = self.context.phones
        if not phones.of(self._bankers).banker:
            self._bankers = phones.make_banker(None)
        return self.client(self._bankers)

    def seated(self, *names: str) -> list[str]:
        """Let people sit down in this order; return their cookies."""
        colours = ("blue", "red", "green", "purple", "orange", "teal", "pink", "slate")
        tokens = []
        for seat, name in enumerate(names):
            token = self.context.phones.sit(Seat(seat), Sitter(name, colours[seat]))
            assert token is not None
            tokens.append(token)
        return tokens

    # ---- play

    @property
    def state(self) -> GameState:
        """The game as it stands; there must be one."""
        state = self.table.view.state
        assert state is not None
        return state

    def begin(
        self,
        *names: str,
        edition: str = "us-classic",
        variants: tuple[str, ...] = (),
        first_roll: bool = False,
    ) -> list[str]:
        """Seat people and begin a game; return their cookies in seating order."""
        self.banker()
        tokens = self.seated(*(names or PEOPLE))
        answer = self.table.submit(
            Begin(
                edition=edition,
                variants=variants,
                players=names or PEOPLE,
                first_roll=first_roll,
                instead=True,
                seating=self.context.phones.seating,
            ),
            self.table.cause("banker", "banker"),
        )
        assert isinstance(answer, Accepted), answer
        return tokens

    def ask(self, command: AnyCommand, *, banker: bool = False) -> Answer:
        """Send a command from its own seat, or as the banker."""
        seat = getattr(command, "by", None)
        role = "banker" if banker or seat is None else "seat"
        cause = self.table.cause("banker" if role == "banker" else "seat", "phone", seat=seat)
        return self.table.submit(command, cause)

    def lay(self, *tags: SeenTag, picture: bytes | None = None) -> None:
        """Let the camera see what lies in the scan field now: all of it."""
        done = threading.Event()
        evidence = self.table.pictures.keep(picture) if picture is not None else None
        cause = self.table.cause("camera", "camera", evidence=evidence)

        def see(eyes: Eyes) -> None:
            eyes.cards(tags, cause)
            done.set()

        self.table.tell(cause.mono, see)
        assert done.wait(30)

    def play(self, *commands: AnyCommand) -> None:
        """Send commands that must be accepted."""
        for command in commands:
            answer = self.ask(command)
            assert isinstance(answer, Accepted), (command, answer)


_ids = count(1)


def fresh_id() -> str:
    """Return an id that no form of these tests had before."""
    return f"form-{next(_ids)}"


def sent(client: FlaskClient, path: str, **fields: object) -> int:
    """Send a form from a phone; return how it was answered."""
    form = {name.replace("_", "-"): str(value) for name, value in fields.items()}
    return client.post(path, data={**form, "id": fresh_id()}, headers=ORIGIN).status_code


def text_of(client: FlaskClient, path: str, status: int = 200) -> str:
    """Ask for a page that must answer so; return what it says."""
    answer = client.get(path)
    assert answer.status_code == status, path
    return told(answer.text)


def told(html: str) -> str:
    """Return what a page says, without its tags and with plain spaces."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def photographs_of(table: Table, home: Path) -> Photographs:
    """Return who reads the photographs that are sent to a table."""
    tags = SetReader(Keyrings(home), lambda: s.edition.id if (s := table.view.state) else None)
    return Photographs(table, NetReader(), tags.read)


@contextmanager
def living_room(
    folder: Path, checks: Any = (), *, simulated: bool = True, **settings: Any
) -> Iterator[Living]:
    """Yield a room with a table in *folder*, its pages not yet served; put it away after.

    The hash of its PIN is quick; `tests/web/test_pin.py` shows that of the product.
    """
    table, taken = Table(folder), list[Path]()
    table.start()
    with ExitStack() as after:
        after.callback(table.stop)
        after.enter_context(patch("web.phones.pin.WORK", 2))
        told: dict[str, Any] = {
            "home": folder,
            "addresses": lambda: ("http://192.168.1.40:8000", "http://companion.local:8000"),
            "names": ("companion.local",),
            "camera": True,
            **settings,
        }
        parts = Parts(
            editions=Shelf(folder),
            buttons=NotedButtons(),
            simulation=NotedSimulation() if simulated else None,
            phone_eye=PhoneEye(),
            photographs=photographs_of(table, folder),
            tags=Keyrings(folder),
            press=PrintPress(folder, Keyrings(folder)),
            copies=Keeper(folder, lambda: table.view, SystemClock()),
            take_back=taken.append,
            rhythms=RHYTHMS,
            wiring=partial(wiring, folder),
            checks=checks or (lambda: (Check("disk", "ok", "disk", {"room": "12 GB"}),),),
        )
        room = Living(table, app_of(table, Settings(**told), parts))
        room.taken_back = taken
        yield room


@contextmanager
def served(room: Living) -> Iterator[str]:
    """Serve a room's pages on a free port and yield their address."""
    server = Server(room.app, bound(HOST))
    server.start()
    try:
        yield f"http://{HOST}:{server.port}"
    finally:
        server.stop()
