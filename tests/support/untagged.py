"""A tag reader for tables without tags."""

from collections.abc import Sequence

from cards_qr.seen_tags import TagSeen
from companion.vision.frame import Pixels


class NoTags:
    """Sees no tag, and is never asked for one that was seen."""

    def read(
        self, _pixels: Pixels, *, side: float | None = None, known: Sequence[TagSeen] = ()
    ) -> tuple[TagSeen, ...]:
        """Return nothing."""
        assert side is None or side > 0
        assert not known
        return ()

    def knows(self, _text: str) -> bool:
        """Return that none is known."""
        return False

    def again(self, _pixels: Pixels, known: Sequence[TagSeen]) -> tuple[TagSeen | None, ...]:
        """Return nothing, for nothing was seen before."""
        return (None,) * len(known)
