"""Reads the tags in a picture: decoders first, the codebook for what they cannot see.

Nothing counts on a decoder's word alone: a text is ours only if its checksum and the register of
the keyring agree.
"""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from cards_qr.candidates import Quads
from cards_qr.codebook import CodebookReader, Corners, Sighting
from cards_qr.decoders import Decoded, Decoders, decoded_at, installed, redrawn
from cards_qr.keyring import Keyring
from cards_qr.seen_tags import TagSeen, What, lies_in, told_apart
from cards_qr.symbol import MASKS
from cards_qr.tag import Fields, Tag, U, every_item, parse, write

SCORE_FOR_BOOKING = 0.85
"""What moves money or ownership needs this in two of three frames; a full decode scores 1."""

_WITNESS_FROM = 2.0  # px per module: here a decoder must not contradict the codebook
_MOST_CUT_OUT = 12  # squares a picture; zbar takes one or two milliseconds for each
_REDRAW_FROM = 1.6  # px per module: below it a redrawn symbol is never right


class TagReader:
    """Reads tags.

    Args:
        keyring: of the game set, or a codebook; without one nothing is valid.
        decoders: those to use; by default all that are installed.
    """

    def __init__(self, keyring: Keyring | None = None, *, decoders: Decoders | None = None) -> None:
        self._keyring = keyring
        self.decoders = installed() if decoders is None else decoders
        self._known = keyring.tags if keyring else ()
        self._tags = {tag.text: tag for tag in self._known}
        self._codebook = CodebookReader(self._known or _any_tags())

    def read(
        self,
        pixels: NDArray[np.uint8],
        *,
        side: float | None = None,
        known: Sequence[TagSeen] = (),
    ) -> tuple[TagSeen, ...]:
        """Return the QR codes in a picture, from left to right.

        Args:
            pixels: height x width x 3 bytes (blue, green, red), or height x width of grey.
            side: of our symbols without quiet zone in pixels, where the table's scale is known.
            known: what is seen in this picture already; it is left out.
        """
        grey = _grey(pixels)
        taken = [tag.corners for tag in known]
        decoded = [code for code in self._decoded(grey) if not lies_in(code.corners, taken)]
        taken += [code.corners for code in decoded]
        places = np.array(taken, np.float64).reshape(-1, 4, 2)
        reading = self._codebook.read(grey, side=side, known=places)
        seen = [self._named(code) for code in decoded]
        for sighting in reading.sightings:
            tag = self._looked_at(grey, sighting)
            if tag:
                seen.append(tag)
        taken += [tag.corners for tag in seen]
        seen += [self._named(code) for code in self._cut_out(grey, reading.squares, taken)]
        return told_apart(sorted(seen, key=lambda tag: tag.corners[0][0]))

    def knows(self, text: str) -> bool:
        """Return whether a text is that of a tag of the register."""
        return text.upper() in self._tags

    def again(
        self, pixels: NDArray[np.uint8], known: Sequence[TagSeen]
    ) -> tuple[TagSeen | None, ...]:
        """Return each tag as it lies now, about where it lay; None if it is not seen there.

        Only tags of the register can be told in this way: foreign codes are never seen again.
        """
        found: list[TagSeen | None] = [None] * len(known)
        ours = [(n, tag) for n, old in enumerate(known) if (tag := self._tags.get(old.text))]
        there = [(tag, known[n].corners) for n, tag in ours]
        sightings = self._codebook.again(_grey(pixels), there)
        for (n, tag), sighting in zip(ours, sightings, strict=True):
            if sighting:
                found[n] = _seen(tag, sighting.corners, sighting.score)
        return tuple(found)

    def _decoded(self, grey: NDArray[np.uint8]) -> tuple[Decoded, ...]:
        """Return what zxing-cpp reads in the whole picture; zbar is too slow for that."""
        zxing = self.decoders.zxing
        return zxing.decode(grey) if zxing and grey.size else ()

    def _cut_out(
        self, grey: NDArray[np.uint8], quads: Quads, taken: Sequence[Corners]
    ) -> list[Decoded]:
        """Return what zbar reads in dark squares that hold no known tag, each cut out."""
        zbar = None if self.decoders.zxing else self.decoders.zbar
        if zbar is None:
            return []
        found: list[Decoded] = []
        largest_first = sorted(quads, key=lambda quad: -float(np.ptp(quad, axis=0).max()))
        left = _MOST_CUT_OUT
        for quad in largest_first:
            if lies_in(_corners(quad), [*taken, *(code.corners for code in found)]):
                continue
            found += decoded_at(grey, quad, zbar)
            left -= 1
            if not left:
                break
        return found

    def _looked_at(self, grey: NDArray[np.uint8], sighting: Sighting) -> TagSeen | None:
        """Return what a symbol is; None if nobody can tell."""
        tag = sighting.tag if self._known else None
        text = self._redrawn_text(grey, sighting, tag)
        if text is not None and (tag is None or text != tag.text):
            return self._named(Decoded(text, sighting.corners))
        if tag is None:
            return None
        return _seen(tag, sighting.corners, 1.0 if text else sighting.score)

    def _redrawn_text(
        self, grey: NDArray[np.uint8], sighting: Sighting, tag: Tag | None
    ) -> str | None:
        """Return what a decoder reads in the symbol drawn anew, if anything."""
        decoder = self.decoders.any_one()
        least = _REDRAW_FROM if tag is None else _WITNESS_FROM
        if decoder is None or sighting.px_per_module < least:
            return None
        clean = redrawn(grey, sighting.corners, sighting.version)
        return next((code.text for code in decoder.decode(clean)), None)

    def _named(self, code: Decoded) -> TagSeen:
        """Return whose code it is, by keyring and register."""
        fields = parse(code.text)
        if self._keyring:
            tag = self._keyring.find(code.text)
            return _seen(tag, code.corners, 1.0) if tag else _foreign(code, self._strange(fields))
        if fields is None:
            return _foreign(code, "foreign")
        item = fields.item  # what it claims; nobody here can prove it
        return TagSeen(
            code.text,
            item.kind,
            item.id,
            item.side,
            valid=False,
            corners=code.corners,
            score=1.0,
            what="unproven",
        )

    def _strange(self, fields: Fields | None) -> What:
        """Return what a code is that is not in the register."""
        if fields is None or self._keyring is None:
            return "foreign"
        own = self._keyring.set_number
        return "forged" if own == fields.set_number else "other set"


def _corners(quad: NDArray[np.float64]) -> Corners:
    return tuple((float(x), float(y)) for x, y in quad)


def _grey(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    if pixels.ndim == 2:
        return pixels
    return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8)


def _seen(tag: Tag, corners: Corners, score: float) -> TagSeen:
    return TagSeen(
        tag.text,
        tag.kind,
        tag.id,
        tag.side,
        valid=not tag.revoked,
        corners=corners,
        score=score,
        what="revoked" if tag.revoked else "ours",
    )


def _foreign(code: Decoded, what: What) -> TagSeen:
    return TagSeen(
        code.text,
        "foreign",
        None,
        None,
        valid=False,
        corners=code.corners,
        score=1.0,
        what=what,
    )


def _any_tags() -> tuple[Tag, ...]:
    """Return made-up tags that show the shape of all; without a keyring none of them is sought."""
    return tuple(
        Tag(
            write(U, bytes(32), set_number=37 * number % 1024, item=item),
            item.kind,
            item.id,
            item.side,
            U.version,
            U.level,
            number % MASKS,
        )
        for number, item in enumerate(every_item())
    )
