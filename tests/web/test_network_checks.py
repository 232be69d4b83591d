import pytest

from web import checks


def test_without_a_network_no_phone_can_join(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "own_address", lambda: None)
    (check,) = checks.network_checks(())
    assert check.health == "warn"
    assert check.mend


def test_the_address_to_type_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "own_address", lambda: "192.168.1.40")
    (check,) = checks.network_checks(("http://192.168.1.40",))
    assert "http://192.168.1.40" in check.words
