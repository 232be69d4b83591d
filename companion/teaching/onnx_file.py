"""What learning needs of an ONNX file: its layers, its weights, and other weights in their places.

The one file that is read so ships with the companion, and tests compare what is read with what the
`onnx` library reads; at a table that would be 33 MB for this alone. A file is nested messages
(protobuf.dev/programming-guides/encoding), whose fields are numbered in `onnx.proto`
(github.com/onnx/onnx). Other weights of the same shapes lie at the same places.
"""

import math
from collections import defaultdict
from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float32]
Span: TypeAlias = tuple[int, int]
"""Where a field's bytes begin and end in the file."""

_NUMBER, _BYTES = 0, 2  # wire types; of the others only the size matters here
_SIZES = {1: 8, 5: 4}
_FLOAT = 1  # the data type of 32 bits


class Node(NamedTuple):
    """One step of the net."""

    kind: str
    name: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    attributes: dict[str, tuple[int, ...]]  # those that are whole numbers


class _Message(NamedTuple):
    """The fields of one message by their numbers: whole numbers, and all that has a length."""

    numbers: defaultdict[int, list[int]]
    spans: defaultdict[int, list[Span]]


class OnnxFile:
    """A net as it is kept.

    Args:
        content: the file, with weights of 32 bits in plain bytes.

    Raises:
        ValueError: it is not such a file.
    """

    def __init__(self, content: bytes) -> None:
        self._content = content
        try:
            graph = self._message((0, len(content))).spans[7][0]
            parts = self._message(graph)
            self.input = self._texts(self._message(parts.spans[11][0]), 1)[0]
            self.nodes = tuple(map(self._node, parts.spans[1]))
            self._places = dict(map(self._place, parts.spans[5]))
        except (IndexError, KeyError) as error:
            raise ValueError("the file is damaged, or no ONNX file") from error

    @property
    def weights(self) -> dict[str, Floats]:
        """The weights by name, in the file's order: outputs x inputs x height x width."""
        return {
            name: np.frombuffer(self._content[begin:end], "<f4").astype(np.float32).reshape(shape)
            for name, (shape, (begin, end)) in self._places.items()
        }

    def with_weights(self, weights: Mapping[str, Floats]) -> bytes:
        """Return the file with other weights of the same names and shapes."""
        content = bytearray(self._content)
        for name, (shape, (begin, end)) in self._places.items():
            content[begin:end] = weights[name].reshape(shape).astype("<f4").tobytes()
        return bytes(content)

    def _node(self, span: Span) -> Node:
        parts = self._message(span)
        attributes = {}
        for one in parts.spans[5]:
            told = self._message(one)
            packed = [n for inside in told.spans[8] for n in self._packed(inside)]
            attributes[self._texts(told, 1)[0]] = (*told.numbers[3], *told.numbers[8], *packed)
        kind, name = ("".join(self._texts(parts, field)) for field in (4, 3))
        return Node(kind, name, self._texts(parts, 1), self._texts(parts, 2), attributes)

    def _place(self, span: Span) -> tuple[str, tuple[tuple[int, ...], Span]]:
        """Return a weight's name, its shape, and where its bytes are."""
        parts = self._message(span)
        (name,) = self._texts(parts, 8)
        packed = [n for inside in parts.spans[1] for n in self._packed(inside)]
        shape = (*parts.numbers[1], *packed)
        begin, end = parts.spans[9][0] if parts.spans[9] else (0, 0)
        if parts.numbers[2] != [_FLOAT] or end - begin != 4 * math.prod(shape):
            raise ValueError(f"{name} is not of plain 32 bits")
        return name, (shape, (begin, end))

    def _texts(self, parts: _Message, field: int) -> tuple[str, ...]:
        return tuple(self._content[begin:end].decode() for begin, end in parts.spans[field])

    def _message(self, span: Span) -> _Message:
        found = _Message(defaultdict(list), defaultdict(list))
        at, end = span
        while at < end:
            key, at = self._number(at)
            field, kind = key >> 3, key & 7
            if kind == _NUMBER:
                number, at = self._number(at)
                found.numbers[field].append(number)
            elif kind == _BYTES:
                size, at = self._number(at)
                found.spans[field].append((at, at + size))
                at += size
            else:
                at += _SIZES[kind]
        return found

    def _packed(self, span: Span) -> list[int]:
        """Return whole numbers that stand side by side."""
        numbers, (at, end) = list[int](), span
        while at < end:
            number, at = self._number(at)
            numbers.append(number)
        return numbers

    def _number(self, at: int) -> tuple[int, int]:
        """Return a number of seven bits a byte, the lowest first, and what stands after it."""
        number = shift = 0
        while True:
            byte = self._content[at]
            number |= (byte & 127) << shift
            at, shift = at + 1, shift + 7
            if byte < 128:
                return number, at
