"""What the lamps say, as a table, and their rhythms as a style sheet: both of the same data."""

from collections.abc import Iterator

from companion.sayings.lamps import LAMPS
from hardware.patterns import NOTHING, PATTERNS, Pattern
from tests.docs.tables import table
from web.shared.language import catalogues

_STEP_MS, _LENGTH_MS = 60, 1800

SHOWN = tuple(PATTERNS[name] for name in LAMPS if name in PATTERNS)

REST = 0.15
"""How much of a drawn lamp is seen while it is dark."""

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


def stylesheet() -> str:
    """Return the rhythms for the lamps that pages draw; who wants no motion has none."""
    lines = [
        "/* Made of hardware/patterns.py by `make docs`: each drawn lamp in its rhythm. */",
        "@media (prefers-reduced-motion: no-preference) {",
    ]
    for pattern in (*PATTERNS.values(), NOTHING):
        if pattern.changes_in(0) is not None:
            name, seconds = f"lamp-{pattern.name}", f"{pattern.period / 1000:g}s"
            lines += (
                f"  .lamp.{pattern.name} {{ animation: {name} {seconds} step-end infinite; }}",
                f"  @keyframes {name} {{ {' '.join(_frames(pattern))} }}",
            )
    return "\n".join((*lines, "}")) + "\n"


def _frames(pattern: Pattern) -> Iterator[str]:
    at = 0
    for on, off in pattern.steps:
        for seen, lasts in (("1", on), (f"{REST:g}", off)):
            yield f"{100 * at / pattern.period:.4g}% {{ opacity: {seen}; }}"
            at += lasts
