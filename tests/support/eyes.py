"""What sees the dice, for tests of pages: what was chosen is noted."""

from collections.abc import Sequence

from companion.errors import CameraError, CompanionError
from companion.eye import EyeOffer

OFFERED = (
    ("pi", "pi", ""),
    ("usb", "usb:0", "usb:0 (HD Pro Webcam C920)"),
    ("address", "address", "http://192.168.178.31/video"),
    ("photographs", "photographs", ""),
    ("none", "none", ""),
)
FOR_DEEDS = (("same", "none", ""), ("usb", "usb:2", "usb:2 (HD Pro Webcam C920)"))


class NotedEye:
    """A choice of eyes of which nothing comes."""

    def __init__(
        self, now: str = "usb:0", offered: Sequence[tuple[str, str, str]] = OFFERED
    ) -> None:
        self.now, self._offered = now, offered
        self.chosen: list[tuple[str, str]] = []
        self.trouble: CompanionError | None = None
        self.failed: CompanionError | None = None
        self.trying = self.tried = ""
        self.is_busy = self.is_kept = False

    @property
    def looks(self) -> bool:
        return self.now not in ("none", "photographs")

    @property
    def is_photographed(self) -> bool:
        return self.now == "photographs"

    @property
    def is_drawn(self) -> bool:
        return self.now == "sim"

    def forget(self) -> None:
        self.is_kept = False

    def offers(self) -> Sequence[EyeOffer]:
        offered = [*self._offered, *([("sim", "sim", "")] if self.is_drawn else [])]
        return [EyeOffer(kind, token, name, token == self.now) for kind, token, name in offered]

    def choose(self, token: str, address: str = "") -> bool:
        if address == "file:/etc/passwd":
            raise CameraError(code="no-address")
        self.chosen.append((token, address))
        return not self.is_busy
