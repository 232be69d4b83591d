"""A served room, and browsers in it."""

import socket
from typing import Any

from playwright.sync_api import Browser, Page

from tests.support.pages import HOST, Living
from web.context import COOKIE
from web.serve import Server

PHONE, SMALL, SCREEN = (390, 844), (320, 568), (1920, 1080)
PATIENCE_MS = 20_000


class House:
    """A served room, and the browsers in it."""

    def __init__(self, room: Living, browser: Browser) -> None:
        self.room, self._browser = room, browser
        with socket.create_server((HOST, 0)) as free:
            port = free.getsockname()[1]  # a fixed one, that a restarted server can have again
        self.server = Server(room.app, HOST, port)
        self.server.start()
        self.url = f"http://{HOST}:{self.server.port}"
        self.complaints: list[str] = []
        self._open: list[Any] = []

    def open(self, path: str, token: str = "", size: tuple[int, int] = PHONE, **how: Any) -> Page:
        """Open a page on a device of its own; what its console complains of is noted."""
        width, height = size
        context = self._browser.new_context(viewport={"width": width, "height": height}, **how)
        context.set_default_timeout(PATIENCE_MS)
        self._open.append(context)
        if token:
            context.add_cookies([{"name": COOKIE, "value": token, "url": self.url}])
        page = context.new_page()
        page.on("console", lambda m: self._note(m.text) if m.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: self._note(str(error)))
        page.goto(self.url + path)
        return page

    def _note(self, words: str) -> None:
        self.complaints.append(words)

    def close(self) -> None:
        for context in self._open:
            context.close()
        self.server.stop()
