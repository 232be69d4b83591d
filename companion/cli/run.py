"""`companion run`: the appliance."""

import argparse
import logging
import os
import signal
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import FrameType

from companion.backups.restoring import restore
from companion.cli.backup import lines_of
from companion.cli.codes import drawn
from companion.cli.options import add_camera, add_home, add_temporary, kind_of_buttons, whole
from companion.cli.parser import Subparsers
from companion.cli.plain import exact, shown
from companion.cli.ports import port, tls_port
from companion.compose import Companion
from companion.diagnostics.kept_log import KeptLog
from companion.errors import CompanionError, SettingsError
from companion.examination import EASY_PORT, OTHER_PORT
from companion.parts import Options
from companion.secure_port import BEYOND

EXAMPLE = """\
example:
  companion run
  companion run --camera usb:0 --buttons gpio
  companion run --camera "dir:photos?hold=2" --home /tmp/evening --port 8080
"""

LISTEN_S = 1.0
"""So often it looks whether it was asked to stop."""

SCREEN = "join.issue"
"""Where the service lays what the machine's login screen shows."""

ANSWER_S = 0.5
"""So long the phone that asked for a copy to be taken back has for its answer."""


def add_parser(subparsers: Subparsers) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "run",
        description="Start the companion: camera, referee, buttons and pages.",
        epilog=EXAMPLE,
    )
    add_home(parser)
    add_camera(parser)
    parser.add_argument(
        "--deeds-camera",
        default="auto",
        metavar="SOURCE",
        help="another one, as --camera has it, that sees only where deeds are laid"
        " (default: %(default)s: what was chosen under Which eye, else none)",
    )
    parser.add_argument(
        "--buttons",
        type=kind_of_buttons,
        metavar="KIND",
        help="the seats' buttons: gpio, usb, usb:DEVICE, mock or none, or several: gpio,usb"
        " (default: gpio on a Raspberry Pi, else mock)",
    )
    parser.add_argument(
        "--host",
        default="0.0.0.0",  # noqa: S104 — phones of the same network are to reach it
        metavar="H",
        help="the address to listen on (default: all)",
    )
    parser.add_argument(
        "--port",
        type=port,
        metavar="P",
        help=f"default: {EASY_PORT} where that is allowed, else {OTHER_PORT}; 0: any free one",
    )
    parser.add_argument(
        "--tls-port",
        type=tls_port,
        metavar="P",
        help=f"the same pages over TLS, which phones ask for before they give their camera"
        f" (default: {BEYOND} more than the port, so 443 beside 80); 0 or none: not at all",
    )
    parser.add_argument(
        "--backup",
        type=Path,
        metavar="DIR",
        help="a second folder for the copies that are made by themselves, as on a USB stick",
    )
    add_temporary(parser)
    parser.add_argument("--seed", type=whole(0), metavar="N", help="of the simulated table's dice")


def run(args: argparse.Namespace) -> int:
    """Run until a signal asks to stop; 0 after SIGTERM, 130 after Ctrl-C.

    Raises:
        CompanionError: a part cannot be had.
    """
    logging.basicConfig(level=logging.WARNING, format="companion: %(message)s", stream=sys.stderr)
    logging.getLogger().addHandler(_LOG)
    asked, received, wanted = threading.Event(), list[int](), list[Path]()

    def stop(number: int, _frame: FrameType | None) -> None:
        received.append(number)
        asked.set()

    def take_back(copy: Path) -> None:
        wanted.append(copy)
        threading.Timer(ANSWER_S, asked.set).start()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    while not received:
        asked.clear()
        _run_once(args, take_back, asked)
        if wanted and not received:
            _take_back(wanted.pop(), args.home.expanduser())
    return 130 if received == [signal.SIGINT] else 0


_LOG = KeptLog()
"""What was logged lately."""


def _run_once(
    args: argparse.Namespace, take_back: Callable[[Path], None], asked: threading.Event
) -> None:
    companion = _started(args, take_back)
    try:
        _tell(companion)
        while not asked.wait(LISTEN_S):
            # Meanwhile a signal that reached another thread is handled by this one.
            if companion.has_moved():
                _tell(companion)
    finally:
        companion.stop()
    args.port = companion.port  # phones find it again where it was


def _take_back(copy: Path, home: Path) -> None:
    """Let a copy take the place of the home; if it cannot, the home stays and so does play."""
    try:
        restored = restore(copy, home)
    except CompanionError as error:
        print(f"companion: {error}", file=sys.stderr)
    else:
        print(f"Taken back: {copy}. What was there before lies in {restored.aside}")


def _started(args: argparse.Namespace, take_back: Callable[[Path], None]) -> Companion:
    options = Options(
        home=args.home.expanduser(),
        camera=args.camera,
        deeds_camera=args.deeds_camera,
        buttons=args.buttons,
        host=args.host,
        port=EASY_PORT if args.port is None else args.port,
        tls_port=args.tls_port,
        temporary=args.temporary,
        backup=args.backup,
        seed=args.seed,
        log=lambda: _LOG.text,
    )
    try:
        return Companion(options, take_back=take_back)
    except SettingsError:
        if args.port is not None or options.port == OTHER_PORT:
            raise
    args.port = OTHER_PORT
    return _started(args, take_back)


def _welcome(companion: Companion) -> str:
    address = companion.addresses[0]
    lines = [
        *_where(companion),
        f"Camera:        {companion.camera_words}",
    ]
    if companion.deeds_camera:
        lines.append(f"Deeds:         {companion.deeds_camera}")
    offered = companion.copies.offered()
    if offered:
        told = "\n".join(lines_of(offered.path, offered.manifest))
        lines.append(f"The last game is damaged. The last good copy: {told}")
        lines.append(f"Take it back at {address}/banker/backups, or by `companion restore`")
    lines += [f"companion: {error}" for error in companion.lost]
    if companion.pin:
        lines.append(f"Banker's PIN:  {companion.pin}   (at {address}/banker)")
    return "\n".join([*drawn(address), *map(shown, lines)])


def _where(companion: Companion) -> list[str]:
    return [
        f"The companion is ready. Phones join at {' or '.join(companion.addresses)}",
        f"Table screen:  {companion.addresses[0]}/table",
    ]


def _tell(companion: Companion) -> None:
    """Say where phones join; as a service, on the machine's own screen as well."""
    print(_welcome(companion), file=exact(sys.stdout), flush=True)  # the code has colours
    folder = os.environ.get("RUNTIME_DIRECTORY")
    if folder:
        lines = [*drawn(companion.addresses[0], coloured=True), *_where(companion)]
        (Path(folder) / SCREEN).write_text("\n".join([*lines, "", ""]))
