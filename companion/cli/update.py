"""`companion update`: a release takes the place of the version in use, if it is sound."""

import argparse
from pathlib import Path

from companion.appliance.installation import Installation, insist_on_root, told
from companion.appliance.source import Release, source_of
from companion.cli.parser import Subparsers

EXAMPLE = """\
example:
  companion update --check /media/stick/companion-0.2.0
  sudo companion update /media/stick/companion-0.2.0
  sudo companion update /media/stick/companion-0.2.0 --digest 5f70bf18a086...

The folder holds all that is needed: no network is. All games are copied first. If the new version
is not sound within a minute, the old one comes back by itself, after a pulled plug as well.
"""


def add_parser(subparsers: Subparsers) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "update",
        description="Put a release in use on a machine where the companion is installed.",
        epilog=EXAMPLE,
    )
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="the release, or a checkout")
    parser.add_argument(
        "--digest", default="", metavar="HEX", help="what the release's digest must be"
    )
    parser.add_argument("--check", action="store_true", help="only look whether it is whole")


def run(args: argparse.Namespace) -> int:
    """Check the folder, say its digest, and try it out; 1 if the old version came back.

    Raises:
        UpdateError: it is no release, damaged, another than the one named, or cannot be built.
    """
    source = source_of(args.folder.absolute(), args.digest)
    told_of = f"whole. Digest: {source.digest}" if isinstance(source, Release) else "a checkout."
    print(f"Version {source.version}, {told_of}", flush=True)
    if args.check:
        return 0
    insist_on_root()
    result = Installation().update(source)
    print(told(result))
    return 0 if result.stays else 1
