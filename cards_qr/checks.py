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
        )
    else:
        yield Check("tag decoder", "ok", "zbar is there")
    try:
        importlib.import_module("zxingcpp")
    except ImportError:
        yield Check("quick tag decoder", "ok", "zxing-cpp is not installed; it is not needed")
    else:
        yield Check("quick tag decoder", "ok", "zxing-cpp is there")
