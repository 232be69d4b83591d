"""What the doctor says of decoders that are there or missing."""

import importlib
from types import ModuleType

import pytest

from cards_qr.checks import decoder_checks

ZBAR, ZXING = "pyzbar.pyzbar", "zxingcpp"


@pytest.mark.parametrize(
    ("missing", "codes"),
    [
        ((), ["zbar", "zxing"]),
        ((ZXING,), ["zbar", "zxing-missing"]),
        ((ZBAR,), ["zbar-replaced", "zxing"]),
        ((ZBAR, ZXING), ["zbar-missing", "zxing-missing"]),
    ],
)
def test_what_is_missing_is_said_with_what_that_means(
    monkeypatch: pytest.MonkeyPatch, missing: tuple[str, ...], codes: list[str]
) -> None:
    def there(name: str) -> ModuleType:
        if name in missing:
            raise ImportError(name)
        return ModuleType(name)

    monkeypatch.setattr(importlib, "import_module", there)
    checks = decoder_checks()
    assert [check.code for check in checks] == codes
    assert [check.health for check in checks] == [
        "warn" if code == "zbar-missing" else "ok" for code in codes
    ]
