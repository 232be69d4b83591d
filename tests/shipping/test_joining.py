"""A table joins a club, and trusts nobody but the hub whose print is in the code."""

import json
import stat
from pathlib import Path

import pytest

from companion.backups.manifest import belonging
from companion.errors import ClubError, SettingsError
from companion.shipping import hub_link
from companion.shipping.joining import joined
from companion.shipping.membership import ClubFile
from tests.support.shipping import Shipping
from tests.support.small_hub import CLUB, HOST, SECRET, TABLE, TOKEN, Mood, SmallHub, small_hub
from tests.support.waiting import soon


def code_of(error: pytest.ExceptionInfo[ClubError]) -> str | None:
    return error.value.code


def test_who_joins_is_named_and_keeps_the_token_for_itself(
    hub: SmallHub, shipping: Shipping
) -> None:
    shipping.join(hub)
    assert (shipping.shipper.state.club, shipping.shipper.state.table) == (CLUB, TABLE)
    path = shipping.home / "club.json"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert json.loads(path.read_bytes())["token"] == TOKEN
    assert "club.json" not in {*belonging(shipping.home, pictures=True)}


def test_the_token_is_asked_for_over_tls_alone(hub: SmallHub) -> None:
    joined(hub.address, hub.code, "box", 0)
    assert hub.asked == ["GET /club/authority.pem", "GET /", "POST /ship/join"]
    assert hub.plain == ["GET /club/authority.pem", "GET /"]


def test_the_port_of_tls_may_be_typed_as_well(hub: SmallHub) -> None:
    port = hub.port + 363
    assert joined(f"https://{HOST}:{port}", hub.code, "box", 0).port == port


def test_another_hub_than_the_code_is_for_gets_nothing(tmp_path: Path, hub: SmallHub) -> None:
    with small_hub(tmp_path / "other") as other, pytest.raises(ClubError) as refused:
        joined(other.address, hub.code, "box", 0)
    assert code_of(refused) == "club-print"
    assert not [asked for asked in other.asked if "join" in asked]


def test_who_shows_the_right_authority_but_has_not_its_key_gets_nothing(
    tmp_path: Path, hub: SmallHub
) -> None:
    with small_hub(tmp_path / "other") as other:
        other.pem = hub.pem
        with pytest.raises(ClubError) as refused:
            joined(other.address, hub.code, "box", 0)
        assert not [asked for asked in other.asked if "join" in asked]
    assert code_of(refused) == "hub-other"


def test_a_hub_that_is_asked_by_a_name_that_it_has_not_says_so(hub: SmallHub) -> None:
    with pytest.raises(ClubError) as refused:
        joined(f"127.0.0.2:{hub.port}", hub.code, "box", 0)
    assert code_of(refused) == "hub-away"  # it listens on one number alone
    hub.everywhere()
    with pytest.raises(ClubError) as refused:
        joined(f"127.0.0.2:{hub.port}", hub.code, "box", 0)
    assert code_of(refused) == "hub-name"


def test_a_clock_that_is_years_wrong_hinders_nobody(hub: SmallHub) -> None:
    hub.show_a_certificate_of(1990)
    assert joined(hub.address, hub.code, "box", 0).club == CLUB


def test_a_code_that_was_used_or_never_given_is_said(hub: SmallHub) -> None:
    joined(hub.address, hub.code, "box", 0)
    with pytest.raises(ClubError) as refused:
        joined(hub.address, hub.code, "box", 0)
    assert code_of(refused) == "club-code-unknown"


@pytest.mark.parametrize(
    ("mood", "said"),
    [
        ("hangs", "hub-away"),
        ("hangs-up", "hub-away"),
        ("drips", "hub-away"),
        ("babbles", "hub-away"),
        ("floods", "hub-nonsense"),
        ("led-away", "hub-nonsense"),
        ("refuses", "hub-database-away"),
    ],
)
def test_a_hub_that_is_not_well_is_said_and_waited_for_no_longer_than_its_time(
    hub: SmallHub, mood: Mood, said: str
) -> None:
    hub.serves_authority_anyway = True
    hub.does = mood
    with pytest.raises(ClubError) as refused:
        joined(hub.address, hub.code, "box", 0)
    assert code_of(refused) == said


def test_where_nobody_is_that_is_said(hub: SmallHub, monkeypatch: pytest.MonkeyPatch) -> None:
    hub.close()
    monkeypatch.setattr(hub_link, "CONNECT_S", 0.5)
    with pytest.raises(ClubError) as refused:
        joined(hub.address, hub.code, "box", 0)
    assert code_of(refused) == "hub-away"


def test_a_damaged_file_is_laid_aside_and_said_and_the_table_goes_on(
    hub: SmallHub, shipping: Shipping
) -> None:
    shipping.join(hub)
    shipping.stop()
    path = shipping.home / "club.json"
    path.write_bytes(path.read_bytes()[:-40])
    shipping.start()
    state = shipping.shipper.state
    assert state.club == ""
    assert state.trouble is not None
    assert state.trouble.code == "club-damaged"
    assert (shipping.home / "club.json.damaged-1").is_file()
    shipping.play(5)
    hub.codes[SECRET] = TABLE
    shipping.join(hub)  # and may join again
    assert soon(lambda: shipping.is_at(hub))
    assert shipping.shipper.state.trouble is None


def test_a_certificate_in_the_file_that_is_none_counts_as_damage(
    hub: SmallHub, shipping: Shipping
) -> None:
    shipping.join(hub)
    path = shipping.home / "club.json"
    path.write_text(path.read_text().replace("-----BEGIN", "-----BEGUN"))
    membership, trouble = ClubFile(shipping.home).read()
    assert membership is None
    assert trouble is not None
    assert trouble.code == "club-damaged"


def test_who_leaves_ships_nothing_more_and_forgets_the_token(
    hub: SmallHub, shipping: Shipping
) -> None:
    shipping.play(4)
    shipping.join(hub)
    assert soon(lambda: shipping.is_at(hub))
    shipping.shipper.leave()
    assert not (shipping.home / "club.json").exists()
    shipping.play(3)
    shipping.stop()
    game = shipping.parcels("0001-ru-2004")
    assert hub.records[game[0].digest] == game[:4]
    shipping.start()
    assert shipping.shipper.state.club == ""


def test_a_disk_that_keeps_nothing_leaves_the_table_where_it_was(
    hub: SmallHub, shipping: Shipping
) -> None:
    (shipping.home / "club.json").mkdir()
    with pytest.raises(SettingsError):
        shipping.join(hub)
    assert shipping.shipper.state.club == ""
