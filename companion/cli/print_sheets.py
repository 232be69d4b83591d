"""`companion print`: stickers, cards, the mat and the join card as PDF in true millimetres."""

import argparse
import re
import sys
from getpass import getpass
from pathlib import Path

from cards_qr.keyrings import Keyrings
from cards_qr.printing.described_labels import EXAMPLE as OWN_LABELS
from cards_qr.printing.faces import numbers_of
from cards_qr.printing.formats import LABEL, label_sheets
from cards_qr.printing.order import (
    SEAT_TAG_MM,
    TAGGED,
    WHATS,
    PrintOrder,
    plain_sheets,
    sides_of,
    stock_named,
    tagged_sheets,
)
from cards_qr.tag_drawing import STICKER_MM
from companion.cli.options import add_home
from companion.cli.parser import Subparsers
from companion.editions.library import Library
from companion.editions.model import Edition
from companion.examination import likely_port
from companion.files import PUBLIC, write_whole
from web.shared.addresses import Addresses, lasting

EXAMPLE = f"""\
example:
  companion print deeds --edition ru-2004 --out deeds.pdf
  companion print deeds --edition ru-2004 --paper label:L7651 --out deeds.pdf
  companion print deeds --edition ru-2004 --paper label:19x19,pitch=21.5x21.5 --out deeds.pdf
  companion print deeds --edition ru-2004 --reissue 12 --out lost.pdf
  companion print cards --edition us-classic --card 57x88 --out cards.pdf
  companion print join --wifi "Our home" --password "correct horse" --out join.pdf
  companion print test --paper a4 --out test.pdf

Labels that are not in our list: measure size, pitch (from one left edge to the next, one upper
edge to the next) and margins in mm, as in
  {OWN_LABELS}
Without a pitch they touch, without margins they are centred, without columns and rows as many as
fit. `companion print test --paper label:...` draws their outlines on blank paper to hold against
the sheet.

Print at 100 %, not "fit to page"; `companion print test --out test.pdf` shows what the printer
does.
"""
LIKELY_EDITION = "us-classic"
"""Whose language sheets speak that are of no edition, if none is named."""

ASK = "-"
"""In place of the password: it shall not stand in the shell's history."""


def add_parser(subparsers: Subparsers) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "print",
        description="Write sheets to print: stickers for deeds, cards and seats (or whole cards),"
        " the mat, the join card, a test sheet.",
        epilog=EXAMPLE,
    )
    parser.add_argument("what", choices=WHATS, help="what to print")
    parser.add_argument("--edition", metavar="E", help="as in `companion editions`")
    parser.add_argument("--out", type=Path, metavar="FILE.pdf", help="the file to write")
    parser.add_argument(
        "--paper",
        default="a4",
        metavar="PAPER",
        help=f"a4, letter, a3, or {LABEL}NAME; {LABEL}? lists the names, {LABEL}WxH,... describes"
        " another sheet (default: %(default)s)",
    )
    add_home(parser)
    _add_sizes(parser)
    _add_choice(parser)
    parser.set_defaults(parser=parser)


def _add_sizes(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--size",
        type=float,
        metavar="MM",
        help=f"side of a tag with its white border (default: {STICKER_MM:g};"
        f" on seats' cards {SEAT_TAG_MM:g})",
    )
    parser.add_argument(
        "--card",
        type=_card,
        metavar="WxH",
        help="print whole cards of that size in mm, both sides, in place of stickers",
    )


def _add_choice(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--only", type=_numbers, default=(), metavar="N,N", help="these alone")
    parser.add_argument(
        "--reissue",
        type=_numbers,
        default=(),
        metavar="N,N",
        help="new tags for what was lost; the old ones count no more",
    )
    parser.add_argument(
        "--new-set",
        action="store_true",
        help="new tags for everything; all stickers until now count no more",
    )
    parser.add_argument(
        "--skip", type=int, default=0, metavar="N", help="labels of the first sheet used already"
    )
    parser.add_argument("--wifi", metavar="NAME", help="with join: the Wi-Fi's name")
    parser.add_argument(
        "--password", default="", metavar="P", help="with join: its password; - asks for it"
    )
    parser.add_argument(
        "--address", metavar="URL", help="with join: the page (default: this machine's)"
    )


def run(args: argparse.Namespace) -> int:
    """Write the file and say what is in it.

    Raises:
        SheetError: what was asked for cannot be printed.
        KeyringError: the set's keyring cannot be used.
        EditionError: there is no such edition.
        OSError: the file cannot be written.
    """
    if args.paper == f"{LABEL}?":
        _list_labels()
        return 0
    missing = [name for name in ("edition", "out") if not getattr(args, name)]
    if args.what not in TAGGED:
        missing = [name for name in missing if name != "edition"]
    if missing:
        args.parser.error(f"the following arguments are required: --{', --'.join(missing)}")
    home = args.home.expanduser()
    edition = Library(home).edition(args.edition or LIKELY_EDITION)
    order = _order(args)
    if args.what in TAGGED:
        said = _print_tagged(args, edition, Keyrings(home), order)
    else:
        content, pages = plain_sheets(order, edition.language)
        write_whole(args.out, content, mode=PUBLIC)
        said = _counted(pages, "page")
    if args.what == "join":
        said = f"{said}; it opens {order.address} (--address for another)"
    print(f"{args.out}: {said}; print at 100 %")
    return 0


def _list_labels() -> None:
    for name, grid in label_sheets():
        across = f"{grid.columns} x {grid.rows} of {grid.width:g} x {grid.height:g} mm"
        print(f"{LABEL}{name:10} {grid.paper.name:8} {across}")
    print(f"another: {OWN_LABELS}")


def _print_tagged(
    args: argparse.Namespace, edition: Edition, keyrings: Keyrings, order: PrintOrder
) -> str:
    """Draw, save the register if it changed, write the file; in this order.

    What cannot be drawn revokes nothing, and no sticker is printed that no register knows.
    """
    kind = TAGGED[args.what]
    before = keyrings.as_it_is(edition.id) if args.new_set else keyrings.of(edition.id)
    keyring = before
    if args.new_set:
        keyring = keyrings.renewed(edition.id)
    elif args.reissue:
        lost = numbers_of(kind, args.reissue)
        keyring = keyrings.reissued(edition.id, [item for n in lost for item in sides_of(kind, n)])
    content, pages = tagged_sheets(order, edition, keyring)
    if keyring is not before:
        keyrings.save(keyring, before)
    write_whole(args.out, content, mode=PUBLIC)
    things = _counted(len(order.numbers), kind)
    return f"{things} on {_counted(pages, 'page')}, set {keyring.set_number} of {edition.id}"


def _order(args: argparse.Namespace) -> PrintOrder:
    paper, labels = stock_named(args.paper)
    asked = _asked() if args.wifi and args.password == ASK else None
    return PrintOrder(
        what=args.what,
        paper=paper,
        labels=labels,
        size=args.size,
        card=args.card,
        only=(*args.reissue, *args.only),
        skip=args.skip,
        wifi=(args.wifi, asked or args.password) if args.wifi else None,
        address=args.address or f"{lasting(Addresses('', likely_port())())}/join",
    )


def _asked() -> str:
    """Return the password that is typed, or that comes down a pipe."""
    if sys.stdin.isatty():
        return getpass("Password of the Wi-Fi: ")
    return sys.stdin.readline().rstrip("\n")


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


def _numbers(text: str) -> tuple[int, ...]:
    """Return the numbers of `5,12-14`."""
    numbers: list[int] = []
    for part in text.split(","):
        found = re.fullmatch(r"\s*(\d{1,3})(?:\s*-\s*(\d{1,3}))?\s*", part)
        if not found:
            raise argparse.ArgumentTypeError(f"{text!r} are no numbers: 5,12 or 5-8, say")
        first = int(found[1])
        numbers.extend(range(first, int(found[2] or first) + 1))
    return tuple(numbers)


def _card(text: str) -> tuple[float, float]:
    """Return width and height of `57x88`."""
    found = re.fullmatch(r"(\d{1,3}(?:\.\d+)?)\s*[x×*]\s*(\d{1,3}(?:\.\d+)?)", text.lower())
    if not found:
        raise argparse.ArgumentTypeError(f"{text!r} is no size of a card: 57x88, say")
    return float(found[1]), float(found[2])
