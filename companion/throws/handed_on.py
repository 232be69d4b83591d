"""The file that is handed on: a zip with pictures, a table of throws, labels, and two pages."""

import csv
import io
import os
import zipfile
import zlib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated

import msgspec
from jinja2 import Environment, PackageLoader, StrictUndefined

from companion.errors import ThrowsError
from companion.files import PUBLIC, words_of
from companion.throws.throw import Id, PictureName, Throw, Values

FORMAT = 1
"""Of what is written; what is newer is not read."""
TABLE = "throws.json"
MOST_BYTES = 50_000_000
"""Of a table of throws or a file of looks: more is none of ours."""
_PAGES = Environment(
    loader=PackageLoader("companion.throws", ""), autoescape=True, undefined=StrictUndefined
)
_NEVER = (1980, 1, 1, 0, 0, 0)
"""When everything in the zip was written: nobody is to know at what hour a family played."""


class HandedOn(msgspec.Struct, frozen=True, kw_only=True):
    """The throws of one table."""

    format: int = FORMAT
    source: Annotated[str, msgspec.Meta(pattern="^[0-9a-z]{1,20}$")]
    throws: tuple[Throw, ...]


class Look(msgspec.Struct, frozen=True, kw_only=True):
    """What a second person saw in a picture; None: it cannot be told."""

    id: Id
    values: Values | None


class Looks(msgspec.Struct, frozen=True, kw_only=True):
    """What one person answered to `look.html`."""

    format: int = FORMAT
    looks: tuple[Look, ...]


class _Head(msgspec.Struct):
    format: int


def write(path: Path, table: HandedOn, picture: Callable[[str], bytes | None]) -> None:
    """Write a file to hand on, whole or not at all.

    Args:
        path: the file.
        table: the throws.
        picture: returns the JPEG of a throw by its id.

    Raises:
        ThrowsError: it cannot be written.
    """
    if not path.name:
        raise ThrowsError("cannot be written", where=str(path), mend="name the file to write")
    fresh = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with zipfile.ZipFile(fresh, "w") as file:
            _add(file, TABLE, msgspec.json.format(msgspec.json.encode(table), indent=1))
            _add(file, "labels.csv", _labels(table.throws).encode())
            for page in ("index.html", "look.html"):
                _add(file, page, _PAGES.get_template(page).render(table=table).encode())
            for throw in table.throws:
                jpeg = picture(throw.id) if throw.picture else None
                if throw.picture and jpeg is not None:
                    _add(file, throw.picture, jpeg)
        fresh.chmod(PUBLIC)
        fresh.replace(path)
    except OSError as error:
        raise ThrowsError("cannot be written", where=str(path), mend=words_of(error)) from error
    finally:
        fresh.unlink(missing_ok=True)


def _add(file: zipfile.ZipFile, name: str, content: bytes) -> None:
    entry = zipfile.ZipInfo(name, _NEVER)
    entry.external_attr = PUBLIC << 16
    packed = zipfile.ZIP_STORED if name.endswith(".jpg") else zipfile.ZIP_DEFLATED
    file.writestr(entry, content, packed)


def _labels(throws: Iterable[Throw]) -> str:
    """Return what the pictures show, as a `labels.csv` for training and measuring has it."""
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(("file", "values", "view", "people"))
    for throw in throws:
        if throw.label is not None:
            values = " ".join(map(str, throw.label))
            rows.writerow((throw.picture, values, "overhead", throw.people))
    return out.getvalue()


def read(path: Path) -> HandedOn | Looks:
    """Return the throws of a file that was handed on, or what somebody saw in its pictures.

    Raises:
        ThrowsError: it is neither, damaged, or of a newer companion.
    """
    if path.exists() and not path.is_file():  # opening a pipe would wait for ever
        raise _none(path)
    try:
        is_zip = zipfile.is_zipfile(path)
        size = path.stat().st_size
        content = _table_in(path) if is_zip else path.read_bytes() if size <= MOST_BYTES else b""
    except OSError as error:
        raise ThrowsError("cannot be read", where=str(path), mend=words_of(error)) from error
    if not is_zip and content.startswith(b"PK"):
        raise _damaged(path)
    try:
        if msgspec.json.decode(content, type=_Head).format > FORMAT:
            mend = "update this one"
            raise ThrowsError("a newer companion wrote this", where=str(path), mend=mend)
        if is_zip:
            return msgspec.json.decode(content, type=HandedOn)
        return msgspec.json.decode(content, type=Looks)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise _damaged(path) if is_zip else _none(path) from error


def _table_in(path: Path) -> bytes:
    """Return the table of throws of a zip, as it was written."""
    try:
        with zipfile.ZipFile(path) as file:
            known = file.namelist()
            content = b"" if TABLE not in known else file.open(TABLE).read(MOST_BYTES)
    # zipfile raises NotImplementedError for a way of packing that it does not know.
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError) as error:
        raise _damaged(path) from error
    if not content:
        raise _none(path)
    return content


def missing(path: Path, table: HandedOn) -> frozenset[PictureName]:
    """Return which pictures a file should have and has not."""
    with zipfile.ZipFile(path) as file:
        return frozenset(t.picture for t in table.throws if t.picture) - set(file.namelist())


def _none(path: Path) -> ThrowsError:
    mend = "name files of `readings export`, or what look.html saved"
    return ThrowsError("these are no throws that were handed on", where=str(path), mend=mend)


def _damaged(path: Path) -> ThrowsError:
    return ThrowsError("the file is damaged", where=str(path), mend="copy it again")
