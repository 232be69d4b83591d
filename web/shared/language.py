"""Languages of the pages: standard `gettext`, one catalogue each; English stands in the source.

A catalogue is `web/translations/<code>/LC_MESSAGES/companion.po`, and beside it `rules.po` for what
the rulebooks say; `make messages` makes the `.mo` of both that are read here. Phones, table screen
and print may differ at the same time, so nothing here is global: who speaks is handed along.
"""

import gettext
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from flask import Flask, request
from werkzeug.datastructures import LanguageAccept

from companion.sayings.said import marked as _
from web.shared.broken import failed_of

FOLDER = Path(__file__).parents[1] / "translations"
DOMAIN, RULES = "companion", "rules"
SOURCE = "en"

LOOK = "look"
"""The cookie of a phone's own type, contrast and language: words with dots between."""

OWN_NAME = _("English")
"""Each catalogue has the name of its language here, in that language."""


def catalogues(folder: Path = FOLDER) -> Mapping[str, gettext.NullTranslations]:
    """Return the catalogue of each language there is, English among them."""
    found: dict[str, gettext.NullTranslations] = {SOURCE: gettext.NullTranslations()}
    for path in sorted(folder.glob(f"*/LC_MESSAGES/{DOMAIN}.mo")):
        code = path.parent.parent.name
        found[code] = gettext.translation(DOMAIN, folder, [code])
        found[code].add_fallback(gettext.translation(RULES, folder, [code], fallback=True))
    return found


def own_names(there: Mapping[str, gettext.NullTranslations]) -> dict[str, str]:
    """Return the name of each language, in that language, by its code."""
    return {code: one.gettext(OWN_NAME) for code, one in there.items()}


def best(accepted: LanguageAccept, there: Mapping[str, gettext.NullTranslations]) -> str:
    """Return the language of *there* that a browser likes best, whatever its country."""
    wanted = (code.replace("_", "-").partition("-")[0].lower() for code, _quality in accepted)
    return next((code for code in wanted if code in there), SOURCE)


def chosen(there: Mapping[str, gettext.NullTranslations]) -> str:
    """Return the language of the one who asks: chosen on that phone, or as it is set."""
    wanted = (word for word in request.cookies.get(LOOK, "").split(".") if word in there)
    return next(wanted, None) or best(request.accept_languages, there)


def speak(app: Flask, heard: Callable[[], gettext.NullTranslations]) -> None:
    """Let the templates of *app* speak the reader's language; *heard*: returns its catalogue."""
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True

    def translated(sentence: str) -> str:
        return heard().gettext(sentence)

    def counted(one: str, many: str, number: int) -> str:
        return heard().ngettext(one, many, number)

    env: Any = app.jinja_env  # the extension adds the method that this calls
    env.install_gettext_callables(translated, counted, newstyle=True)
    app.jinja_env.globals["failure"] = lambda status: translated(failed_of(status)[1])
