"""What is signed, for whom and for how long."""

import datetime as dt
import ssl
import time
from ipaddress import ip_address
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID

from companion.certificates.bounds import FLOOR, counted_from, is_due, within
from companion.certificates.making import names_of, networks_of, new_authority, new_leaf
from companion.certificates.proof import authority_in, serving
from tests.support.trusting import ADDRESS, NAME, shakes_hands, trusting

AUTHORITY = new_authority([NAME, "localhost"])
TODAY = counted_from(time.time())
YEAR_S = 365 * 86_400.0


def shown(
    folder: Path, names: list[str], addresses: list[str], now: dt.datetime = TODAY
) -> ssl.SSLContext:
    path = folder / "shown.pem"
    path.write_bytes(new_leaf(AUTHORITY, names, addresses, now))
    return serving(path)


@pytest.mark.parametrize("host", [NAME, "localhost", ADDRESS, "10.0.0.7", "fd00::1", "::1"])
def test_who_trusts_the_authority_accepts_names_and_addresses_at_home(
    tmp_path: Path, host: str
) -> None:
    server = shown(tmp_path, [NAME, "localhost"], [ADDRESS, "10.0.0.7", "fd00::1", "::1"])
    assert shakes_hands(server, trusting(authority_in(AUTHORITY)), host)


@pytest.mark.parametrize("name", ["bank.example", "evil-companion.local", "local", "m.local"])
def test_a_name_that_is_not_the_companions_is_refused_though_the_authority_signed_it(
    tmp_path: Path, name: str
) -> None:
    server = shown(tmp_path, [name], [])
    with pytest.raises(ssl.SSLCertVerificationError, match="permitted subtree violation"):
        shakes_hands(server, trusting(authority_in(AUTHORITY)), name)


@pytest.mark.parametrize("address", ["93.184.216.34", "172.32.0.1", "100.64.0.1", "2001:db8::1"])
def test_an_address_of_the_internet_is_refused_as_well(tmp_path: Path, address: str) -> None:
    server = shown(tmp_path, ["localhost"], [address])
    with pytest.raises(ssl.SSLCertVerificationError, match="permitted subtree violation"):
        shakes_hands(server, trusting(authority_in(AUTHORITY)), address)
    assert not within(address)


@pytest.mark.parametrize("address", ["93.184.216.34", "100.64.0.1", "2001:db8::1"])
def test_an_address_that_the_authority_was_made_for_is_accepted_and_its_neighbour_not(
    tmp_path: Path, address: str
) -> None:
    own = new_authority([NAME], [address])
    assert within(address, networks_of(own))
    path = tmp_path / "shown.pem"
    path.write_bytes(new_leaf(own, [NAME], [address], TODAY))
    assert shakes_hands(serving(path), trusting(authority_in(own)), address)
    neighbour = str(ip_address(address) + 1)
    assert not within(neighbour, networks_of(own))
    path.write_bytes(new_leaf(own, [NAME], [neighbour], TODAY))
    with pytest.raises(ssl.SSLCertVerificationError, match="permitted subtree violation"):
        shakes_hands(serving(path), trusting(authority_in(own)), neighbour)


def test_what_is_signed_signs_nobody_else() -> None:
    signer = x509.load_pem_x509_certificate(AUTHORITY)
    rights = signer.extensions.get_extension_for_class(x509.BasicConstraints)
    assert (rights.critical, rights.value.ca, rights.value.path_length) == (True, True, 0)
    assert signer.extensions.get_extension_for_class(x509.NameConstraints).critical


def test_the_leaf_is_as_apple_asks() -> None:
    """https://support.apple.com/103769: names, serverAuth, SHA-2, no more than 825 days."""
    pem = new_leaf(AUTHORITY, [NAME], [ADDRESS], TODAY)
    leaf = x509.load_pem_x509_certificates(pem)[0]
    days = (leaf.not_valid_after_utc - leaf.not_valid_before_utc).days
    usage = leaf.extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
    names = leaf.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert days <= 825
    assert list(usage) == [ExtendedKeyUsageOID.SERVER_AUTH]
    assert names.get_values_for_type(x509.DNSName) == [NAME]
    assert leaf.signature_hash_algorithm is not None
    assert leaf.signature_hash_algorithm.name == "sha256"
    assert isinstance(leaf.public_key(), ec.EllipticCurvePublicKey)


@pytest.mark.parametrize("wrong_by", [-1.4 * YEAR_S, -0.5 * YEAR_S, 0, 0.6 * YEAR_S])
def test_a_phone_that_knows_the_time_accepts_what_a_wrong_clock_made(
    tmp_path: Path, wrong_by: float
) -> None:
    """This machine's own clock is the phone's here."""
    made_at = dt.datetime.fromtimestamp(time.time() + wrong_by, dt.UTC)
    server = shown(tmp_path, [NAME], [], made_at)
    assert shakes_hands(server, trusting(authority_in(AUTHORITY)), NAME)


def test_a_clock_that_stands_before_this_was_written_is_not_believed() -> None:
    assert counted_from(0.0) == counted_from(FLOOR.timestamp() - 1) == FLOOR
    assert counted_from(FLOOR.timestamp() + 60) > FLOOR
    assert counted_from(1e15) < dt.datetime(2050, 1, 1, tzinfo=dt.UTC)


def test_it_is_due_near_its_end_and_where_the_clock_went_back_behind_its_beginning() -> None:
    begins, ends = TODAY.timestamp(), TODAY.timestamp() + 2 * YEAR_S
    due = [is_due(begins, ends, TODAY + dt.timedelta(days=days)) for days in (-1, 1, 540, 560)]
    assert due == [True, False, False, True]


@pytest.mark.parametrize(
    "damaged",
    [
        b"",
        AUTHORITY[: len(AUTHORITY) // 2],
        AUTHORITY.replace(b"A", b"B"),
        AUTHORITY[: AUTHORITY.index(b"-----BEGIN PRIVATE")],
        AUTHORITY[: AUTHORITY.index(b"-----BEGIN PRIVATE")]
        + new_authority(["m.local"]).partition(b"-----END CERTIFICATE-----\n")[2],
    ],
    ids=["empty", "half", "flipped", "no key", "another's key"],
)
def test_a_damaged_authority_is_known(damaged: bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  # the library's own words
        names_of(damaged)
