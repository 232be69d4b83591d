"""A served room, and browsers in it."""

from typing import Any

from playwright.sync_api import ConsoleMessage, Error, Page

from tests.support.devices import Devices, Size
from tests.support.pages import HOST, Living
from web.server.serve import Server, bound
from web.shared.context import COOKIE

PHONE, SMALL, SCREEN = (390, 844), (320, 568), (1920, 1080)


class House:
    """A served room, and the browsers in it.

    Args:
        room: it.
        devices: on which its pages are opened.
        port: on which it is served; a free one if none is given.
    """

    def __init__(self, room: Living, devices: Devices, port: int | None = None) -> None:
        self.room, self._devices = room, devices
        self.server = Server(room.app, bound(HOST, port or 0))
        self.server.start()
        self.url = f"http://{HOST}:{self.server.port}"
        self.complaints: list[str] = []
        self._open: list[Page] = []

    def open(self, path: str, token: str = "", size: Size = PHONE, **how: Any) -> Page:
        """Open a page on a device of its own; what its console complains of is noted."""
        page = self._devices.take(size, **how)
        self._open.append(page)
        if token:
            page.context.add_cookies([{"name": COOKIE, "value": token, "url": self.url}])
        page.on("console", self._hear)
        page.on("pageerror", self._note)
        page.goto(self.url + path)
        return page

    def _hear(self, said: ConsoleMessage) -> None:
        if said.type in ("error", "warning"):
            self.complaints.append(said.text)

    def _note(self, error: Error) -> None:
        self.complaints.append(str(error))

    def close(self) -> None:
        for page in self._open:
            page.remove_listener("console", self._hear)
            page.remove_listener("pageerror", self._note)
            self._devices.put_back(page)
        self.server.stop()
