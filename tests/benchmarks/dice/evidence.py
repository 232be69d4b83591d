"""What nets saw on photos: all that a reading is weighed and judged by, without the pictures.

One file holds it for all photos, so that a rule can be tried, and its figures be had again, where
neither photos nor nets are.
"""

import gzip
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from companion.vision.detection import Find
from companion.vision.scoring import FEATURES, Face, Weighing, logistic
from tests.benchmarks.dice import labels

Row = tuple[float, ...]
"""x, y, edge in pixels; probabilities of 1 to 6; the features of `scoring.features_of`."""
KEPT = Path(__file__).parent / "evidence.gz"
"""What nets that had no part in a photo's source saw on it."""


class Evidence(msgspec.Struct, frozen=True, array_like=True):
    """One photo: its label, and every find on it."""

    file: str
    values: tuple[str, ...]  # `?`: a die that nobody can read
    view: str  # overhead, oblique; "" for a photo without dice
    size: tuple[int, int]  # height, width, pixels
    told: tuple[Row, ...]  # finds, no size known
    sized: tuple[Row, ...] | None  # the size of the dice known; None: it is not

    @property
    def source(self) -> str:
        """The source of the photo."""
        return labels.source_of(self.file)


def row_of(face: Face) -> Row:
    """Return what is kept of a find."""
    at = (face.find.x, face.find.y, face.find.edge)
    return (
        *(round(v, 1) for v in at),
        *(round(p, 3) for p in face.faces),
        *(round(f, 2) for f in face.features),
    )


def face_of(row: Row, weighing: Weighing) -> Face:
    """Return a find as a weighing sees it."""
    features = row[-FEATURES:]
    there = logistic(features, weighing.there)
    score = there * logistic(features, weighing.value)
    x, y, edge = row[:3]
    return Face(Find(x, y, edge, 1.0, 1.0), row[3:9], there, score, features)


def write(path: Path, seen: Iterable[Evidence]) -> None:
    """Write evidence; the same evidence makes the same file."""
    path.write_bytes(gzip.compress(msgspec.json.encode(list(seen)), mtime=0))


def load(path: Path = KEPT) -> list[Evidence]:
    """Return what was written."""
    return msgspec.json.decode(gzip.decompress(path.read_bytes()), type=list[Evidence])


def of_folds(seen: Sequence[Evidence], names: Iterable[str]) -> list[Evidence]:
    """Return the photos of the folds of these names."""
    fold_of, wanted = labels.folds(), set(names)
    return [one for one in seen if fold_of[one.source] in wanted]
