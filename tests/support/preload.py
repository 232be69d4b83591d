"""Libraries that stand between a program and the kernel, compiled when a test needs them."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.support.repository import ROOT

Say = Callable[[str], Any]
"""Has a line evaluated by a program, and returns its answer."""

LIMIT_S = 120
"""Many times what the compiler takes on a busy Pi."""


def compiled(source: Path, folder: Path) -> Path:
    """Compile one file of C into *folder*; return a library for `LD_PRELOAD`.

    Raises:
        CalledProcessError: it does not compile.
    """
    library = folder / f"{source.stem}.so"
    flags = ("-shared", "-fPIC", "-O1", "-Wall", "-Wextra", "-Werror")
    subprocess.run(["gcc", *flags, "-o", library, source], check=True, timeout=LIMIT_S)
    return library


@contextmanager
def evaluating(
    program: Path, library: Path, cwd: Path, env: Mapping[str, str] = {}
) -> Iterator[Say]:
    """Run a program that evaluates lines, with a library between it and the kernel."""
    told = {**os.environ, **env, "LD_PRELOAD": str(library), "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        [sys.executable, str(program)],
        cwd=cwd,
        env=told,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        asks, answers = child.stdin, child.stdout

        def say(line: str) -> Any:
            asks.write(line + "\n")
            asks.flush()
            return json.loads(answers.readline())

        try:
            yield say
        finally:
            child.kill()
