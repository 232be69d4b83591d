"""What the table has agreed on beside the book: ways to play, and house rules."""

from companion.editions.typed import shown
from web.language import marked as _
from web.sentences.house import sentence_of
from web.views.scene import Scene


def ways_of(scene: Scene) -> tuple[str, ...]:
    """Return the rule sets and printings that are played, each in a sentence."""
    edition = scene.state.edition
    return tuple(p.about for p in edition.printings if p.id in edition.variants)


def house_rules_of(scene: Scene) -> tuple[str, ...]:
    """Return the rules that this table has changed, each with what it plays by."""
    say = scene.speaker.say
    return tuple(
        say(_("{rule} Here: {value}"), rule=say(sentence_of(name)), value=shown(value))
        for name, value in scene.state.edition.house.items()
    )
