"""A template's line holds one idea, and can be read without scrolling sideways."""

from tests.support.repository import ROOT, tracked

LINE = 120  # characters


def test_no_line_of_a_template_is_too_long() -> None:
    templates = [file for file in tracked() if file.suffix == ".html"]
    assert len(templates) > 40
    long = [
        f"{file.relative_to(ROOT)}:{number}"
        for file in templates
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1)
        if len(line) > LINE
    ]
    assert long == []
