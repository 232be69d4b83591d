"""All chapters: every page, in every state that matters, out of games that are played."""

from collections.abc import Callable, Iterator, Mapping

from tests.support.chapters import before, doubts, play, stand
from tests.support.chapters.company import Company, Look

Chapter = Callable[[Company], Iterator[Look]]
"""Plays on from look to look; what it yields is to be seen until it is asked for the next."""

CHAPTERS: Mapping[str, Chapter] = {
    "joining": before.joining,
    "setting-up": before.setting_up,
    "dealing": before.dealing,
    "taking-over": before.taking_over,
    "machine": before.machine,
    "stand": stand.phone_in_a_stand,
    "turns": play.turns,
    "jail": play.jail,
    "rents": play.rents,
    "debts": play.debts,
    "bankruptcy": play.bankruptcy,
    "trades": play.trades,
    "crowd": play.crowd,
    "dice": doubts.dice,
    "disputes": doubts.disputes,
    "calls": doubts.calls,
    "led-over": doubts.led_over,
    "proposing": doubts.proposing,
    "announcing": doubts.announcing,
    "banknotes": doubts.banknotes,
    "hidden": doubts.hidden,
    "check": doubts.check,
    "none": doubts.none,
}

EDITIONS: Mapping[str, str] = {
    "en": "us-classic",
    "de": "de-dm",
    "it": "uk-classic",
    "ru": "ru-2004",
}
"""What is played by who reads a language."""
