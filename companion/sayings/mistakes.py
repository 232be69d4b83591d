"""What is wrong in an edition, its house rules or corrections -> a sentence and its mend.

Keys, words and ids stand as in the file. Where a word is like one that would be right, the fact
`near` has that, and it is asked whether it was meant; what belongs somewhere, `kind`, is one of
`KINDS`.
"""

from collections.abc import Mapping

from companion.sayings.said import Said
from companion.sayings.said import marked as _

NEAR = _("Did you mean {near}?")

KINDS = frozenset(
    {
        _("a text in quotes"),
        _("true or false"),
        _("a whole number"),
        _("a list of whole numbers"),
        _("a list of texts"),
        _("a list of tables"),
        _("a table"),
        _("a ratio such as 0.10"),
        _("a whole number, or a list of them, one for each number of players"),
        _("yes or no"),
        _("0.10, or 10 %"),
        _("whole numbers with commas between"),
        _("a whole number, or several with commas between"),
        _("one of the words"),
    }
)
"""What may belong somewhere, as the room calls it."""

_RENAME = _("Give it another name.")
_TAKE_OUT = _("Take it out.")
_ONE_OF = _("One of: {words}")
_SO_MANY = _("Change one of the two.")
_LIKE = _("Like this: {like}")

MISTAKES: Mapping[str, Said] = {
    "no-toml": Said(
        _("Line {line} is no TOML."),
        _("A text stands in quotes, a list in [ ], and no key twice in a table."),
    ),
    "no-utf8": Said(_("Line {line} is no text."), _("Save the file as UTF-8.")),
    "too-deep": Said(
        _("Lists or tables stand in each other too deeply."), _("Two or three deep is enough.")
    ),
    "too-many-digits": Said(_("A number has too many digits."), _("At most {most}.")),
    "edition-too-long": Said(_("This is far too long for an edition."), _("At most {most} bytes.")),
    "edition-as-it-ships": Said(
        _("This is {name} as it comes with the companion."),
        _("Begin one of your own: companion editions --new"),
    ),
    "no-edition": Said(_("There is no edition {name}."), _("There are: {there}")),
    "no-variant": Said(_("{edition} has no variant {name}."), _("There are: {there}")),
    "not-together": Said(_("{one} and {other} are not played together."), _("Choose one of them.")),
    "id-taken": Said(
        _("An edition {name} comes with the companion."),
        _("Give it an id of its own, and as from the edition it was begun from."),
    ),
    "id-twice": Said(_("{other} has the id {name} too."), _RENAME),
    "no-id": Said(_("{value} is no id."), _("Take small letters, digits and hyphens, 40 at most.")),
    "no-origin": Said(
        _("It is not said by whose rulebook this is played."), _("Write one of: {there}")
    ),
    "no-such-origin": Said(
        _("No edition {name} comes with the companion."), _("Write one of: {there}")
    ),
    "key-unread": Said(_("Nobody reads a key of this name."), _TAKE_OUT),
    "key-missing": Said(_("This key is missing."), _("What belongs there: {kind}")),
    "word-missing": Said(_("This key is missing."), _ONE_OF),
    "not-of-kind": Said(_("{value} cannot be meant."), _("What belongs there: {kind}")),
    "unknown-word": Said(_("{value} is unknown here."), _ONE_OF),
    "out-of-bounds": Said(_("{value} cannot be meant."), _("From {least} to {most}.")),
    "no-house-rule": Said(
        _("There is no such house rule."),
        _("A file begun with “companion editions --new” has all of them."),
    ),
    "players-crossed": Said(_("Players: {fewest} at least, but {most} at most."), _SO_MANY),
    "too-many-deeds": Said(
        _("{deeds} deeds for each of {players} players, but there are only {there}."),
        _("At most {most}."),
    ),
    "nothing-to-correct": Said(
        _("There is nothing of this kind to change."), _("Name one that the board has.")
    ),
    "there-twice": Said(_("This is there {times} times."), _RENAME),
    "space-missing": Said(_("This space is missing."), _("A board has the spaces 0 to 39.")),
    "no-such-space": Said(_("There is no such space."), _("A board has the spaces 0 to 39.")),
    "figures-counted": Said(
        _("Figures: {found}, but {wanted} belong there."), _("Write one for each case.")
    ),
    "figures-falling": Said(_("The figures do not rise."), _("Write the smallest first.")),
    "kinds-counted": Said(
        _("Spaces of the kind {word}: {found}, not {wanted}."), _("Change the kind of a space.")
    ),
    "kind-elsewhere": Said(
        _("{word} is space {number} on every board."), _("Number the spaces anew.")
    ),
    "group-size": Said(_("Streets of the group {group}: {size}."), _("A group has two or three.")),
    "group-costs": Said(
        _("Houses of the group {group} cost {costs}."), _("Write one price for all.")
    ),
    "no-such-group": Said(_("No street is of this group."), _TAKE_OUT),
    "mortgage-too-high": Said(
        _("A mortgage of {mortgage} on a price of {price}."), _("Write less than the price.")
    ),
    "no-such-target": Said(_("No space or deck has the key {name}."), _("Name one that there is.")),
    "notes-falling": Said(_("The notes do not rise."), _("Write the smallest first, each once.")),
    "no-such-note": Said(_("There is no note of {note}."), _("There are: {notes}")),
    "start-notes": Said(_("They come to {total}, but starting_cash is {cash}."), _SO_MANY),
    "amount-unwritten": Said(_("The amount is not in it."), _LIKE),
    "example-otherwise": Said(
        _("By the rule it is {written}."), _("Change the example, or write and separator.")
    ),
    "decks-counted": Said(_("An edition has two decks."), _("One is chance, one chest.")),
    "cards-counted": Said(_("The deck has {size} cards, but {there} are in the file."), _SO_MANY),
    "card-of-no-deck": Said(_("A card's id begins with its deck."), _LIKE),
    "card-kept": Said(
        _("A card that leaves jail free is kept, and no other."), _("Change keep or the effect.")
    ),
    "draw-alone": Said(_("To draw stands only inside a choice."), _LIKE),
    "effects-counted": Said(
        _("A card does one thing, not {found}: {words}"), _("Leave one of them.")
    ),
    "no-such-effect": Said(_("No card does this: {value}"), _ONE_OF),
    "repairs-counted": Said(
        _("Repairs cost two amounts."), _("One is for each house, one for each hotel.")
    ),
    "choice-of-others": Said(
        _("A choice is between paying and drawing."), _("Change what can be chosen.")
    ),
    "choice-too-small": Said(_("A choice has at least two options."), _LIKE),
    "key-false": Said(_("A card that does not do this has no such key."), _LIKE),
    "deck-not-replaced": Said(
        _("This card's deck is not replaced."), _("Name it among the decks of the variant.")
    ),
}
"""What is wrong."""
