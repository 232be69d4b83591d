"""Who may sit down, and to which games."""

from functools import reduce
from itertools import combinations

import pytest
from msgspec.structs import asdict

from companion.editions.load import load_edition
from companion.errors import EditionError, ExcludedError, SettingsError
from companion.game.apply import apply
from companion.game.commands import AnyCommand, Choose, Roll
from companion.game.postings import BANK
from companion.game.refusals import Refusal
from companion.game.state import GameState, blank
from companion.game.terms import Banker
from companion.rules import decide
from companion.rules.invariants import broken
from companion.rules.setup import begin
from companion.words import Seat

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Guy", "Hal", "Ida")


@pytest.mark.parametrize(
    ("edition_id", "most"),
    [
        ("ru-2004", 8),
        ("us-classic", 6),
        ("it-eg", 6),
        ("de-dm", 8),
        ("uk-classic", 6),
        ("disney", 8),
        ("ports", 8),
        ("got-2015", 6),
    ],
)
def test_so_many_may_play(edition_id: str, most: int) -> None:
    edition = load_edition(edition_id)
    for count in range(2, most + 1):
        begun = begin(edition, NAMES[:count], first_roll=True)
        state = reduce(apply, begun, blank(edition))
        assert len(state.players) == count
        assert broken(state) == ()
    for count in (0, 1, most + 1):
        with pytest.raises(SettingsError, match=f"2 to {most}"):
            begin(edition, NAMES[:count], first_roll=True)


def test_a_table_may_agree_on_more_players() -> None:
    edition = load_edition("us-classic", (), {"players_max": 8})
    assert begin(edition, NAMES[:8], first_roll=False)


def test_two_players_of_one_name_cannot_be_told_apart() -> None:
    with pytest.raises(SettingsError, match="same name"):
        begin(load_edition("ru-2004"), ("Ann", "Ann"), first_roll=True)


GERMAN_WAYS = ("deal-two", "cheap-hotels", "jackpot", "deal-all")


def test_the_german_edition_has_four_ways_to_shorten_the_game() -> None:
    """They are its only rule sets: neither a short game with an end of its own nor a timed one."""
    edition = load_edition("de-dm")
    assert tuple(way.id for way in edition.printings if way.is_rule_set) == GERMAN_WAYS
    assert edition.parameters.ends_at_bankruptcy == 0
    for other in ("short", "timed"):
        with pytest.raises(EditionError, match="no variant"):
            load_edition("de-dm", (other,))


@pytest.mark.parametrize("ways", [*combinations(GERMAN_WAYS, 2)])
def test_german_ways_to_play_go_together_but_for_two_deals(ways: tuple[str, str]) -> None:
    """Two and all deeds cannot both be dealt; whatever else is combined has the rules of both."""
    if ways == ("deal-two", "deal-all"):
        with pytest.raises(ExcludedError, match="not played together"):
            load_edition("de-dm", ways)
        return
    both, rules = load_edition("de-dm", ways).parameters, load_edition("de-dm").parameters
    for way in ways:
        alone = load_edition("de-dm", (way,)).parameters
        changed = [name for name in asdict(rules) if getattr(alone, name) != getattr(rules, name)]
        assert changed
        assert {getattr(both, n) == getattr(alone, n) for n in changed} == {True}


@pytest.mark.parametrize("edition_id", ["us-classic", "uk-classic", "ports", "got-2015"])
def test_an_edition_without_other_ways_to_play_refuses_them(edition_id: str) -> None:
    for variant in ("short", "timed"):
        with pytest.raises(ExcludedError, match="no variant"):
            load_edition(edition_id, (variant,))


def test_the_only_other_way_of_the_italian_edition_is_the_game_against_the_clock() -> None:
    """There is no short game with an end of its own, and no optional rule."""
    edition = load_edition("it-eg")
    assert [way.id for way in edition.printings if way.is_rule_set] == ["timed"]
    assert edition.parameters.ends_at_bankruptcy == 0
    assert load_edition("it-eg", ("timed",)).parameters.timed_end == "roll-finished"
    with pytest.raises(EditionError, match="no variant"):
        load_edition("it-eg", ("short",))


@pytest.mark.parametrize("edition_id", ["us-classic", "uk-classic", "got-2015"])
def test_no_edition_without_a_short_game_has_a_part_of_it(edition_id: str) -> None:
    """Neither dealt deeds, nor hotels over three houses, nor an end before the last player."""
    rules = load_edition(edition_id).parameters
    assert (rules.dealt_deeds, rules.houses_per_hotel, rules.ends_at_bankruptcy) == (0, 4, 0)
    with pytest.raises(EditionError, match="no variant"):
        load_edition(edition_id, ("short",))


@pytest.mark.parametrize(
    ("edition_id", "cash", "tax"),
    [
        ("ru-2004", 1500, 200),
        ("ports", 1500, 200),
        ("it-eg", 8750, 500),
        ("de-dm", 30000, 4000),
        ("got-2015", 1500, 200),
        ("uk-classic", 1500, 200),
        ("disney", 1500, 200),
    ],
)
def test_the_banker_pays_from_an_account_of_his_own(edition_id: str, cash: int, tax: int) -> None:
    """Whoever keeps the Bank sits at a seat like the others: its cash is not the Bank's."""
    edition = load_edition(edition_id, (), {"dealt_deeds": 0})
    state = reduce(apply, begin(edition, NAMES[:2], first_roll=False), blank(edition))
    after = _went_on(state, Roll(by=Seat(0), dice=(1, 3)))
    if after.choice is not None:
        after = _went_on(after, Choose(by=Seat(0), option="flat"))
    assert [after.cash(seat) for seat in after.seats] == [cash - tax, cash]
    assert after.books.balance(BANK) - state.books.balance(BANK) == tax


@pytest.mark.parametrize(("banker", "order"), [(None, "012"), ("apart", "012"), (Seat(1), "120")])
def test_the_banker_throws_first_for_who_begins(banker: Banker | None, order: str) -> None:
    """One who only banks sits before the first seat: the throwing begins on his left."""
    edition = load_edition("de-dm")
    begun = begin(edition, NAMES[:3], first_roll=True, banker=banker)
    state = reduce(apply, begun, blank(edition))
    assert state.first is not None
    assert state.first.waiting == tuple(Seat(int(seat)) for seat in order)


def _went_on(state: GameState, command: AnyCommand) -> GameState:
    outcome = decide(state, command)
    assert not isinstance(outcome, Refusal)
    return reduce(apply, outcome, state)
