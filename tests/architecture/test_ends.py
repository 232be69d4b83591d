"""Whatever one test does, the run comes to its end and names it."""

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import conftest
from tests.support.repository import ROOT, sources

HANGS = "import threading\n\ndef test_it() -> None:\n    threading.Event().wait()\n"
DIES = "import os\n\ndef test_it() -> None:\n    os._exit(3)\n"
PASSES = "def test_one() -> None: ...\n\ndef test_two() -> None: ...\n"
FILES = ("test_after.py", "test_before.py", "test_last.py")
GUARD = ("-o", "faulthandler_timeout=1", "-o", "faulthandler_exit_on_timeout=true")
"""As pyproject.toml has it, but impatient."""


@pytest.mark.parametrize("workers", [1, 2])
def test_tests_that_take_their_worker_along_fail_and_the_others_pass(
    tmp_path: Path, workers: int
) -> None:
    shutil.copy(conftest.__file__, tmp_path / "conftest.py")
    for name in FILES:
        (tmp_path / name).write_text(PASSES)
    (tmp_path / "test_dies.py").write_text(DIES)
    (tmp_path / "test_hangs.py").write_text(HANGS)
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST_")}
    lean = ["-p", "no:hypothesispytest", "-p", "no:cacheprovider"]
    command = [sys.executable, "-m", "pytest", "-q", "--rootdir=.", *lean, *GUARD]
    ran = subprocess.run(
        [*command, f"--numprocesses={workers}"],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert ran.returncode == pytest.ExitCode.TESTS_FAILED
    assert "crashed while running 'test_dies.py::test_it'" in ran.stdout
    assert "crashed while running 'test_hangs.py::test_it'" in ran.stdout
    assert f"2 failed, {2 * len(FILES)} passed" in ran.stdout
    assert "threading.py" in ran.stderr  # it is said where it hung


RUNNERS = {"run", "call", "check_call", "check_output"}


def test_no_program_is_waited_for_without_a_limit() -> None:
    """See `tests/support/processes.py` for a Python; everywhere else `timeout` is named."""
    for source in (*sources(), *sorted((ROOT / "tests").rglob("*.py"))):
        text = source.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if "subprocess." in text else ():
            match node:
                case ast.Call(ast.Attribute(ast.Name("subprocess"), name), keywords=named):
                    limited = "timeout" in {keyword.arg for keyword in named}
                    assert limited or name not in RUNNERS, f"{source}:{node.lineno}"
