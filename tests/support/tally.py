"""Processor seconds of the tests of a run: `pytest -p tests.support.tally`.

Each process appends `seconds<tab>test` a line to what `COMPANION_TALLY` names; what a
test's own processes used counts once they have been waited for, in whichever file that happens.
`python -m tests.support.tally FILE` adds them up and names the dearest.
"""

import os
import sys
from collections import Counter, defaultdict
from collections.abc import Generator
from pathlib import Path

import pytest

MOST = 40
"""Files and tests that are named."""

_used: defaultdict[str, float] = defaultdict(float)


def spent() -> float:
    """Return the processor seconds of this process, and of those that it has waited for."""
    return sum(os.times()[:4])


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    before = spent()
    done = yield
    _used[f"{session.config.rootpath.name}/collecting"] += spent() - before
    return done


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Count a test with its fixtures."""
    before = spent()
    done = yield
    _used[item.nodeid] += spent() - before
    return done


def pytest_sessionfinish() -> None:
    """Write down what this process used."""
    lines = (f"{used:.3f}\t{test}\n" for test, used in _used.items())
    with Path(os.environ["COMPANION_TALLY"]).open("a") as tally:
        tally.write("".join(lines))


def _add_up(tally: Path) -> None:
    used: defaultdict[str, float] = defaultdict(float)
    tests = Counter[str]()
    for line in tally.read_text().splitlines():
        seconds, test = line.split("\t", 1)
        file = test.partition("::")[0]
        for name in {test, file, "/".join(file.split("/")[:2]), "all"}:
            used[name] += float(seconds)
            tests[name] += "::" in test
    folders = [name for name in used if ".py" not in name]
    files = [name for name in used if name.endswith(".py")]
    each = [name for name in used if "::" in name]
    for names in (folders, files, each):
        for name in sorted(names, key=lambda name: -used[name])[:MOST]:
            print(f"{used[name]:8.1f} s {tests[name]:6} tests  {name}")
        print()


if __name__ == "__main__":
    _add_up(Path(sys.argv[1]))
