"""Soft shadows of things above the table."""

import cv2
import numpy as np

from companion.vision.frame import Pixels
from companion.vision.plane import Zone
from hardware.simulated.die import EDGE_MM, LAMP, DiePose
from hardware.simulated.view import Array, Pinhole

_SIGNS = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)


def die_shadow(target: Pixels, view: Pinhole, pose: DiePose) -> None:
    """Darken the table under a die, in place: its cast shadow, and the touch where it stands."""
    corners = _SIGNS * 0.9 * EDGE_MM / 2 @ np.asarray(pose.turn).T + np.asarray(pose.centre)
    height = float(pose.centre[2]) - EDGE_MM / 2
    scale = view.px_per_mm(pose.centre)
    cast_shadow(target, view, corners, strength=0.5, blur=scale * (1.4 + 0.12 * height))
    below = corners * (1, 1, 0)
    touch = 0.4 / (1 + 0.2 * height)
    _darken(target, view.project(below), touch, scale * (1.6 + 0.2 * height))


def cast_shadow(
    target: Pixels, view: Pinhole, points: Array, *, strength: float, blur: float
) -> None:
    """Darken where the lamp does not reach the table behind the hull of *points* (n x 3, mm)."""
    fall = LAMP[:2] / LAMP[2]
    ground = points - np.column_stack([points[:, 2:3] * fall, points[:, 2]])
    _darken(target, view.project(ground), strength, blur)


def _darken(target: Pixels, outline: Array, strength: float, blur: float) -> None:
    box = _around(outline, 3 * blur + 2, target)
    if not box.width or not box.height:
        return
    mask = np.zeros((box.height, box.width), np.float32)
    hull = cv2.convexHull((outline - (box.left, box.top)).astype(np.float32))
    fine = np.round(hull * 16).astype(np.int32)
    cv2.fillConvexPoly(mask, fine, strength, cv2.LINE_AA, shift=4)
    mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), max(blur, 0.5)), np.float32)
    part = box.cut(target)
    part[:] = (part * (1 - mask[..., None])).astype(np.uint8)


def _around(outline: Array, margin: float, target: Pixels) -> Zone:
    height, width = target.shape[:2]
    low = np.clip(np.floor(outline.min(axis=0) - margin), 0, (width, height)).astype(int)
    high = np.clip(np.ceil(outline.max(axis=0) + margin), 0, (width, height)).astype(int)
    size = np.maximum(high - low, 0)
    return Zone(int(low[0]), int(low[1]), int(size[0]), int(size[1]))
