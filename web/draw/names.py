"""Names made to fit: broken into lines, then set as large as their space allows."""

import re
from collections.abc import Iterator
from functools import lru_cache, partial
from itertools import combinations, pairwise

import msgspec

NARROW = frozenset("fijlrtIJ.,'’:;!|()[] -‐/")
WIDE = frozenset("mwMWЖШЩЮжшщюмМДФ@%")
VOWELS = frozenset("aeiouyäöüàèéìòùAEIOUYаеёиоуыэюяАЕЁИОУЫЭЮЯ")
ONSET = re.compile(
    "[bcfgkps]l|[bcdfgkptw]r|[cpst]h|kn|qu|s[kmnptw]|str|t?sch"
    "|[бвгзкмпсфхчш]л|[бвгджзкмпстфх]р|[гдзкмпс]н|[гдзксхцш]в|зд|с[кпмтх]|стр|ш[кпт]|пт|чт",
    re.IGNORECASE,
)
"""Consonants with which words begin: a word is broken before them, not within."""
LINE = 1.16  # line height, in sizes of type
LONG_WORD = 8  # letters from which on a word may be broken


class Lines(msgspec.Struct, frozen=True):
    """A name in lines, and the size of its type."""

    lines: tuple[str, ...]
    size: float


@lru_cache(maxsize=1024)  # the names of a board are the same at every drawing
def fitted(name: str, width: float, height: float, largest: float) -> Lines:
    """Return *name* as large as it can stand in *width* x *height*; broken words only if it helps.

    A break inside a word counts as a loss of 25 % in size: it is made for a clear gain only.
    """
    best, best_worth = Lines((name,), 0.0), (0.0, 0.0)
    for lines, breaks in _layouts(name):
        widest = max(_width(line) for line in lines)
        size = min(largest, width / widest, height / (LINE * len(lines)))
        # Of two equally large ones the narrower, unless it takes more lines to little use.
        worth = (round(size * 0.75**breaks, 3), -widest - 4 * len(lines))
        if worth > best_worth:
            best, best_worth = Lines(lines, round(size, 2)), worth
    return best


def softened(name: str) -> str:
    """Return *name* with soft hyphens where a long word may be broken."""
    halves = ((word, _broken(word)) for word in name.split())
    return " ".join(f"{two[0][:-1]}\u00ad{two[1]}" if two else word for word, two in halves)


def _layouts(name: str) -> Iterator[tuple[tuple[str, ...], int]]:
    words = name.split()
    yield from ((lines, 0) for lines in _lines(words))
    for n, word in enumerate(words):
        halves = _broken(word)
        if halves:
            pieces = [*words[:n], *halves, *words[n + 1 :]]
            yield from ((lines, 1) for lines in _lines(pieces) if _halves_apart(lines, halves))


def _lines(words: list[str]) -> Iterator[tuple[str, ...]]:
    """Yield every way to set *words* in up to four lines."""
    gaps = range(1, len(words))
    for count in range(min(4, len(words))):
        for cuts in combinations(gaps, count):
            edges = (0, *cuts, len(words))
            yield tuple(" ".join(words[a:b]) for a, b in pairwise(edges))


def _halves_apart(lines: tuple[str, ...], halves: tuple[str, str]) -> bool:
    return any(line.endswith(halves[0]) for line in lines)


def _broken(word: str) -> tuple[str, str] | None:
    """Return a long word in two, before what may begin a syllable, as near its middle as can be."""
    places = [n for n in map(partial(_onset, word), range(len(word))) if 3 <= n < len(word) - 2]
    if len(word) < LONG_WORD or not places or not word.isalpha():
        return None
    place = min(places, key=lambda n: abs(n - len(word) / 2))
    return f"{word[:place]}-", word[place:]


def _onset(word: str, vowel: int) -> int:
    """Return where the syllable of a vowel begins; 0 where none begins with a consonant."""
    if word[vowel] not in VOWELS or vowel == 0 or word[vowel - 1] in VOWELS:
        return 0
    starts = (n for n in range(max(vowel - 4, 0), vowel) if ONSET.fullmatch(word, n, vowel))
    return next(starts, vowel - 1)


def _width(text: str) -> float:
    """Return about how wide *text* is, in sizes of type; semi-bold, whatever the face."""
    return sum(
        0.4 if c in NARROW else 0.98 if c in WIDE else 0.8 if c.isupper() else 0.65 for c in text
    )
