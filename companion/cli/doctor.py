"""`companion doctor`: looks at every part and says what to do."""

import argparse
import sys

import msgspec

from companion.cli.options import add_camera, add_home, add_temporary, kind_of_buttons, whole
from companion.cli.parser import Subparsers
from companion.doctor import Check, worst
from companion.examination import examine
from companion.words import Seat
from hardware.panel import usual_buttons
from hardware.pins import sources
from hardware.presses import Trace

EXAMPLE = """\
example:
  companion doctor
  companion doctor --camera usb:0 --buttons
  companion doctor --buttons gpio --press
"""
MARKS = {"ok": "ok  ", "warn": "look", "bad": "BAD "}


def add_parser(subparsers: Subparsers) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "doctor",
        description="Look at every part of the companion and say what to do.",
        epilog=EXAMPLE,
    )
    add_home(parser)
    add_camera(parser)
    parser.add_argument(
        "--buttons",
        nargs="?",
        const="",
        type=lambda word: kind_of_buttons(word) if word else word,
        metavar="KIND",
        help="check the seats' buttons too, as `companion run` takes them",
    )
    parser.add_argument(
        "--press",
        nargs="?",
        const=60,
        default=0,
        type=whole(1, 3600),
        metavar="SECONDS",
        help="wait until each has been pressed once (default: 60 seconds)",
    )
    add_temporary(parser)
    parser.add_argument("--json", action="store_true", help="one JSON object a check")


def run(args: argparse.Namespace) -> int:
    """Show all checks; 1 if one is bad."""
    buttons = "" if args.press and args.buttons is None else args.buttons
    if args.press and not _by_hand(buttons or usual_buttons()):
        print("There are no buttons to press by hand: see --buttons.", file=sys.stderr)
    elif args.press:
        asked = f"Press button 1, then 2, and so on: each is named as it is heard ({args.press} s)."
        print(asked, file=sys.stderr, flush=True)
    home = args.home.expanduser()
    if not home.exists():
        print(f"There is no {home} yet: it is made.", file=sys.stderr)
    checks = examine(
        home,
        args.camera,
        buttons=buttons,
        press_s=args.press,
        temporary=args.temporary,
        tell=_heard,
    )
    for check in checks:
        print(_json(check) if args.json else _line(check), flush=True)
    return 1 if worst(checks) == "bad" else 0


def _by_hand(kinds: str) -> bool:
    """Return whether a hand can press buttons of these kinds."""
    return bool({name for name, _device in sources(kinds)} & {"gpio", "usb"})


def _heard(seat: Seat, press: Trace) -> None:
    lasted = "held down" if press.seconds is None else f"{press.seconds:.2f} s"
    bounced = f", bounced {press.bounces} times" if press.bounces else ""
    said = f"heard: button {seat + 1} ({press.source}), {lasted}{bounced}"
    print(said, file=sys.stderr, flush=True)


def _line(check: Check) -> str:
    mend = f"  -> {check.mend}" if check.mend else ""
    mark = MARKS[check.health]
    return f"{mark}  {check.name}: {check.words}{mend}"


def _json(check: Check) -> str:
    plain = {**msgspec.structs.asdict(check), "words": check.words, "mend": check.mend}
    return msgspec.json.encode(plain, enc_hook=str).decode()
