"""Puts the parts of a worker together, which hosts many tables without a box."""

import logging
import resource
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from importlib.metadata import version

import msgspec

from companion.errors import CompanionError
from companion.hosted_rooms import HostedRooms
from companion.hosting.committer import Committer
from companion.hosting.leases import BEAT_S, Leases
from companion.hub.database import Database
from companion.parts import Later, start_all
from companion.secure_port import own_names
from companion.shipping.order_taker import ASK_S
from companion.table.crew import Crew
from companion.vision.dice import NetReader
from web.hosted import HostedSettings, create_hosted_app
from web.server.serve import Server, bound, tune_process
from web.shared.addresses import LOCAL

CREW = 16
"""Tables that can be worked for at once: so many commits can wait for one sync."""

PAGES = 4096
"""Pages of all tables that hear by themselves what is new; any more ask now and then."""

LOOK_S = 20.0
"""So often it is looked which tables nobody needs."""

_log = logging.getLogger(__name__)


class WorkerOptions(msgspec.Struct, frozen=True, kw_only=True):
    """What `companion worker` was asked for."""

    database: str  # its address, as libpq reads it
    host: str = LOCAL  # where the router asks; nothing: all addresses
    port: int = 0  # any free one
    routers: Sequence[str] = ()  # the addresses from which routers ask
    tables: str = ""  # where people reach the tables, as https://club.example


class Worker:
    """A program that hosts tables; running once it is made.

    Args:
        options: what was asked for.

    Raises:
        CompanionError: a part cannot be had: the database, the port.
    """

    def __init__(self, options: WorkerOptions) -> None:
        with ExitStack() as parts:  # a part that cannot be had closes those that could
            self._build(options, parts.callback)
            self._parts = parts.pop_all()

    @property
    def port(self) -> int:
        """Where its pages are."""
        return int(self.address.rpartition(":")[2])

    @property
    def address(self) -> str:
        """Where it answers, as HOST:PORT."""
        return self._beats.address

    def stop(self) -> None:
        """Stop all tables, and leave them to the other workers."""
        self._parts.close()

    def _build(self, options: WorkerOptions, later: Later) -> None:
        tune_process()
        files = _open_many()
        database = Database(options.database)
        later(database.close)
        database.migrate()
        at = bound(options.host, options.port)
        later(at.close)
        leases, address = Leases(database), f"{options.host or LOCAL}:{at.getsockname()[1]}"
        committer = Committer(database, leases.enter(address))
        later(partial(_left, leases, committer))
        later(committer.stop)
        crew = Crew(CREW)
        crew.start()
        later(crew.stop)
        build = version("monopoly-companion")
        self.rooms = rooms = HostedRooms(database, committer, crew, build, NetReader())
        later(rooms.close)
        settings = HostedSettings(
            names=own_names, address=options.tables, pages=min(PAGES, files // 2), build=build
        )
        self.app = create_hosted_app(rooms, settings, rooms.holder)
        self._beats = Beats(leases, committer, rooms, address)
        server = Server(self.app, at, routers=options.routers)
        start_all((self._beats, server), later)


class Beats:
    """A thread that says that a worker is alive, and learns what it holds; nothing ends it.

    Args:
        leases: where it is said.
        committer: which worker this is.
        rooms: what is awake.
        address: where this worker answers.
    """

    def __init__(
        self, leases: Leases, committer: Committer, rooms: HostedRooms, address: str
    ) -> None:
        self._leases, self._committer, self._rooms = leases, committer, rooms
        self.address = address
        self._ended = threading.Event()
        self._threads = [
            threading.Thread(target=self._run, args=(act, every), name=name, daemon=True)
            for act, every, name in (
                (self.beat, BEAT_S, "beats"),
                (rooms.let_idle_go, LOOK_S, "idle tables"),
                (rooms.obey, ASK_S, "orders"),
                (rooms.hear_rounds, ASK_S, "rounds"),
            )
        ]

    def start(self) -> None:
        """Begin."""
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """End."""
        self._ended.set()
        for thread in self._threads:
            thread.join()

    def beat(self) -> None:
        """Say that it is alive, and drop what another worker goes on with.

        Raises:
            HubError: the database is away.
        """
        asked = time.monotonic()
        held = self._leases.beat(self._committer.worker)
        if held is None:  # it was away for very long: nothing that is awake here counts any more
            self._committer.worker = self._leases.enter(self.address)
            held = frozenset()
        self._rooms.keep_only(held, asked)

    def _run(self, act: Callable[[], None], every: float) -> None:
        while not self._ended.wait(every):
            try:
                act()
            except CompanionError as error:
                _log.warning("%s", error)
            except Exception:  # noqa: BLE001  # nothing ends the thread
                _log.exception("a beat failed")


def _open_many() -> int:
    """Let this process have as many files open as it may, and return how many: a page is one."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    return PAGES * 2 if most == resource.RLIM_INFINITY else most


def _left(leases: Leases, committer: Committer) -> None:
    try:
        leases.leave(committer.worker)
    except CompanionError as error:  # others wait till it is taken for dead
        _log.warning("%s", error)
