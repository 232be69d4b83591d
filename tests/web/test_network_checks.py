import socket

import pytest

from web.doctor import network as checks


def test_without_a_network_no_phone_can_join(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "own_addresses", tuple)
    (check,) = checks.network_checks(tuple)
    assert check.health == "warn"
    assert check.mend


def test_the_address_to_type_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "own_addresses", lambda: ("192.168.1.40",))
    (check,) = checks.network_checks(lambda: ("http://192.168.1.40",))
    assert "http://192.168.1.40" in check.words


@pytest.mark.parametrize(
    ("name", "address", "code"),
    [
        ("m", "http://192.168.1.40", "stickers-open"),
        ("M.local", "http://[fe80::1]", "stickers-open"),
        ("m", "http://192.168.1.40:8000", "stickers-closed"),
        ("raspberrypi", "http://192.168.1.40", "stickers-closed"),
    ],
)
def test_whether_phones_find_what_stickers_say_is_told(
    monkeypatch: pytest.MonkeyPatch, name: str, address: str, code: str
) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: name)
    (check,) = checks.sticker_checks(lambda: (address,))
    assert check.code == code
    assert bool(check.mend) == (code == "stickers-closed")
