"""The files of what a table taught: a small head that people can read, and the reader."""

from contextlib import suppress
from pathlib import Path

from msgspec.structs import replace

from companion.errors import SettingsError
from companion.files import keep, read_kept, words_of, write_whole
from companion.vision.taught_reader import Taught, digest_of

FILE = "taught.json"
"""Its name in the folder of what a table's dice taught."""


def save(taught: Taught, path: Path) -> None:
    """Write what was taught: the reader first, then the head that names it.

    Raises:
        SettingsError: it cannot be written; what was there before is still whole.
    """
    try:
        write_whole(_beside(path, taught.own), taught.model)
    except OSError as error:
        raise SettingsError(code="not-written", where=str(path), detail=words_of(error)) from None
    keep(replace(taught, model=b""), path)
    _remove_but(path, taught.own)


def load(path: Path) -> Taught | None:
    """Return what was taught, None if nothing was; without a model if that is gone or damaged.

    Raises:
        SettingsError: the head cannot be read or is damaged.
    """
    head = read_kept(path, Taught, damaged="taught-damaged")
    if head is None:
        return None
    try:
        model = _beside(path, head.own).read_bytes()
    except OSError:
        model = b""
    return replace(head, model=model if digest_of(model) == head.own else b"")


def remove(path: Path) -> None:
    """Throw away what was taught; what cannot be removed is left."""
    with suppress(OSError):
        path.unlink(missing_ok=True)
    _remove_but(path, "")


def _beside(path: Path, own: str) -> Path:
    """Return the file of a taught reader; named by its digest, so that no head has a wrong one."""
    return path.with_name(f"reader-{own}.onnx")


def _remove_but(path: Path, own: str) -> None:
    for model in path.parent.glob("reader-*.onnx"):
        if not own or model != _beside(path, own):
            with suppress(OSError):
                model.unlink(missing_ok=True)
