"""What the shell runs is as shellcheck wants it: words quoted, ends minded."""

import subprocess
from pathlib import Path

import pytest

from tests.support.repository import ROOT

SCRIPTS = sorted(
    path
    for folder in (".ci", "companion/appliance")
    for path in (ROOT / folder).iterdir()
    if path.is_file() and path.read_bytes().startswith(b"#!/bin/")
)


def test_there_are_some() -> None:
    assert {"setup", "release", "first-boot"} <= {path.name for path in SCRIPTS}


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_a_script_has_no_mistake_that_shellcheck_knows(script: Path) -> None:
    done = subprocess.run(
        ["shellcheck", "--severity=warning", str(script)],
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
