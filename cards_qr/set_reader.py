"""Reads the tags of the set that is on the table: that of the edition being played."""

import logging
import threading
from collections.abc import Callable, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from cards_qr.keyring import Keyring, make_keyring
from cards_qr.keyrings import Keyrings
from cards_qr.seen_tags import TagSeen
from cards_qr.tag_reader import TagReader
from companion.errors import KeyringError

_log = logging.getLogger(__name__)


class SetReader:
    """A tag reader that follows the game, and notices when a lost deed was issued anew.

    Any thread may ask: the camera reads, the simulated table draws.

    Args:
        keyrings: of this home.
        edition: returns the id of the edition being played; None while no game runs.
    """

    def __init__(self, keyrings: Keyrings, edition: Callable[[], str | None]) -> None:
        self._keyrings, self._edition = keyrings, edition
        self._lock = threading.RLock()
        self._key: object = self  # nothing that a keyring's file could be
        self._keyring: Keyring | None = None
        self._reader: TagReader | None = None

    @property
    def keyring(self) -> Keyring | None:
        """The keyring of the set on the table, read anew when its file changes.

        None if it cannot be used. While no game runs it is one of the moment, never saved.
        """
        with self._lock:
            edition = self._edition()
            if self._stamped(edition) != self._key:
                self._keyring, self._reader = self._opened(edition), None
                self._key = self._stamped(edition)
            return self._keyring

    def read(
        self,
        pixels: NDArray[np.uint8],
        *,
        side: float | None = None,
        known: Sequence[TagSeen] = (),
    ) -> tuple[TagSeen, ...]:
        """Return the tags in a picture, as `TagReader.read` does."""
        return self._now().read(pixels, side=side, known=known)

    def again(
        self, pixels: NDArray[np.uint8], known: Sequence[TagSeen]
    ) -> tuple[TagSeen | None, ...]:
        """Return known tags as they lie now, as `TagReader.again` does."""
        return self._now().again(pixels, known)

    def knows(self, text: str) -> bool:
        """Return whether a text is that of a tag of the set on the table."""
        return self._now().knows(text)

    def _now(self) -> TagReader:
        with self._lock:
            keyring = self.keyring
            reader = self._reader = self._reader or TagReader(keyring)
        return reader

    def _stamped(self, edition: str | None) -> tuple[object, object]:
        return edition, self._keyrings.stamp(edition) if edition else None

    @cached_property
    def _spare(self) -> Keyring:
        return make_keyring()

    def _opened(self, edition: str | None) -> Keyring | None:
        if edition is None:
            return self._spare
        try:
            return self._keyrings.of(edition)
        except KeyringError as error:
            _log.warning("%s; the game goes on, deeds and cards by phone", error)
            return None
