"""All that a table has acknowledged comes to the hub, byte for byte, whatever befalls the way."""

import re
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from companion.game.commands import Roll
from companion.game.refusals import Refusal
from companion.journal.audit import rows_after
from companion.shipping import hub_link, shipment, shipper
from companion.shipping.wire import Refused
from companion.table.answers import Accepted
from companion.table.games.commands import Resume, Tidy
from tests.support.player import banker
from tests.support.shipping import Shipping, parcels_of
from tests.support.small_hub import Mood, SmallHub
from tests.support.table import ANN
from tests.support.waiting import soon

VERSIONS = sorted(Path("tests/golden/versions").glob("*.zip"))


def notices_of(shipping: Shipping) -> list[tuple[str, Mapping[str, int | str]]]:
    return [(notice.code, notice.facts) for notice in shipping.table.view.notices]


def trouble_of(shipping: Shipping) -> str | None:
    trouble = shipping.shipper.state.trouble
    return trouble.code if trouble is not None else None


def stopped_for(shipping: Shipping) -> dict[str, str | None]:
    return {game: error.code for game, error in shipping.shipper.state.stops}


def test_what_is_played_comes_byte_for_byte_at_once(hub: SmallHub, shipping: Shipping) -> None:
    shipping.join(hub)
    shipping.play(30)
    assert soon(lambda: shipping.is_at(hub))
    shipping.play(1)  # the one of which news come last
    assert soon(lambda: shipping.is_at(hub))
    assert soon(lambda: shipping.shipper.state.behind == 0)
    assert trouble_of(shipping) is None


def test_a_game_in_the_middle_comes_from_its_beginning(hub: SmallHub, shipping: Shipping) -> None:
    shipping.play(20)
    shipping.join(hub)
    assert soon(lambda: shipping.is_at(hub))


def test_games_of_before_joining_stay_here(hub: SmallHub, shipping: Shipping) -> None:
    shipping.play(5)
    shipping.begin_another()
    shipping.play(5)
    shipping.join(hub)
    assert soon(lambda: shipping.is_at(hub))
    shipping.begin_another()
    assert soon(lambda: shipping.is_at(hub))
    assert {*hub.records} == {shipping.parcels(f"000{n}-ru-2004")[0].digest for n in (2, 3)}


def test_a_game_of_before_that_is_played_again_is_sent_and_stays_sent(
    hub: SmallHub, shipping: Shipping
) -> None:
    shipping.play(5)
    shipping.begin_another()
    shipping.join(hub)
    assert soon(lambda: shipping.is_at(hub))
    answer = shipping.table.submit(Resume(game="0001-ru-2004"), banker(shipping.table))
    assert isinstance(answer, Accepted)
    assert soon(lambda: shipping.is_at(hub, "0001-ru-2004"))
    hub.close()
    shipping.play(3)
    shipping.stop()
    hub.open()
    shipping.start()
    assert soon(lambda: shipping.is_at(hub, "0001-ru-2004"))


@pytest.mark.parametrize("version", VERSIONS, ids=lambda path: path.stem)
def test_journals_of_every_version_are_sent_as_they_lie_there(
    version: Path, hub: SmallHub, tmp_path: Path
) -> None:
    home = tmp_path / "old"
    (home / "games").mkdir(parents=True)
    with zipfile.ZipFile(version) as kept:
        name = next(one for one in kept.namelist() if one.endswith(".journal"))
        game = re.sub(r"^.*?([a-z].*)\.journal$", r"\1", Path(name).name)
        path = home / "games" / f"0001-{game}.journal"
        path.write_bytes(kept.read(name))
    path.with_name("current").write_text(f"{path.stem}\n")
    rows = parcels_of(path)
    old = Shipping(home)
    try:
        assert old.table.view.state is not None
        old.join(hub)
        assert soon(lambda: hub.records.get(rows[0].digest) == rows)
    finally:
        old.stop()


def test_what_was_played_while_the_hub_was_away_comes_later_also_after_a_restart(
    hub: SmallHub, shipping: Shipping
) -> None:
    shipping.join(hub)
    shipping.play(5)
    assert soon(lambda: shipping.is_at(hub))
    hub.close()
    shipping.play(10)
    assert soon(lambda: trouble_of(shipping) is not None)
    assert shipping.shipper.state.behind == 10
    shipping.begin_another()
    shipping.play(4)
    shipping.begin_another()
    shipping.stop()
    shipping.start()
    assert soon(lambda: trouble_of(shipping) is not None)
    assert shipping.shipper.state.behind == 16
    hub.open()
    assert soon(lambda: shipping.shipper.state.behind == 0)
    names = ("0001-ru-2004", "0002-ru-2004", "0003-ru-2004")
    assert [shipping.is_at(hub, name) for name in names] == [True, True, True]
    assert soon(lambda: trouble_of(shipping) is None)


def test_a_game_that_is_laid_aside_while_the_hub_is_away_comes_all_the_same(
    hub: SmallHub, shipping: Shipping
) -> None:
    shipping.join(hub)
    hub.close()
    shipping.play(5)
    rows = shipping.parcels()
    shipping.begin_another()
    tidy = Tidy(game="0001-ru-2004", what="archive")
    assert isinstance(shipping.table.submit(tidy, banker(shipping.table)), Accepted)
    hub.open()
    assert soon(lambda: hub.records.get(rows[0].digest) == rows)


def test_a_game_that_is_deleted_hinders_no_other(hub: SmallHub, shipping: Shipping) -> None:
    shipping.join(hub)
    hub.close()
    shipping.play(5)
    shipping.begin_another()
    tidy = Tidy(game="0001-ru-2004", what="delete")
    assert soon(lambda: shipping.shipper.state.behind == 6)
    assert isinstance(shipping.table.submit(tidy, banker(shipping.table)), Accepted)
    hub.open()
    assert soon(lambda: shipping.is_at(hub))
    assert soon(lambda: shipping.shipper.state.behind == 0)
    assert stopped_for(shipping) == {}


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
def test_a_hub_that_is_not_well_is_said_and_gets_all_when_it_is_again(
    hub: SmallHub, shipping: Shipping, mood: Mood, said: str, caplog: pytest.LogCaptureFixture
) -> None:
    shipping.join(hub)
    shipping.play(3)
    assert soon(lambda: shipping.is_at(hub))
    hub.does = mood
    shipping.play(6)
    assert soon(lambda: trouble_of(shipping) == said)
    asked = len(hub.asked)
    assert soon(lambda: len(hub.asked) > asked + 2)  # it goes on asking, and says it once
    assert len([line for line in caplog.records if line.name.startswith("companion.ship")]) == 1
    hub.does = "well"
    assert soon(lambda: shipping.is_at(hub))
    assert soon(lambda: trouble_of(shipping) is None)


@pytest.mark.parametrize("mood", ["hangs", "drips", "babbles", "floods"])
def test_the_table_waits_for_no_hub(hub: SmallHub, shipping: Shipping, mood: Mood) -> None:
    """With a hub that never answers in its time, hundreds of commands are answered meanwhile."""
    shipping.join(hub)
    hub.does = mood
    shipping.play(200)
    assert shipping.table.view.seq == 200
    hub.does = "well"
    assert soon(lambda: shipping.is_at(hub))


def test_commands_are_answered_while_one_question_hangs(
    hub: SmallHub, shipping: Shipping, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub_link, "EXCHANGE_S", 600.0)
    shipping.join(hub)
    shipping.play(1)
    assert soon(lambda: shipping.is_at(hub))
    asked = len(hub.asked)
    hub.does = "hangs"
    shipping.play(1)
    assert soon(lambda: len(hub.asked) == asked + 1)
    shipping.play(50)
    assert (shipping.table.view.seq, len(hub.asked)) == (52, asked + 1)


def test_after_an_answer_that_was_lost_nothing_is_sent_twice_or_left_out(
    hub: SmallHub, shipping: Shipping
) -> None:
    shipping.play(10)
    hub.does = "keeps-and-hangs-up"
    shipping.join(hub)
    assert soon(lambda: shipping.is_at(hub))
    hub.does = "well"
    shipping.play(2)
    assert soon(lambda: shipping.is_at(hub))


def test_a_hub_that_lies_about_what_it_kept_is_not_believed(
    hub: SmallHub, shipping: Shipping
) -> None:
    shipping.join(hub)
    shipping.play(3)
    assert soon(lambda: shipping.is_at(hub))
    hub.does = "lies"
    shipping.play(1)
    assert soon(lambda: trouble_of(shipping) is not None)
    assert soon(lambda: stopped_for(shipping) == {"0001-ru-2004": "chain-forks"})


def test_long_games_go_in_batches(
    hub: SmallHub, shipping: Shipping, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shipment, "MOST", 7)
    shipping.play(20)
    shipping.join(hub)
    assert soon(lambda: shipping.is_at(hub))
    assert hub.batches == [7, 7, 6]


def test_large_records_go_one_by_one(
    hub: SmallHub, shipping: Shipping, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shipment, "SIZE", 1)
    shipping.play(4)
    shipping.join(hub)
    assert soon(lambda: shipping.is_at(hub))
    assert hub.batches == [1, 1, 1, 1]


def test_a_hub_that_comes_back_from_yesterday_gets_what_it_lacks_again(
    hub: SmallHub, shipping: Shipping
) -> None:
    """The game that goes on shows it; then the hub is asked for all others as well."""
    shipping.join(hub)
    shipping.play(12)
    first = shipping.table.view.game
    shipping.begin_another()
    shipping.play(6)
    assert soon(lambda: shipping.is_at(hub) and shipping.is_at(hub, first))
    hub.forget(shipping.parcels()[0].digest, 3)
    hub.forget(shipping.parcels(first)[0].digest, 0)
    shipping.play(1)
    assert soon(lambda: shipping.is_at(hub) and shipping.is_at(hub, first))


def test_a_hub_that_comes_back_from_yesterday_between_games_gets_it_again(
    hub: SmallHub, shipping: Shipping, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shipper, "ASK_S", 0.05)
    shipping.join(hub)
    shipping.play(5)
    assert soon(lambda: shipping.is_at(hub))
    hub.forget(shipping.parcels()[0].digest, 2)
    assert soon(lambda: shipping.is_at(hub))


def test_a_game_that_goes_on_elsewhere_stops_and_the_table_is_told_where(
    hub: SmallHub, shipping: Shipping
) -> None:
    shipping.join(hub)
    shipping.play(3)
    assert soon(lambda: shipping.is_at(hub))
    hub.elsewhere[shipping.parcels()[0].digest] = "Table\n 9"
    shipping.play(1)
    assert soon(lambda: stopped_for(shipping) == {"0001-ru-2004": "game-elsewhere"})
    told = [("game-elsewhere", {"table": "Table 9"})]
    assert soon(lambda: notices_of(shipping) == told)
    assert refused_roll(shipping) == "game-elsewhere"
    shipping.begin_another()
    assert soon(lambda: shipping.is_at(hub))  # the next game is not hindered


def test_who_only_knew_the_games_number_has_to_let_it_go(hub: SmallHub, shipping: Shipping) -> None:
    shipping.play(3)
    hub.elsewhere[shipping.parcels()[0].digest] = "Table 9"
    hub.believes_proof = True
    shipping.join(hub)
    assert soon(lambda: shipping.is_at(hub))
    assert stopped_for(shipping) == {}


def refused_roll(shipping: Shipping) -> str:
    answer = shipping.table.submit(Roll(by=ANN, dice=(1, 2)), banker(shipping.table))
    return answer.code if isinstance(answer, Refusal) else ""


def test_after_a_start_it_is_known_at_once_that_a_game_goes_on_elsewhere(
    hub: SmallHub, shipping: Shipping
) -> None:
    shipping.join(hub)
    shipping.play(3)
    game = shipping.parcels()[0].digest
    hub.elsewhere[game] = "Table 9"
    shipping.play(1)
    assert soon(lambda: refused_roll(shipping) == "game-elsewhere")
    shipping.stop()
    hub.close()
    shipping.start()
    assert refused_roll(shipping) == "game-elsewhere"
    hub.open()
    del hub.elsewhere[game]
    shipping.shipper.again()
    assert soon(lambda: refused_roll(shipping) != "game-elsewhere")
    shipping.play(2)
    assert soon(lambda: shipping.is_at(hub))


def test_a_table_that_leaves_the_club_plays_its_games_alone(
    hub: SmallHub, shipping: Shipping
) -> None:
    shipping.join(hub)
    shipping.play(3)
    hub.elsewhere[shipping.parcels()[0].digest] = "Table 9"
    shipping.play(1)
    assert soon(lambda: refused_roll(shipping) == "game-elsewhere")
    shipping.shipper.leave()
    shipping.play(2)


def test_another_chain_at_the_hub_is_said_and_never_overwritten(
    hub: SmallHub, shipping: Shipping
) -> None:
    shipping.play(6)
    game = shipping.parcels()
    other = [*game[:3], game[4], game[3]]
    hub.records[game[0].digest] = [*other]
    shipping.join(hub)
    assert soon(lambda: stopped_for(shipping) == {"0001-ru-2004": "chain-forks"})
    shipping.play(3)
    shipping.begin_another()
    assert soon(lambda: shipping.is_at(hub))
    assert hub.records[game[0].digest] == other


def test_a_hub_that_has_more_than_the_table_is_said(hub: SmallHub, shipping: Shipping) -> None:
    """So it is when a copy of the table was taken back."""
    shipping.play(6)
    game = shipping.parcels()
    more = [*game, game[0]]
    hub.records[game[0].digest] = [*more]
    shipping.join(hub)
    assert soon(lambda: stopped_for(shipping) == {"0001-ru-2004": "hub-ahead"})
    assert shipping.shipper.state.stops[0][1].facts == {"there": 7, "here": 6}
    assert hub.records[game[0].digest] == more


@pytest.mark.parametrize(
    "code", ["chain-forks", "digest-wrong", "record-damaged", "game-elsewhere"]
)
def test_a_refusal_without_its_facts_stops_as_well(
    hub: SmallHub, shipping: Shipping, code: str
) -> None:
    shipping.join(hub)
    hub.refusal = Refused(code)  # type: ignore[arg-type]
    shipping.play(2)
    assert soon(lambda: stopped_for(shipping) == {"0001-ru-2004": code})


def test_a_hub_that_always_speaks_of_a_gap_is_not_asked_without_end(
    hub: SmallHub, shipping: Shipping
) -> None:
    shipping.join(hub)
    hub.refusal = Refused("chain-gap", {"seq": 0})
    shipping.play(2)
    assert soon(lambda: trouble_of(shipping) is not None)
    hub.refusal = None
    assert soon(lambda: shipping.is_at(hub))


def test_a_token_that_is_void_is_said_and_a_new_code_mends_it(
    hub: SmallHub, shipping: Shipping
) -> None:
    shipping.join(hub)
    hub.tokens.clear()
    shipping.play(2)
    assert soon(lambda: trouble_of(shipping) == "token-void")
    hub.tokens.add("a token")
    hub.codes["ABCDEFGH"] = "Table 7"
    shipping.join(hub)
    assert soon(lambda: shipping.is_at(hub))
    assert trouble_of(shipping) is None


def test_who_asks_again_ships_what_was_stopped(hub: SmallHub, shipping: Shipping) -> None:
    shipping.play(2)
    game = shipping.parcels()[0].digest
    hub.elsewhere[game] = "Table 9"
    shipping.join(hub)
    assert soon(lambda: stopped_for(shipping) != {})
    del hub.elsewhere[game]
    shipping.shipper.again()
    assert soon(lambda: shipping.is_at(hub))
    assert stopped_for(shipping) == {}


def test_a_journal_that_cannot_be_read_stops_alone(hub: SmallHub, shipping: Shipping) -> None:
    shipping.join(hub)
    hub.close()
    shipping.play(5)
    shipping.begin_another()
    path = shipping.journal("0001-ru-2004")
    path.write_bytes(b"no journal at all" * 300)
    hub.open()
    assert soon(lambda: shipping.is_at(hub))
    assert soon(lambda: stopped_for(shipping) == {"0001-ru-2004": "journal-damaged"})


def test_a_mistake_of_our_own_ends_no_thread(
    hub: SmallHub, shipping: Shipping, monkeypatch: pytest.MonkeyPatch
) -> None:
    shipping.join(hub)
    with monkeypatch.context() as broken:
        broken.setattr(shipment, "rows_after", lambda *_: 1 / 0)
        shipping.play(2)
        assert soon(lambda: trouble_of(shipping) == "shipping-fails")
    assert soon(lambda: shipping.is_at(hub))


def test_stopping_waits_for_no_hub(hub: SmallHub, shipping: Shipping) -> None:
    shipping.join(hub)
    hub.does = "hangs"
    shipping.play(2)
    asked = len(hub.asked)
    assert soon(lambda: len(hub.asked) > asked)
    shipping.shipper.stop()
    assert not shipping.shipper.is_alive


def test_a_game_that_is_just_being_made_is_no_damage(hub: SmallHub, shipping: Shipping) -> None:
    shipping.play(1)
    shipping.join(hub)
    assert soon(lambda: shipping.is_at(hub))
    shipping.journal("0002-ru-2004").write_bytes(b"")
    shipping.shipper.again()
    shipping.play(1)
    assert soon(lambda: shipping.is_at(hub))
    assert rows_after(shipping.journal("0002-ru-2004"), 0, 10) == ()
    assert (shipping.shipper.state.trouble, stopped_for(shipping)) == (None, {})


def test_the_shipper_only_reads(hub: SmallHub, shipping: Shipping) -> None:
    shipping.play(3)
    path = shipping.journal()
    rows = rows_after(path, 1, 1)
    assert [row.seq for row in rows] == [2]
    assert rows_after(path, 3, 10) == ()
    shipping.join(hub)
    assert soon(lambda: shipping.is_at(hub))
    shipping.play(3)
    assert [row.seq for row in rows_after(path, 0, 100)] == [1, 2, 3, 4, 5, 6]
