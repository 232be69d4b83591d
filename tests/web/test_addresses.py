"""The addresses that phones are told follow the networks that come and go."""

import pytest

from web.shared.addresses import FRESH_S, Addresses, own_addresses


class Networks:
    """Networks that come and go, and the time."""

    def __init__(self) -> None:
        self.addresses: tuple[str, ...] = ()
        self.now = 0.0

    def told(self, host: str = "", port: int = 8000) -> Addresses:
        return Addresses(host, port, lambda: self.addresses, lambda: self.now)


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
