"""What the pages of a tournament rest on: results with who and why, closing, keys, proposals."""

import threading
from fractions import Fraction

import pytest
from msgspec.structs import replace

from companion.hub.hub import Hub
from companion.hub.lobby import LobbyLine, LobbySeat
from companion.hub.proposals import proposed
from companion.hub.tournaments import RoundTable, Tournament, TournamentRound
from companion.shipping.wire import Refused
from companion.words import Seat

NAMES = [f"Player {number}" for number in range(8)]


@pytest.fixture
def cup(hub: Hub) -> Tournament:
    cup = hub.tournaments.add("Cup", "us-classic", minutes=90)
    assert isinstance(cup, Tournament)
    hub.tournaments.enter(cup.id, NAMES)
    hub.tournaments.seat(cup.id, 2, tables=2)
    return cup


def begun(hub: Hub, cup: Tournament) -> tuple[TournamentRound, RoundTable]:
    hub.tournaments.begin(cup.id, 1)
    round_ = hub.tournaments.rounds(cup.id)[0]
    return round_, round_.tables[0]


def test_who_entered_what_and_why_stays(hub: Hub, cup: Tournament) -> None:
    _, table = begun(hub, cup)
    worth = {one.id: 100 * place for place, one in enumerate(table.players, 1)}
    assert hub.results.enter(cup.id, 1, worth, by="Olga", game="ab" * 32, seen=0) is None
    one = table.players[0]
    assert hub.results.enter(cup.id, 1, {one.id: 999}, by="Ira") == Refused("no-reason")
    assert hub.results.enter(cup.id, 1, {one.id: 999}, by="Ira", why="miscounted") is None
    told = hub.results.of(cup.id)
    first, last = told[0], told[-1]
    assert (first.name, first.worth, first.by, first.counts) == (one.name, 100, "Olga", False)
    assert (last.worth, last.by, last.why, last.counts) == (999, "Ira", "miscounted", True)
    assert (first.game, last.game) == ("ab" * 32, None)
    assert [each.counts for each in told] == [False, *[True] * len(table.players)]
    assert hub.tournaments.rounds(cup.id)[0].tables[0].points[one.id] == 10


def test_of_two_who_enter_at_once_one_is_told(hub: Hub, cup: Tournament) -> None:
    _, table = begun(hub, cup)
    answers: list[Refused | None] = []
    gate = threading.Barrier(2)

    def enter(by: str, amount: int) -> None:
        gate.wait()
        worth = {one.id: amount for one in table.players}
        answers.append(hub.results.enter(cup.id, 1, worth, by=by, seen=0))

    threads = [threading.Thread(target=enter, args=args) for args in (("A", 1), ("B", 2))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers, key=str) == sorted([None, Refused("result-other")], key=str)
    assert len(hub.results.of(cup.id)) == len(table.players)


def test_to_begin_and_to_seat_anew_at_once_break_nothing(hub: Hub, cup: Tournament) -> None:
    for seed in range(5):
        hub.tournaments.seat(cup.id, seed + 1, tables=2, seed=seed)
        gate = threading.Barrier(2)
        failures: list[BaseException] = []

        def together(
            does: object, number: int, gate: threading.Barrier = gate,
            failures: list[BaseException] = failures,
        ) -> None:  # fmt: skip
            gate.wait()
            try:
                if does == "seat":
                    hub.tournaments.seat(cup.id, number, tables=2, seed=number + 50)
                else:
                    hub.tournaments.begin(cup.id, number)
            except BaseException as error:  # noqa: BLE001  # whatever it is
                failures.append(error)

        threads = [
            threading.Thread(target=together, args=(does, seed + 1)) for does in ("seat", "begin")
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert failures == []
        rounds = hub.tournaments.rounds(cup.id)
        assert [one.begun_at is not None for one in rounds] == [True] * (seed + 1)
        assert all(sum(len(t.players) for t in one.tables) == len(NAMES) for one in rounds)


def test_a_round_that_waits_takes_no_result(hub: Hub, cup: Tournament) -> None:
    one = hub.tournaments.rounds(cup.id)[0].tables[0].players[0]
    assert hub.results.enter(cup.id, 1, {one.id: 5}, by="J") == Refused("round-early")


def test_a_closed_tournament_changes_no_more_until_it_is_opened(hub: Hub, cup: Tournament) -> None:
    _, table = begun(hub, cup)
    hub.tournaments.close(cup.id)
    closed = Refused("tournament-closed")
    worth = {one.id: 5 for one in table.players}
    assert hub.results.enter(cup.id, 1, worth, by="J") == closed
    assert hub.tournaments.begin(cup.id, 2) == closed
    assert hub.tournaments.seat(cup.id, 3) == closed
    assert hub.tournaments.enter(cup.id, ["New"]) == closed
    found = hub.tournaments.one(cup.id)
    assert found is not None
    assert found.is_closed
    hub.tournaments.close(cup.id, closed=False)
    assert hub.results.enter(cup.id, 1, worth, by="J") is None


def test_only_what_has_not_begun_is_deleted(hub: Hub, cup: Tournament) -> None:
    assert hub.tournaments.delete(cup.id) is None
    assert hub.tournaments.one(cup.id) is None
    other = hub.tournaments.add("Cup", "us-classic")
    assert isinstance(other, Tournament)
    hub.tournaments.enter(other.id, NAMES)
    hub.tournaments.seat(other.id, 1)
    hub.tournaments.begin(other.id, 1)
    assert hub.tournaments.delete(other.id) == Refused("tournament-begun")
    assert hub.tournaments.one(other.id) is not None


def test_a_key_opens_its_tournament_until_it_is_renewed(hub: Hub, cup: Tournament) -> None:
    keys = hub.public_keys
    assert keys.tournament_of("") is None
    first = keys.renew(cup.id, names=True)
    assert len(first) >= 20
    found = keys.tournament_of(first)
    assert found is not None
    assert (found.id, found.public_names) == (cup.id, True)
    keys.show(cup.id, names=False)
    second = keys.renew(cup.id, names=False)
    assert keys.tournament_of(first) is None
    again = keys.tournament_of(second)
    assert again is not None
    assert not again.public_names
    keys.switch_off(cup.id)
    assert keys.tournament_of(second) is None


def line(table: RoundTable, round_: TournamentRound, *, over: bool = True) -> LobbyLine:
    """Return a game of a table's players, as the lobby has it."""
    assert round_.begun_at is not None
    return LobbyLine(
        table="Window",
        game="cd" * 32,
        edition=None,
        edition_id="us-classic",
        seats=tuple(
            LobbySeat(
                seat=Seat(seat),
                name=one.name.upper(),
                cash=0,
                worth=Fraction(500 * seat),
                place=1,
            )
            for seat, one in enumerate(reversed(table.players))
        ),
        is_over=over,
        kept_at=round_.begun_at + 60,
    )


def test_a_game_of_just_these_players_is_proposed(hub: Hub, cup: Tournament) -> None:
    round_, table = begun(hub, cup)
    game = line(table, round_)
    found = proposed(cup, round_, table, [game])
    assert found is not None
    order = [one.id for one in reversed(table.players)]
    assert found.worth == {player: 500 * place for place, player in enumerate(order)}
    assert (found.game, found.club_table, found.is_over) == (game.game, "Window", True)
    for other in (
        replace(game, edition_id="disney"),
        replace(game, seats=game.seats[1:]),
        replace(game, kept_at=game.kept_at - 3600),
        replace(game, is_over=False),
    ):
        assert proposed(cup, round_, table, [other]) is None
    assert proposed(cup, round_, round_.tables[1], [game]) is None
    assert proposed(cup, round_, table, [game, replace(game, game="ef" * 32)]) is None
    assert proposed(cup, round_, table, [game], booked={game.game}) is None
    assert proposed(cup, replace(round_, begun_at=None), table, [game]) is None


def test_an_accent_is_the_same_however_a_machine_writes_it(hub: Hub, cup: Tournament) -> None:
    round_, table = begun(hub, cup)
    game = line(table, round_)
    typed = replace(table, players=(replace(table.players[0], name="Éva"), *table.players[1:]))
    apart = replace(game.seats[-1], name="E\u0301va")
    found = proposed(cup, round_, typed, [replace(game, seats=(*game.seats[:-1], apart))])
    assert found is not None
    assert found.worth[table.players[0].id] == 500 * (len(table.players) - 1)


def test_when_time_is_up_a_game_that_goes_on_is_proposed_as_such(hub: Hub, cup: Tournament) -> None:
    round_, table = begun(hub, cup)
    assert round_.left_s is not None
    assert 0 < round_.left_s <= 90 * 60
    late = replace(round_, left_s=-1.0)
    found = proposed(cup, late, table, [line(table, round_, over=False)])
    assert found is not None
    assert not found.is_over


def test_half_an_amount_that_parts_two_is_left_to_people(hub: Hub, cup: Tournament) -> None:
    round_, table = begun(hub, cup)
    game = line(table, round_)
    halves = tuple(
        replace(seat, worth=Fraction(1001 + place, 2)) for place, seat in enumerate(game.seats)
    )
    assert proposed(cup, round_, table, [replace(game, seats=halves)]) is None
