"""A picture of two dice and a doubtful reading of it."""

import threading
from multiprocessing.connection import Connection
from pathlib import Path

import cv2
import numpy as np
from msgspec.structs import replace

from companion.table.games.commands import Resume
from companion.table.table import Table
from companion.table.witness import TableWitness
from companion.vision.readings import DiceReading, DieReading
from companion.words import Seat
from tests.support.player import banker, begin
from web.shared.ports import Parts


def tray(size: tuple[int, int] = (480, 320)) -> bytes:
    """Return a JPEG of two drawn dice on felt."""
    width, height = size
    picture = np.full((height, width, 3), (70, 110, 50), np.uint8)
    for x, y, pips in ((150, 150, ((0, 0),)), (320, 190, ((-14, -14), (14, 14), (0, 0)))):
        cv2.rectangle(picture, (x - 32, y - 32), (x + 32, y + 32), (245, 245, 245), -1)
        for dx, dy in pips:
            cv2.circle(picture, (x + dx, y + dy), 7, (20, 20, 20), -1)
    return cv2.imencode(".jpg", picture)[1].tobytes()


def pressed_by(parts: Parts, *seats: Seat) -> Parts:
    """Return what pages work with where some seats have buttons."""
    return replace(parts, button_seats=seats)


def unsure(*confidences: float) -> DiceReading:
    """Return a reading of that picture's dice, 1 and 3, each with its confidence."""
    centres, pips = ((150.0, 150.0), (320.0, 190.0)), (1, 3)
    dice = tuple(
        DieReading(
            pips=n,
            centre=centre,
            edge=64.0,
            confidence=sure,
            faces=tuple(sure if face == n else (1 - sure) / 5 for face in range(1, 7)),
        )
        for n, centre, sure in zip(pips, centres, confidences, strict=True)
    )
    return DiceReading(verdict="unsure", dice=dice, confidence=min(confidences))


def ask_in_a_process(home: Path, told: Connection) -> None:
    """Begin a game, let the camera be unsure, tell the question, and wait to be killed."""
    table = Table(home)
    table.start()
    begin(table)
    at = table.cause("camera", "camera").mono
    TableWitness(table).dice(unsure(0.99, 0.5), tray(), at, at + 0.1)
    table.submit(
        Resume(game=table.view.game), banker(table)
    )  # the writer has seen the dice when it answers
    assert table.view.doubt is not None
    told.send((table.view.doubt.id, table.view.doubt.evidence))
    threading.Event().wait()
