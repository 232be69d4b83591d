"""What holds for the whole suite: its order, and that nothing is skipped unseen."""

import os
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest
from hypothesis import settings
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling
from xdist.workermanage import WorkerController

from cards_qr import keyring
from companion.hub import members
from companion.machine import storage

FORGETFUL, HASH = storage.FORGETFUL, members.HASH

TESTS = Path(__file__).parent
LAST = ("end_to_end", "browser")
"""The long rooms, after everything that is quick to fail; files that take minutes before files that
take seconds, or one process works alone at the end."""


def pytest_configure(config: pytest.Config) -> None:
    """Under CI nothing is skipped; a collection of pictures that is named must be there."""
    # How quick a machine is is no test. Under CI a change is judged and not chance: the examples
    # are the same each time; at home every run looks elsewhere.
    under_ci = os.environ.get("CI") == "true"
    settings.register_profile("untimed", deadline=None, derandomize=under_ci)
    settings.load_profile("untimed")
    pictures = os.environ.get("COMPANION_PICTURES")
    if pictures and not Path(pictures).is_dir():
        raise pytest.UsageError(f"COMPANION_PICTURES: {pictures} is no folder")
    # The tests' folder may lie in memory: who tests what is said of that restores it.
    storage.FORGETFUL = frozenset()
    members.HASH = "scrypt:512:8:1"  # quick; tests/hub/test_members.py shows what the product takes
    is_worker = hasattr(config, "workerinput")  # of xdist; the one that started it counts
    if under_ci and not is_worker:
        config.pluginmanager.register(NothingSkipped())


@pytest.fixture
def forgetful(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have homes in memory be spoken of, as outside of tests."""
    monkeypatch.setattr(storage, "FORGETFUL", FORGETFUL)


@pytest.fixture(autouse=True)
def known_sets(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a set of tags that a test has made be the same in each run, so that no luck reads it."""
    drawn = Random(request.node.nodeid)
    chance = SimpleNamespace(token_bytes=drawn.randbytes, choice=drawn.choice)
    monkeypatch.setattr(keyring, "secrets", chance)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the long rooms last."""
    items.sort(key=lambda item: how_late(item.nodeid))


def how_late(nodeid: str) -> int:
    """Return from a test's name, `tests/ROOM/...`, how late its room comes: 0 with the first."""
    late = (
        place for place, room in enumerate(LAST, 1) if nodeid.startswith(f"{TESTS.name}/{room}/")
    )
    return next(late, 0)


def unit_of(nodeid: str) -> str:
    """Return what is dealt out as one with a test: its file, whose tests share what they set up.

    Scenarios go by topic, what is long and shares nothing each alone.
    """
    file = nodeid.partition("::")[0]
    match file.rpartition("/")[2]:
        case "test_scenarios.py":
            return nodeid.rpartition("/")[0]
        case "test_evening.py" | "test_evenings.py" | "test_troubles.py":
            return nodeid
        case "test_every_page.py" | "test_every_page_fits.py":
            return nodeid
    return file


class ByFile(LoadScopeScheduling):  # type: ignore[misc]  # xdist has no types
    """Deals tests out file by file.

    To deal them out one by one costs thrice what an empty test does, and sets up in every process
    what a file shares.
    """

    def _split_scope(self, nodeid: str) -> str:
        return unit_of(nodeid)

    def remove_node(self, node: WorkerController) -> str | None:
        """Take a worker out; return the test that took it along, which is not tried again.

        Xdist's own would hand that test to the next worker, and to the next.
        """
        units = self.assigned_work.pop(node)
        left = [(unit, name) for unit in units.values() for name, done in unit.items() if not done]
        if not left:
            return None
        unit, fatal = left[0]
        unit[fatal] = True
        self.workqueue.update(
            {scope: unit for scope, unit in units.items() if not all(unit.values())}
        )
        self._share_out()
        return str(fatal)

    def schedule(self) -> None:
        """Deal out, to a worker that took the place of another as to the first ones.

        A worker begins a test only when it has the next one or knows that there is none: with
        xdist's own the new one would wait for ever.
        """
        first = self.collection is None
        super().schedule()
        if not first:
            self._share_out()

    def _share_out(self) -> None:
        for node in self.nodes:
            while self.workqueue and not node.shutting_down and self._waits(node):
                self._assign_work_unit(node)
            if not self.workqueue and not node.shutting_down:
                node.shutdown()

    def _waits(self, node: WorkerController) -> bool:
        known = node in self.registered_collections  # it has collected: numbers mean tests to it
        return known and self._pending_of(self.assigned_work[node]) < 2


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> ByFile:
    """Share the tests out among the workers, in the order in which they were collected."""
    config.option.loadscopereorder = False
    return ByFile(config, log)


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
