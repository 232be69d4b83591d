"""Fingerprints of simulated games: `python -m tests.golden.simulated` makes the file anew."""

import tomllib
from collections.abc import Iterator
from pathlib import Path

import msgspec

from companion.bots import Series
from companion.editions.load import edition_ids, load_edition

FILE = Path(__file__).with_suffix(".toml")
GAMES, SEED = 2, 1
HEAD = """\
# What two games come to, by "EDITION VARIANTS PLAYERS": a fingerprint of events and last states.
# Made anew by: .venv/bin/python -m tests.golden.simulated

"""


class Table(msgspec.Struct, frozen=True):
    """What is played, and by how many."""

    edition: str
    variants: tuple[str, ...]
    players: int

    @property
    def name(self) -> str:
        """Return how the file calls it."""
        return f"{self.edition} {'+'.join(self.variants) or 'plain'} {self.players}"


def tables() -> Iterator[Table]:
    """Yield every edition alone, with each of its variants, and with two and many players."""
    for edition_id in edition_ids():
        edition = load_edition(edition_id)
        yield Table(edition_id, (), 4)
        yield Table(edition_id, (), edition.parameters.players_min)
        yield Table(edition_id, (), edition.parameters.players_max)
        for printing in edition.printings:
            yield Table(edition_id, (printing.id,), 4)


def fingerprint_of(table: Table) -> str:
    """Play, and return the fingerprint."""
    series = Series(load_edition(table.edition, table.variants), players=table.players, seed=SEED)
    for _ in series.play(GAMES):
        pass
    return series.fingerprint


def kept() -> dict[str, str]:
    """Return the fingerprints in the file, by name."""
    return tomllib.loads(FILE.read_text())["fingerprints"]  # type: ignore[no-any-return]  # as written below


def main() -> None:
    """Write the file."""
    lines = [f'"{table.name}" = "{fingerprint_of(table)}"\n' for table in tables()]
    FILE.write_text(HEAD + "[fingerprints]\n" + "".join(lines))


if __name__ == "__main__":
    main()
