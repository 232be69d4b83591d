"""Workers of hosted tables in processes of their own, and phones at their tables."""

import http.client
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from companion.hosting.documents import TableFolder
from companion.hosting.leases import Hold
from companion.hosting.tables import HostedTable, HostedTables
from companion.hub.database import Database
from tests.end_to_end.phone import Phone
from tests.support.processes import LIMIT_S
from tests.support.repository import ROOT
from web.phones.pin import FILE, first_pin

COMMAND = (sys.executable, "-m", "companion", "worker")


class RunningWorker:
    """`companion worker`, till it is killed.

    Args:
        database: its address.
        port: 0: any free one.
        more: further words of the command.
    """

    def __init__(self, database: str, port: int = 0, more: Sequence[str] = ()) -> None:
        self.process = subprocess.Popen(
            [*COMMAND, "--database", database, "--port", str(port), *more],
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().split()[-1].rstrip(".")

    @property
    def port(self) -> int:
        """Where it answers."""
        return int(self.address.rpartition(":")[2])

    def kill(self) -> None:
        """Kill it, as the power does that goes."""
        self.process.kill()
        self.process.wait(LIMIT_S)
        if self.process.stdout is not None:
            self.process.stdout.close()

    def stop(self) -> None:
        """Ask it to end, and wait for that."""
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(LIMIT_S) == 0
        self.kill()

    def stand_still(self) -> None:
        """Have it do nothing, without a word, as a machine does that swaps or a line that hangs."""
        self.process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """Let it go on as if nothing had been."""
        self.process.send_signal(signal.SIGCONT)

    @property
    def memory_kib(self) -> float:
        """Its own memory, without what it shares."""
        told = Path(f"/proc/{self.process.pid}/smaps_rollup").read_text()
        return sum(int(line.split()[1]) for line in told.splitlines() if "Private" in line)


def hosted_table(database: Database, name: str) -> HostedTable:
    """Add a table without a box."""
    added = HostedTables(database).add(name)
    assert isinstance(added, HostedTable)
    return added


def pin_of(database: Database, table: HostedTable) -> str:
    """Return the PIN that the organiser sees; somebody has asked for the table before."""
    return first_pin(TableFolder(database, Hold(table.id, 0)) / FILE) or ""


def holder_of(workers: Sequence[RunningWorker], table: HostedTable) -> RunningWorker | None:
    """Return which of the workers holds a table, as they tell a router; None: none of them."""
    by_address = {worker.address: worker for worker in workers}
    for worker in workers:
        line = http.client.HTTPConnection("127.0.0.1", worker.port, timeout=5)
        try:
            line.request("GET", f"/where/{table.key}")
            told = line.getresponse().headers.get("X-Worker", "")
        except OSError:
            continue
        finally:
            line.close()
        if told in by_address:
            return by_address[told]
    return None


def phone_at(worker: RunningWorker, table: HostedTable) -> Phone:
    """Return a phone at a table that a worker holds."""
    return Phone(worker.port, f"/t/{table.key}")
