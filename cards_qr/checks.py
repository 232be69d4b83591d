"""What the doctor asks of the tag decoders."""

import importlib
from collections.abc import Iterator

from companion.doctor import Check


def decoder_checks() -> tuple[Check, ...]:
    """Say which decoders there are; deeds are read without any of them."""
    return tuple(_decoders())


def _decoders() -> Iterator[Check]:
    zbar, zxing = _is_there("pyzbar.pyzbar"), _is_there("zxingcpp")
    mend = "sudo apt install libzbar0"
    if zbar:
        yield Check("tag decoder", "ok", "zbar is there", code="zbar")
    elif zxing:
        words = "zbar is missing: zxing-cpp reads in its place"
        yield Check("tag decoder", "ok", words, mend, "zbar-replaced")
    else:
        words = "zbar is missing: deeds are read, but foreign codes are not named"
        yield Check("tag decoder", "warn", words, mend, "zbar-missing")
    if zxing:
        yield Check("quick tag decoder", "ok", "zxing-cpp is there", code="zxing")
    else:
        words = "zxing-cpp is not installed; it is not needed"
        yield Check("quick tag decoder", "ok", words, code="zxing-missing")


def _is_there(module: str) -> bool:
    """Return whether a decoder can be used; the library of the system may be missing."""
    try:
        importlib.import_module(module)
    except ImportError:
        return False
    return True
