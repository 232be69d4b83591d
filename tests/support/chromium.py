"""Debian's Chromium, quiet enough for a machine without a network."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@contextmanager
def chromium(*more: str) -> Iterator[Browser]:
    """Yield a browser, and close it after; *more*: what else it is told when it starts."""
    with sync_playwright() as player:
        args = [*ARGS, *more]
        browser = player.chromium.launch(executable_path="/usr/bin/chromium", args=args)
        yield browser
        browser.close()
