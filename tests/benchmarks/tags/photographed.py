"""Deeds as a phone photographs them: how many of their tags are read, and how many wrong.

    python -m tests.benchmarks.tags.photographed [CASE ...] [--photographs 4] [--first SEED]

Who photographs lets the deeds fill most of the picture: close where there are few, far where there
are many, straight down or aslant, upright or not, turned in any way. *Calm*: sharp, little noise.
*Hasty*: moved and out of focus, more noise, a lamp mirrored in a fifth of the deeds. The phone has
compressed it; its page makes it smaller and compresses it once more.
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from statistics import median

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from cards_qr.decoders import Decoders, installed
from cards_qr.keyring import Keyring
from cards_qr.tag_reader import TagReader
from tests.benchmarks.tags.hard_light import checks, felt, is_whole
from tests.benchmarks.tags.prints import CARD_MM, Grey, Random, card, corner_of, set_of
from tests.benchmarks.tags.scenes import Scene, View

SIZES = (1600, 1280, 960)
"""Pixels of the long side, as the companion gets it."""

ASLANT = (0, 10, 20, 30, 40, 50)
"""Degrees from straight down."""

CALM, HASTY = False, True
_STRIP_MM, _GAP_MM = 26.0, 4.0
_PHONE, _PAGE = 90, 88  # qualities of JPEG
_LIT = 0.2  # of the deeds, where a lamp is
_SHARE = (0.75, 0.98)  # of the picture that is filled

Place = tuple[float, float]
"""The middle of a deed, in mm from the middle of all."""


class Photograph(msgspec.Struct, frozen=True):
    """What a phone took, and the texts of the tags in it."""

    picture: Grey  # as large as the phone's camera gives it here: `SIZES[0]`
    wanted: frozenset[str]  # in the picture, under no other card and no lamp
    lying: frozenset[str]
    px_per_module: float  # of the smallest that is wanted

    def sent(self, long: int) -> Grey:
        """Return it as it arrives, with a long side of so many pixels."""
        scale = long / max(self.picture.shape)
        small = cv2.resize(self.picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        return _compressed(np.asarray(small, np.uint8), _PAGE)


def one(random: Random) -> Sequence[Place]:
    """Return where a single deed lies."""
    assert random
    return [(0.0, 0.0)]


def side_by_side(random: Random) -> Sequence[Place]:
    """Return where two to six deeds lie, in one row or two."""
    count = int(random.integers(2, 7))
    return _grid(count, count if count < 4 else (count + 1) // 2)


def fan(random: Random) -> Sequence[Place]:
    """Return where four to ten deeds lie, each but for its lower strip under the next one."""
    count = int(random.integers(4, 11))
    rows = min(5, count)
    return [
        ((column - (count - 1) // rows / 2) * (CARD_MM[0] + _GAP_MM), (2 - row) * _STRIP_MM)
        for column, row in (divmod(place, rows) for place in range(count))
    ]


def spread_out(random: Random) -> Sequence[Place]:
    """Return where all 28 deeds lie."""
    assert random
    return _grid(28, 7)


CASES: dict[str, Callable[[Random], Sequence[Place]]] = {
    "sticker": one,
    "one": one,
    "few": side_by_side,
    "fan": fan,
    "all 28": spread_out,
}
"""A sticker alone, then deeds."""


def photograph(seed: int, case: str, aslant: float, *, hasty: bool, keyring: Keyring) -> Photograph:
    """Return a photograph; the same for the same seed."""
    random = np.random.default_rng([seed, *case.encode(), int(aslant), int(hasty)])
    places = CASES[case](random)
    sheets = [
        card(keyring.tags[2 * int(deed) + int(random.random() < 0.3)], random)
        for deed in random.permutation(28)[: len(places)]
    ]
    if case == "sticker":
        sheets = [corner_of(sheet) for sheet in sheets]
    turn = np.deg2rad(random.uniform(0, 360))
    turned = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    at = np.array(places) @ turned
    outline = (np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) - 0.5) * sheets[0].size_mm @ turned
    edges = (at[:, None] + outline).reshape(-1, 2)
    view = _near(_view(random, aslant, hasty=hasty), edges, float(random.uniform(*_SHARE)))
    scene = Scene(view, seed, _ground(random, view))
    for sheet, place in zip(sheets, at, strict=True):
        askew = float(np.rad2deg(turn) + random.normal(0, 2))
        x, y = (float(mm) for mm in place)
        scene.lay(sheet, (x, y), turn=askew, curl_mm=float(random.uniform(0, 3)))
    wanted = [laid for number, laid in enumerate(scene.laid) if is_whole(scene, number)]
    for laid in list(wanted):
        if hasty and random.random() < _LIT:
            strength = float(random.uniform(110, 260))
            scene.gloss(laid, float(random.uniform(0.1, 1.0)), strength)
            wanted = [other for other in wanted if other is not laid]
    upright = np.rot90(scene.picture(), int(random.integers(4)))
    return Photograph(
        _compressed(np.ascontiguousarray(upright), _PHONE),
        frozenset(laid.sheet.text for laid in wanted),
        frozenset(laid.sheet.text for laid in scene.laid),
        min((laid.px_per_module for laid in wanted), default=0.0),
    )


def _grid(count: int, columns: int) -> Sequence[Place]:
    rows = (count + columns - 1) // columns
    wide, high = CARD_MM[0] + _GAP_MM, CARD_MM[1] + _GAP_MM
    return [
        ((place % columns - (columns - 1) / 2) * wide, (place // columns - (rows - 1) / 2) * high)
        for place in range(count)
    ]


def _view(random: Random, aslant: float, *, hasty: bool) -> View:
    return View(
        width=SIZES[0],
        height=SIZES[0] * 3 // 4,
        tilt_deg=aslant,
        lens_px=float(random.uniform(0.5, 0.8)),
        defocus_px=float(random.uniform(0.5, 2.0) if hasty else random.uniform(0, 0.5)),
        motion_px=float(random.uniform(2, 6)) if hasty else 0.0,
        light=float(random.uniform(0.4, 0.95)),
        slope=float(random.uniform(0.1, 0.5)),
        noise=float(random.uniform(4, 9) if hasty else random.uniform(2, 4)),
    )


def _near(view: View, edges: NDArray[np.float64], share: float) -> View:
    """Return a view from so near that points (mm) fill a share of the picture's half sides."""
    points = np.column_stack([edges, np.zeros(len(edges))])
    half = np.array([view.width, view.height]) / 2
    low, high = 1.2 * float(np.abs(edges).max()), 5000.0
    for _ in range(30):
        middle = (low + high) / 2
        seen = msgspec.structs.replace(view, above_mm=middle).project(points)
        fits = float((np.abs(seen - half) / half).max()) <= share
        low, high = (low, middle) if fits else (middle, high)
    return msgspec.structs.replace(view, above_mm=high)


def _ground(random: Random, view: View) -> Grey | int:
    kind = int(random.integers(3))
    if kind == 0:
        return felt(random, view)
    return checks(random, view) if kind == 1 else int(random.integers(60, 220))


def _compressed(grey: Grey, quality: int) -> Grey:
    _, packed = cv2.imencode(".jpg", grey, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_GRAYSCALE), np.uint8)


class Count(msgspec.Struct):
    """What came of some photographs."""

    wanted: int = 0
    found: int = 0
    wrong: int = 0  # read, and not there: must be 0
    ms: list[float] = msgspec.field(default_factory=list)

    def add(self, taken: Photograph, picture: Grey, reader: TagReader) -> frozenset[str]:
        """Read a picture; return what was missed."""
        began = time.process_time()
        got = frozenset(tag.text for tag in reader.read(picture) if tag.valid)
        self.ms.append(1000 * (time.process_time() - began))
        self.wanted += len(taken.wanted)
        self.found += len(got & taken.wanted)
        self.wrong += len(got - taken.lying)
        return taken.wanted - got


def measured(
    case: str, *, hasty: bool, decoders: Decoders, seeds: Sequence[int]
) -> Iterator[tuple[int, int, Count]]:
    """Yield for every angle and size what came of the photographs with these *seeds*."""
    keyring = set_of(1)
    reader = TagReader(keyring, decoders=decoders)
    for aslant in ASLANT:
        taken = [photograph(n, case, aslant, hasty=hasty, keyring=keyring) for n in seeds]
        for long in SIZES:
            count = Count()
            for one_taken in taken:
                count.add(one_taken, one_taken.sent(long), reader)
            yield aslant, long, count


def main() -> int:
    """Print what was read of each case, by angle and size; 1 if anything was read wrong."""
    parser = argparse.ArgumentParser(description="Read the tags of photographs.")
    parser.add_argument("cases", nargs="*", metavar="CASE", help=", ".join(CASES))
    parser.add_argument("--photographs", type=int, default=4, help="of each case and angle")
    parser.add_argument("--first", type=int, default=0, help="seed of the first")
    parser.add_argument("--decoders", choices=("all", "zbar", "none"), default="all")
    args = parser.parse_args()
    if unknown := set(args.cases) - CASES.keys():
        parser.error(f"no such case: {', '.join(sorted(unknown))}")
    cv2.setNumThreads(1)
    there = installed()
    decoders = {"all": there, "zbar": Decoders(zbar=there.zbar), "none": Decoders()}[args.decoders]
    seeds = range(args.first, args.first + args.photographs)
    wrong = 0
    for case, hasty in product(args.cases or CASES, (CALM, HASTY)):
        for aslant, long, count in measured(case, hasty=hasty, decoders=decoders, seeds=seeds):
            wrong += count.wrong
            print(
                f"{case:8} {'hasty' if hasty else 'calm ':6} {aslant:3} degrees, {long:5} px:"
                f" {count.found:4} of {count.wanted:4}; wrong {count.wrong};"
                f" {median(count.ms):5.0f} ms",
                flush=True,
            )
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
