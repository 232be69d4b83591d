"""Paper and label sheets."""

import pytest

from cards_qr.printing.formats import LabelGrid, free_grid, label_sheets, labels_named, paper_named
from companion.errors import SheetError

SHEETS = dict(label_sheets())


def test_there_are_a_dozen_label_sheets_for_either_paper() -> None:
    papers = [grid.paper.name for grid in SHEETS.values()]
    assert papers.count("a4") >= 12
    assert papers.count("letter") >= 4


@pytest.mark.parametrize("name", SHEETS)
def test_labels_lie_on_their_paper_and_apart(name: str) -> None:
    grid = SHEETS[name]
    corners = [grid.corner(place) for place in range(grid.count)]
    assert min(x for x, _y in corners) >= 0
    assert min(y for _x, y in corners) >= -1e-6
    assert max(x for x, _y in corners) + grid.width <= grid.paper.width + 1e-6
    assert max(y for _x, y in corners) + grid.height <= grid.paper.height + 1e-6
    assert grid.pitch_x >= grid.width
    assert grid.pitch_y >= grid.height
    assert labels_named(f"label:{name.lower()}") == grid


@pytest.mark.parametrize("name", SHEETS)
def test_the_place_behind_the_place_behind_is_the_place(name: str) -> None:
    grid = SHEETS[name]
    for place in range(grid.count):
        left, foot = grid.corner(place)
        right, behind = grid.corner(grid.behind(place))
        assert left + grid.width + right == pytest.approx(grid.paper.width)
        assert foot == behind
        assert place == grid.behind(grid.behind(place))


def test_a_wrong_name_lists_those_there_are() -> None:
    with pytest.raises(SheetError, match=r"of this name: l9999.*L7160/J8160.*5160") as caught:
        labels_named("label:L9999")
    assert "\n" not in str(caught.value)
    with pytest.raises(SheetError, match=r"no paper of this name: a7.*a4, letter"):
        paper_named("a7")


def test_a_blank_sheet_keeps_its_margins() -> None:
    paper = paper_named("A4")
    grid = free_grid(paper, (18, 25), gap=2, margin=8, head=10, foot=12)
    assert isinstance(grid, LabelGrid)
    assert (grid.columns, grid.rows) == (9, 9)
    assert grid.left >= 8
    assert grid.corner(grid.count - 1)[1] >= 20
    with pytest.raises(SheetError, match="does not fit on a4"):
        free_grid(paper, (250, 25), gap=2, margin=8)
