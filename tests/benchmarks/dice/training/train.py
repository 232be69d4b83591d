"""Train the finder or a reader for a number of steps, in stages that go on from one another.

`python -m tests.benchmarks.dice.training.train reader OUT --rendered F --pack FILE --steps N`
"""

import argparse
import json
import math
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
import torch.nn.functional as nnf
from numpy.random import Generator
from torch import Tensor, nn

from companion.vision.pips import FIRST, SECOND, Cut
from tests.benchmarks.dice.labels import folds
from tests.benchmarks.dice.training import data, layers, models, photos, second
from tests.benchmarks.dice.training.augment import augmented

SMOOTHING = 0.01
GROUND_WEIGHT = 0.25
"""What a cell of background counts in the finder's loss beside a cell of a face."""
TOP_RATE = 2.5e-3
"""The second reader, which knows much already, is given less: `--rate`."""
EVERY_S = 150.0
"""Seconds between two words on how it goes."""
AGAIN = 75
"""Exit status of a stage that ends before the course does: call again."""
BATCH, BATCH_OF_SECOND = 64, 32
HALVES = bool(torch.cpu._is_avx512_bf16_supported())
"""Whether the processor multiplies numbers of half the bits; else they cost ten times as much."""
NONE = (0, models.KINDS - 1)
"""Classes that "either" may be."""


NETS: dict[str, Callable[[], nn.Module]] = {
    "finder": models.finder,
    "reader": models.reader,
    "second": second.second,
}
SIDES = {"finder": data.PATCH, "reader": FIRST.size, "second": SECOND.size}
"""Pixels along the side of what each is trained on."""


def class_loss(scores: Tensor, targets: Tensor) -> Tensor:
    """Return the loss per row of scores (n x k) for targets 0 to k - 1 and k: ground or other."""
    logs = nnf.log_softmax(scores, 1)
    either = torch.logsumexp(logs[:, [0, scores.shape[1] - 1]], 1, keepdim=True)
    wanted = torch.cat([logs, either], 1).gather(1, targets[:, None])[:, 0]
    return -(1 - SMOOTHING) * wanted - SMOOTHING * logs.mean(1)


def finder_loss(net: nn.Module, rng: Generator, source: data.Source) -> Tensor:
    """Return the finder's loss on a new batch."""
    pictures, classes, ways = data.finder_batch(rng, source, BATCH)
    with torch.autocast("cpu", torch.bfloat16, enabled=HALVES):
        out = net(_input(rng, pictures)).float()
    kinds = torch.from_numpy(classes).flatten()
    cells = out.permute(0, 2, 3, 1).reshape(-1, 6)
    known = kinds >= 0
    kinds, cells = kinds[known], cells[known]
    face = (kinds == 1) | (kinds == 2)
    loss = class_loss(cells[:, :3], kinds)
    weight = torch.where(face, 1.0, GROUND_WEIGHT)
    way = torch.from_numpy(ways).permute(0, 2, 3, 1).reshape(-1, 3)[known][face]
    off = (cells[face][:, 3:] - way).abs().sum(1).mean() if bool(face.any()) else cells.sum() * 0
    # Most ground is easy and its loss nothing: divided by all of it, the faces would not count.
    shared = face.sum() + 0.1 * GROUND_WEIGHT * (~face).sum()
    total: Tensor = (loss * weight).sum() / shared + 0.5 * off
    return total


def reader_loss(net: nn.Module, rng: Generator, source: data.Source) -> Tensor:
    """Return a reader's loss on a new batch."""
    plain = source.cut is FIRST
    size = BATCH if plain else BATCH_OF_SECOND
    pictures, classes, ways = data.reader_batch(rng, source, size)
    # A filter per channel is slower in half the bits.
    with torch.autocast("cpu", torch.bfloat16, enabled=plain and HALVES):
        out = net(_input(rng, pictures)).float()
    kinds = torch.from_numpy(classes)
    loss = class_loss(out[:, : models.KINDS], kinds).mean()
    die = (kinds > 0) & (kinds < models.KINDS)
    off = (out[:, models.KINDS :] - torch.from_numpy(ways))[die].abs().sum() / size
    total: Tensor = loss + 0.5 * off
    return total


def _input(rng: Generator, pictures: photos.Bytes) -> Tensor:
    batch = np.stack([augmented(rng, picture) for picture in pictures])
    # Height, width, channels is the order in which the processor convolves quickest.
    return torch.from_numpy(batch).permute(0, 3, 1, 2)


def held_out_score(net: nn.Module, held: Sequence[photos.Photo], cut: Cut) -> float:
    """Return the part of held-out dice that a reader names rightly, one view each."""
    crops = [(data.still(p, row, cut), row[0]) for p in held for row in p.dice if 0 < row[0] < 7]
    batch = torch.from_numpy(np.stack([c for c, _ in crops])).permute(0, 3, 1, 2).float() / 255.0
    with torch.no_grad():
        said = net(batch)[:, :7].argmax(1)
    return float((said == torch.tensor([v for _, v in crops])).float().mean())


class Course:
    """A net on its way: the rate rises shortly, then falls along a cosine to nothing.

    Args:
        net: as it begins.
        steps: of the whole way.
        rate: at its top.
    """

    def __init__(self, net: nn.Module, steps: int, rate: float) -> None:
        # Named as anything, so that the types hold with and without the library at hand.
        self.net: Any = net.train()
        self.net.to(memory_format=torch.channels_last)
        self._best = torch.optim.AdamW(net.parameters(), rate, weight_decay=0.02)
        self.steady = models.Averaged(net)
        self._steps, self._rate = steps, rate

    @property
    def is_over(self) -> bool:
        """Whether all steps are done."""
        return self.steady.steps >= self._steps

    def step(self, loss_of: Callable[[nn.Module], Tensor]) -> float:
        """Do one step and return the loss before it."""
        done = self.steady.steps
        warm = min(1.0, (done + 1) / 200)
        for group in self._best.param_groups:
            part = 0.5 + 0.5 * math.cos(math.pi * done / self._steps)
            group["lr"] = self._rate * warm * part + 1e-6
        loss: Any = loss_of(self.net)
        self._best.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.net.parameters(), 5.0)
        self._best.step()
        self.steady.follow(self.net)
        return float(loss.detach())

    def keep(self, file: Path) -> None:
        """Write what to go on from; the file appears whole or not at all."""
        parts = (self.net, self.steady.net, self._best)
        spare = file.with_suffix(".part")
        torch.save([self.steady.steps, *(part.state_dict() for part in parts)], spare)
        spare.replace(file)

    def take_up(self, file: Path) -> None:
        """Go on from what `keep` wrote."""
        self.steady.steps, net, steady, best = torch.load(file, weights_only=True)
        self.net.load_state_dict(net)
        self.steady.net.load_state_dict(steady)
        self._best.load_state_dict(best)


def main(arguments: Sequence[str] | None = None) -> int:
    """Train one net and write OUT/NAME.onnx and OUT/NAME.npz every few minutes."""
    given = _parsed(arguments)
    torch.set_num_threads(given.threads)
    cv2.setNumThreads(1)
    torch.manual_seed(given.seed)

    source, held = _sources(given)
    net, state = NETS[given.net](), given.out / f"{given.net}.state"
    if given.start:
        models.take_up(net, given.start)
    course = Course(net, given.steps, given.rate)
    given.out.mkdir(parents=True, exist_ok=True)
    if state.exists():
        course.take_up(state)
    rng = np.random.default_rng([given.seed, course.steady.steps])
    one = finder_loss if given.net == "finder" else reader_loss
    print(f"{len(source.photos)} photos, {len(source.empty)} empty, {len(source.mined)} mined")
    begun = said = time.monotonic()
    losses: list[float] = []
    while not course.is_over and time.monotonic() - begun < 60 * given.stage:
        losses.append(course.step(lambda n: one(n, rng, source)))
        if time.monotonic() - said > EVERY_S:
            said = time.monotonic()
            course.keep(state)
            _say(given.net, course, losses)
    _say(given.net, course, losses)
    if not course.is_over:
        course.keep(state)
        return AGAIN
    side, trained = SIDES[given.net], course.steady.net
    models.write_onnx(trained, given.out / f"{given.net}.onnx", torch.zeros(1, 3, side, side))
    models.keep(trained, given.out / f"{given.net}.npz")
    state.unlink(missing_ok=True)
    if held and given.net != "finder":
        print(f"held out: {held_out_score(trained, held, source.cut):.3f} named rightly")
    (given.out / f"{given.net}.done").touch()
    return 0


def _say(name: str, course: Course, losses: Sequence[float]) -> None:
    loss = f"{np.mean(losses[-300:]):.4f}" if losses else "as it was"
    now = time.strftime("%H:%M:%S")
    print(f"{now} {name}: {course.steady.steps} steps, loss {loss}", flush=True)


def _sources(given: argparse.Namespace) -> tuple[data.Source, list[photos.Photo]]:
    """Return what to train on, and the photos left out."""
    leave = [source for source, fold in folds().items() if fold == given.leave]
    rendered, cut = layers.load(given.rendered), SECOND if given.net == "second" else FIRST
    if given.pack is None:
        return data.Source(rendered, [], [], {}, 0.0, cut=cut), []
    packed = photos.load(given.pack)
    seen = [photos.opened(photo) for photo in packed if photo.source not in leave]
    held = [photo for photo in packed if photo.source in leave and photo.dice][::4]
    mined = json.loads(given.mined.read_text()) if given.mined else {}
    real = [photo for photo in seen if any(value for value, *_ in photo.dice)]
    empty = [photo for photo in seen if not photo.dice]
    source = data.Source(rendered, real, empty, mined, given.real, cut=cut)
    return source, [photos.opened(photo) for photo in held]


def _parsed(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("net", choices=NETS)
    parser.add_argument("out", type=Path)
    parser.add_argument("--rendered", type=Path, nargs="+", required=True, help="what render wrote")
    parser.add_argument("--pack", type=Path, help="what packing wrote; none: rendered dice only")
    parser.add_argument("--mined", type=Path, help="what mine wrote")
    parser.add_argument("--real", type=float, default=0.6, help="part of the samples")
    parser.add_argument("--leave", default="", help="a fold held out")
    parser.add_argument("--steps", type=int, required=True)
    parser.add_argument("--stage", type=float, default=math.inf, help="minutes, then exit 75")
    parser.add_argument("--rate", type=float, default=TOP_RATE)
    parser.add_argument("--start", type=Path, help="go on from this .npz")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
