"""Keyrings for tests."""

from functools import lru_cache
from random import Random
from unittest.mock import patch

from cards_qr.keyring import Keyring, make_keyring
from cards_qr.tag import Profile, U


@lru_cache(maxsize=16)  # a set is drawn in a tenth of a second, and nothing ever changes it
def known_keyring(number: int = 0, *, profile: Profile = U, edition: str = "") -> Keyring:
    """Return the set of that number, the same each time, so that a camera always sees the same."""
    drawn = Random(number)
    with patch("cards_qr.keyring.secrets") as chance:
        chance.token_bytes, chance.choice = drawn.randbytes, drawn.choice
        return make_keyring(profile, edition=edition)
