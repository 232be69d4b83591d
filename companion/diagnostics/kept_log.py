"""The last lines that a running companion has logged, in memory alone: a card wears out."""

import logging
from collections import deque

MOST = 2000
"""Lines that are kept."""


class KeptLog(logging.Handler):
    """Keeps the last lines."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
        self._lines: deque[str] = deque(maxlen=MOST)

    def emit(self, record: logging.LogRecord) -> None:
        """Keep one more."""
        try:
            self._lines.append(self.format(record))
        except Exception:  # noqa: BLE001  # as every handler: a bad line stops nothing
            self.handleError(record)

    @property
    def text(self) -> str:
        """All that is kept, the oldest first."""
        return "\n".join(self._lines.copy())
