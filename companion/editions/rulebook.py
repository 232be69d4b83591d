"""The catalogue of an edition's rules: what each says, and the key it has in all editions."""

import re
from functools import cached_property

import msgspec

from companion.words import RuleKey

_SILENT = re.compile(r"none \(bears on (.+)\)")


class Rule(msgspec.Struct, frozen=True, kw_only=True):
    """One rule of one edition."""

    id: str  # `ru-2004/rent-02`
    key: RuleKey  # `rent/claim`
    also: tuple[RuleKey, ...] = ()  # what other books say in paragraphs of their own
    topic: str
    says: str
    shows: str  # an example: given / when / then
    section: str = ""  # where the printed rulebook says it
    rests_on: str = ""  # what it rests on, where there is no printed rulebook
    note: str = ""
    by_test: str = ""  # the test that shows it, `tests/FILE.py::NAME`, where no scenario can
    exempt: str = ""  # why no software can show it

    @property
    def where(self) -> str:
        """Where the printed rulebook says it, or what it rests on without one."""
        return "" if self.near else self.section or self.rests_on

    @property
    def near(self) -> str:
        """The place of the printed rulebook that it bears on, where it is said nowhere in it."""
        silent = _SILENT.fullmatch(self.section)
        return silent[1] if silent else ""


class Rulebook(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """All rules of one edition, in the order of the book."""

    edition: str
    name: str
    rules: tuple[Rule, ...]

    @cached_property
    def _by_id(self) -> dict[str, Rule]:
        return {rule.id: rule for rule in self.rules}

    @cached_property
    def _by_key(self) -> dict[RuleKey, tuple[Rule, ...]]:
        by_key: dict[RuleKey, list[Rule]] = {}
        for rule in self.rules:
            for key in (rule.key, *rule.also):
                by_key.setdefault(key, []).append(rule)
        return {key: tuple(rules) for key, rules in by_key.items()}

    @property
    def keys(self) -> tuple[RuleKey, ...]:
        """All keys, each once, in the order of the book."""
        return tuple(self._by_key)

    def rule(self, rule_id: str) -> Rule | None:
        """Return the rule with this id, or None."""
        return self._by_id.get(rule_id)

    def told(self, key: RuleKey) -> tuple[Rule, ...]:
        """Return the rules of this key: one, several where the book says it twice, or none."""
        return self._by_key.get(key, ())
