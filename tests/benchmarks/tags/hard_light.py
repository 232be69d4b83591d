"""Frames in hard light: steep fans on dark felt, a lamp's spot on checked cloth, glare on cards.

    python -m tests.benchmarks.tags.hard_light [KIND ...] [--frames 20] [--first SEED]

Blur, noise, curl and compression are those of a bad evening. A tag is wanted that has 0.85 pixels a
module or more and is not covered; what is smaller is not read on purpose.
"""

import argparse
import sys
import time
from collections.abc import Callable
from statistics import median

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from cards_qr.decoders import Decoders
from cards_qr.keyring import Keyring
from cards_qr.tag_reader import TagReader
from tests.benchmarks.tags.prints import Grey, Random, card, set_of
from tests.benchmarks.tags.scenes import Laid, Scene, View

_LEAST_SCALE = 0.85  # px per module: what is wanted
_STRIP_MM = 26.0  # of a card that shows below the one that lies on it
_COLUMN_MM = 62.0
_COVERED = 0.03  # of a code: what has more over it is not wanted


class Frame(msgspec.Struct, frozen=True):
    """A picture, the tags that must be read in it, and all that lie there."""

    picture: Grey
    wanted: dict[str, Laid]
    lying: frozenset[str]


def steep_fan(seed: int, keyring: Keyring) -> Frame:
    """Return 15 deeds in columns, each on the one before, far aslant on dark felt."""
    random = np.random.default_rng(seed)
    view = _view(random, tilt=(30, 58), above=(420, 560), width=1280)
    scene = Scene(view, seed, felt(random, view))
    columns, rows = 5, 3
    chosen = random.permutation(len(keyring.tags))
    for place in range(columns * rows):
        column, row = place // rows - (columns - 1) / 2, place % rows
        at = (
            column * _COLUMN_MM + float(random.normal(0, 2)),
            10 + (rows / 2 - row) * _STRIP_MM + float(random.normal(0, 1)),
        )
        sheet = card(keyring.tags[int(chosen[place])], random)
        curl = float(random.uniform(-2, 4))
        scene.lay(sheet, at, turn=float(random.normal(0, 4)), curl_mm=curl)
    for laid in random.permutation(np.arange(len(scene.laid)))[:2]:
        scene.gloss(scene.laid[int(laid)], float(random.uniform(0.1, 2.0)), _strength(random))
    return _taken(scene)


def spot_on_checks(seed: int, keyring: Keyring) -> Frame:
    """Return some deeds on checked cloth, in and beside a lamp's wide spot."""
    random = np.random.default_rng(seed)
    view = _view(random, tilt=(10, 42), above=(480, 680), width=1280)
    scene = Scene(view, seed, checks(random, view))
    _some(scene, keyring, random)
    under = scene.laid[int(random.integers(len(scene.laid)))]
    scene.gloss(under, float(random.uniform(2, 40)), _strength(random))
    return _taken(scene)


def glare(seed: int, keyring: Keyring) -> Frame:
    """Return some glossy deeds on wood or felt; a lamp is mirrored in several of them."""
    random = np.random.default_rng(seed)
    view = _view(random, tilt=(10, 42), above=(480, 680), width=1280)
    ground = felt(random, view) if random.random() < 0.5 else int(random.integers(90, 230))
    scene = Scene(view, seed, ground)
    _some(scene, keyring, random)
    for laid in scene.laid:
        if random.random() < 0.8:
            scene.gloss(laid, float(random.uniform(0.1, 2.5)), _strength(random))
    return _taken(scene)


KINDS: dict[str, Callable[[int, Keyring], Frame]] = {
    "fan": steep_fan,
    "spot": spot_on_checks,
    "glare": glare,
}


def _strength(random: Random) -> float:
    return float(random.uniform(110, 260))


def _some(scene: Scene, keyring: Keyring, random: Random) -> None:
    """Lay six cards here and there."""
    chosen = random.permutation(len(keyring.tags))
    for place in range(6):
        at = (
            (place % 3 - 1) * 105 + float(random.normal(0, 6)),
            (place // 3 - 0.5) * 100 + float(random.normal(0, 5)),
        )
        sheet = card(keyring.tags[int(chosen[place])], random)
        curl = float(random.uniform(-4, 8))
        scene.lay(sheet, at, turn=float(random.uniform(0, 360)), curl_mm=curl)


def _view(
    random: Random, *, tilt: tuple[float, float], above: tuple[float, float], width: int
) -> View:
    return View(
        width=width,
        height=width * 9 // 16,
        above_mm=float(random.uniform(*above)),
        tilt_deg=float(random.uniform(*tilt)),
        lens_px=float(random.uniform(0.5, 0.8)),
        defocus_px=float(random.uniform(0, 1.1)),
        motion_px=float(random.choice([0, 0, 1.5, 2.5])),
        light=float(random.uniform(0.35, 0.9)),
        slope=float(random.uniform(0.2, 0.6)),
        noise=float(random.uniform(4, 8)),
        jpeg=int(random.choice([0, 65, 80])) or None,
    )


def felt(random: Random, view: View) -> Grey:
    """Return dark cloth with a nap."""
    grain = random.normal(0, 9, (view.height, view.width)).astype(np.float32)
    nap = cv2.GaussianBlur(grain, (0, 0), 1.2) * 2
    return np.asarray(np.clip(nap + float(random.uniform(25, 65)), 0, 255), np.uint8)


def checks(random: Random, view: View) -> Grey:
    """Return a woven cloth with checks about as large as a symbol, turned a little."""
    y, x = np.mgrid[0 : view.height, 0 : view.width].astype(np.float32)
    angle = float(random.uniform(-0.5, 0.5))
    across, along = x * np.cos(angle) + y * np.sin(angle), y * np.cos(angle) - x * np.sin(angle)
    size = float(random.uniform(14, 45))
    stripes = ((across / size) % 2 < 1).astype(np.float32) + ((along / size) % 2 < 1)
    light, dark = float(random.uniform(170, 235)), float(random.uniform(40, 130))
    cloth = cv2.GaussianBlur(light + (dark - light) * stripes / 2, (0, 0), 0.8)
    grain = random.normal(0, 4, cloth.shape).astype(np.float32)
    return np.asarray(np.clip(cloth + grain, 0, 255), np.uint8)


def _taken(scene: Scene) -> Frame:
    lying = frozenset(laid.sheet.text for laid in scene.laid)
    wanted = {
        laid.sheet.text: laid
        for number, laid in enumerate(scene.laid)
        if laid.px_per_module >= _LEAST_SCALE and is_whole(scene, number)
    }
    return Frame(scene.picture(), wanted, lying)


def is_whole(scene: Scene, number: int) -> bool:
    """Return whether a code lies in the picture and under no later card."""
    view, code = scene.view, scene.laid[number].corners
    if (code < 2).any() or (code > (view.width - 3, view.height - 3)).any():
        return False
    return all(_overlap(code, later) <= _COVERED for later in scene.laid[number + 1 :])


def _overlap(code: NDArray[np.float64], later: Laid) -> float:
    """Return the part of a code's corners' outline that lies under a later card."""
    size = later.sheet.size_mm
    to_picture = cv2.getPerspectiveTransform(
        later.sheet.code_mm.astype(np.float32), later.corners.astype(np.float32)
    )
    outline = (np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * size)[None].astype(np.float32)
    over = cv2.perspectiveTransform(outline, to_picture)[0]
    mine = code.astype(np.float32)
    shared, _ = cv2.intersectConvexConvex(mine, over)
    return float(shared / max(cv2.contourArea(mine), 1.0))


def main() -> int:
    """Print what was read of each kind; 1 if anything false was read."""
    parser = argparse.ArgumentParser(description="Read frames in hard light.")
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=", ".join(KINDS))
    parser.add_argument("--frames", type=int, default=20)
    parser.add_argument("--first", type=int, default=0, help="seed of the first frame")
    args = parser.parse_args()
    if unknown := set(args.kinds) - KINDS.keys():
        parser.error(f"no such kind: {', '.join(sorted(unknown))}")
    cv2.setNumThreads(1)
    keyring = set_of(1)
    reader = TagReader(keyring, decoders=Decoders())
    false_in_all = 0
    for kind in args.kinds or KINDS:
        wanted = found = false = 0
        ms = []
        for seed in range(args.first, args.first + args.frames):
            frame = KINDS[kind](seed, keyring)
            began = time.process_time()
            got = {tag.text for tag in reader.read(frame.picture) if tag.valid}
            ms.append(1000 * (time.process_time() - began))
            wanted, found = wanted + len(frame.wanted), found + len(got & frame.wanted.keys())
            false += len(got - frame.lying)
        false_in_all += false
        print(f"{kind:6} {found} of {wanted}; false {false}; {median(ms):.0f} ms", flush=True)
    return int(false_in_all > 0)


if __name__ == "__main__":
    sys.exit(main())
