"""The addresses that phones are told follow the networks that come and go."""

import socket
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from web.shared import addresses
from web.shared.addresses import FRESH_S, Addresses, lasting, own_addresses


class Networks:
    """Networks that come and go, and the time."""

    def __init__(self) -> None:
        self.addresses: tuple[str, ...] = ()
        self.names: dict[str, str] = {}  # as avahi publishes them
        self.now = 0.0

    def told(self, host: str = "", port: int = 8000) -> Addresses:
        return Addresses(host, port, lambda: self.addresses, self.names.get, lambda: self.now)


def test_a_network_that_comes_late_is_told() -> None:
    networks = Networks()
    told = networks.told()
    assert told() == ("http://127.0.0.1:8000",)
    networks.addresses = ("10.42.0.1", "192.168.1.40")
    networks.now += FRESH_S
    assert told() == ("http://10.42.0.1:8000", "http://192.168.1.40:8000")
    networks.addresses = ("192.168.1.40",)
    networks.now += FRESH_S
    assert told() == ("http://192.168.1.40:8000",)


@pytest.mark.parametrize(
    ("host", "port", "address"),
    [
        ("10.0.0.5", 80, "http://10.0.0.5"),
        ("fe80::1", 8000, "http://[fe80::1]:8000"),
        ("0.0.0.0", 80, "http://192.168.1.40"),
    ],
)
def test_one_address_that_is_listened_on_stays(host: str, port: int, address: str) -> None:
    networks = Networks()
    networks.addresses = ("192.168.1.40",)
    assert networks.told(host, port)() == (address,)


def test_this_machine_itself_is_no_address_for_phones() -> None:
    assert not [one for one in own_addresses() if one.startswith("127.")]


def test_a_published_name_stands_beside_each_number_and_alone_on_paper() -> None:
    networks = Networks()
    networks.addresses = ("192.168.1.40", "10.42.0.1")
    assert lasting(networks.told()()) == "http://192.168.1.40:8000"
    networks.names = dict.fromkeys(networks.addresses, "companion-2.local")
    told = networks.told(port=80)()
    assert told == ("http://192.168.1.40", "http://companion-2.local", "http://10.42.0.1")
    assert lasting(told) == "http://companion-2.local"


@pytest.mark.parametrize(
    ("answer", "name"),
    [
        (b"+ 2 0 companion-2.local\n", "companion-2.local"),
        (b"-15 Timeout reached\n", None),
        (b"", None),
        (b"\xff\xff", None),
    ],
)
def test_avahi_is_asked_under_which_name_it_publishes_an_address(
    answer: bytes, name: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(addresses, "AVAHI", str(tmp_path / "socket"))
    assert addresses.published("192.168.1.40") is None
    with socket.socket(socket.AF_UNIX) as avahi, ThreadPoolExecutor(1) as pool:
        avahi.bind(str(tmp_path / "socket"))
        avahi.listen()
        asked = pool.submit(addresses.published, "192.168.1.40")
        line, _ = avahi.accept()
        with line:
            assert line.recv(100) == b"RESOLVE-ADDRESS 192.168.1.40\n"
            line.sendall(answer)
        assert asked.result(timeout=60) == name
