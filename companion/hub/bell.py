"""Rings when something was kept: whoever hears it rereads by number, for a ring may get lost."""

import logging
import threading
from collections.abc import Callable

import psycopg

from companion.hub.database import BELL, PATIENCE

QUIET_S = 10.0
"""It rings so often also where nothing was told: a line may be dead without a word."""
AGAIN_S = 1.0
"""So long after a connection was lost another one is tried."""

_TICK_S = 0.5

_log = logging.getLogger(__name__)


class Bell:
    """A thread that listens to PostgreSQL; nothing ends it but `stop`.

    Args:
        address: of the database.
        ring: is called when something was kept, after every new connection, and when one is lost;
            in this thread.
    """

    def __init__(self, address: str, ring: Callable[[], None]) -> None:
        self._address, self._ring = address, ring
        self._why = ""
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._run, name="bell", daemon=True)

    def start(self) -> None:
        """Begin to listen."""
        self._thread.start()

    def stop(self) -> None:
        """Listen no more."""
        self._end.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        while not self._end.is_set():
            try:
                self._listen()
            except psycopg.Error as error:
                self._lost(str(error).partition("\n")[0])
            self._end.wait(AGAIN_S)

    def _listen(self) -> None:
        with psycopg.connect(self._address, autocommit=True, **PATIENCE) as connection:
            connection.execute(f"listen {BELL}")
            self._why = ""
            while not self._end.is_set():
                self._rung()
                self._wait(connection)

    def _lost(self, why: str) -> None:
        """Say why there is no connection, once."""
        if why != self._why:
            self._why = why
            _log.warning("the club's database: %s", why)
            self._rung()

    def _wait(self, connection: psycopg.Connection[tuple[object, ...]]) -> None:
        """Return when something was told, or when it was quiet for long and the line holds."""
        for _ in range(round(QUIET_S / _TICK_S)):
            if self._end.is_set() or [*connection.notifies(timeout=_TICK_S, stop_after=1)]:
                return
        connection.execute("select 1")

    def _rung(self) -> None:
        try:
            self._ring()
        except Exception:  # noqa: BLE001  # who fails once is rung again
            _log.exception("who was rung has failed")
