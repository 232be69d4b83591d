"""A game that is to be taken over, in full, for everybody to agree."""

from collections.abc import Mapping
from functools import reduce

import msgspec

from companion.editions.model import deck_of
from companion.game.apply import apply
from companion.game.refusals import Refusal
from companion.game.state import GameState
from companion.rules import decide
from companion.sayings.said import marked as _
from companion.speaker import Speaker
from companion.table.check.laid_deeds import Objection, TableCheck
from companion.words import Accord, Seat
from web.shared.parts import Person, standing
from web.shared.scene import Scene

WRONG: Mapping[str, str] = {
    "cash": _("{name}'s cash is wrong"),
    "deeds": _("{name}'s deeds are wrong"),
    "place": _("{name}'s token stands elsewhere"),
    "turn": _("somebody else rolls next"),
}
"""What may be wrong, as it is told."""


class Owned(msgspec.Struct, frozen=True):
    """A deed as it is proposed."""

    name: str
    stands: str  # what stands there, or that it is mortgaged


class PlayerShare(msgspec.Struct, frozen=True, kw_only=True):
    """What one player has and where the token stands."""

    person: Person
    where: str
    deeds: tuple[Owned, ...]
    cards: tuple[str, ...]
    said: str  # "yes", "no", "vouched" (the banker has said yes for them) or nothing
    wrong: str  # what this player says is not right


class Agreement(msgspec.Struct, frozen=True, kw_only=True):
    """The whole proposal, and who has said what of it."""

    check: str
    shares: tuple[PlayerShare, ...]
    turn: str
    pot: str
    waits: str  # whom the table waits for
    silent: tuple[Person, ...]  # these: the game does not begin before they have spoken
    objections: tuple[str, ...]  # who says that it is not right, and what
    mine: str  # what the reader has said


def taken_over(state: GameState, check: TableCheck) -> GameState | None:
    """Return the game as it would go on; None where there is no proposal, or it is stale."""
    if check.proposal is None:
        return None
    outcome = decide(state, check.proposal)
    return None if isinstance(outcome, Refusal) else reduce(apply, outcome, state)


def silent_in(after: GameState, check: TableCheck) -> tuple[Seat, ...]:
    """Return who takes part in the game and has not said whether it stands so."""
    return tuple(seat for seat in after.playing if seat not in check.agreed | check.objected)


def agreement_of(scene: Scene) -> Agreement | None:
    """Return the proposal as everybody may see it, or None."""
    check = scene.view.check
    after = taken_over(scene.state, check) if check is not None else None
    if check is None or after is None:
        return None
    then, say, name = scene.at(after), scene.speaker.say, scene.speaker.name

    def wrong(seat: Seat) -> str:
        return wrong_of(scene.speaker, check.objections.get(seat))

    silent = silent_in(after, check)
    waits = scene.speaker.say(_("Not yet said: {names}"), names=scene.speaker.people(silent))
    return Agreement(
        check=check.id,
        shares=tuple(_share(then, check, seat) for seat in after.seats),
        turn=scene.speaker.say(_("{name} rolls next"), name=scene.speaker.name(after.turn.seat)),
        pot=scene.speaker.money(after.pot) if after.pot else "",
        waits=waits if silent else "",
        silent=tuple(then.person(seat) for seat in silent),
        objections=tuple(
            ": ".join(
                filter(None, (say(_("{name} says it is not right"), name=name(seat)), wrong(seat)))
            )
            for seat in sorted(check.objected)
        ),
        mine=_said(check, scene.reader),
    )


def accord_of(check: TableCheck) -> Accord:
    """Return where the figures come from, for the journal."""
    deeds = [deed for pile in check.laid.piles.values() for deed in pile.deeds.values()]
    seen = sum(deed.picture is not None for deed in deeds)
    return Accord(
        seen=seen,
        ticked=len(deeds) - seen,
        agreed=tuple(sorted(check.agreed - check.vouched)),
        vouched=tuple(sorted(check.vouched)),
    )


def _share(scene: Scene, check: TableCheck, seat: Seat) -> PlayerShare:
    speaker, state = scene.speaker, scene.state
    player = state.players[seat]
    deeds = tuple(
        Owned(
            lot.name,
            standing(
                speaker, state.lots[lot.index].level, mortgaged=state.lots[lot.index].mortgaged
            ),
        )
        for lot in state.owned(seat)
    )
    return PlayerShare(
        person=scene.person(seat),
        where="" if player.out or player.jailed is not None else speaker.space(player.at),
        deeds=deeds,
        cards=tuple(speaker.deck(deck_of(card)) for card in state.jail_cards(seat)),
        said=_said(check, seat),
        wrong=wrong_of(speaker, check.objections.get(seat)),
    )


def wrong_of(speaker: Speaker, objection: Objection | None) -> str:
    """Return what somebody says is not right; nothing where that is all that was said."""
    if objection is None:
        return ""
    sentence = WRONG.get(objection.what or "", "")
    named = objection.about is not None or "{name}" not in sentence
    told = speaker.say(sentence, name=speaker.name(objection.about)) if named else ""
    return ". ".join(filter(None, (told, objection.why)))


def _said(check: TableCheck, seat: Seat | None) -> str:
    if seat in check.vouched:
        return "vouched"
    if seat in check.agreed:
        return "yes"
    return "no" if seat in check.objected else ""
