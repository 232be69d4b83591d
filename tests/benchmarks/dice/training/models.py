"""Finder and first reader: 3 x 3 convolutions, some with a way past them; nets as ONNX files."""

import copy
import warnings
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as nnf
from torch import Tensor, nn

from companion.vision.runtimes import session
from tests.benchmarks.dice.training.pads import without_pads

KINDS = 8
"""Background, 1 to 6, other."""
AGREE = 1e-4
"""The file's scores may differ from the net's by so much."""
_ANY_SIZE = {0: "n", 2: "h", 3: "w"}


def finder() -> nn.Sequential:
    """Return the finder: n x 3 x h x w -> n x 6 x h/4 x w/4.

    Scores of ground, an upper face, a die without a value; the way to the die's middle (x, y)
    in `LOOKED_FOR` edges; log2 of its size over that.
    """
    return nn.Sequential(
        *_block(3, 16, stride=2),
        *_block(16, 32, stride=2),
        *_block(32, 48),
        _Residual(48, spread=2),
        _Residual(48, spread=2),
        nn.Conv2d(48, 6, 1),
    )


def reader() -> nn.Sequential:
    """Return the reader: n x 3 x 48 x 48 -> n x 11.

    Scores of `KINDS` classes; the way to the die's middle (x, y) in edges of a die; log2 of its
    size over the expected one.
    """
    return nn.Sequential(
        *_block(3, 24, stride=2),
        *_block(24, 32),
        *_block(32, 64, stride=2),
        _Residual(64),
        *_block(64, 96, stride=2),
        _Residual(96),
        *_block(96, 96, stride=2),
        nn.Conv2d(96, 128, 3),
        nn.ReLU(),
        nn.Conv2d(128, KINDS + 3, 1),
        nn.Flatten(),
    )


class _Residual(nn.Module):
    """Two convolutions beside a way straight through."""

    def __init__(self, width: int, spread: int = 1) -> None:
        super().__init__()
        self.way = nn.Sequential(*_block(width, width, spread=spread), *_block(width, width)[:2])

    def forward(self, x: Tensor) -> Tensor:
        """Return what goes on."""
        added: Tensor = nnf.relu(x + self.way(x))
        return added


def _block(inputs: int, outputs: int, stride: int = 1, spread: int = 1) -> list[nn.Module]:
    conv = nn.Conv2d(inputs, outputs, 3, stride, spread, dilation=spread, bias=False)
    return [conv, nn.BatchNorm2d(outputs), nn.ReLU()]


def folded(net: nn.Sequential) -> nn.Sequential:
    """Return the net for use: every normalisation folded into the convolution before it."""
    parts: list[nn.Module] = []
    for part in copy.deepcopy(net).eval():
        if isinstance(part, _Residual):
            part.way = folded(part.way)
        if isinstance(part, nn.BatchNorm2d) and isinstance(parts[-1], nn.Conv2d):
            parts[-1] = torch.nn.utils.fusion.fuse_conv_bn_eval(parts[-1], part)
        else:
            parts.append(part)
    return nn.Sequential(*parts).eval()


class _Shown(nn.Module):
    """The reader with what its last layer sees, which a table's own dice are taught on."""

    def __init__(self, net: nn.Sequential) -> None:
        super().__init__()
        self.body, self.last = net[:-2], net[-2:]

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """Return scores and features."""
        features = self.body(x)
        scores: Tensor = self.last(features)
        return scores, features.flatten(1)


def write_onnx(net: nn.Module, path: Path, example: Tensor) -> None:
    """Write the folded net; the file appears whole or not at all.

    Raises:
        ValueError: onnxruntime computes something else from the file than the net here.
    """
    spare = path.with_suffix(".part")
    # In a net that is no plain sequence the exporter folds.
    use: nn.Module = folded(net) if isinstance(net, nn.Sequential) else copy.deepcopy(net).eval()
    free, names = {0: "n"}, ["scores"]
    if isinstance(use, nn.Sequential) and isinstance(use[-1], nn.Flatten):
        use, names = _Shown(use), ["scores", "features"]
    elif isinstance(use, nn.Sequential):
        free = _ANY_SIZE
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the exporter announces its successor
        torch.onnx.export(
            use,
            (example,),
            str(spare),
            dynamo=False,
            opset_version=13,
            dynamic_axes=dict.fromkeys(["picture", *names], free),
            input_names=["picture"],
            output_names=names,
        )
    if not isinstance(net, nn.Sequential):
        spare.write_bytes(without_pads(spare.read_bytes()))
    noise = torch.rand(example.shape)
    with torch.no_grad():
        said = use(noise)
    wanted = (said if torch.is_tensor(said) else said[0]).numpy()
    again = session(spare.read_bytes())
    (scores,) = again.run(["scores"], {"picture": noise.numpy()})
    off = float(np.abs(np.asarray(scores) - wanted).max())
    if off > AGREE:
        raise ValueError(f"{path}: onnxruntime is off by {off:.1e}")
    spare.replace(path)


def keep(net: nn.Module, path: Path) -> None:
    """Write a net's weights as arrays to go on from: filters in half the bits, all else whole."""
    parts = {
        name: part.half().numpy() if part.ndim > 1 else part.numpy()
        for name, part in net.state_dict().items()
    }
    spare = path.with_suffix(".part.npz")
    np.savez_compressed(spare, **parts)
    spare.replace(path)


def take_up(net: nn.Module, path: Path) -> None:
    """Take over the weights that `keep` wrote.

    Raises:
        RuntimeError: they are another net's.
    """
    with np.load(path) as parts:
        net.load_state_dict({name: torch.from_numpy(parts[name]) for name in parts.files})


class Averaged:
    """A slowly following copy of a net; steadier than the net itself."""

    def __init__(self, net: nn.Module, keep: float = 0.998) -> None:
        self.net, self.keep, self.steps = copy.deepcopy(net).eval(), keep, 0

    def follow(self, net: nn.Module) -> None:
        """Move a little towards *net*; faster in the first steps."""
        self.steps += 1
        keep = min(self.keep, self.steps / (self.steps + 10))
        with torch.no_grad():
            for mine, theirs in zip(
                self.net.state_dict().values(), net.state_dict().values(), strict=True
            ):
                if mine.dtype.is_floating_point:
                    mine.mul_(keep).add_(theirs, alpha=1 - keep)
                else:
                    mine.copy_(theirs)
