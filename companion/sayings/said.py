"""A saying: what was found, and what can be done; and the mark by which catalogues find it."""

from typing import NamedTuple


class Said(NamedTuple):
    """What was found, and what can be done."""

    found: str
    mend: str = ""


def marked(sentence: str) -> str:
    """Return *sentence* as it is: marks it for the catalogues where a table keeps it."""
    return sentence


def counted(one: str, many: str) -> tuple[str, str]:
    """Return both forms of a counted thing as they are: marks them for the catalogues."""
    return one, many
