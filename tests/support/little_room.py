"""A PostgreSQL whose files cannot grow, and records to fill them with."""

import json
import random
import subprocess
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager

from companion.hub.postgres import PostgreSQL
from companion.journal.codec import VERSION
from companion.journal.record import FIRST_DIGEST, digest_of
from companion.shipping.wire import Parcel
from tests.support.processes import LIMIT_S

MB = 1 << 20

TABLES_FULL, LOG_FULL = 17 * MB, 15 * MB
"""A file of the log has 16 MB from the first on: with more room for each file its tables alone
cannot grow; with less its log is full as well, without which it cannot run."""


def random_records(count: int, size: int) -> tuple[Parcel, ...]:
    """Return a game of so many records of about so many bytes, which nothing makes much smaller.

    A newer companion has written them: a hub keeps what it cannot read yet.
    """
    chance, before, made = random.Random(9), FIRST_DIGEST, list[Parcel]()
    for _ in range(count):
        text = b64encode(chance.randbytes(size * 3 // 4)).decode()
        body = json.dumps({"version": VERSION + 1, "text": text}).encode()
        before = digest_of(before, body)
        made.append(Parcel(before, body))
    return tuple(made)


@contextmanager
def little_room(server: PostgreSQL, size: int) -> Iterator[None]:
    """Let no file of a PostgreSQL grow beyond a size."""
    limit(server, size)
    try:
        yield
    finally:
        limit(server, "unlimited")


def limit(server: PostgreSQL, size: int | str) -> None:
    """Let files of all processes that are there grow so far; who is one of them may say so."""
    for pid in server._working_here():
        words = ["prlimit", f"--pid={pid}", f"--fsize={size}:"]
        subprocess.run(words, check=False, timeout=LIMIT_S, **server._somebody())
