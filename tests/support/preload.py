"""Libraries that stand between a program and the kernel, compiled when a test needs them."""

import subprocess
from pathlib import Path

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
