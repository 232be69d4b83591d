"""People who know no rule: each taps what the own phone offers, until somebody has won.

    python -m tests.end_to_end.tapping de-dm --language de --taps 600

plays an evening on three phones and a table screen in Chromium; after so many taps the banker
stops the game, unless somebody has won before.
"""

import argparse
import random
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page
from playwright.sync_api import TimeoutError as TooLate

from tests.end_to_end.appliance import Appliance
from tests.end_to_end.party import begin, joined
from tests.end_to_end.phone import Phone
from tests.support.chromium import chromium
from tests.support.english import english

PHONES, SCREEN = ((320, 568), (390, 844), (412, 915)), (1280, 720)
SETTLED_MS = 5000
LIKES = {"claim": 0.9, "pay": 0.9, "buy": 0.8, "bid": 0.6}
"""How often somebody taps these, where they are offered; the rest is tapped as it comes."""
OFFERED = "#foot form[data-send] button:visible, #foot form button:visible"
WIDE = "document.documentElement.scrollWidth > innerWidth"


class Evening:
    """One game on real pages.

    Args:
        browser: a real one.
        phones: by seat; the first is the banker's too.
        languages: of the phones, then of the table screen.
        chance: what decides who taps what.
    """

    def __init__(
        self,
        browser: Browser,
        phones: list[Phone],
        languages: Sequence[str],
        chance: random.Random,
    ) -> None:
        self._phones, self._languages, self._chance = phones, languages, chance
        self._url = f"http://127.0.0.1:{phones[0].port}"
        self.complaints: list[str] = []
        self.taps = Counter[str]()
        sizes = (*PHONES, SCREEN)
        self.pages = [
            self._opened(browser, phone, language, size)
            for phone, language, size in zip((*phones, None), languages, sizes, strict=True)
        ]

    @property
    def game(self) -> dict[str, Any]:
        """The running game as data."""
        return self._phones[0].game()

    @property
    def is_over(self) -> bool:
        """Whether somebody has won."""
        return bool(self.game["state"]["winners"])

    def deal(self) -> None:
        """Say which deeds were dealt, where the edition begins so."""
        page = self.pages[0]
        page.goto(f"{self._url}/banker/deal")
        for place, one in enumerate(page.locator("#deal-form select").all()):
            one.select_option(index=place + 1)
        if page.locator("#deal-form").count():
            page.locator("button[form=deal-form]").click()
            page.wait_for_timeout(500)
        page.goto(f"{self._url}/seat")

    def play(self, most: int) -> None:
        """Tap until somebody has won, *most* times at the most."""
        while not self.is_over and self.taps.total() < most:
            asked = {int(seat): words for seat, words in self.game["asked"].items() if words}
            seat = self._chance.choice(sorted(asked))
            self.taps[self._tap(self.pages[seat], asked[seat])] += 1
            self._look()

    def stop(self) -> None:
        """Let the banker stop the game where it stands, if nobody has won."""
        if self.is_over:
            return
        page = self.pages[0]
        page.goto(f"{self._url}/banker")
        page.locator("#more > summary").click()
        page.locator("#time-up > summary").click()
        page.locator("#time-up form button").click()
        page.wait_for_timeout(500)
        page.goto(f"{self._url}/seat")
        while not self.is_over:  # a turn or an auction may have to be played out
            self.play(self.taps.total() + 1)

    def _opened(
        self, browser: Browser, phone: Phone | None, language: str, size: tuple[int, int]
    ) -> Page:
        width, height = size
        context = browser.new_context(viewport={"width": width, "height": height}, locale=language)
        context.set_default_timeout(SETTLED_MS)
        if phone is not None:
            name, _, value = phone.cookie.partition("=")
            context.add_cookies([{"name": name, "value": value, "url": self._url}])
        page = context.new_page()
        page.on("console", lambda said: self._hear(page, said))
        page.on("pageerror", lambda error: self._note(page, str(error)))
        page.goto(self._url + ("/table" if phone is None else "/seat"))
        return page

    def _hear(self, page: Page, said: ConsoleMessage) -> None:
        if said.type in {"error", "warning"}:
            self._note(page, said.text)

    def _note(self, page: Page, words: str) -> None:
        self.complaints.append(f"{page.url}: {words}")

    def _look(self) -> None:
        """Note which page is wider than its screen, or speaks English to who reads it not."""
        for page, language in zip(self.pages, self._languages, strict=True):
            if page.evaluate(WIDE):
                self._note(page, "wider than the screen")
            for words in english(page.content()) if language != "en" else ():
                self._note(page, f"in English: {words}")

    def _tap(self, page: Page, asked: Sequence[str]) -> str:
        """Tap something that *page* offers, and wait until it shows; return what it was."""
        page.wait_for_load_state()
        before = page.evaluate("document.body.dataset.tag")
        did = self._drawn(page) or self._raised(page) or self._offered(page, asked)
        if did:
            try:
                page.wait_for_function("before => document.body.dataset.tag !== before", arg=before)
            except TooLate:
                said = page.locator("#said").inner_text()
                self._note(page, f"{did}: nothing happened ({said})")
        else:
            page.goto(f"{self._url}/seat")  # it had not yet heard what the others did
        return did or "looked again"

    def _drawn(self, page: Page) -> str:
        """Tap a card where one is to be drawn."""
        cards = page.locator("#cards button").all()
        if not cards:
            return ""
        self._chance.choice(cards).click()
        return "draw"

    def _raised(self, page: Page) -> str:
        """Raise money by the plan's first line, where that is offered."""
        if not page.locator("#foot a.button.stop").count():
            return ""
        page.locator("#foot a.button.stop").click()
        page.wait_for_load_state()
        page.locator("#stage form[data-send] button:visible").first.click()
        page.wait_for_timeout(300)
        page.goto(f"{self._url}/seat")
        return ""

    def _offered(self, page: Page, asked: Sequence[str]) -> str:
        """Tap a button of the foot; else type dice; else give up."""
        offered = {self._does(one): one for one in page.locator(OFFERED).all()}
        dice, end = page.locator("#type-dice"), page.locator("#give-up")
        left = [word for word in offered if word not in {"roll", "first-roll", "bankrupt"}]
        liked = (word for word in LIKES if word in offered and self._chance.random() < LIKES[word])
        word = next(liked, self._chance.choice(left) if left else "")
        if word and (word in LIKES or not dice.count() or self._chance.random() < 1 / 3):
            offered[word].click()
            return word
        if dice.count() and {"roll", "first-roll"} & set(asked):
            self._type(dice)
            return "roll"
        if end.count():
            end.locator("summary").click()
            end.locator("form button").click()
            return "bankrupt"
        return ""

    def _does(self, button: Locator) -> str:
        does: str = button.evaluate(
            "one => one.form.querySelector('[name=do]')?.value ?? one.form.action"
        )
        return does

    def _type(self, dice: Locator) -> None:
        if dice.get_attribute("open") is None:
            dice.locator("> summary").click()
        for n in range(2):
            face = f"label:has(input[name=dice-{n}][value='{self._chance.randint(1, 6)}'])"
            dice.locator(face).click()
        dice.locator("form[data-send] button").last.click()


def played(
    work: Path, edition: str, languages: Sequence[str], *, taps: int, seed: int = 1
) -> Evening:
    """Play an evening in *work* to its end; return it when every page shows how it ended."""
    appliance = Appliance(work / "home", "--camera", "sim", "--buttons", "mock")
    try:
        with chromium() as browser:
            phones = joined(appliance)
            begin(phones, edition=edition)
            evening = Evening(browser, phones, languages, random.Random(seed))
            evening.deal()
            evening.play(taps)
            evening.stop()
            for page in evening.pages:
                page.locator(".standings").first.wait_for()
            return evening
    finally:
        appliance.kill()


def main() -> None:
    """Play one evening and say what it came to."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("edition")
    parser.add_argument("--language", default="en")
    parser.add_argument("--taps", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        told = played(
            Path(work), asked.edition, [asked.language] * 4, taps=asked.taps, seed=asked.seed
        )
    print(dict(told.taps.most_common()))
    print(*told.complaints or ["no page complained"], sep="\n")


if __name__ == "__main__":
    main()
