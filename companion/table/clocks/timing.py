"""How long the table waits for things."""

import msgspec


class Timing(msgspec.Struct, frozen=True, kw_only=True):
    """All in seconds."""

    # A button's edge reaches us some 30 ms late (its bounce), a typed roll at once.
    reorder: float = 0.08
    # From the first frame with motion until the watcher has told of it.
    camera_lag: float = 0.2
    # A motion of which nobody says how it ended is no roll after this.
    motion: float = 12.0
    auction_quiet: float = 8.0  # until "going once"
    auction_call: float = 3.0  # from each word to the next, and to the hammer
    retry: float = 5.0  # between tries to resume a game that could not be read
    refill: float = 60.0  # between tries to take the reserve of disk room back
