"""A witness that notes what it is told."""

import threading
from collections.abc import Sequence

from companion.errors import CompanionError, ErrorCode
from companion.table.ports import SeenTag
from companion.vision.readings import DiceReading


class Told:
    """A witness that keeps what it was told."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, object]] = []
        self.pictures: list[bytes] = []
        self.readings: list[DiceReading] = []
        self.tags: list[Sequence[SeenTag]] = []
        self.troubles: list[ErrorCode | None] = []  # of the camera, as pages know them
        self.came = threading.Condition()

    def motion(self, at: float) -> None:
        self._note("motion", at)

    def calm(self, began: float, at: float) -> None:
        assert began <= at
        self._note("calm", began)

    def dice(self, reading: DiceReading, picture: bytes, began: float, at: float) -> None:
        assert began < at
        self.readings.append(reading)
        self.pictures.append(picture)
        self._note("dice", began)

    def cards(self, seen: Sequence[SeenTag], picture: bytes, at: float) -> None:
        assert at >= 0
        self.tags.append(seen)
        self.pictures.append(picture)
        self._note("cards", [tag.id for tag in seen])

    def camera(self, status: str, *, ok: bool, trouble: CompanionError | None = None) -> None:
        self._note("camera", (status, ok))
        self.troubles.append(trouble.code if trouble else None)

    @property
    def names(self) -> list[str]:
        return [name for name, _ in self.calls]

    def _note(self, name: str, what: object) -> None:
        with self.came:
            self.calls.append((name, what))
            self.came.notify_all()
