"""Every scenario file passes in each of its editions, and is found by its rule and situation."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from unicodedata import normalize

import pytest

from companion.editions.load import edition_ids
from companion.scenario import play_file, scenario_files
from companion.scenario.file import parsed
from tests.support.scenarios import FOLDER, texts_of

LONGEST = 64  # signs of a file's name
SMALL = {
    *("a", "an", "the", "his", "its", "their", "it", "he", "they", "who", "which", "that", "what"),
    *("and", "or", "but", "nor", "as", "than", "when", "where", "while", "until", "before", "if"),
    *("at", "by", "for", "from", "in", "into", "of", "on", "to", "with", "without", "after"),
    *("is", "are", "be", "was", "were", "has", "have", "does", "not", "no", "one", "so", "then"),
}
"""Words with which no name ends."""


def files() -> Iterator[Path]:
    """Yield all scenario files."""
    yield from scenario_files([FOLDER])


def name_of(file: Path) -> str:
    """Return how a file is called in pytest's report."""
    return str(file.relative_to(FOLDER).with_suffix(""))


def called(title: str) -> str:
    """Return the name of a file with this title: its words, as many as fit and say something."""
    plain = normalize("NFKD", re.sub(r"['’](?=s\b)", "", title.lower()).replace("ß", "ss"))
    words: list[str] = re.findall(r"[a-z0-9]+", plain.encode("ascii", "ignore").decode())
    kept = len(words)
    while len("-".join(words[:kept])) > LONGEST:
        kept -= 1
        while words[kept - 1] in SMALL:
            kept -= 1
    return "-".join(words[:kept])


@pytest.mark.parametrize("file", [*files()], ids=name_of)
def test_scenario(file: Path) -> None:
    """It stands in its first rule's folder; the referee rests on the rules that it names.

    A house rule or a variant may be just that a rule does not hold.
    """
    raw = parsed(file.read_text())
    results = play_file(file)
    for result in results:
        assert result.passed, f"{result.title}: {result.edition}, step {result.step}: {result.why}"
    assert raw["rules"][0].partition("/")[0] == file.parent.name
    if not raw.get("house") and not raw.get("variants"):
        assert set(raw["rules"]) <= {key for result in results for key in result.cites}
    others = f"-in-{results[0].edition}"  # another file of this title is for other editions
    assert called(raw["title"]) == file.stem.removesuffix(others)


def test_one_situation_is_one_file() -> None:
    """No edition has two scenarios of one title in a folder."""
    for edition_id in edition_ids():
        texts = texts_of(edition_id)
        titles = Counter((file.parent.name, parsed(text)["title"]) for file, text in texts.items())
        assert [title for title, count in titles.items() if count > 1] == []


def test_every_edition_has_scenarios() -> None:
    assert min(len(texts_of(edition_id)) for edition_id in edition_ids()) >= 200
