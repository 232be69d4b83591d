"""`companion verify`: proves hash chain, replay and balances of a journal."""

import argparse
import zipfile
from pathlib import Path

import msgspec

from companion.accounts.verification import Proof, pictures_beside, verify
from companion.backups.restoring import proven
from companion.cli.backup import lines_of
from companion.cli.parser import Subparsers

EXAMPLE = """\
example:
  companion verify ~/companion/games/0001-ru-2004.journal
  companion verify ~/companion/backups/companion-3f9ac1d2-00012.zip
"""


def add_parser(subparsers: Subparsers) -> None:
    """Add the subcommand to the command line."""
    says = (
        "Prove that a game's journal, or all of a copy, is consistent in itself: chain, replay,"
        " balances, pictures, and no fewer records than its mark says. Not who wrote it: whoever"
        " can write the file can write another that is sound, too."
    )
    parser = subparsers.add_parser("verify", description=says, epilog=EXAMPLE)
    parser.add_argument("journal", metavar="JOURNAL", type=Path, help="a game's file, or a copy")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def run(args: argparse.Namespace) -> int:
    """Print the proof, or one line for each damage; return 1 if there is any.

    Raises:
        BackupError: it is a copy, and something in it is damaged.
    """
    if zipfile.is_zipfile(args.journal):
        return _proven_copy(args.journal, as_json=args.json)
    proof = verify(args.journal, pictures_beside(args.journal))
    if args.json:
        print(msgspec.json.encode(proof).decode())
    else:
        for line in proof.damages or (_summary(proof),):
            print(line)
    return 1 if proof.damages else 0


def _proven_copy(path: Path, *, as_json: bool) -> int:
    manifest = proven(path)
    if as_json:
        told = {"copy": str(path), **msgspec.to_builtins(manifest)}
        print(msgspec.json.encode(told).decode())
    else:
        print("\n".join(lines_of(path, manifest)))
    return 1 if manifest.left_out else 0


def _summary(proof: Proof) -> str:
    pruned = f", {proof.pruned} of them pruned" if proof.pruned else ""
    return (
        f"{proof.journal}: sound: {proof.records} records, chain whole, books balanced,"
        f" state {proof.fingerprint}, {proof.pictures} pictures{pruned}"
        " (consistent in itself; who wrote it is not proven)"
    )
