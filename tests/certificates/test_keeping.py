"""Files of certificates: private, renewed when they must be, never in anybody's way."""

import io
import shutil
import time
import zipfile
from pathlib import Path
from stat import S_IMODE

import pytest

from companion.backups.manifest import belonging, is_safe
from companion.backups.restoring import restore
from companion.certificates.checks import kept_certificate_checks, standing_checks
from companion.certificates.keeping import (
    AGAIN_S,
    ALWAYS,
    AUTHORITY,
    FOLDER,
    LEAF,
    MOST,
    Certificates,
    kept,
)
from companion.diagnostics.report import Diagnostics
from tests.support.full_disks import no_room
from tests.support.homes import copied, played_home
from tests.support.trusting import ADDRESS, NAME, certified, shakes_hands, trusting

YEAR_S = 365 * 86_400.0


class Settable:
    """Hosts and clocks as a test sets them."""

    def __init__(self, home: Path) -> None:
        self.hosts: tuple[str, ...] = (ADDRESS,)
        self.wall = time.time()
        self.mono = 0.0
        self.home = home

    def certificates(self) -> Certificates:
        return Certificates(
            self.home, lambda: self.hosts, wall=lambda: self.wall, mono=lambda: self.mono
        )


@pytest.fixture
def at(tmp_path: Path) -> Settable:
    return Settable(tmp_path)


def files(home: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (home / FOLDER).iterdir()}


def test_nobody_else_can_read_the_keys(tmp_path: Path) -> None:
    certified(tmp_path)
    modes = {path.name: S_IMODE(path.stat().st_mode) for path in (tmp_path / FOLDER).iterdir()}
    assert modes == {AUTHORITY: 0o600, LEAF: 0o600}
    assert S_IMODE((tmp_path / FOLDER).stat().st_mode) == 0o700


def test_what_the_server_shows_holds_no_key_of_the_authority(tmp_path: Path) -> None:
    certified(tmp_path)
    key = files(tmp_path)[AUTHORITY].partition(b"-----BEGIN PRIVATE KEY-----")[2]
    assert len(key) > 100
    assert key not in files(tmp_path)[LEAF]
    assert b"PRIVATE" not in kept(tmp_path / FOLDER).authority


def test_at_the_next_start_nothing_is_made_anew(tmp_path: Path) -> None:
    certified(tmp_path)
    before = files(tmp_path)
    certified(tmp_path)
    assert files(tmp_path) == before


def test_an_address_that_comes_is_in_it_beside_the_earlier_ones(at: Settable) -> None:
    certificates = at.certificates()
    certificates.look()
    authority = certificates.now.authority
    at.hosts = ("192.168.7.9",)
    certificates.look()
    assert certificates.now.context is not None
    for host in ("192.168.7.9", ADDRESS, NAME):
        assert shakes_hands(certificates.now.context, trusting(authority), host)


def test_an_address_that_is_known_costs_no_new_certificate(at: Settable) -> None:
    """With a new one all phones that went past the warning would be warned again."""
    at.hosts = (ADDRESS, "192.168.7.9")
    certificates = at.certificates()
    certificates.look()
    before = files(at.home)
    for hosts in ((ADDRESS,), ("192.168.7.9",), ()):
        at.hosts = hosts
        certificates.look()
    assert files(at.home) == before


def test_no_more_addresses_than_so_many_are_kept(at: Settable) -> None:
    certificates = at.certificates()
    for n in range(MOST + 8):
        at.hosts = (f"10.0.0.{n}",)
        certificates.look()
    assert certificates.now.is_for is not None
    assert len(certificates.now.is_for.addresses) == MOST
    assert f"10.0.0.{MOST + 7}" in certificates.now.is_for.addresses


def test_what_the_authority_may_not_sign_is_left_out_and_said(at: Settable) -> None:
    certificates = at.certificates()
    certificates.look()
    at.hosts = (ADDRESS, "93.184.216.34", "attic.local", "fe80::1%eth0", "ÄÖ.local", "")
    certificates.look()
    assert certificates.now.left_out == (*at.hosts[1:4], "äö.local", "")
    assert certificates.now.is_for is not None
    assert ADDRESS in certificates.now.is_for.addresses
    (check,) = standing_checks(certificates.now, 443)
    assert (check.health, check.code) == ("warn", "https-lacks")


def test_a_name_of_the_first_start_is_the_authoritys(at: Settable) -> None:
    at.hosts = (ADDRESS, "attic.local")
    certificates = at.certificates()
    certificates.look()
    assert certificates.now.left_out == ()
    assert certificates.now.context is not None
    assert shakes_hands(
        certificates.now.context, trusting(certificates.now.authority), "attic.local"
    )


def test_an_address_of_the_first_start_is_the_authoritys_though_it_is_no_private_one(
    at: Settable,
) -> None:
    at.hosts = ("100.64.0.9", ADDRESS)
    certificates = at.certificates()
    certificates.look()
    assert certificates.now.left_out == ()
    assert certificates.now.context is not None
    for address in at.hosts:
        assert shakes_hands(certificates.now.context, trusting(certificates.now.authority), address)


def test_it_is_renewed_before_it_ends_and_the_authority_stays(at: Settable) -> None:
    certificates = at.certificates()
    certificates.look()
    before = files(at.home)
    at.wall += 300 * 86_400
    certificates.look()
    assert files(at.home) == before
    at.wall += 100 * 86_400
    certificates.look()
    assert files(at.home)[LEAF] != before[LEAF]
    assert files(at.home)[AUTHORITY] == before[AUTHORITY]


@pytest.mark.parametrize("wrong_by", [-50 * YEAR_S, 5 * YEAR_S], ids=["1976", "2031"])
def test_a_clock_that_was_years_off_is_mended_once_it_is_set(at: Settable, wrong_by: float) -> None:
    at.wall, right = at.wall + wrong_by, at.wall
    certificates = at.certificates()
    certificates.look()
    assert certificates.now.context is not None
    at.wall = right
    certificates.look()
    phone = trusting(certificates.now.authority)  # whose clock is this machine's
    assert certificates.now.context is not None
    assert shakes_hands(certificates.now.context, phone, ADDRESS)


def damage(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:300])


@pytest.mark.parametrize("harm", [damage, cut, Path.unlink])
def test_a_damaged_leaf_is_made_anew_by_the_same_authority(tmp_path: Path, harm: object) -> None:
    authority = certified(tmp_path).now.authority
    assert callable(harm)
    harm(tmp_path / FOLDER / LEAF)
    again = certified(tmp_path).now
    assert again.authority == authority
    assert again.context is not None
    assert shakes_hands(again.context, trusting(authority), ADDRESS)


def test_a_damaged_authority_is_laid_aside_and_made_anew_with_a_line_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    before = certified(tmp_path).now.authority
    cut(tmp_path / FOLDER / AUTHORITY)
    now = certified(tmp_path).now
    assert now.authority != before
    assert now.context is not None
    assert shakes_hands(now.context, trusting(now.authority), ADDRESS)
    assert f"{AUTHORITY}.damaged-1" in files(tmp_path)
    assert "authority" in caplog.text


def test_an_authority_that_cannot_be_read_still_serves_what_it_signed(tmp_path: Path) -> None:
    authority = certified(tmp_path).now.authority
    path = tmp_path / FOLDER / AUTHORITY
    path.unlink()
    path.mkdir()  # to root every file is readable
    certificates = Certificates(tmp_path, lambda: (ADDRESS,))
    certificates.look()
    assert certificates.now.context is not None
    assert shakes_hands(certificates.now.context, trusting(authority), ADDRESS)
    (check,) = standing_checks(certificates.now, 443)
    assert (check.health, check.code) == ("warn", "https-unrenewed")


def test_a_disk_that_takes_nothing_costs_https_alone_and_is_tried_again(
    at: Settable, caplog: pytest.LogCaptureFixture
) -> None:
    certificates = at.certificates()
    with no_room():
        certificates.look()
        at.mono = AGAIN_S / 2
        certificates.look()
    (check,) = standing_checks(certificates.now, 443)
    assert (check.health, check.code) == ("warn", "https-fails")
    assert len(caplog.records) == 1
    certificates.look()
    assert certificates.now.context is None  # not yet a minute later
    at.mono = AGAIN_S + 1
    certificates.look()
    assert certificates.now.context is not None
    assert [check.code for check in standing_checks(certificates.now, 443)] == ["https"]


def test_what_is_served_goes_on_where_a_new_address_cannot_be_written(at: Settable) -> None:
    certificates = at.certificates()
    certificates.look()
    at.hosts = ("192.168.7.9",)
    with no_room():
        certificates.look()
    assert certificates.now.context is not None
    assert shakes_hands(certificates.now.context, trusting(certificates.now.authority), ADDRESS)
    (check,) = standing_checks(certificates.now, 443)
    assert check.code == "https-unrenewed"


def test_whoever_looks_goes_on_whatever_happens(tmp_path: Path) -> None:
    def broken() -> tuple[str, ...]:
        raise RuntimeError("no network library")

    certificates = Certificates(tmp_path, broken)
    certificates.look()
    assert certificates.now.trouble is not None
    assert certificates.now.trouble.code == "certificate-fails"


def test_the_doctor_of_a_companion_that_does_not_run_tells_what_lies_there(tmp_path: Path) -> None:
    def codes() -> list[str]:
        return [check.code for check in kept_certificate_checks(tmp_path)]

    assert codes() == ["https-none"]
    certified(tmp_path)
    assert codes() == ["https-kept"]
    cut(tmp_path / FOLDER / LEAF)
    assert codes() == ["https-fails"]
    assert sorted(files(tmp_path)) == [AUTHORITY, LEAF]  # it only looked


def test_no_copy_holds_a_key_and_none_brings_one(tmp_path: Path) -> None:
    certified(tmp_path)
    (tmp_path / "phones.json").write_text("{}")
    assert list(belonging(tmp_path, pictures=True)) == ["phones.json"]
    assert not is_safe(f"{FOLDER}/{AUTHORITY}")


def test_a_home_that_is_taken_back_keeps_its_own_certificates(tmp_path: Path) -> None:
    """Else phones that had installed the authority would be warned again."""
    home = played_home(tmp_path / "home")
    copy = copied(home, tmp_path / "copy.zip")
    certified(home)
    before = files(home)
    restore(copy, home)
    assert files(home) == before


def test_what_is_handed_in_with_a_question_holds_no_key(tmp_path: Path) -> None:

    certified(tmp_path)
    with zipfile.ZipFile(io.BytesIO(Diagnostics(tmp_path, list).file(pictures=True))) as pack:
        content = b"".join(pack.read(name) for name in pack.namelist())
    key = files(tmp_path)[AUTHORITY].splitlines()[-2]
    assert b"PRIVATE" not in content
    assert key not in content


def test_a_home_on_another_machine_makes_its_own(tmp_path: Path) -> None:
    first = certified(tmp_path / "a").now.authority
    shutil.copytree(tmp_path / "a", tmp_path / "b", ignore=shutil.ignore_patterns(FOLDER))
    assert certified(tmp_path / "b").now.authority != first
    assert set(ALWAYS) >= {NAME, "localhost"}
