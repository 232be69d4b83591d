"""Somebody keeps the Bank and does not play: where enough people take part, nowhere else."""

from pathlib import Path

import pytest

from companion.editions.load import edition_ids, load_edition, load_rulebook
from companion.errors import SettingsError
from companion.game.events import GameBegan
from companion.game.refusals import Refusal
from companion.rules.setup import begin, why_banker_plays
from companion.table.answers import Accepted
from companion.words import Seat
from tests.support.table import hands

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal")

ENOUGH = {
    # the fewest people with whom one of them may do nothing but bank; None: never
    "de-dm": 6,
    "disney": 6,
    "got-2015": None,
    "it-eg": 3,
    "ports": 6,
    "ru-2004": 6,
    "uk-classic": None,
    "us-classic": None,
}


def test_every_edition_says_it() -> None:
    assert set(ENOUGH) == set(edition_ids())


@pytest.mark.parametrize("edition_id", edition_ids())
def test_the_banker_plays_as_well_unless_enough_people_take_part(edition_id: str) -> None:
    edition, enough = load_edition(edition_id), ENOUGH[edition_id]
    rules = edition.parameters
    for players in range(rules.players_min, rules.players_max + 1):
        refusal = why_banker_plays(edition, players)
        if enough is not None and players + 1 >= enough:
            assert refusal is None, players
        else:
            assert refusal is not None, players
            assert (refusal.code, refusal.because) == ("banker-plays", "bank/banker-only")
            assert refusal.facts["people"] == players + 1


@pytest.mark.parametrize("edition_id", [e for e, enough in ENOUGH.items() if enough])
def test_a_banker_apart_has_no_seat_no_money_and_no_turn(edition_id: str, tmp_path: Path) -> None:
    enough = ENOUGH[edition_id]
    assert enough is not None
    with hands(tmp_path) as at:
        answers = [
            at.ask_to_begin(
                edition_id,
                players=NAMES[:players],
                first_roll=True,
                banker="apart",
                another=True,
            )
            for players in (enough - 2, enough - 1)
            if players >= 2
        ]
        *refused, accepted = answers
        assert all(isinstance(a, Refusal) and a.code == "banker-plays" for a in refused)
        assert isinstance(accepted, Accepted)
        state = at.view.state
        assert state is not None
        assert state.banker == "apart"
        assert len(state.seats) == enough - 1
        assert state.first is not None
        assert state.first.waiting == state.seats
        accounts = {key.partition(" ")[2] for key in state.books.balances}
        assert {account for account in accounts if account.startswith("seat-")} == {
            f"seat-{seat}" for seat in state.seats
        }


def test_a_game_says_who_keeps_the_bank_and_by_which_rule() -> None:
    ru = load_edition("ru-2004")
    for banker, rule in (("apart", "ru-2004/bank-02"), (Seat(2), "ru-2004/bank-01")):
        began = begin(ru, NAMES[:5], first_roll=False, banker=banker)[0]  # type: ignore[arg-type]  # a seat or the word
        assert isinstance(began, GameBegan)
        assert began.banker == banker
        cited = {r.id for key in began.also for r in load_rulebook("ru-2004").told(key)}
        assert rule in cited


def test_a_house_rule_lets_the_banker_do_nothing_else(tmp_path: Path) -> None:
    with hands(tmp_path) as at:
        answer = at.ask_to_begin(
            "us-classic",
            house={"banker_may_abstain_above": 2},
            players=("Ann", "Bob"),
            banker="apart",
        )
        assert isinstance(answer, Accepted)


def test_nobody_is_banker_on_an_empty_seat() -> None:
    with pytest.raises(SettingsError, match="Nobody sits on the seat"):
        begin(load_edition("us-classic"), ("Ann", "Bob"), first_roll=False, banker=Seat(2))
