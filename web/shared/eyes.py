"""What the pages need of what sees the dice."""

from collections.abc import Sequence
from typing import Protocol

from companion.errors import CompanionError


class OfferedEye(Protocol):
    """Something that may see the dice."""

    @property
    def kind(self) -> str:
        """A word of `web.eye.kinds`."""
        ...

    @property
    def token(self) -> str:
        """What a form sends to choose it."""
        ...

    @property
    def name(self) -> str:
        """What this one is called; "" where the kind says all."""
        ...

    @property
    def is_chosen(self) -> bool:
        """Whether it is looked through now."""
        ...


class WhichEye(Protocol):
    """What sees the dice, to be changed in the middle of a game."""

    @property
    def looks(self) -> bool:
        """Whether a camera is wanted; else dice are typed or photographed."""
        ...

    @property
    def is_photographed(self) -> bool:
        """Whether players photograph the dice instead."""
        ...

    @property
    def is_drawn(self) -> bool:
        """Whether it looks at the simulated table."""
        ...

    @property
    def trouble(self) -> CompanionError | None:
        """Why it gives no pictures now."""
        ...

    @property
    def trying(self) -> str:
        """What is being tried, as everybody may read it; "" if nothing is."""
        ...

    @property
    def tried(self) -> str:
        """What was tried last."""
        ...

    @property
    def failed(self) -> CompanionError | None:
        """Why the last try came to nothing."""
        ...

    @property
    def is_kept(self) -> bool:
        """Whether a choice is kept for the next start."""
        ...

    def forget(self) -> None:
        """Keep no choice any more: at the next start whatever is found is looked through.

        Raises:
            CompanionError: that cannot be written.
        """
        ...

    def offers(self) -> Sequence[OfferedEye]:
        """Return what may be chosen now."""
        ...

    def choose(self, token: str, address: str = "") -> bool:
        """Begin to try what a token or an address names; False: another is being tried.

        Raises:
            CompanionError: it is no address of a camera, or is not offered.
        """
        ...
