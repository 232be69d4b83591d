"""What was seen of a QR code, whose it is, and that in words."""

from collections.abc import Sequence
from typing import Literal, TypeAlias

import cv2
import msgspec
import numpy as np

from cards_qr.codebook import Corners
from cards_qr.tag import Side, parse
from companion.sayings.tags import FOREIGN

What: TypeAlias = Literal["ours", "revoked", "twice", "other set", "forged", "unproven", "foreign"]
"""Whose a code is. `twice`: the same tag at two places, so one is a copy; `forged`: says it is of
this set, but is not in its register; `unproven`: of the form of our tags, without a keyring to
prove it."""

About: TypeAlias = Literal["wifi", "web", "contact", "phone", "mail", "bank", "text"]
"""What a code is that is none of ours."""

_STARTS: tuple[tuple[str, About], ...] = (
    ("WIFI:", "wifi"),
    ("HTTPS://", "web"),
    ("HTTP://", "web"),
    ("MECARD:", "contact"),
    ("BEGIN:VCARD", "contact"),
    ("TEL:", "phone"),
    ("MAILTO:", "mail"),
    ("BCD\n", "bank"),
)
_LONGEST = 60  # characters of a foreign text that are shown
_SECRET = ("wifi", "bank")  # never shown: whoever reads along could use it


class TagSeen(msgspec.Struct, frozen=True):
    """A QR code in a picture."""

    text: str
    kind: Literal["deed", "card", "seat", "foreign"]
    id: int | None  # deed 1 to 28 in board order, card 1 to 32, seat from 1; None if foreign
    side: Side | None
    valid: bool  # issued by this set and not revoked
    corners: Corners  # clockwise, in pixels; from the symbol's own top left, but zbar's from any
    score: float  # 1: fully decoded; below: how sure it is that it is the known tag
    what: What = "ours"
    hidden: bool = False  # covered now, by a hand, say: it was seen there and not taken away

    @property
    def about(self) -> About:
        """What a code is that is none of ours, by how its text begins."""
        head = self.text.upper()
        return next((about for start, about in _STARTS if head.startswith(start)), "text")


def told_apart(seen: Sequence[TagSeen]) -> tuple[TagSeen, ...]:
    """Return the tags of one picture with copies marked: nobody knows which of two is true."""
    texts = [tag.text for tag in seen]

    def marked(tag: TagSeen) -> TagSeen:
        if tag.what not in ("ours", "twice"):
            return tag
        return msgspec.structs.replace(tag, what="twice" if texts.count(tag.text) > 1 else "ours")

    return tuple(map(marked, seen))


def in_words(tag: TagSeen) -> str:
    """Return what a code is, for people."""
    match tag.what:
        case "ours":
            return _item(tag)
        case "revoked":
            return f"{_item(tag)} (not valid: revoked, a newer tag counts)"
        case "twice":
            return f"{_item(tag)} (lies here twice: one is a copy)"
        case "unproven":
            return f"{_item(tag)} (not valid: without a keyring nothing proves it)"
        case "other set":
            return f"{_claimed(tag)} of another set"
        case "forged":
            return f"{_claimed(tag)} that this set never issued"
        case "foreign":
            return _foreign(tag)


def lies_in(corners: Corners, places: Sequence[Corners]) -> bool:
    """Return whether the middle of *corners* lies in one of *places*."""
    x, y = (float(v) for v in np.mean(corners, axis=0))
    shapes = (np.array(place, np.float32) for place in places)
    return any(cv2.pointPolygonTest(shape, (x, y), measureDist=False) >= 0 for shape in shapes)


def _item(tag: TagSeen) -> str:
    return f"{tag.kind} {tag.id}" + (" back" if tag.side == "back" else "")


def _claimed(tag: TagSeen) -> str:
    fields = parse(tag.text)
    return f"{fields.item.kind} {fields.item.id}" if fields else "a tag"


def _foreign(tag: TagSeen) -> str:
    text, what = tag.text, FOREIGN[tag.about]
    if tag.about in _SECRET:
        return f"foreign code: {what}"
    shown = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."
    return f"foreign code: {what}, {shown!r}"
