"""What the table has agreed on beside the book: ways to play, and house rules."""

from companion.sayings.events import EVENTS, HELPS
from companion.sayings.said import marked as _
from web.setup.house_rules import sentence_of, value_of
from web.setup.printings import about
from web.shared.scene import Scene

HELPED = EVENTS["help-set"].they


def ways_of(scene: Scene) -> tuple[str, ...]:
    """Return the rule sets and printings that are played, each in a sentence.

    With them, how far the companion helps in booking, where it does not do all of it.
    """
    edition, say, helps = scene.state.edition, scene.speaker.say, scene.view.helps
    printings = (one for one in edition.printings if one.id in edition.variants)
    played = tuple(about(scene.speaker, one) for one in printings)
    return played if helps == "book" else (*played, say(HELPED, helps=say(HELPS[helps])))


def house_rules_of(scene: Scene) -> tuple[str, ...]:
    """Return the rules that this table has changed, each with what it plays by."""
    say = scene.speaker.say
    return tuple(
        say(
            _("{rule} Here: {value}"),
            rule=say(sentence_of(name)),
            value=value_of(scene.speaker, value),
        )
        for name, value in scene.state.edition.house.items()
    )
