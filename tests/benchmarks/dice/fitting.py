"""Fit how evidence is weighed: logistic regressions, a few numbers each."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, get_args

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from companion.vision.scoring import FEATURES, PICTURE_FEATURES, Face, Weighing, logistic
from companion.vision.verdict import Known, ReadingLimits, chosen
from tests.benchmarks.dice.evidence import Evidence, face_of
from tests.benchmarks.dice.labels import NO_OPINION, Row, fits, places

FACES = range(1, 7)
KNOWN: tuple[Known, ...] = get_args(Known)
PULL = 0.3
"""How strongly weights are held towards nothing."""
ALLOWED: dict[Known, float] = {"told": 0.003, "sized": 0.003, "untold": 0.0065}
"""Readings that may be wrong and sure, by the confidences themselves."""
LIKE_DICE = frozenset({"domino"})
"""Sources without dice that show faces of dice: nothing seen there tells them from dice, so they
have no say in what evidence is worth. They are counted with the other photos all the same."""
LIMITS = ReadingLimits()
"""Those of each die that ship; those of pictures are fitted."""
Doubles = NDArray[np.float64]


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
    """Return the value of the labelled die that a find lies on, `NO_OPINION` too; None: on none."""
    find = face.find
    for value, x, y, edge in rows:
        near = np.hypot(find.x - x, find.y - y) < 0.5 * edge
        if near and 0.55 < find.edge / edge < 1.8:
            return value
    return None


_NOTHING = Weighing(*[(0.0,) * FEATURES] * 2, *[(0.0,) * PICTURE_FEATURES] * len(KNOWN))


def fitted(seen: Sequence[Evidence]) -> Weighing:
    """Return the weighing that fits finds on photos that their nets had not seen."""
    seen, where = [s for s in seen if s.source not in LIKE_DICE], places()
    found = [
        (face_of(r, _NOTHING), where.get(s.file, [])) for s in seen if _is_usable(s) for r in s.told
    ]
    on = [(face, die_at(face, rows)) for face, rows in found]
    on = [(face, value) for face, value in on if value != NO_OPINION]
    dice = [(face, value) for face, value in on if value in FACES]
    features = np.array([face.features for face, _ in on])
    there = logistic_regression(features, np.array([float(v in FACES) for _, v in on]))
    right = np.array([float(face.pips == value) for face, value in dice])
    value = logistic_regression(np.array([face.features for face, _ in dice]), right)
    raw = replace(_NOTHING, there=there, value=value)
    told, untold, sized = (_of_pictures(seen, raw, known) for known in KNOWN)
    return replace(raw, told=told, untold=untold, sized=sized)


def faces_of(one: Evidence, weighing: Weighing, known: Known) -> list[Face] | None:
    """Return the finds on a photo; None: no size is known and one was asked for."""
    rows = one.sized if known == "sized" else one.told
    return None if rows is None else [face_of(row, weighing) for row in rows]


def number_of(one: Evidence, known: Known) -> int | None:
    """Return the number of dice that is told; two where none lie there."""
    return None if known == "untold" else len(one.values) or 2


class Picture(NamedTuple):
    """What speaks for one reading, and whether it is right."""

    features: tuple[float, ...]
    right: bool


def pictures(seen: Iterable[Evidence], weighing: Weighing, known: Known) -> list[Picture]:
    """Return the evidence on every photo that might be read surely with so much known."""
    out = []
    for one in seen:
        faces = faces_of(one, weighing, known)
        choice = chosen(faces or (), number_of(one, known), LIMITS)
        if choice.is_whole(LIMITS):
            values = [face.pips for face in choice.taken]
            out.append(Picture(choice.features, fits(values, one.values)))
    return out


def limits(seen: Sequence[Evidence], weighing: Weighing) -> ReadingLimits:
    """Return the limits from which on so few readings should be wrong as is `ALLOWED`."""
    seen = [s for s in seen if s.source not in LIKE_DICE]
    at: dict[str, float] = {}
    for known in KNOWN:
        weights = getattr(weighing, known)
        found = pictures(seen, weighing, known)
        doubts = sorted(1.0 - logistic(picture.features, weights) for picture in found)
        photos = sum(known != "sized" or s.sized is not None for s in seen)
        reached = int((np.cumsum(doubts) <= ALLOWED[known] * photos).sum())
        at[known] = round(1.0 - doubts[reached - 1] if reached else 1.0, 4)
    return ReadingLimits(**at)


def _of_pictures(seen: Sequence[Evidence], raw: Weighing, known: Known) -> tuple[float, ...]:
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


def _is_usable(one: Evidence) -> bool:
    """Return whether it is known of every place whether a die lies there."""
    return not one.values or one.file in places()
