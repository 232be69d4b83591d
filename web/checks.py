"""What the doctor asks of the network."""

import socket
from collections.abc import Sequence

from companion.doctor import Check

ELSEWHERE = ("192.0.2.1", 9)  # reserved for documentation: nothing is ever sent there


def own_address() -> str | None:
    """Return the IPv4 address that phones of the same network reach, or None without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ELSEWHERE)  # chooses the interface; a datagram socket sends nothing yet
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return None if address.startswith(("127.", "0.")) else address


def network_checks(addresses: Sequence[str]) -> Sequence[Check]:
    """Say where phones find the pages."""
    if own_address() is None:
        mend = "join the Wi-Fi; guest networks often keep phones apart"
        words = "there is no network: no phone can join"
        return (Check("network", "warn", words, mend, "network-none"),)
    words, facts = "phones join at " + " or ".join(addresses), {"addresses": ", ".join(addresses)}
    return (Check("network", "ok", words, code="network", facts=facts),)
