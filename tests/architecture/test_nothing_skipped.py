"""Under CI a skipped test fails the run."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import conftest

SKIPPED = "import pytest\n\ndef test_it() -> None:\n    pytest.skip('no browser')\n"
NOT_COLLECTED = "import pytest\n\npytest.importorskip('no_such_library')\n"
# No test of ours: each is written to a file and run, to see that conftest fails such a run.
XFAILED = "import pytest\n\n@pytest.mark.xfail\ndef test_it() -> None:\n    assert False\n"
PASSED = "def test_it() -> None:\n    assert True\n"


def status_of(source: str, folder: Path, *options: str, ci: str = "true") -> int:
    """Run *source* beside a passing test under our conftest; return pytest's exit status."""
    shutil.copy(conftest.__file__, folder / "conftest.py")
    (folder / "test_first.py").write_text(PASSED)
    (folder / "test_it.py").write_text(source)
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST_")}
    environment["CI"] = ci
    # Without what this run does not need, for each plugin costs a second to load.
    lean = ["-p", "no:hypothesispytest", "-p", "no:cacheprovider"]
    command = [sys.executable, "-m", "pytest", "-q", "--rootdir=.", *lean, *options]
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, check=False, timeout=120
    ).returncode


@pytest.mark.parametrize("options", [(), ("--numprocesses=1",)])
@pytest.mark.parametrize("source", [SKIPPED, NOT_COLLECTED])
def test_a_skip_fails_under_ci(tmp_path: Path, source: str, options: tuple[str, ...]) -> None:
    assert status_of(source, tmp_path, *options) == 1


@pytest.mark.parametrize("source", [PASSED, XFAILED])
def test_a_test_that_ran_passes_under_ci(tmp_path: Path, source: str) -> None:
    assert status_of(source, tmp_path) == 0


def test_a_skip_passes_at_home(tmp_path: Path) -> None:
    assert status_of(SKIPPED, tmp_path, ci="") == 0


def test_pictures_that_are_named_must_be_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_PICTURES", str(tmp_path / "nowhere"))
    assert status_of(PASSED, tmp_path) == pytest.ExitCode.USAGE_ERROR
