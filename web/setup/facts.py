"""What an edition's file says of facts that printings differ in, in the reader's language.

There all of it is English, and whole sentences of it are in the catalogues; what a file of one's
own says is said as it stands there. Names and figures are the same in every language.
"""

from collections.abc import Iterator

from companion.editions.model import Edition, Unconfirmed


def sentences_of(edition: Edition) -> Iterator[str]:
    """Return what the catalogues have to say of an edition's facts."""
    for fact in edition.unconfirmed:
        yield titled(fact)
        if not is_named(fact.reading, edition):
            yield fact.reading
        yield fact.why


def titled(fact: Unconfirmed) -> str:
    """Return where a fact stands in an edition's file, as words: `money: start notes`."""
    return fact.fact.replace("edition.", "").replace(".", ": ").replace("_", " ")


def is_named(reading: str, edition: Edition) -> bool:
    """Return whether a reading is figures alone, or names: of spaces, of kinds of buildings."""
    names = {name for s in edition.spaces for name in (s.name, f"{s.index} {s.name}")}
    names.update(edition.words.values())
    return reading in names or all(p in names or p.isdecimal() for p in reading.split(", "))
