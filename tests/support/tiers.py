"""What `make test` leaves to `make proof`: more of the same, never a kind of its own."""

from collections.abc import Iterable

import pytest
from _pytest.mark import ParameterSet


def more_of(quick: str) -> pytest.MarkDecorator:
    """Return the mark, `pytestmark`, of a file that only `make proof` runs.

    *quick*: the file that shows the same in `make test`: "tests/hardware/test_watcher.py".
    """
    return pytest.mark.proof(quick)


def first_of(cases: Iterable[object], quick: int = 1) -> list[ParameterSet]:
    """Return the cases of a parametrized test, of which `make test` runs only the first ones.

    Args:
        cases: each a parameter, or a tuple of them.
        quick: how many are run always.
    """
    several = [case if isinstance(case, tuple) else (case,) for case in cases]
    return [
        pytest.param(*case, marks=() if number < quick else pytest.mark.proof)
        for number, case in enumerate(several)
    ]
