"""Players without a phone: they see their own lamp, hear what is spoken, press, throw and lay.

They know their rulebook, and what anybody at a table has before his eyes: the cardboard. What the
companion keeps in its books they never see.
"""

import random
from collections import Counter

from companion.game.refusals import Refusal
from companion.game.state import GameState
from companion.sayings import announcements as say
from companion.table.answers import Accepted
from companion.table.buttons.meanings import Gesture, Light, light, meaning, situation
from companion.table.buttons.wishes import CLAIM
from companion.table.commands import Submitted
from companion.table.deeds.cards import number_of
from companion.voice.croupier import Croupier
from companion.voice.news import NO_GAME, news
from companion.words import DeckId, Seat
from tests.support.games import RandomGame
from tests.support.table import Hands, Tag
from web.shared.language import catalogues

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal")


class Cardboard:
    """The box on the table: piles of cards, and who has which deeds in front of them."""

    def __init__(self, at: Hands, chance: random.Random) -> None:
        assert at.view.state is not None
        self._at, edition = at, at.view.state.edition
        self.piles: dict[DeckId, list[str]] = {}
        for deck in edition.decks:
            cards = [card.id for card in edition.cards if card.deck == deck.id]
            self.piles[deck.id] = chance.sample(cards, len(cards))

    def draw(self, deck: DeckId) -> int:
        """Draw a card, and put it under the pile or keep it; return the number on its tag."""
        assert self._at.view.state is not None
        held, pile = self._at.view.state.holds, self.piles[deck]
        card = next(one for one in pile if one not in held)  # held cards lie before their owners
        pile.remove(card)
        pile.append(card)
        return number_of(self._at.view.state, card)

    def deeds(self, seat: Seat) -> list[tuple[int, str]]:
        """Return the numbers of the deeds before a seat, and the side that is up."""
        state = self._at.view.state
        assert state is not None
        return [
            (state.edition.deed_number(lot), "back" if held.mortgaged else "front")
            for lot, held in state.lots.items()
            if held.owner == seat
        ]


class Blind:
    """One evening: `lines` is all that was heard, `presses` counts what presses did."""

    def __init__(self, at: Hands, seed: int) -> None:
        self.at, self.chance, self._seed = at, random.Random(seed), seed
        edition = self._state.edition
        self.cardboard = Cardboard(at, self.chance)
        self.croupier = Croupier(catalogues()["en"], edition, NAMES)
        self.first_dice = self._state.rules.first_roll_dice
        self.decks = {self.croupier.deck(deck.id): deck.id for deck in edition.decks}
        self.lines: list[str] = []
        self.presses: Counter[str] = Counter()
        self.refused: list[str] = []
        self.turns = 0
        self.without = set[str]()
        """What this edition never asks of a button, in words."""
        if not self._state.rules.rent_needs_claim:
            self.without.add(CLAIM.does)
        self._mark, self._due = NO_GAME, DeckId("")
        self._cannot: set[str] = set()
        self._listen()

    @property
    def _state(self) -> GameState:
        assert self.at.view.state is not None
        return self.at.view.state

    # ---- eyes and ears

    def lamp(self, seat: Seat) -> Light:
        return light(self.at.view, seat)

    def _listen(self) -> None:
        """Hear what is spoken now, and draw from it what there is to do."""
        view = self.at.view
        records = self.at.records
        heard, self._mark = news(
            self.croupier, view, records, self._mark, level="full", now=self.at.clock.now
        )
        for one in heard:
            self.lines.append(one.text)
            for name, deck in self.decks.items():
                if f"draws from {name}" in one.text:
                    self._due = deck
            for name in NAMES:
                if say.GIVE_UP.format(name=name) in one.text:
                    self._cannot.add(name)

    def _wait(self) -> bool:
        """Let time pass; return whether a clock had something to do."""
        self.at.clock.now += 1.0
        if self.at.desk.due == float("inf"):
            return False
        self.at.clock.now = max(self.at.clock.now, self.at.desk.due)
        self.at.pipeline.tick()
        self._listen()
        return True

    # ---- hands

    def press(self, seat: Seat, gesture: Gesture = "short") -> None:
        """Press a button, as `hardware.hands` carries it."""
        self.at.clock.now += 1.0
        row = situation(self.at.view, seat)
        wish = meaning(self.at.view, seat, gesture)
        if wish is None:
            return
        before = len(self.at.replies)
        self.at.pipeline.submit(
            wish, self.at.cause("seat", "button", seat=seat), self.at.replies.append
        )
        answer = self.at.replies[-1] if len(self.at.replies) > before else None
        act = getattr(row, gesture)
        if isinstance(answer, Refusal):
            self.refused.append(f"{row.when}: {answer.code}")
        elif isinstance(answer, Accepted) and act is not None:
            self.presses[act.does] += 1
        self._listen()

    def throw(self, count: int) -> None:
        self.at.clock.now += 2.0
        self.turns += 1
        began = self.at.clock.now
        self.at.eyes.motion(began)
        self.at.see_dice(*(self.chance.randint(1, 6) for _ in range(count)), began=began)
        self._listen()

    def draw(self) -> None:
        deck, self._due = self._due, DeckId("")
        self.at.clock.now += 1.0
        self.at.see_tags(Tag("card", self.cardboard.draw(deck)))
        self.at.see_tags()
        self._listen()

    def lay(self, seat: Seat) -> None:
        """Lay one of one's deeds down, perhaps turn it over, press as the lamp says, take it."""
        deeds = self.cardboard.deeds(seat)
        if not deeds:
            return
        number, up = self.chance.choice(deeds)
        self.at.clock.now += 1.0
        self.at.see_tags(Tag("deed", number, side=up))
        if self.chance.random() < 0.2:
            self.at.see_tags(Tag("deed", number, side="back" if up == "front" else "front"))
        self._listen()
        for _ in range(self.chance.randint(1, 3)):
            if self.lamp(seat) in ("pulse", "ask"):
                self.press(seat, "short" if self.chance.random() < 0.8 else "long")
        self.at.see_tags()
        self._listen()

    # ---- an evening

    def step(self) -> bool:
        """Let somebody do something; return whether anything was left to do."""
        state = self._state
        if self._due:
            self.draw()
            return True
        if state.deal_due and state.first is None:
            self._deal()
            return True
        for seat in self.chance.sample(state.seats, len(state.seats)):
            lamp = self.lamp(seat)
            if lamp in ("blink", "debt"):
                self.press(seat)
                return True
            if lamp in ("pulse", "ask"):
                if lamp == "pulse" and self.chance.random() < 0.3 and self._wait():
                    return True  # thinks it over; the hammer may fall
                self.press(seat, "long" if self.chance.random() < 0.35 else "short")
                return True
            if NAMES[seat] in self._cannot:
                self._cannot.discard(NAMES[seat])
                self.press(seat, "long")
                return True
        return self._roll()

    def _deal(self) -> None:
        """Let the banker say which deeds were dealt to whom."""
        self._bank(self._game().deal())

    def come_to_the_middle(self) -> None:
        """Let the banker put in that most groups are somebody's, and cash is short."""
        if self._state.deal_due:
            self._deal()
        self._bank(self._game().groups())

    def _game(self) -> RandomGame:
        game = RandomGame(self._seed, edition=str(self.croupier.edition.id))
        game.state = self._state
        return game

    def _bank(self, command: Submitted) -> None:
        answer = self.at.answer(command, self.at.cause("banker", "phone"))
        assert isinstance(answer, Accepted), answer
        self._listen()

    def _roll(self) -> bool:
        """Let who is to roll do so; else whoever is asked for what he cannot pay leaves it."""
        state = self._state
        first = any("to see who begins" in line for line in self.lines[-1:])
        for seat in state.seats:
            if self.lamp(seat) == "turn":
                if self.chance.random() < 0.15:
                    self.lay(self.chance.choice(state.playing))
                if self.lamp(seat) == "turn" and self.chance.random() < 0.3:
                    self.press(seat, "long")  # out of jail, if there; else it is said again
                if self.lamp(seat) == "turn":
                    self.throw(self.first_dice if first else 2)
                return True
        for seat in state.seats:  # no lamp asks: who cannot buy or bid holds the button down
            before = self.at.view
            self.press(seat, "long")
            if self.at.view is not before:
                return True
        return self._wait()
