"""A companion that stands still: a phone says so, answers a press in words, and is right after."""

import os
import signal
from pathlib import Path

from playwright.sync_api import expect

from tests.end_to_end.appliance import Appliance
from tests.end_to_end.party import begin, joined
from tests.support.chromium import chromium

ANSWER_MS = 30_000
"""Longer than a page waits for the answer to a press, in two tries."""


def test_a_press_while_nothing_answers_is_told_of_and_booked_once(tmp_path: Path) -> None:
    appliance = Appliance(tmp_path / "home", "--camera", "sim", "--buttons", "none")
    try:
        phones = joined(appliance)
        begin(phones)
        assert phones[0].command("roll", dice=[1, 2]).status == 200
        before = phones[0].game()
        url = f"http://127.0.0.1:{appliance.port}"
        name, _, token = phones[0].cookie.partition("=")
        with chromium() as browser:
            page = browser.new_page(viewport={"width": 390, "height": 844})
            page.context.add_cookies([{"name": name, "value": token, "url": url}])
            page.goto(f"{url}/seat")
            expect(page.locator("#away")).to_be_hidden(timeout=ANSWER_MS)
            os.kill(appliance.process.pid, signal.SIGSTOP)
            page.get_by_role("button", name="Buy for $60").click(no_wait_after=True)
            expect(page.locator("#away")).to_be_visible(timeout=ANSWER_MS)
            expect(page.get_by_text("No answer came")).to_be_visible(timeout=ANSWER_MS)
            os.kill(appliance.process.pid, signal.SIGCONT)
            expect(page.locator("#away")).to_be_hidden(timeout=ANSWER_MS)
            expect(page.locator("#cash")).to_have_text("$1,440", timeout=ANSWER_MS)
        now = phones[0].game()
        assert (now["seq"], now["cash"][0]) == (before["seq"] + 1, 1440)
    finally:
        appliance.kill()
