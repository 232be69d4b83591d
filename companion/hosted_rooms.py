"""The hosted tables that are awake in a worker: woken when somebody asks, then let go again."""

import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from companion.errors import CompanionError, HubError
from companion.hosting.committer import Committer
from companion.hosting.games import HostedGames
from companion.hosting.leases import Hold, Holder, Leases
from companion.hosting.orders import open_orders
from companion.hub.database import Database
from companion.hub.orders import Orders
from companion.hub.round_tables import RoundTables
from companion.shelf import Shelf
from companion.shipping.order_taker import heard, obeyed
from companion.shipping.wire import OrderAnswer
from companion.table.crew import Crew
from companion.table.photographs import Photographs
from companion.table.table import Table
from companion.vision.frame import Pixels
from companion.vision.readings import DiceFinder, DiceReading, DieReading, Foot
from web.hosted.addresses import here
from web.shared.context import Context
from web.shared.ports import Parts
from web.shared.settings import Settings

IDLE_S = 300.0
"""A table of which no page is open is let go when nobody has asked for so long."""

SOON_S = 30.0
"""Likewise where the worker holds more tables than its share."""

STREAMS = 64
"""Pages of one table that may be open."""

DOORS = 64

_log = logging.getLogger(__name__)


class Room:
    """A table that is awake.

    Args:
        holder: which it is.
        context: what its pages work with.
    """

    def __init__(self, holder: Holder, context: Context) -> None:
        self.holder, self.context = holder, context
        self.woken = self.asked = time.monotonic()
        """When it was, and when somebody asked for it last."""

    @property
    def table(self) -> Table:
        """The live table."""
        return self.context.table

    def is_idle(self, now: float, after_s: float = IDLE_S) -> bool:
        """Return whether nobody needs it: no page is open, and nobody has asked for so long."""
        return not len(self.context.streams) and now - self.asked > after_s

    def close(self) -> None:
        """End its pages' streams, refuse commands, stop."""
        self.context.stop()
        self.table.stop()


class HostedRooms:
    """See `web.hosted.rooms.Rooms`.

    Args:
        database: of the club.
        committer: keeps what the tables book; it says which worker this is.
        crew: whose threads work for the tables.
        build: of the program, as pages know it.
        dice: reads the dice on photographs, for all tables.
    """

    def __init__(
        self, database: Database, committer: Committer, crew: Crew, build: str, dice: DiceFinder
    ) -> None:
        self._database, self._committer, self._crew, self._build = database, committer, crew, build
        self._leases, self._dice, self._shelf = Leases(database), InTurn(dice), Shelf(None)
        self._awake: dict[str, Room] = {}
        # Held while a table is woken or let go; others of the same door wait as well.
        self._doors = [threading.Lock() for _ in range(DOORS)]

    def awake(self, key: str) -> Context | None:
        """Return the table with a key if it is awake here."""
        room = self._awake.get(key)
        return room.context if room is not None else None

    def of(self, key: str) -> Context | None:
        """Return the table with a key, woken if it slept; None: there is none.

        Raises:
            HubError: the database is away, or another worker goes on with the table.
        """
        room = self._awake.get(key) or self._woken(key)
        if room is None:
            return None
        room.asked = time.monotonic()
        return room.context

    def holder(self, key: str) -> Holder | None:
        """Return who holds a table: without a question to the database where it is awake here.

        Raises:
            HubError: the database is away, or no worker lives.
        """
        room = self._awake.get(key)
        return room.holder if room is not None else self._leases.holder(key)

    def rooms(self) -> tuple[Room, ...]:
        """Return all tables that are awake."""
        return tuple(self._awake.values())

    def keep_only(self, held: frozenset[Hold], asked: float) -> None:
        """Drop the tables that were given anew since they were woken: to others, or to us again.

        Args:
            held: what this worker holds.
            asked: when that was asked for, monotonic seconds: those that were woken since stay.
        """
        for room in self.rooms():
            if room.holder.hold not in held and room.woken < asked:
                with _alone(room.holder.key):
                    self._close(room)

    def obey(self) -> None:
        """Have tables do what arbiters order; one that sleeps is woken for it.

        Raises:
            HubError: the database is away.
        """
        for key, table, order in open_orders(self._database, self._committer.worker):
            with suppress(HubError):  # another worker was given it meanwhile
                # What cannot be done there is answered as well: it would be asked for ever again,
                # and orders for other tables stand behind it.
                answer: OrderAnswer | None = OrderAnswer(accepted=False, told="other-game")
                with _alone(key):
                    context = self.of(key)
                    answer = obeyed(context.table, order) if context is not None else None
                if answer is not None:
                    Orders(self._database).answered(order.number, table, answer)

    def hear_rounds(self) -> None:
        """Tell the tables that are awake which round of a tournament sits there, by one question.

        Raises:
            HubError: the database is away.
        """
        rooms = self.rooms()
        if not rooms:
            return
        asked = time.monotonic()
        rounds = RoundTables(self._database).at([room.holder.table for room in rooms])
        answered = time.monotonic()
        for room in rooms:
            told = rounds.get(room.holder.table)
            with _alone(room.holder.key):
                room.table.hear_round(heard(told, asked, answered))

    def let_idle_go(self) -> None:
        """Let those go that nobody needs; their games lie in the database.

        Beyond what is this worker's share they go sooner: who asks next has the emptiest open them.

        Raises:
            HubError: the database is away.
        """
        surplus, now = self._leases.surplus(self._committer.worker), time.monotonic()
        for nth, room in enumerate(sorted(self.rooms(), key=lambda one: one.asked)):
            idle_s = SOON_S if nth < surplus else IDLE_S
            if room.is_idle(now, idle_s):
                with _alone(room.holder.key):
                    self._close(room, idle_s=idle_s)

    def close(self) -> None:
        """Stop all tables."""
        for room in self.rooms():
            with _alone(room.holder.key):
                self._close(room)

    def _woken(self, key: str) -> Room | None:
        with self._door(key):
            if key in self._awake:
                return self._awake[key]
            holder = self._leases.holder(key)
            if holder is None:
                return None
            if holder.worker != self._committer.worker:
                raise HubError(code="table-elsewhere")
            room = self._awake[key] = self._opened(holder)
            return room

    def _opened(self, holder: Holder) -> Room:
        games = HostedGames(self._database, self._committer, holder.hold)
        games.folder.load()  # now or not at all: later what cannot be read counts as blank
        table = Table(lambda: games, crew=self._crew)
        table.start()
        table.note_club(there=True)
        try:
            settings = Settings(
                home=games.folder,
                name=holder.name,
                addresses=here,
                camera=False,
                streams=STREAMS,
                life=f"{holder.nth}.",
                build=self._build,
            )
            parts = Parts(
                editions=self._shelf,
                photographs=Photographs(table, self._dice, _no_tags),
            )
            return Room(holder, Context(table, settings, parts))
        except BaseException:
            table.stop()
            raise

    def _close(self, room: Room, *, idle_s: float | None = None) -> None:
        """Stop a table; *idle_s*: only if nobody has needed it for so long, and for any worker."""
        key = room.holder.key
        with self._door(key):
            if self._awake.get(key) is not room:
                return
            if idle_s is not None and not room.is_idle(time.monotonic(), idle_s):
                return
            del self._awake[key]
            room.close()
            if idle_s is not None:
                try:
                    room.table.prune()
                    self._leases.let_go(room.holder.hold)
                except CompanionError as error:
                    _log.warning("%s", error)  # it stays ours, and sleeps

    def _door(self, key: str) -> threading.Lock:
        return self._doors[hash(key) % DOORS]


@contextmanager
def _alone(key: str) -> Iterator[None]:
    """Let nothing that one table does hinder the others of a worker; the log says it.

    Raises:
        HubError: the database is away, which is nothing of that table.
    """
    try:
        yield
    except HubError:
        raise
    except Exception:  # noqa: BLE001  # whatever it is, other tables go on
        _log.exception("table %s", key)


class InTurn:
    """One reader of dice for many tables, which is asked by one thread at a time.

    Args:
        reader: it.
    """

    def __init__(self, reader: DiceFinder) -> None:
        self._reader, self._lock = reader, threading.Lock()

    def read(
        self,
        pixels: Pixels,
        *,
        dice: int | None = None,
        edge: float | None = None,
        foot: Foot | None = None,
        above: bool = False,
    ) -> DiceReading:
        """Return what the reader sees."""
        with self._lock:
            return self._reader.read(pixels, dice=dice, edge=edge, foot=foot, above=above)

    def bodies(self, pixels: Pixels, *, edge: float | None = None) -> tuple[DieReading, ...]:
        """Return where the reader sees dice."""
        with self._lock:
            return self._reader.bodies(pixels, edge=edge)


def _no_tags(_pixels: Pixels) -> tuple[()]:
    """See no stickers: none are printed for a table without a box."""
    return ()
