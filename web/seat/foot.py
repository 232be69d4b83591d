"""The foot of a seat's page: the one thing to do now, at most one quiet alternative, or a line."""

from collections.abc import Sequence

import msgspec

from companion.accounts.effects import meaning_of
from companion.accounts.options import mortgage_option, option_of
from companion.game import events as e
from companion.rules.asked import Permit, coverable
from companion.rules.raisable import raisable
from companion.rules.speed_die import is_due
from companion.sayings.said import marked as _
from companion.table.dice.eyes import dice_due
from companion.words import Seat
from web.cash.view import Handover, handovers_of
from web.eye.kinds import PHOTOGRAPHED
from web.seat.auction import Bids, bids_of
from web.seat.debt import press_for_debt
from web.seat.notices import is_blind, teaching_of
from web.shared.parts import Action
from web.shared.scene import Scene


class CardFace(msgspec.Struct, frozen=True):
    """A card that may be the one drawn."""

    id: str
    text: str
    does: str  # in the reader's language; nothing where the text is


class Pick(msgspec.Struct, frozen=True):
    """One of many alternatives."""

    option: str
    text: str


BUTTONS = 3
"""So many alternatives of a choice stand there as buttons of their own."""


class Foot(msgspec.Struct, frozen=True, kw_only=True):
    """What stands under the thumb."""

    main: Action | None = None
    quiet: tuple[Action, ...] = ()
    line: str = ""  # what is waited for, or a hint
    bids: Bids | None = None
    cards: tuple[CardFace, ...] = ()  # the cards of the deck to draw from
    dice: int = 0  # so many white dice may be typed in
    speed: bool = False  # and the speed die's face
    picks: tuple[Pick, ...] = ()  # more alternatives than buttons can stand for
    roll_as: str = "roll"  # the command that typed dice are sent as
    raises: bool = False  # money can be raised for a debt: the button leads to the plan
    grave: Action | None = None  # asked for twice: giving up
    why: int = 0  # number of the record from which the amount in the line or button comes
    handover: Handover | None = None  # banknotes for which the dice wait
    held: bool = False  # the dice wait for those of others, as the line says
    typed_first: bool = False  # typing is the way to roll here, no camera sees the dice
    photo_first: bool = False  # photographing is: it was chosen in the place of a camera
    rolled: int = 0  # the number of the last roll's record: a picture of that one is no new throw


WAITS: dict[str, str] = {
    "first-roll": _("{name} rolls to see who begins"),
    "roll": _("{name} rolls"),
    "buy": _("{name} decides about {lot}"),
    "decline": _("{name} decides about {lot}"),
    "bid": _("May bid: {bidders}"),
    "draw": _("{name} draws a card"),
    "choose": _("{name} chooses"),
    "pay": _("{name} has a debt to settle"),
    "bankrupt": _("{name} has a debt to settle"),
    "end": _("{name} may end the turn"),
    "jail-pay": _("{name} is in jail"),
    "jail-card": _("{name} is in jail"),
}
"""What the others are told while a command is waited for."""

HELD = _("Play waits for the banker.")
"""What all are told while something is disputed."""


def foot_of(scene: Scene) -> Foot:
    """Return the foot for the reader's seat."""
    seat = scene.reader
    assert seat is not None
    if scene.state.winners:
        return Foot()  # who has won, and why, stands above
    if scene.state.players[seat].out:
        return Foot(line=scene.speaker.say(_("You are out of the game. Look on.")))
    if scene.view.proposal is not None or scene.view.pauses.since is not None:
        return Foot()  # what waits to be confirmed has its own; that it is paused stands above
    if any(held.seat == seat for held in scene.view.claims):
        return Foot(line=scene.speaker.say(_("Pressed. The dice are still rolling.")))
    permits = scene.permits(seat)
    by_word = {permit.do: permit for permit in reversed(permits)}
    wanted = scene.view.asked.get(seat, frozenset())
    claim = by_word.get("claim")
    rest = _asked(scene, seat, by_word, wanted)
    if claim is None:
        return rest
    also = (msgspec.structs.replace(rest.main, tone="quiet"),) if rest.main else rest.quiet
    return msgspec.structs.replace(rest, main=_claim(scene, claim), quiet=also[:1], line="")


def _asked(scene: Scene, seat: Seat, may: dict[str, Permit], wanted: frozenset[str]) -> Foot:
    """Return the foot for what the referee waits for."""
    if scene.view.held is not None:
        return Foot(line=scene.speaker.say(HELD))
    if wanted & {"pay", "bankrupt"}:
        foot = _debt(scene, seat)
        give_up = Action(label=scene.speaker.say(_("I am bankrupt")), do="bankrupt", tone="stop")
        return msgspec.structs.replace(foot, grave=give_up if "bankrupt" in wanted else None)
    if scene.state.auction is not None and not scene.state.debts:
        return _auction(scene, seat, may)
    if "buy" in wanted:
        return _purchase(scene, seat, may.get("buy"))
    if "draw" in wanted:
        return _draw(scene)
    if "choose" in wanted and "choose" in may:
        return _choice(scene, may["choose"])
    if wanted & {"roll", "first-roll", "end", "jail-pay", "jail-card"}:
        return _handing(scene, _roll(scene, seat, may, wanted))
    return _handing(scene, Foot(line=waited_for(scene)))


def _handing(scene: Scene, rest: Foot) -> Foot:
    """Return the foot where the dice may wait for banknotes: to hand them over comes first."""
    if not scene.view.handing.holds_dice:
        return rest
    first = next((one for one in handovers_of(scene) if one.button), None)
    rest = msgspec.structs.replace(rest, dice=0, speed=False, handover=first, held=first is None)
    also = (msgspec.structs.replace(rest.main, tone="quiet"),) if rest.main else ()
    if first is None:
        line = scene.speaker.say(_("The dice wait until all is handed over."))
        return msgspec.structs.replace(rest, line=line, main=None, quiet=also or rest.quiet)
    return msgspec.structs.replace(rest, line=first.title, main=None, quiet=also)


def waited_for(scene: Scene) -> str:
    """Return whom the table waits for, as one line; nothing if for nobody."""
    if scene.view.held is not None:
        return scene.speaker.say(HELD)
    doubt = scene.view.doubt
    if doubt is not None and doubt.seat != scene.reader:
        name = scene.speaker.name(doubt.seat)
        return scene.speaker.say(_("{name} says what the dice show"), name=name)
    waits = ((word, seat) for word in WAITS for seat, words in scene.view.asked.items()
             if word in words and seat != scene.reader)  # fmt: skip
    word, seat = next(waits, ("", None))
    if scene.state.deal_due and seat is None:
        return scene.speaker.say(_("The banker deals the deeds first."))
    if seat is None:
        return ""
    speaker, state = scene.speaker, scene.state
    place = speaker.space(state.purchase.lot) if state.purchase else ""
    bidders = [one for one in state.playing if "bid" in scene.view.asked.get(one, frozenset())]
    facts = {"name": speaker.name(seat), "lot": place, "bidders": speaker.people(bidders)}
    return speaker.say(WAITS[word], **facts)


def _claim(scene: Scene, permit: Permit) -> Action:
    speaker = scene.speaker
    name, lot = speaker.name(permit.other), permit.lot
    fields = (("lot", str(lot)),) if lot is not None else ()
    if permit.amount is None or scene.view.types_amounts:
        return Action(label=speaker.say(_("Claim the rent from {name}"), name=name),
                      do="claim", fields=fields, tone="claim")  # fmt: skip
    amount = speaker.money(permit.amount)
    label = speaker.say(_("Claim {amount} from {name}"), amount=amount, name=name)
    return Action(label=label, do="claim", fields=fields, tone="claim")


def _debt(scene: Scene, seat: Seat) -> Foot:
    speaker, payable = scene.speaker, coverable(scene.state, seat)
    why = scene.origin(e.DebtOpened, debtor=seat)
    debt = payable or scene.state.debts_of(seat)[0]
    amount, creditor = speaker.money(debt.amount), speaker.name(debt.creditor)
    if payable is not None:
        label = speaker.say(_("Pay {amount} to {name}"), amount=amount, name=creditor)
        fields = (("to", str(debt.creditor)),)
        return Foot(main=Action(label=label, do="pay", fields=fields, tone="stop"), why=why)
    cash = scene.state.cash(seat)
    missing = debt.amount - cash
    reach = cash + raisable(scene.state, seat)
    line = speaker.say(
        _("You owe {name} {amount}. {missing} are missing."),
        name=creditor, amount=amount, missing=speaker.money(missing),
    )  # fmt: skip
    raises = reach >= debt.amount
    if not raises:
        line = speaker.say(
            _("You owe {name} {amount}. All you own would bring {reach}."),
            name=creditor, amount=amount, reach=speaker.money(reach),
        )  # fmt: skip
    line = " ".join(filter(None, (line, press_for_debt(scene, seat))))
    return Foot(line=line, why=why, raises=raises)


def _auction(scene: Scene, seat: Seat, may: dict[str, Permit]) -> Foot:
    auction, say = scene.state.auction, scene.speaker.say
    assert auction is not None
    bid = may.get("bid")
    if auction.leader == seat:
        return Foot(line=say(_("You lead. Wait for the hammer.")))
    if seat not in auction.bidders:
        return Foot(line=say(_("You are out of this auction.")))
    bids = bids_of(scene, bid)
    if bids.main is None:
        return Foot(line=say(_("The next bid is more than your cash.")), bids=bids)
    return Foot(main=bids.main, bids=bids)


def _purchase(scene: Scene, seat: Seat, permit: Permit | None) -> Foot:
    say, offer = scene.speaker.say, scene.state.purchase
    assert offer is not None
    auction, lot = scene.state.rules.auction_on_decline, (("lot", str(offer.lot)),)
    label = say(_("Leave it to the auction")) if auction else say(_("Do not buy"))
    if permit is None:
        cash = scene.speaker.money(scene.state.cash(seat))
        return Foot(
            main=Action(label=label, do="decline", fields=lot),
            line=say(_("Your cash, {cash}, does not cover it."), cash=cash),
        )
    buy = say(_("Buy for {amount}"), amount=scene.speaker.money(offer.price))
    return Foot(
        main=Action(label=buy, do="buy", fields=lot),
        quiet=(Action(label=label, do="decline", fields=lot, tone="quiet"),),
    )


def _draw(scene: Scene) -> Foot:
    due = scene.state.draw
    assert due is not None
    held = scene.state.holds
    return Foot(
        line=scene.speaker.say(_("Draw from {deck}, then tap the card you drew."),
                               deck=scene.speaker.deck(due.deck)),
        cards=tuple(
            CardFace(card.id, scene.speaker.card(card.id), meaning_of(scene.speaker, card))
            for card in sorted(scene.state.edition.cards, key=lambda card: card.text)
            if card.deck == due.deck and card.id not in held
        ),
    )  # fmt: skip


def _choice(scene: Scene, permit: Permit) -> Foot:
    lot, choice = permit.lot, scene.state.choice
    which = (("lot", str(lot)),) if lot is not None else ()
    if len(permit.options) > BUTTONS:
        return Foot(
            line=scene.speaker.say(_("Three of a kind: go to any space.")),
            picks=tuple(
                Pick(o, option_of(scene.speaker, scene.state, choice, o)) for o in permit.options
            ),
        )
    actions = tuple(
        Action(
            label=mortgage_option(scene.speaker, scene.state, lot, option)
            if lot is not None
            else option_of(scene.speaker, scene.state, choice, option),
            do="choose",
            fields=(("option", option), *which),
        )
        for option in permit.options
    )
    quiet = tuple(msgspec.structs.replace(action, tone="quiet") for action in actions[1:])
    return Foot(main=actions[0], quiet=quiet)


def _roll(scene: Scene, seat: Seat, may: dict[str, Permit], wanted: frozenset[str]) -> Foot:
    """Return the foot for a roll: the dice are thrown by hand, so it is a line, not a button."""
    rolls = bool(wanted & {"roll", "first-roll"})
    ways = _ways(scene, may)
    main = next(iter(ways), None)
    unseen = not scene.context.camera or is_blind(scene.view.camera)
    return Foot(
        main=main,
        quiet=tuple(msgspec.structs.replace(way, tone="quiet") for way in ways[1:2]),
        line=_roll_line(scene, seat, wanted) if rolls else _played_out(scene),
        dice=dice_due(scene.state) if rolls else 0,
        speed=rolls and is_due(scene.state, seat),
        roll_as="first-roll" if "first-roll" in wanted else "roll",
        typed_first=unseen or bool(teaching_of(scene)),
        photo_first=scene.context.unseen_dice == PHOTOGRAPHED,
        rolled=scene.rolled,
    )


def _played_out(scene: Scene) -> str:
    follower = scene.speaker.name(scene.state.after(scene.state.turn.seat))
    return scene.speaker.say(_("Your turn is played out. {name} is next."), name=follower)


def _ways(scene: Scene, may: dict[str, Permit]) -> Sequence[Action]:
    say, found = scene.speaker.say, []
    if "jail-card" in may:
        found.append(Action(label=say(_("Use the card that frees you")), do="jail-card"))
    if "jail-pay" in may:
        amount = scene.speaker.money(may["jail-pay"].amount or 0)
        label = say(_("Pay {amount} and leave jail"), amount=amount)
        found.append(Action(label=label, do="jail-pay"))
    if "end" in may:
        found.append(Action(label=say(_("End my turn")), do="end"))
    return found


def _roll_line(scene: Scene, seat: Seat, wanted: frozenset[str]) -> str:
    say = scene.speaker.say
    if scene.view.negotiation is not None:
        return say(_("Bargain: all prices are free. The dice wait for the time that is agreed."))
    if "first-roll" in wanted:
        return say(_("Roll to see who begins."))
    if scene.state.rent_roll is not None:
        return say(_("Roll for the rent."))
    if scene.state.players[seat].jailed is not None:
        return say(_("Roll: a double frees you."))
    if scene.state.turn.roll_due and scene.state.turn.seat == seat:
        return say(_("A double: roll again.")) if "end" not in wanted else say(
            _("A double: roll again, or end your turn."))  # fmt: skip
    if is_due(scene.state, seat):
        return say(_("Roll all three dice."))
    return say(_("Roll the dice."))


def standing(permits: Sequence[Permit], lot: int) -> tuple[Permit, ...]:
    """Return what may be done with one lot; a building is asked for only where none can be had."""
    words = ("build", "want", "sell", "mortgage", "redeem")
    about = [permit for permit in permits if permit.lot == lot and permit.do in words]
    can_build = any(permit.do == "build" for permit in about)
    return tuple(permit for permit in about if not (permit.do == "want" and can_build))
