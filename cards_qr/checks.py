"""What the doctor asks of the tag decoders."""

import importlib
from collections.abc import Iterator

from companion.doctor import Check


def decoder_checks() -> tuple[Check, ...]:
    """Say which decoders there are; deeds are read without any of them."""
    return tuple(_decoders())


def _decoders() -> Iterator[Check]:
    zbar, zxing = _is_there("pyzbar.pyzbar"), _is_there("zxingcpp")
    if zbar:
        yield Check("tag decoder", "ok", "zbar")
    elif zxing:
        yield Check("tag decoder", "ok", "zbar-replaced")
    else:
        yield Check("tag decoder", "warn", "zbar-missing")
    yield Check("quick tag decoder", "ok", "zxing" if zxing else "zxing-missing")


def _is_there(module: str) -> bool:
    """Return whether a decoder can be used; the library of the system may be missing."""
    try:
        importlib.import_module(module)
    except ImportError:
        return False
    return True
