"""A whole evening of a club whose parts die at random; at its end nothing acknowledged is missing.

`python -m tests.durability.club_evening --tables 50 --minutes 60`: boxes of several tables each in
processes of their own, a hub in another, a PostgreSQL. What each table acknowledged is noted here,
outside all of them.
"""

import argparse
import contextlib
import random
import signal
import ssl
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Sequence
from http.client import HTTPConnection
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path

from companion.bots.match import Match
from companion.editions.load import edition_ids
from companion.errors import CompanionError
from companion.game.state import GameState
from companion.hub.database import Database
from companion.hub.postgres import PostgreSQL
from companion.hub.records import Records
from companion.hub.tables import Tables
from companion.shipping.join_code import BEYOND, print_of
from companion.shipping.shipper import Shipper
from companion.table.answers import Accepted
from companion.table.commands import Submitted
from companion.table.games.commands import Begin
from companion.table.table import Table
from tests.support.clubs import cluster, fresh_address
from tests.support.ports import reserved
from tests.support.repository import ROOT
from tests.support.shipping import parcels_of
from tests.support.small_hub import HOST

BOX = 5
"""Tables that lie in one process: they lose their power together."""
PACE_S = 3.0
"""Between two commands of a table."""
LIMIT_S = 180.0
"""Many times what the last records take."""

Note = tuple[int, str, int, str]
"""Of which table; of which game, the number and the digest of a record that was acknowledged."""


class Played:
    """One table at which built-in players play until they are killed.

    Args:
        number: which table it is.
        home: its folder.
        told: takes what it acknowledges.
    """

    def __init__(self, number: int, home: Path, told: Connection, lock: threading.Lock) -> None:
        self._number, self._told, self._lock = number, told, lock
        self._chance = random.Random()
        self.table = Table(home)
        self.shipper = Shipper(home, self.table)

    def run(self) -> None:
        """Play game after game, for ever."""
        self.table.start()
        self.shipper.start()
        while True:
            self._play()

    def _play(self) -> None:
        state = self.table.view.state
        if state is None or state.winners:
            names = tuple(f"Player {n + 1}" for n in range(2 + self._number % 5))
            edition = edition_ids()[self._number % len(edition_ids())]
            self._say(Begin(edition=edition, players=names, first_roll=False))
            state = self.table.view.state
        assert state is not None
        match = Match.from_state(state, self._chance.randrange(1 << 30))
        refused = 0
        while refused < 40 and not match.state.winners:  # its clock may let a hammer fall meanwhile
            time.sleep(PACE_S)
            for command in match.commands_now():
                if self._say(command):
                    match.follow(command, self._state)
                    refused = 0
                    break
            else:
                refused += 1
                match.state = self._state

    @property
    def _state(self) -> GameState:
        assert self.table.view.state is not None
        return self.table.view.state

    def _say(self, command: Submitted) -> bool:
        answer = self.table.submit(command, self.table.cause("banker", "banker"))
        if not isinstance(answer, Accepted) or not answer.seq:
            return False
        records = self.table.history()
        record = records[answer.seq - 1]
        with self._lock:
            self._told.send((self._number, records[0].digest, record.seq, record.digest))
        return True


def box(first: int, homes: Sequence[Path], told: Connection) -> None:
    """Play at several tables until killed."""
    lock = threading.Lock()
    for number, home in enumerate(homes, first):
        one = Played(number, home, told, lock)
        threading.Thread(target=one.run, name=home.name).start()


class Evening:
    """All of it.

    Args:
        folder: where the tables lie.
        postgres: it runs.
        tables: how many.
    """

    def __init__(self, folder: Path, postgres: PostgreSQL, tables: int, seed: int) -> None:
        self.chance, self._postgres, self._folder = random.Random(seed), postgres, folder
        self._database = fresh_address(postgres)
        self._port = reserved(BEYOND)
        self.homes = [folder / f"table-{n + 1}" for n in range(tables)]
        self.notes = Counter[Note]()
        self.befell = Counter[str]()
        self._context = get_context("spawn")
        self._boxes: dict[int, tuple[BaseProcess, Connection]] = {}
        self._hub: subprocess.Popen[bytes] | None = None
        self._back: list[tuple[float, str]] = []  # when what comes again

    def open_hub(self) -> None:
        """Let the hub run."""
        words = ("--database", self._database, "--home", str(self._folder / "hub"))
        ports = ("--host", HOST, "--port", str(self._port), "--tls-port", str(self._port + BEYOND))
        self._hub = subprocess.Popen(
            [sys.executable, "-m", "companion", "club", *words, *ports],
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def join(self) -> None:
        """Have all tables join."""
        authority = self._authority()
        database = Database(self._database)
        for number, home in enumerate(self.homes):
            secret = Tables(database).add(f"Table {number + 1}")
            table = Table(home)
            table.start()
            shipper = Shipper(home, table)
            shipper.start()
            shipper.join(f"{HOST}:{self._port}", f"{secret}-{print_of(authority)}")
            shipper.stop()
            table.stop()
        database.close()

    def begin(self) -> None:
        """Switch all boxes on."""
        for first in range(0, len(self.homes), BOX):
            self._switch_on(first)

    def go_on(self, seconds: float, every_s: float) -> None:
        """Let things befall it for a while."""
        until, due = time.monotonic() + seconds, time.monotonic() + every_s
        while time.monotonic() < until:
            self._listen(0.5)
            now = time.monotonic()
            for when, what in [*self._back]:
                if when <= now:
                    self._back.remove((when, what))
                    self._mend(what)
            if now >= due:
                due = now + every_s * self.chance.uniform(0.5, 1.5)
                self._befall()

    def end(self) -> Sequence[str]:
        """Have all come back, then kill all tables, let the rest be sent, and compare."""
        for _, what in self._back:
            self._mend(what)
        for first in [*self._boxes]:
            self._switch_off(first)
        database = Database(self._database)
        records = Records(database)
        wrong = self._sent_on(records)
        for note in self.notes:
            number, game, seq, digest = note
            rows = self._there(records, game)
            if seq > len(rows) or rows[seq - 1] != digest:
                wrong.append(f"table {number + 1} acknowledged {seq} of {game[:8]}: not at the hub")
        database.close()
        assert self._hub is not None
        self._hub.send_signal(signal.SIGTERM)
        self._hub.wait(LIMIT_S)
        return wrong

    # ---- its steps

    def _authority(self) -> bytes:
        until = time.monotonic() + LIMIT_S
        while time.monotonic() < until:
            with contextlib.suppress(OSError):
                line = HTTPConnection(HOST, self._port, timeout=5)
                line.request("GET", "/club/authority.pem")
                answer = line.getresponse()
                if answer.status == 200:
                    return ssl.PEM_cert_to_DER_cert(answer.read().decode())
            time.sleep(0.2)
        raise TimeoutError("the hub does not answer")

    def _switch_on(self, first: int) -> None:
        ours, theirs = self._context.Pipe(duplex=False)
        homes = self.homes[first : first + BOX]
        process = self._context.Process(target=box, args=(first, homes, theirs))
        process.start()
        theirs.close()
        self._boxes[first] = (process, ours)

    def _switch_off(self, first: int) -> None:
        process, ours = self._boxes.pop(first)
        process.kill()
        process.join(LIMIT_S)
        with contextlib.suppress(EOFError, OSError):
            while ours.poll(0):
                self.notes[ours.recv()] += 1
        ours.close()

    def _listen(self, seconds: float) -> None:
        lines = [ours for _, ours in self._boxes.values()]
        ready = wait(lines, seconds)
        for line in lines:
            with contextlib.suppress(EOFError, OSError):
                if line in ready:
                    self.notes[line.recv()] += 1

    def _befall(self) -> None:
        what = self.chance.choice(("box", "box", "hub", "hub hangs", "database"))
        if what in {back for _, back in self._back} | {"box" if not self._boxes else ""}:
            return
        if {what, *(back for _, back in self._back)} >= {"hub", "hub hangs"}:
            return
        self.befell[what] += 1
        back = what
        assert self._hub is not None
        if what == "hub":
            self._hub.kill()
            self._hub.wait(LIMIT_S)
        elif what == "hub hangs":
            self._hub.send_signal(signal.SIGSTOP)
        elif what == "database":
            self._postgres.kill()
        else:
            first = self.chance.choice([*self._boxes])
            self._switch_off(first)
            back = f"box {first}"
        self._back.append((time.monotonic() + self.chance.uniform(0.5, 20.0), back))

    def _mend(self, what: str) -> None:
        assert self._hub is not None
        if what == "hub":
            self.open_hub()
        elif what == "hub hangs":
            self._hub.send_signal(signal.SIGCONT)
        elif what == "database":
            self._postgres.start()
        else:
            self._switch_on(int(what.removeprefix("box ")))

    def _sent_on(self, records: Records) -> list[str]:
        """Ship what is left of each table, which plays no more; return what is wrong."""
        wrong = []
        for number, home in enumerate(self.homes):
            table = Table(home)
            table.start()
            shipper = Shipper(home, table)
            shipper.start()
            until = time.monotonic() + LIMIT_S
            while not (same := self._same(records, home)) and time.monotonic() < until:
                time.sleep(0.1)
            if not same:
                wrong.append(f"table {number + 1}: {shipper.state}")
            shipper.stop()
            table.stop()
        return wrong

    def _same(self, records: Records, home: Path) -> bool:
        """Return whether the hub has every game of a home byte for byte."""
        with contextlib.suppress(CompanionError):
            return all(
                [one.digest for one in rows] == self._there(records, rows[0].digest)
                for journal in (home / "games").glob("*.journal")
                if (rows := parcels_of(journal))
            )
        return False

    @staticmethod
    def _there(records: Records, game: str) -> list[str]:
        found: list[str] = []
        while more := records.after(game, len(found)):
            found += [one.digest for one in more]
        return found


def main() -> None:
    """Play the evening and tell how it was."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--every", type=float, default=15.0, help="seconds between two mishaps")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    with cluster() as postgres, tempfile.TemporaryDirectory() as folder:
        evening = Evening(Path(folder), postgres, args.tables, args.seed)
        evening.open_hub()
        evening.join()
        evening.begin()
        evening.go_on(60 * args.minutes, args.every)
        wrong = evening.end()
    games = {note[1] for note in evening.notes}
    print(f"{args.tables} tables, {args.minutes:g} minutes, {len(games)} games,", end=" ")
    print(f"{len(evening.notes)} records acknowledged; befell: {dict(evening.befell)}")
    print("\n".join(wrong) or "nothing is missing")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
