"""A picture lies under its digest."""

from hashlib import sha256

from companion.hub.hub import Hub
from companion.hub.pictures import LARGEST
from companion.shipping.wire import Refused

PICTURE = b"\xff\xd8" + bytes(range(256))
DIGEST = sha256(PICTURE).hexdigest()


def test_what_was_kept_is_read(hub: Hub) -> None:
    assert not hub.pictures.has(DIGEST)
    assert hub.pictures.read(DIGEST) is None
    for _ in range(2):
        assert hub.pictures.keep(DIGEST, PICTURE) is None
    assert hub.pictures.has(DIGEST)
    assert hub.pictures.read(DIGEST) == PICTURE


def test_another_picture_is_refused(hub: Hub) -> None:
    assert hub.pictures.keep(DIGEST, PICTURE + b"x") == Refused("digest-wrong")
    assert not hub.pictures.has(DIGEST)


def test_a_picture_has_two_megabytes_at_most(hub: Hub) -> None:
    largest = bytes(LARGEST)
    assert hub.pictures.keep(sha256(largest).hexdigest(), largest) is None
    larger = bytes(LARGEST + 1)
    assert hub.pictures.keep(sha256(larger).hexdigest(), larger) == Refused("too-large")
