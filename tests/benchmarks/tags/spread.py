"""How much hangs on the set: what is read of many sets, where a symbol is hardest to read.

    python -m tests.benchmarks.tags.spread [--sets 30] [--first 0] [--each 12]

Every set has another key, so other symbols, and some symbols are harder than others. One tag at a
time lies on a scan field, far aslant, out of focus, or so sharp that its grid is hard to lay. A
line says how many were read of all sets together, between what bounds the true rate lies (95 %),
what the worst set had, and how many reports were false.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator

import cv2
import msgspec

from cards_qr.decoders import Decoders
from cards_qr.tag import Tag
from cards_qr.tag_reader import TagReader
from tests.benchmarks.figure import bounds
from tests.support.keyrings import known_keyring
from tests.support.tag_frames import ScanField, side_px

_TURN = 17.0  # degrees from tag to tag


class Case(msgspec.Struct, frozen=True):
    """One line of the table."""

    name: str
    px_per_module: float
    blur: float = 0.5  # pixels
    aslant: float = 0.0  # 0.5: 60 degrees
    turn: float | None = None  # degrees; None: another one for every tag


def _cases() -> Iterator[Case]:
    for turn in (0, 25, 45, 65, 90, 135):
        yield Case(f"60 degrees aslant, turned by {turn}", 2.6, aslant=0.5, turn=turn)
    for px, blur in ((1.2, 1.35), (1.5, 1.6)):
        yield Case(f"blurred by {blur} px", px, blur=blur)
    for px in (2.0, 2.25, 2.5, 2.75):
        yield Case("sharp", px, blur=0.3)


def main() -> int:
    """Print one line per case; 1 if anything false was read."""
    parser = argparse.ArgumentParser(description="Measure how much hangs on the set.")
    parser.add_argument("--sets", type=int, default=30)
    parser.add_argument("--first", type=int, default=0, help="number of the first set")
    parser.add_argument("--each", type=int, default=12, help="tags of a set")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    cases = tuple(_cases())
    found: dict[Case, list[int]] = {case: [] for case in cases}
    false: Counter[Case] = Counter()
    for number in range(args.first, args.first + args.sets):
        keyring = known_keyring(number)
        reader = TagReader(keyring, decoders=Decoders())
        tags = keyring.tags[number % 8 :: max(1, len(keyring.tags) // args.each)][: args.each]
        for case in cases:
            seen = [_read(reader, case, tag, place) for place, tag in enumerate(tags)]
            right = [tag.text in texts for tag, texts in zip(tags, seen, strict=True)]
            found[case].append(sum(right))
            false[case] += sum(map(len, seen)) - sum(right)
    for case in cases:
        print(_line(case, found[case], false[case], args.each))
    return int(false.total() > 0)


def _read(reader: TagReader, case: Case, tag: Tag, place: int) -> set[str]:
    """Return the valid texts that are seen where one tag lies."""
    field = ScanField(seed=place, size=(200, 200))
    turn = _TURN * place if case.turn is None else case.turn
    scale = case.px_per_module
    field.lay(tag, at=(100, 100), px_per_module=scale, turn=turn, aslant=case.aslant)
    side = side_px(tag, scale) * (1 - case.aslant) ** 0.5
    picture = field.picture(blur=case.blur)
    return {seen.text for seen in reader.read(picture, side=side) if seen.valid}


def _line(case: Case, found: list[int], false: int, each: int) -> str:
    tried = each * len(found)
    low, high = bounds(sum(found), tried)
    return (
        f"{case.name:34} {case.px_per_module:4.2f} px: {sum(found)} of {tried}, "
        f"{low:.1%} to {high:.1%}; worst set {min(found)} of {each}; false {false}"
    )


if __name__ == "__main__":
    sys.exit(main())
