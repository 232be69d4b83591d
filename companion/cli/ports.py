"""Ports as they are given on a command line."""

import argparse

from companion.secure_port import LAST_PORT


def port(word: str) -> int:
    """Return a port's number.

    Raises:
        ArgumentTypeError: there is no such port.
    """
    if not word.isdecimal() or int(word) > LAST_PORT:
        raise argparse.ArgumentTypeError(f"{word!r} is no port (0 to {LAST_PORT})")
    return int(word)


def tls_port(word: str) -> int:
    """Return the number of the second port, 0 for none.

    Raises:
        ArgumentTypeError: there is no such port.
    """
    return 0 if word == "none" else port(word)
