"""Every parameter of an edition makes a difference: some rule reads it."""

import ast
from collections.abc import Iterator

from companion.editions.parameters import Parameters
from tests.support.repository import ROOT

READERS = ("companion/rules/*.py", "companion/game/*.py", "companion/editions/model.py")
HOLDERS = ("rules", "parameters")  # what parameters are called where they are read


def parameters_read(source: str) -> Iterator[str]:
    """Yield every NAME in `rules.NAME`, `state.rules.NAME` or `edition.parameters.NAME`."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute):
            match node.value:
                case ast.Name(id=holder) | ast.Attribute(attr=holder) if holder in HOLDERS:
                    yield node.attr


def test_every_parameter_is_read_by_a_rule() -> None:
    sources = [file.read_text() for files in READERS for file in ROOT.glob(files)]
    read = {name for source in sources for name in parameters_read(source)}
    assert [name for name in Parameters.__struct_fields__ if name not in read] == []


def test_a_parameter_that_is_only_named_does_not_count_as_read() -> None:
    source = "fine = state.rules.jail_fine\nprint('jail_turns', player.jail_turns)"
    assert list(parameters_read(source)) == ["jail_fine"]
