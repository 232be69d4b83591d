"""A second camera, for deeds alone: what it is, who watches it, what pages see of it."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from cards_qr.keyrings import Keyrings
from cards_qr.set_reader import SetReader
from companion.doctor import Checks
from companion.eye import EyeChoice
from companion.parts import edition_on
from companion.table.table import Table
from companion.table.witness import TableWitness
from hardware.camera_view import DeedsSight, drawn_before
from hardware.checks import deeds_camera_checks
from hardware.first_look import FirstLook
from hardware.looking import Looking
from hardware.scan_reader import ToldTags
from hardware.watcher import DeedsWatcher


class DeedsEye:
    """Sees where deeds are laid, as long as a camera is chosen for it; else the dice's does.

    Args:
        eye: opens and changes it.
        home: where what was drawn on a camera's picture is kept.
        table: the live game.
        keyrings: prove the tags of each edition.
        told: what was told last of the scan field, by whichever camera.
        keeps: whether pictures are kept.
    """

    def __init__(
        self,
        eye: EyeChoice,
        home: Path,
        table: Table,
        keyrings: Keyrings,
        told: ToldTags,
        *,
        keeps: Callable[[], bool],
    ) -> None:
        self.eye = eye
        """Which camera it is."""
        witness = TableWitness(table, keeps=keeps, place="deeds")
        self.camera = camera = eye.open(
            lambda said, why: witness.camera(said, ok=why is None, trouble=why)
        )
        if eye.looks:
            witness.camera(camera.name, ok=True)
        self.watcher = watcher = DeedsWatcher(
            camera,
            witness=witness,
            tags=SetReader(keyrings, lambda: edition_on(table)),
            told=told,
            drawn=drawn_before(home, camera.name),
            known=partial(drawn_before, home),
            changes=lambda: camera.changes,
        )
        eye.watched(lambda: watcher.looked)
        tags = SetReader(keyrings, lambda: edition_on(table))
        self.sight = DeedsSight(camera, watcher, home, FirstLook(None, tags))
        """What pages see of it."""
        self.checks: Checks = partial(deeds_camera_checks, camera, lambda: watcher.latest)
        """What the doctor asks of it."""

    def watcher_else(self, watcher: Looking) -> Looking:
        """Return who sees the deeds: its own watcher, or that of the dice."""
        return self.watcher if self.eye.looks else watcher
