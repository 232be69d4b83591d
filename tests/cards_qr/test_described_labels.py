"""Label sheets that somebody describes who holds one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards_qr.printing.described_labels import EXAMPLE, labels_described
from cards_qr.printing.order import stock_named
from companion.errors import SheetError


def test_a_sheet_is_as_it_was_described() -> None:
    paper, grid = stock_named(EXAMPLE)
    assert grid is not None
    assert paper == grid.paper
    assert (grid.columns, grid.rows, grid.left, grid.top) == (7, 10, 8.0, 10.0)
    assert grid.corner(0) == pytest.approx((8.0, 297.0 - 10.0 - 25.4))
    assert grid.corner(8) == pytest.approx((36.0, 297.0 - 10.0 - 28.0 - 25.4))
    assert grid.labels


@pytest.mark.parametrize(
    ("text", "columns", "rows", "paper"),
    [
        ("label:19x19", 11, 15, "a4"),
        ("label:19.05x19.05,pitch=22.2x22.2,paper=letter", 9, 12, "letter"),
        ("label:25x25,pitch=27x27,columns=7,rows=10", 7, 10, "a4"),
        ("LABEL:35 x 35, pitch=37x38, left=10, top=12", 5, 7, "a4"),
    ],
)
def test_what_is_left_out_is_as_on_most_sheets(
    text: str, columns: int, rows: int, paper: str
) -> None:
    grid = labels_described(text)
    assert (grid.columns, grid.rows, grid.paper.name) == (columns, rows, paper)
    if "left" not in text:
        right = grid.paper.width - grid.corner(grid.count - 1)[0] - grid.width
        assert right == pytest.approx(grid.left)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "label:25x25,pitch=20x27",
            "Labels of 25 mm would overlap: the next one begins after 20 mm: columns",
        ),
        ("label:25x25,pitch=27x20", "the next one begins after 20 mm: rows"),
        ("label:25x25,columns=9", "9 labels of 25 mm reach 7.5 mm beyond the 210 mm of the paper"),
        ("label:25x25,left=200", "1 labels of 25 mm reach 15 mm beyond"),
        ("label:250x25", "1 labels of 250 mm reach 20 mm beyond"),
        ("label:2x25", "too small for a tag"),
        ("label:0x25", "too small for a tag"),
        ("label:25x25,pitch=0x27", "too small for a tag"),
        ("label:25x25,rows=0", "Not understood: 0: no number of rows"),
        ("label:25x25,rows=many", "many: no number of rows"),
        ("label:25x25,pitch=27", "27: no size in mm of pitch"),
        ("label:25x25,top=-3", "-3: no millimetres of top"),
        ("label:25x25,gap=3", "Not understood: gap=3. In millimetres"),
        ("label:25x25,left", "Not understood: left."),
        ("label:25x25,left=3,left=4", "Said twice: left."),
        ("label:25x25,paper=b5", "There is no paper of this name: b5. There are: a4"),
        ("label:25,4x25,4", "There is no label sheet of this name: 25,4x25,4."),
        ("label:25x25cm", "25x25cm: no size in mm of a label"),
    ],
)
def test_an_impossible_sheet_is_refused_in_one_line(text: str, words: str) -> None:
    with pytest.raises(SheetError) as caught:
        stock_named(text)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
    assert caught.value.mend


sizes = st.floats(1, 120).map(lambda size: round(size, 1))
pairs = st.tuples(sizes, sizes)


@given(pairs, pairs, st.tuples(st.integers(0, 40), st.integers(0, 40)))
def test_what_is_accepted_lies_on_the_paper_and_apart(
    size: tuple[float, float], pitch: tuple[float, float], margins: tuple[int, int]
) -> None:
    left, top = margins
    text = f"label:{size[0]}x{size[1]},pitch={pitch[0]}x{pitch[1]},left={left},top={top}"
    try:
        grid = labels_described(text)
    except SheetError:
        return
    corners = [grid.corner(place) for place in range(grid.count)]
    assert max(x for x, _y in corners) + grid.width <= grid.paper.width + 0.31
    assert min(y for _x, y in corners) >= -0.31
    assert grid.pitch_x >= grid.width
    assert grid.pitch_y >= grid.height
