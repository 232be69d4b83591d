"""Symbols that show no outline are found by how lively their place is."""

import numpy as np
import pytest

from cards_qr.candidates import Level
from cards_qr.decoders import Decoders
from cards_qr.liveliness import lively_squares, middle_side, shapes_of
from cards_qr.tag_reader import TagReader
from cards_qr.templates import templates_of
from tests.benchmarks.tags.hard_light import steep_fan
from tests.benchmarks.tags.prints import set_of
from tests.support.keyrings import known_keyring
from tests.support.tag_frames import ScanField

NONE = np.zeros((0, 4, 2))


def test_a_shape_is_how_a_square_looks_whatever_its_turn() -> None:
    square = np.array([[-1.0, -1], [1, -1], [1, 1], [-1, 1]])
    flat = np.array([[10.0, 0], [0, 6]])
    for degrees in (0, 20, 75):
        angle = np.deg2rad(degrees)
        turned = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        shapes = shapes_of((square @ (flat @ turned).T + 50)[None], 24)
        assert np.allclose(flat, shapes[0])
        assert middle_side(shapes) == pytest.approx(2 * 60**0.5)
    assert np.array_equal([[[12, 0], [0, 12]]], shapes_of(NONE, 24))


@pytest.mark.parametrize("turn", [0, 33, 90, 160, 290])
def test_a_lively_place_is_tried_in_the_turn_of_its_symbol(turn: float) -> None:
    tags = known_keyring().tags
    field = ScanField(size=(200, 160))
    truth = field.lay(tags[5], at=(90, 80), px_per_module=1.2, turn=turn, aslant=0.3)
    pattern = templates_of(tags).turns
    level = Level(field.picture(), 1)
    squares = lively_squares(level, shapes_of(truth[None], 24), NONE, pattern)
    off = np.abs(squares - truth).max(axis=(1, 2)) / (21 * 1.2)
    assert off.min() < 0.12
    assert len(lively_squares(level, shapes_of(truth[None], 24), truth[None], pattern)) == 0


def test_cards_that_lie_on_each_other_far_aslant_on_dark_felt_are_read() -> None:
    """Frames and edges of cards join the symbols: four of these are no dark squares."""
    keyring = set_of(1)
    frame = steep_fan(1, keyring)
    seen = {tag.text for tag in TagReader(keyring, decoders=Decoders()).read(frame.picture)}
    assert seen <= frame.lying
    assert len(seen & frame.wanted.keys()) >= 13  # of 15; 11 without
