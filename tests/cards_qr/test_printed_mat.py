"""The mat's patches in print lie where the camera looks for them."""

import numpy as np
import pytest

from calibration.mat import A3, ZoneMm
from cards_qr.printing.formats import paper_named
from cards_qr.printing.mat import mat_sheets
from cards_qr.printing.words import words_in
from tests.support.printed import Grey, Printed

DPI = 96


@pytest.mark.parametrize("language", ["en", "ru"])
def test_patches_are_printed_in_their_grey_and_nothing_over_them(language: str) -> None:
    content, _ = mat_sheets(paper_named("a3"), title="x", words=words_in(language))
    grey = Printed(content).grey(DPI)
    for patch in A3.patches:
        inside = cut(grey, patch.zone)
        assert np.abs(inside.astype(int) - patch.grey).max() <= 3
    for square in A3.focus:
        assert np.mean(cut(grey, square)) == pytest.approx(127.5, abs=4)


def cut(grey: Grey, zone: ZoneMm) -> Grey:
    """Return the inside of a zone, half a millimetre within its edges."""
    scale = DPI / 25.4
    top, bottom = A3.depth - zone.near - zone.depth + 0.5, A3.depth - zone.near - 0.5
    rows = slice(round(top * scale), round(bottom * scale))
    left, right = zone.left + 0.5, zone.left + zone.width - 0.5
    return grey[rows, round(left * scale) : round(right * scale)]


@pytest.mark.parametrize(("paper", "pages"), [("a3", 1), ("a4", 2), ("letter", 4)])
def test_the_mat_says_which_field_is_which_and_how_its_pieces_join(paper: str, pages: int) -> None:
    content, _ = mat_sheets(paper_named(paper), title="x", words=words_in("en"))
    printed = Printed(content)
    said = [printed.text(page) for page in range(pages)]
    assert any("Dice:throwtheminhere" in text for text in said)
    assert any("Deeds:laythemin" in text for text in said)
    joins = [f"{page + 1}of{pages}:" in text for page, text in enumerate(said)]
    assert joins == [pages > 1] * pages
