"""A play unfolding: the events so far and the state that they lead to."""

from collections.abc import Callable, Iterable, Iterator
from sys import intern
from typing import cast

from msgspec.structs import replace

from companion.game.events import AnyEvent
from companion.game.refusals import Code, Refusal
from companion.game.state import GameState
from companion.rules.citing import ANY, citing
from companion.rules.registry import rule
from companion.words import RuleKey, Seat

OWN_TOPICS = ("short", "timed")
"""Rule sets whose paragraphs are a topic of the catalogues."""

Story = tuple[AnyEvent, ...]
"""Events, in order."""

Decided = Story | Refusal
"""What a command causes, or why it is refused."""


class Play:
    """Collects events; *state* is always the state after the last of them."""

    __slots__ = ("_events", "state")

    def __init__(self, state: GameState) -> None:
        self.state = state
        self._events: list[AnyEvent] = []

    def tell(self, event: AnyEvent) -> None:
        """Add an event, with all that it rests on, and move on to the state after it."""
        of_kind = citing.get(type(event))
        cites = of_kind and (of_kind.get(event.because) or of_kind.get(ANY))
        if cites and (cited := tuple(cites(self.state, event))):
            event = replace(event, also=cited + event.also)
        self.state = event.change(self.state)
        self._events.append(event)

    def tell_all(self, events: Iterable[AnyEvent]) -> None:
        """Add events, in order."""
        for event in events:
            self.tell(event)

    def tell_again(self, event: AnyEvent) -> None:
        """Add an event that says already what it rests on."""
        self.state = event.change(self.state)
        self._events.append(event)

    def go_on_with(self, other: "Play") -> None:
        """Add all that *other* tells, which began where this one has come to."""
        self.state = other.state
        self._events += other.story

    def rest_first_on(self, told: tuple[RuleKey, ...]) -> None:
        """Let the first event rest on what is *told*, too."""
        if self._events:
            first = self._events[0]
            self._events[0] = replace(first, also=(*first.also, *told))

    @property
    def story(self) -> Story:
        """All events, in order."""
        return tuple(self._events)


Outcome = Play | Decided
"""What a rule makes of a command: a play, its events alone, or why it is refused."""

key = cast(Callable[[str], RuleKey], intern)
"""A rule key, as rules write it: `key("rent/due")`."""


def keys(*texts: str) -> tuple[RuleKey, ...]:
    """Return rule keys."""
    return texts  # type: ignore[return-value]  # a key is its text; there are many of them


def refuse(code: Code, because: str, *also: str, **facts: int | str) -> Refusal:
    """Return a refusal, with the further rules that had a say."""
    return Refusal(code, RuleKey(because), facts, keys(*also))


def told_by_variants(state: GameState, *slugs: str) -> Iterator[str]:
    """Yield the keys under which the rule sets that are played answer these questions.

    The short and the timed game have topics of their own (`short/rents`); the others share one
    (`variant/deal-two-pay-for-deal`).
    """
    edition = state.edition
    for printing in edition.printings if edition.variants else ():
        if printing.is_rule_set and printing.id in edition.variants:
            own = printing.id in OWN_TOPICS
            topic = f"{printing.id}/" if own else f"variant/{printing.id}-"
            yield from (topic + slug for slug in slugs)


@rule("variant/deal-all-from-the-start")
def told_of_first_rounds(state: GameState, seat: Seat) -> tuple[str, ...]:
    """Return what is said of business in the rounds in which *seat* may not build yet."""
    if state.players[seat].laps >= state.rules.build_after_laps:
        return ()
    return tuple(told_by_variants(state, "from-the-start"))


def is_confined(state: GameState, seat: Seat) -> bool:
    """Return whether *seat* is in jail and does no business from there."""
    imprisoned = state.players[seat].jailed is not None
    return imprisoned and not state.rules.jail_may_deal_build_and_bid


@rule("end/last-player", "timed/last-turn")
def game_over(state: GameState) -> Refusal:
    """Refuse whatever comes after the end."""
    by = "timed/last-turn" if state.time_called else "end/last-player"
    return refuse("game-over", "winner/last-player", by)


def cannot_act(state: GameState, seat: Seat) -> Refusal | None:
    """Return why *seat* can do nothing at all any more, or None."""
    if state.winners:
        return game_over(state)
    if not 0 <= seat < len(state.players):
        return refuse("bad-command", "setup/players", seat=seat)
    if state.players[seat].out:
        return refuse("bankrupt", "bankruptcy/out")
    return None
