"""Count false reads on frames full of what is no tag of ours, and of tags that are damaged.

    python -m tests.benchmarks.tags.false_reads [--frames 10000] [--first SEED] [--decoders]

Every frame is seen another way (scale, tilt, light, blur, noise, compression, ground) and holds a
dozen sheets: tags of this set, whole, damaged, half covered; of another set of the same number;
forged ones (the right fields, a guessed checksum); codes of advertising and networks; noise
between finders, checks, markers. False is a tag reported as valid where it does not lie.
"""

import argparse
import sys
from collections import Counter

import cv2
import numpy as np

from cards_qr.decoders import Decoders, installed
from cards_qr.keyring import Keyring
from cards_qr.seen_tags import TagSeen
from cards_qr.tag_reader import TagReader
from tests.benchmarks.tags.prints import (
    Grey,
    Sheet,
    card,
    corner_of,
    foreign_code,
    forged,
    nearly_a_code,
    set_of,
)
from tests.benchmarks.tags.scenes import FOCAL, Laid, Scene, View

OURS, OTHERS = 1, 2
"""Seeds of the game set that is read, and of the other one."""

_WIDTH, _HEIGHT = 800, 600
_PITCH_MM = 42.0  # between the sheets' middles
_COLUMNS, _ROWS = 4, 3
_KINDS = (
    *("ours", "ours", "damaged", "damaged"),
    *("other set", "other set", "forged", "forged", "forged"),
    *("foreign", "print", "print"),
)
_REPORT_EVERY = 500


def main() -> int:
    """Print the counts now and then, and at the end; 1 if anything false was read."""
    parser = argparse.ArgumentParser(description="Count false reads.")
    parser.add_argument("--frames", type=int, default=200)
    parser.add_argument("--first", type=int, default=0, help="seed of the first frame")
    parser.add_argument("--decoders", action="store_true", help="with all that are installed")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    ours, others = set_of(OURS), set_of(OTHERS)
    reader = TagReader(ours, decoders=installed() if args.decoders else Decoders())
    counts: Counter[str] = Counter()
    for number in range(args.first, args.first + args.frames):
        scene = full_table(number, ours, others)
        tally(counts, scene.laid, reader.read(scene.picture()), number)
        if (number + 1) % _REPORT_EVERY == 0:
            print(line(counts), flush=True)
    print(line(counts))
    return int(counts["false"] > 0)


def full_table(seed: int, ours: Keyring, others: Keyring) -> Scene:
    """Return a table with a dozen sheets; the same for the same seed."""
    random = np.random.default_rng(seed)
    scale = float(random.uniform(1.0, 3.2))  # pixels per millimetre: 0.7 to 2.3 a module
    view = View(
        width=_WIDTH,
        height=_HEIGHT,
        above_mm=FOCAL * _WIDTH / scale,
        tilt_deg=float(random.choice([0, 10, 25, 40])),
        defocus_px=float(random.choice([0, 0, 0.8, 1.5])),
        motion_px=float(random.choice([0, 0, 2, 4])),
        light=float(random.uniform(0.25, 1.0)),
        noise=float(random.choice([2, 4, 8])),
        jpeg=int(random.choice([0, 60, 85])) or None,
    )
    scene = Scene(view, seed, _ground(random))
    for place, kind in enumerate(random.permutation(_KINDS)):
        at = (
            (place % _COLUMNS - (_COLUMNS - 1) / 2) * _PITCH_MM,
            (place // _COLUMNS - (_ROWS - 1) / 2) * _PITCH_MM,
        )
        sheet = _sheet(str(kind), random, ours, others)
        curl = float(random.uniform(0, 1.5))
        scene.lay(sheet, at, turn=float(random.uniform(0, 360)), curl_mm=curl)
    for laid in scene.laid:
        if random.random() < 0.2:
            scene.cover(laid, float(random.uniform(0.1, 0.6)))
    if random.random() < 0.3:
        scene.gloss(scene.laid[0], float(random.uniform(0.1, 1.0)))
    return scene


def _sheet(kind: str, random: np.random.Generator, ours: Keyring, others: Keyring) -> Sheet:
    number = int(random.integers(len(ours.tags)))
    match kind:
        case "ours":
            return corner_of(card(ours.tags[number], random))
        case "damaged":
            return corner_of(card(ours.tags[number], random, kind="damaged", damaged=True))
        case "other set":
            return corner_of(card(others.tags[number], random, kind="other set"))
        case "forged":
            return corner_of(card(forged(ours.tags[number], random), random, kind="forged"))
        case "foreign":
            return foreign_code(random, side_mm=float(random.uniform(15, 30)))
        case _:
            return nearly_a_code(random, side_mm=float(random.uniform(13, 22)))


def _ground(random: np.random.Generator) -> Grey | int:
    """Return a plain table, a checked cloth, or a coarse print."""
    level = int(random.integers(30, 220))
    match int(random.integers(3)):
        case 0:
            return level
        case 1:
            y, x = np.mgrid[0:_HEIGHT, 0:_WIDTH] // int(random.integers(4, 40))
            return np.where((x + y) % 2, level, 255 - level).astype(np.uint8)
        case _:
            coarse = random.integers(0, 255, (_HEIGHT // 6, _WIDTH // 6)).astype(np.uint8)
            large = cv2.resize(coarse, (_WIDTH, _HEIGHT), interpolation=cv2.INTER_CUBIC)
            return np.asarray(large, np.uint8)


def tally(counts: Counter[str], laid: list[Laid], seen: tuple[TagSeen, ...], number: int) -> None:
    """Count what lies there, what of it was read, and what was read that is false."""
    counts["frames"] += 1
    for lying in laid:
        counts[lying.sheet.kind] += 1
    for tag in seen:
        if not tag.valid:
            continue
        there = next((one for one in laid if _is_read(tag, one)), None)
        if there is None:
            counts["false"] += 1
            print(f"FALSE in frame {number}: {tag}", flush=True)
        else:
            counts[f"read {there.sheet.kind}"] += 1


def _is_read(tag: TagSeen, laid: Laid) -> bool:
    side = laid.px_per_module * laid.sheet.modules
    apart = np.mean(tag.corners, axis=0) - laid.corners.mean(axis=0)
    own = laid.sheet.kind in ("ours", "damaged") and laid.sheet.text == tag.text
    return own and float(np.hypot(*apart)) < side / 2


def line(counts: Counter[str]) -> str:
    """Say the counts in a line."""
    return (
        f"{counts['frames']} frames: false {counts['false']}; tried "
        + ", ".join(f"{counts[k]} {k}" for k in ("other set", "forged", "foreign", "print"))
        + "; read "
        + ", ".join(f"{counts[f'read {k}']} of {counts[k]} {k}" for k in ("ours", "damaged"))
    )


if __name__ == "__main__":
    sys.exit(main())
