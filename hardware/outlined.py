"""A picture with what was read in it drawn on: for pages, never for evidence."""

import cv2

from companion.vision.frame import Pixels
from companion.vision.readings import DiceReading

_SURE, _UNSURE, _SHADE = (80, 170, 60), (40, 160, 240), (20, 20, 20)
_SURE_FROM = 0.85


def outlined(pixels: Pixels, reading: DiceReading) -> Pixels:
    """Return a copy with a ring around each die and its value: green if sure, amber if not."""
    drawn = pixels.copy()
    for die in reading.dice:
        centre = (round(die.centre[0]), round(die.centre[1]))
        radius = max(round(0.85 * die.edge), 8)
        width = max(2, round(die.edge / 12))
        colour = _SURE if die.confidence >= _SURE_FROM else _UNSURE
        cv2.circle(drawn, centre, radius, _SHADE, width + 2, cv2.LINE_AA)
        cv2.circle(drawn, centre, radius, colour, width, cv2.LINE_AA)
        place = (centre[0] + radius, centre[1] - radius // 2)
        size = max(0.6, die.edge / 36)
        for ink, weight in ((_SHADE, width + 3), (colour, width)):
            cv2.putText(
                drawn, str(die.pips), place, cv2.FONT_HERSHEY_DUPLEX, size, ink, weight, cv2.LINE_AA
            )
    return drawn
