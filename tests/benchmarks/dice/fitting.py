"""Fit how evidence is weighed: logistic regressions, a few numbers each."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

from companion.vision.scoring import PICTURE_FEATURES, Face, Weighing, logistic
from companion.vision.verdict import Known, ReadingLimits, chosen
from tests.benchmarks.dice.labels import Labelled, fits

Row = tuple[int, float, float, float]
KNOWN: tuple[Known, ...] = get_args(Known)
PULL = 0.3
"""How strongly weights are held towards nothing."""
ALLOWED: dict[Known, float] = {"told": 0.003, "sized": 0.003, "untold": 0.0065}
"""Readings that may be wrong and sure, by the confidences themselves."""
LIKE_DICE = frozenset({"domino"})
"""Sources without dice that show faces of dice: nothing seen there tells them from dice, so they
have no say in what evidence is worth. They are counted with the other photos all the same."""
Doubles = NDArray[np.float64]


class Seen(NamedTuple):
    """A photo and the finds on it."""

    photo: Labelled
    faces: tuple[Face, ...]
    sized: tuple[Face, ...] | None = None  # the size of the dice known; None: it is not


def logistic_regression(features: Doubles, held: Doubles) -> tuple[float, ...]:
    """Return the weights (k) that make *features* (n x k) say best what held (n, 0 or 1)."""
    weights = np.zeros(features.shape[1])
    pull = PULL * np.eye(len(weights))
    for _ in range(60):
        said = 1.0 / (1.0 + np.exp(-np.clip(features @ weights, -30, 30)))
        slope = features.T @ (held - said) - pull @ weights
        bend = (features * (said * (1.0 - said))[:, None]).T @ features + pull
        step = np.linalg.solve(bend, slope)
        weights += step
        if np.abs(step).max() < 1e-6:
            break
    return tuple(round(float(w), 4) for w in weights)


def die_at(face: Face, rows: Sequence[Row]) -> int | None:
    """Return the value of the labelled die that a find lies on; None: on none."""
    find = face.find
    for value, x, y, edge in rows:
        near = np.hypot(find.x - x, find.y - y) < 0.5 * edge
        if near and 0.55 < find.edge / edge < 1.8:
            return value
    return None


def fitted(seen: Sequence[Seen], places: dict[str, list[Row]]) -> Weighing:
    """Return the weighing that fits finds on photos that their nets had not seen."""
    seen = [s for s in seen if s.photo.source not in LIKE_DICE]
    usable = [s for s in seen if _is_usable(s.photo, places)]
    on = [(f, die_at(f, places.get(s.photo.path.name, []))) for s in usable for f in s.faces]
    features = np.array([f.features for f, _ in on])
    there = logistic_regression(features, np.array([float(value is not None) for _, value in on]))
    dice = [(f, value) for f, value in on if value is not None]
    right = np.array([float(f.pips == value) for f, value in dice])
    value = logistic_regression(np.array([f.features for f, _ in dice]), right)
    raw = Weighing(there, value, *[(0.0,) * PICTURE_FEATURES] * len(KNOWN))
    told, untold, sized = (_of_pictures(seen, raw, known) for known in KNOWN)
    return Weighing(there, value, told=told, untold=untold, sized=sized)


def reweighed(face: Face, weighing: Weighing) -> Face:
    """Return a face as other weights see it."""
    there = logistic(face.features, weighing.there)
    score = there * logistic(face.features, weighing.value)
    return Face(face.find, face.faces, there, score, face.features)


class Picture(NamedTuple):
    """What speaks for one reading, and whether it is right."""

    features: tuple[float, ...]
    right: bool


def pictures(seen: Iterable[Seen], weighing: Weighing, known: Known) -> list[Picture]:
    """Return the evidence on every photo that might be read surely with so much known."""
    out = []
    for photo, any_size, sized in seen:
        faces = sized if known == "sized" else any_size
        count = None if known == "untold" else len(photo.values) or 2
        choice = chosen([reweighed(f, weighing) for f in faces or ()], count, ReadingLimits())
        if choice.is_whole:
            values = [face.pips for face in choice.taken]
            out.append(Picture(choice.features, fits(values, photo.values)))
    return out


def limits(seen: Sequence[Seen], weighing: Weighing) -> ReadingLimits:
    """Return the limits from which on so few readings should be wrong as is `ALLOWED`."""
    seen = [s for s in seen if s.photo.source not in LIKE_DICE]
    at: dict[str, float] = {}
    for known in KNOWN:
        weights = getattr(weighing, known)
        found = pictures(seen, weighing, known)
        doubts = sorted(1.0 - logistic(picture.features, weights) for picture in found)
        photos = sum(known != "sized" or s.sized is not None for s in seen)
        reached = int((np.cumsum(doubts) <= ALLOWED[known] * photos).sum())
        at[known] = round(1.0 - doubts[reached - 1] if reached else 1.0, 4)
    return ReadingLimits(**at)


def _of_pictures(seen: Sequence[Seen], raw: Weighing, known: Known) -> tuple[float, ...]:
    # What is known of the size makes no doubt of a die count for less: both kinds are fitted
    # together, or the few doubtful photos of known size would have it so.
    ways: tuple[Known, ...] = ("told", "sized") if known == "sized" else (known,)
    found = [picture for way in ways for picture in pictures(seen, raw, way)]
    features, right = (
        np.array([p.features for p in found]),
        np.array([float(p.right) for p in found]),
    )
    # All but the first tell of doubt: what seems to speak for a reading echoes another number.
    used = np.ones(PICTURE_FEATURES, bool)
    while True:
        weights = np.zeros(PICTURE_FEATURES)
        weights[used] = logistic_regression(features[:, used], right)
        worst = int(weights[1:].argmax()) + 1
        if weights[worst] <= 0.0:
            return tuple(weights.tolist())
        used[worst] = False


def _is_usable(photo: Labelled, places: dict[str, list[Row]]) -> bool:
    """Return whether it is known of every place whether a die lies there."""
    return "?" not in photo.values and (not photo.values or photo.path.name in places)
