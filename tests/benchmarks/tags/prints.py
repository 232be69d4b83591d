"""What lies on the table of a test frame: cards with tags, ours and others, and other prints."""

import string
from typing import Literal

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray
from qrcode.main import QRCode

from cards_qr.keyring import Keyring
from cards_qr.symbol import MASKS, modules, side_of
from cards_qr.tag import Tag, U, every_item, parse, write
from cards_qr.tag_drawing import QUIET_ZONE, STICKER_MM

Grey = NDArray[np.uint8]
Random = np.random.Generator

SHEET_PX_PER_MM = 8.0
"""Of the drawings; in the picture a millimetre has 1 to 4 pixels."""

CARD_MM = (57.0, 88.0)
_DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_MAC = U.mac_bits // 5  # characters of the checksum

Kind = Literal["ours", "revoked", "other set", "forged", "damaged", "foreign", "print"]


class Sheet(msgspec.Struct, frozen=True):
    """A card or slip with a code on it."""

    drawing: Grey  # at `SHEET_PX_PER_MM`
    kind: Kind
    text: str  # of the code; empty if there is none
    code_mm: NDArray[np.float64]  # 4 x 2: its corners, clockwise from its own top left
    modules: int

    @property
    def size_mm(self) -> NDArray[np.float64]:
        """Width and height."""
        height, width = self.drawing.shape
        return np.array([width, height]) / SHEET_PX_PER_MM


def set_of(seed: int, number: int | None = None) -> Keyring:
    """Return a game set that is the same for ever, its masks chosen as a real one's are."""
    random = np.random.default_rng(seed)
    key, chosen = random.bytes(32), int(random.integers(1 << U.set_bits))
    tags: list[Tag] = []
    drawn: list[NDArray[np.bool_]] = []
    for item in every_item():
        text = write(U, key, set_number=chosen if number is None else number, item=item)
        looks = [modules(text, U.version, U.level, mask) for mask in range(MASKS)]
        gaps = [min((int((a ^ b).sum()) for b in drawn), default=0) for a in looks]
        mask = int(np.argmax(gaps))
        drawn.append(looks[mask])
        tags.append(Tag(text, item.kind, item.id, item.side, U.version, U.level, mask))
    return Keyring(tags=tuple(tags))


def forged(tag: Tag, random: Random) -> Tag:
    """Return a tag with the right fields and a checksum that is guessed."""
    guess = "".join(random.choice(list(_DIGITS), _MAC))
    text = tag.text[:-_MAC] + guess
    assert parse(text) is not None
    return msgspec.structs.replace(tag, text=text)


def card(
    tag: Tag,
    random: Random,
    *,
    kind: Kind = "ours",
    sticker_mm: float = STICKER_MM,
    damaged: bool = False,
) -> Sheet:
    """Return a deed with its sticker in the lower left corner, as the sheets say."""
    width, height = (round(mm * SHEET_PX_PER_MM) for mm in CARD_MM)
    drawing = np.full((height, width), int(random.integers(205, 246)), np.uint8)
    _decorate(drawing, random)
    symbol = modules(tag.text, tag.version, tag.level, tag.mask)
    side = round(sticker_mm * SHEET_PX_PER_MM)
    sticker = _drawn(symbol, QUIET_ZONE, side, ink=int(random.integers(15, 60)))
    if damaged:
        _damage(sticker, random)
    gap = round(3 * SHEET_PX_PER_MM)
    top = height - gap - side
    drawing[top : top + side, gap : gap + side] = sticker
    quiet = QUIET_ZONE * side / (len(symbol) + 2 * QUIET_ZONE)
    corners = _square(gap + quiet, top + quiet, side - 2 * quiet)
    return Sheet(drawing, kind, tag.text, corners, side_of(tag.version))


def corner_of(whole: Sheet) -> Sheet:
    """Return the lower left corner of a card alone: all that its tag needs, drawn sooner."""
    height, _ = whole.drawing.shape
    top = height - round(26 * SHEET_PX_PER_MM)
    drawing = np.ascontiguousarray(whole.drawing[top:, : round(24 * SHEET_PX_PER_MM)])
    code = whole.code_mm - (0, top / SHEET_PX_PER_MM)
    return msgspec.structs.replace(whole, drawing=drawing, code_mm=code)


def foreign_code(random: Random, *, side_mm: float) -> Sheet:
    """Return a slip with a code as advertising, a network or a ticket has it."""
    letters = list(string.ascii_letters + string.digits)
    word = "".join(random.choice(letters, int(random.integers(6, 30))))
    text = str(random.choice([f"https://example.com/{word}", f"WIFI:T:WPA;S:{word};P:{word};;"]))
    code = QRCode(error_correction=int(random.integers(4)), border=0)
    code.add_data(text)
    code.make(fit=True)
    symbol = np.array(code.modules, np.bool_)
    return _slip(_drawn(symbol, 4, round(side_mm * SHEET_PX_PER_MM)), "foreign", text, symbol)


def nearly_a_code(random: Random, *, side_mm: float) -> Sheet:
    """Return a slip with what is as square and dark as a code: noise, checks, letters, a marker."""
    side = round(side_mm * SHEET_PX_PER_MM)
    match int(random.integers(4)):
        case 0:  # a code's finders with noise between
            symbol = modules(write(U, b"", set_number=0, item=every_item()[0]), 1, "L", 0)
            inner = random.random(symbol.shape) < 0.5
            inner[:8, :8] = symbol[:8, :8]
            inner[:8, -8:], inner[-8:, :8] = symbol[:8, -8:], symbol[-8:, :8]
        case 1:
            inner = np.indices((21, 21)).sum(axis=0) // int(random.integers(1, 4)) % 2 == 0
        case 2:
            inner = random.random((21, 21)) < random.uniform(0.3, 0.7)
        case _:
            family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
            inner = family.generateImageMarker(int(random.integers(580)), 8) == 0
    return _slip(_drawn(inner, 2, side), "print", "", inner)


def _slip(drawing: Grey, kind: Kind, text: str, symbol: NDArray[np.bool_]) -> Sheet:
    side = float(len(drawing))
    quiet = side * (4 if kind == "foreign" else 2)
    quiet /= len(symbol) + (8 if kind == "foreign" else 4)
    return Sheet(drawing, kind, text, _square(quiet, quiet, side - 2 * quiet), len(symbol))


def _square(left: float, top: float, side: float) -> NDArray[np.float64]:
    corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * side + (left, top)
    return np.asarray(corners / SHEET_PX_PER_MM)


def _drawn(symbol: NDArray[np.bool_], quiet: int, side: int, ink: int = 30) -> Grey:
    """Return a symbol with its quiet zone in *side* pixels, without a whole number per module."""
    padded = np.pad(symbol, quiet)
    middles = ((np.arange(side) + 0.5) * len(padded) / side).astype(int)
    return np.where(padded[np.ix_(middles, middles)], ink, 245).astype(np.uint8)


def _damage(sticker: Grey, random: Random) -> None:
    """Scratch, tear or stain a sticker."""
    side = len(sticker)
    for _ in range(int(random.integers(1, 5))):
        a, b = random.integers(0, side, (2, 2))
        colour = int(random.choice([20, 120, 240]))
        if random.random() < 0.5:
            thick = int(random.integers(2, side // 8))
            cv2.line(sticker, (int(a[0]), int(a[1])), (int(b[0]), int(b[1])), colour, thick)
        else:
            reach = int(random.integers(side // 12, side // 4))
            cv2.circle(sticker, (int(a[0]), int(a[1])), reach, colour, -1)


def _decorate(drawing: Grey, random: Random) -> None:
    """Draw a deed's band, frame and lines of text."""
    height, width = drawing.shape
    cv2.rectangle(drawing, (10, 10), (width - 11, height - 11), 60, 3)
    cv2.rectangle(drawing, (22, 22), (width - 23, 150), int(random.integers(40, 210)), -1)
    for row in range(190, height - 190, 42):
        size = float(random.uniform(0.6, 1.0))
        word = "".join(random.choice(list(string.ascii_uppercase + "    "), 16))
        cv2.putText(drawing, word, (50, row), cv2.FONT_HERSHEY_SIMPLEX, size, 70, 2)
