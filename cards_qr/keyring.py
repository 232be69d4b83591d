"""The keyring of a game set: its secret key and the register of the tags ever issued.

A codebook, which lists valid tags as CSV without a key, may stand in for a keyring.
"""

import csv
import secrets
from collections.abc import Collection, Iterable
from pathlib import Path

import msgspec
import numpy as np

from cards_qr.symbol import MASKS, Modules, modules
from cards_qr.tag import Item, Profile, Tag, U, every_item, parse, proven, write
from companion.errors import KeyringError
from companion.files import words_of, write_whole

KEY_BYTES = 32
_CSV_COLUMNS = {"kind", "number", "side", "payload", "qr_version", "ec_level", "mask"}


class Keyring(msgspec.Struct, frozen=True, kw_only=True):
    """Which tags are ours. Without a key (a codebook) the register alone decides."""

    tags: tuple[Tag, ...]
    set_number: int | None = None
    key: bytes = b""
    edition: str = ""  # whose deeds and cards carry the tags; "" if that is not known

    def __post_init__(self) -> None:
        texts = [tag.text for tag in self.tags]
        if len(set(texts)) != len(texts):
            raise KeyringError(code="keyring-damaged", detail="a tag stands twice in it")
        for tag in self.tags:
            self._check(tag)

    def __repr__(self) -> str:
        """Keep the key out of logs."""
        return f"Keyring({self.edition!r}, set_number={self.set_number}, {len(self.tags)} tags)"

    def find(self, text: str) -> Tag | None:
        """Return the register's tag of that text, revoked or not; None if it is not ours."""
        return next((tag for tag in self.tags if tag.text == text.upper()), None)

    def valid(self, text: str) -> bool:
        """Return whether the tag counts: issued by us and not revoked."""
        tag = self.find(text)
        return tag is not None and not tag.revoked

    def tag_of(self, item: Item) -> Tag | None:
        """Return the tag that now counts for an item, if one is issued."""
        return next((t for t in self.tags if t.item == item and not t.revoked), None)

    def _check(self, tag: Tag) -> None:
        try:
            modules(tag.text, tag.version, tag.level, tag.mask)
        except (ValueError, TypeError) as error:
            detail = f"tag {tag.text} cannot be drawn: {error}"
            raise KeyringError(code="keyring-damaged", detail=detail) from None
        if self.key and not proven(tag.text, self.key):
            detail = f"tag {tag.text} was not made with this key"
            raise KeyringError(code="keyring-damaged", detail=detail)


def make_keyring(
    profile: Profile = U, *, edition: str = "", taken: Collection[int] = ()
) -> Keyring:
    """Return a new set: a random key and number, and one tag for every item.

    Args:
        profile: the format of the tags.
        edition: whose deeds and cards will carry them.
        taken: numbers that other sets of the same home have.
    """
    free = sorted(set(range(1 << min(profile.set_bits, 16))) - set(taken))
    key, number = secrets.token_bytes(KEY_BYTES), secrets.choice(free)
    tags: list[Tag] = []
    for item in every_item():
        text = write(profile, key, set_number=number, item=item)
        tags.append(_drawn_apart(profile, text, item, tags))
    return Keyring(tags=tuple(tags), set_number=number, key=key, edition=edition)


def reissue(keyring: Keyring, item: Item) -> Keyring:
    """Return the keyring with a new tag for *item*; the one until now is revoked, never erased.

    Raises:
        KeyringError: it is a codebook, or the item's issues are used up.
    """
    used = [tag for tag in keyring.tags if tag.item == item]
    newest = parse(used[-1].text) if used else None
    if newest is None or keyring.set_number is None:
        raise KeyringError(code="codebook")
    if newest.issue + 1 == newest.profile.issues:
        raise KeyringError(code="issues-used-up", detail=f"{item.kind} {item.id}")
    text = write(
        newest.profile,
        keyring.key,
        set_number=keyring.set_number,
        item=item,
        issue=newest.issue + 1,
    )
    old = [
        msgspec.structs.replace(tag, revoked=True) if tag.item == item else tag
        for tag in keyring.tags
    ]
    fresh = _drawn_apart(newest.profile, text, item, old)
    return msgspec.structs.replace(keyring, tags=(*old, fresh))


def _drawn_apart(profile: Profile, text: str, item: Item, others: Iterable[Tag]) -> Tag:
    """Return the tag with the mask that keeps its symbol farthest from all *others*."""
    version, level = profile.version, profile.level
    taken = [modules(t.text, t.version, t.level, t.mask) for t in others]

    def nearest(symbol: Modules) -> int:
        return min((int(np.count_nonzero(symbol ^ other)) for other in taken), default=0)

    mask = max(range(MASKS), key=lambda mask: nearest(modules(text, version, level, mask)))
    return Tag(text, item.kind, item.id, item.side, version, level, mask)


def save_keyring(keyring: Keyring, path: Path) -> None:
    """Write the keyring for its owner's eyes only, one tag a line.

    Raises:
        KeyringError: the file cannot be written.
    """
    lines = ",\n  ".join(msgspec.json.encode(tag).decode() for tag in keyring.tags)
    text = (
        f'{{"edition": {msgspec.json.encode(keyring.edition).decode()},\n'
        f' "set_number": {keyring.set_number},\n "key": "{keyring.key.hex()}",\n'
        f' "tags": [\n  {lines}\n ]}}\n'
    )
    try:
        write_whole(path, text.encode())
    except OSError as error:
        raise KeyringError(code="not-written", where=str(path), detail=words_of(error)) from None


def load_keyring(path: Path) -> Keyring:
    """Return a keyring, or a codebook given as CSV in its place.

    Raises:
        KeyringError: the file cannot be read, or is neither.
    """
    try:
        text = path.read_text("utf-8")
    except OSError as error:
        raise KeyringError(code="not-read", where=str(path), detail=words_of(error)) from None
    except UnicodeDecodeError:
        detail = "it is no text"
        raise KeyringError(code="keyring-damaged", where=str(path), detail=detail) from None
    try:
        return _parsed_json(text) if text.lstrip().startswith("{") else _parsed_csv(text)
    except KeyringError as error:
        raise error.at(str(path)) from None


class _File(msgspec.Struct, forbid_unknown_fields=True):
    """The keyring as it stands in its file; the key in hexadecimal."""

    set_number: int
    key: str
    tags: tuple[Tag, ...]
    edition: str = ""


def _parsed_json(text: str) -> Keyring:
    try:
        file = msgspec.json.decode(text, type=_File)
        key = bytes.fromhex(file.key)
    except (msgspec.DecodeError, ValueError) as error:
        raise KeyringError(code="keyring-damaged", detail=str(error)) from None
    if len(key) != KEY_BYTES:
        detail = f"its key has not {KEY_BYTES} bytes"
        raise KeyringError(code="keyring-damaged", detail=detail)
    return Keyring(tags=file.tags, set_number=file.set_number, key=key, edition=file.edition)


def _parsed_csv(text: str) -> Keyring:
    rows = csv.DictReader(text.splitlines())
    missing = _CSV_COLUMNS - set(rows.fieldnames or ())
    if missing:
        detail = f"a codebook with no column {', '.join(sorted(missing))}"
        raise KeyringError(code="keyring-damaged", detail=detail)
    return Keyring(tags=tuple(_row(row, line) for line, row in enumerate(rows, 2)))


def _row(row: dict[str, str], line: int) -> Tag:
    described = {
        "text": row["payload"],
        "kind": row["kind"],
        "id": row["number"],
        "side": row["side"],
        "version": row["qr_version"],
        "level": row["ec_level"],
        "mask": row["mask"],
    }
    try:
        return msgspec.convert(described, Tag, strict=False)
    except msgspec.ValidationError as error:
        detail = f"line {line}: {error}"
        raise KeyringError(code="keyring-damaged", detail=detail) from None
