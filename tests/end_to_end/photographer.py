"""Takes screenshots of a game that is being played.

    python -m tests.end_to_end.photographer docs/pictures
    python -m tests.end_to_end.photographer docs/pictures --language de

plays a game from the repository's own photos of dice and keeps a picture of each kind of page; in
another language than English of those that the quick start shows.
"""

import argparse
import tempfile
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page

from tests.end_to_end.appliance import Appliance
from tests.end_to_end.evening import Evening
from tests.end_to_end.party import begin, joined
from tests.end_to_end.phone import Phone
from tests.end_to_end.photos import OWN, Tray, labelled
from tests.support.chromium import chromium

PHONE, SCREEN = (390, 844), (1920, 1080)
WANTED = {"turn", "purchase", "auction", "rent", "doubt"}
SETTLED_MS = 700  # amounts are counted up and tokens walk for less than that
QUICK = {"join", "seat-turn", "seat-doubt", "seat-rent", "table"}
MOST_ROLLS = 22
COLOURS = 256  # a third of the bytes, and nobody sees it


class Photographer:
    """Has a browser page for every phone, and one for the table screen.

    Args:
        browser: a real one.
        phones: by seat.
        folder: where the screenshots go.
        language: of the pages, two letters.
    """

    def __init__(
        self, browser: Browser, phones: list[Phone], folder: Path, language: str = "en"
    ) -> None:
        self._browser, self._folder, self._language = browser, folder, language
        self.address = f"http://127.0.0.1:{phones[0].port}"
        self.complaints: list[str] = []
        self.taken: set[str] = set()
        self.pages = [self.open("/seat", phone.cookie) for phone in phones]
        self.banker = self.open("/banker", phones[0].cookie)
        self.screen = self.open("/table", "", SCREEN)

    def open(self, path: str, cookie: str = "", size: tuple[int, int] = PHONE) -> Page:
        """Open a page on a device of its own."""
        width, height = size
        context = self._browser.new_context(
            viewport={"width": width, "height": height}, locale=self._language
        )
        if cookie:
            name, _, value = cookie.partition("=")
            context.add_cookies([{"name": name, "value": value, "url": self.address}])
        page = context.new_page()
        page.on("console", lambda said: self._note(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: self._note(str(error)))
        page.goto(self.address + path)
        return page

    def moment(self, what: str, seat: int) -> None:
        """Keep the first picture of its kind, on the phone of *seat*."""
        if what in self.taken or (what == "turn" and not self.taken & {"rent", "auction"}):
            return
        self.taken.add(what)
        self.pages[seat].goto(f"{self.address}/seat")
        self.keep(self.pages[seat], f"seat-{what}")
        if what == "auction":
            self.keep(self.screen, "table")

    def keep(self, page: Page, name: str) -> None:
        """Keep a screenshot of what the page shows now."""
        if self._language != "en":
            if name not in QUICK:
                return
            name = f"{name}.{self._language}"
        page.wait_for_timeout(SETTLED_MS)
        shown = Image.open(BytesIO(page.screenshot())).convert("RGB")
        few = shown.quantize(COLOURS, dither=Image.Dither.NONE)
        few.save(self._folder / f"{name}.png", optimize=True)

    def _note(self, words: str) -> None:
        self.complaints.append(words)


def take(work: Path, folder: Path, language: str = "en") -> Photographer:
    """Play in *work* until a picture of each kind of page is in *folder*."""
    tray = Tray(work / "tray")
    source = f"dir:{tray.folder}?hold=0.5"
    appliance = Appliance(work / "home", "--camera", source, "--buttons", "mock")
    try:
        with chromium() as browser:
            phones = joined(appliance)
            photographer = Photographer(browser, phones, folder, language)
            photographer.keep(photographer.open("/join"), "join")
            begin(phones)
            evening = Evening(phones, tray, labelled(OWN), photographer.moment)
            while not photographer.taken >= WANTED and evening.rolls < MOST_ROLLS:
                evening.roll()
                evening.settle()
            photographer.keep(photographer.banker, "banker")
    finally:
        appliance.kill()
    return photographer


def main() -> None:
    """Take the pictures that the documents use."""
    parser = argparse.ArgumentParser(description="Takes the documents' screenshots.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--language", default="en", help="two letters (default: en)")
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as work:
        take(Path(work), args.folder, args.language)


if __name__ == "__main__":
    main()
