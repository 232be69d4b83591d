"""What phones may type to reach the pages, looked up anew as networks come and go."""

import socket
import struct
import sys
import time
from collections.abc import Callable, Iterator

ELSEWHERE = ("192.0.2.1", 9)  # reserved for documentation: nothing is ever sent there
LOCAL = "127.0.0.1"
HTTP_PORT = 80
FRESH_S = 2.0
"""So long a look counts: a Wi-Fi that comes late is on the pages within a few seconds."""

_GET_FLAGS, _GET_ADDRESS = 0x8913, 0x8915  # netdevice(7): SIOCGIFFLAGS, SIOCGIFADDR
_UP, _LOOPBACK, _RUNNING = 0x1, 0x8, 0x40  # likewise: IFF_UP, IFF_LOOPBACK, IFF_RUNNING
_REQUEST = struct.Struct("16s16s8x")  # struct ifreq: the interface's name, what is told of it


def own_addresses() -> tuple[str, ...]:
    """Return this machine's IPv4 addresses that phones may reach, best first.

    The one on the way out comes first; a hotspot of our own has no way out and counts as well.
    """
    found = sorted(_interfaces(), reverse=True)
    return tuple(dict.fromkeys([*filter(None, [_on_the_way_out()]), *(one for _, one in found)]))


def _on_the_way_out() -> str | None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ELSEWHERE)  # chooses the interface; a datagram socket sends nothing yet
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return None if address.startswith(("127.", "0.")) else address


def _interfaces() -> Iterator[tuple[bool, str]]:
    """Yield for each interface whether it has a carrier, and its address; on Linux alone."""
    if sys.platform != "linux":
        return
    from fcntl import ioctl  # noqa: PLC0415  # Windows has none

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _index, name in socket.if_nameindex():
            asked = _REQUEST.pack(name.encode()[:15], b"")
            try:
                (flags,) = struct.unpack_from("h", ioctl(probe, _GET_FLAGS, asked), 16)
                told = ioctl(probe, _GET_ADDRESS, asked)
            except OSError:  # it has no address, or is gone
                continue
            if flags & _UP and not flags & _LOOPBACK:
                yield bool(flags & _RUNNING), socket.inet_ntoa(told[20:24])


class Addresses:
    """What phones may type now.

    Args:
        host: what is listened on; nothing or 0.0.0.0: all addresses.
        port: the port of the pages.
        look: returns this machine's addresses.
        clock: monotonic seconds.
    """

    def __init__(
        self,
        host: str,
        port: int,
        look: Callable[[], tuple[str, ...]] = own_addresses,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._host, self._port, self._look, self._clock = host, port, look, clock
        self._seen, self._until = tuple[str, ...](), clock()

    def __call__(self) -> tuple[str, ...]:
        """Return them, best first; without a network this machine's own name for itself."""
        if self._clock() >= self._until:
            everywhere = self._host in ("", "0.0.0.0", "::")  # noqa: S104 — compared, not bound
            names = (self._look() or (LOCAL,)) if everywhere else (self._host,)
            self._seen, self._until = tuple(map(self._typed, names)), self._clock() + FRESH_S
        return self._seen

    def _typed(self, name: str) -> str:
        shown = f"[{name}]" if ":" in name else name
        return f"http://{shown}" + ("" if self._port == HTTP_PORT else f":{self._port}")
