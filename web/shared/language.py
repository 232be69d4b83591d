"""Languages of the pages: standard `gettext`, one catalogue each; English stands in the source.

A catalogue is `web/translations/<code>/LC_MESSAGES/companion.po`, and beside it `rules.po` for what
the rulebooks say; `make messages` makes the `.mo` of both that are read here. Phones, table screen
and print may differ at the same time, so nothing here is global: who speaks is handed along.
"""

import gettext
from collections.abc import Mapping
from pathlib import Path

from werkzeug.datastructures import LanguageAccept

from companion.sayings.said import marked as _

FOLDER = Path(__file__).parents[1] / "translations"
DOMAIN, RULES = "companion", "rules"
SOURCE = "en"

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
