"""How much of a catalogue has been shown: by scenarios, by tests, or not at all."""

from collections.abc import Collection

import msgspec

from companion.editions.rulebook import Rule, Rulebook


class Coverage(msgspec.Struct, frozen=True, kw_only=True):
    """Each rule of one edition is counted once, as the first of the three that it is."""

    edition: str
    rules: int
    by_scenario: int
    by_test: int
    exempt: int
    missing: tuple[str, ...]  # ids, in the order of the book

    @property
    def covered(self) -> int:
        """So many rules are not missing."""
        return self.rules - len(self.missing)

    @property
    def percent(self) -> float:
        """The share of the rules that are not missing, 0 to 100."""
        return 100 * self.covered / self.rules


def coverage_of(rulebook: Rulebook, shown: Collection[str]) -> Coverage:
    """Return what is covered of *rulebook* when passing scenarios show the ids in *shown*."""
    left = [rule for rule in rulebook.rules if rule.id not in shown]
    missing = [rule for rule in left if not _is_excused(rule)]
    return Coverage(
        edition=rulebook.edition,
        rules=len(rulebook.rules),
        by_scenario=len(rulebook.rules) - len(left),
        by_test=sum(bool(rule.by_test) for rule in left),
        exempt=sum(bool(rule.exempt) and not rule.by_test for rule in left),
        missing=tuple(rule.id for rule in missing),
    )


def _is_excused(rule: Rule) -> bool:
    return bool(rule.by_test or rule.exempt)
