"""One picture of all photos that were read wrongly or not surely, each with why.

`python -m tests.benchmarks.dice.sheet [EVIDENCE.gz] --out SHEET.png --photos FOLDER`
"""

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from companion.vision.frame import Pixels
from companion.vision.pictures import still
from tests.benchmarks.dice.fitting import die_at
from tests.benchmarks.dice.judging import Read, judged_reads
from tests.benchmarks.dice.labels import OTHER, places

TILE, COLUMNS = 200, 8
RED, YELLOW, GREEN = (60, 60, 255), (0, 220, 255), (80, 220, 80)


def why(read: Read) -> str:
    """Return in a few words why a photo was not read rightly and surely."""
    rows, faces = places().get(read.seen.file), read.faces() or []
    if read.outcome("told") == "wrong":
        return "wrong"
    if not read.seen.values:
        return "no dice: a find is not plainly none"
    if rows is None:
        return "places not known"
    on = {row: [f for f in faces if die_at(f, [row])] for row in rows if 0 < row[0] < OTHER}
    missed = sum(not found for found in on.values())
    if missed:
        return f"{missed} not found"
    best = {row: max(found, key=lambda f: f.there) for row, found in on.items()}
    if swapped := [f"{r[0]} as {f.pips}" for r, f in best.items() if f.pips != r[0]]:
        return ", ".join(swapped[:3])
    extra = [f for f in faces if die_at(f, rows) in (None, OTHER) and f.there > 0.2]
    if extra:
        return f"{len(extra)} places that are no die"
    worst = min(f.score for f in best.values())
    return f"right, not sure: weakest {worst:.2f}"


def tile(read: Read, picture: Pixels) -> Pixels:
    """Return a tile: the photo around its finds, outlined, and two lines of words."""
    marked = picture.copy()
    thick = max(1, max(picture.shape[:2]) // 300)
    for face in read.faces() or ():
        if face.there > 0.1:
            at, reach = np.array([face.find.x, face.find.y]), 0.5 * face.find.edge
            low, high = (tuple((at + k * reach).astype(int).tolist()) for k in (-1, 1))
            shade = GREEN if face.score > 0.9 else YELLOW
            cv2.rectangle(marked, low, high, shade, thick)
            text = f"{face.pips} {face.score:.2f}"
            cv2.putText(marked, text, low, 0, 0.3 * thick, shade, max(1, thick // 2))
    scale = TILE / max(picture.shape[:2])
    small = cv2.resize(marked, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    out = np.full((TILE + 32, TILE, 3), 30, np.uint8)
    out[: small.shape[0], : small.shape[1]] = small
    shown = Counter(read.seen.values)
    lines = (read.seen.file[:-4][-22:], why(read)[:34])
    said = " ".join(f"{n}x{v}" if n > 1 else v for v, n in sorted(shown.items()))
    wrong = read.outcome("told") == "wrong"
    for k, line in enumerate((f"{lines[0]}: {said}"[:38], lines[1])):
        shade = RED if k and wrong else (255, 255, 255)
        cv2.putText(out, line, (2, TILE + 12 + 14 * k), 0, 0.33, shade, 1, cv2.LINE_AA)
    return out


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the sheet, and name the photos and reasons."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--photos", type=Path, nargs="+", required=True)
    reads, given = judged_reads(parser, arguments)
    files = {path.name: path for folder in given.photos for path in folder.glob("*.jpg")}
    left = [
        r
        for r in reads
        if r.outcome("told") != ("right" if r.seen.values else "none") and r.seen.file in files
    ]
    left.sort(key=lambda r: (r.outcome("told") != "wrong", why(r)))
    for r in left:
        print(f"{r.seen.file:22} {r.outcome('told'):7} {' '.join(r.seen.values):24} {why(r)}")
    tiles = [tile(r, still(files[r.seen.file])) for r in left]
    tiles += [np.zeros_like(tiles[0])] * (-len(tiles) % COLUMNS) if tiles else []
    rows = [np.hstack(tiles[k : k + COLUMNS]) for k in range(0, len(tiles), COLUMNS)]
    cv2.imwrite(str(given.out), np.vstack(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
