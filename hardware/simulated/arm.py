"""A hand that reaches into the tray and rests there."""

import cv2
import numpy as np

from companion.vision.frame import Pixels
from hardware.simulated.shadow import cast_shadow
from hardware.simulated.view import Pinhole

Place = tuple[float, float]

_SKIN = (138, 160, 205)
_SLEEVE = (92, 60, 48)
_ABOVE_MM = 35.0
# From where the fingers meet: along the arm (towards the players) and across it, radius; mm.
_FINGERS = ((-26.0, -20.0, 8.0), (-36.0, -7.0, 8.5), (-34.0, 8.0, 8.5), (-24.0, 22.0, 7.5))
_PALM = (0.0, 36.0)
_WRIST, _CUFF, _FAR = 45.0, 95.0, 420.0


def draw_arm(target: Pixels, view: Pinhole, palm: Place) -> None:
    """Draw an arm that comes from the players and whose palm is above *palm* (mm), in place."""
    x, y = palm
    outline = [(x - 30, y + 20), (x + 30, y + 20), (x + 34, y - _FAR), (x - 34, y - _FAR)]
    shadow = np.array([(*place, _ABOVE_MM) for place in outline])
    cast_shadow(target, view, shadow, strength=0.35, blur=9.0)
    _stroke(target, view, [(x, y - _CUFF), (x, y - _FAR)], 34.0, _SLEEVE)
    _stroke(target, view, [(x, y - _WRIST), (x, y - _CUFF)], 24.0, _SKIN)
    _stroke(target, view, [(x, y), (x, y - _WRIST)], _PALM[1] * 0.85, _SKIN)
    for along, across, radius in _FINGERS:
        _stroke(target, view, [(x + across * 0.8, y), (x + across, y - along)], radius, _SKIN)
    _stroke(target, view, [(x - 28, y - 20), (x - 44, y + 12)], 9.0, _SKIN)  # the thumb


def _stroke(
    target: Pixels, view: Pinhole, places: list[Place], radius: float, colour: tuple[int, int, int]
) -> None:
    points = view.project(np.array([(*place, _ABOVE_MM) for place in places]))
    width = 2 * radius * view.px_per_mm((*places[0], _ABOVE_MM))
    line = [np.round(points).astype(np.int32)]
    cv2.polylines(target, line, isClosed=False, color=colour, thickness=max(1, round(width)))
