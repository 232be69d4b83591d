"""Several pictures as one, for what is proven by all of them together."""

from collections.abc import Sequence

import cv2
import numpy as np

from companion.vision.frame import Pixels
from companion.vision.pictures import decoded_or_none

GAP = 8  # pixels of black between two
QUALITY = 88


def montage(jpegs: Sequence[bytes]) -> bytes | None:
    """Return pictures one below the other, first on top; of one, that one; None without any.

    What is no picture is left out.
    """
    if len(jpegs) < 2:
        return jpegs[0] if jpegs else None
    pictures = [pixels for jpeg in jpegs if (pixels := decoded_or_none(jpeg)) is not None]
    if not pictures:
        return None
    width = max(picture.shape[1] for picture in pictures)
    below: list[Pixels] = []
    for picture in pictures:
        across = width - picture.shape[1]
        below.append(np.pad(picture, ((0, GAP), (0, across), (0, 0))))
    whole = np.concatenate(below)[:-GAP]
    _, data = cv2.imencode(".jpg", whole, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return bytes(data)
