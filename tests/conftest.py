"""What holds for the whole suite: its order, and that nothing is skipped unseen."""

import os
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
LAST = ("browser", "end_to_end")  # the long ones, after everything that is quick to fail


def pytest_configure(config: pytest.Config) -> None:
    """Under CI nothing is skipped; a collection of pictures that is named must be there."""
    pictures = os.environ.get("COMPANION_PICTURES")
    if pictures and not Path(pictures).is_dir():
        raise pytest.UsageError(f"COMPANION_PICTURES: {pictures} is no folder")
    is_worker = hasattr(config, "workerinput")  # of xdist; the one that started it counts
    if os.environ.get("CI") == "true" and not is_worker:
        config.pluginmanager.register(NothingSkipped())


@pytest.hookimpl(tryfirst=True)  # before xdist looks at the groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the long rooms last; each file of theirs stays on one worker and shares its app."""
    for item in items:
        if _room(item) in LAST:
            item.add_marker(pytest.mark.xdist_group(item.path.name))
    items.sort(key=lambda item: _room(item) in LAST)


def _room(item: pytest.Item) -> str:
    return item.path.relative_to(TESTS).parts[0] if item.path.is_relative_to(TESTS) else ""


class NothingSkipped:
    """Fails a run in which a test was skipped: CI installs what is missing."""

    def __init__(self) -> None:
        self._skipped: list[str] = []

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.skipped:
            self._skipped.append(report.nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.skipped and not hasattr(report, "wasxfail"):
            self._skipped.append(report.nodeid)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        for name in self._skipped:
            terminalreporter.write_line(f"SKIPPED under CI, which counts as failed: {name}")

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if self._skipped:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED
