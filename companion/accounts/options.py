"""What the alternatives of a choice are called: of a card, a tax, the speed die, a mortgage."""

from companion.accounts.effects import said_of
from companion.editions import effects as fx
from companion.editions.model import BOARD_SIZE
from companion.game.state import BUS, TRIPLE, GameState, OpenChoice
from companion.rules.mortgage import interest_on
from companion.sayings.said import marked as _
from companion.speaker import Speaker
from companion.words import Space


def mortgage_option(speaker: Speaker, state: GameState, lot: Space, option: str) -> str:
    """Return what may be done about a mortgaged lot that changed hands, with its amount."""
    space = state.edition.space(lot)
    interest = interest_on(state, space.mortgage)
    facts = {"lot": speaker.space(lot)}
    if option == "redeem":
        amount = speaker.money(space.mortgage + interest)
        return speaker.say(_("Redeem {lot} for {amount}"), amount=amount, **facts)
    amount = speaker.money(interest)
    return speaker.say(_("Pay {amount} interest on {lot}"), amount=amount, **facts)


def option_of(speaker: Speaker, state: GameState, choice: OpenChoice | None, option: str) -> str:
    """Return what one alternative of a choice is called."""
    assert choice is not None
    edition = state.edition
    if choice.about in (BUS, TRIPLE):
        return _way(speaker, state, choice, int(option))
    card = edition.card(choice.about)
    if card is None:
        space = edition.space(edition.space_named(choice.about))
        if option == "flat":
            return speaker.say(_("Pay {amount}"), amount=speaker.money(space.amount))
        return speaker.say(_("Pay {percent} % of all you own"), percent=space.percent)
    for effect in card.effect.effects if isinstance(card.effect, fx.Choice) else ():
        if option == ("fine" if isinstance(effect, fx.Pay) else "draw"):
            return said_of(speaker, effect)
    return option


def _way(speaker: Speaker, state: GameState, choice: OpenChoice, number: int) -> str:
    """Return where a ride leads: so many spaces on by bus, or to the space with this number."""
    at = state.players[choice.seat].at
    if choice.about == TRIPLE:
        return speaker.space(Space(number))
    place = speaker.space(Space((at + number) % BOARD_SIZE))
    return speaker.say(_("Go {number} to {place}"), number=number, place=place)
