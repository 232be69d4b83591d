"""What the doctor asks of the network."""

import socket
from collections.abc import Callable, Sequence
from urllib.parse import urlsplit

from companion.doctor import Check
from web.shared.addresses import own_addresses

STICKERS_NAME = "m"
"""What this machine is called on a network on which it is found as M.LOCAL."""


def network_checks(addresses: Callable[[], Sequence[str]]) -> Sequence[Check]:
    """Say where phones find the pages."""
    if not own_addresses():
        return (Check("network", "warn", "network-none"),)
    return (Check("network", "ok", "network", {"addresses": ", ".join(addresses())}),)


def sticker_checks(addresses: Callable[[], Sequence[str]]) -> Sequence[Check]:
    """Say whether a phone's own camera, held over a sticker, opens its page.

    A sticker has room for no other address than HTTP://M.LOCAL/ with nothing behind the name.
    """
    called = socket.gethostname().lower().removesuffix(".local") == STICKERS_NAME
    if called and any(urlsplit(one).port is None for one in addresses()):
        return (Check("stickers", "ok", "stickers-open"),)
    return (Check("stickers", "ok", "stickers-closed"),)
