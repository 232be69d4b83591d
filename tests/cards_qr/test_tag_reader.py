"""Tags on a scan field, as people lay them."""

import numpy as np
import pytest

from cards_qr.candidates import clockwise
from cards_qr.decoders import Decoded, Decoder, Decoders, installed
from cards_qr.keyring import Keyring, reissue
from cards_qr.symbol import modules
from cards_qr.tag import Item, Q, Tag
from cards_qr.tag_reader import SCORE_FOR_BOOKING, TagReader
from tests.support.keyrings import known_keyring
from tests.support.tag_frames import Grey, ScanField, side_px

ALL = installed()
DECODERS = {
    "both": ALL,
    "no zxing": Decoders(zbar=ALL.zbar),
    "no zbar": Decoders(zxing=ALL.zxing),
    "none": Decoders(),
}
WIFI = "WIFI T WPA S HOME P SECRET"  # a real one has small letters, which these symbols have not


@pytest.fixture(scope="module")
def keyring() -> Keyring:
    return known_keyring()


@pytest.fixture(scope="module", params=DECODERS)
def reader(keyring: Keyring, request: pytest.FixtureRequest) -> TagReader:
    return TagReader(keyring, decoders=DECODERS[request.param])


@pytest.fixture(scope="module")
def bare(keyring: Keyring) -> TagReader:
    """A reader that has only its codebook."""
    return TagReader(keyring, decoders=Decoders())


def wifi_code() -> Grey:
    dark = np.pad(modules(WIFI, 3, "M", 2), 4)
    return np.where(dark, 0, 255).astype(np.uint8).repeat(8, axis=0).repeat(8, axis=1)


@pytest.mark.parametrize("turn", [0, 45, 90, 137, 180, 270, 333])
def test_a_deed_is_read_however_it_lies(keyring: Keyring, reader: TagReader, turn: float) -> None:
    tag = keyring.tags[9]
    field = ScanField()
    corners = field.lay(tag, turn=turn)
    (seen,) = reader.read(field.picture())
    assert ("deed", 5, "back", True, tag.text) == (
        seen.kind,
        seen.id,
        seen.side,
        seen.valid,
        seen.text,
    )
    assert seen.score >= SCORE_FOR_BOOKING
    middle = np.mean(seen.corners, axis=0) - corners.mean(axis=0)
    assert np.abs(middle).max() < 1.5
    assert np.array_equal(clockwise(np.array(seen.corners)), seen.corners)


@pytest.mark.parametrize("px_per_module", [1.0, 1.25, 1.6, 2.4, 4.0, 7.0])
def test_no_scale_need_be_known(keyring: Keyring, bare: TagReader, px_per_module: float) -> None:
    tag = keyring.tags[70]
    field = ScanField()
    truth = field.lay(tag, px_per_module=px_per_module, turn=20, tilt=0.1)
    (seen,) = bare.read(field.picture())
    assert (tag.text, True) == (seen.text, seen.valid)
    assert np.abs(np.array(seen.corners) - truth).max() < 0.6 * max(px_per_module, 1)


@pytest.mark.parametrize("turn", [0, 8])
def test_a_tag_that_fills_the_picture_is_read(
    keyring: Keyring, bare: TagReader, turn: float
) -> None:
    """As where a phone photographs a single sticker from near."""
    field = ScanField(size=(640, 640))
    field.lay(keyring.tags[70], at=(320, 320), px_per_module=22.0, turn=turn, tilt=0.1)
    assert [keyring.tags[70].text] == [tag.text for tag in bare.read(field.picture())]


@pytest.mark.parametrize(("px_per_module", "blur"), [(1.2, 1.35), (1.5, 1.6)])
def test_a_tag_blurred_by_a_module_is_read(
    keyring: Keyring, bare: TagReader, px_per_module: float, blur: float
) -> None:
    """As when a camera is out of focus: the scale alone does not tell how blurred a symbol is."""
    found = 0
    for number, tag in enumerate(keyring.tags[::2]):
        field = ScanField(seed=number, size=(160, 160))
        field.lay(tag, at=(80, 80), px_per_module=px_per_module, turn=17.0 * number)
        seen = bare.read(field.picture(blur=blur))
        assert {tag.text} >= {one.text for one in seen}
        found += len(seen)
    assert found >= 46  # of 48, all of which are read


@pytest.mark.parametrize("px_per_module", [2.0, 2.25, 2.5, 2.75])
def test_a_sharp_tag_is_read(keyring: Keyring, bare: TagReader, px_per_module: float) -> None:
    """Its grid must be found too, though it is laid as for symbols that are blurred."""
    for number, tag in enumerate(keyring.tags[::12]):
        field = ScanField(seed=number, size=(160, 160))
        field.lay(tag, at=(80, 80), px_per_module=px_per_module, turn=17.0 * number)
        assert [tag.text] == [seen.text for seen in bare.read(field.picture(blur=0.3))]


def test_a_known_scale_may_be_a_quarter_wrong(keyring: Keyring, bare: TagReader) -> None:
    tag = keyring.tags[3]
    for error in (0.75, 1.0, 1.3):
        field = ScanField()
        field.lay(tag, turn=70)
        (seen,) = bare.read(field.picture(), side=side_px(tag, 1.7) * error)
        assert tag.text == seen.text


def test_colour_and_grey_read_alike(keyring: Keyring, bare: TagReader) -> None:
    field = ScanField()
    field.lay(keyring.tags[0])
    grey = field.picture()
    assert bare.read(grey) == bare.read(np.repeat(grey[:, :, None], 3, axis=2))


@pytest.mark.parametrize("card", [110, 150, 200])
def test_a_white_sticker_may_stand_on_a_coloured_card(
    keyring: Keyring, bare: TagReader, card: int
) -> None:
    """Beside white, any colour is dark; it must not be taken for part of the symbol."""
    found = 0
    for number, tag in enumerate(keyring.tags[::8]):
        field = ScanField(paper=card, seed=number)
        field.lay(tag, turn=31.0 * number)
        seen = bare.read(field.picture(), side=side_px(tag, 1.7))
        assert {tag.text} >= {one.text for one in seen}
        found += len(seen)
    assert found >= 10  # of 12; the next frame of a real table is never quite the same


@pytest.mark.parametrize("turn", [0, 90])
def test_a_tag_seen_far_aslant_is_an_oblong_and_read(
    keyring: Keyring, bare: TagReader, turn: float
) -> None:
    """Blur widens it by as much across as along, where it has but half of the pixels."""
    found = 0
    for number, tag in enumerate(keyring.tags[::4]):
        field = ScanField(seed=number, size=(200, 200))
        field.lay(tag, at=(100, 100), px_per_module=2.6, turn=turn, aslant=0.5)
        seen = bare.read(field.picture(), side=0.7 * 21 * 2.6)
        assert {tag.text} >= {one.text for one in seen}
        found += len(seen)
    assert found >= 23  # of 24


@pytest.mark.parametrize("turn", [0, 25, 45, 65, 135])
def test_a_tag_seen_far_aslant_is_a_rhombus_and_read(
    keyring: Keyring, bare: TagReader, turn: float
) -> None:
    field = ScanField()
    truth = field.lay(keyring.tags[33], px_per_module=2.6, turn=turn, aslant=0.5)
    (tag,) = bare.read(field.picture(), side=0.7 * 21 * 2.6)
    assert tag.text == keyring.tags[33].text
    assert np.abs(np.array(tag.corners) - truth).max() < 2.0


@pytest.mark.parametrize("corner", range(4))
def test_a_finger_on_a_corner_hides_nothing(keyring: Keyring, bare: TagReader, corner: int) -> None:
    """No decoder survives a covered finder pattern; the codebook does."""
    tag = keyring.tags[12]
    field = ScanField()
    corners = field.lay(tag, px_per_module=2.2)
    outward = corners[corner] - corners.mean(axis=0)
    tip = corners[corner] + 0.1 * outward
    field.cover(tuple(tip + 5 * outward), tuple(tip), 24)
    (seen,) = bare.read(field.picture())
    assert (tag.text, True) == (seen.text, seen.valid)


def test_a_hand_over_the_tag_is_no_other_tag(keyring: Keyring, reader: TagReader) -> None:
    for reach in range(0, 46, 5):
        field = ScanField(seed=reach)
        corners = field.lay(keyring.tags[12], px_per_module=2.0)
        middle = corners.mean(axis=0)
        field.cover((middle[0] - 150, middle[1]), (middle[0] - 25 + reach, middle[1]), 40)
        got = {seen.text for seen in reader.read(field.picture()) if seen.valid}
        assert got <= {keyring.tags[12].text}


def test_glare_on_a_glossy_tag_is_no_other_tag(keyring: Keyring, reader: TagReader) -> None:
    y, x = np.mgrid[0:400, 0:640]
    for strength in (40, 120, 250):
        field = ScanField()
        field.lay(keyring.tags[30])
        spot = strength * np.exp(-((x - 330) ** 2 + (y - 190) ** 2) / (2 * 15**2))
        got = {seen.text for seen in reader.read(field.picture(light=spot)) if seen.valid}
        assert got <= {keyring.tags[30].text}
        assert got or strength > 100


def test_two_tags_are_two_and_a_copy_is_seen_twice(keyring: Keyring, reader: TagReader) -> None:
    """The same tag at two places is an alarm for whoever books; it must not be hidden here."""
    field = ScanField()
    field.lay(keyring.tags[1], at=(150, 100))
    field.lay(keyring.tags[1], at=(480, 280), turn=50)
    field.lay(keyring.tags[60], at=(480, 100))
    texts = [seen.text for seen in reader.read(field.picture())]
    assert sorted([keyring.tags[1].text, keyring.tags[1].text, keyring.tags[60].text]) == sorted(
        texts
    )


@pytest.mark.parametrize("px_per_module", [1.1, 1.8, 3.0])
def test_a_tag_of_another_set_is_never_ours(reader: TagReader, px_per_module: float) -> None:
    for number, tag in enumerate(known_keyring(1).tags[::16]):
        field = ScanField(seed=number)
        field.lay(tag, turn=17.0 * number, px_per_module=px_per_module)
        for seen in reader.read(field.picture()):
            assert ("foreign", None, False, tag.text) == (seen.kind, seen.id, seen.valid, seen.text)


def test_a_foreign_code_is_named(keyring: Keyring) -> None:
    for name in ("both", "no zxing", "no zbar"):
        field = ScanField()
        field.lay(wifi_code(), px_per_module=4, at=(200, 200), turn=10)
        field.lay(keyring.tags[4], at=(500, 200))
        foreign, ours = TagReader(keyring, decoders=DECODERS[name]).read(field.picture())
        assert (
            foreign.text,
            foreign.kind,
            foreign.valid,
        ) == ("WIFI T WPA S HOME P SECRET", "foreign", False)
        assert keyring.tags[4].text == ours.text


class Noting:
    """A decoder that notes the shapes it is given."""

    def __init__(self, decoder: Decoder) -> None:
        self._decoder, self.shapes = decoder, list[tuple[int, ...]]()

    def decode(self, grey: Grey) -> tuple[Decoded, ...]:
        self.shapes.append(grey.shape)
        return self._decoder.decode(grey)


@pytest.mark.parametrize("side", [None, side_px(known_keyring().tags[4], 1.7)])
def test_zbar_is_given_single_symbols_alone(keyring: Keyring, side: float | None) -> None:
    """A whole picture takes it long, and it confuses the finders of many codes."""
    assert ALL.zbar is not None
    zbar = Noting(ALL.zbar)
    field = ScanField(size=(1280, 800))
    field.lay(wifi_code(), px_per_module=3, at=(200, 200), turn=10)
    for number, tag in enumerate(keyring.tags[4:10]):
        field.lay(tag, at=(400 + 120 * number, 500), turn=31 * number)
    seen = TagReader(keyring, decoders=Decoders(zbar=zbar)).read(field.picture(), side=side)
    assert [WIFI, *(tag.text for tag in keyring.tags[4:10])] == [tag.text for tag in seen]
    assert np.abs(np.mean(seen[0].corners, axis=0) - (200, 200)).max() < 3
    assert len(zbar.shapes) <= 20
    assert max(max(shape) for shape in zbar.shapes) <= 420


def test_a_revoked_tag_is_known_and_not_valid(keyring: Keyring) -> None:
    item = Item("deed", 7)
    old = keyring.tag_of(item)
    assert old is not None
    reader = TagReader(reissue(keyring, item), decoders=Decoders())
    field = ScanField()
    field.lay(old)
    (seen,) = reader.read(field.picture())
    assert (seen.kind, seen.id, seen.valid) == ("deed", 7, False)


def test_without_a_keyring_nothing_is_valid(keyring: Keyring) -> None:
    """The text still says what it claims to be."""
    reader = TagReader()
    field = ScanField()
    field.lay(keyring.tags[5], px_per_module=2.6)
    (seen,) = reader.read(field.picture())
    assert (keyring.tags[5].text, "deed", 3, "back", False) == (
        seen.text,
        seen.kind,
        seen.id,
        seen.side,
        seen.valid,
    )


def test_a_tag_that_is_too_small_is_not_guessed(keyring: Keyring, reader: TagReader) -> None:
    field = ScanField()
    field.lay(keyring.tags[8], px_per_module=0.6)
    assert reader.read(field.picture()) == ()


def test_noise_in_the_dark_is_no_tag(reader: TagReader) -> None:
    for seed in range(4):
        field = ScanField(paper=25, seed=seed)
        assert reader.read(field.picture(noise=9)) == ()


@pytest.mark.parametrize("shape", [(1, 1), (3, 500), (40, 40), (0, 0), (480, 640)])
def test_a_picture_of_nothing_has_no_tags(bare: TagReader, shape: tuple[int, int]) -> None:
    for value in (0, 255):
        assert bare.read(np.full(shape, value, np.uint8)) == ()


def test_what_is_missing_is_said_in_one_line() -> None:
    assert Decoders(zbar=ALL.zbar).complaint == ""
    for decoders in (Decoders(), Decoders(zxing=ALL.zxing)):
        assert "libzbar0" in decoders.complaint
        assert "\n" not in decoders.complaint


def test_both_profiles_share_a_table(keyring: Keyring) -> None:
    mixed = Keyring(tags=(*keyring.tags[:20], *known_keyring(1, profile=Q).tags[20:40]))
    reader = TagReader(mixed, decoders=Decoders())
    field = ScanField()
    chosen: list[Tag] = [mixed.tags[2], mixed.tags[33]]
    field.lay(chosen[0], at=(150, 200), turn=8)
    field.lay(chosen[1], at=(450, 200), turn=99)
    assert [tag.text for tag in chosen] == [seen.text for seen in reader.read(field.picture())]


def test_an_empty_register_knows_no_tag(keyring: Keyring) -> None:
    reader = TagReader(Keyring(tags=(), set_number=1), decoders=Decoders())
    field = ScanField()
    field.lay(keyring.tags[0])
    assert reader.read(field.picture()) == ()


def test_a_register_of_one_tag_takes_no_other_for_it(keyring: Keyring) -> None:
    """What all tags share must not count, though there is nothing to compare the one with."""
    only = Keyring(tags=keyring.tags[:1])
    reader = TagReader(only, decoders=Decoders())
    for number, tag in enumerate([*keyring.tags[:40:3], *known_keyring(1).tags[:20:3]]):
        field = ScanField(seed=number)
        field.lay(tag, turn=50.0 * number)
        valid = [seen.text for seen in reader.read(field.picture())]
        assert valid == [tag.text] * (tag in only.tags)
