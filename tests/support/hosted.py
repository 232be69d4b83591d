"""Many tables in one app, with stand-ins for where they are had and where their files lie."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from unittest.mock import patch

from flask import Flask
from flask.testing import FlaskClient

from companion.errors import CompanionError
from companion.shelf import Shelf
from companion.table.photographs import Photographs
from companion.table.table import Table
from companion.vision.dice import NetReader
from tests.support.pages import Living
from tests.support.templates import COMPILED
from web.hosted import HostedSettings, create_hosted_app
from web.hosted.addresses import here
from web.shared.context import COOKIE, Context
from web.shared.ports import Parts
from web.shared.settings import Settings

KEYS = ("k3m9qx7wzt", "p8d2hvn4rc")


class Drawer:
    """A folder that is none: files in memory, which somebody may close for a while."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.is_closed = False

    def __truediv__(self, name: str | Path) -> "Sheet":
        return Sheet(self, str(name))


class Sheet:
    """One file of a drawer."""

    def __init__(self, drawer: Drawer, name: str) -> None:
        self._drawer, self._name = drawer, name

    @property
    def _files(self) -> dict[str, bytes]:
        if self._drawer.is_closed:
            raise OSError("the drawer is closed")
        return self._drawer.files

    def read(self) -> bytes:
        if self._name not in self._files:
            raise FileNotFoundError(self._name)
        return self._files[self._name]

    def write(self, content: bytes) -> None:
        self._files[self._name] = content

    def append(self, content: bytes) -> None:
        self._files[self._name] = self._files.get(self._name, b"") + content

    def remove(self) -> None:
        del self._files[self._name]


class Here:
    """A worker that holds everything."""

    address = "127.0.0.1:8101"


@dataclass
class Tables:
    """Tables by their keys, as a worker has them; `away` is what is wrong with all of them."""

    contexts: dict[str, Context] = field(default_factory=dict)
    away: CompanionError | None = None

    def of(self, key: str) -> Context | None:
        if self.away is not None:
            raise self.away
        return self.contexts.get(key)

    def awake(self, key: str) -> Context | None:
        return self.contexts.get(key)

    def holder(self, key: str) -> Here | None:
        if self.away is not None:
            raise self.away
        return Here() if key in self.contexts else None


class HostedRoom(Living):
    """One of the tables, with the phones at it; addresses are those of the whole app."""

    def __init__(self, key: str, context: Context, app: Flask) -> None:
        self.key, self.root = key, f"/t/{key}"
        self.table, self.app, self.context = context.table, app, context
        self._bankers = None
        self.taken_back = []

    def client(self, token: str | None = None) -> FlaskClient:
        client = self.app.test_client()
        if token is not None:
            client.set_cookie(COOKIE, token, path=self.root)
        return client


@dataclass
class Worker:
    """The app of many tables, not yet served."""

    app: Flask
    tables: Tables
    rooms: list[HostedRoom]


def hosted_context(table: Table, drawer: Drawer, folder: Path, name: str = "") -> Context:
    """Return what the pages of a table without a box work with."""
    parts = Parts(
        editions=Shelf(folder), photographs=Photographs(table, NetReader(), lambda _pixels: ())
    )
    return Context(table, Settings(home=drawer, name=name, camera=False, addresses=here), parts)


@contextmanager
def worker(folder: Path, keys: tuple[str, ...] = KEYS) -> Iterator[Worker]:
    """Yield an app with a table for each key; put them away after."""
    with ExitStack() as after:
        after.enter_context(patch("web.phones.pin.WORK", 2))
        tables = Tables()
        for key in keys:
            table = Table(folder / key)
            table.start()
            after.callback(table.stop)
            tables.contexts[key] = hosted_context(table, Drawer(), folder, f"Table {key[0]}")
        app = create_hosted_app(tables, HostedSettings(), tables.holder)
        for each in (app, app.extensions["pages"]):
            each.jinja_env.bytecode_cache = COMPILED
        rooms = [HostedRoom(key, context, app) for key, context in tables.contexts.items()]
        for room in rooms:
            app.extensions["companion"].of(room.key)  # its pages are written to from now on
        yield Worker(app, tables, rooms)
