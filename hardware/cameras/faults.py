"""What a camera's library may do that nobody foresaw: throw anything, and refuse to let go."""

import logging
from typing import Protocol

from companion.errors import CameraError

_log = logging.getLogger(__name__)


class Closing(Protocol):
    """What can be closed."""

    def close(self) -> None:
        """Release the device."""
        ...


def in_words(error: Exception, name: str) -> CameraError:
    """Return what a camera threw as what is said of it; what nobody foresaw is a lost camera."""
    if isinstance(error, CameraError):
        return error
    detail = str(error) or type(error).__name__
    return CameraError(code="camera-stopped", where=name, detail=detail)


def let_go(camera: Closing) -> bool:
    """Close a camera or its device, whatever it throws; return whether it is closed."""
    try:
        camera.close()
    except Exception as error:  # noqa: BLE001  # a device that is gone may refuse in any way
        _log.warning("the camera does not let go: %s", error or type(error).__name__)
        return False
    return True
