"""Every code and every kind of event has its sentence."""

import string
from gettext import NullTranslations
from typing import get_args

import pytest

from companion.editions.load import edition_ids, load_edition
from companion.game import events as e
from companion.game.refusals import Code, Refusal
from companion.rules.plausibility import Kind
from companion.sayings.events import EVENTS, PAID, Phrase
from companion.sayings.refusals import ANSWERS, SENSE
from companion.speaker import JOINER, MINUS, NBSP, Speaker
from companion.words import DeckId, Money, RuleKey, Seat, Space

KINDS = get_args(e.AnyEvent)
ANN, BEN, CY = Seat(0), Seat(1), Seat(2)
RENT = e.Paid(
    payer=BEN, payee=ANN, amount=90, reason="rent", facts={"lot": 8}, because=RuleKey("rent/due")
)


@pytest.fixture(scope="module")
def speaker() -> Speaker:
    return Speaker(NullTranslations(), load_edition("us-classic"), ("Ann", "Ben", "Cy"))


@pytest.fixture(scope="module")
def russian() -> Speaker:
    return Speaker(NullTranslations(), load_edition("ru-2004"), ("Аня", "Боря"))


def names_in(sentence: str) -> set[str]:
    return {name for _text, name, _spec, _conversion in string.Formatter().parse(sentence) if name}


def test_whom_an_event_names_first_has_acted_and_who_else_is_the_other_party(
    speaker: Speaker,
) -> None:
    rent = e.RentOpened(visitor=BEN, owner=ANN, lot=Space(8), amount=6, because=RuleKey("rent/due"))
    told = [speaker.event(rent, reader).text for reader in (None, ANN, BEN, CY)]
    assert told[1:3] == ["Ben stands on your Vermont Avenue", "You stand on Ann's Vermont Avenue"]
    assert told[0] == told[3] == "Ben stands on Ann's Vermont Avenue"


def test_a_field_is_said_by_its_type_whatever_its_name(speaker: Speaker) -> None:
    facts = {"bench": BEN, "place": Space(8), "purse": 90, "due": "chance", "several": (ANN, CY)}
    kinds = {"bench": Seat, "place": Space | None, "purse": Money, "due": DeckId}
    said = speaker.written(facts, kinds | {"several": tuple[Seat, ...]})
    assert [*said.values()] == ["Ben", "Vermont Avenue", "$90", "Chance", "Ann, Cy", 0]


def test_every_refusal_code_has_a_sentence() -> None:
    assert set(ANSWERS) == set(get_args(Code))


def test_whatever_cannot_be_has_a_sentence() -> None:
    assert set(SENSE) == set(get_args(Kind))


def test_every_kind_of_event_has_a_sentence() -> None:
    assert set(EVENTS) == {kind.__struct_config__.tag for kind in KINDS}


def test_every_reason_for_a_payment_has_a_sentence() -> None:
    assert set(PAID) == set(get_args(e.Reason))


@pytest.mark.parametrize("kind", KINDS)
def test_an_events_sentences_name_only_what_it_carries(kind: type[e.Event]) -> None:
    carried = set(kind.__struct_fields__) | {"total"}
    for sentence in EVENTS[str(kind.__struct_config__.tag)][:4]:
        assert names_in(str(sentence)) <= carried


@pytest.mark.parametrize("code", get_args(Code))
def test_every_code_can_be_said_without_facts(code: Code, speaker: Speaker) -> None:
    said = speaker.refusal(Refusal(code, RuleKey("x/y")))
    assert said
    assert "{" not in said
    assert "!" not in said


def test_a_refusal_names_amounts_as_the_edition_writes_them(russian: Speaker) -> None:
    facts = {"amount": 1300, "cash": 40}
    said = russian.refusal(Refusal("not-enough-cash", RuleKey("x/y"), facts))
    assert f"1{NBSP}300{NBSP}тыс.{NBSP}руб." in said


@pytest.mark.parametrize(
    ("reader", "text", "change"),
    [
        (ANN, "Ben paid you the rent of Vermont Avenue", 90),
        (BEN, "You paid Ann the rent of Vermont Avenue", -90),
        (CY, "Ben paid Ann the rent of Vermont Avenue", 0),
        (None, "Ben paid Ann the rent of Vermont Avenue", 0),
    ],
)
def test_a_payment_is_told_to_each_as_it_concerns_them(
    reader: Seat | None, text: str, change: int, speaker: Speaker
) -> None:
    told = speaker.event(RENT, reader)
    assert (told.text, told.change) == (text, change)


def test_a_payment_without_its_facts_is_still_told(speaker: Speaker) -> None:
    bare = e.Paid(payer=BEN, payee=ANN, amount=90, reason="rent", because=RuleKey("rent/due"))
    assert speaker.event(bare).text == "Ben paid Ann"


def test_a_deed_handed_over_goes_to_a_person_not_to_a_space(speaker: Speaker) -> None:
    event = e.LotHandedOver(lot=Space(8), giver=ANN, to=None, because=RuleKey("x/y"))
    assert speaker.event(event).text == "Vermont Avenue went from Ann to the Bank"


def test_a_correction_counts_from_what_was_there(speaker: Speaker) -> None:
    event = e.Corrected(
        why="miscounted", cash={ANN: 700}, before={ANN: 750}, because=RuleKey("x/y")
    )
    assert speaker.event(event, ANN).change == -50


def test_a_change_carries_a_sign_that_is_no_hyphen(speaker: Speaker) -> None:
    assert speaker.signed(-1300) == f"{MINUS}{NBSP}1,300"
    assert speaker.signed(50) == f"+{NBSP}50"


def test_a_name_with_braces_is_only_a_name() -> None:
    speaker = Speaker(NullTranslations(), load_edition("us-classic"), ("{seat}", "Ben"))
    assert speaker.event(
        e.Jailed(seat=ANN, start=Space(1), because=RuleKey("x/y"))
    ).text.startswith("{seat}")


def test_no_phrase_blames_or_shouts() -> None:
    sentences = [s for phrase in (*EVENTS.values(), *PAID.values()) for s in Phrase(*phrase)[:4]]
    assert not [s for s in sentences if "!" in s]


def test_a_rent_reckoned_by_the_dice_is_told(speaker: Speaker) -> None:
    paid = e.Paid(
        payer=Seat(0),
        payee=Seat(1),
        amount=28,
        reason="rent",
        because=RuleKey("rent/due"),
        facts={"lot": 12, "dice": 7, "multiplier": 4},
    )
    assert "Electric Company" in speaker.event(paid).text


@pytest.mark.parametrize("edition", sorted(edition_ids()))
def test_an_amount_has_no_place_where_a_line_may_break(edition: str) -> None:
    speaker = Speaker(NullTranslations(), load_edition(edition), ("Ann",))
    for said in (speaker.money(12500), speaker.signed(-1500), speaker.digits(2000), speaker.unit):
        assert " " not in said
        assert f"-{NBSP}" not in said  # a hyphen ends a line, even before a space that does not


def test_a_sentence_that_ends_in_an_amount_has_one_full_stop(
    russian: Speaker, speaker: Speaker
) -> None:
    told = russian.say("They come to {total}. More.", total=russian.money(864))
    assert told == f"They come to 864{NBSP}тыс.{NBSP}руб. More."
    assert speaker.say("Was {total}.", total=speaker.money(864)) == "Was $864."
    assert russian.say("Wait {name}... {total}", name="x", total=1) == "Wait x... 1"
    terminal = Speaker.english(russian.edition, ("Ann",))
    assert terminal.say("All is {total}.", total=terminal.money(7)) == "All is 7 тыс. руб."


def test_no_word_of_a_name_is_broken_at_its_stroke(russian: Speaker, speaker: Speaker) -> None:
    assert russian.space(Space(5)) == f"Рижская ж/{JOINER}д"
    assert speaker.space(Space(10)) == "In Jail / Just Visiting"
    assert Speaker.english(russian.edition, ("Ann",)).space(Space(5)) == "Рижская ж/д"
