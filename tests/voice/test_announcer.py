"""What is said aloud: every event has its way of being heard, and nothing private is."""

from pathlib import Path
from typing import get_args

import pytest
from msgspec.structs import replace

from companion.editions.load import edition_ids, load_edition
from companion.game import events as e
from companion.game.commands import Roll
from companion.sayings import announcements as say
from companion.table.clocks.pauses import Pauses
from companion.table.help.commands import Confirm, SetHelp
from companion.table.view import CameraState, View
from companion.voice.announcer import announced, asked_now
from companion.voice.croupier import Croupier
from companion.voice.news import lately, news
from companion.words import RuleKey, Seat, Space
from tests.end_to_end.spoken import records_of
from tests.support.table import ANN, hands
from web.shared.language import catalogues

TAGS = {str(kind.__struct_config__.tag) for kind in get_args(e.AnyEvent)}
NAMES = ("Ann", "Bob", "Cy", "Dee")


def croupier(edition: str, language: str = "en") -> Croupier:
    return Croupier(catalogues()[language], load_edition(edition), NAMES)


def test_every_event_is_heard_in_its_way_or_silent() -> None:
    assert set(say.ALOUD) | say.SILENT | {"paid"} == TAGS
    assert not set(say.ALOUD) & say.SILENT


@pytest.mark.parametrize(
    ("edition", "language", "amount", "said"),
    [
        ("us-classic", "en", 1, "1 dollar"),
        ("us-classic", "de", 1, "ein Dollar"),
        ("us-classic", "ru", 1500, "одна тысяча пятьсот долларов"),
        ("ru-2004", "ru", 22, "двадцать две тысячи рублей"),
        ("ru-2004", "en", 300, "300000 roubles"),
        ("uk-classic", "it", 60, "60 sterline"),
        ("got-2015", "en", 60, "60"),
    ],
)
def test_an_amount_is_a_number_and_a_counted_noun(
    edition: str, language: str, amount: int, said: str
) -> None:
    assert croupier(edition, language).money(amount) == said


def test_names_are_said_in_full_and_in_the_letters_of_the_listener() -> None:
    edition = load_edition("ru-2004")
    first = next(space.index for space in edition.spaces if space.name == "Житная ул.")
    assert croupier("ru-2004", "ru").space(first) == "Житная улица"
    assert croupier("ru-2004", "en").space(first) == "Zhitnaya Street"
    jail = load_edition("us-classic").jail
    assert croupier("us-classic").space(jail) == "Just Visiting"


@pytest.mark.parametrize("edition", edition_ids())
def test_in_a_whole_game_no_open_rent_and_no_balance_is_heard(edition: str) -> None:
    speaks, rents = croupier(edition), 0
    for record, view in records_of(edition, seed=1):
        bare = tuple(event for event in record.events if not isinstance(event, e.RentOpened))
        rents += len(bare) < len(record.events)
        heard = announced(speaks, record, "full")
        assert heard == announced(speaks, replace(record, events=bare), "full")
        before = asked_now(speaks, view, "full")
        assert view.state is not None
        closed = replace(view, state=replace(view.state, books=type(view.state.books)()))
        after = asked_now(speaks, closed, "full")
        # Who owes is asked for what the debt takes, and everybody knows that it is not there.
        assert before == after or view.state.debts
        events = tuple(
            replace(event, worth=1, counted={}) if isinstance(event, e.ChoiceOffered) else event
            for event in record.events
        )
        assert heard == announced(speaks, replace(record, events=events), "full")
    assert rents


def test_each_level_says_as_much_as_the_one_below_or_more() -> None:
    speaks = croupier("uk-classic")
    for record, _view in records_of("uk-classic", seed=2):
        assert announced(speaks, record, "off") is None
        sounds, brief, full = (
            announced(speaks, record, one) for one in ("sounds", "brief", "full")
        )
        assert sounds is None or (sounds.earcon and not sounds.text)
        assert len(full.text if full else "") >= len(brief.text if brief else "")


def test_what_is_taken_for_a_debt_is_said_once() -> None:
    taken = [
        announced(croupier("us-classic"), record, "full")
        for record, _view in records_of("us-classic", seed=1)
        if any(isinstance(event, e.DebtSettled) for event in record.events)
    ]
    assert taken
    assert not [one for one in taken if one is None or "nothing" in one.text]


def test_a_roll_is_said_as_a_croupier_says_it() -> None:
    lot, ann, why = Space(3), Seat(0), RuleKey("turn/roll")
    price = load_edition("us-classic").space(lot).price
    roll = e.Rolled(because=why, seat=ann, dice=(1, 2))
    moved = e.Moved(because=why, seat=ann, start=Space(0), to=lot)
    offered = e.PurchaseOffered(because=why, seat=ann, lot=lot, price=price)
    record, _view = next(records_of("us-classic", seed=1))
    record = replace(record, events=(roll, moved, offered))
    heard = announced(croupier("us-classic"), record, "brief")
    assert heard is not None
    assert heard.text == "Ann, 3. Baltic Avenue. For sale: 60 dollars."
    assert (heard.earcon, heard.cuts) == ("roll", True)


@pytest.mark.parametrize("edition", edition_ids())
def test_who_owes_is_asked_for_one_step_after_the_other(edition: str) -> None:
    """By name and without figures of what one has, until it is paid or cannot be."""
    speaks, asked = croupier(edition), dict[str, str]()
    for seed in range(1, 4):
        for _record, view in records_of(edition, seed=seed):
            assert view.state is not None
            heard = asked_now(speaks, view, "brief")
            if view.state.debts and heard is not None:
                names = {NAMES[debt.debtor] for debt in view.state.debts}
                assert heard.text.startswith(tuple(names))
                asked[heard.id] = heard.text
    assert any("mortgage" in text or "sell" in text for text in asked.values())


BLIND, SEES = CameraState(ok=False, status="sim: dark"), CameraState(ok=True, status="sim")
UNREAD = {
    "en": "The camera cannot read the dice now: please type them.",
    "de": "Die Kamera kann die Würfel gerade nicht lesen: bitte eintippen.",
    "it": "La telecamera ora non legge i dadi: inseriteli, per favore.",
    "ru": "Камера сейчас не видит кубиков: введите их, пожалуйста.",
}


def waits_for_a_roll(edition: str = "us-classic") -> View:
    views = (view for _record, view in records_of(edition, seed=1))
    return next(view for view in views if any("roll" in words for words in view.asked.values()))


def heard_of(view: View, mark: str, language: str = "en") -> tuple[list[str], str]:
    speaks = croupier("us-classic", language)
    found, mark = news(speaks, view, (), mark, level="brief", now=0.0)
    return [one.text for one in found], mark


@pytest.mark.parametrize("language", sorted(UNREAD))
def test_that_dice_cannot_be_read_is_said_once_while_they_are_awaited(language: str) -> None:
    view = waits_for_a_roll()
    _, mark = heard_of(replace(view, camera=SEES), "", language)
    said, mark = heard_of(replace(view, camera=BLIND), mark, language)
    assert said == [UNREAD[language]]
    for now in (view, replace(view, asked={}), view):  # typed, bought, and the next one's turn
        said, mark = heard_of(replace(now, camera=BLIND), mark, language)
        assert UNREAD[language] not in said
    _, mark = heard_of(replace(view, camera=SEES), mark, language)
    assert UNREAD[language] in heard_of(replace(view, camera=BLIND), mark, language)[0]


def test_that_dice_cannot_be_read_waits_until_they_are_awaited() -> None:
    record, _view = next(records_of("us-classic", seed=1))
    view = replace(waits_for_a_roll(), camera=BLIND)
    paused = replace(view, pauses=Pauses(since=record.cause))
    _, mark = heard_of(replace(view, camera=SEES), "")
    for other in (replace(view, asked={}), paused):
        said, mark = heard_of(other, mark)
        assert UNREAD["en"] not in said
    assert UNREAD["en"] in heard_of(view, mark)[0]


def test_a_table_without_a_camera_hears_nothing_of_one() -> None:
    view = waits_for_a_roll()
    _, mark = heard_of(replace(view, camera=None, asked={}), "")
    assert UNREAD["en"] not in heard_of(replace(view, camera=None), mark)[0]


@pytest.mark.parametrize(
    ("helps", "said"),
    [
        ("propose", "Ann, 4. Income Tax. Ann pays 200 dollars. To be confirmed by Ann."),
        ("announce", "Ann, 4. Income Tax. To be confirmed by Ann."),
    ],
)
def test_what_waits_to_be_confirmed_is_heard_before_it_is_booked(
    tmp_path: Path, helps: e.Help, said: str
) -> None:
    """Amounts that people reckon themselves are not told. After the press only they are new."""
    speaks = croupier("us-classic")
    with hands(tmp_path) as at:
        at.begin(edition="us-classic")
        at.answer(SetHelp(helps=helps), at.cause("banker"))
        at.play(Roll(by=ANN, dice=(1, 3)))
        heard = asked_now(speaks, at.view, "full")
        assert heard is not None
        assert heard.text == said
        read_out = lately(at.view, at.records, catalogues()["en"], asked=False)
        assert read_out[-1].text == said  # on a page of a seat, too
        assert announced(speaks, at.records[-1], "full") is None
        proposal = at.view.proposal
        assert proposal is not None
        typed = {0: 200} if helps == "announce" else {}
        confirm = Confirm(proposal=proposal.id, by=ANN, typed=typed)
        at.answer(confirm, at.cause("seat", seat=ANN))
        booked = announced(speaks, at.records[-1], "full")
        assert booked is not None
        assert booked.text == "Ann pays 200 dollars."


def test_the_guess_that_a_press_says_yes_to_is_heard(tmp_path: Path) -> None:
    speaks = croupier("us-classic")
    with hands(tmp_path) as at:
        at.begin(edition="us-classic")
        at.see_dice(3, 4, verdict="unsure", began=at.clock.now)
        heard = asked_now(speaks, at.view, "brief")
        assert heard is not None
        assert heard.text == "Ann: 3 and 4?"


def test_at_an_agreed_end_it_is_heard_who_is_worth_how_much() -> None:
    speaks = croupier("us-classic")
    _record, view = next(records_of("us-classic", seed=1))
    assert view.state is not None
    over = replace(view, state=replace(view.state, winners=(Seat(0),)))
    heard = asked_now(speaks, over, "brief")
    assert heard is not None
    assert heard.text.startswith("Ann 1500 dollars, Bob 1500 dollars, Cy 1500 dollars, ")
    assert asked_now(speaks, over, "sounds") is None
