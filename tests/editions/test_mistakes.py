"""Each thing a person can mistype in an edition file, and the words by which they will find it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.editions.load import check_edition, edition_from_toml, edition_ids, edition_text
from companion.errors import EditionError
from tests.support.slips import SLIPS, slipped


def _without_comments(text: str) -> str:
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith("#"))


US, RU = (_without_comments(edition_text(edition)) for edition in ("us-classic", "ru-2004"))

MISTAKES = [
    # how it is written: (what stands there, what is typed instead, what the message says)
    ("index = 4\n", "index = 4.5\n", ["space 4.5, index", "4.5 cannot be meant", "a whole number"]),
    ("index = 4\n", 'index = "4"\n', ["space 4, index", "cannot be meant", "a whole number"]),
    ("index = 4\n", "index = 40\n", ["space 4:", "missing"]),
    ("index = 4\n", "index = 3\n", ["space 4:", "missing"]),
    ('key = "go"', "keyy = 1", ["space 0, key", "missing", "Did you mean keyy"]),
    ('kind = "tax"', 'kind = "taxes"', ["space 4, kind", "taxes is unknown", "Did you mean tax"]),
    ('name = "Go"', "name = 5", ["space 0, name", "a text in quotes"]),
    ('name = "Go"', 'name = ""', ["space 0, name", "a text in quotes"]),
    ("price = 60\n", "prize = 60\n", ["space 1, prize", "Did you mean price"]),
    ("price = 60\n", "", ["space 1, price", "missing", "a whole number"]),
    ("price = 60\n", "price = -60\n", ["space 1, price", "-60", "From 1"]),
    ("price = 60\n", "price = true\n", ["space 1, price", "true cannot be meant"]),
    ("price = 60\n", "price = 60000000000\n", ["space 1, price", "From 1 to 1000000000"]),
    (
        "[2, 10, 30, 90, 160, 250]",
        "[2, 10, 30, 90, 250]",
        ["space 1, rents", "Figures: 5, but 6 "],
    ),
    ("[2, 10, 30, 90, 160, 250]", "[2, 10, 30, 9, 160, 250]", ["space 1, rents", "not rise"]),
    ("[2, 10, 30, 90, 160, 250]", "2", ["space 1, rents", "a list of whole numbers"]),
    ("[25, 50, 100, 200]", "[25, 50, 100]", ["space 5, rents", "Figures: 3", "but 4"]),
    ("dice_multiples = [4, 10]", "dice_multiples = [4]", ["space 12", "Figures: 1", "but 2"]),
    ("amount = 200\n", "price = 200\n", ["space 4, amount", "missing"]),
    ("amount = 200\n", "amount = 200\nrents = [1]\n", ["space 4, rents", "Nobody reads"]),
    ("house_cost = 50\n", "", ["space 1, house_cost", "missing"]),
    ('id = "us-classic"', 'id = "US Classic"', ["edition, id", "no id"]),
    ('language = "en"', 'langauge = "en"', ["edition, langauge", "Did you mean language"]),
    ("derived = false", 'derived = "no"', ["edition, derived", "true or false"]),
    (
        "[edition.currency]",
        "[edition.currentcy]",
        ["edition, currency", "Did you mean currentcy"],
    ),
    ('write = "${n}"', 'write = "{n} $"', ["currency, example", "1,500 $"]),
    ("500 = 2, 100 = 2", "five = 2, 100 = 2", ["start_notes, five", "a whole number"]),
    ("salary = 200\n", "salary = 2OO\n", ["Line ", "no TOML"]),
    ("salary = 200\n", 'salary = "200"\n', ["parameters, go_salary", "a whole number"]),
    (
        "salary = 200\n",
        "salary = 200\nparking_meter = true\n",
        ["parking_meter", "Take it out"],
    ),
    ("salary = 200\n", "sallary = 200\n", ["parameters, go_sallary", "Did you mean go_salary"]),
    ("go_salary = 200\n", "", ["parameters, go_salary", "missing"]),
    ("jail_turns = 3", "jail_turns = 0", ["parameters, jail_turns", "0 cannot be meant"]),
    ("houses_per_hotel = 4", "houses_per_hotel = 5", ["houses_per_hotel", "From 1 to 4"]),
    ("build_evenly = true", "build_evenly = 1", ["parameters, build_evenly", "true or false"]),
    ('clear = "group"', 'clear = "groups"', ["mortgage_requires_clear", "Did you mean group"]),
    (
        "interest = 0.10",
        "interest = 10",
        ["mortgage_interest", "From 0 to 1"],
    ),
    ("interest = 0.10", 'interest = "0.10"', ["mortgage_interest", "a ratio such as 0.10"]),
    ("interest = 0.10", "interest = nan", ["mortgage_interest", "cannot be meant"]),
    ("[parameters]", "[parameter]", ["parameters", "missing"]),
    ('id = "chance"', 'id = "chanse"', ["deck chanse, id", "Did you mean chance"]),
    ('id = "chest"', 'id = "chance"', ["two decks", "One is chance, one chest"]),
    ("cards = 16", "cards = 15", ["deck chance, cards", "15 cards, but 16"]),
    ('id = "chance/dividend"', 'id = "dividend"', ["card dividend, id", "begins with its deck"]),
    ('text = "Advance to Go"', "", ["card chance/advance-go, text", "missing"]),
    (
        'effect = { pay = 15, kind = "fine" }',
        "",
        ["card chance/speeding, effect", "No card does this: { }"],
    ),
    (
        '{ pay = 15, kind = "fine" }',
        "{ pays = 15 }",
        ["chance/speeding, effect", "Did you mean pay"],
    ),
    ('{ pay = 15, kind = "fine" }', "{ pay = 0 }", ["chance/speeding, effect, pay", "From 1"]),
    (
        '{ pay = 15, kind = "fine" }',
        "{ pay = 15, collect = 1 }",
        ["chance/speeding", "one thing, not 2"],
    ),
    ('kind = "fine"', 'kind = "fines"', ["chance/speeding, effect, kind", "Did you mean fine"]),
    (
        '{ pay = 15, kind = "fine" }',
        '{ draw = "chest" }',
        ["chance/speeding", "only inside a choice"],
    ),
    ("{ jail = true }", "{ jail = false }", ["chance/go-to-jail", "jail = true"]),
    ("repairs = [25, 100]", "repairs = [25]", ["chance/repairs", "two amounts"]),
    ('nearest = "station"', 'nearest = "railroad"', ["nearest-station-1", "station, utility"]),
    ('"station", rent_multiple', '"station", dice_multiple', ["dice_multiple", "Nobody reads"]),
    ("keep = true", "", ["card chance/jail-free, keep", "is kept"]),
    ("{ back = 3 }", "{ back = 3 }\nkeep = true", ["card chance/back-3, keep", "no other"]),
    ('fact = "card chest', 'facts = "card chest', ["unconfirmed 1, facts", "Did you mean fact"]),
    ("spaces = [\n  { index = 4,", "spaces = [\n  { index = 44,", ["before-2008", "space 44"]),
    ("amount = 200, percent = 10", "amount = 200, per_cent = 10", ["(before-2008), space 4"]),
    ('id = "chest/school", text', "text", ["before-2008, card 5, id", "missing"]),
    ('colours = { brown = "purple" }', 'colours = "purple"', ["before-2008, colours", "a table"]),
    # what it says
    ('key = "baltic"', 'key = "mediterranean"', ["mediterranean", "2 times"]),
    ('id = "chance/dividend"', 'id = "chance/back-3"', ["chance/back-3", "2 times"]),
    ("players_min = 2", "players_min = 7", ["players_min", "Players: 7 at least, but 6 at most"]),
    ("dealt_deeds = 0", "dealt_deeds = 5", ["dealt_deeds", "5 deeds for each of 6", "At most 4"]),
    ("dealt_deeds = 0", "dealt_deeds = [14, 10]", ["dealt_deeds", "10 deeds for each of 3"]),
    ('name = "Baltic Avenue"', 'name = "Boardwalk"', ["Boardwalk", "2 times", "another name"]),
    ('kind = "parking"', 'kind = "jail"', ["kind jail: 2, not 1"]),
    ('kind = "go-to-jail"', 'kind = "parking"', ["kind go-to-jail: 0, not 1"]),
    ('group = "brown"', 'group = "browm"', ["group browm: 1", "Did you mean brown"]),
    ('group = "dark-blue"', 'group = "green"', ["group green: 4"]),
    ('brown = "brown"', 'browne = "brown"', ["colours, browne", "Did you mean brown"]),
    ("house_cost = 50", "house_cost = 60", ["brown cost 50, 60"]),
    ("mortgage = 30", "mortgage = 300", ["space 1, mortgage", "300 on a price of 60"]),
    ('advance = "illinois"', 'advance = "ilinois"', ["advance-illinois", "mean illinois"]),
    ("20, 50, 100, 500]", "50, 20, 100, 500]", ["notes do not rise"]),
    ("500 = 2, 100 = 2", "400 = 2, 100 = 2", ["start_notes", "no note of 400"]),
    ("500 = 2, 100 = 2", "500 = 2, 100 = 3", ["They come to 1600", "starting_cash is 1500"]),
    ("starting_cash = 1500", "starting_cash = 1600", ["come to 1500", "starting_cash is 1600"]),
    ('station = "railroad"', 'sation = "railroad"', ["words, station", "Did you mean sation"]),
]


@pytest.mark.parametrize(("there", "typed", "parts"), MISTAKES)
def test_a_mistake_is_named_with_its_place(there: str, typed: str, parts: list[str]) -> None:
    """Whatever is mistyped, a line says the file, the key and what is wrong there."""
    assert there in US
    mistakes = [str(mistake) for mistake in check_edition(US.replace(there, typed, 1), "my.toml")]
    assert all(mistake.startswith("my.toml") for mistake in mistakes)
    assert any(all(part in mistake for part in parts) for mistake in mistakes), mistakes


@pytest.mark.parametrize(("there", "typed", "parts"), MISTAKES)
def test_a_file_with_a_mistake_is_not_played(there: str, typed: str, parts: list[str]) -> None:
    """Loading stops at the first mistake, or as soon as the printing that has it is asked for."""
    variants = ["before-2008"] if any("before-2008" in part for part in parts) else []
    with pytest.raises(EditionError):
        edition_from_toml(US.replace(there, typed, 1), "my.toml", variants)


RUSSIAN_MISTAKES = [
    ('{ go_back_to = "zhitnaya" }', '{ go_back_to = "x" }', ["back-to-zhitnaya", "key x"]),
    ('{ draw = "chance" }', '{ draw = "chanse" }', ["fine-or-chance", "Did you mean chance"]),
    ('{ draw = "chance" }', "{ jail = true }", ["fine-or-chance", "paying and drawing"]),
    (', { draw = "chance" }', "", ["fine-or-chance", "at least two options"]),
    ('decks = ["chance", "chest"]', 'decks = ["chance"]', ["late-decks", "not replaced"]),
    ('decks = ["chance", "chest"]', 'decks = "chance"', ["late-decks, decks", "a list of texts"]),
    ('id = "names-1997"', 'id = "names-1988"', ["variant names-1988", "2 times"]),
]


@pytest.mark.parametrize(("there", "typed", "parts"), RUSSIAN_MISTAKES)
def test_a_mistake_in_a_choice_or_a_printing_is_named(
    there: str, typed: str, parts: list[str]
) -> None:
    """The same holds for what only the Russian edition has."""
    assert there in RU
    mistakes = [str(mistake) for mistake in check_edition(RU.replace(there, typed, 1), "my.toml")]
    assert any(all(part in mistake for part in parts) for mistake in mistakes), mistakes


def test_one_reading_finds_all_mistakes() -> None:
    """A person does not mend a file one message at a time."""
    text = US.replace("price = 60\n", "price = 0\n", 1).replace("jail_turns = 3", "jail_turns = 0")
    assert len(check_edition(text, "my.toml")) == 2


@pytest.mark.parametrize(
    "text", ["", "a = 1", "[edition]", "space = 3", "[[space]]", "space = [3]"]
)
def test_a_file_that_is_no_edition_is_refused(text: str) -> None:
    """However little of an edition there is, the answer is a list of mistakes."""
    assert check_edition(text, "my.toml")


@pytest.mark.parametrize(
    ("text", "line"), [("a = \n", 1), ("a = 1\nb = [1,\n", 2), ("a = 1\na = 2\n", 2), ("\x00", 1)]
)
def test_what_is_no_toml_is_named_with_its_line(text: str, line: int) -> None:
    """A slip in the syntax is found by its line."""
    (mistake,) = check_edition(text, "my.toml")
    assert str(mistake).startswith(f"my.toml: Line {line} is no TOML: ")


@pytest.mark.parametrize(
    ("text", "part"),
    [("a = " + "9" * 5000, "digits"), ("a = " + "[" * 3000 + "]" * 3000, "too deeply")],
)
def test_what_goes_beyond_a_file_of_this_kind_is_named(text: str, part: str) -> None:
    """Well-formed TOML at which the reader of TOML itself gives up is a mistake like others."""
    (mistake,) = check_edition(text, "my.toml")
    assert str(mistake).startswith("my.toml")
    assert part in str(mistake)


@given(
    st.sampled_from(edition_ids()),
    st.integers(0, 10_000),
    st.sampled_from(SLIPS),
)
def test_no_slip_of_the_pen_breaks_the_reader(edition_id: str, number: int, slip: str) -> None:
    """A line that is missing, doubled or holds anything else is an edition or a mistake."""
    lines = [line for line in _without_comments(edition_text(edition_id)).splitlines() if line]
    text = slipped(lines, number % len(lines), slip)
    for mistake in check_edition(text, "my.toml"):
        assert isinstance(mistake, EditionError)
        assert str(mistake).startswith("my.toml")
        assert "\n" not in str(mistake)
