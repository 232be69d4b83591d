"""A reader that one table has taught its own dice: what it is, and when it may be used."""

from hashlib import sha256

import msgspec

SAME_SHAPE = 0.1
"""By so much of its height a picture of the same tray may be higher or lower than another."""


class Trial(msgspec.Struct, frozen=True):
    """How throws were read that took no part in the teaching."""

    sure: int = 0  # right, and booked without a question
    asked: int = 0
    wrong: int = 0  # said to be sure, and wrong

    @property
    def throws(self) -> int:
        """How many throws there were."""
        return self.sure + self.asked + self.wrong

    def __add__(self, other: "Trial") -> "Trial":
        return Trial(self.sure + other.sure, self.asked + other.asked, self.wrong + other.wrong)


class Taught(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One table's dice: the head of what was learned, and the reader that learned it."""

    reader: str  # digest of the shipped reader that was taught
    own: str = ""  # digest of what it became
    day: str = ""  # when it was tried, 2026-11-21
    edge: float  # of a die, in pixels of the pictures that were shown
    unlike: float  # the largest die over the smallest, among all that were shown
    picture: tuple[int, int]  # width and height of those pictures
    throws: int  # how many were shown
    before: Trial = Trial()  # the shipped reader on the throws of the test
    after: Trial = Trial()  # this one on the same
    model: bytes = b""  # what it became, an ONNX file; kept beside the head

    def edge_in(self, width: int, height: int) -> float | None:
        """Return a die's edge, in pixels, in a picture of the same place at any scale.

        None where the picture has another shape: it shows something else.
        """
        scale = width / self.picture[0]
        alike = abs(height - scale * self.picture[1]) <= SAME_SHAPE * height
        return self.edge * scale if alike else None

    def fits(self, reader: str) -> bool:
        """Return whether there is a reader, learned from the one that is shipped today."""
        return bool(self.model) and self.reader == reader

    @property
    def helps(self) -> bool:
        """Whether the test's throws were read without an error, and not worse than before."""
        return self.after.wrong == 0 and self.after.sure >= self.before.sure


def digest_of(weights: bytes) -> str:
    """Return by which name `Taught` knows a reader."""
    return sha256(weights).hexdigest()[:16]
