"""What the pages need of a phone that is the camera."""

from typing import Protocol

from companion.vision.phone_frames import Away, EyeNow, RoundTrip, Stamp, Taken, Wanted


class PhoneFrames(Protocol):
    """Takes the frames of the one phone that was let in; who that is, the pages know."""

    def now(self) -> float:
        """Return our time, as a phone is told it."""
        ...

    def begin(self) -> str:
        """Begin a run: the phone's page has opened its camera. Return its name."""
        ...

    def forget(self) -> None:
        """Take no more of what is sent now."""
        ...

    def take(self, coded: bytes, stamp: Stamp) -> Taken:
        """Take a frame; return what became of it."""
        ...

    def heard(self, run: str, trip: RoundTrip) -> None:
        """Learn from a round trip that brought no frame."""
        ...

    def leave(self, run: str, why: Away) -> None:
        """Note that the phone stops for a while."""
        ...

    @property
    def wanted(self) -> Wanted:
        """How frames are wanted now."""
        ...

    @property
    def state(self) -> EyeNow:
        """How it does."""
        ...
