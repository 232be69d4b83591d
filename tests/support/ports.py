"""Ports for servers that a test starts, stops and starts again at the same number."""

import fcntl
import socket
import tempfile
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import IO

FIRST, LAST = 20_000, 32_000
"""Below what Linux gives to whoever asks for any port (ip_local_port_range)."""

_FOLDER = Path(tempfile.gettempdir()) / "companion-ports"
_held: dict[int, IO[str]] = {}
_next = count(FIRST)


def reserved(beside: int = 0) -> int:
    """Return a port that no other test has until this process ends, whoever listens there or not.

    *beside*: the port so far beyond it is reserved too, if it is not 0.

    Raises:
        OSError: there is none left.
    """
    _FOLDER.mkdir(exist_ok=True)
    for port in _next:
        if port > LAST:
            break
        wanted = {port, port + beside}
        if all(_hold(one) for one in wanted):
            return port
        for one in wanted & {*_held}:
            _held.pop(one).close()
    raise OSError(f"no port is free from {FIRST} to {LAST}")


def _hold(port: int) -> bool:
    """Hold a port, if nobody holds it or listens there; return whether it is held."""
    if port in _held:
        return False
    lock = (_FOLDER / str(port)).open("w")
    with suppress(OSError), socket.socket() as probe:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        probe.bind(("127.0.0.1", port))
        _held[port] = lock
        return True
    lock.close()
    return False
