"""A hub whose line to PostgreSQL is cut: for a process in a network of its own."""

import subprocess
import threading

from companion.errors import HubError
from companion.hub import postgres
from companion.hub.bell import Bell
from companion.hub.hub import Hub
from companion.shipping.wire import HubHead
from tests.support.clubs import batch, chain, cluster, hub_at, joined, leased
from tests.support.waiting import soon

TEN = chain(10)


def line(how: str) -> None:
    """Let nothing through to this machine itself, or all."""
    subprocess.run(["ip", "link", "set", "lo", how], check=True, timeout=30)


def said(hub: Hub) -> str:
    """Return what the hub's parts say when they are asked."""
    try:
        return f"{len(hub.records.games())} games"
    except HubError as error:
        return str(error.code)


def main() -> None:
    """Keep, cut, ask from all sides, mend, keep."""
    line("up")
    postgres.SETTINGS["listen_addresses"] = "127.0.0.1"
    rung = threading.Semaphore(0)
    with cluster(), hub_at("postgresql://companion@127.0.0.1/postgres") as hub:
        bell = Bell(hub.database.address, rung.release)
        bell.start()
        table, _ = joined(hub)
        game = leased(hub, TEN, table)
        hub.records.keep(game, table, batch(TEN, 0, 5))
        print(said(hub))
        line("down")
        print(said(hub))
        line("up")
        assert soon(lambda: said(hub) == "1 games")
        head = hub.records.keep(game, table, batch(TEN, 5))
        assert isinstance(head, HubHead)
        print(head.seq, hub.records.after(game, 0) == TEN)
        print("rings" if soon(lambda: rung.acquire(blocking=False)) else "is silent")
        bell.stop()


if __name__ == "__main__":
    main()
