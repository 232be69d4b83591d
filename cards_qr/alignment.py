"""Lays symbols exactly over their grid: inverse compositional, all candidates at once.

S. Baker, I. Matthews, Lucas-Kanade 20 Years On (2004), section 3.2: the template's gradient is
fixed, so a step is one product with a matrix that is made once.
"""

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from cards_qr.patches import Floats, Matrices, PatchGrid, product, sampled, unit

Freedom = Literal[6, 8]
"""6: affine, for the first steps; 8: with perspective."""

_LONGEST_STEP = 0.25  # of half a symbol; longer ones come from ground that is no symbol


class PatchPattern:
    """What a patch is laid over.

    Args:
        values: the template's samples.
        weights: how much each sample counts, 0 to 1.
        grid: where the samples lie.
        slopes: 8 x samples, how each changes with the homography; by default as *values* say.
    """

    def __init__(
        self,
        values: Floats,
        weights: Floats,
        grid: PatchGrid,
        slopes: NDArray[np.float64] | None = None,
    ) -> None:
        self.grid, self.weights = grid, weights
        self.values = unit(values, weights)
        self._slopes = _slopes(self.values, grid) if slopes is None else slopes
        self._solvers = {n: _solver(self._slopes[:n], weights) for n in (6, 8)}

    def thinned(self, every: int) -> "PatchPattern":
        """Return the pattern with fewer samples: as good for the first steps, and quicker."""
        kept = np.arange(len(self.values)).reshape(self.grid.width, -1)[::every, ::every].ravel()
        grid = PatchGrid(self.grid.side, self.grid.pad, every)
        # The slopes stay those between all samples: between fewer they would be too flat.
        return PatchPattern(self.values[kept], self.weights[kept], grid, self._slopes[:, kept])

    def alike(self, patches: Floats) -> Floats:
        """Return each patch's weighted correlation with the pattern, -1 to 1."""
        shares = self.values * self.weights / self.weights.sum()
        return np.asarray(unit(patches, self.weights) @ shares, np.float32)

    def step(self, patches: Floats, matrices: Matrices, freedom: Freedom) -> Matrices:
        """Return homographies that lay *patches*, sampled with *matrices*, nearer."""
        missing = unit(patches, self.weights) - self.values
        change = np.zeros((len(patches), 8))
        change[:, :freedom] = product(missing, self._solvers[freedom].T)
        change *= np.minimum(1, _LONGEST_STEP / (np.abs(change).max(axis=1, keepdims=True) + 1e-9))
        moved = np.concatenate([change, np.zeros((len(patches), 1))], axis=1).reshape(-1, 3, 3)
        moved += np.eye(3)
        nearer = matrices @ np.linalg.inv(moved)  # steps are short, so there always is one
        depth = nearer[:, 2:, 2:]
        return np.asarray(nearer / np.where(np.abs(depth) < 1e-6, 1e-6, depth))


class TurnedPattern:
    """A pattern in its four turns, as pictures that can be looked for."""

    def __init__(self, pattern: PatchPattern) -> None:
        grid = pattern.grid
        self.side, self.axis = grid.side, grid.axis
        picture = (pattern.values * pattern.weights).reshape(grid.width, grid.width)
        self.turns = [np.ascontiguousarray(np.rot90(picture, n)) for n in range(4)]


def align(
    picture: Floats,
    matrices: Matrices,
    pattern: PatchPattern,
    steps: tuple[Freedom, ...],
    *,
    fine: bool,
) -> tuple[Matrices, Floats]:
    """Return the homographies after *steps*, and how alike each then is (-1 to 1)."""
    for freedom in steps:
        patches = sampled(picture, matrices, pattern.grid, fine=fine)
        matrices = pattern.step(patches, matrices, freedom)
    return matrices, pattern.alike(sampled(picture, matrices, pattern.grid, fine=fine))


def _slopes(values: Floats, grid: PatchGrid) -> NDArray[np.float64]:
    """Return 8 x samples: how each sample changes with the parameters of a homography.

    The parameters stand in the rows of the matrix [[1+a, b, c], [d, 1+e, f], [g, h, 1]].
    """
    spacing = grid.axis[1] - grid.axis[0]
    down, right = np.gradient(values.reshape(grid.width, grid.width).astype(np.float64), spacing)
    dx, dy = right.ravel(), down.ravel()
    x, y, _ = grid.points
    toward = -(dx * x + dy * y)
    return np.stack([dx * x, dx * y, dx, dy * x, dy * y, dy, toward * x, toward * y])


def _solver(slopes: NDArray[np.float64], weights: Floats) -> Floats:
    """Return parameters x samples: from what is missing to the change that explains it."""
    weighted = slopes * weights
    hessian = weighted @ slopes.T
    hessian += 1e-3 * np.diag(np.diag(hessian))  # damped: a featureless side must not run away
    return np.asarray(np.linalg.solve(hessian, weighted), np.float32)
