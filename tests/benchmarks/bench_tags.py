"""The tag reader: the time of a scan field, and its score where the labelled frames are at hand."""

import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from cards_qr.decoders import Decoders, installed
from cards_qr.keyring import make_keyring
from cards_qr.tag_reader import TagReader
from tests.benchmarks.figure import Figure, median_ms
from tests.benchmarks.tags import measure as labelled
from tests.support.tag_frames import ScanField, side_px

PX_PER_MODULE = (1.0, 1.7)


def measure() -> Iterator[Figure]:
    """Yield what a picture of the scan field costs, and what of the labelled frames is read."""
    yield from _scan_field()
    pictures = os.environ.get("COMPANION_PICTURES")
    if pictures:
        yield from _frames(Path(pictures) / "deeds-synthetic")


def _scan_field() -> Iterator[Figure]:
    keyring = make_keyring()
    yield Figure("making a keyring of 96 tags", median_ms(make_keyring, times=5), "ms")
    for name, decoders in (("all decoders", installed()), ("codebook alone", Decoders())):
        reader = TagReader(keyring, decoders=decoders)
        for scale in PX_PER_MODULE:
            field = ScanField()
            field.lay(keyring.tags[3], px_per_module=scale, turn=20)
            picture, side = field.picture(), side_px(keyring.tags[3], scale)
            took = median_ms(partial(reader.read, picture, side=side))
            yield Figure(f"scan field of 640 x 400, {scale} px a module, {name}", took, "ms")


def _frames(folder: Path) -> Iterator[Figure]:
    for level, tally in labelled.measure(folder, installed()).items():
        yield Figure(f"labelled frames, {level}: found of {tally.wanted}", tally.found, "tags")
        yield Figure(f"labelled frames, {level}: false or foreign", tally.wrong, "tags")
        yield Figure(f"labelled frames, {level}: a frame", tally.median_ms, "ms")
