"""What the doctor asks of the network."""

import socket
from collections.abc import Callable, Sequence
from urllib.parse import urlsplit

from companion.doctor import Check
from web.addresses import own_addresses

STICKERS_NAME = "m"
"""What this machine is called on a network on which it is found as M.LOCAL."""


def network_checks(addresses: Callable[[], Sequence[str]]) -> Sequence[Check]:
    """Say where phones find the pages."""
    if not own_addresses():
        mend = "join the Wi-Fi; guest networks often keep phones apart"
        words = "there is no network: no phone can join"
        return (Check("network", "warn", words, mend, "network-none"),)
    typed = addresses()
    words, facts = "phones join at " + " or ".join(typed), {"addresses": ", ".join(typed)}
    return (Check("network", "ok", words, code="network", facts=facts),)


def sticker_checks(addresses: Callable[[], Sequence[str]]) -> Sequence[Check]:
    """Say whether a phone's own camera, held over a sticker, opens its page.

    A sticker has room for no other address than HTTP://M.LOCAL/ with nothing behind the name.
    """
    called = socket.gethostname().lower().removesuffix(".local") == STICKERS_NAME
    if called and any(urlsplit(one).port is None for one in addresses()):
        words = "a phone's camera, held over a sticker, opens its page"
        return (Check("stickers", "ok", words, code="stickers-open"),)
    words = "a phone's camera, held over a sticker, finds no page; the table's camera needs none"
    mend = "sudo hostnamectl hostname m, and let the companion have port 80"
    return (Check("stickers", "ok", words, mend, "stickers-closed"),)
