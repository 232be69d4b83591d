"""People at a table where the companion does not book by itself: they confirm, or type."""

from collections.abc import Iterable, Iterator

from companion.bots.match import Match, names_of
from companion.editions.load import load_edition
from companion.game.commands import AnyCommand, verb
from companion.game.events import Help
from companion.table.answers import Accepted, Answer
from companion.table.help.commands import Confirm, SetHelp
from companion.table.help.proposal import Proposal
from companion.table.roles import NOBODYS
from companion.words import Money, Seat
from tests.support.table import Hands


def helping(at: Hands, helps: Help) -> None:
    """Let the companion help so far and no further."""
    answer = at.answer(SetHelp(helps=helps), at.cause("banker", "banker"))
    assert isinstance(answer, Accepted), answer


def proposal(at: Hands) -> Proposal:
    """Return what waits; there must be something."""
    found = at.view.proposal
    assert found is not None
    return found


def amounts(at: Hands, seat: Seat) -> dict[int, Money]:
    """Return what *seat* types who reckons as the rules do."""
    waits = proposal(at)
    return {place: waits.dues[place].amount for place in waits.places_of(seat)}


def say_so(at: Hands, seat: Seat) -> Answer:
    """Confirm as *seat*, from the own phone; where amounts are typed, the right ones."""
    waits = proposal(at)
    typed = amounts(at, seat) if waits.helps == "announce" else {}
    return at.answer(Confirm(proposal=waits.id, by=seat, typed=typed), at.cause(seat=seat))


def confirm_all(at: Hands) -> int:
    """Confirm all that waits, each who must, one after the other; return how often that was."""
    taps = 0
    while at.view.proposal is not None:
        answer = say_so(at, proposal(at).awaited[0])
        assert isinstance(answer, Accepted), answer
        taps += 1
    return taps


def bots_game(
    edition: str, variants: tuple[str, ...], seed: int, count: int
) -> Iterator[AnyCommand]:
    """Yield what built-in players say in a game, one command after the other."""
    match = Match(load_edition(edition, variants), 3, seed)
    for _ in range(count):
        if match.state.winners:
            return
        yield match.step()


def replay_at(
    at: Hands,
    helps: Help,
    edition: str,
    variants: tuple[str, ...],
    said: Iterable[AnyCommand],
) -> int:
    """Play what built-in players *said* at a table; return how often somebody confirmed."""
    at.begin(edition=edition, variants=variants, first_roll=True, players=names_of(3))
    helping(at, helps)
    taps = 0
    for command in said:
        answer = submitted(at, command)
        assert isinstance(answer, Accepted), (command, answer)
        taps += confirm_all(at)
    return taps


def submitted(at: Hands, command: AnyCommand) -> Answer:
    """Send a command as who may send it, half a second after what was before."""
    at.clock.now += 0.5
    banker = verb(command) in NOBODYS
    seat = None if banker else getattr(command, "by", None)
    cause = at.cause("banker", "banker") if banker else at.cause(seat=seat)
    at.pipeline.submit(command, cause, at.replies.append)
    return at.replies[-1]
