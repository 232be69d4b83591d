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


def ran(
    folder: Path, *sources: str, options: tuple[str, ...] = (), ci: str = "true"
) -> subprocess.CompletedProcess[str]:
    """Run *sources*, a file each, beside a passing test under our conftest."""
    shutil.copy(conftest.__file__, folder / "conftest.py")
    for number, source in enumerate((PASSED, *sources)):
        (folder / f"test_{number}.py").write_text(source)
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST_")}
    environment["CI"] = ci
    # Without what this run does not need, for each plugin costs a second to load.
    lean = ["-p", "no:hypothesispytest", "-p", "no:cacheprovider"]
    command = [sys.executable, "-m", "pytest", "-q", "--rootdir=.", *lean, *options]
    return subprocess.run(
        command,
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


@pytest.mark.parametrize("options", [(), ("--numprocesses=1",)])
def test_a_skip_fails_under_ci(tmp_path: Path, options: tuple[str, ...]) -> None:
    done = ran(tmp_path, SKIPPED, NOT_COLLECTED, options=options)
    assert done.returncode == pytest.ExitCode.TESTS_FAILED
    for name in ("test_1.py::test_it", "test_2.py"):
        assert f"SKIPPED under CI, which counts as failed: {name}\n" in done.stdout


def test_tests_that_ran_pass_under_ci(tmp_path: Path) -> None:
    assert ran(tmp_path, PASSED, XFAILED).returncode == pytest.ExitCode.OK


def test_a_skip_passes_at_home(tmp_path: Path) -> None:
    assert ran(tmp_path, SKIPPED, NOT_COLLECTED, ci="").returncode == pytest.ExitCode.OK


def test_pictures_that_are_named_must_be_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_PICTURES", str(tmp_path / "nowhere"))
    assert ran(tmp_path, PASSED).returncode == pytest.ExitCode.USAGE_ERROR
