"""Reads the scan field: what has come to rest there is told where it is new."""

from collections.abc import Sequence
from typing import Protocol

import msgspec
from msgspec.structs import replace

from cards_qr.seen_tags import TagSeen
from cards_qr.tracking import AGREE, Rereader, TagTracker
from companion.table.ports import SeenTag
from companion.vision.frame import Frame
from companion.vision.jpeg import jpeg
from companion.vision.plane import Zone
from companion.vision.rest_detection import AtRest, MotionBegan, RestDetector, RestSettings

_UNFROZEN = RestSettings(frozen_s=None)


class CardWitness(Protocol):
    """Who is told of tags; see `companion.table.ports.Witness`."""

    def cards(self, seen: Sequence[SeenTag], picture: bytes, at: float) -> None:
        """What lies in the scan field changed; *seen* is all that lies there now."""
        ...


class ToldTags(msgspec.Struct):
    """What was told last of the scan field, by whichever camera looked there."""

    now: frozenset[tuple[str, str, bool]] = frozenset()  # text, whose it is, whether it is hidden


class ScanReader:
    """Reads one place where deeds and cards are laid; of one thread alone.

    Args:
        tags: reads tags.
        witness: who is told, and only when something is otherwise.
        told: what was told last.
    """

    def __init__(self, tags: Rereader, witness: CardWitness, told: ToldTags | None = None) -> None:
        self._reader, self._tags = tags, TagTracker(tags)
        self._witness, self._told = witness, told or ToldTags()
        self._zone: Zone | None = None
        self._side: float | None = None
        self._rest = RestDetector(None, _UNFROZEN)
        self.laid: AtRest | None = None
        """A rest that waits to be read."""

    @property
    def moving(self) -> bool:
        """Whether something moves there."""
        return self._rest.moving

    def lie(self, zone: Zone | None, side: float | None) -> None:
        """Look there from now on.

        Args:
            zone: the part of the picture; None: all of it.
            side: of a tag's symbol in pixels, where the scale is known.
        """
        self._zone, self._side = zone, side
        self._tags.forget()
        self.restart()

    def restart(self) -> None:
        """Follow the same place from the next frame on."""
        self._rest = RestDetector(self._zone, _UNFROZEN)

    def see(self, frame: Frame) -> None:
        """Take a frame; note what has come to rest, and forget it when it moves again."""
        for event in self._rest.see(frame):
            if isinstance(event, AtRest):
                self.laid = event
            elif isinstance(event, MotionBegan):
                self.laid = None

    def pause(self) -> None:
        """End a motion that goes on: nothing is seen for a while."""
        self.laid = None
        self._rest.pause()

    def tell(self) -> None:
        """Read what has come to rest, and tell it where it is new."""
        rest, self.laid = self.laid, None
        assert rest is not None
        seen: Sequence[TagSeen] = ()
        for looks, frame in enumerate((rest.frame, rest.again, rest.last), 1):
            pixels = frame.pixels if self._zone is None else self._zone.cut(frame.pixels)
            seen = self._tags.look(pixels, side=self._side)
            if looks >= AGREE and self._tags.settled:
                break
        # Of copies nobody knows which is the true one, so none of them counts.
        told = tuple(replace(tag, valid=tag.valid and tag.what == "ours") for tag in seen)
        lying = frozenset((tag.text, tag.what, tag.hidden) for tag in told)
        if lying != self._told.now:
            self._told.now = lying
            self._witness.cards(told, jpeg(rest.frame.pixels), rest.at)

    def clear(self, latest: Frame | None) -> None:
        """Say that nothing lies there: nobody looks any more."""
        self._tags = TagTracker(self._reader)
        if self._told.now and latest is not None:
            self._told.now = frozenset()
            self._witness.cards((), jpeg(latest.pixels), latest.at)
