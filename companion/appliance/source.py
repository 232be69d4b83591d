"""What a version is installed from: a checkout of the repository, or a release folder."""

import errno
import hashlib
import os
import re
import shutil
import stat
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import BinaryIO, NamedTuple, Protocol

from companion.appliance.system import Run, is_a_pi
from companion.errors import UpdateError

LOCK, SUMS, WHEELS = "requirements.lock", "SHA256SUMS", "wheels"
PROJECT = "pyproject.toml"
WHEEL = re.compile(r"monopoly_companion-([0-9][0-9A-Za-z.]*)-py3-none-any\.whl")
LEFT_OUT = shutil.ignore_patterns(
    ".*", "tests", "docs", "build", "dist", "*.egg-info", "__pycache__"
)
_AGAIN = "copy the release to the stick again"
_LINE = re.compile(r"([0-9a-f]{64}) [ *](\S(?:.*\S)?)")
_MOST_SUMS = 1 << 20  # bytes: many times what a release lists
FRESH = ("-m", "pip", "--disable-pip-version-check", "--no-input", "--quiet", "install")


class Source(Protocol):
    """Something that a version can be installed from."""

    @property
    def version(self) -> str:
        """What its place is called: the number, of a checkout with a dash and what it holds."""
        ...

    @property
    def digest(self) -> str:
        """What stands for all of it, of a release; of a checkout empty."""
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
        return f"{self._number}-{self._contents[:8]}"

    @property
    def digest(self) -> str:
        """None: its version tells what it holds."""
        return ""

    def insist(self) -> None:
        """Make sure that it can be told what it is.

        Raises:
            UpdateError: it cannot.
        """
        if not self._number:
            raise UpdateError(f"{PROJECT} is damaged", where=str(self.folder), mend=_AGAIN)

    @property
    def _number(self) -> str:
        """What `pyproject.toml` says; empty: nothing that can be understood."""
        try:
            with _opened(self.folder / PROJECT) as file:
                project = tomllib.load(file).get("project")
        except (OSError, ValueError):
            return ""
        number = project.get("version") if isinstance(project, dict) else None
        return number if isinstance(number, str) else ""

    @property
    def _contents(self) -> str:
        with TemporaryDirectory() as folder:
            copy = self._copy(Path(folder))
            files = sorted(path for path in copy.rglob("*") if path.is_file())
            held = (f"{path.relative_to(copy)} {_digest(path)}\n" for path in files)
            return hashlib.sha256("".join(held).encode()).hexdigest()

    def _copy(self, folder: Path) -> Path:
        """Return a copy of what is installed: nothing is left in the checkout itself.

        Raises:
            UpdateError: something in it is no file.
        """
        try:
            return Path(shutil.copytree(self.folder, folder / "companion", ignore=LEFT_OUT))
        except OSError as error:  # `shutil.Error` is one: a pipe, a device, a link to nothing
            mend = "remove what is no file from it"
            raise UpdateError("it cannot be copied", where=str(self.folder), mend=mend) from error

    def install(self, python: Path, run: Run) -> None:
        """Install what is locked, then the files."""
        lock = ("--require-hashes", "--only-binary=:all:", "--requirement", self.folder / LOCK)
        run(python, *FRESH, *lock)
        with TemporaryDirectory() as folder:
            run(python, *FRESH, "--no-build-isolation", "--no-deps", self._copy(Path(folder)))


class Release:
    """A folder with every wheel that is needed; no network is.

    What its list of sums says is read once: what is installed later is held to that.

    Args:
        folder: where it lies, on a stick perhaps, that may be changed meanwhile.

    Raises:
        UpdateError: its list of sums cannot be read, or is damaged.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        try:
            with _opened(folder / SUMS) as file:
                content = file.read(_MOST_SUMS + 1)
        except OSError as error:
            raise self._damaged(SUMS) from error
        self.digest = hashlib.sha256(content).hexdigest()
        """The SHA-256 of its list of sums: 64 hexadecimal digits, which stand for all of it."""
        self._listed = self._sums_in(content)

    @property
    def version(self) -> str:
        """The number of the companion's own wheel.

        Raises:
            UpdateError: there is none, or more than one.
        """
        return WHEEL.sub(r"\1", Path(self._wheel).name)

    def insist(self, digest: str = "") -> None:
        """Compare every file with the list, and the list with *digest* if that is known.

        Raises:
            UpdateError: something is missing, damaged, no file, or not in the list.
        """
        if digest and digest.lower() != self.digest:
            raise UpdateError(
                "this is another release than the one named",
                where=str(self.folder),
                mend=f"its digest is {self.digest}",
            )
        try:
            there = set(_files_in(self.folder)) - {SUMS}
        except OSError as error:
            why = error.strerror or str(error)
            raise UpdateError(why, where=str(self.folder), mend=_AGAIN) from error
        for name in sorted({*self._listed, *there}):
            if name not in self._listed or name not in there:
                raise self._damaged(name)
            self._take(name)

    def install(self, python: Path, run: Run) -> None:
        """Install from its wheels alone: from a copy, each file of which is as it is in the list.

        Raises:
            UpdateError: something has been changed since it was looked at.
        """
        # Beside the versions, where there is room for one more; `/tmp` may lie in memory.
        with TemporaryDirectory(prefix=".release-", dir=python.parents[2]) as folder:
            copy = Path(folder)
            for name in self._listed:
                (copy / name).parent.mkdir(parents=True, exist_ok=True)
                self._take(name, copy / name)
            place = ("--no-index", "--find-links", copy / WHEELS)
            run(python, *FRESH, *place, "--require-hashes", "--requirement", copy / LOCK)
            run(python, *FRESH, "--no-index", "--no-deps", copy / self._wheel)

    def _take(self, name: str, to: Path | None = None) -> None:
        """Read a file, and copy it if that is wanted.

        Raises:
            UpdateError: it is another than the list says, or no file.
            OSError: the copy cannot be written.
        """
        digest = hashlib.sha256()
        try:
            source = _opened(self.folder / name)
        except OSError as error:
            raise self._damaged(name) from error
        with source, to.open("wb") if to else nullcontext() as copy:
            while piece := self._piece(source, name):
                digest.update(piece)
                if copy:
                    copy.write(piece)
        if digest.hexdigest() != self._listed[name]:
            raise self._damaged(name)

    def _piece(self, file: BinaryIO, name: str) -> bytes:
        try:
            return file.read(1 << 20)
        except OSError as error:  # a stick that goes, or has a bad block
            raise self._damaged(name) from error

    def _sums_in(self, content: bytes) -> Mapping[str, str]:
        """Return name and digest of each line, as `sha256sum` writes them."""
        if len(content) > _MOST_SUMS or not content.endswith(b"\n"):
            raise self._damaged(SUMS)
        listed = dict[str, str]()
        for line in content.decode("utf-8", "replace").splitlines():
            match = _LINE.fullmatch(line)
            if match is None or match[2] in listed or not _is_within(match[2]):
                raise self._damaged(SUMS)
            listed[match[2]] = match[1]
        return listed

    def _damaged(self, name: str) -> UpdateError:
        return UpdateError(f"{name} is damaged or strange", where=str(self.folder), mend=_AGAIN)

    @property
    def _wheel(self) -> str:
        """The name of the companion's own wheel in the list."""
        paths = map(Path, self._listed)
        own = [p for p in paths if str(p.parent) == WHEELS and WHEEL.fullmatch(p.name)]
        if len(own) != 1:
            raise UpdateError("this is no release folder", where=str(self.folder), mend=_AGAIN)
        return str(own[0])


def source_of(folder: Path, digest: str = "") -> Source:
    """Return what *folder* is, if it is whole.

    Args:
        folder: a checkout or a release.
        digest: what the release's must be; empty: any.

    Raises:
        UpdateError: it is neither, both, or damaged; a checkout has no digest to be held to.
    """
    is_checkout, is_release = (os.path.lexists(folder / name) for name in (PROJECT, SUMS))
    if is_checkout and is_release:
        mend = f"no release holds a {PROJECT}: {_AGAIN}"
        raise UpdateError("this is both a checkout and a release", where=str(folder), mend=mend)
    if is_checkout:
        if digest:
            mend = "name the folder of a release: the one with SHA256SUMS in it"
            raise UpdateError("a checkout has no digest", where=str(folder), mend=mend)
        checkout = Checkout(folder)
        checkout.insist()
        return checkout
    if not is_release:
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


def _files_in(folder: Path) -> Iterator[str]:
    """Yield the names of all that lies in a folder and is none, links and pipes too."""
    for place, folders, files in os.walk(folder, onerror=_raise):
        here = Path(place).relative_to(folder)
        links = [name for name in folders if (Path(place) / name).is_symlink()]
        yield from (str(here / name) for name in (*files, *links))


def _raise(error: OSError) -> None:
    raise error


def _is_within(name: str) -> bool:
    """Return whether a name is one of a file below a folder, written in its plainest way."""
    path = PurePosixPath(name)
    is_plain = str(path) == name and name.isprintable() and name != SUMS
    return is_plain and not path.is_absolute() and ".." not in path.parts


def _opened(path: Path) -> BinaryIO:
    """Open a file; what is none is not opened, for reading a pipe would never end.

    Raises:
        OSError: it is none, or a link, or cannot be read.
    """
    handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise OSError(errno.EINVAL, "it is no file", str(path))
    return os.fdopen(handle, "rb")


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
