"""Two machines called `companion` in one house, each with Debian's avahi: in a network of its own.

The other is there first; this one is numbered. What phones would ask is asked, from here.
"""

import os
import shutil
import socket
import struct
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.support.repository import ROOT
from tests.support.waiting import soon
from web.server.guard import is_ours
from web.shared.addresses import Addresses, hosts_of, published

UNPACKED = ROOT / ".venv/unpacked"
DAEMON = Path(shutil.which("avahi-daemon", path="/usr/sbin") or UNPACKED / "usr/sbin/avahi-daemon")
OURS = ROOT / "companion/appliance/etc/avahi"
GROUP, PORT = "224.0.0.251", 5353
HERE, THERE = "10.9.0.1", "10.9.0.2"
A, PTR, SRV = 1, 12, 33
CONFIGURATION = "[server]\nhost-name=companion\nenable-dbus=no\n[publish]\npublish-hinfo=no\n"
OTHER = f"""
set -e
mount -t tmpfs tmpfs /run
mkdir /run/avahi-daemon
echo ready
read moved
ip addr add {THERE}/24 dev there
ip link set there up
exec "$@"
"""


def run(*command: str) -> None:
    """Run a command that must be good."""
    subprocess.run(command, check=True, timeout=60)


def furnish(folder: Path) -> list[str]:
    """Give these namespaces an `/etc` and a `/run` with what avahi wants; return its command."""
    etc = folder / "etc"
    shutil.copytree("/etc", etc, symlinks=True, ignore=_closed)
    for name, line in (("passwd", "avahi:x:0:0::/:/bin/false\n"), ("group", "avahi:x:0:\n")):
        with (etc / name).open("a") as file:
            file.write(line)
    shutil.copytree(OURS, etc / "avahi", dirs_exist_ok=True)
    (etc / "avahi/daemon.conf").write_text(CONFIGURATION)
    run("mount", "--bind", str(etc), "/etc")
    run("mount", "-t", "tmpfs", "tmpfs", "/run")
    Path("/run/avahi-daemon").mkdir()
    own = ("--no-drop-root", "--no-chroot", "--no-rlimits", "-f", "/etc/avahi/daemon.conf")
    return [str(DAEMON), *own]


def _closed(at: str, names: list[str]) -> list[str]:
    return [name for name in names if not os.access(Path(at) / name, os.R_OK)]


def libraries() -> dict[str, str]:
    """Return the environment in which the daemon finds its own."""
    there = ":".join(str(one) for one in UNPACKED.glob("usr/lib/*-linux-gnu*"))
    return {**os.environ, "LD_LIBRARY_PATH": there}


def asked(name: str, kind: int) -> dict[int, list[bytes]]:
    """Ask as a phone does that knows no multicast DNS of its own; return what came, by kind."""
    parts = b"".join(bytes([len(part)]) + part.encode() for part in name.split("."))
    question = struct.pack("!6H", 7, 0, 1, 0, 0, 0) + parts + b"\0" + struct.pack("!2H", kind, 1)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        line.settimeout(1)
        line.bind((HERE, 0))
        line.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(HERE))
        line.sendto(question, (GROUP, PORT))
        found: dict[int, list[bytes]] = {}
        try:
            for told, data in records(line.recv(9000), len(question)):
                found.setdefault(told, []).append(data)
        except TimeoutError:
            pass
        return found


def records(answer: bytes, at: int) -> Iterator[tuple[int, bytes]]:
    """Yield kind and content of what stands in an answer from a place on."""
    for _ in range(sum(struct.unpack_from("!3H", answer, 6))):
        while answer[at] and answer[at] < 0xC0:  # a part of its name
            at += 1 + answer[at]
        at += 2 if answer[at] else 1
        kind, _class, _lives, length = struct.unpack_from("!2HIH", answer, at)
        yield kind, answer[at + 10 : at + 10 + length]
        at += 10 + length


def address_of(name: str) -> str:
    """Return the address that somebody in the house gives for a name."""
    return next((socket.inet_ntoa(one) for one in asked(name, A).get(A, ())), "")


def service() -> tuple[str, ...]:
    """Return name and port of the pages that somebody in the house tells of."""
    told = asked("_http._tcp.local", PTR)
    names = (one[1 : 1 + one[0]].decode() for one in told.get(PTR, ()))
    ports = (str(struct.unpack_from("!3H", one)[2]) for one in told.get(SRV, ()))
    return tuple(part for pair in zip(names, ports, strict=False) for part in pair)


def main() -> None:
    """Let the other one come, then this one; print what phones are told."""
    with TemporaryDirectory() as folder, ExitStack() as after:
        avahi = furnish(Path(folder))
        run("ip", "link", "set", "lo", "up")
        other = subprocess.Popen(
            ["unshare", "--net", "--mount", "sh", "-c", OTHER, "sh", *avahi],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=libraries(), text=True,
        )  # fmt: skip
        after.callback(other.kill)
        assert other.stdin
        assert other.stdout
        assert other.stdout.readline() == "ready\n"
        run("ip", "link", "add", "here", "type", "veth", "peer", "name", "there")
        run("ip", "link", "set", "there", "netns", str(other.pid))
        run("ip", "addr", "add", f"{HERE}/24", "dev", "here")
        run("ip", "link", "set", "here", "up")
        print("moved", file=other.stdin, flush=True)
        assert soon(lambda: address_of("companion.local") == THERE)
        print("companion.local", address_of("companion.local"))
        assert soon(lambda: bool(service()))
        print(*service())
        own = subprocess.Popen(avahi, env=libraries())
        after.callback(own.kill)
        assert soon(lambda: published(HERE) == "companion-2.local")
        print("companion-2.local", address_of("companion-2.local"))
        addresses = Addresses("", 80)()
        print(*addresses)
        print(is_ours("companion-2.local", hosts_of(addresses)))
        print("companion.local", address_of("companion.local"))


if __name__ == "__main__":
    main()
