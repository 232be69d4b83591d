"""What the reader practises on: dice that were shown, at any turn, and other dice beside them."""

import numpy as np
import pytest

from companion.teaching.batches import BATCH, GROUND, SHOWN, Batch, BatchSampler, Lesson
from companion.vision.frame import Pixels
from companion.vision.nets import CROP, EDGE, KINDS, Nets
from companion.vision.readings import ShownDie

DOT = (20, 250, 20)
DIE = ShownDie(90.0, 110.0, 40.0, 5)


def marked() -> Pixels:
    """Return a grey table with a green dot where the middle of a die is, and another die's."""
    pixels = np.full((240, 320, 3), 90, np.uint8)
    for x, y in ((90, 110), (200, 130)):
        pixels[y - 3 : y + 4, x - 3 : x + 4] = DOT
    return pixels


@pytest.fixture(scope="module")
def nets() -> Nets:
    return Nets()


def practice(nets: Nets) -> BatchSampler:
    other = ShownDie(200.0, 130.0, 40.0, 2)
    return BatchSampler(nets, [Lesson(marked(), (DIE, other))])


@pytest.fixture(scope="module")
def batch(nets: Nets) -> Batch:
    return practice(nets).batch(np.random.default_rng(0))


def test_a_batch_is_full_and_says_what_each_crop_shows(batch: Batch) -> None:
    assert batch.crops.shape == (BATCH, CROP, CROP, 3)
    assert batch.kinds.shape == (BATCH, KINDS)
    assert np.allclose(batch.kinds.sum(1), 1.0, atol=1e-4)
    assert set(batch.kinds[:SHOWN].argmax(1)) == {2, 5}
    assert batch.kinds[SHOWN].argmax() == GROUND


def test_the_way_leads_to_the_middle_of_the_die(batch: Batch) -> None:
    """The green dot lies where the way says, however the crop is turned, mirrored and scaled."""
    for crop, way in zip(batch.crops[:SHOWN], batch.ways, strict=False):
        green = crop[..., 1].astype(float) - crop[..., 2]
        rows, columns = np.nonzero(green > 0.5 * green.max())
        # A pixel's middle lies half a pixel from its corner.
        seen = np.array([columns.mean(), rows.mean()])
        assert np.abs(CROP / 2 + EDGE * way[:2] - seen).max() < 1.0


def test_the_die_is_as_large_as_the_way_says(batch: Batch) -> None:
    """A dot of 7 pixels on a die of 40 stays that part of the die that the way tells of."""
    for crop, way in zip(batch.crops[:SHOWN], batch.ways, strict=False):
        green = crop[..., 1].astype(float) - crop[..., 2]
        side = np.count_nonzero(green > 0.5 * green.max()) ** 0.5
        assert side == pytest.approx(7 / DIE.edge * EDGE * 2.0 ** way[2], rel=0.2)


def test_what_is_known_is_practised_less(nets: Nets) -> None:
    """The reader knows fives and never twos: soon most crops show the two."""
    doing, random = practice(nets), np.random.default_rng(0)
    knows = np.full((BATCH, KINDS), 0.0, np.float32)
    knows[:, DIE.pips] = 1.0
    for _ in range(6):
        batch = doing.batch(random)
        doing.heard(knows)
    twos = (batch.kinds[:SHOWN].argmax(1) == 2).mean()
    assert twos > 0.7


def test_what_the_reader_says_of_other_dice_is_what_it_shall_say(nets: Nets, batch: Batch) -> None:
    kinds, ways = nets.read(batch.crops[-10:])
    assert np.allclose(batch.kinds[-10:], kinds, atol=1e-3)
    assert np.allclose(batch.ways[-10:], ways, atol=1e-3)


def test_other_dice_come_in_all_values_and_many_kinds(nets: Nets) -> None:
    random, doing = np.random.default_rng(1), practice(nets)
    said = np.concatenate([doing.batch(random).kinds[SHOWN + 10 :].argmax(1) for _ in range(6)])
    assert set(range(7)) <= set(said.tolist())
