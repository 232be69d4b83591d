"""Fit how evidence is weighed: logistic regressions, a few numbers each."""

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

from companion.vision.evidence import Face, Weighing, chance
from companion.vision.rule import Limits, judged
from tests.benchmarks.dice.labels import Labelled, fits

Row = tuple[int, float, float, float]
Known = Literal["told", "untold", "sized"]
"""What is known of the dice: their number; nothing; number and size."""
KNOWN: tuple[Known, ...] = get_args(Known)
PULL = 0.3
"""How strongly weights are held towards nothing."""
ALLOWED = 0.004
"""Readings that may be wrong and sure, by the confidences themselves."""
LIKE_DICE = frozenset({"domino"})
"""Sources without dice that show faces of dice: nothing seen there tells them from dice, so they
have no say in what evidence is worth. They are counted with the other photos all the same."""
Doubles = NDArray[np.float64]


class Seen(NamedTuple):
    """A photo and the finds on it."""

    photo: Labelled
    faces: Sequence[Face]
    sized: Sequence[Face] | None = None  # the size of the dice known; None: it is not


def logistic(proofs: Doubles, held: Doubles) -> tuple[float, ...]:
    """Return the weights (k) that make *proofs* (n x k) say best what held (n, 0 or 1)."""
    weights = np.zeros(proofs.shape[1])
    pull = PULL * np.eye(len(weights))
    for _ in range(60):
        said = 1.0 / (1.0 + np.exp(-np.clip(proofs @ weights, -30, 30)))
        slope = proofs.T @ (held - said) - pull @ weights
        bend = (proofs * (said * (1.0 - said))[:, None]).T @ proofs + pull
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
    proofs = np.array([f.proofs for f, _ in on])
    there = logistic(proofs, np.array([float(value is not None) for _, value in on]))
    dice = [(f, value) for f, value in on if value is not None]
    right = np.array([float(f.pips == value) for f, value in dice])
    value = logistic(np.array([f.proofs for f, _ in dice]), right)
    raw = Weighing(there, value, *[(0.0, 1.0)] * len(KNOWN))
    return Weighing(there, value, *(_from_odds(seen, raw, known) for known in KNOWN))


def reweighed(face: Face, weighing: Weighing) -> Face:
    """Return a face as other weights see it."""
    there = chance(face.proofs, weighing.there)
    score = there * chance(face.proofs, weighing.value)
    return Face(face.find, face.faces, there, score, face.proofs)


def confidences(seen: Iterable[Seen], weighing: Weighing, known: Known) -> list[tuple[float, bool]]:
    """Return confidence and rightness of every photo's reading that is not "none"."""
    always = Limits(told=0.0, untold=0.0, sized=0.0, good=0.0, seen=0.0)
    out = []
    for photo, any_size, sized in seen:
        faces = sized if known == "sized" else any_size
        count = None if known == "untold" else len(photo.values) or 2
        weighed = [reweighed(f, weighing) for f in faces or ()]
        reading = judged(weighed, count, always, weighing, sized=known == "sized")
        if reading.verdict == "sure":
            out.append((reading.confidence, fits(reading.values, photo.values)))
    return out


def limits(seen: Sequence[Seen], weighing: Weighing) -> Limits:
    """Return the limits from which on so few readings should be wrong as is `ALLOWED`."""
    seen = [s for s in seen if s.photo.source not in LIKE_DICE]
    at: dict[str, float] = {}
    for known in KNOWN:
        doubts = sorted(1.0 - c for c, _ in confidences(seen, weighing, known))
        photos = sum(known != "sized" or s.sized is not None for s in seen)
        reached = int((np.cumsum(doubts) <= ALLOWED * photos).sum())
        at[known] = round(1.0 - doubts[reached - 1] if reached else 1.0, 4)
    return Limits(**at)


def _from_odds(seen: Sequence[Seen], raw: Weighing, known: Known) -> tuple[float, float]:
    pairs = confidences(seen, raw, known)
    p = np.clip([c for c, _ in pairs], 1e-6, 1 - 1e-6)
    proofs = np.column_stack([np.ones(len(p)), np.log(p / (1 - p))])
    bias, slope = logistic(proofs, np.array([float(right) for _, right in pairs]))
    return bias, slope


def _is_usable(photo: Labelled, places: dict[str, list[Row]]) -> bool:
    """Return whether it is known of every place whether a die lies there."""
    return "?" not in photo.values and (not photo.values or photo.path.name in places)
