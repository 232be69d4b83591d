"""The repository as tests see it: its files, rooms and modules."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROOMS = ("companion", "calibration", "cards_qr", "hardware", "web")


def sources() -> Iterator[Path]:
    """Yield every Python file of the program, tests left out."""
    for room in ROOMS:
        yield from sorted((ROOT / room).rglob("*.py"))


def rooms() -> Iterator[Path]:
    """Yield the folder of every package, relative to the root."""
    for source in sources():
        if source.name == "__init__.py":
            yield source.parent.relative_to(ROOT)


def modules(room: str) -> Iterator[str]:
    """Yield the dotted name of every module of the package *room*, the package first."""
    for source in sorted((ROOT / room).rglob("*.py")):
        name = ".".join(source.relative_to(ROOT).with_suffix("").parts)
        yield name.removesuffix(".__init__")


def tracked() -> list[Path]:
    """Return the files that git holds, as far as they are still there."""
    command = ["git", "-c", f"safe.directory={ROOT}", "ls-files", "-z"]
    limit_s = 60  # it takes a hundredth of one
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=limit_s
    )
    files = [ROOT / name for name in done.stdout.split("\0") if name]
    return [file for file in files if file.is_file()]
