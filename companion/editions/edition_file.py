"""The tables of an edition file -> `Edition`, every mistake in how it is written being noted."""

import re

from companion.editions.board import read_spaces
from companion.editions.decks import read_cards, read_decks
from companion.editions.house import read_parameters
from companion.editions.model import Currency, Edition, Unconfirmed
from companion.editions.printings import read_printings
from companion.editions.tomlfile import TomlTable
from companion.words import Money

_ID = re.compile(r"(?=.{1,40}$)[a-z0-9]+(-[a-z0-9]+)*")


def read_edition(file: TomlTable) -> Edition | None:
    """Return the edition, or None where it has no parameters to play by.

    What is wrong is noted in *file*; with any mistake there the edition holds stand-ins and is of
    no use but for finding more of them.
    """
    file.knows("unconfirmed", "edition", "parameters", "space", "deck", "card", "variant")
    facts = file.table("edition", needed=True)
    _look_over(facts)
    spaces, cards = read_spaces(file), read_cards(file)
    decks, printings = read_decks(file, cards), read_printings(file)
    answers = file.table("parameters", needed=True)
    parameters = read_parameters(answers) if answers.raw else None
    unconfirmed = tuple(_unconfirmed(table) for table in file.tables("unconfirmed"))
    currency, notes, start_notes = _currency(facts), facts.wholes("notes"), _start_notes(facts)
    if parameters is None:
        return None
    return Edition(
        id=facts.text("id"),
        name=facts.text("name"),
        name_en=facts.text("name_en", ""),
        language=facts.text("language"),
        currency=currency,
        notes=notes,
        start_notes=start_notes,
        words=facts.names("words"),
        colours=facts.names("colours"),
        spaces=spaces,
        decks=decks,
        cards=cards,
        parameters=parameters,
        came_from=facts.text("from", ""),
        unconfirmed=unconfirmed,
        printings=printings,
    )


def _look_over(facts: TomlTable) -> None:
    """Note what is wrong with the facts that are for readers only, and with the id."""
    facts.knows(
        *(
            "id",
            "from",
            "name",
            "name_en",
            "language",
            "notes",
            "currency",
            "money",
            "words",
            "colours",
        ),
        *("remarks", "sources", "derived", "derived_why"),
    )
    for key in ("from", "remarks", "derived_why"):
        facts.text(key, "")
    facts.texts("sources")
    facts.yes("derived", otherwise=False)
    if not _ID.fullmatch(str(facts.raw.get("id", "none"))):
        facts.wrong("no-id", "id", value=str(facts.raw["id"])[:80])


def _currency(facts: TomlTable) -> Currency:
    table = facts.table("currency", needed=True)
    table.knows("symbol", "code", "unit", "write", "separator", "example")
    currency = Currency(
        symbol=table.text("symbol", ""),
        code=table.text("code", ""),
        unit=table.whole("unit", otherwise=1),
        write=table.text("write"),
        separator=table.text("separator", ""),
    )
    example = table.text("example", "")
    digits = "".join(letter for letter in example if letter.isdecimal())
    if digits and currency.written(int(digits)) != example:
        written = currency.written(int(digits))
        table.wrong("example-otherwise", "example", written=written)
    return currency


def _start_notes(facts: TomlTable) -> dict[Money, int]:
    money = facts.table("money")
    money.knows("start_notes")
    notes = money.table("start_notes")
    counts = {note: notes.whole(note) for note in notes.raw}
    for note in counts:
        if not note.isdecimal():
            notes.wrong("not-of-kind", note, value=note, kind="a whole number")
    return {int(note): count for note, count in counts.items() if note.isdecimal()}


def _unconfirmed(table: TomlTable) -> Unconfirmed:
    table.knows("fact", "reading", "why")
    return Unconfirmed(table.text("fact"), table.text("reading"), table.text("why"))
