"""Pictures as they are kept and shown."""

import cv2

from companion.vision.frame import Pixels

QUALITY = 88


def jpeg(pixels: Pixels) -> bytes:
    """Return a picture as a JPEG."""
    _, data = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return bytes(data)
