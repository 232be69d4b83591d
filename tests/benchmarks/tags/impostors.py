"""What the reader says of codes that must not count: guessed, of another set, revoked, copied.

    python -m tests.benchmarks.tags.impostors [--each 120] [--seed 1] [--without zbar]

Frames of eight sheets on a plain table at 1.2, 1.8 and 3.0 pixels a module, each sheet turned by
chance; all eight are of one kind. A line says how many counted as a tag of the set, what each was
called, and how many were not reported at all. A copy cannot be told from its original: a pair must
be called `twice`, but one of the two that is seen alone counts.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator

import cv2
import msgspec
import numpy as np

from cards_qr.decoders import Decoders, installed
from cards_qr.keyring import Keyring
from cards_qr.seen_tags import lies_in
from cards_qr.tag import parse
from cards_qr.tag_reader import TagReader
from tests.benchmarks.tags.prints import Sheet, card, corner_of, foreign_code, forged, set_of
from tests.benchmarks.tags.scenes import FOCAL, Laid, Scene, View

_WIDTH, _HEIGHT = 800, 400
_PLACES = [(x, y) for y in (-22.0, 22.0) for x in (-66.0, -22.0, 22.0, 66.0)]  # mm
_SCALES = (1.2, 1.8, 3.0)
_MODULE_MM = 18 / 25
_COPIES = "copies"

Deck = Callable[[np.random.Generator], list[Sheet]]
"""Makes the sheets of a frame."""


def main() -> int:
    """Print one line per kind and scale; 1 if one counted that is no copy."""
    parser = argparse.ArgumentParser(description="Try codes that must not count.")
    parser.add_argument("--each", type=int, default=120, help="codes of a kind at a scale")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--without", action="append", choices=("zxing", "zbar"), default=[])
    args = parser.parse_args()
    cv2.setNumThreads(1)
    there = installed()
    decoders = Decoders(
        None if "zxing" in args.without else there.zxing,
        None if "zbar" in args.without else there.zbar,
    )
    keyring = _with_revoked(set_of(1))
    reader = TagReader(keyring, decoders=decoders)
    valid = 0
    for kind, deck in _decks(keyring).items():
        for scale in _SCALES:
            counts = _tried(reader, deck, scale, each=args.each, seed=args.seed)
            valid += counts["valid"] if kind != _COPIES else 0
            print(f"{kind:12} {scale} px: {_line(counts)}", flush=True)
    return int(valid > 0)


def _with_revoked(keyring: Keyring) -> Keyring:
    """Return the set as if every fourth of its tags had been replaced; it knows its number."""
    tags = tuple(
        msgspec.structs.replace(tag, revoked=number % 4 == 0)
        for number, tag in enumerate(keyring.tags)
    )
    return msgspec.structs.replace(keyring, tags=tags, set_number=_number(keyring))


def _number(keyring: Keyring) -> int:
    fields = parse(keyring.tags[0].text)
    assert fields is not None
    return fields.set_number


def _decks(keyring: Keyring) -> dict[str, Deck]:
    good = [tag for tag in keyring.tags if not tag.revoked]
    revoked = [tag for tag in keyring.tags if tag.revoked]
    others, twins = set_of(2).tags, set_of(3, _number(keyring)).tags

    def cards(tags: Iterator[Sheet]) -> list[Sheet]:
        return [corner_of(sheet) for sheet in tags]

    def eight(random: np.random.Generator, count: int) -> list[int]:
        return [int(n) for n in random.permutation(count)[: len(_PLACES)]]

    return {
        "guessed": lambda r: cards(card(forged(good[n], r), r) for n in eight(r, len(good))),
        "other set": lambda r: cards(card(others[n], r) for n in eight(r, len(others))),
        "same number": lambda r: cards(card(twins[n], r) for n in eight(r, len(twins))),
        "revoked": lambda r: cards(card(revoked[n], r) for n in eight(r, len(revoked))),
        _COPIES: lambda r: cards(
            card(good[n], r) for n in np.repeat(eight(r, len(good))[: len(_PLACES) // 2], 2)
        ),
        "Wi-Fi, web": lambda r: [foreign_code(r, side_mm=24) for _ in _PLACES],
    }


def _tried(reader: TagReader, deck: Deck, scale: float, *, each: int, seed: int) -> Counter[str]:
    """Return what was said of about so many codes; `valid`: taken for a tag that counts alone."""
    random = np.random.default_rng(seed)
    counts: Counter[str] = Counter()
    view = View(
        width=_WIDTH, height=_HEIGHT, above_mm=FOCAL * _WIDTH * _MODULE_MM / scale, noise=2.5
    )
    while counts["tried"] < each:
        scene = Scene(view, int(random.integers(1 << 31)), ground=170)
        for sheet, at in zip(deck(random), _PLACES, strict=True):
            if _in_view(view, at):
                scene.lay(sheet, at, turn=float(random.uniform(0, 360)))
        _said(reader, scene, counts)
    return counts


def _in_view(view: View, at: tuple[float, float]) -> bool:
    """Return whether a sheet at that place is seen whole."""
    room = np.array([_WIDTH, _HEIGHT]) / 2 / view.px_per_mm - 18
    return bool(np.all(np.abs(at) <= room))


def _said(reader: TagReader, scene: Scene, counts: Counter[str]) -> None:
    seen = reader.read(scene.picture())
    for laid in scene.laid:
        counts["tried"] += 1
        here = [tag for tag in seen if lies_in(tag.corners, [_corners(laid)])]
        counts[here[0].what if here else "not reported"] += 1
        counts["valid"] += any(tag.valid and tag.what != "twice" for tag in here)


def _corners(laid: Laid) -> tuple[tuple[float, float], ...]:
    return tuple((float(x), float(y)) for x, y in laid.corners)


def _line(counts: Counter[str]) -> str:
    said = (f"{number} {what}" for what, number in counts.items() if what not in ("tried", "valid"))
    return f"{counts['tried']} tried, {counts['valid']} counted; " + ", ".join(said)


if __name__ == "__main__":
    sys.exit(main())
