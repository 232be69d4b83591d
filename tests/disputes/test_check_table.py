"""Table and books: what is equal differs in nothing, each single change is exactly that."""

from collections.abc import Mapping
from functools import reduce
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.disputes.check_table import Difference, Report, check_table
from companion.editions.load import edition_ids, load_edition
from companion.editions.model import deck_of
from companion.game.apply import apply
from companion.game.commands import command_from
from companion.game.refusals import Refusal
from companion.game.state import GameState, blank
from companion.rules import decide
from companion.rules.setup import begin
from companion.table.check.laid_deeds import TABLE, Cardboard, Holder, LaidDeed, OddTag, Pile
from companion.table.deeds.cards import keepable
from companion.words import Seat, Space
from tests.support.games import RandomGame

Places = dict[int, tuple[Holder, bool]]
"""Where each deed lies, by its number: in whose pile, and whether its back is up."""


def played(seed: int, edition: str = "us-classic", steps: int = 50) -> GameState:
    """Return a game in the middle, not yet won."""
    game = RandomGame(seed, edition=edition)
    state = game.state
    for _step in game.steps(steps):
        if game.state.winners:
            break
        state = game.state
    return state


games = st.builds(played, st.integers(0, 10_000), st.sampled_from(edition_ids()))


def places_of(state: GameState) -> Places:
    """Return where the deeds lie when the table is as the books say."""
    lots = enumerate(state.edition.lots, start=1)
    held = {number: state.lots[lot.index] for number, lot in lots}
    return {n: (h.owner, h.mortgaged) for n, h in held.items() if h.owner is not None}


def laid_out(
    state: GameState,
    places: Places,
    *,
    cards: Mapping[str, Seat] | None = None,
    together: bool = False,
    **more: Any,
) -> Cardboard:
    """Return all piles as the camera sees them: with *cards*, or those of the books; buildings."""
    order: tuple[Holder, ...] = (TABLE,) if together else state.playing
    piles = {
        holder: Pile(
            whole=True,
            deeds={n: LaidDeed(b) for n, (h, b) in places.items() if together or h == holder},
            cards={
                card: LaidDeed(back=False)
                for card, seat in (state.holds if cards is None else cards).items()
                if together or seat == holder
            },
        )
        for holder in order
    }
    return Cardboard(piles=piles, **more)


def report_of(state: GameState, laid: Cardboard) -> Report:
    return check_table(state, laid, tuple(laid.piles))


def found(state: GameState, laid: Cardboard) -> list[tuple[str, str]]:
    return [(one.kind, one.about) for one in report_of(state, laid).differences]


def corrected(state: GameState, difference: Difference, which: int = 0) -> GameState:
    """Return the books after a correction that is proposed."""
    return corrected_by(state, **difference.fixes[which].fields)


def corrected_by(state: GameState, **fields: Any) -> GameState:
    """Return the books after a correction."""
    outcome = decide(state, command_from({"do": "correct", "why": "counted", **fields}))
    assert not isinstance(outcome, Refusal), outcome
    return reduce(apply, outcome, state)


# ---- properties


@settings(max_examples=30)
@given(games, st.booleans())
def test_a_table_as_the_books_say_differs_in_nothing(state: GameState, together: bool) -> None:  # noqa: FBT001  # hypothesis hands it in
    buildings = {lot: held.level for lot, held in state.lots.items()}
    laid = laid_out(state, places_of(state), together=together, buildings=buildings)
    report = report_of(state, laid)
    assert report.differences == ()
    assert report.right == len(places_of(state))


@settings(max_examples=30)
@given(games, st.data())
def test_each_single_change_is_exactly_that_difference(
    state: GameState, data: st.DataObject
) -> None:
    places = places_of(state)
    number = data.draw(st.integers(1, 28))
    lies = places.get(number)
    if lies is None:
        places[number] = (data.draw(st.sampled_from(state.playing)), data.draw(st.booleans()))
        expected = "of-the-bank"
    elif data.draw(st.booleans()):
        del places[number]
        expected = "missing"
    elif data.draw(st.booleans()):
        places[number] = (lies[0], not lies[1])
        expected = "wrong-side"
    else:
        others = [seat for seat in state.playing if seat != lies[0]]
        places[number] = (data.draw(st.sampled_from(others)), data.draw(st.booleans()))
        expected = "wrong-owner"
    assert found(state, laid_out(state, places)) == [(expected, str(number))]


@settings(max_examples=30)
@given(games, st.data())
def test_books_that_are_corrected_as_proposed_differ_in_nothing(
    state: GameState, data: st.DataObject
) -> None:
    somewhere = st.tuples(st.sampled_from(state.playing), st.booleans())
    places: Places = data.draw(st.dictionaries(st.integers(1, 28), somewhere))
    counted = data.draw(
        st.dictionaries(st.sampled_from([*state.lots]), st.integers(0, 5), max_size=6)
    )
    note = state.rules.smallest_amount
    cash = {seat: note * data.draw(st.integers(0, 900)) for seat in state.playing}
    holders = st.sampled_from(state.playing)
    cards = data.draw(st.dictionaries(st.sampled_from(keepable(state)), holders))
    laid = laid_out(state, places, cards=cards, buildings=counted)
    laid = replace(
        laid, piles={h: replace(pile, cash=cash[Seat(int(h))]) for h, pile in laid.piles.items()}
    )
    for _round in range(100):
        mendable = [one for one in report_of(state, laid).differences if one.fixes]
        if not mendable:
            break
        state = corrected(state, data.draw(st.sampled_from(mendable)))
    assert {one.kind for one in report_of(state, laid).differences} <= {"impossible"}


@settings(max_examples=30)
@given(games, st.data())
def test_each_card_in_another_place_is_exactly_that_difference(
    state: GameState, data: st.DataObject
) -> None:
    card = data.draw(st.sampled_from(keepable(state)))
    owner, nobody = state.holds.get(card), None
    holder = data.draw(st.sampled_from([s for s in (*state.playing, nobody) if s != owner]))
    cards = {held: seat for held, seat in state.holds.items() if held != card}
    if holder is not None:
        cards[card] = holder
    expected = "card-elsewhere" if owner is not None else "card-of-the-pile"
    expected = expected if holder is not None else "card-missing"
    laid = laid_out(state, places_of(state), cards=cards)
    assert found(state, laid) == [(expected, card)]
    (one,) = report_of(state, laid).differences
    assert corrected(state, one).holds == cards


# ---- examples

ANN, BOB = Seat(0), Seat(1)
BALTIC, READING = Space(3), Space(5)


@pytest.fixture
def state() -> GameState:
    """Ann has deed 2 with three houses on it; Bob has deed 3, a station, and it is mortgaged."""
    edition = load_edition("us-classic")
    begun = begin(edition, ("Ann", "Bob", "Cy"), first_roll=False)
    fresh = reduce(apply, begun, blank(edition))
    outcome = decide(
        fresh,
        command_from(
            {
                "do": "correct",
                "why": "given",
                "owner": {BALTIC: ANN, READING: BOB},
                "buildings": {BALTIC: 3},
                "mortgaged": {READING: True},
            }
        ),
    )
    assert not isinstance(outcome, Refusal), outcome
    return reduce(apply, outcome, fresh)


AS_BOOKED: Places = {2: (ANN, False), 3: (BOB, True)}


def test_a_deed_is_missed_only_when_its_owner_has_laid_out_all(state: GameState) -> None:
    laid = laid_out(state, {3: (BOB, True)})
    waiting = replace(laid, piles={**laid.piles, ANN: Pile()})
    assert found(state, waiting) == []
    assert report_of(state, waiting).unseen == (ANN,)
    assert found(state, laid) == [("missing", "2")]


def test_a_lot_that_goes_back_to_the_bank_loses_its_houses(state: GameState) -> None:
    (missing,) = report_of(state, laid_out(state, {3: (BOB, True)})).differences
    after = corrected(state, missing)
    assert (after.lots[BALTIC].owner, after.lots[BALTIC].level) == (None, 0)


def test_all_at_once_nobody_knows_whose_a_deed_of_the_bank_is(state: GameState) -> None:
    laid = laid_out(state, {**AS_BOOKED, 1: (ANN, True)}, together=True)
    (one,) = report_of(state, laid).differences
    assert [fix.owner for fix in one.fixes] == [0, 1, 2]
    after = corrected(state, one, which=1)
    assert (after.lots[Space(1)].owner, after.lots[Space(1)].mortgaged) == (BOB, True)


def test_the_same_deed_in_two_piles_is_a_copy_that_no_books_can_mend(state: GameState) -> None:
    laid = laid_out(state, AS_BOOKED)
    both = replace(laid.piles[BOB], deeds={**laid.piles[BOB].deeds, 2: LaidDeed(back=False)})
    (one,) = report_of(state, replace(laid, piles={**laid.piles, BOB: both})).differences
    assert (one.kind, one.piles, one.fixes) == ("twice", (ANN, BOB), ())


def test_the_same_deed_twice_in_one_pile_is_a_copy_too(state: GameState) -> None:
    laid = laid_out(state, AS_BOOKED)
    copied = replace(laid.piles[ANN], twice=frozenset({2}))
    assert found(state, replace(laid, piles={**laid.piles, ANN: copied})) == [("twice", "2")]


@pytest.mark.parametrize("kind", ["revoked", "other-set", "forged"])
def test_a_sticker_that_does_not_count_is_told_with_its_pile(state: GameState, kind: str) -> None:
    laid = laid_out(state, AS_BOOKED)
    odd = replace(laid.piles[ANN], odd={"X": OddTag(kind.replace("-", " "), None, 1, ())})
    (one,) = report_of(state, replace(laid, piles={**laid.piles, ANN: odd})).differences
    assert (one.kind, one.table, one.fixes) == (kind, ANN, ())


def test_all_at_once_nobody_knows_whose_a_card_of_the_pile_is(state: GameState) -> None:
    card = keepable(state)[0]
    (one,) = report_of(
        state, laid_out(state, AS_BOOKED, cards={card: ANN}, together=True)
    ).differences
    assert (one.kind, [fix.owner for fix in one.fixes]) == ("card-of-the-pile", [0, 1, 2])
    assert corrected(state, one, which=2).holds == {card: Seat(2)}


def test_who_keeps_two_cards_keeps_the_other_when_one_is_corrected(state: GameState) -> None:
    one, other = keepable(state)
    has_both = corrected_by(state, holds={int(ANN): [deck_of(one), deck_of(other)]})
    laid = laid_out(has_both, AS_BOOKED, cards={one: ANN, other: BOB})
    (difference,) = report_of(has_both, laid).differences
    assert (difference.key, difference.piles) == (f"card-elsewhere:{other}", (ANN, BOB))
    assert corrected(has_both, difference).holds == {one: ANN, other: BOB}


def test_the_same_card_in_two_piles_is_a_copy(state: GameState) -> None:
    card = keepable(state)[0]
    laid = laid_out(state, AS_BOOKED, cards={card: ANN})
    both = replace(laid.piles[BOB], cards={card: LaidDeed(back=False)})
    assert found(state, replace(laid, piles={**laid.piles, BOB: both})) == [("card-twice", card)]


def test_a_deed_that_the_edition_does_not_have_is_told(state: GameState) -> None:
    assert found(state, laid_out(state, {**AS_BOOKED, 31: (ANN, False)})) == [
        ("no-such-deed", "31")
    ]


@pytest.mark.parametrize(
    ("lot", "counted", "expected"),
    [
        (BALTIC, 2, "buildings"),
        (BALTIC, 0, "buildings"),
        (Space(1), 1, "impossible"),  # nobody has it
        (READING, 1, "impossible"),  # a station
    ],
)
def test_buildings_are_counted_against_the_books(
    state: GameState, lot: Space, counted: int, expected: str
) -> None:
    laid = laid_out(state, AS_BOOKED, buildings={lot: counted})
    assert found(state, laid) == [(expected, str(lot))]


def test_buildings_on_a_deed_that_lies_on_its_face_are_impossible(state: GameState) -> None:
    laid = laid_out(state, {**AS_BOOKED, 2: (ANN, True)}, buildings={BALTIC: 4})
    assert found(state, laid) == [("wrong-side", "2"), ("impossible", "3")]


def test_counted_banknotes_are_held_against_the_ledger(state: GameState) -> None:
    laid = laid_out(state, AS_BOOKED)
    short = replace(laid.piles[ANN], cash=state.cash(ANN) - 10)
    (one,) = report_of(state, replace(laid, piles={**laid.piles, ANN: short})).differences
    assert (one.kind, one.booked - one.counted) == ("cash", 10)
    assert corrected(state, one).cash(ANN) == state.cash(ANN) - 10


def test_a_difference_keeps_its_name_and_another_has_another(state: GameState) -> None:
    laid = laid_out(state, {2: (BOB, False), 3: (BOB, False)})
    keys = [one.key for one in report_of(state, laid).differences]
    assert keys == ["wrong-owner:2", "wrong-side:3"]
    assert report_of(state, laid).of("wrong-side:3") is not None
    assert report_of(state, laid).of("missing:3") is None
