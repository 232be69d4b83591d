"""The code that a phone in a stand scans to become the camera."""

from typing import NamedTuple

from flask import url_for

from web.draw.code import Code, code_of
from web.shared.context import current


class StandCode(NamedTuple):
    """Where the page of that phone is, and the same as a code."""

    address: str
    code: Code


def code_of_stand(*, anyway: bool = False) -> StandCode | None:
    """Return what the phone in the stand is to scan, while a phone is chosen and none is there.

    Args:
        anyway: also while something else is looked through. Where browsers would lend no camera
            there is no code.
    """
    parts = current().parts
    if parts.phone_eye is None or parts.secure is None or not parts.secure.addresses:
        return None
    state = parts.phone_eye.state
    if not anyway and (state.there or not state.used):
        return None
    address = parts.secure.addresses[0] + url_for("stand.eye")
    return StandCode(address, code_of(address))
