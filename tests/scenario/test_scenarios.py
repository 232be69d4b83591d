"""Every scenario file passes and is named after a rule that it shows."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.editions.load import edition_ids, load_rulebook
from companion.scenario import play_file, scenario_files
from tests.support.repository import ROOT

FOLDER = ROOT / "tests" / "scenarios"
NAME = re.compile(r"(?P<rule>[a-z]+-\d\d)(-[a-z0-9]+)*")  # TOPIC-NN or TOPIC-NN-slug


def files() -> Iterator[Path]:
    """Yield all scenario files."""
    yield from scenario_files([FOLDER])


def name_of(file: Path) -> str:
    """Return how a file is called in pytest's report."""
    return str(file.relative_to(FOLDER).with_suffix(""))


@pytest.mark.parametrize("file", [*files()], ids=name_of)
def test_scenario(file: Path) -> None:
    (result,) = play_file(file)
    assert result.passed, f"{result.title}: step {result.step}: {result.why}"
    assert result.edition == file.parent.name
    if file.stem.startswith("examined-"):  # an unusual situation, whatever rules it is about
        book = load_rulebook(result.edition)
        cited = {rule.id for key in result.cites for rule in book.told(key)}
        assert result.rules
        assert set(result.rules) <= cited
        return
    named = NAME.fullmatch(file.stem)
    assert named, "a scenario is called TOPIC-NN or TOPIC-NN-slug"
    if file.stem.startswith("meeting-"):  # of rules of several topics
        assert len({rule_id.rpartition("-")[0] for rule_id in result.rules}) > 1
    else:
        assert f"{result.edition}/{named['rule']}" in result.rules


def test_every_edition_has_scenarios() -> None:
    counts = {room.name: len(list(room.glob("*.toml"))) for room in FOLDER.iterdir()}
    assert counts.keys() == set(edition_ids())
    assert min(counts.values()) >= 200
