"""What a version is installed from: a checkout of the repository, or a release folder."""

import hashlib
import re
import shutil
import tomllib
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple, Protocol

from companion.appliance.system import Run, is_a_pi
from companion.errors import UpdateError

LOCK, SUMS, WHEELS = "requirements.lock", "SHA256SUMS", "wheels"
WHEEL = re.compile(r"monopoly_companion-([0-9][0-9A-Za-z.]*)-py3-none-any\.whl")
LEFT_OUT = shutil.ignore_patterns(
    ".*", "tests", "docs", "build", "dist", "*.egg-info", "__pycache__"
)
FRESH = ("-m", "pip", "--disable-pip-version-check", "--no-input", "--quiet", "install")


class Source(Protocol):
    """Something that a version can be installed from."""

    @property
    def version(self) -> str:
        """What its place is called: the number, of a checkout with a dash and what it holds."""
        ...

    def install(self, python: Path, run: Run) -> None:
        """Install it and all that it needs for *python*, that of an empty environment."""
        ...


class Checkout(NamedTuple):
    """The repository's files; what it needs comes from the network."""

    folder: Path

    @property
    def version(self) -> str:
        """The number in `pyproject.toml`, and eight digits of the digest of all its files."""
        told = tomllib.loads((self.folder / "pyproject.toml").read_text())
        return f"{told['project']['version']}-{self._digest[:8]}"

    @property
    def _digest(self) -> str:
        with TemporaryDirectory() as folder:
            copy = self._copy(Path(folder))
            files = sorted(path for path in copy.rglob("*") if path.is_file())
            held = (f"{path.relative_to(copy)} {_digest(path)}\n" for path in files)
            return hashlib.sha256("".join(held).encode()).hexdigest()

    def _copy(self, folder: Path) -> Path:
        """Return a copy of what is installed: nothing is left in the checkout itself."""
        return Path(shutil.copytree(self.folder, folder / "companion", ignore=LEFT_OUT))

    def install(self, python: Path, run: Run) -> None:
        """Install what is locked, then the files."""
        lock = ("--require-hashes", "--only-binary=:all:", "--requirement", self.folder / LOCK)
        run(python, *FRESH, *lock)
        with TemporaryDirectory() as folder:
            run(python, *FRESH, "--no-build-isolation", "--no-deps", self._copy(Path(folder)))


class Release(NamedTuple):
    """A folder with every wheel that is needed; no network is."""

    folder: Path

    @property
    def version(self) -> str:
        """The number of the companion's own wheel.

        Raises:
            UpdateError: there is none, or more than one.
        """
        return WHEEL.sub(r"\1", self._wheel.name)

    @property
    def digest(self) -> str:
        """The SHA-256 of its list of sums: 64 hexadecimal digits, which stand for all of it."""
        return _digest(self.folder / SUMS)

    def insist(self, digest: str = "") -> None:
        """Compare every file with the list, and the list with *digest* if that is known.

        Raises:
            UpdateError: something is missing, damaged, or not in the list.
        """
        if digest and digest.lower() != self.digest:
            raise UpdateError(
                "this is another release than the one named",
                where=str(self.folder),
                mend=f"its digest is {self.digest}",
            )
        listed = {name: told for told, name in _lines(self.folder / SUMS)}
        there = {str(path.relative_to(self.folder)) for path in self.folder.rglob("*")
                 if path.is_file() and path.name != SUMS}  # fmt: skip
        wrong = sorted(
            name
            for name in {*listed, *there}
            if name not in listed or name not in there
            or _digest(self.folder / name) != listed[name]
        )  # fmt: skip
        if wrong:
            mend = "copy the release to the stick again"
            raise UpdateError(
                f"{wrong[0]} is damaged or strange", where=str(self.folder), mend=mend
            )

    def install(self, python: Path, run: Run) -> None:
        """Install from its wheels alone."""
        place = ("--no-index", "--find-links", self.folder / WHEELS)
        run(python, *FRESH, *place, "--require-hashes", "--requirement", self.folder / LOCK)
        run(python, *FRESH, "--no-index", "--no-deps", self._wheel)

    @property
    def _wheel(self) -> Path:
        own = [path for path in (self.folder / WHEELS).glob("*.whl") if WHEEL.fullmatch(path.name)]
        if len(own) != 1:
            raise UpdateError("this is no release folder", where=str(self.folder))
        return own[0]


def source_of(folder: Path, digest: str = "") -> Source:
    """Return what *folder* is, if it is whole.

    Raises:
        UpdateError: it is neither, or damaged.
    """
    if (folder / "pyproject.toml").is_file():
        return Checkout(folder)
    if not (folder / SUMS).is_file():
        mend = "name the folder of a release: the one with SHA256SUMS in it"
        raise UpdateError("this is no release folder", where=str(folder), mend=mend)
    release = Release(folder)
    release.insist(digest)
    return release


def build(source: Source, place: Path, run: Run) -> None:
    """Make an environment with *source* in it at *place*.

    On a Raspberry Pi camera and pins come from the system's own packages.

    Raises:
        UpdateError: a step of it fails.
    """
    seen = ("--system-site-packages",) if is_a_pi() else ()
    run(Path("/usr/bin/python3"), "-m", "venv", *seen, place)
    source.install(place / "bin/python", run)


def _lines(sums: Path) -> Sequence[tuple[str, str]]:
    """Return digest and name of each line, as `sha256sum` writes them."""
    pairs = (line.split(maxsplit=1) for line in sums.read_text().splitlines())
    return [(told, name.removeprefix("*")) for told, name in pairs]


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
