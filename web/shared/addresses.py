"""What phones may type to reach the pages, looked up anew as networks come and go."""

import socket
import struct
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from urllib.parse import urlsplit

ELSEWHERE = ("192.0.2.1", 9)  # reserved for documentation: nothing is ever sent there
LOCAL = "127.0.0.1"
HTTP_PORT, HTTPS_PORT = 80, 443
AVAHI = "/run/avahi-daemon/socket"
"""Where avahi is asked what it publishes: a line there, a line back."""
AVAHI_S = 0.3
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


def published(address: str) -> str | None:
    """Return the name under which avahi publishes an address of ours, as `companion.local`.

    If another machine of the house is called so, avahi has numbered it: `companion-2.local`.
    """
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
        line.settimeout(AVAHI_S)
        try:
            line.connect(AVAHI)
            line.sendall(f"RESOLVE-ADDRESS {address}\n".encode())
            told = line.recv(1024).decode().split()  # "+", interface, protocol, name
        except (OSError, UnicodeDecodeError):
            return None
    return told[3] if len(told) > 3 and told[0] == "+" else None


def hosts_of(addresses: Sequence[str]) -> tuple[str, ...]:
    """Return what stands for this machine in its addresses."""
    return tuple(host for one in addresses if (host := urlsplit(one).hostname))


def lasting(addresses: Sequence[str]) -> str:
    """Return the address to print on paper: the name if there is one, for a number may change."""
    named = (one for one in addresses if hosts_of([one])[0].endswith(".local"))
    return next(named, next(iter(addresses), ""))


def securely(addresses: Sequence[str], port: int) -> tuple[str, ...]:
    """Return the same addresses over TLS; *port*: the one of the pages there."""
    return tuple(secure_address(host, port) for host in hosts_of(addresses))


def secure_address(host: str, port: int) -> str:
    """Return the address of the pages of a host over TLS."""
    return f"https://{shown(host)}" + ("" if port == HTTPS_PORT else f":{port}")


def shown(host: str) -> str:
    """Return a name or number as it stands in an address."""
    return f"[{host}]" if ":" in host else host


class Addresses:
    """What phones may type now: each number, which every phone understands, then its name.

    Args:
        host: what is listened on; nothing or 0.0.0.0: all addresses.
        port: the port of the pages.
        look: returns this machine's addresses.
        name: returns under which name one of them is published.
        clock: monotonic seconds.
    """

    def __init__(
        self,
        host: str,
        port: int,
        look: Callable[[], tuple[str, ...]] = own_addresses,
        name: Callable[[str], str | None] = published,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._host, self._port, self._clock = host, port, clock
        self._look, self._name = look, name
        self._seen, self._until = tuple[str, ...](), clock()

    def __call__(self) -> tuple[str, ...]:
        """Return them, best first; without a network this machine's own name for itself."""
        if self._clock() >= self._until:
            everywhere = self._host in ("", "0.0.0.0", "::")  # noqa: S104 — compared, not bound
            numbers = (self._look() or (LOCAL,)) if everywhere else (self._host,)
            both = filter(None, (one for number in numbers for one in (number, self._name(number))))
            self._seen = tuple(dict.fromkeys(map(self._typed, both)))
            self._until = self._clock() + FRESH_S
        return self._seen

    def _typed(self, name: str) -> str:
        return f"http://{shown(name)}" + ("" if self._port == HTTP_PORT else f":{self._port}")
