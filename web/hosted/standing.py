"""The page that a router shows by itself while nobody answers: whole, in each language."""

from collections.abc import Mapping
from gettext import NullTranslations
from html import escape

from companion.sayings.said import marked as _
from web.hosted.lost import BY_ITSELF, TITLE
from web.shared.broken import AWAY
from web.shared.language import catalogues

CLUB_AWAY = _("The club’s pages cannot be reached just now. The tables play on.")
"""Said where it is the hub that does not answer."""

LOOK = "font:1.25rem system-ui;max-width:30rem;margin:3rem auto;color-scheme:light dark"


def standing_pages(again: str, words: str = AWAY) -> Mapping[str, str]:
    """Return the page by language, English first.

    No page has a double quotation mark or a dollar in it.

    Args:
        again: stands where it says when it asks anew.
        words: what is away.
    """
    return {code: _page(code, one, again, words) for code, one in catalogues().items()}


def _page(code: str, there: NullTranslations, again: str, words: str) -> str:
    title, away, itself = (escape(there.gettext(one)) for one in (TITLE, words, BY_ITSELF))
    return (
        f"<!doctype html><html lang='{code}'><meta charset='utf-8'><title>{title}</title>"
        "<meta name='viewport' content='width=device-width, initial-scale=1'>"
        f"<meta http-equiv='refresh' content='{again}'><body style='{LOOK}'>"
        f"<h1>{title}</h1><p role='alert'>{away}</p><p>{itself}</p>"
    )
