"""`companion verify`: proves hash chain, replay and balances of a journal."""

import argparse
from pathlib import Path

import msgspec

from companion.cli.parser import Subparsers
from companion.disputes.verify import Proof, pictures_beside, verify

EXAMPLE = "example: companion verify ~/companion/games/0001-ru-2004.journal"


def add_parser(subparsers: Subparsers) -> None:
    """Add the subcommand to the command line."""
    about = "prove a journal: its chain, its replay, its balances, its pictures"
    parser = subparsers.add_parser("verify", help=about, description=about, epilog=EXAMPLE)
    parser.add_argument("journal", metavar="JOURNAL", type=Path, help="a game's file")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def run(args: argparse.Namespace) -> int:
    """Print the proof, or one line for each damage; return 1 if there is any."""
    proof = verify(args.journal, pictures_beside(args.journal))
    if args.json:
        print(msgspec.json.encode(proof).decode())
    else:
        for line in proof.damages or (_summary(proof),):
            print(line)
    return 1 if proof.damages else 0


def _summary(proof: Proof) -> str:
    pruned = f", {proof.pruned} of them pruned" if proof.pruned else ""
    return (
        f"{proof.journal}: sound: {proof.records} records, chain whole, books balanced,"
        f" state {proof.fingerprint}, {proof.pictures} pictures{pruned}"
    )
