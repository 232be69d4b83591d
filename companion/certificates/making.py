"""Makes an authority and what it signs. Pure: names, addresses and the time are given.

The one place that needs `cryptography`. It takes 13 MB, so it is imported by whoever makes
something, and nothing is made at most starts.
"""

import datetime as dt
from collections.abc import Sequence
from ipaddress import ip_address, ip_network
from typing import TypeAlias

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from companion.certificates.bounds import AFTER, AT_HOME, BEFORE, BEGIN, END, Network

Key: TypeAlias = ec.EllipticCurvePrivateKey


def new_authority(names: Sequence[str], addresses: Sequence[str] = ()) -> bytes:
    """Return an authority that counts for *names*, addresses at home, and *addresses* beside them.

    Its certificate, then its key.
    """
    key = ec.generate_private_key(ec.SECP256R1())
    known = x509.SubjectKeyIdentifier.from_public_key(key.public_key())
    name = _named(f"Monopoly companion {known.digest.hex()[:6]}")
    networks = (*AT_HOME, *map(ip_network, addresses))
    permitted = [*map(x509.DNSName, names), *map(x509.IPAddress, networks)]
    made = (
        _begun(name, name, key.public_key())
        .not_valid_before(BEGIN)
        .not_valid_after(END)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(signs_others=True), critical=True)
        .add_extension(x509.NameConstraints(permitted, None), critical=True)
        .add_extension(known, critical=False)
        .sign(key, SHA256())
    )
    return made.public_bytes(Encoding.PEM) + _written(key)


def new_leaf(
    authority: bytes, names: Sequence[str], addresses: Sequence[str], now: dt.datetime
) -> bytes:
    """Return what a server shows for *names* and *addresses*: key, certificate, its authority's.

    Raises:
        ValueError: the authority is damaged.
    """
    signer, key = _read(authority)
    own = ec.generate_private_key(ec.SECP256R1())
    shown = [*map(x509.DNSName, names), *(x509.IPAddress(ip_address(one)) for one in addresses)]
    identifier = signer.extensions.get_extension_for_class(x509.SubjectKeyIdentifier).value
    made = (
        _begun(_named("Monopoly companion"), signer.subject, own.public_key())
        .not_valid_before(now - BEFORE)
        .not_valid_after(now + AFTER)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(signs_others=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectAlternativeName(shown), critical=False)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_subject_key_identifier(identifier),
            critical=False,
        )
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(own.public_key()), critical=False)
        .sign(key, SHA256())
    )
    return b"".join((_written(own), *(one.public_bytes(Encoding.PEM) for one in (made, signer))))


def names_of(authority: bytes) -> frozenset[str]:
    """Return the names that an authority may sign.

    Raises:
        ValueError: it is damaged.
    """
    return frozenset(one.value for one in _permitted(authority) if isinstance(one, x509.DNSName))


def networks_of(authority: bytes) -> frozenset[Network]:
    """Return the networks whose addresses an authority may sign.

    Raises:
        ValueError: it is damaged.
    """
    found = (one.value for one in _permitted(authority) if isinstance(one, x509.IPAddress))
    return frozenset(one for one in found if isinstance(one, Network))


def _permitted(authority: bytes) -> Sequence[x509.GeneralName]:
    signer, _key = _read(authority)
    told = signer.extensions.get_extension_for_class(x509.NameConstraints).value
    return told.permitted_subtrees or ()


def _read(authority: bytes) -> tuple[x509.Certificate, Key]:
    """Return an authority's certificate and key.

    Raises:
        ValueError: one of them is damaged, or they are not of each other.
    """
    try:
        signer = x509.load_pem_x509_certificate(authority)
        key = load_pem_private_key(authority[authority.index(b"-----BEGIN PRIVATE") :], None)
        signer.extensions.get_extension_for_class(x509.NameConstraints)
    except (TypeError, x509.ExtensionNotFound) as error:
        raise ValueError(str(error)) from error
    if not isinstance(key, ec.EllipticCurvePrivateKey) or key.public_key() != signer.public_key():
        raise ValueError("its key is another's")
    return signer, key


def _begun(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePublicKey
) -> x509.CertificateBuilder:
    number = x509.random_serial_number()
    return x509.CertificateBuilder(issuer, subject, key, number)


def _named(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


def _usage(*, signs_others: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs_others,
        key_cert_sign=signs_others,
        crl_sign=signs_others,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _written(key: Key) -> bytes:
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
