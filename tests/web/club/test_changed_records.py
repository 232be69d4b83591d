"""One game whose records are not what they were: it is set aside by itself, and nobody notices."""

import logging
import os
import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from companion.hub.hub import Hub
from companion.hub.lobby import Lobby
from companion.hub.lobby_keeper import LobbyKeeper
from companion.hub.postgres import PostgreSQL
from companion.shipping.wire import HubHead, Parcel, Refused
from companion.table.calling.commands import CallArbiter
from companion.table.clocks.commands import GoOn, Pause
from companion.table.disputing.commands import RaiseDispute
from companion.table.games.commands import Begin
from companion.table.story.commands import GoBack
from companion.table.table import Table
from companion.words import Seat
from tests.support.changed_records import ChangedGame, changed_games
from tests.support.club_rooms import HTTPS, PASSWORD, Shelf, contested, played
from tests.support.clubs import batch, fresh_address, hub_at, joined
from tests.support.messages import LANGUAGES
from tests.support.pages import told
from tests.support.player import PLAYERS, banker, play
from tests.support.templates import COMPILED
from web.club import create_club_app
from web.club.context import COOKIE, ClubSettings

MOST = int(os.environ.get("COMPANION_CHANGED_RECORDS", "150"))
"""So many of some 22,000 changed games are looked at, drawn by chance, the same each time."""

ASIDE = "This game cannot be read here. Its table plays on."


def of_every_kind(table: Table) -> None:
    table.note_club(there=True)
    table.submit(GoBack(to=8, seen=table.view.seq, why="told wrongly"), banker(table))
    for _answer in islice(play(table, random.Random(5)), 8):
        pass
    cause = table.cause("seat", "phone", seat=Seat(1))
    table.submit(RaiseDispute(seq=table.view.seq, why="it was a four"), cause)
    table.submit(Pause(), banker(table))
    table.submit(GoOn(), banker(table))
    table.submit(CallArbiter(about="rules", why="which page"), banker(table))
    contested(table)
    table.submit(Pause(), banker(table))


def game_of_every_kind(home: Path) -> tuple[Parcel, ...]:
    """Play a game with records of every kind that pages for all tables show something of."""
    begin = Begin(edition="ru-2004", players=PLAYERS, first_roll=True, ends="21:30")
    return played(home, 24, more=of_every_kind, first=begin)


@pytest.fixture(scope="module")
def quarrel(tmp_path_factory: pytest.TempPathFactory) -> tuple[Parcel, ...]:
    return game_of_every_kind(tmp_path_factory.mktemp("home"))


class Pages:
    """A club's pages above records in memory.

    Args:
        hub: who may look, and what was ordered.
    """

    def __init__(self, hub: Hub) -> None:
        self.hub, self.shelf = hub, Shelf()
        self.lobby = Lobby(self.shelf, lambda: {*self.shelf.tables.values()})
        self.keeper = LobbyKeeper(self.lobby, lambda: 2000.0)
        app = create_club_app(hub, ClubSettings(), self.keeper)
        app.jinja_env.bytecode_cache = COMPILED
        self.client = app.test_client()
        hub.members.add("arbiter", "arbiter", PASSWORD)
        secret = hub.members.sign_in("arbiter", PASSWORD)
        assert isinstance(secret, str)
        self.client.set_cookie(COOKIE, secret, domain="127.0.0.1", secure=True)

    def get(self, path: str, language: str = "en") -> str:
        answer = self.client.get(path, base_url=HTTPS, headers={"Accept-Language": language})
        assert answer.status_code == 200, path
        return told(answer.text)

    def records_of(self, parcels: tuple[Parcel, ...]) -> list[str]:
        key, count = parcels[0].digest, len(parcels)
        return [self.get(f"/arbiter/{key}/{seq}") for seq in (1, count - 1, count)]


@pytest.fixture(scope="module")
def hub(postgres: PostgreSQL) -> Iterator[Hub]:
    with hub_at(fresh_address(postgres)) as made:
        yield made


@pytest.fixture(scope="module")
def pages(hub: Hub) -> Pages:
    return Pages(hub)


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> tuple[ChangedGame, ...]:
    return tuple(changed_games(game_of_every_kind(tmp_path_factory.mktemp("other")), MOST))


def test_a_game_with_one_field_changed_is_told_or_set_aside_and_the_others_stay_as_they_are(
    pages: Pages,
    quarrel: tuple[Parcel, ...],
    game: tuple[Parcel, ...],
    changed: tuple[ChangedGame, ...],
) -> None:
    pages.shelf.put(1, game)
    pages.shelf.put(2, quarrel)
    pages.keeper.look()
    sound, cards = pages.records_of(quarrel), pages.lobby.lines
    lobby, rulings = pages.get("/"), pages.get("/arbiter")
    assert ASIDE not in lobby + rulings
    aside = 0
    for seq, where, parcels in changed:
        key = pages.shelf.put(3, parcels)
        pages.keeper.look()
        drawn = [pages.get("/arbiter"), pages.get(f"/arbiter/{key}/{seq}"), pages.get("/")]
        is_aside = pages.lobby.lines[-1].edition is None
        assert all((ASIDE in one) == is_aside for one in (*drawn, pages.get("/arbiter"))), where
        aside += is_aside
        assert pages.lobby.lines[:-1] == cards, where
        assert pages.records_of(quarrel) == sound, where
        del pages.shelf.records[key], pages.shelf.tables[key], pages.shelf.kept[key]
    assert 0 < aside < len(changed)
    pages.keeper.look()
    assert (pages.get("/"), pages.get("/arbiter")) == (lobby, rulings)


def test_what_is_taken_in_is_what_a_table_would_open(
    hub: Hub, changed: tuple[ChangedGame, ...]
) -> None:
    """Whatever is kept, the lobby folds without stumbling over its form."""
    table = joined(hub, "Intake")[0]
    kinds = set()
    for _seq, where, parcels in changed:
        key = parcels[0].digest
        hub.records.lease(key, table, "0001-ru-2004", "ru-2004")
        answer = hub.records.keep(key, table, batch(parcels))
        kinds.add(type(answer))
        if isinstance(answer, Refused):
            assert answer.code == "record-damaged", where
            assert hub.records.after(key, 0) == ()
        with hub.database.transaction() as cursor:  # the next one may begin in the same way
            for kind in ("record", "lease", "game"):
                delete = f"delete from {kind} where game = %s".encode()  # ours
                cursor.execute(delete, (bytes.fromhex(key),))
    assert kinds == {HubHead, Refused}


def test_a_game_that_only_a_page_stumbles_over_is_said_in_every_language_and_logged_once(
    pages: Pages,
    quarrel: tuple[Parcel, ...],
    game: tuple[Parcel, ...],
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whatever the checks before let through."""
    key = pages.shelf.put(1, quarrel)
    pages.shelf.put(2, game)
    pages.keeper.look()
    assert ASIDE not in pages.get("/arbiter")
    real = pages.lobby.drawn

    def stumbles(line: object, draw: object) -> object:
        def drawn() -> object:
            if line is pages.lobby.lines[0]:
                raise IndexError("tuple index out of range")
            return draw()  # type: ignore[operator]

        return real(line, drawn)  # type: ignore[arg-type]

    before = pages.keeper.feed.now
    with monkeypatch.context() as patch, caplog.at_level(logging.ERROR):
        patch.setattr(pages.lobby, "drawn", stumbles)
        assert ASIDE in pages.get("/arbiter")
    for language in LANGUAGES:
        words = pages.client.application.extensions["companion"].catalogues[language].gettext(ASIDE)
        for path in ("/arbiter", "/", f"/arbiter/{key}/3"):
            assert pages.get(path, language).count(words) == 1
    pages.keeper.look()
    assert pages.keeper.feed.now != before  # who looks at the lobby hears of it
    pages.keeper.look()
    assert pages.lobby.lines[0].edition is None
    assert [one.message for one in caplog.records].count(
        f"the game {key} of Table 1 is set aside"
    ) == 1
    assert pages.client.post(f"/arbiter/{key}/3", base_url=HTTPS).status_code in (403, 404)
    assert len(pages.records_of(game)) == 3
