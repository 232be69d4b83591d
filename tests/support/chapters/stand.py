"""Chapters of the album: a phone in a stand that is the camera."""

from collections.abc import Iterator

from companion.table.witness import TableWitness
from companion.vision.phone_frames import RoundTrip, Stamp
from hardware.cameras.options import CameraOptions
from hardware.cameras.phone import PhoneEye
from tests.support.chapters.company import ANN, BEN, Company, Look
from tests.support.doubtful import tray
from tests.support.pages import Secured
from web.phones.chairs import hashed

GUEST, SEATS = "guest of the house", "192.168.1.50"
SECURE = "https://192.168.1.40:8443"


def phone_in_a_stand(at: Company) -> Iterator[Look]:
    """It asks, is let in, sees, is lost, and another one asks."""
    at.begin()
    context = at.room.context
    at.has(secure=Secured((SECURE,), b""))
    yield at.anybodys("eye: a guest's", "/eye")
    context.asking.ask(hashed(GUEST), SEATS)
    yield at.bankers("banker: a phone wants to be the camera")
    yield at.bankers("camera: no phone yet", "/banker/camera")
    context.asking.answered(context.asking.all[0], no=False)
    context.phones.let_see(hashed(GUEST))
    eye = context.parts.phone_eye
    assert isinstance(eye, PhoneEye)
    camera, witness = eye.camera(CameraOptions()), TableWitness(at.room.table)
    witness.camera("phone", ok=False, trouble=eye.trouble)
    yield at.screen("table: the phone in the stand is missed")
    run = eye.begin()
    witness.camera("phone", ok=True)
    now = eye.now()
    eye.take(tray(), Stamp(run, 1, 1.0, 1.0, RoundTrip(0.99, now, 1.0)))
    yield at.bankers("camera: through a phone", "/banker/camera")
    eye.leave(run, "hidden")
    yield at.bankers("camera: the phone has stopped", "/banker/camera")
    context.asking.ask(hashed(at.tokens[BEN]), SEATS)
    yield at.bankers("banker: another phone wants to be the camera")
    yield at.at(ANN, "eye: another phone's", "/eye")
    camera.close()
