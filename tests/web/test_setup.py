"""Set-up, question by question: own editions, house rules, the Bank, corrections, a late start."""

import re
from decimal import Decimal
from html import unescape
from itertools import pairwise
from urllib.parse import parse_qs, urlsplit

import pytest
from msgspec.structs import replace

from companion.editions.beginning import new_edition_text
from companion.editions.effects import Collect
from companion.editions.load import edition_ids
from companion.editions.parameters import Parameters
from companion.editions.typed import words_of
from companion.table.games.commands import Resume
from companion.words import Seat, Space
from tests.support.pages import ORIGIN, Living, sent
from web.setup.house_rules import GROUPS, WORDS
from web.setup.switches import CASH, FAMILIAR

ANN, BEN = Seat(0), Seat(1)
GAME = "/banker/game"


def begun(room: Living, **answers: object) -> tuple[int, str]:
    """Answer the last question; return status and page."""
    form = {"edition": "us-classic", "first": "no", "id": "b", **answers}
    answer = room.banker().post(GAME, data=form, headers=ORIGIN)
    return answer.status_code, answer.text.replace("&#39;", "'")


# ---- the steps

STEPS = ("edition", "box", "house", "players", "bank", "first", "check")
CHOSEN = "edition=us-classic&variant=before-2008&house=jail_fine:60&banker=1&first=no"


def heading(html: str) -> str:
    found = re.search(r"<h1>(.*?)</h1>", html)
    assert found
    return found[1]


def test_every_step_says_how_far_one_has_come_and_goes_back_with_all_answers(room: Living) -> None:
    room.seated("Ann", "Ben")
    pages = {step: room.banker().get(f"{GAME}/{step}?{CHOSEN}").text for step in STEPS}
    for number, html in enumerate(list(pages.values())[1:], 2):
        assert f"Step {number} of 7" in html
    for earlier, later in pairwise(STEPS):
        back = urlsplit(unescape(re.findall(r'class="who back" href="([^"]*)"', pages[later])[0]))
        assert back.path == f"{GAME}/{earlier}"
        assert parse_qs(back.query) == parse_qs(CHOSEN)
    assert 'class="who back" href="/banker"' in pages["edition"]


def test_no_two_steps_have_the_same_title(room: Living) -> None:
    room.seated("Ann", "Ben")
    pages = [room.banker().get(f"{GAME}/{step}?{CHOSEN}").text for step in STEPS]
    assert len({heading(html) for html in pages}) == len(STEPS)
    assert all(f"<title>{heading(html)}</title>" in html for html in pages)


def test_a_box_without_other_printings_has_a_step_less(room: Living) -> None:
    folder = room.home / "editions"
    folder.mkdir()
    text = new_edition_text("us-classic", "ours", "Ours").partition("\n[[variant]]")[0]
    (folder / "ours.toml").write_text(text)
    skipped = room.banker().get(f"{GAME}/box?edition=ours&first=no")
    assert skipped.location == f"{GAME}/house?edition=ours&first=no"
    html = room.banker().get(skipped.location).text
    assert "Step 2 of 6" in html
    assert f'href="{GAME}/edition?edition=ours&amp;first=no"' in html


@pytest.mark.parametrize("first", ["", "edition=us-classic"])
def test_no_page_says_how_many_steps_there_are_before_the_game_is_chosen(
    room: Living, first: str
) -> None:
    """How many there are depends on its box, and one may choose another there."""
    html = room.banker().get(f"{GAME}/edition?{first}").text
    assert re.search(r"Step 1\s*<", html)


def test_from_the_second_step_on_their_number_stays(room: Living) -> None:
    room.seated("Ann", "Ben")
    pages = [room.banker().get(f"{GAME}/{step}?{CHOSEN}").text for step in STEPS[1:]]
    told = [re.findall(r"Step (\d) of (\d)", html)[0] for html in pages]
    assert [number for number, _last in told] == [str(n + 2) for n in range(len(pages))]
    assert len({last for _number, last in told}) == 1


def test_who_comes_back_to_a_step_finds_the_answer_given(room: Living) -> None:
    room.seated("Ann", "Ben")
    pages = {step: room.banker().get(f"{GAME}/{step}?{CHOSEN}").text for step in STEPS}
    assert re.search(r'value="us-classic" required checked', pages["edition"])
    assert 'value="before-2008" checked' in pages["box"]
    assert 'name="house" value="jail_fine:60"' in pages["box"]
    assert 'value="no" checked' in pages["first"]


def test_another_box_begins_without_the_house_rules_of_the_first(room: Living) -> None:
    form = room.banker().get(f"{GAME}/edition?{CHOSEN}&space-4-amount=150").text
    assert re.findall(r'type="hidden" name="(\w+)"', form) == ["banker", "first"]


# ---- as last time


def test_the_first_step_offers_the_last_game_in_one_tap(room: Living) -> None:
    room.seated("Ann", "Ben")
    assert "As last time" not in room.banker().get(f"{GAME}/edition").text
    begun(room, edition="uk-classic", house="jail_fine:60")
    html = room.banker().get(f"{GAME}/edition").text
    assert "Ann, Ben" in html
    link = re.search(r'href="([^"]*)">As last time<', html)
    assert link
    check = room.banker().get(link[1], follow_redirects=True).text
    assert 'name="edition" value="uk-classic"' in check
    assert 'name="house" value="jail_fine:60"' in check


def test_as_last_time_is_not_offered_once_nobody_sits_there(room: Living) -> None:
    room.seated("Ann", "Ben")
    begun(room)
    room.context.phones.stand_up(BEN)
    assert "As last time" not in room.banker().get(f"{GAME}/edition").text


def test_as_last_time_is_not_offered_once_its_edition_is_gone(room: Living) -> None:
    room.seated("Ann", "Ben")
    folder = room.home / "editions"
    folder.mkdir()
    (folder / "ours.toml").write_text(new_edition_text("us-classic", "ours", "Ours"))
    begun(room, edition="ours")
    assert "As last time" in room.banker().get(f"{GAME}/edition").text
    (folder / "ours.toml").unlink()
    assert "As last time" not in room.banker().get(f"{GAME}/edition").text
    assert room.banker().get(f"{GAME}/again").location == f"{GAME}/edition"


# ---- editions of one's own


def test_a_file_in_the_home_is_offered_and_played(room: Living) -> None:
    room.seated("Ann", "Ben")
    folder = room.home / "editions"
    folder.mkdir()
    text = new_edition_text("us-classic", "our-street", "Our street & yours")
    (folder / "ours.toml").write_text(text.replace("Baltic Avenue", "Our road", 1))
    (folder / "bad.toml").write_text(text.replace("price = 60\n", "price = 0\n", 1))
    html = room.banker().get(f"{GAME}/edition").text
    assert "Our street &amp; yours" in html
    assert "0 cannot be meant. From 1 to 1000000000. (bad.toml, space 1, price)" in html
    status, _page = begun(room, edition="our-street")
    assert status == 303
    assert room.state.edition.space(Space(3)).name == "Our road"
    assert room.banker().get("/why/1").text.count("us-classic/") > 0  # by the rulebook it came from


# ---- house rules


def test_every_parameter_has_one_sentence_in_the_order_of_the_edition() -> None:
    told = [name for group in GROUPS for name in group.rules]
    assert told == [*Parameters.__struct_fields__]


def test_every_word_of_a_parameter_has_its_words() -> None:
    words = {word for name in Parameters.__struct_fields__ for word in words_of(name)}
    assert set(WORDS) == words


@pytest.mark.parametrize("edition_id", edition_ids())
def test_all_rules_of_an_edition_are_shown_and_left_alone_change_nothing(
    room: Living, edition_id: str
) -> None:
    room.seated("Ann", "Ben")
    path = f"{GAME}/house?edition={edition_id}"
    html = room.banker().get(path).text
    names = re.findall(r'<(?:input type="(?:text|checkbox)"|select) name="(\w+)"', html)
    assert sorted(names) == sorted(Parameters.__struct_fields__)
    assert {*names[: len(FAMILIAR)]} == FAMILIAR
    texts = dict(re.findall(r'<input type="text" name="(\w+)" value="([^"]*)"', html))
    chosen = re.findall(r'<select name="(\w+)">.*?value="([\w-]+)" selected', html, re.DOTALL)
    off = re.findall(r'<input type="hidden" name="(\w+)" value="(yes|no)"', html)
    assert "checked" not in html
    sent_again = {**texts, **dict(chosen), **dict(off)}
    answer = room.banker().post(path, data=sent_again, headers=ORIGIN)
    assert answer.status_code == 303
    assert answer.location == f"{GAME}/players?edition={edition_id}"


@pytest.mark.parametrize("edition_id", edition_ids())
def test_every_switch_thrown_changes_its_rule(room: Living, edition_id: str) -> None:
    path = f"{GAME}/house?edition={edition_id}"
    html = room.banker().get(path).text
    off = dict(re.findall(r'<input type="hidden" name="(\w+)" value="(yes|no)"', html))
    on = dict(re.findall(r'type="checkbox" name="(\w+)" value="(yes|no)"', html))
    assert off.keys() == on.keys() == FAMILIAR - {CASH}
    both = {name: [off[name], on[name]] for name in on}  # as a browser sends a box that is ticked
    answer = room.banker().post(path, data=both, headers=ORIGIN)
    house = parse_qs(urlsplit(answer.location).query)["house"]
    assert sorted(house) == sorted(f"{name}:{value}" for name, value in on.items())
    again = room.banker().get(answer.location.replace("/players", "/house")).text
    assert again.count(" checked>") == len(on)


def test_a_switch_says_what_comes_of_it_in_the_edition_s_amounts(room: Living) -> None:
    html = room.banker().get(f"{GAME}/house?edition=us-classic").text
    assert "The Bank pays $400 instead of $200 to whoever stops right there." in html
    html = room.banker().get(f"{GAME}/house?edition=us-classic&house=go_salary:300").text
    assert "The Bank pays $600 instead of $300" in html


def test_who_need_not_ask_for_rent_is_offered_that_one_must(room: Living) -> None:
    html = room.banker().get(f"{GAME}/house?edition=it-eg").text
    assert "Rent only for those who ask" in html
    assert "Rent without asking for it" not in html
    html = room.banker().get(f"{GAME}/house?edition=us-classic").text
    assert "Rent only for those who ask" not in html


def test_what_a_way_to_play_turned_on_can_be_turned_off(room: Living) -> None:
    path = f"{GAME}/house?edition=de-dm&variant=jackpot"
    assert re.search(r'name="parking_jackpot" value="yes" checked', room.banker().get(path).text)
    answer = room.banker().post(path, data={"parking_jackpot": "no"}, headers=ORIGIN)
    assert parse_qs(urlsplit(answer.location).query)["house"] == ["parking_jackpot:no"]


def test_more_rules_are_closed_until_one_of_them_is_changed(room: Living) -> None:
    path = f"{GAME}/house?edition=us-classic"
    assert not re.search(r"<details[^>]* open", room.banker().get(path).text)
    html = room.banker().get(f"{path}&house=parking_jackpot:yes").text
    assert not re.search(r"<details[^>]* open", html)
    html = room.banker().get(f"{path}&house=jail_fine:60").text
    assert re.findall(r'<details[^>]*id="([\w-]+)" open', html) == ["more", "group-5"]


def test_house_rules_of_every_form_reach_the_game_and_its_record(room: Living) -> None:
    room.seated("Ann", "Ben")
    typed = {
        "jail_fine": "60",
        "parking_jackpot": "yes",
        "mortgage_interest": "5 %",
        "jail_card_turns": "1, 2",
        "starting_cash": "1400, 1300",
        "build_when": "before-own-roll",
    }
    banker = room.banker()
    answer = banker.post(f"{GAME}/house?edition=us-classic", data=typed, headers=ORIGIN)
    house = re.findall(r"house=([^&]+)", answer.location)
    assert len(house) == 6
    shown = banker.get(answer.location.replace("/players", "/house")).text
    assert shown.count('class="rule changed"') == 5
    assert 'name="parking_jackpot" value="yes" checked' in shown
    check = banker.get(answer.location.replace("/players", "/check")).text
    assert "The fine for leaving jail. <b" in check
    texts = [text.replace("%3A", ":").replace("%2C", ",").replace("+", " ") for text in house]
    status, _page = begun(room, house=texts)
    assert status == 303
    rules = room.state.rules
    assert (rules.jail_fine, rules.parking_jackpot) == (60, True)
    assert rules.mortgage_interest == Decimal("0.05")
    assert (rules.jail_card_turns, rules.build_when) == ((1, 2), "before-own-roll")
    assert room.state.cash(ANN) == 1400
    older = room.table.view.game
    begun(room, replace="1", id="other")
    cause = room.table.cause("banker", "banker")
    room.table.submit(Resume(game=older), cause)
    assert room.state.rules == rules  # also once it was read from disk


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("jail_fine", "ten", "The fine for leaving jail. ten cannot be meant"),
        ("jail_turns", "0", "0 cannot be meant. From 1 to"),
        ("mortgage_interest", "10", "10 cannot be meant. From 0 to 1."),
        ("first_roll_dice", "3", "3 cannot be meant. From 1 to 2."),
        ("build_when", "never", "'never' is unknown here. One of: "),
    ],
)
def test_a_house_rule_that_cannot_be_is_said_and_kept_to_be_mended(
    room: Living, name: str, text: str, said: str
) -> None:
    answer = room.banker().post(
        f"{GAME}/house?edition=us-classic", data={name: text, "go_salary": "300"}, headers=ORIGIN
    )
    assert answer.status_code == 400
    assert said in answer.text.replace("&#39;", "'")
    assert 'name="go_salary" value="300"' in answer.text


def test_a_variant_s_own_rules_are_the_book_s(room: Living) -> None:
    html = room.banker().get(f"{GAME}/house?edition=ru-2004&variant=short").text
    assert 'name="houses_per_hotel" value="3"' in html
    assert "changed" not in html.partition("</head>")[2].replace("rule changed", "")


# ---- the Bank, and the agreed end


def test_the_banker_is_one_of_the_players(room: Living) -> None:
    room.seated("Ann", "Ben")
    html = room.banker().get(f"{GAME}/bank?edition=us-classic").text
    assert "Somebody who does not play" not in html
    assert "plays as well" in html
    status, _page = begun(room, banker="1")
    assert status == 303
    assert room.state.banker == BEN


def test_with_enough_people_somebody_only_keeps_the_bank(room: Living) -> None:
    room.seated("Ann", "Ben", "Cy", "Dee")
    path = f"{GAME}/bank?edition=ru-2004"
    assert "Somebody who does not play" not in room.banker().get(path).text
    status, page = begun(room, edition="ru-2004", banker="apart")
    assert (status, room.table.view.state) == (409, None)
    assert "Whoever keeps the Bank plays as well" in page
    room.context.phones.add("Eve")
    assert "Somebody who does not play" in room.banker().get(path).text
    status, _page = begun(room, edition="ru-2004", banker="apart")
    assert status == 303
    assert room.state.banker == "apart"
    assert len(room.state.seats) == 5


def test_chairs_that_close_up_keep_their_banker(room: Living) -> None:
    room.seated("Ann", "Ben", "Cy")
    room.context.phones.stand_up(Seat(0))
    begun(room, banker="2")
    state = room.state
    assert state.banker == 1
    assert state.players[1].name == "Cy"


def test_a_timed_game_asks_for_its_end(room: Living) -> None:
    room.seated("Ann", "Ben")
    path = f"{GAME}/bank?edition=ru-2004"
    assert 'name="ends"' not in room.banker().get(path).text
    assert 'name="ends" required' in room.banker().get(f"{path}&variant=timed").text
    status, page = begun(room, edition="ru-2004", variant="timed")
    assert status == 409
    assert "Agree when the game ends, before it begins." in page
    assert begun(room, edition="ru-2004", variant="timed", ends="21:30")[0] == 303
    assert "21:30" in room.banker().get("/banker").text


# ---- a board that looks different


def test_what_may_be_otherwise_can_be_corrected(room: Living) -> None:
    room.seated("Ann", "Ben")
    html = room.banker().get(f"{GAME}/check?edition=disney&first=no").text
    assert "My board looks different" in html
    field = 'name="space-37-name" lang="en" placeholder="The Lion King"'
    assert field in html
    assert 'name="card-chance/simba-figures" lang="en" placeholder="50"' in html
    answers = {
        "space-37-name": "Bambi",
        "space-4-amount": "150",
        "card-chance/simba-turn": "1",
        "card-chest/maleficent-figures": "120",
        "card-chest/maleficent-text": "Maleficent: receive 120",
        "space-1-name": "",
    }
    status, _page = begun(room, edition="disney", **answers)
    assert status == 303
    edition = room.state.edition
    assert edition.space(Space(37)).name == "Bambi"
    assert edition.space(Space(4)).amount == 150
    simba, maleficent = edition.card("chance/simba"), edition.card("chest/maleficent")
    assert simba is not None
    assert simba.effect == Collect(50)
    assert maleficent is not None
    assert (maleficent.effect, maleficent.text) == (Collect(120), "Maleficent: receive 120")
    assert len(edition.corrections["spaces"]) == 2
    older = room.table.view.game
    begun(room, replace="1", id="other")
    room.table.submit(Resume(game=older), room.table.cause("banker", "banker"))
    assert room.state.edition == edition  # also once it was read from disk


@pytest.mark.parametrize(
    ("field", "typed", "said"),
    [
        ("space-37-mortgage", "9000", "A mortgage of 9000 on a price of"),
        ("space-37-rents", "1, 2", "(disney, corrections, space 37, rents)"),
        ("space-4-amount", "much", "much cannot be meant. What belongs there: a whole number (4 "),
        (
            "card-chest/maleficent-figures",
            "0",
            "corrections, card chest/maleficent, effect, collect)",
        ),
    ],
)
def test_a_correction_that_cannot_be_is_refused_in_words(
    room: Living, field: str, typed: str, said: str
) -> None:
    room.seated("Ann", "Ben")
    status, page = begun(room, edition="disney", **{field: typed})
    assert status == 400
    assert said in page
    assert room.table.view.state is None


# ---- in the middle


def test_a_game_that_was_begun_already_leads_to_its_page(room: Living) -> None:
    room.seated("Ann", "Ben")
    assert (
        "You type in next"
        in room.banker().get(f"{GAME}/check?edition=us-classic&first=middle").text
    )
    form = {"edition": "us-classic", "first": "middle", "id": "b"}
    answer = room.banker().post(GAME, data=form, headers=ORIGIN)
    assert (answer.status_code, answer.location) == (303, "/banker/take-over")
    assert room.state.first is None
    assert room.banker().get("/banker/take-over").status_code == 200


@pytest.mark.parametrize(
    "wrong", [{"banker": "9"}, {"banknotes": "on!"}, {"helps": "guess"}, {"first": "perhaps"}]
)
def test_a_word_that_no_question_offers_begins_no_game(room: Living, wrong: dict[str, str]) -> None:
    room.banker()
    room.seated("Ann", "Ben")
    assert sent(room.banker(), "/banker/game", edition="us-classic", **wrong) == 400
    assert room.table.view.state is None
    assert sent(room.banker(), "/banker/game", edition="us-classic") == 303
    assert room.state.first is not None


def test_the_first_evening_is_a_list_in_its_order(room: Living) -> None:
    assert room.client().get("/banker/first").status_code == 403
    room.context.parts = replace(room.context.parts, button_seats=(Seat(0),))
    banker = room.banker()
    assert "/banker/first" in banker.get("/banker").text
    html = banker.get("/banker/first").text
    order = ["The language", "The camera", "The buttons", "Voice", "Print", "Join", "The game"]
    places = [html.index(f"{number}. {step}") for number, step in enumerate(order, 1)]
    assert places == sorted(places)
    banks = ("/banker/voice", "/banker/sheets", "/banker/game/edition")
    for href in ("/me", "/doctor", "/doctor/buttons", "/table", *banks):
        assert f'href="{href}"' in html
        assert banker.get(href, follow_redirects=True).status_code == 200
