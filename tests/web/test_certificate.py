"""The page about the companion's own certificate, and the file that is installed."""

from hashlib import sha256
from pathlib import Path

import pytest
from cryptography import x509
from msgspec.structs import replace

from tests.support.pages import Living, Secured, text_of
from tests.support.trusting import certified
from web.certificate.view import INSTALLED, PAST_THE_WARNING
from web.draw.phone import HEIGHT, MARGIN, WIDTH
from web.shared.addresses import securely

ADDRESSES = ("https://192.168.1.40:8443", "https://companion.local:8443")


@pytest.fixture
def secured(room: Living, tmp_path: Path) -> Living:
    authority = certified(tmp_path).now.authority
    room.context.parts = replace(room.context.parts, secure=Secured(ADDRESSES, authority))
    return room


def test_anybody_is_given_the_authority_without_its_key(secured: Living) -> None:
    answer = secured.client().get("/certificate/companion.crt")
    assert (answer.status_code, answer.mimetype) == (200, "application/x-x509-ca-cert")
    signer = x509.load_der_x509_certificate(answer.data)
    assert signer.extensions.get_extension_for_class(x509.BasicConstraints).value.ca
    assert signer.extensions.get_extension_for_class(x509.NameConstraints).critical
    assert b"PRIVATE" not in answer.data


def test_its_fingerprint_stands_on_the_page(secured: Living) -> None:
    told = secured.client().get("/certificate/companion.crt").data
    digits = sha256(told).hexdigest().upper()
    assert " ".join(digits[n : n + 2] for n in range(0, 64, 2)) in text_of(
        secured.client(), "/certificate"
    )


def test_the_page_leads_to_the_addresses_over_tls(secured: Living) -> None:
    page = secured.client().get("/certificate").text
    assert f'href="{ADDRESSES[0]}/certificate"' in page
    assert ADDRESSES[1] in page
    over = secured.client().get("/certificate", base_url="https://192.168.1.40:8443").text
    assert "This page is open over https." in over


def test_who_comes_by_a_name_is_led_to_the_same_name(secured: Living) -> None:
    """A phone's cookie belongs to the name by which it came."""
    page = secured.client().get("/certificate", base_url="http://companion.local:8000").text
    assert f'href="{ADDRESSES[1]}/certificate"' in page


def test_where_there_is_no_https_the_doctor_is_named(room: Living) -> None:
    page = room.client().get("/certificate").text
    assert "There is no https here now." in page
    assert 'href="/doctor"' in page
    assert room.client().get("/certificate/companion.crt").status_code == 404


def test_each_kind_of_phone_has_its_steps_with_drawings(secured: Living) -> None:
    steps = [step for way in (*PAST_THE_WARNING, *INSTALLED) for step in way.steps]
    page = secured.client().get("/certificate").text
    assert page.count('<svg class="drawn-phone"') == len(steps) == 14


def test_what_is_drawn_stays_on_its_screen() -> None:
    for way in (*PAST_THE_WARNING, *INSTALLED):
        for part in (part for step in way.steps for part in step.screen.parts):
            assert part.x >= MARGIN
            assert part.x + part.width <= WIDTH - MARGIN
            assert part.y + part.height <= HEIGHT - MARGIN


def test_addresses_are_typed_as_phones_take_them() -> None:
    there = ("http://192.168.1.40:8000", "http://companion.local:8000", "http://[fd00::1]:8000")
    assert securely(there, 443) == (
        "https://192.168.1.40",
        "https://companion.local",
        "https://[fd00::1]",
    )
    assert securely(there[:1], 8363) == ("https://192.168.1.40:8363",)
