"""Symbols of which a decoder makes no text are unread; all that lies beside them is read."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from qrcode import base, constants
from qrcode.main import QRCode
from qrcode.util import MODE_8BIT_BYTE, BitBuffer, create_bytes

from cards_qr.decoders import Decoders, installed
from cards_qr.keyring import Keyring, save_keyring
from cards_qr.tag_reader import TagReader
from companion.cli import main
from tests.support.keyrings import known_keyring
from tests.support.tag_frames import Grey, ScanField

Bits = tuple[tuple[int, int], ...]
"""Numbers, and how many bits each has."""

ALL = installed()
VERSION, LEVEL = 2, constants.ERROR_CORRECT_M


def spread(part: int, parts: int) -> Bits:
    """Begin a symbol that is one part of a text over several (ISO/IEC 18004, Structured Append)."""
    parity = 77
    return ((0b0011, 4), (part, 4), (parts - 1, 4), (parity, 8))


def said_in(charset: int) -> Bits:
    """Say in which character set the bytes that follow are (ECI)."""
    return ((0b0111, 4), (0b10, 2), (charset, 14))


def text(data: bytes) -> Bits:
    return ((MODE_8BIT_BYTE, 4), (len(data), 8), *((one, 8) for one in data))


STRANGE: dict[str, Bits] = {
    "first of three": spread(0, 3) + text(b"THE COMPANION "),
    "last of three": spread(2, 3) + text(b"OF A TABLE"),
    "a part that cannot be": spread(5, 2) + text(b"A PART"),
    "a part of nothing": spread(0, 3),
    "nothing": (),
    "bytes that are no text": said_in(26) + text(b"\xff\xfe\xed\xa0\x80"),
    "half a letter": said_in(25) + text(b"\xd8\x00\x00"),
    "a character set that nobody has": said_in(16000) + text(b"TEXT"),
    "a text that is cut off": ((MODE_8BIT_BYTE, 4), (200, 8), (65, 8)),
    "a kind of text that is none": ((0b0110, 4), (9, 8)),
    "digits that are none": ((0b0001, 4), (3, 10), (1023, 10)),
}


def drawn(bits: Bits) -> Grey:
    """Return a symbol with a quiet zone of four modules, at 8 px per module."""
    blocks = base.rs_blocks(VERSION, LEVEL)
    room = 8 * sum(block.data_count for block in blocks)
    buffer = BitBuffer()
    for number, length in bits:
        buffer.put(number, length)
    buffer.put(0, 4)  # the text ends
    buffer.put(0, -len(buffer) % 8)
    while len(buffer) < room:
        buffer.put(0xEC11, 16)
    code = QRCode(VERSION, LEVEL, border=4, mask_pattern=0)
    code.data_cache = create_bytes(buffer, blocks)
    code.makeImpl(test=False, mask_pattern=0)
    light = np.where(np.array(code.get_matrix()), 0, 255).astype(np.uint8)
    return np.kron(light, np.ones((8, 8), np.uint8))


@pytest.fixture(scope="module")
def keyring() -> Keyring:
    return known_keyring()


def table(keyring: Keyring, strange: str) -> Grey:
    """Return a picture of a strange symbol and three tags, one of them close to it."""
    field = ScanField(size=(900, 500))
    field.lay(drawn(STRANGE[strange]), px_per_module=4, at=(250, 250), turn=10)
    for place, tag in zip(((430, 240), (600, 150), (700, 400)), keyring.tags[4:7], strict=True):
        field.lay(tag, at=place, px_per_module=4)
    return field.picture()


@pytest.mark.parametrize("strange", STRANGE)
@pytest.mark.parametrize(
    "decoders",
    [ALL, Decoders(zbar=ALL.zbar), Decoders(zxing=ALL.zxing)],
    ids=["both", "zbar", "zxing"],
)
@pytest.mark.parametrize("is_known", [True, False], ids=["keyring", "no keyring"])
def test_what_lies_beside_a_strange_symbol_is_read(
    keyring: Keyring, decoders: Decoders, strange: str, *, is_known: bool
) -> None:
    reader = TagReader(keyring if is_known else None, decoders=decoders)
    seen = {tag.text for tag in reader.read(table(keyring, strange))}
    assert seen >= {tag.text for tag in keyring.tags[4:7]}


@pytest.mark.parametrize("strange", ["first of three", "last of three", "a part of nothing"])
def test_a_part_of_a_text_is_no_tag_to_zbar(strange: str) -> None:
    """And a whole symbol in the same look is read all the same."""
    assert ALL.zbar is not None
    part = drawn(STRANGE[strange])
    whole = drawn(text(b"WHOLE"))
    assert ALL.zbar.decode(part) == ()
    (only,) = ALL.zbar.decode(np.hstack([part, whole]))
    assert only.text == "WHOLE"
    assert np.mean(only.corners, axis=0) == pytest.approx((1.5 * len(part), len(part) / 2), abs=2)


def test_a_text_over_several_symbols_is_no_bug_of_the_command(
    keyring: Keyring,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("cards_qr.tag_reader.installed", lambda: Decoders(zbar=ALL.zbar))
    save_keyring(keyring, tmp_path / "keyring.json")
    cv2.imwrite(str(tmp_path / "table.png"), table(keyring, "first of three"))
    given = ["--keyring", str(tmp_path / "keyring.json"), str(tmp_path / "table.png")]
    assert main(["read", "tags", *given]) == 0
    assert capsys.readouterr().out.count("deed") == 3
