"""Ports and addresses as they are given on a command line."""

import argparse
from ipaddress import ip_address
from urllib.parse import urlsplit

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


def web_address(word: str) -> str:
    """Return what addresses of pages begin with, as https://club.example.

    Raises:
        ArgumentTypeError: it is none, or more than that.
    """
    parts = urlsplit(word)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path not in ("", "/"):
        raise argparse.ArgumentTypeError(f"{word!r} is no address like https://club.example")
    return f"{parts.scheme}://{parts.netloc}"


def machine(word: str) -> str:
    """Return a machine's address as connections from it have it.

    Raises:
        ArgumentTypeError: it is none.
    """
    try:
        return str(ip_address(word))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{word!r} is no address like 127.0.0.1") from None


def add_tables(parser: argparse.ArgumentParser) -> None:
    """Add the option that says where tables without a box are."""
    parser.add_argument(
        "--tables",
        type=web_address,
        metavar="URL",
        help="where a router leads people to tables without a box, as https://club.example",
    )


def add_router(parser: argparse.ArgumentParser) -> None:
    """Add the option that names the machines of routers."""
    parser.add_argument(
        "--router",
        type=machine,
        action="append",
        default=[],
        metavar="ADDRESS",
        help="of a router's machine, as 127.0.0.1: it is believed for whom it asks",
    )
