"""Which of our colours a group has: the colour that its own box prints.

Group keys are the classic ones by position; an edition says in its own words what colour its
band really is, and people must find on the screen what lies on the cardboard.
"""

from collections.abc import Mapping

from companion.editions.model import BoardSpace, Edition

WORDS: Mapping[str, str] = {
    "rosa": "pink",
    "pink": "pink",
    "розовый": "pink",
    "helllila": "pink",
    "azzurro": "light-blue",
    "hellblau": "light-blue",
    "голубой": "light-blue",
    "arancione": "orange",
    "оранжевый": "orange",
    "marrone": "brown",
    "коричневый": "brown",
    "rosso": "red",
    "rot": "red",
    "красный": "red",
    "giallo": "yellow",
    "gelb": "yellow",
    "жёлтый": "yellow",
    "желтый": "yellow",
    "verde": "green",
    "grün": "green",
    "зелёный": "green",
    "зеленый": "green",
    "viola": "purple",
    "dunkellila": "purple",
    "фиолетовый": "purple",
    "purple": "purple",
    "dunkelblau": "dark-blue",
    "синий": "dark-blue",
    "blue": "dark-blue",
}
"""An edition's word for a colour -> our name for it."""


def band(edition: Edition, space: BoardSpace) -> str:
    """Return our name for the colour of a lot's band: a colour, `station` or `utility`."""
    if not space.group:
        return space.kind
    word = edition.colours.get(space.group, space.group)
    return WORDS.get(word.lower(), space.group)
