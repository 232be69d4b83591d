"""What the doctor asks of the tag decoders."""

import importlib
from collections.abc import Iterator

from companion.doctor import Check


def decoder_checks() -> tuple[Check, ...]:
    """Say which decoders there are; deeds are read without any of them."""
    return tuple(_decoders())


def _decoders() -> Iterator[Check]:
    try:
        importlib.import_module("pyzbar.pyzbar")
    except ImportError:  # the library of the system is missing
        yield Check(
            "tag decoder",
            "warn",
            "zbar is missing: deeds are read, but foreign codes are not named",
            "sudo apt install libzbar0",
            "zbar-missing",
        )
    else:
        yield Check("tag decoder", "ok", "zbar is there", code="zbar")
    try:
        importlib.import_module("zxingcpp")
    except ImportError:
        words = "zxing-cpp is not installed; it is not needed"
        yield Check("quick tag decoder", "ok", words, code="zxing-missing")
    else:
        yield Check("quick tag decoder", "ok", "zxing-cpp is there", code="zxing")
