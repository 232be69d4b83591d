"""The sentences of sayings, pages and editions, and the catalogues that translate them.

`python -m tests.support.messages` (`make messages`) takes new sentences into each catalogue's
`.po`, drops those that are gone, compiles them, and names what waits for a translator. What the
rulebooks say stands in catalogues of its own.
"""

import io
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import product
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from companion.editions.load import edition_ids, load_edition, load_rulebook
from tests.support.repository import ROOT
from web.shared.language import DOMAIN, FOLDER, RULES

LANGUAGES = tuple(sorted(path.name for path in FOLDER.iterdir()))
"""A new one begins as a folder."""

_SPEAKERS = (
    "speaker.py",
    "accounts/explainer.py",
    "accounts/headlines.py",
    "accounts/deed_figures.py",
    "accounts/effects.py",
    "accounts/options.py",
    "voice/prompts.py",
    "disputes/comparison.py",
    "voice/croupier.py",
)
_SAID = [(name, "python") for name in ("sayings/**.py", *_SPEAKERS)]
_SHOWN = [("**.py", "python"), ("**.html", "jinja2.ext:babel_extract")]
_KEYWORDS = {"_": None, "gettext": None, "ngettext": (1, 2), "count": (1, 2), "counted": (1, 2)}
_SLOT = re.compile(r"\{\w+(?::\w+)?\}|%\(\w+\)s|</?\w+>")
_FORM = re.compile(r":\w+\}")  # of a fact that is heard: `{n:f}`, `{amount:given}`
_ALWAYS = datetime(2026, 1, 1, tzinfo=UTC)  # a date that changed would be all that changes

Text = str | tuple[str, ...] | list[str]


def sentences(domain: str = DOMAIN) -> Catalog:
    """Return all sentences that the pages, or rulebooks, may say, in English."""
    return _said_by_rulebooks() if domain == RULES else _said_by_pages()


def _said_by_rulebooks() -> Catalog:
    found = Catalog()
    for edition in edition_ids():
        for rule in load_rulebook(edition).rules:
            for text in filter(None, (rule.says, rule.rests_on)):
                found.add(text, auto_comments=[rule.id])
    return found


def _said_by_pages() -> Catalog:
    found = Catalog()
    for room, how in ((ROOT / "companion", _SAID), (ROOT / "web", _SHOWN)):
        for name, _line, text, *_ in extract_from_dir(room, how, keywords=_KEYWORDS):
            if text and text != ("", ""):
                found.add(text, locations=[(name, 0)])
    for edition in map(load_edition, edition_ids()):
        if edition.language == "en":
            words = edition.words
            for text in (*edition.colours.values(), words["station"], words["utility"]):
                found.add(text, locations=[(edition.id, 0)])
    return found


def path_of(language: str, domain: str = DOMAIN) -> Path:
    """Return a language's catalogue as people write it."""
    return FOLDER / language / "LC_MESSAGES" / f"{domain}.po"


def catalogue(language: str, domain: str = DOMAIN) -> Catalog:
    """Return a language's catalogue."""
    path = path_of(language, domain)
    if not path.exists():
        return Catalog(locale=language, domain=domain, project="companion")
    with path.open("rb") as file:
        return read_po(file, locale=language, domain=domain)


def compiled(of: Catalog) -> bytes:
    """Return a catalogue as gettext reads it."""
    out = io.BytesIO()
    write_mo(out, of)
    return out.getvalue()


def missing(of: Catalog, source: Catalog) -> list[str]:
    """Return the sentences of *source* that a catalogue does not say, all forms of each."""
    return [_first(one.id) for one in _said(source) if not _is_whole(of, one.id)]


def gone(of: Catalog, source: Catalog) -> list[str]:
    """Return the sentences of a catalogue that nobody says any more."""
    return [_first(one.id) for one in _said(of) if one.id not in source]


def wrong(of: Catalog) -> list[str]:
    """Return the sentences whose translation has other facts or other markup in it."""
    return [
        _first(one.id)
        for one in _said(of)
        if one.string
        and any(_slots(form) != _slots(_last(one.id)) for form in _forms(one.string) if form)
    ]


def update(language: str, domain: str = DOMAIN) -> list[str]:
    """Bring a catalogue up to the sentences there are; return what it does not say yet."""
    kept, source = catalogue(language, domain), sentences(domain)
    kept.update(source, no_fuzzy_matching=True)
    kept.obsolete.clear()
    kept.creation_date = kept.revision_date = _ALWAYS
    path = path_of(language, domain)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, kept, width=100, no_location=True, sort_output=True)
    path.with_suffix(".mo").write_bytes(compiled(kept))
    return missing(kept, source)


def _said(of: Catalog) -> Iterator[Message]:
    return (message for message in of if message.id)


def _is_whole(of: Catalog, text: Text) -> bool:
    message = of.get(text)
    if message is None or message.fuzzy:
        return False
    forms = _forms(message.string)
    return all(forms) and len(forms) == (of.num_plurals if isinstance(text, tuple | list) else 1)


def _forms(text: Text | None) -> tuple[str, ...]:
    return (text or "",) if isinstance(text, str | None) else tuple(text)


def _first(text: Text) -> str:
    return _forms(text)[0]


def _last(text: Text) -> str:
    return _forms(text)[-1]


def _slots(text: str) -> list[str]:
    return sorted(_FORM.sub("}", slot) for slot in _SLOT.findall(text))


if __name__ == "__main__":
    for language, domain in product(LANGUAGES, (DOMAIN, RULES)):
        waiting = update(language, domain)
        print(f"{language}, {domain}: {len(waiting)} sentences wait for a translator")
        for sentence in waiting:
            print(f"  {sentence}")
