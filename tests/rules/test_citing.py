"""What is cited besides: first what is said of every such event, then what a rule adds."""

from functools import reduce

from companion.editions.load import load_edition
from companion.game.apply import apply
from companion.game.events import Declined, JailTurnSpent, PurchaseOffered
from companion.game.state import blank
from companion.rules.play import Play, key, keys
from companion.rules.setup import begin
from companion.words import Seat, Space

ANN, OLD_KENT = Seat(0), Space(1)


def begun() -> Play:
    """Return a play in a game that has just begun."""
    edition = load_edition("us-classic")
    return Play(reduce(apply, begin(edition, ("Ann", "Bob"), first_roll=False), blank(edition)))


def test_an_event_cites_what_is_said_of_its_kind_and_then_what_its_rule_adds() -> None:
    play, because = begun(), key("purchase/first-right")
    further = keys("purchase/by-card")
    play.tell(PurchaseOffered(seat=ANN, lot=OLD_KENT, price=60, because=because, also=further))
    (told,) = play.story
    assert told.also == ("turn/space-decides", "bank/owns-the-unsold", "purchase/by-card")


def test_what_is_told_again_cites_no_more() -> None:
    play, again = begun(), begun()
    play.tell(Declined(seat=ANN, lot=OLD_KENT, because=key("purchase/first-right")))
    again.tell_again(play.story[0])
    assert again.story == play.story


def test_only_the_first_event_rests_on_where_its_player_is() -> None:
    play = begun()
    for turns in (1, 2):
        play.tell(JailTurnSpent(seat=ANN, turns=turns, because=key("jail/double-frees")))
    play.rest_first_on(keys("jail/business-as-usual"))
    first, second = play.story
    assert first.also == (*second.also, "jail/business-as-usual")
