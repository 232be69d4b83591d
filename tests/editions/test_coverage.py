"""What counts as shown: scenarios first, then tests, then what no software can show."""

from collections.abc import Iterable

from companion.editions.coverage import Showing, coverage_of
from companion.editions.rulebook import Rule, Rulebook
from companion.words import RuleKey


def a_rule(number: int, *, by_test: str = "", exempt: str = "") -> Rule:
    return Rule(
        id=f"my-own/rent-{number:02}",
        key=RuleKey(f"rent/rule-{number}"),
        topic="rent",
        says="...",
        shows="...",
        by_test=by_test,
        exempt=exempt,
    )


BOOK = Rulebook(
    edition="my-own",
    name="Mine",
    rules=(
        a_rule(1),
        a_rule(2, by_test="tests/x.py::y"),
        a_rule(3, exempt="it is cardboard"),
        a_rule(4),
    ),
)


def showing(*numbers: int, cites: Iterable[int] = ()) -> Showing:
    """Return what a scenario shows that names rules by number and in which some are cited."""
    cited = [RuleKey(f"rent/rule-{number}") for number in cites]
    return Showing([f"my-own/rent-{number:02}" for number in numbers], cited)


def test_each_rule_counts_once() -> None:
    """A rule with a scenario and a test counts for its scenario."""
    coverage = coverage_of(BOOK, [showing(1, 2, cites=[1, 2, 4]), Showing(["another/rent-04"], ())])
    assert (coverage.by_scenario, coverage.by_test, coverage.exempt) == (2, 0, 1)
    assert coverage.missing == ("my-own/rent-04",)
    assert (coverage.covered, coverage.percent) == (3, 75.0)


def test_a_rule_is_named_and_cited_by_the_same_scenario() -> None:
    """What one scenario names and only another cites is not shown, and is told apart."""
    coverage = coverage_of(BOOK, [showing(1, cites=[4]), showing(4, cites=[1])])
    assert coverage.by_scenario == 0
    assert coverage.missing == coverage.uncited == ("my-own/rent-01", "my-own/rent-04")


def test_without_scenarios_tests_and_cardboard_count() -> None:
    """What no scenario shows may be shown by a test, or be nothing to be shown."""
    coverage = coverage_of(BOOK, [])
    assert (coverage.by_scenario, coverage.by_test, coverage.exempt) == (0, 1, 1)
    assert coverage.missing == ("my-own/rent-01", "my-own/rent-04")
    assert coverage.uncited == ()
