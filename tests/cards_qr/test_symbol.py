"""The modules of a tag, and its drawing."""

import numpy as np
import pytest
from qrcode.constants import ERROR_CORRECT_L
from qrcode.main import QRCode

from cards_qr.symbol import MASKS, modules, side_of, steady
from cards_qr.tag import Q
from cards_qr.tag_drawing import QUIET_ZONE, draw_tag, sticker_modules
from tests.support.keyrings import known_keyring

TEXT = "HTTP://M.LOCAL/2D004GYHWX"


@pytest.mark.parametrize("mask", range(MASKS))
def test_the_symbol_is_what_the_library_draws_with_that_mask(mask: int) -> None:
    code = QRCode(1, ERROR_CORRECT_L, border=0, mask_pattern=mask)
    code.add_data(TEXT, optimize=0)
    code.make(fit=False)
    assert np.array_equal(np.array(code.modules, bool), modules(TEXT, 1, "L", mask))


@pytest.mark.parametrize("version", [1, 2])
def test_the_steady_modules_are_the_same_in_every_symbol(version: int) -> None:
    where, dark = steady(version)
    for mask in range(MASKS):
        symbol = modules("M002D0006YAFHRE1", version, "Q", mask)
        assert np.array_equal(dark[where], symbol[where])


def test_a_text_that_is_too_long_is_refused() -> None:
    with pytest.raises(ValueError, match="too long"):
        modules("A" * 26, 1, "L", 0)


def test_a_drawing_has_its_quiet_zone_and_its_modules() -> None:
    tag = known_keyring(profile=Q).tags[0]
    drawn = draw_tag(tag, 5)
    assert (sticker_modules(tag) * 5,) * 2 == drawn.shape
    edge = QUIET_ZONE * 5
    assert (drawn[:edge] == 255).all()
    middles = drawn[edge + 2 : -edge : 5, edge + 2 : -edge : 5]
    assert np.array_equal(middles == 0, modules(tag.text, tag.version, tag.level, tag.mask))
    assert side_of(1) == 21
