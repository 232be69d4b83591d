"""Somebody who looks at pages in a browser, now with this phone, now with that."""

from typing import Any

from playwright.sync_api import Browser, Page

from tests.support.chapters.company import Look
from tests.support.devices import PATIENCE_MS, Size
from web.shared.context import COOKIE

OPEN = """all => all.forEach(one => { one.parentElement.open = true; })"""

SEND = """([path, fields]) => {
  const form = Object.assign(document.createElement("form"), { method: "post", action: path });
  for (const [name, value] of Object.entries(fields))
    form.append(Object.assign(document.createElement("input"), { name, value }));
  document.body.append(form);
  form.submit();
}"""
"""Without a script's help, so that the answer is a page."""


class Visitor:
    """A browser's page of one size and language, on which all looks are taken.

    Args:
        browser: a real one.
        size: width and height in CSS pixels.
        language: what the phone asks for.
        how: more of the browser's context.
    """

    def __init__(self, browser: Browser, size: Size, language: str, **how: Any) -> None:
        width, height = size
        self._context = browser.new_context(
            viewport={"width": width, "height": height},
            locale=language,
            reduced_motion="reduce",
            **how,
        )
        self._context.set_default_timeout(PATIENCE_MS)
        self.page = self._context.new_page()

    def visit(self, url: str, look: Look) -> Page:
        """Show a look; *url*: where its room is served."""
        self._context.clear_cookies()
        if look.token:
            self._context.add_cookies([{"name": COOKIE, "value": look.token, "url": url}])
        if look.sent:
            self.page.goto(f"{url}/join")
            with self.page.expect_navigation():
                self.page.evaluate(SEND, [look.path, {**look.sent, "id": "visit"}])
        else:
            self.page.goto(url + look.path)
        if look.opened:
            self.page.locator(look.opened).evaluate_all(OPEN)
        return self.page

    def resize(self, size: Size) -> None:
        """Look on a device of another size."""
        width, height = size
        self.page.set_viewport_size({"width": width, "height": height})

    def unroll(self) -> None:
        """See all of the page at once, without scrolling."""
        width = self.page.evaluate("innerWidth")
        height = self.page.evaluate("document.documentElement.scrollHeight")
        self.resize((width, 2 * height))  # what is as high as a part of the screen grows with it

    def leave(self) -> None:
        """Look at nothing, so that the page does not follow the game by itself."""
        self.page.goto("about:blank")

    def close(self) -> None:
        """Put the browser's context away."""
        self._context.close()
