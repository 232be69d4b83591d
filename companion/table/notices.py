"""The last few things that the table saw and that are no commands."""

from collections import deque
from collections.abc import Mapping

from companion.game.refusals import Refusal
from companion.table.view import Notice, NoticeCode
from companion.words import Seat

SHOWN = 8
"""So many are kept."""


class Notices:
    """Numbered as they come."""

    def __init__(self) -> None:
        self._kept: deque[Notice] = deque(maxlen=SHOWN)
        self._count = 0

    @property
    def shown(self) -> tuple[Notice, ...]:
        """Those that are kept, oldest first."""
        return tuple(self._kept)

    def add(
        self,
        code: NoticeCode,
        facts: Mapping[str, int | str],
        mono: float,
        *,
        evidence: str | None,
        refusal: Refusal | None,
        to: Seat | None,
    ) -> None:
        """Keep one more; *mono*: when, monotonic seconds."""
        self._count += 1
        self._kept.append(
            Notice(
                id=self._count,
                code=code,
                facts=facts,
                mono=mono,
                evidence=evidence,
                refusal=refusal,
                to=to,
            )
        )

    def drop(self, code: NoticeCode) -> None:
        """Forget those that say what is so no longer."""
        kept = [one for one in self._kept if one.code != code]
        self._kept.clear()
        self._kept.extend(kept)

    def clear(self) -> None:
        """Forget all of them: another game is on the table."""
        self._kept.clear()
