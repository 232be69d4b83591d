"""Whatever is said to the referee, well or badly formed: an answer, and nothing else changes."""

import copy
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.editions.load import edition_ids
from companion.game import commands as c
from companion.game.refusals import Code, Refusal
from companion.game.state import GameState, fingerprint
from companion.rules import decide
from tests.properties.test_random_games import QUICK, games
from tests.support.games import RandomGame

CODES = frozenset(get_args(Code))
KINDS: tuple[type[c.Command], ...] = get_args(c.AnyCommand)
WORDS = [str(kind.__struct_config__.tag) for kind in KINDS]

HUGE = (-1, 0, 1, 31, 32, 39, 40, 10**9, 10**9 + 1, 2**63, 10**30)
SHAPES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.sampled_from(HUGE) | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=6,
)
"""Values of every shape that JSON has, and numbers beyond every bound."""

FIELDS = sorted({field.encode_name for kind in KINDS for field in msgspec.structs.fields(kind)})
SAID = st.fixed_dictionaries(
    {"do": st.sampled_from([*WORDS, "", "Roll", "jump"])},
    optional=dict.fromkeys([*FIELDS, "x"], SHAPES),
)


@given(SAID)
def test_what_is_badly_formed_is_no_command(said: dict[str, Any]) -> None:
    """It is a command, or a validation error: nothing else ever comes out of the reader."""
    try:
        command = c.command_from(said)
    except msgspec.ValidationError:
        return
    assert isinstance(command, KINDS)


WELL_FORMED: dict[str, st.SearchStrategy[Any]] = {
    "by": st.integers(0, 31),
    "player": st.integers(0, 31),
    "to": st.integers(0, 31) | st.just("bank") | st.none(),
    "lot": st.integers(0, 39) | st.none(),
    "amount": st.sampled_from([0, 1, 10**9]) | st.integers(0, 3000),
    "card": st.text(max_size=80) | st.sampled_from(["chance/back-3", "chest/jail-free"]),
    "option": st.text(max_size=80) | st.sampled_from(["fine", "interest", "39", "-1"]),
    "dice": st.lists(st.integers(1, 6), min_size=1, max_size=2),
    "speed": st.sampled_from([None, 1, 2, 3, "bus", "mr"]),
    "promise": st.text(max_size=20),
    "why": st.text(max_size=20),
    "for": st.sampled_from(["wrong-token", "out-of-turn", "dice-off-table"]),
    "later": st.none() | st.fixed_dictionaries({"by": st.integers(0, 31), "cash": st.just(9)}),
}
SPACES = st.integers(0, 39)
SEATS = st.integers(0, 31)
MAPS: dict[str, st.SearchStrategy[Any]] = {
    "cash": st.dictionaries(SEATS, st.integers(0, 10**9), max_size=3),
    "at": st.dictionaries(SEATS, SPACES, max_size=3),
    "owner": st.dictionaries(SPACES, SEATS | st.none(), max_size=3),
    "mortgaged": st.dictionaries(SPACES, st.booleans(), max_size=3),
    "buildings": st.dictionaries(SPACES, st.integers(0, 5), max_size=3),
    "jailed": st.dictionaries(SEATS, st.integers(0, 9) | st.none(), max_size=3),
    "laps": st.dictionaries(SEATS, st.integers(0, 999), max_size=3),
    "bank": st.dictionaries(st.sampled_from(["houses", "hotels", "x"]), st.integers(0, 99)),
    "holds": st.dictionaries(SEATS, st.lists(st.sampled_from(["chance", "chest", "x"]))),
}
STEPS = st.dictionaries(SPACES, st.integers(1, 5), max_size=4)
LOTS = st.lists(SPACES, max_size=4)
GOODS = st.fixed_dictionaries(
    {}, optional={"cash": st.sampled_from([0, 1, 50, 10**9]), "lots": LOTS, "cards": st.just([])}
)


def _field(kind: type[c.Command], name: str) -> st.SearchStrategy[Any]:
    if name in ("give", "take"):
        return GOODS
    if name == "lots":
        if kind is c.Deal:
            return st.dictionaries(SEATS, LOTS, max_size=4)
        return LOTS if kind in (c.Mortgage, c.Redeem) else STEPS
    return MAPS[name] if name in MAPS else WELL_FORMED.get(name, SHAPES)


def well_formed() -> st.SearchStrategy[dict[str, Any]]:
    """Return commands as plain data, most of which are well formed and few of which make sense."""
    return st.one_of(
        *(
            st.fixed_dictionaries(
                {
                    "do": st.just(str(kind.__struct_config__.tag)),
                    **{
                        field.encode_name: _field(kind, field.encode_name)
                        for field in msgspec.structs.fields(kind)
                        if field.required
                    },
                },
                optional={
                    field.encode_name: _field(kind, field.encode_name)
                    for field in msgspec.structs.fields(kind)
                    if not field.required
                },
            )
            for kind in KINDS
        )
    )


def check_answer(state: GameState, said: dict[str, Any]) -> bool:
    """See what comes of a command; return whether it was accepted."""
    try:
        command = c.command_from(said)
    except msgspec.ValidationError:
        return False
    before = fingerprint(state)
    outcome = decide(state, command)
    assert fingerprint(state) == before, "a decision changed its argument"
    if isinstance(outcome, Refusal):
        assert outcome.code in CODES
        assert "/" in outcome.because
        assert outcome == decide(state, copy.deepcopy(command))
        return False
    assert outcome
    assert outcome == decide(state, command)
    return True


@given(games(wild=st.just(0.2)), st.integers(0, 60), st.lists(well_formed(), max_size=30))
@QUICK
def test_every_command_has_an_answer(game: RandomGame, count: int, said: Any) -> None:
    """Unknown seats and lots, huge amounts, out of turn, twice, after the end."""
    list(game.steps(count))
    for command in said:
        check_answer(game.state, command)


@pytest.mark.parametrize("edition_id", edition_ids())
def test_after_the_end_nothing_goes_but_what_the_banker_sets_right(edition_id: str) -> None:
    game = RandomGame(7, edition=edition_id, players=2, wild=0)
    leaving = c.Leave(by=game.state.playing[0])
    game.take(leaving)
    assert game.state.winners
    for word in WORDS:
        fields = {"do": word, **_plainly(word)}
        outcome = decide(game.state, c.command_from(fields))
        if word not in ("correct", "take-over"):
            assert isinstance(outcome, Refusal), word
            assert outcome.code == "game-over", word


def _plainly(word: str) -> dict[str, Any]:
    """Return the fields that a command of this word must have."""
    plain: dict[str, Any] = {
        "by": 1, "to": 0, "dice": [1, 2], "amount": 10, "card": "chance/back-3", "option": "fine",
        "player": 1, "for": "out-of-turn", "payer": 1, "payee": "bank", "turn": 1,
        "lot": 1,
    }  # fmt: skip
    kind = next(kind for kind in KINDS if kind.__struct_config__.tag == word)
    fields = [f.encode_name for f in msgspec.structs.fields(kind) if f.required]
    lots: Any = {0: [1]} if kind is c.Deal else [1] if word in ("mortgage", "redeem") else {1: 1}
    return {name: lots if name == "lots" else plain[name] for name in fields}
