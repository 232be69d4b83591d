"""Rules are named by keys that the catalogues have, and events are all known to `apply`."""

import ast
from collections.abc import Iterator
from importlib import import_module
from typing import get_args

from companion.editions.load import edition_ids, load_rulebook
from companion.editions.rulebook_file import TOPICS
from companion.game import apply, events
from companion.game.handlers import handlers
from companion.game.refusals import Code
from companion.rules.registry import homes
from tests.support.repository import ROOT

STATELESS = {
    *(events.Paid, events.Rewound, events.Disputed, events.Ruled),
    *(events.BanknotesSet, events.HandedOver),
    *(events.SeatMoved, events.BankerMoved, events.PressRefused),
    *(events.VoteAsked, events.Voted, events.VoteFailed, events.WaitEnded),
    *(events.HelpSet, events.Proposed, events.Confirmed, events.Differed),
    *(events.Contested, events.Dropped, events.Insisted),
}
"""The ledger alone applies a payment; what goes back goes back to a record, and only the replay
has those; what is said about a record moves nothing; what happens to banknotes is beside the rules;
so is what is told of phones, presses and voices, and what is only proposed.
"""

ROOMS = ("companion/rules", "companion/game", "companion/scenario")


def keys_in(source: str) -> Iterator[str]:
    """Yield every text of the form `topic/slug` in *source*, those with a hole left out."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            topic, slash, slug = node.value.partition("/")
            if slash and slug and topic in TOPICS and " " not in slug:
                yield node.value


def keys_used() -> set[str]:
    """Return every key that the rules name."""
    files = [file for room in ROOMS for file in (ROOT / room).rglob("*.py")]
    return {key for file in files for key in keys_in(file.read_text())}


def test_every_key_that_a_rule_names_stands_in_some_catalogue() -> None:
    keys = {key for edition in edition_ids() for key in load_rulebook(edition).keys}
    assert keys_used() - keys == set()


def test_keys_are_found_in_source() -> None:
    source = '"no key", "weather/rain", f"purchase/{kind}", because=key("rent/claim")'
    assert list(keys_in(f"f({source})")) == ["rent/claim"]


def test_every_rule_has_a_home_that_is_a_function() -> None:
    for key, home in homes.items():
        module, _, function = home.rpartition(".")
        assert callable(getattr(import_module(module), function)), key


def test_every_home_is_named_by_a_key_of_some_catalogue() -> None:
    keys = {key for edition in edition_ids() for key in load_rulebook(edition).keys}
    assert set(homes) - keys == set()


def test_every_event_is_applied_or_changes_the_books_alone() -> None:
    assert apply  # its import fills the handlers
    kinds = set(get_args(events.AnyEvent))
    assert kinds - handlers.keys() == STATELESS
    assert handlers.keys() - kinds == set()


def test_every_event_stands_in_the_union() -> None:
    named = (value for value in vars(events).values() if isinstance(value, type))
    kinds = {kind for kind in named if issubclass(kind, events.Event) and kind is not events.Event}
    assert kinds == set(get_args(events.AnyEvent))


def test_every_refusal_names_a_code_of_the_list() -> None:
    codes = set(get_args(Code))
    calls = (
        node
        for file in (ROOT / "companion/rules").glob("*.py")
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        if node.func.id == "refuse"
    )
    named = {call.args[0].value for call in calls if isinstance(call.args[0], ast.Constant)}
    assert named
    assert named - codes == set()
