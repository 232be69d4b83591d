"""How much the scenarios notice: branches that they take, mistakes in the rules that fail them.

python -m tests.benchmarks.power draw --seed 18 --count 300   draw mutants anew: drawn.csv
python -m tests.benchmarks.power branches      per edition, of game, rules and ledger
python -m tests.benchmarks.power mutants       who notices each drawn mutant first: noticed.csv
python -m tests.benchmarks.power mutants --all every mutant of rules, game and ledger
"""

import argparse
import csv
import random
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from unittest.mock import patch

from tests.benchmarks.power import woven
from tests.benchmarks.power.mutants import Mutant, mutants_of
from tests.support.repository import ROOT

if TYPE_CHECKING:
    from tests.benchmarks.power.plays import Play

HERE = Path(__file__).parent
DRAWN, NOTICED = HERE / "drawn.csv", HERE / "noticed.csv"
NOBODY, GONE = "nobody", "gone"
RULES = "companion.rules"
CORE = (RULES, "companion.game", "companion.ledger")


class Placed(NamedTuple):
    """A mutant and where it stands now."""

    mutant: Mutant
    line: int


def mutants_in(packages: Iterable[str]) -> list[Placed]:
    """Return all mutants of the modules of these packages."""
    found = []
    for package in packages:
        folder = ROOT / package.replace(".", "/")
        for file in sorted(folder.rglob("*.py")):
            parts = file.relative_to(ROOT).with_suffix("").parts
            module = ".".join(part for part in parts if part != "__init__")
            found += [Placed(*one) for one in mutants_of(module, file.read_text())]
    return found


def draw(seed: int, count: int) -> None:
    """Write down mutants of the rules drawn by chance."""
    everywhere = mutants_in([RULES])
    drawn = random.Random(seed).sample(everywhere, count)
    with DRAWN.open("w", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow([*Mutant._fields, "line"])
        rows.writerows(sorted((*mutant, line) for mutant, line in drawn))
    print(f"{count} of {len(everywhere)} mutants of {RULES} drawn with seed {seed}")


def drawn() -> list[Mutant]:
    """Return the mutants that were drawn."""
    with DRAWN.open(newline="") as file:
        rows = [[*row.values()] for row in csv.DictReader(file)]
    return [
        Mutant(module, function, source, int(nth), change)
        for module, function, source, nth, change, _line in rows
    ]


def found_again(wanted: Iterable[Mutant]) -> Iterator[tuple[Mutant, Mutant | None]]:
    """Yield each mutant with what it is called now; None: it is gone.

    A function may have moved to another module, and a method to a function.
    """
    there = {placed.mutant for placed in mutants_in(CORE)}
    elsewhere = {mutant[1:]: mutant for mutant in there}
    for mutant in wanted:
        yield mutant, mutant if mutant in there else elsewhere.get(mutant[1:])


def branches() -> None:
    """Print how many outcomes of conditions each edition's scenarios bring about."""
    woven.Weaver(CORE).install()
    from tests.benchmarks.power.plays import all_plays  # noqa: PLC0415  # woven by then

    taken = defaultdict[str, set[tuple[Mutant, bool]]](set)
    with all_plays() as plays:
        for play in plays:
            woven.taken.clear()
            play.go()
            taken[play.edition] |= {(woven.conditions[n], came) for n, came in woven.taken}
    for edition, outcomes in sorted(taken.items()):
        print(f"{edition}: {len(outcomes)} outcomes of {len(woven.conditions)} conditions")
    everything = set().union(*taken.values())
    print(f"together: {len(everything)}")


def notice(*, everything: bool) -> None:
    """Try each mutant, until a scenario notices it, and write down which."""
    if everything:
        tried: list[tuple[Mutant, Mutant | None]] = [(m, m) for m, _ in mutants_in(CORE)]
    else:
        tried = [*found_again(drawn())]
    numbers = {now: number for number, (_, now) in enumerate(tried) if now}
    woven.Weaver(CORE, numbers).install()
    rows = [(*mutant, by) for mutant, by in _noticed(tried)]
    with NOTICED.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow([*Mutant._fields, "by"])
        writer.writerows(rows)
    gone = sum(row[-1] == GONE for row in rows)
    survivors = [row for row in rows if row[-1] == NOBODY]
    for row in survivors:
        print("survives:", *row[:-1])
    print(f"{len(rows) - gone - len(survivors)} of {len(rows)} noticed, {gone} gone")


def _noticed(tried: Iterable[tuple[Mutant, Mutant | None]]) -> Iterator[tuple[Mutant, str]]:
    from tests.benchmarks.power.plays import all_plays  # noqa: PLC0415  # woven by then

    with all_plays() as plays:
        near = _near(plays)
        for number, (mutant, now) in enumerate(tried):
            woven.mistake(number)
            by = next((play for play in near[number] if not play.passes()), None)
            woven.mistake(-1)
            yield mutant, f"{by.file} in {by.edition}" if by else NOBODY if now else GONE


def _near(plays: "Iterable[Play]") -> "defaultdict[int, list[Play]]":
    """Return which plays come to the place of each mutant."""
    near: defaultdict[int, list[Play]] = defaultdict(list)
    with patch.object(woven, "is_mistaken", woven.is_reached):
        for play in plays:
            woven.reached.clear()
            play.go()
            for number in woven.reached:
                near[number].append(play)
    return near


def main() -> int:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.power", description=__doc__)
    commands = parser.add_subparsers(dest="do", required=True)
    drawing = commands.add_parser("draw")
    drawing.add_argument("--seed", type=int, required=True)
    drawing.add_argument("--count", type=int, required=True)
    commands.add_parser("branches")
    commands.add_parser("mutants").add_argument("--all", action="store_true")
    args = parser.parse_args()
    match args.do:
        case "draw":
            draw(args.seed, args.count)
        case "branches":
            branches()
        case _:
            notice(everything=args.all)
    return 0


if __name__ == "__main__":
    sys.exit(main())
