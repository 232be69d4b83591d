"""What the watcher calls: hands everything to the writer, in the order of the frames."""

from collections.abc import Callable, Sequence

from companion.errors import CompanionError, JournalError
from companion.journal.record import Cause
from companion.table.dice.eyes import Eyes
from companion.table.ports import Place, SeenTag, Teaching
from companion.table.table import Table
from companion.table.view import CameraState
from companion.vision.readings import DiceReading


class TableWitness:
    """The `Witness` of a live table: sure readings become commands, the rest becomes questions.

    Args:
        table: where it goes.
        device: the camera's name, for the record.
        teacher: who sees the throws while this table's dice are taught.
        keeps: whether the table wants its pictures kept.
        place: what its camera is for.
    """

    def __init__(
        self,
        table: Table,
        device: str = "camera",
        teacher: Teaching | None = None,
        keeps: Callable[[], bool] = lambda: True,
        place: Place = "dice",
    ) -> None:
        self._table, self._device, self._place = table, device, place
        self._teacher, self._keeps = teacher, keeps

    def motion(self, at: float) -> None:
        """Hold claims that are pressed from *at* on."""
        self._table.tell(at, lambda eyes: eyes.motion(at))

    def calm(self, began: float, at: float) -> None:  # noqa: ARG002  # as the interface has it
        """Decide the held claims: it was no roll."""
        self._table.tell(at, lambda eyes: eyes.calm())

    def dice(self, reading: DiceReading, picture: bytes, began: float, at: float) -> None:
        """Roll, ask, or note that nobody may roll; then decide the held claims."""
        if self._teacher is not None and self._teacher.watches:
            self._teacher.see(reading, picture)
            self.calm(began, at)
            return
        cause = self._cause(picture, began)
        self._table.tell(began, lambda eyes: eyes.dice(reading, cause))

    def cards(self, seen: Sequence[SeenTag], picture: bytes, at: float) -> None:
        """Buy with a deed newly laid, draw with a card newly shown."""
        cause = self._cause(picture, at)
        self._table.tell(at, lambda eyes: eyes.cards(seen, cause))

    def camera(self, status: str, *, ok: bool, trouble: CompanionError | None = None) -> None:
        """Show the camera's state in the view."""
        now = self._table.cause("camera", "camera").mono
        state = CameraState(ok, status, trouble.kept() if trouble else None) if status else None
        tell = Eyes.camera if self._place == "dice" else Eyes.deeds_camera
        self._table.tell(now, lambda eyes: tell(eyes, state))

    def _cause(self, picture: bytes, at: float) -> Cause:
        evidence = kept(self._table, picture) if self._keeps() else None
        return self._table.cause("camera", "camera", device=self._device, at=at, evidence=evidence)


def kept(table: Table, picture: bytes) -> str | None:
    """Keep a picture; return its SHA-256, or None on a full disk: a reading counts without it."""
    try:
        return table.pictures.keep(picture)
    except JournalError:
        return None
