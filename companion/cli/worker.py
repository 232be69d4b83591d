"""`companion worker`: hosts many tables that have no box, all in one program."""

import argparse
import logging
import signal
import sys
import threading
from types import FrameType

from companion.cli.parser import Subparsers
from companion.cli.plain import exact, shown
from companion.cli.ports import add_router, add_tables, port
from companion.worker import Worker, WorkerOptions

EXAMPLE = """\
example:
  companion worker --database postgresql:///club --port 8301 --router 127.0.0.1
  companion worker --database postgresql:///club --host 10.0.0.2 --port 8301 --router 10.0.0.1

Start as many as the machine has cores; `companion router` leads phones to them.
More: docs/club.md
"""


def add_parser(subparsers: Subparsers) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "worker",
        description="Host tables of a club that have no box: phones are all that they need.",
        epilog=EXAMPLE,
    )
    parser.add_argument(
        "--database", metavar="ADDRESS", required=True, help="of the club's PostgreSQL"
    )
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        metavar="H",
        help="the address to listen on (default: %(default)s, where a router asks)",
    )
    parser.add_argument("--port", type=port, default=0, metavar="P", help="default: any free one")
    add_tables(parser)
    add_router(parser)


def run(args: argparse.Namespace) -> int:
    """Run until a signal asks to stop; 130 after Ctrl-C, 0 after any other.

    Raises:
        CompanionError: a part cannot be had: the database, the port.
    """
    logging.basicConfig(level=logging.WARNING, format="companion: %(message)s", stream=sys.stderr)
    asked, received = threading.Event(), list[int]()

    def stop(number: int, _frame: FrameType | None) -> None:
        received.append(number)
        asked.set()

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):  # the last: a closed terminal
        signal.signal(number, stop)
    options = WorkerOptions(
        database=args.database,
        host=args.host,
        port=args.port,
        routers=args.router,
        tables=args.tables or "",
    )
    worker = Worker(options)
    try:
        told = f"The worker is ready, at {worker.address}."
        print(shown(told), file=exact(sys.stdout), flush=True)
        asked.wait()
    finally:
        worker.stop()
    return 130 if received == [signal.SIGINT] else 0
