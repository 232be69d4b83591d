"""What is said for one code: by the doctor's page, and wherever an error is said."""

from typing import NamedTuple


class Said(NamedTuple):
    """What was found, and what can be done."""

    found: str
    mend: str = ""
