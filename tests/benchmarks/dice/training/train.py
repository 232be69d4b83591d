"""Train the finder or a reader for a number of minutes on the processor.

`python -m tests.benchmarks.dice.training.train reader OUT --rendered F --photos F --empty F`
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
"""Seconds between two files written."""
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
    crops = [(data.still(p, row, cut), row[0]) for p in held for row in p.dice]
    batch = torch.from_numpy(np.stack([c for c, _ in crops])).permute(0, 3, 1, 2).float() / 255.0
    with torch.no_grad():
        said = net(batch)[:, :7].argmax(1)
    return float((said == torch.tensor([v for _, v in crops])).float().mean())


def train(
    net: nn.Module,
    loss_of: Callable[[nn.Module], Tensor],
    minutes: float,
    write: Callable[[nn.Module, str], None],
    rate: float,
) -> None:
    """Train for *minutes*; the rate rises shortly, then falls along a cosine to nothing."""
    # Named as anything, so that the types hold with and without the library at hand.
    moved: Any = net.train()
    moved.to(memory_format=torch.channels_last)
    best = torch.optim.AdamW(net.parameters(), rate, weight_decay=0.02)
    steady = models.Averaged(net)
    start = written = time.monotonic()
    losses: list[float] = []
    while (spent := (time.monotonic() - start) / max(60 * minutes, 1e-9)) < 1.0:
        warm = min(1.0, (steady.steps + 1) / 200)
        for group in best.param_groups:
            group["lr"] = rate * warm * (0.5 + 0.5 * math.cos(math.pi * spent)) + 1e-6
        loss: Any = loss_of(net)
        best.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        best.step()
        steady.follow(net)
        losses.append(float(loss.detach()))
        if time.monotonic() - written > EVERY_S:
            written = time.monotonic()
            write(steady.net, f"{steady.steps} steps, loss {np.mean(losses[-300:]):.4f}")
    last = f"loss {np.mean(losses[-300:]):.4f}, done" if losses else "as it was"
    write(steady.net, f"{steady.steps} steps, {last}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Train one net and write OUT/NAME.onnx and OUT/NAME.npz every few minutes."""
    given = _parsed(arguments)
    torch.set_num_threads(given.threads)
    cv2.setNumThreads(1)
    torch.manual_seed(given.seed)
    rng = np.random.default_rng(given.seed)
    source, held = _sources(given)
    finds = given.net == "finder"
    net = NETS[given.net]()
    if given.start:
        models.take_up(net, given.start)
    side = SIDES[given.net]
    given.out.mkdir(parents=True, exist_ok=True)

    def write(trained: nn.Module, note: str) -> None:
        models.write_onnx(trained, given.out / f"{given.net}.onnx", torch.zeros(1, 3, side, side))
        models.keep(trained, given.out / f"{given.net}.npz")
        if held and not finds:
            note += f", held out {held_out_score(trained, held, source.cut):.3f}"
        print(f"{time.strftime('%H:%M:%S')} {given.net}: {note}", flush=True)

    one = finder_loss if finds else reader_loss
    counts = f"{len(source.photos)} photos, {len(source.empty)} empty, {len(source.mined)} mined"
    print(counts, flush=True)
    train(net, lambda n: one(n, rng, source), given.minutes, write, given.rate)
    (given.out / f"{given.net}.done").touch()
    return 0


def _sources(given: argparse.Namespace) -> tuple[data.Source, list[photos.Photo]]:
    """Return what to train on, and the photos left out."""
    leave = [source for source, fold in folds().items() if fold == given.leave]
    rendered, cut = layers.load(given.rendered), SECOND if given.net == "second" else FIRST
    if given.photos is None:
        return data.Source(rendered, [], [], {}, 0.0, cut=cut), []
    real = photos.load(given.photos, None, leave)
    held = photos.load(given.photos, leave, [])
    empty = photos.without_dice(given.empty, leave)
    mined = json.loads(given.mined.read_text()) if given.mined else {}
    return data.Source(rendered, real, empty, mined, given.real, cut=cut), held


def _parsed(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("net", choices=NETS)
    parser.add_argument("out", type=Path)
    parser.add_argument("--rendered", type=Path, nargs="+", required=True, help="what render wrote")
    parser.add_argument("--photos", type=Path, help="labelled photos; none: rendered dice only")
    parser.add_argument("--empty", type=Path, nargs="*", default=(), help="photos without dice")
    parser.add_argument("--mined", type=Path, help="what mine wrote")
    parser.add_argument("--real", type=float, default=0.6, help="part of the samples")
    parser.add_argument("--leave", default="", help="a fold held out")
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--rate", type=float, default=TOP_RATE)
    parser.add_argument("--start", type=Path, help="go on from this .npz")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
