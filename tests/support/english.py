"""What on a page in another language is English: said by its small words, which no other has."""

import re
from functools import cache
from html.parser import HTMLParser

from companion.editions.load import edition_ids, load_edition

SMALL = frozenset(
    [
        "the",
        "is",
        "are",
        "this",
        "that",
        "these",
        "there",
        "here",
        "with",
        "of",
        "and",
        "cannot",
        "not",
        "been",
        "to",
        "it",
        "its",
        "for",
        "has",
        "have",
        "had",
        "by",
        "from",
        "which",
        "what",
        "who",
        "when",
        "your",
        "at",
        "into",
        "every",
        "each",
        "must",
        "should",
        "does",
        "did",
        "but",
        "their",
        "they",
        "them",
        "our",
        "we",
        "mean",
        "record",
        "at",
        "least",
        "at",
        "most",
    ]
)
"""Words without which hardly an English sentence gets along."""

QUOTED = frozenset({"You are under arrest"})
"""Names that rulebooks quote, and that stand on no board."""

_EDGES = re.compile(r"^\W+|\W+$")  # of a word; what is within, a path say, stays one
_ALONE = frozenset({"area", "br", "hr", "img", "input", "link", "meta", "wbr"})
_HEARD = frozenset({"alt", "aria-label", "placeholder", "title"})


def english(html: str) -> list[str]:
    """Return each piece of a page that reads as English, but for what says its own language."""
    return [piece for piece in pieces(html) if is_english(piece)]


def pieces(html: str) -> list[str]:
    """Return what stands on a page, piece by piece, but for what says its own language."""
    page = _Page()
    page.feed(html)
    return page.pieces


def is_english(words: str) -> bool:
    """Return whether a small English word is among these."""
    return not SMALL.isdisjoint(_EDGES.sub("", word) for word in words.lower().split())


def nameless(text: str) -> str:
    """Return a text without the names of boards, which are alike in all languages."""
    return _names().sub(" ", text)


@cache
def _names() -> re.Pattern[str]:
    names = {space.name for e in edition_ids() for space in load_edition(e).spaces} | QUOTED
    return re.compile("|".join(map(re.escape, sorted(names, key=len, reverse=True))))


class _Page(HTMLParser):
    """Collects what people see and what is read out to them."""

    def __init__(self) -> None:
        super().__init__()
        self.pieces: list[str] = []
        self._within: list[tuple[str, bool]] = []  # tags, and whether they are another's language

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Go into an element."""
        foreign = tag in ("script", "style") or (tag != "html" and "lang" in dict(attrs))
        if tag not in _ALONE:
            self._within.append((tag, foreign))
        for name, value in attrs:
            if name in _HEARD and not foreign:
                self._note(value or "")

    def handle_endtag(self, tag: str) -> None:
        """Leave it, and what was never closed in it."""
        while self._within and self._within.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        """Take a text."""
        self._note(data)

    def _note(self, words: str) -> None:
        if words.strip() and not any(foreign for _, foreign in self._within):
            self.pieces.append(" ".join(words.split()))
