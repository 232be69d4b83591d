"""The table of what the lamps say: each pattern's rhythm, drawn from its data, and its meaning."""

from companion.sayings.lamps import LAMPS
from hardware.patterns import NOTHING, PATTERNS, Pattern
from tests.docs.tables import table
from web.shared.language import catalogues

_STEP_MS, _LENGTH_MS = 60, 1800

SHOWN = tuple(PATTERNS[name] for name in LAMPS if name in PATTERNS)

_HEADS = {
    "en": ("the lamp, for 1.8 seconds", "it says"),
    "de": ("die Lampe, 1,8 Sekunden lang", "sie sagt"),
    "it": ("la luce, per 1,8 secondi", "che cosa dice"),
    "ru": ("лампа в течение 1,8 секунды", "что она говорит"),
}


def lamps(code: str) -> str:
    """Return the table in one language, by its code."""
    say = catalogues()[code].gettext
    rows = [(f"`{rhythm(pattern)}`", say(LAMPS[pattern.name])) for pattern in (*SHOWN, NOTHING)]
    return table(_HEADS[code], rows)


def rhythm(pattern: Pattern) -> str:
    """Return a pattern as it looks, a character for each 60 ms."""
    return "".join("█" if pattern.lit(ms) else "·" for ms in range(0, _LENGTH_MS, _STEP_MS))
