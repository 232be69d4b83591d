"""What a card does, in the reader's language: beside its text where the box has another one."""

from typing import assert_never

from companion.editions import effects as fx
from companion.editions.model import Card
from companion.sayings.said import marked as _
from companion.speaker import Speaker


def meaning_of(speaker: Speaker, card: Card) -> str:
    """Return what a card does; nothing where its text is in the reader's language already."""
    return "" if speaker.reads_the_box else said_of(speaker, card.effect)


def said_of(speaker: Speaker, effect: fx.AnyEffect) -> str:  # one for each effect
    """Return what an effect comes to."""
    say, money = speaker.say, speaker.money
    match effect:
        case fx.Pay():
            return say(_("Pay {amount}"), amount=money(effect.amount))
        case fx.Collect():
            return say(_("Receive {amount}"), amount=money(effect.amount))
        case fx.PayEach():
            return say(_("Pay everybody {amount}"), amount=money(effect.amount))
        case fx.CollectEach():
            return say(_("Receive {amount} from everybody"), amount=money(effect.amount))
        case fx.Advance() | fx.GoBackTo():
            forward = isinstance(effect, fx.Advance)
            told = _("Go forward to {space}") if forward else _("Go back to {space}")
            return say(told, space=speaker.space(speaker.edition.space_named(effect.space)))
        case fx.AdvanceNearest():
            return _nearest(speaker, effect)
        case fx.Back():
            return speaker.count("Go {n} space back", "Go {n} spaces back", effect.spaces)
        case fx.ToJail():
            return say(_("Go to jail"))
        case fx.JailFree():
            return say(_("Leaves jail free: keep it until you use or sell it"))
        case fx.Repairs(house=house, hotel=hotel):
            told = _("Pay {house} for each house and {hotel} for each hotel")
            return say(told, house=money(house), hotel=money(hotel))
        case fx.DrawAgain():
            return say(_("Draw from {deck}"), deck=speaker.deck(effect.deck))
        case fx.Choice():
            return " / ".join(said_of(speaker, one) for one in effect.effects)
        case _:
            assert_never(effect)


def _nearest(speaker: Speaker, effect: fx.AdvanceNearest) -> str:
    if effect.kind == "station":
        onward, dear = _("Go on to the next station"), _("its owner gets {n} times the rent")
    else:
        onward = _("Go on to the next utility")
        dear = _("its owner gets {n} times a new roll")
    where = speaker.say(onward)
    if effect.multiple is None:
        return where
    return f"{where}: {speaker.say(dear, n=effect.multiple)}"
