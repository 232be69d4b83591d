"""What goes to and fro between a phone that is the camera and the companion, beside the pictures.

Times of the phone are seconds of its own monotonic clock, of which only the phone knows the zero.
"""

from typing import Literal, TypeAlias

import msgspec

from companion.vision.frame import Down

Taken: TypeAlias = Literal["taken", "old", "damaged", "large", "replaced", "unknown", "unused"]
"""What became of a frame.

`old`: a later one is here, or it is that one once more. `large`: more pixels than a phone is asked
for. `replaced`: another page of the phone has begun since. `unknown`: of a beginning that nobody
remembers, as after a restart. `unused`: nobody looks through the phone now.
"""

Away: TypeAlias = Literal["hidden", "busy", "ended"]
"""Why a phone stops: its page is hidden, a call or another app has the camera, it was closed."""


class RoundTrip(msgspec.Struct, frozen=True):
    """The phone asked for our time, we told it, and it was heard."""

    asked: float  # by the phone's clock
    told: float  # by ours
    heard: float  # by the phone's


class Stamp(msgspec.Struct, frozen=True):
    """What a phone says of a frame."""

    run: str  # from one beginning of its camera to the next
    number: int  # counts up in a run; what was not sent leaves a gap
    taken: float  # by the phone's clock
    sent: float  # likewise
    trip: RoundTrip | None = None  # the last one that the phone knows of
    down: Down | None = None  # where it feels down to be; None: it feels nothing, or may not say


class Wanted(msgspec.Struct, frozen=True):
    """How a phone is to send its frames from now on."""

    rate: float  # a second while nothing moves; 0: none at all
    fast: float  # a second while something moves before the phone's own eyes
    width: int  # of the longer side in pixels; always the same, for another size is another picture
    quality: float  # of the JPEG, 0 to 1; likewise


class EyeNow(msgspec.Struct, frozen=True):
    """How the phone that is the camera does, for pages."""

    there: bool = False  # its page is open and its camera too, whether or not it is looked through
    sees: bool = False  # its pictures come
    used: bool = False  # somebody looks through it
    away: Away | None = None  # why it has stopped, where it said so
    bound_s: float | None = None  # by so much the time of a frame may be wrong; None: nobody knows
    lag_s: float = 0.0  # from taking a frame to having it here, as a rule
    rate: float = 0.0  # frames a second lately
    bytes_a_second: float = 0.0
    size: tuple[int, int] | None = None  # of the last frame
    refused: int = 0  # frames that were damaged or too large
    jumps: int = 0  # how often its clock, or ours, had jumped
