"""The bar for whole frames of deeds, where the collection of pictures is at hand."""

import os
from pathlib import Path

from cards_qr.decoders import Decoders
from tests.benchmarks.tags.measure import measure

FRAMES = Path(os.environ.get("COMPANION_PICTURES", "")) / "deeds-synthetic"
FEWEST_FOUND = 301  # of 312; 303 when this was written


def test_labelled_frames_are_read_and_nothing_false() -> None:
    """The codebook alone: what decoders add comes on top."""
    if not os.environ.get("COMPANION_PICTURES"):
        return  # a clone without the collection has the drawn fields of the other tests
    tally = measure(FRAMES, Decoders())["all"]
    assert (tally.false, tally.foreign) == (0, 0)
    assert tally.found >= FEWEST_FOUND
