"""What one table has taught the reader of its own dice: a small readable head and a reader."""

from contextlib import suppress
from hashlib import sha256
from pathlib import Path

import msgspec
from msgspec.structs import replace

from companion.errors import SettingsError
from companion.files import keep, read_kept, words_of, write_whole

FILE = "taught.json"
"""Its name in the folder of what a table's dice taught."""

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


def save(taught: Taught, path: Path) -> None:
    """Write what was taught: the reader first, then the head that names it.

    Raises:
        SettingsError: it cannot be written; what was there before is still whole.
    """
    try:
        write_whole(_beside(path, taught.own), taught.model)
    except OSError as error:
        raise SettingsError(code="not-written", where=str(path), detail=words_of(error)) from None
    keep(replace(taught, model=b""), path)
    _remove_but(path, taught.own)


def load(path: Path) -> Taught | None:
    """Return what was taught, None if nothing was; without a model if that is gone or damaged.

    Raises:
        SettingsError: the head cannot be read or is damaged.
    """
    head = read_kept(path, Taught, damaged="taught-damaged")
    if head is None:
        return None
    try:
        model = _beside(path, head.own).read_bytes()
    except OSError:
        model = b""
    return replace(head, model=model if digest_of(model) == head.own else b"")


def remove(path: Path) -> None:
    """Throw away what was taught; what cannot be removed is left."""
    with suppress(OSError):
        path.unlink(missing_ok=True)
    _remove_but(path, "")


def _beside(path: Path, own: str) -> Path:
    """Return the file of a taught reader; named by its digest, so that no head has a wrong one."""
    return path.with_name(f"reader-{own}.onnx")


def _remove_but(path: Path, own: str) -> None:
    for model in path.parent.glob("reader-*.onnx"):
        if not own or model != _beside(path, own):
            with suppress(OSError):
                model.unlink(missing_ok=True)
