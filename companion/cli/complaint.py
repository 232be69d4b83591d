"""One line for whatever went wrong."""

import errno
import traceback
from pathlib import Path

from companion.errors import CompanionError

ROOMS = ("companion", "calibration", "cards_qr", "hardware", "web")


def one_line(error: Exception) -> str:
    """Say in one line what is wrong, where, and how to mend it."""
    return " ".join(_sentence(error).split())


def _sentence(error: Exception) -> str:
    match error:
        case CompanionError():
            return str(error)
        case ImportError() if not _is_ours(error.name):
            what = f"the library {error.name} is missing" if error.name else str(error)
            return f"{what} (`make run` installs what is missing)"
        case OSError() if error.strerror:
            where = f"{error.filename}: " if error.filename is not None else ""
            mend = " (make room, then try again)" if error.errno == errno.ENOSPC else ""
            return f"{where}{error.strerror}{mend}"
        case _:
            return (
                f"{type(error).__name__}: {error}, in {_place(error)}"
                " (a bug: COMPANION_TRACEBACK=1 shows the whole of it)"
            )


def _is_ours(module: str | None) -> bool:
    return module is not None and module.partition(".")[0] in ROOMS


def _place(error: Exception) -> str:
    """Return the innermost of our own lines that *error* came through, as `file:line`."""
    frames = traceback.extract_tb(error.__traceback__)
    root = Path(__file__).parents[2]
    rooms = [root / room for room in ROOMS]
    ours = [frame for frame in frames if any(map(Path(frame.filename).is_relative_to, rooms))]
    if not ours:
        return "an unknown place"
    return f"{Path(ours[-1].filename).relative_to(root)}:{ours[-1].lineno}"
