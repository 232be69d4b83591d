"""Every rule of every catalogue is shown: by a scenario, by a test, or it is cardboard."""

import pytest

from companion.editions.coverage import Coverage, Showing, coverage_of
from companion.editions.load import edition_ids, load_rulebook
from tests.support.scenarios import results_of

MOST_BY_TEST = 12  # per cent of an edition's rules
MOST_EXEMPT = 3


def coverage(edition_id: str) -> Coverage:
    """Return what the scenarios of an edition show of its catalogue."""
    passed = [result for result in results_of(edition_id).values() if result.passed]
    showings = [Showing(result.rules, result.cites) for result in passed]
    return coverage_of(load_rulebook(edition_id), showings)


@pytest.mark.parametrize("edition_id", edition_ids())
def test_every_rule_is_shown(edition_id: str) -> None:
    assert coverage(edition_id).missing == ()
    assert coverage(edition_id).percent == 100


@pytest.mark.parametrize("edition_id", edition_ids())
def test_few_rules_are_shown_by_tests_and_fewer_by_nothing(edition_id: str) -> None:
    found = coverage(edition_id)
    assert 100 * found.by_test <= MOST_BY_TEST * found.rules
    assert 100 * found.exempt <= MOST_EXEMPT * found.rules
