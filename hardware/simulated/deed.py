"""A title deed with its tag: drawn once, laid, turned over and taken away in space."""

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from cards_qr.tag import Side, Tag
from cards_qr.tag_drawing import STICKER_MM, draw_tag
from companion.vision.frame import Pixels
from hardware.simulated.shadow import cast_shadow
from hardware.simulated.view import Array, Pinhole

CARD_MM = (57.0, 88.0)
_SCALE = 5.0  # pixels per millimetre of the drawn card
_PAPER, _INK, _GREY = (236, 243, 246), (40, 40, 40), (168, 172, 174)

_DARK = 330  # sum of a band's channels below which its text is light

# Bands of the 28 deeds in board order: two browns, a station, three light blues, and so on.
_BAND = {
    "b": (58, 84, 132),
    "l": (226, 196, 150),
    "p": (148, 62, 196),
    "o": (40, 140, 232),
    "r": (46, 44, 204),
    "y": (50, 214, 240),
    "g": (82, 146, 42),
    "d": (150, 78, 28),
    "s": (70, 66, 64),
    "u": (150, 150, 150),
}
_BANDS = "bbslllpuppsooorrrsyyuygggsdd"


class CardPose(msgspec.Struct, frozen=True):
    """A card in space."""

    centre: tuple[float, float, float]  # millimetres
    yaw: float  # radians
    flip: float  # radians about its long axis: 0 shows the front, pi the back


def draw_card(tag: Tag) -> Pixels:
    """Return one side of a deed, or a card, with its sticker, seen straight from above."""
    width, height = (round(side * _SCALE) for side in CARD_MM)
    card = np.full((height, width, 3), _PAPER, np.uint8)
    cv2.rectangle(card, (8, 8), (width - 9, height - 9), _INK, 3)
    if tag.kind == "card":
        _centred(card, "TAKE ONE", 70, 1.1)
        _lines(card, top=130, count=4)
        _stick(card, draw_tag(tag, 8))
        return card
    colour = _BAND[_BANDS[(tag.id - 1) % len(_BANDS)]]
    if tag.side == "front":
        cv2.rectangle(card, (16, 16), (width - 17, 100), colour, -1)
        cv2.rectangle(card, (16, 16), (width - 17, 100), _INK, 2)
        _lines(card, top=130, count=6)
    else:
        cv2.rectangle(card, (16, 16), (width - 17, 30), colour, -1)
        _centred(card, "MORTGAGED", 110, 1.15)
        _lines(card, top=150, count=3)
    ink = _PAPER if tag.side == "front" and sum(colour) < _DARK else _INK
    _centred(card, f"No {tag.id}", 70, 1.1, ink)
    _stick(card, draw_tag(tag, 8))
    return card


def draw_deed(
    target: Pixels, view: Pinhole, card: Pixels, lying: CardPose, *, light: float
) -> None:
    """Draw a card over what is in *target*, with its shadow, in place.

    *card* is the side that is seen: the back where `flip` is beyond a quarter turn.
    """
    corners = _corners(lying)
    blur = view.px_per_mm(lying.centre) * (0.8 + 0.06 * lying.centre[2])
    cast_shadow(target, view, corners, strength=0.42, blur=blur)
    quad = view.project(corners)
    shape = np.array(target.shape[1::-1])
    low = np.clip(np.floor(quad.min(axis=0)) - 1, 0, shape).astype(int)
    high = np.clip(np.ceil(quad.max(axis=0)) + 2, 0, shape).astype(int)
    if (high <= low).any():
        return
    part = target[low[1] : high[1], low[0] : high[0]]
    drawn, cover = _seen(card, quad - low, part.shape[:2], mirrored=np.cos(lying.flip) < 0)
    part[:] = np.clip(part * (1 - cover) + drawn * (cover * light), 0, 255).astype(np.uint8)


def shows(lying: CardPose) -> Side:
    """Return which side is up."""
    return "front" if np.cos(lying.flip) >= 0 else "back"


def _corners(lying: CardPose) -> Array:
    """Return far left, far right, near right, near left of the front in space, 4 x 3."""
    half = np.array(CARD_MM) / 2
    flat = np.array([(-1, 1), (1, 1), (1, -1), (-1, -1)]) * half
    across, along = flat[:, 0] * np.cos(lying.flip), flat[:, 1]
    rise = -flat[:, 0] * np.sin(lying.flip)
    cos, sin = np.cos(lying.yaw), np.sin(lying.yaw)
    x, y, z = lying.centre
    lift = z + CARD_MM[0] / 2 * abs(np.sin(lying.flip))
    return np.column_stack(
        [x + across * cos - along * sin, y + across * sin + along * cos, lift + rise]
    )


def _seen(
    card: Pixels, quad: Array, shape: tuple[int, ...], *, mirrored: bool
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return the card's colours and how much of each pixel it covers."""
    height, width = card.shape[:2]
    # Drawn at twice the size and reduced: the tag's modules must not turn to jags.
    large = (shape[1] * 2, shape[0] * 2)
    source = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32) - 0.5
    if mirrored:
        source = source[[1, 0, 3, 2]]
    matrix = cv2.getPerspectiveTransform(source, (quad * 2 + 0.5).astype(np.float32))
    drawn = cv2.warpPerspective(
        card, matrix, large, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE
    )
    inside = np.zeros(large[::-1], np.uint8)
    outline = np.round((quad * 2 + 0.5) * 16).astype(np.int32)
    cv2.fillConvexPoly(inside, outline, 255, cv2.LINE_AA, shift=4)
    size = (shape[1], shape[0])
    cover = np.asarray(cv2.resize(inside, size, interpolation=cv2.INTER_AREA), np.float32)
    colours = np.asarray(cv2.resize(drawn, size, interpolation=cv2.INTER_AREA), np.float32)
    return colours, cover[..., None] / np.float32(255)


def _stick(card: Pixels, tag: NDArray[np.uint8]) -> None:
    side = round(STICKER_MM * _SCALE)
    sticker = cv2.resize(tag, (side, side), interpolation=cv2.INTER_AREA)
    softened = 30 + sticker.astype(np.float32) * (222 / 255)
    top = card.shape[0] - side - 30
    left = (card.shape[1] - side) // 2
    card[top : top + side, left : left + side] = softened.astype(np.uint8)[..., None]


def _lines(card: Pixels, *, top: int, count: int) -> None:
    """Draw bars for the printed lines: what they say matters to nobody here."""
    for row in range(count):
        y = top + 24 * row
        cv2.line(card, (30, y), (170 + 17 * (row % 3), y), _GREY, 6)
        cv2.line(card, (card.shape[1] - 62, y), (card.shape[1] - 30, y), _GREY, 6)


def _centred(
    card: Pixels, text: str, bottom: int, size: float, ink: tuple[int, int, int] = _INK
) -> None:
    font, weight = cv2.FONT_HERSHEY_DUPLEX, 2
    (width, _), _ = cv2.getTextSize(text, font, size, weight)
    place = ((card.shape[1] - width) // 2, bottom)
    cv2.putText(card, text, place, font, size, ink, weight, cv2.LINE_AA)
