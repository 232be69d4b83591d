"""Sets of house rules: kept under their names in the home, each a small file to be shared."""

import msgspec

from companion.editions.parameters import Parameters
from companion.editions.typed import shown
from companion.files import Folder, Remembered
from web.phones.chairs import LONGEST_NAME, alike, cleaned

FILE = "house-rules.json"
"""In a home."""

MOST_SETS = 20
MOST_BYTES = 8 * 1024
"""Of a file that is taken in."""


class NoRuleSetError(ValueError):
    """A file is none of house rules."""


class RuleSet(msgspec.Struct, frozen=True, tag="house-rules", tag_field="kind"):
    """What a table plays otherwise than the book: parameters by name, as people type them."""

    name: str
    edition: str  # with which it was kept: its amounts are meant for that one
    rules: dict[str, str | int | float | bool | list[int]]

    @property
    def texts(self) -> dict[str, str]:
        """The rules that are known here, as typed."""
        known = Parameters.__struct_fields__
        return {name: shown(value) for name, value in self.rules.items() if name in known}

    @property
    def unknown(self) -> tuple[str, ...]:
        """The names of the others, cut to what can be read."""
        known = Parameters.__struct_fields__
        return tuple(cleaned(name)[:LONGEST_NAME] for name in self.rules if name not in known)


class _Kept(msgspec.Struct, frozen=True):
    sets: tuple[RuleSet, ...] = ()


class RuleSets:
    """Those of one home, in the order in which they were kept.

    Args:
        home: the folder of the companion.
    """

    def __init__(self, home: Folder) -> None:
        self._file = Remembered(home / FILE, _Kept())

    @property
    def all(self) -> tuple[RuleSet, ...]:
        """Return every set."""
        return self._file.now.sets

    def keep(self, one: RuleSet) -> bool:
        """Keep a set, in place of one with its name; return whether there is room for it.

        Raises:
            SettingsError: it cannot be written; all is as before.
        """
        others = self._without(one.name)
        if len(others) >= MOST_SETS:
            return False
        self._file.set(_Kept((*others, one)))
        return True

    def forget(self, name: str) -> None:
        """Let a set go.

        Raises:
            SettingsError: it cannot be written; all is as before.
        """
        self._file.set(_Kept(self._without(name)))

    def _without(self, name: str) -> tuple[RuleSet, ...]:
        return tuple(one for one in self.all if alike(one.name) != alike(name))


def written(one: RuleSet) -> bytes:
    """Return a set as a file that people can read."""
    return msgspec.json.format(msgspec.json.encode(one), indent=2) + b"\n"


def read_set(content: bytes) -> RuleSet:
    """Return the set that a file holds; what its rules say is not looked at yet.

    Raises:
        NoRuleSetError: it holds none.
    """
    try:
        return msgspec.json.decode(content, type=RuleSet)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise NoRuleSetError from error
