"""Phones and screens for tests: pages of a browser, taken out of a drawer and put back empty."""

from collections import defaultdict
from contextlib import suppress
from typing import Any

from playwright.sync_api import Browser, Error, Page

PATIENCE_MS = 20_000
EMPTY = "sessionStorage.clear(); localStorage.clear()"

Size = tuple[int, int]


class Devices:
    """To make one costs a second of the processor, to use one again a third of that."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._drawer: defaultdict[Size, list[Page]] = defaultdict(list)
        self._sizes: dict[Page, Size] = {}  # of those that may be used again

    def take(self, size: Size, **how: Any) -> Page:
        """Return a page that nobody uses and that remembers nothing; *how*: of its context."""
        if self._drawer[size] and not how:
            return self._drawer[size].pop()
        width, height = size
        context = self._browser.new_context(viewport={"width": width, "height": height}, **how)
        context.set_default_timeout(PATIENCE_MS)
        page = context.new_page()
        if not how:
            self._sizes[page] = size
        return page

    def put_back(self, page: Page) -> None:
        """Take a page from whoever used it."""
        if page not in self._sizes or page.is_closed():
            page.context.close()
            return
        with suppress(Error):  # what could not be loaded has nothing that it remembers
            page.evaluate(EMPTY)
        try:
            page.goto("about:blank")
        except Error:  # it was just on its way to another page by itself
            page.context.close()
            return
        page.context.clear_cookies()
        self._drawer[self._sizes[page]].append(page)
