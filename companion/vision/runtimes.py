"""What runs the nets: onnxruntime, and OpenCV where that does not run on a machine."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

Floats = NDArray[np.float32]

Net = Callable[[Floats], Floats]
"""A loaded net: planes (n x 3 x height x width, red, green, blue, 0 to 1) -> its scores."""

Load = Callable[[bytes | Path], Net]
"""Loads a net's content, or better its file."""

_FAILURES = 3
"""onnxruntime's word for: say nothing but what fails."""


def by_onnxruntime(model: bytes | Path) -> Net:
    """Load a net into onnxruntime; from any thread."""
    loaded = session(model)

    def run(planes: Floats) -> Floats:
        (scores,) = loaded.run(["scores"], {"picture": planes})
        return np.asarray(scores, np.float32)

    return run


def by_opencv(model: bytes | Path) -> Net:
    """Load a net into OpenCV: the same scores to a few millionths, in up to six times the time."""
    content = np.frombuffer(model if isinstance(model, bytes) else model.read_bytes(), np.uint8)
    loaded, turn = cv2.dnn.readNetFromONNX(content), threading.Lock()

    def run(planes: Floats) -> Floats:
        with turn:  # it keeps its input until it has run
            loaded.setInput(planes, "picture")
            return np.array(loaded.forward("scores"), np.float32)

    return run


def session(model: bytes | Path) -> "InferenceSession":
    """Return a net that uses as many cores as OpenCV may, and leaves them alone while it waits.

    Args:
        model: its content, or better its file: then 5 MB less stay behind in the process.
    """
    import onnxruntime  # noqa: PLC0415  # on some machines it ends the process that imports it

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = max(1, cv2.getNumThreads())
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.enable_cpu_mem_arena = False  # it would keep 20 MB from one throw to the next
    options.log_severity_level = _FAILURES
    return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
