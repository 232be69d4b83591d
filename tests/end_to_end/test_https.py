"""`companion run` with its second port: begun beside the first, never in its way."""

import http.client
import socket
import ssl
from contextlib import closing
from pathlib import Path

import pytest

from companion.cli import main
from companion.compose import Companion
from companion.parts import Options
from companion.secure_port import BEYOND, SecurePort
from tests.end_to_end.appliance import Appliance, wait_for
from tests.support.full_disks import no_room
from tests.support.ports import reserved
from tests.support.trusting import trusting

HOST = "127.0.0.1"


def asked(port: int, path: str, context: ssl.SSLContext | None = None) -> tuple[int, bytes]:
    line: http.client.HTTPConnection
    if context is None:
        line = http.client.HTTPConnection(HOST, port, timeout=30)
    else:
        line = http.client.HTTPSConnection(HOST, port, timeout=30, context=context)
    with closing(line):
        line.request("GET", path)
        answer = line.getresponse()
        return answer.status, answer.read()


def pair() -> tuple[int, int]:
    """Return two ports that nobody has."""
    return reserved(), reserved()


def test_who_installs_the_file_from_the_page_is_served_over_tls_after_a_restart_too(
    tmp_path: Path,
) -> None:
    port, second = pair()
    running = Appliance(tmp_path, "--camera", "sim", "--tls-port", str(second), port=port)
    try:
        assert running.port == port
        _status, authority = asked(port, "/certificate/companion.crt")
        assert asked(second, "/join", trusting(authority))[0] == 200
        page = asked(port, "/certificate")[1].decode()
        assert f'href="https://{HOST}:{second}/certificate"' in page
        said = running.output
    finally:
        assert running.stop() == 130
    assert "https" not in said  # what is printed is for joining
    running = Appliance(tmp_path, "--camera", "sim", "--tls-port", str(second), port=port)
    try:
        wait_for("its port", lambda: running.port)
        assert asked(second, "/join", trusting(authority))[0] == 200
    finally:
        assert running.stop() == 130


def options(home: Path, *, tls_port: int) -> Options:
    return Options(home=home, camera="sim", buttons="none", host=HOST, tls_port=tls_port)


def test_a_port_that_is_taken_is_said_and_all_else_runs(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with socket.create_server((HOST, 0)) as taken:
        second = taken.getsockname()[1]
        companion = Companion(options(tmp_path, tls_port=second))
        try:
            assert asked(companion.port, "/join")[0] == 200
            page = asked(companion.port, "/doctor")[1].decode()
            assert f"Port {second} cannot be had" in page
            assert b"There is no https here now." in asked(companion.port, "/certificate")[1]
        finally:
            companion.stop()
    assert str(second) in caplog.text


def test_it_can_be_switched_off_and_then_nothing_is_made(tmp_path: Path) -> None:
    companion = Companion(options(tmp_path, tls_port=0))
    try:
        assert asked(companion.port, "/join")[0] == 200
        assert b"It is switched off" in asked(companion.port, "/doctor")[1]
    finally:
        companion.stop()
    assert not (tmp_path / "certificate").exists()


def test_a_new_address_is_served_without_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.secure_port.own_names", lambda: ("attic.local",))
    second = reserved()
    companion = Companion(options(tmp_path, tls_port=second))
    try:
        authority = asked(companion.port, "/certificate/companion.crt")[1]
        client = trusting(authority)

        def trusts(host: str) -> bool:
            with closing(socket.create_connection((HOST, second), 30)) as line:
                try:
                    client.wrap_socket(line, server_hostname=host).close()
                except ssl.SSLCertVerificationError:
                    return False
            return True

        assert trusts("attic.local")
        assert not trusts("10.1.2.3")
        monkeypatch.setattr("companion.secure_port.own_names", lambda: ("10.1.2.3",))
        companion.has_moved()  # as `companion run` asks each second
        assert trusts("10.1.2.3")
        assert trusts("attic.local")
    finally:
        companion.stop()


def test_a_disk_that_takes_nothing_keeps_nobody_from_starting(tmp_path: Path) -> None:
    """Only the certificate is new here: the home was begun while there was room."""
    Companion(options(tmp_path, tls_port=0)).stop()
    port = SecurePort(tmp_path, 8443, 8080, lambda: ("http://192.168.1.40:8080",))
    with no_room():
        port.look()
    assert port.addresses == ()
    assert port.authority == b""


def test_an_address_that_no_certificate_of_ours_is_for_is_led_to_all_the_same(
    tmp_path: Path,
) -> None:
    """Its browser warns once more, and lends the camera."""
    companion = Companion(options(tmp_path, tls_port=reserved()))
    try:
        secure = companion._secure  # what its pages are handed
        own = secure.addresses
        secure._addresses = lambda: ("http://192.0.2.2:8080",)  # as a network may give it
        assert secure.addresses == (f"https://192.0.2.2:{secure._port}",)
        assert secure.address_for("192.0.2.2") == secure.addresses[0]
        assert secure.named(secure.addresses) == ()
        assert own
        assert secure.named(own) == own
    finally:
        companion.stop()


@pytest.mark.parametrize(
    ("first", "asked_for", "second"), [(80, None, 443), (8080, None, 8443), (80, 9000, 9000)]
)
def test_the_second_port_is_the_first_and_so_much_more(
    tmp_path: Path, first: int, asked_for: int | None, second: int
) -> None:
    (check,) = SecurePort(tmp_path, asked_for, first, tuple).checks()
    assert check.facts == {"port": second}  # it was not begun, so it is said to be missing
    assert BEYOND == 363


def test_what_is_no_port_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "--tls-port", "99999"]) == 2
    assert "no port" in capsys.readouterr().err
