"""`companion router`: what nginx needs to lead people to a club's tables."""

import argparse
import os
import re
from pathlib import Path

from companion.certificates.proof import serving
from companion.cli.parser import Subparsers
from companion.cli.ports import port
from companion.errors import SettingsError
from companion.files import make_folder, words_of
from companion.hosting.router import AGAIN, Router, configuration
from web.hosted.standing import CLUB_AWAY, standing_pages
from web.server.bodies import LARGE

EXAMPLE = """\
example:
  companion router --hub 10.0.0.1:8000 --worker 10.0.0.2:8100 --port 8080
  companion router --hub 10.0.0.1:8000 --worker 10.0.0.2:8100 --port 443 --certificate a --key b

What it prints is started with: nginx -c FILE
Hub and workers are started with --router and this machine's address: then they believe it for whom
it asks. Whatever holds no table comes from the hub. More: docs/club.md
"""

OWN, OF_ROOT = Path("~/club/router"), Path("/var/lib/companion-router")
"""Folders: started by root, nginx works as a user of its own, who comes into nobody's home."""

BESIDE = 64 * 1024
"""Bytes of a form around its picture."""
THROUGH = 0o711
"""Permissions of a folder that others may walk through."""
_ADDRESS = re.compile(r"[A-Za-z0-9.-]+:\d{1,5}|\[[0-9a-fA-F:]+\]:\d{1,5}")


def add_parser(subparsers: Subparsers) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "router",
        description="Print the configuration of nginx that leads people to a club's tables.",
        epilog=EXAMPLE,
    )
    parser.add_argument(
        "--hub", type=address, required=True, metavar="HOST:PORT", help="of `companion club`"
    )
    parser.add_argument(
        "--worker",
        type=address,
        action="append",
        required=True,
        metavar="HOST:PORT",
        help="of a `companion worker`, as that one says it; may be given again",
    )
    parser.add_argument(
        "--port", type=port, default=8080, metavar="P", help="to listen on (default: %(default)s)"
    )
    parser.add_argument(
        "--certificate", type=Path, metavar="FILE", help="PEM, for pages over TLS alone; with --key"
    )
    parser.add_argument("--key", type=Path, metavar="FILE", help="the certificate's key, PEM")
    parser.add_argument(
        "--folder",
        type=Path,
        metavar="DIR",
        help=f"where nginx keeps what it needs for a moment (default: {OWN}, of root {OF_ROOT})",
    )


def address(word: str) -> str:
    """Return an address as nginx reads it.

    Raises:
        ArgumentTypeError: it is none.
    """
    if not _ADDRESS.fullmatch(word):
        raise argparse.ArgumentTypeError(f"{word!r} is no HOST:PORT")
    return word


def run(args: argparse.Namespace) -> int:
    """Print it.

    Raises:
        SettingsError: certificate and key are not both given, or of no use; the folder cannot be
            made.
    """
    if (args.certificate is None) is not (args.key is None):
        raise SettingsError("a certificate is of no use without its key", mend="give both")
    certificate = args.certificate and args.certificate.expanduser().resolve()
    key = args.key and args.key.expanduser().resolve()
    if certificate:
        try:
            serving(certificate, key)
        except OSError as error:
            told = f"certificate and key cannot be used: {words_of(error)}"
            raise SettingsError(told, where=str(certificate), mend="give a pair as PEM") from error
    by_root = os.geteuid() == 0
    folder = (args.folder or (OF_ROOT if by_root else OWN)).expanduser().resolve()
    try:
        make_folder(folder)
        if by_root:
            folder.chmod(THROUGH)
    except OSError as error:
        raise SettingsError(f"{folder} cannot be made", mend="choose another --folder") from error
    router = Router(
        hub=args.hub,
        workers=tuple(dict.fromkeys(args.worker)),
        folder=folder,
        port=args.port,
        certificate=certificate,
        key=key,
        largest=max(LARGE.values()) + BESIDE,
        away=standing_pages(AGAIN),
        hub_away=standing_pages(AGAIN, CLUB_AWAY),
    )
    print(configuration(router), end="")
    return 0
