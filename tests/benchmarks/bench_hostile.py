"""What a hostile phone can do and cannot: everything is tried, in the middle of a game."""

import random
import threading
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.table.roles import reach
from companion.words import Seat
from tests.benchmarks.figure import Figure
from tests.support.floods import BODY, HEAD, asked, flood, waits
from tests.support.hostile import knocks, try_commands
from tests.support.pages import ORIGIN, Living, living_room, served
from tests.support.player import play

ATTACKS = {
    "nothing": (HEAD, 0, ()),
    "84 half-sent heads of one address": (HEAD, 84, ("127.0.0.2",)),
    "120 slow bodies of one address": (BODY, 120, ("127.0.0.2",)),
    "300 half-sent heads of twenty": (HEAD, 300, tuple(f"127.0.0.{n}" for n in range(2, 22))),
}
"""What hangs while a player asks for the own page: what is begun, how many, from where."""
ATTACK_S = 12.0
STEPS = 40
"""So many commands of a game are played; after each, everything is tried."""

CY, OTHERS = Seat(2), (Seat(0), Seat(1), Seat(3))


def measure() -> Iterator[Figure]:
    """Let Cy's phone try every command for the others, and every address it has no right to."""
    with TemporaryDirectory() as folder, living_room(Path(folder)) as room:
        token = room.begin()[CY]
        commands, doors = _tried(room, token)
        device = room.context.phones.of(token).device
        done = [one for one in room.table.history() if one.cause.device == device]
        others = [one for one in done if one.command.get("by") != CY or one.cause.seat != CY]
    yield Figure("commands tried for other seats, as data and as forms", sum(commands.values()), "")
    yield Figure("of those refused for want of a right", commands[403], "")
    yield Figure("requests to addresses without a right to them", sum(doors.values()), "")
    yield Figure("of those refused, or led to joining", doors[403] + doors[302], "")
    yield Figure("records booked for another seat by that phone", len(others), "")
    yield from _while_attacked()


def _while_attacked() -> Iterator[Figure]:
    """Wait for a player's own page, on a new line each time, while requests hang."""
    with TemporaryDirectory() as folder, living_room(Path(folder)) as room:
        token = room.begin()[CY]
        with served(room) as url:
            yield Figure("threads while served", threading.active_count(), "")
            asked(url, "/seat", token)  # the first time templates are read
            for name, (begun, count, sources) in ATTACKS.items():
                with flood(url, begun, count, sources):
                    took = waits(url, "/seat", token, seconds=ATTACK_S)
                for share in (50, 99):
                    slow = 1000 * took[min(len(took) * share // 100, len(took) - 1)]
                    yield Figure(f"own page's p{share} beside {name}", slow, "ms")


def _tried(room: Living, token: str) -> tuple[Counter[int], Counter[int]]:
    """Return the statuses of the commands that were tried, and of the addresses."""
    client, commands, doors = room.client(token), Counter[int](), Counter[int]()
    for step, _answer in enumerate(islice(play(room.table, random.Random(7)), STEPS)):
        commands += try_commands(client, OTHERS, str(step))
        for one in knocks(room.app):
            if not reach(one.what, "seat"):
                with client.open(one.path, method=one.method, headers=ORIGIN) as answer:
                    doors[answer.status_code] += 1
    return commands, doors
