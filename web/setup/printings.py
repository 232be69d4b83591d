"""What the printings and ways to play are called that ship, in the reader's language.

In an edition's file each says in English what it is about; those of one's own editions are said
as they stand there.
"""

from companion.editions.model import Printing
from companion.sayings.said import marked as _
from companion.speaker import Speaker

ABOUT = frozenset(
    {
        _("Decks of older printings, UK type times 20"),
        _("Variant 1: two deeds each, dealt and paid at their printed price"),
        _("Variant 2: a hotel after three houses"),
        _(
            "Variant 3: taxes, renovations and fines lie on Frei Parken for whoever comes "
            "there next"
        ),
        _(
            "Variant 4: all deeds are dealt and not paid for; nobody builds before his "
            "token has been once around"
        ),
        _(
            "The short game: two deeds each, dealt and paid; three cottages for a castle; a "
            "bankrupt's buildings go to the creditor; the second bankruptcy ends it"
        ),
        _("The game with a time limit: two deeds each, dealt and paid; the richest wins"),
        _(
            "With the speed die: 1000 more to begin with, and a third die for all who have "
            "passed Go"
        ),
        _("Viale dei Giardini at 900 instead of 875"),
        _("Stations at 480 instead of 500"),
        _("The station card of Imprevisti names Stazione Ovest"),
        _("The game against the clock: its length is agreed before play, the richest wins"),
        _("North and East Sea Ports change places"),
        _(
            "Decks of later Hasbro printings in Russian: US type, nearest railway at double "
            "rent, elected chairman"
        ),
        _("Names on the board of 1988"),
        _("Names on the board of 1997"),
        _(
            "The short game: two deeds each, dealt and paid; three houses for a hotel; the "
            "second bankruptcy ends it"
        ),
        _(
            "Printings before 2008: income tax 200 or 10 per cent of all possessions, "
            "luxury tax 75, first group purple, five cards with other amounts or occasions"
        ),
    }
)
"""What ships."""


def about(speaker: Speaker, printing: Printing) -> str:
    """Return in one line what a printing or way to play is."""
    return speaker.say(printing.about) if printing.about in ABOUT else printing.about
