"""What the tag reader reads by size, height, tilt, blur, light and cover, and with what decoder.

    python -m tests.benchmarks.tags.sweep [TOPIC ...] [--tags 100] [--seed 1]

Each topic changes one thing and leaves the rest: a plain mat, 18 mm stickers, a camera of 1920
pixels at 60 cm, room light, every tag turned by chance. A line says how many tags were read in one
frame, in the first three, and how many reports were false.
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from statistics import median

import cv2
import msgspec
import numpy as np

from cards_qr.decoders import Decoder, Decoders, installed
from cards_qr.keyring import Keyring
from cards_qr.tag_reader import TagReader
from tests.benchmarks.tags.prints import Grey, card, corner_of, set_of
from tests.benchmarks.tags.scenes import Scene, View

_WIDTH, _HEIGHT = 960, 540  # half of the camera's picture: its middle, at the same scale
_PITCH_MM = 36.0
_MODULE_MM = 18 / 25
_PLAIN = View(width=_WIDTH, height=_HEIGHT, above_mm=300.0, bend=-0.01, noise=2.5)
_FRAMES = 3

Reading = Callable[[Grey, float | None], set[str]]
"""Returns the texts that are read in a picture, given the side of a symbol if it is known."""


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the table."""

    name: str
    view: View = _PLAIN
    sticker_mm: float = 18.0
    cover: float = 0.0
    gloss: float = 0.0
    curl_mm: float = 0.3
    decoders: Decoders = Decoders()
    alone: Decoder | None = None  # reads the whole picture by itself, in the reader's place
    known_side: bool = True


class Score(msgspec.Struct):
    """What was counted for a case."""

    tags: int = 0
    once: int = 0
    thrice: int = 0
    false: int = 0
    scale: float = 0.0
    ms: list[float] = msgspec.field(default_factory=list)


def measured(case: Case, *, tags: int, seed: int) -> Score:
    """Return the score of a case on about that many tags."""
    keyring, score = set_of(1), Score()
    read = _reading(case, keyring)
    random = np.random.default_rng(seed)
    places = list(_places(case))
    while score.tags < tags:
        scene = Scene(case.view, int(random.integers(1 << 31)), ground=170)
        chosen = random.permutation(len(keyring.tags))[: len(places)]
        for number, at in zip(chosen, places, strict=False):
            sheet = card(keyring.tags[number], random, sticker_mm=case.sticker_mm)
            turn = float(random.uniform(0, 360))
            scene.lay(corner_of(sheet), at, turn=turn, curl_mm=case.curl_mm)
        for laid in scene.laid:
            if case.cover:
                scene.cover(laid, case.cover)
            if case.gloss:
                scene.gloss(laid, case.gloss)
        _count(scene, read, case, score)
    return score


def _reading(case: Case, keyring: Keyring) -> Reading:
    alone = case.alone
    if alone is not None:
        return lambda picture, _: {code.text for code in alone.decode(picture)}
    reader = TagReader(keyring, decoders=case.decoders)
    return lambda picture, side: {tag.text for tag in reader.read(picture, side=side) if tag.valid}


def _count(scene: Scene, read: Reading, case: Case, score: Score) -> None:
    lying = {laid.sheet.text for laid in scene.laid}
    score.scale = float(np.mean([laid.px_per_module for laid in scene.laid]))
    side = 21 * score.scale if case.known_side else None
    seen: set[str] = set()
    for frame in range(_FRAMES):
        picture = scene.picture()
        began = time.process_time()
        got = read(picture, side)
        score.ms.append(1000 * (time.process_time() - began))
        score.false += len(got - lying)
        seen |= got & lying
        if frame == 0:
            score.once += len(seen)
    score.thrice += len(seen)
    score.tags += len(lying)


def _places(case: Case) -> Iterator[tuple[float, float]]:
    """Yield places in mm from the middle, as many as fit; fingers need room of their own."""
    pitch = _PITCH_MM * (2.2 if case.cover else 1.0)
    across = int(_WIDTH / case.view.px_per_mm * 0.8 / pitch)
    down = int(_HEIGHT / case.view.px_per_mm * 0.8 / pitch)
    for row in range(min(max(down, 1), 5)):
        for column in range(min(max(across, 1), 8)):
            yield ((column - (across - 1) / 2) * pitch, (row - (down - 1) / 2) * pitch)


def _scaled(px_per_module: float) -> View:
    """Return the plain view from where a module of 18 mm stickers has so many pixels."""
    above = _PLAIN.px_per_mm * _PLAIN.above_mm * _MODULE_MM / px_per_module
    return msgspec.structs.replace(_PLAIN, above_mm=above)


def _seen(**changes: float) -> View:
    return msgspec.structs.replace(_PLAIN, **changes)


def _sizes() -> Iterator[Case]:
    for scale in (0.8, 0.9, 1.0, 1.1, 1.25, 1.5, 2.0, 2.25, 2.5, 3.0):
        yield Case(name=f"{scale} px a module", view=_scaled(scale))


def _heights() -> Iterator[Case]:
    for centimetres in (40, 50, 60, 70, 80):
        yield Case(name=f"{centimetres} cm, 18 mm", view=_seen(above_mm=centimetres * 5.0))
    for sticker in (13, 15, 22, 25):
        yield Case(name=f"60 cm, {sticker} mm", sticker_mm=sticker)


def _tilts() -> Iterator[Case]:
    for degrees in (0, 15, 30, 40, 50):
        yield Case(name=f"{degrees} degrees", view=_seen(tilt_deg=degrees))


def _blurs() -> Iterator[Case]:
    for pixels in (0.5, 1.0, 1.5, 2.0, 2.5):
        yield Case(name=f"out of focus by {pixels} px", view=_seen(defocus_px=pixels))
    for pixels in (2, 3, 4, 5, 6):
        yield Case(name=f"moved by {pixels} px", view=_seen(motion_px=pixels))


def _lights() -> Iterator[Case]:
    for light, noise in ((1.0, 2.0), (0.5, 4.0), (0.25, 6.0), (0.12, 6.0)):
        yield Case(name=f"light {light}, noise {noise}", view=_seen(light=light, noise=noise))
    for part in (0.05, 0.1, 0.2):
        yield Case(name=f"gloss on {part:.0%} of it", gloss=part)
    for curl in (1, 2, 4, 6):
        yield Case(name=f"curled by {curl} mm", curl_mm=curl)


def _covers() -> Iterator[Case]:
    for part in (0.1, 0.25, 0.4):
        for scale in (1.5, 1.75, 2.5):
            yield Case(name=f"{part:.0%} covered, {scale} px", cover=part, view=_scaled(scale))


def _alone() -> Iterator[Case]:
    there = installed()
    for scale in (1.25, 1.75, 2.0, 2.5, 3.0, 4.0, 5.0):
        view = _scaled(scale)
        yield Case(name=f"codebook alone, {scale} px", view=view)
        for name, decoder in (("zbar", there.zbar), ("zxing", there.zxing)):
            if decoder:
                yield Case(name=f"{name} alone, {scale} px", view=view, alone=decoder)


def _decoders() -> Iterator[Case]:
    there = installed()
    alone = {
        "codebook": Decoders(),
        "codebook, zbar": Decoders(zbar=there.zbar),
        "codebook, zxing": Decoders(zxing=there.zxing),
        "codebook, both": there,
    }
    for scale in (1.25, 1.75, 3.0):
        for name, decoders in alone.items():
            yield Case(name=f"{name}, {scale} px", decoders=decoders, view=_scaled(scale))


TOPICS: dict[str, Callable[[], Iterator[Case]]] = {
    "size": _sizes,
    "height": _heights,
    "tilt": _tilts,
    "blur": _blurs,
    "light": _lights,
    "cover": _covers,
    "alone": _alone,
    "decoder": _decoders,
}


def main() -> int:
    """Print one line per case; 1 if anything false was read."""
    parser = argparse.ArgumentParser(description="Measure what the tag reader reads.")
    parser.add_argument("topics", nargs="*", metavar="TOPIC", help=", ".join(TOPICS))
    parser.add_argument("--tags", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    if unknown := set(args.topics) - TOPICS.keys():
        parser.error(f"no such topic: {', '.join(sorted(unknown))}")
    cv2.setNumThreads(1)
    false = 0
    for topic in args.topics or TOPICS:
        for case in TOPICS[topic]():
            score = measured(case, tags=args.tags, seed=args.seed)
            false += score.false
            print(
                f"{topic:8} {case.name:28} {score.scale:4.2f} px a module: "
                f"{score.once / score.tags:6.1%} in one frame, {score.thrice / score.tags:6.1%} "
                f"in three, of {score.tags}; false {score.false}; {median(score.ms):4.0f} ms",
                flush=True,
            )
    return int(false > 0)


if __name__ == "__main__":
    sys.exit(main())
