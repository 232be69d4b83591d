"""How much of a catalogue has been shown: by scenarios, by tests, or not at all."""

from collections.abc import Collection, Iterable

import msgspec

from companion.editions.rulebook import Rule, Rulebook
from companion.words import RuleKey


class Coverage(msgspec.Struct, frozen=True, kw_only=True):
    """Each rule of one edition is counted once, as the first of the three that it is."""

    edition: str
    rules: int
    by_scenario: int
    by_test: int
    exempt: int
    missing: tuple[str, ...]  # ids, in the order of the book
    uncited: tuple[str, ...] = ()  # of these, what scenarios name and the referee never cites

    @property
    def covered(self) -> int:
        """So many rules are not missing."""
        return self.rules - len(self.missing)

    @property
    def percent(self) -> float:
        """The share of the rules that are not missing, 0 to 100."""
        return 100 * self.covered / self.rules


class Showing(msgspec.Struct, frozen=True):
    """What one passing scenario says it shows, and the rules that the referee cited in it."""

    named: Collection[str]  # ids
    cited: Collection[RuleKey]


def coverage_of(rulebook: Rulebook, showings: Iterable[Showing]) -> Coverage:
    """Return what is covered of *rulebook*.

    A rule is shown by a scenario that names its id, if the referee cites its key there.
    """
    named, shown = set[str](), set[str]()
    for showing in showings:
        cited = {rule.id for key in showing.cited for rule in rulebook.told(key)}
        named.update(showing.named)
        shown.update(cited.intersection(showing.named))
    left = [rule for rule in rulebook.rules if rule.id not in shown]
    missing = [rule for rule in left if not _is_excused(rule)]
    return Coverage(
        edition=rulebook.edition,
        rules=len(rulebook.rules),
        by_scenario=len(rulebook.rules) - len(left),
        by_test=sum(bool(rule.by_test) for rule in left),
        exempt=sum(bool(rule.exempt) and not rule.by_test for rule in left),
        missing=tuple(rule.id for rule in missing),
        uncited=tuple(rule.id for rule in missing if rule.id in named),
    )


def _is_excused(rule: Rule) -> bool:
    return bool(rule.by_test or rule.exempt)
