"""What people type to join a club."""

import pytest

from companion.errors import ClubError
from companion.shipping.join_code import (
    PORTS,
    JoinCode,
    print_of,
    read_address,
    read_code,
    tls_ports,
    typed,
)

CODE = JoinCode("ABCDEFGH", "OPQRSTUV27")


@pytest.mark.parametrize(
    "text",
    [
        "ABCDEFGH-OPQRSTUV27",
        "abcdefgh-opqrstuv27",
        "ABCDEFGHOPQRSTUV27",
        " abcd efgh  opqrs tuv27 ",
        "ABCDEFGH\u2013OPQRSTUV27",
        "ABCDEFGH-0PQRSTUV27",
    ],
)
def test_a_code_is_read_however_it_is_typed(text: str) -> None:
    assert read_code(text) == CODE


@pytest.mark.parametrize("text", ["", "ABCDEFGH", "ABCDEFGH-OPQRSTUV2", "ABCDEFGH-OPQRSTUV277"])
def test_a_code_with_too_few_letters_or_too_many_is_said(text: str) -> None:
    with pytest.raises(ClubError, match="instead of 18") as refused:
        read_code(text)
    assert refused.value.code == "club-code-long"


@pytest.mark.parametrize(
    ("text", "letter"),
    [
        ("ABCDEFG0-OPQRSTUV27", "0"),
        ("ABCDEFGI-OPQRSTUV27", "I"),
        ("ABCDEFGH-OPQRSTUV29", "9"),
        ("ABCDEFGH-ÖPQRSTUV27", "Ö"),
    ],
)
def test_a_letter_that_no_code_has_is_named(text: str, letter: str) -> None:
    with pytest.raises(ClubError) as refused:
        read_code(text)
    assert (refused.value.code, refused.value.facts) == ("club-code-letter", {"letter": letter})


def test_the_print_tells_two_authorities_apart() -> None:
    assert print_of(b"one") != print_of(b"other")
    assert read_code(f"ABCDEFGH{print_of(b'one')}").print == print_of(b"one")


@pytest.mark.parametrize(
    ("text", "host", "ports"),
    [
        ("192.168.1.20", "192.168.1.20", PORTS),
        (" http://192.168.1.20:8080/tables ", "192.168.1.20", (8080,)),
        ("https://Club.local", "club.local", PORTS),
        ("club.local:8443", "club.local", (8443,)),
        ("[fe80::1]:8000", "fe80::1", (8000,)),
    ],
)
def test_an_address_is_read_however_it_is_typed(
    text: str, host: str, ports: tuple[int, ...]
) -> None:
    assert read_address(text) == (host, ports)


@pytest.mark.parametrize("text", ["", "  ", "http://", "club:port", "cl<b>", "a:99999", "[::1"])
def test_what_is_no_address_is_said(text: str) -> None:
    with pytest.raises(ClubError) as refused:
        read_address(text)
    assert refused.value.code == "club-address"


def test_tls_is_looked_for_where_the_hub_leads_to_then_where_it_usually_is() -> None:
    assert tls_ports(80, "") == (443, 80)
    assert tls_ports(65500, "") == (65137, 65500)
    assert tls_ports(80, "https://club.local/") == (443, 80)
    assert tls_ports(8000, "https://club.local:9000/") == (9000, 8363, 8000)
    assert tls_ports(80, "http://club.local:9000/") == (443, 80)
    assert tls_ports(80, "https://[club") == (443, 80)


@pytest.mark.parametrize("text", ["192.168.1.20", "club.local:9000", "[fe80::1]:9000"])
def test_what_is_typed_again_is_what_was_found(text: str) -> None:
    where = read_address(text)
    assert typed(where.host, where.ports[0]) == text
