"""Tags followed from look to look, on drawn clips of a scan field."""

from collections.abc import Sequence

import msgspec
import numpy as np
import pytest

from cards_qr.decoders import Decoders, installed
from cards_qr.keyring import Keyring
from cards_qr.occlusion import Ground
from cards_qr.seen_tags import TagSeen
from cards_qr.tag import Tag
from cards_qr.tag_reader import SCORE_FOR_BOOKING, TagReader
from cards_qr.tracking import Pixels, TagTracker
from companion.vision.change_detection import thumb
from tests.support.keyrings import known_keyring
from tests.support.tag_frames import ScanField, side_px

Place = tuple[float, float]

HERE, THERE = (150.0, 120.0), (480.0, 280.0)
ARM = (HERE, (150.0, 400.0), 60.0)
"""A hand that rests on what lies here, and the arm that it hangs on."""
CUP = (HERE, HERE, 70.0)
"""Something that stands on it."""


@pytest.fixture(scope="module")
def keyring() -> Keyring:
    return known_keyring()


class Counting:
    """A reader that notes how many pixels it was given to search."""

    def __init__(self, reader: TagReader) -> None:
        self._reader = reader
        self.searched: list[int] = []

    def use(self, reader: TagReader) -> None:
        """Read with another register from now on."""
        self._reader = reader

    def read(
        self, pixels: Pixels, *, side: float | None = None, known: Sequence[TagSeen] = ()
    ) -> tuple[TagSeen, ...]:
        self.searched.append(pixels.shape[0] * pixels.shape[1])
        return self._reader.read(pixels, side=side, known=known)

    def knows(self, text: str) -> bool:
        return self._reader.knows(text)

    def again(self, pixels: Pixels, known: Sequence[TagSeen]) -> tuple[TagSeen | None, ...]:
        return self._reader.again(pixels, known)


class Clip:
    """A field that changes between looks, and who follows it."""

    def __init__(self, keyring: Keyring, decoders: Decoders | None = None) -> None:
        self.reader = Counting(TagReader(keyring, decoders=decoders or Decoders()))
        self.following = TagTracker(self.reader)
        self._number = 0
        self.tells_side = True

    def look(
        self,
        *lying: tuple[Tag, tuple[float, float]],
        scale: float = 1.7,
        cover: tuple[Place, Place, float] | None = None,
    ) -> list[str]:
        """Show the tags at their places once; return the texts that count.

        Args:
            lying: what lies where.
            scale: pixels per module.
            cover: what lies over it: from where, to where, how wide.
        """
        self._number += 1
        field = ScanField(seed=self._number)
        for tag, at in lying:
            field.lay(tag, at=at, turn=12, px_per_module=scale)
        if cover is not None:
            field.cover(*cover)
        grey = field.picture()
        side = side_px(lying[0][0], scale) if lying and self.tells_side else None
        self.reader.searched.clear()
        seen = self.following.look(np.repeat(grey[:, :, None], 3, axis=2), side=side)
        self.what = [tag.what for tag in seen]
        self.hidden = [tag.text for tag in seen if tag.hidden]
        return [tag.text for tag in seen if not tag.hidden]


def test_a_tag_counts_when_two_looks_agree(keyring: Keyring) -> None:
    clip, tag = Clip(keyring), keyring.tags[4]
    assert clip.look((tag, HERE)) == []
    assert not clip.following.settled
    assert clip.look((tag, HERE)) == [tag.text]
    assert clip.following.settled


def test_what_lies_still_is_not_searched_again(keyring: Keyring) -> None:
    clip, lying = Clip(keyring), [(keyring.tags[4], HERE), (keyring.tags[9], THERE)]
    texts = [tag.text for tag, _ in lying]
    for _ in range(3):
        seen = clip.look(*lying)
    for _ in range(3):
        seen = clip.look(*lying)
        assert clip.reader.searched == []
    assert seen == texts


@pytest.mark.parametrize("side_is_known", [True, False])
def test_only_what_has_changed_is_searched(keyring: Keyring, *, side_is_known: bool) -> None:
    clip, first, second = Clip(keyring), (keyring.tags[4], HERE), (keyring.tags[9], THERE)
    for _ in range(3):
        clip.look(first)
    clip.tells_side = side_is_known
    clip.look(first, second)
    assert 0 < sum(clip.reader.searched) < 0.3 * 640 * 400
    assert clip.look(first, second) == [first[0].text, second[0].text]


def test_a_tag_that_is_taken_away_is_gone(keyring: Keyring) -> None:
    clip, tag = Clip(keyring), keyring.tags[4]
    for _ in range(2):
        clip.look((tag, HERE))
    for _ in range(2):
        seen = clip.look()
    assert seen == []
    assert clip.following.settled


def test_one_look_that_shows_nothing_takes_nothing_away(keyring: Keyring) -> None:
    clip, tag = Clip(keyring), keyring.tags[4]
    for _ in range(2):
        clip.look((tag, HERE))
    assert clip.look() == [tag.text]
    assert not clip.following.settled
    clip.look((tag, HERE))
    assert clip.look((tag, HERE)) == [tag.text]


@pytest.mark.parametrize("over", [ARM, CUP], ids=["hand", "cup"])
def test_what_is_covered_is_hidden_and_not_gone(
    keyring: Keyring, over: tuple[Place, Place, float]
) -> None:
    clip, tag = Clip(keyring), keyring.tags[4]
    clip.look()
    for _ in range(3):
        clip.look((tag, HERE))
    for _ in range(4):
        clip.look((tag, HERE), cover=over)
    assert clip.following.settled
    assert clip.hidden == [tag.text]
    for _ in range(2):
        seen = clip.look((tag, HERE))
    assert (seen, clip.hidden) == ([tag.text], [])


@pytest.mark.parametrize("seen_bare_before", [True, False])
def test_what_is_taken_under_a_hand_is_gone_when_the_hand_is(
    keyring: Keyring, *, seen_bare_before: bool
) -> None:
    clip, tag = Clip(keyring), keyring.tags[4]
    if seen_bare_before:
        clip.look()
    for _ in range(3):
        clip.look((tag, HERE))
    for _ in range(3):
        clip.look(cover=ARM)
    assert clip.hidden == [tag.text]
    for _ in range(2):
        assert clip.look() == []
    assert clip.hidden == []


def test_a_hand_that_rested_there_before_the_deed_keeps_no_deed_for_ever(keyring: Keyring) -> None:
    """The field seemed to look like the hand: its paper tells otherwise."""
    clip, tag = Clip(keyring), keyring.tags[4]
    clip.look(cover=ARM)
    for _ in range(3):
        clip.look((tag, HERE))
    for _ in range(2):
        clip.look()
    assert clip.hidden == []


def test_a_tag_that_is_not_read_now_and_then_stays(keyring: Keyring) -> None:
    """Even where the look before it was first read took its card for the bare field."""
    field = ScanField()
    place = tuple((float(x), float(y)) for x, y in field.lay(keyring.tags[4], at=HERE))
    look = thumb(np.repeat(field.picture()[:, :, None], 3, axis=2))
    ground = Ground()
    ground.learn(look, [])
    ground.learn(look, [place])
    assert ground.hides(place, look, look)


def test_a_deed_under_another_is_hidden_until_both_are_gone(keyring: Keyring) -> None:
    clip, under, above = Clip(keyring), keyring.tags[4], keyring.tags[9]
    clip.look()
    for _ in range(3):
        clip.look((under, HERE))
    for _ in range(3):
        seen = clip.look((under, HERE), (above, HERE))
    assert (seen, clip.hidden) == ([above.text], [under.text])
    for _ in range(2):
        clip.look()
    assert clip.hidden == []


def test_a_mat_that_is_pushed_takes_nothing_away(keyring: Keyring) -> None:
    clip, tag = Clip(keyring), keyring.tags[4]
    for _ in range(3):
        clip.look((tag, HERE))
    clip.following.forget()
    for _ in range(3):
        clip.look((tag, HERE), cover=CUP)
    assert clip.hidden == [tag.text]
    for _ in range(2):
        seen = clip.look((tag, HERE))
    assert (seen, clip.hidden) == ([tag.text], [])


def test_a_deed_turned_over_in_its_place_is_seen(keyring: Keyring) -> None:
    clip, front, back = Clip(keyring), keyring.tags[4], keyring.tags[5]
    for _ in range(3):
        clip.look((front, HERE))
    for _ in range(2):
        seen = clip.look((back, HERE))
    assert (seen, clip.hidden) == ([back.text], [])


def test_a_tag_that_is_moved_counts_at_once_in_its_new_place(keyring: Keyring) -> None:
    clip, tag = Clip(keyring), keyring.tags[4]
    for _ in range(2):
        clip.look((tag, HERE))
    assert clip.look((tag, THERE)) == [tag.text]
    assert clip.what == ["ours"]


def test_a_copy_laid_beside_its_like_is_told(keyring: Keyring) -> None:
    clip, tag = Clip(keyring), keyring.tags[4]
    for _ in range(2):
        clip.look((tag, HERE))
    assert clip.what == ["ours"]
    for _ in range(2):
        clip.look((tag, HERE), (tag, THERE))
    assert clip.what == ["twice", "twice"]


def test_a_foreign_code_stays_while_nothing_happens_there(keyring: Keyring) -> None:
    other = known_keyring(1).tags[3]
    clip = Clip(keyring, Decoders(zbar=installed().zbar))
    for _ in range(3):
        assert clip.look((other, HERE), scale=4.0) == [other.text]
    assert clip.what == ["other set"]


def test_a_code_that_lay_there_is_ours_once_its_set_is_on_the_table(keyring: Keyring) -> None:
    """A deed may lie there before the game that it belongs to is begun."""
    others = known_keyring(1)
    clip = Clip(keyring, Decoders(zbar=installed().zbar))
    for _ in range(3):
        clip.look((others.tags[3], HERE), scale=4.0)
    assert clip.what == ["other set"]
    clip.reader.use(TagReader(others, decoders=Decoders()))
    for _ in range(3):
        clip.look((others.tags[3], HERE), scale=4.0)
    assert clip.what == ["ours"]


def test_the_field_may_lie_elsewhere_in_the_picture(keyring: Keyring) -> None:
    clip, tag = Clip(keyring), keyring.tags[4]
    for _ in range(2):
        clip.look((tag, HERE))
    clip.following.forget()
    assert clip.look((tag, THERE)) == []


class Told:
    """A reader that says what it is told to: a tag with a score for each look."""

    def __init__(self, tag: TagSeen, scores: list[float]) -> None:
        self._tag, self._scores = tag, scores

    def read(
        self, _pixels: Pixels, *, side: float | None = None, known: Sequence[TagSeen] = ()
    ) -> tuple[TagSeen, ...]:
        del side
        score = self._scores.pop(0)
        if known or not score:
            return ()
        return (msgspec.structs.replace(self._tag, score=score),)

    def knows(self, _text: str) -> bool:
        return False

    def again(self, _pixels: Pixels, known: Sequence[TagSeen]) -> tuple[TagSeen | None, ...]:
        return (None,) * len(known)


@pytest.mark.parametrize(
    ("scores", "counts"),
    [
        ([0.9, 0.9], True),
        ([0.9, 0.0, 0.9], True),
        ([1.0, 0.0], True),
        ([0.99], False),
        ([0.84, 0.84, 0.84], False),
        ([0.9, 0.8, 0.8], False),
        ([1.0, 0.0, 0.0], False),
        ([0.9, 0.9, 0.0, 0.0], False),
    ],
)
def test_looks_must_agree(scores: list[float], *, counts: bool) -> None:
    corners = ((10.0, 10.0), (40.0, 10.0), (40.0, 40.0), (10.0, 40.0))
    tag = TagSeen("A", "deed", 1, "front", valid=True, corners=corners, score=1.0)
    following = TagTracker(Told(tag, list(scores)))
    seen: tuple[TagSeen, ...] = ()
    for number in range(len(scores)):  # every look another picture, so that all of it is read
        pixels = np.random.default_rng(number).integers(0, 255, (120, 160, 3)).astype(np.uint8)
        seen = following.look(pixels)
    assert any(not tag.hidden for tag in seen) == counts
    assert SCORE_FOR_BOOKING == 0.85
