"""One file for several editions, rendered for each: in that edition's numbers and rule ids."""

from collections.abc import Callable, Collection, Mapping
from functools import cached_property
from typing import Any

from companion.editions.load import edition_ids, load_edition, load_rulebook
from companion.editions.model import Edition
from companion.errors import ScenarioError
from companion.scenario.amounts import amount_of, is_amount
from companion.scenario.file import checked
from companion.scenario.places import is_place, space_at, spaces_at
from companion.words import RuleKey

ALL = "all"


def editions_of(raw: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the ids of the editions that a file is for, in its order.

    Raises:
        ScenarioError: it names none, both one and several, an unknown one, or one twice.
    """
    if "editions" not in raw:
        edition = raw.get("edition")
        return (edition if isinstance(edition, str) else checked(raw).edition,)
    named, known = raw["editions"], edition_ids()
    if "edition" in raw:
        raise ScenarioError("both `edition` and `editions`", where="editions", mend="one of them")
    if named == ALL:
        return tuple(known)
    if not isinstance(named, list) or not named:
        raise ScenarioError(f"{named!r} are no editions", where="editions", mend='"all" or a list')
    for edition_id in named:
        if edition_id not in known or named.count(edition_id) > 1:
            mend = f"each once of {', '.join(known)}"
            raise ScenarioError(f"{edition_id!r} is no edition", where="editions", mend=mend)
    return tuple(named)


def rendered_for(raw: Mapping[str, Any], edition_id: str) -> dict[str, Any]:
    """Return the file as it would be written for one edition alone.

    Places are numbers of spaces then, amounts are numbers, rules that are named by their keys are
    those of the edition's catalogue. What is of the wrong type is left for `checked` to name.

    Raises:
        CompanionError: there is no such edition, place or amount.
    """
    plain = {name: value for name, value in raw.items() if name != "editions"}
    plain["edition"] = edition_id
    rendering = _Rendering(plain)
    rules = plain.get("rules")
    if isinstance(rules, list) and all(isinstance(name, str) for name in rules):
        plain["rules"] = _ids_of(rules, edition_id, editions_of(raw))
    if "given" in plain:
        plain["given"] = rendering.table(plain["given"], "given")
    if isinstance(plain.get("step"), list):
        numbered = enumerate(plain["step"], start=1)
        plain["step"] = [rendering.table(step, f"step {number}") for number, step in numbered]
    return plain


class _Rendering:
    """Turns what is said by its sort into numbers; the edition is loaded if anything is."""

    def __init__(self, plain: Mapping[str, Any]) -> None:
        self._plain = plain
        self._readers: Mapping[str, Callable[[Any, str], Any]] = {
            **dict.fromkeys(("cash", "worth", "amount", "price", "pot"), self._amount),
            **dict.fromkeys(("at", "lot"), self._space),
            **dict.fromkeys(("owns", "mortgaged", "buildings", "owner", "lots"), self._lots),
            **dict.fromkeys(("then", "rent", "debt", "auction"), self.table),
            **dict.fromkeys(("give", "take", "later"), self.table),
            "option": self._option,
        }

    def table(self, value: Any, where: str) -> Any:
        """Return a table, or a list of tables, with what its keys mean turned into numbers."""
        if isinstance(value, list):
            return [self.table(one, where) for one in value]
        if not isinstance(value, Mapping):
            return value
        return {
            name: self._readers[name](one, _within(where, name)) if name in self._readers else one
            for name, one in value.items()
        }

    @cached_property
    def _edition(self) -> Edition:
        plain = self._plain
        return load_edition(plain["edition"], plain.get("variants", ()), plain.get("house", {}))

    def _amount(self, value: Any, where: str) -> Any:
        if isinstance(value, Mapping):
            return {name: self._amount(one, where) for name, one in value.items()}
        if not is_amount(value):
            return value
        return amount_of(self._edition, len(self._plain.get("players", ())), value, where)

    def _space(self, value: Any, where: str) -> Any:
        if isinstance(value, Mapping):
            return {name: self._space(one, where) for name, one in value.items()}
        return int(space_at(self._edition, value, where)) if is_place(value) else value

    def _option(self, value: Any, where: str) -> Any:
        """Return an option: a space that a triple leads to is chosen by its number, as text."""
        return str(space_at(self._edition, value, where)) if is_place(value) else value

    def _lots(self, value: Any, where: str) -> Any:
        """Return a list of lots, or a table by lots, or one of such lists by players."""
        if isinstance(value, list):
            return [lot for one in value for lot in self._numbers(one, where)]
        if not isinstance(value, Mapping):
            return value
        numbered: dict[Any, Any] = {}
        for key, one in value.items():
            by_player = isinstance(one, list)
            for lot in [key] if by_player else self._numbers(key, where):
                if str(lot) in numbered:
                    raise ScenarioError(f"lot {lot} stands there twice", where=where)
                numbered[str(lot)] = self._lots(one, where) if by_player else one
        return numbered

    def _numbers(self, lot: Any, where: str) -> list[Any]:
        return [*map(int, spaces_at(self._edition, lot, where))] if is_place(lot) else [lot]


def _within(where: str, name: str) -> str:
    return f"{where}.{name}" if where == "given" else f"{where}, {name}"


def _ids_of(named: list[Any], edition_id: str, editions: Collection[str]) -> list[Any]:
    """Return ids in the place of keys, without those that only other *editions* have."""
    book = load_rulebook(edition_id)
    ids: dict[str, None] = {}
    for name in named:
        told = book.told(RuleKey(name))
        if told:
            ids |= dict.fromkeys(rule.id for rule in told)
        elif not any(load_rulebook(other).told(RuleKey(name)) for other in editions):
            ids[name] = None
    return [*ids]
