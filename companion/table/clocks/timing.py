"""How long the table waits for things."""

from collections.abc import Mapping
from typing import Literal, NamedTuple, TypeAlias

import msgspec

Pace: TypeAlias = Literal["hurried", "ordinary", "slow", "banker"]
"""How fast an auction's clock runs; `banker`: there is none, the hammer is the banker's."""


class Calls(NamedTuple):
    """The times of an auction, in seconds."""

    quiet: float  # until "going once"
    call: float  # from each word to the next, and to the hammer


PACES: Mapping[Pace, Calls] = {
    "hurried": Calls(8.0, 3.0),
    "ordinary": Calls(12.0, 4.0),
    "slow": Calls(20.0, 6.0),
}
"""Of every pace with a clock."""

COME_BACK_S = 10.0
"""After a restart: so long after the first phone came back an auction waits for the others."""


class Timing(msgspec.Struct, frozen=True, kw_only=True):
    """All in seconds."""

    # A button's edge reaches us some 30 ms late (its bounce), a typed roll at once.
    reorder: float = 0.08
    # From the first frame with motion until the watcher has told of it.
    camera_lag: float = 0.2
    # A motion of which nobody says how it ended is no roll after this.
    motion: float = 12.0
    retry: float = 5.0  # between tries to open a journal that could not be opened
    refill: float = 60.0  # between tries to take the reserve of disk room back
