"""The album leads to every page there is, and its sheets lose none of its photos."""

from pathlib import Path

import pytest
from PIL import Image
from werkzeug.routing import Rule

from tests.end_to_end.album import FORMATS, SHEET_HEIGHT, Photo, sheets
from tests.support.chapters.book import CHAPTERS, EDITIONS
from tests.support.chapters.company import company

NO_PAGES = {
    "api.view",
    "certificate.authority",
    "copies.file",
    "description.openapi",
    "doctor.diagnostics",
    "events.events",
    "game.game",
    "health.health",
    "sheets.sheet",
    "simulated.lamps",
    "statement.export",
    "stand.state",
    "static",
    "voice.heard",
}
"""What is for programs, or is a file."""

LEADS_ON = {"join.start"}
"""What shows nothing of its own."""

ANSWERS = {200, 403, 404, 409}


def is_page(rule: Rule) -> bool:
    """Return whether there is something to look at."""
    picture = rule.rule.endswith((".jpg", ".png", ".svg"))
    known = rule.endpoint in NO_PAGES | LEADS_ON
    return "GET" in (rule.methods or ()) and not picture and not known


def test_every_page_is_looked_at(tmp_path: Path) -> None:
    pages: set[str] = set()
    seen: set[str] = set()
    for name, chapter in CHAPTERS.items():
        with company(tmp_path / name, EDITIONS["en"]) as at:
            app = at.room.app
            pages |= {rule.rule for rule in app.url_map.iter_rules() if is_page(rule)}
            for look in chapter(at):
                with app.test_request_context(look.path) as asked:
                    seen |= {rule.rule} if (rule := asked.request.url_rule) else set()
                client = at.room.client(look.token or None)
                if not look.sent:
                    answer = client.get(look.path, follow_redirects=True)
                    assert answer.status_code in ANSWERS, look
    assert pages - seen == set()


@pytest.mark.parametrize("size", FORMATS)
def test_no_photo_is_lost_between_sheets(size: str) -> None:
    how = FORMATS[size]
    photos = [
        Photo(str(n), Image.new("RGB", (how.width, 200 + 70 * n), (n, 0, 0)), 10) for n in range(20)
    ]
    laid = list(sheets(photos, how))
    colours = {pixel for one in laid for _, pixel in one.getcolors(one.width * one.height) or []}
    assert {(n, 0, 0) for n in range(20)} <= colours
    assert all(one.width < 2000 for one in laid)
    assert all(one.height <= SHEET_HEIGHT for one in laid)
