"""The scenario language: what breaks a file, what fails a step, what undo and rewind mean."""

import pytest

from companion.scenario import Result, play_text

HEAD = """
title   = "A house on Bob's street"
edition = "ru-2004"
players = ["Ann", "Bob"]
"""

STEP = """
[[step]]
do   = "roll"
by   = "Ann"
dice = [1, 2]
"""


def played(steps: str, *, given: str = "", head: str = HEAD) -> Result:
    """Play a scenario of these parts."""
    table = f"[given]\n{given}\n" if given else ""
    (result,) = play_text(head + table + steps, "some.toml")
    return result


def test_a_plain_scenario_passes() -> None:
    result = played(STEP)
    told = (result.file, result.title, result.edition, result.rules)
    assert told == ("some.toml", "A house on Bob's street", "ru-2004", ())
    assert result.passed


def test_the_rules_that_each_step_rests_on_are_known() -> None:
    """Step 0 is setting up, where the scenario does not begin in the middle."""
    result = played(STEP)
    assert len(result.cited) == 2
    assert "setup/cash" in result.cited[0] & result.cites
    assert "turn/move" in result.cited[1] & result.cites
    assert played(STEP, given='turn = "Ann"').cited[0] == frozenset()


# ---- broken files

BROKEN_HEADS = {
    "no TOML": 'title = "x',
    "no title": 'edition = "ru-2004"\nplayers = ["Ann", "Bob"]',
    "an empty title": 'title = ""\nedition = "ru-2004"\nplayers = ["Ann", "Bob"]',
    "no edition": 'title = "x"\nplayers = ["Ann", "Bob"]',
    "no players": 'title = "x"\nedition = "ru-2004"',
    "an unknown edition": HEAD.replace("ru-2004", "ru-2040"),
    "an edition that is a number": HEAD.replace('"ru-2004"', "2004"),
    "an unknown key": HEAD + "wind = 3\n",
    "two players of one name": HEAD.replace("Bob", "Ann"),
    "players that are no list": HEAD.replace('["Ann", "Bob"]', '"Ann"'),
    "a player that is a number": HEAD.replace('"Bob"', "2"),
    "an unknown variant": HEAD + 'variants = ["winter"]\n',
    "variants that are no list": HEAD + 'variants = "late-decks"\n',
    "an unknown house rule": HEAD + "house = { jail_fines = 10 }\n",
    "a house rule of the wrong type": HEAD + 'house = { jail_fine = "ten" }\n',
    "an unknown rule": HEAD + 'rules = ["ru-2004/rent-99"]\n',
    "rules that are no list": HEAD + 'rules = "ru-2004/rent-02"\n',
}

BROKEN_GIVENS = {
    "an unknown key": "wind = 3",
    "an unknown player": "cash = { Zed = 10 }",
    "an unknown player on turn": 'turn = "Zed"',
    "an unknown player who is out": 'out = ["Zed"]',
    "nobody left": 'out = ["Ann", "Bob"]',
    "a turn of one who is out": 'out = ["Ann"]\nturn = "Ann"',
    "an owner who is out": 'out = ["Bob"]\nowns = { Bob = [6] }',
    "cash that is text": 'cash = { Ann = "10" }',
    "cash below zero": "cash = { Ann = -1 }",
    "cash that is true": "cash = { Ann = true }",
    "cash that is half": "cash = { Ann = 1.5 }",
    "an unknown space": "at = { Ann = 40 }",
    "a space below Go": "at = { Ann = -1 }",
    "two owners": "owns = { Ann = [6], Bob = [6] }",
    "one owner twice": "owns = { Ann = [6, 6] }",
    "Go owned": "owns = { Ann = [0] }",
    "lots that are no list": "owns = { Ann = 6 }",
    "Go mortgaged": "mortgaged = [0]",
    "a lot that the Bank has mortgaged": "mortgaged = [6]",
    "six buildings": "owns = { Ann = [6] }\nbuildings = { 6 = 6 }",
    "a house on a station": "owns = { Ann = [5] }\nbuildings = { 5 = 1 }",
    "a house on nobody's street": "buildings = { 6 = 1 }",
    "a house on a mortgaged street": "owns={Ann=[6]}\nmortgaged=[6]\nbuildings={6=1}",
    "a house on a word": "buildings = { six = 1 }",
    "in jail since true": "jailed = { Ann = true }",
    "in jail since a word": 'jailed = { Ann = "long" }',
    "an unknown deck": 'holds = { Ann = ["luck"] }',
    "one card held twice": 'holds = { Ann = ["chance"], Bob = ["chance"] }',
    "an unknown stock": "bank = { castles = 1 }",
    "a stock below zero": "bank = { houses = -1 }",
    "three doubles": "doubles = 3",
    "a pot": "pot = 100",
    "a rent for nobody's street": 'rent = { from = "Ann", to = "Bob", lot = 6 }',
    "a utility's rent without its amount": (
        'owns = { Bob = [12] }\nrent = { from = "Ann", to = "Bob", lot = 12 }'
    ),
    "a rent owed to oneself": 'owns = { Ann = [6] }\nrent = { from = "Ann", to = "Ann", lot = 6 }',
    "a rent without its lot": 'rent = { from = "Ann", to = "Bob" }',
}

BROKEN_STEPS = {
    "no step": "",
    "steps that are no list": "step = 3",
    "a step without do": '[[step]]\nby = "Ann"',
    "an unknown command": '[[step]]\ndo = "fly"\nby = "Ann"',
    "do that is a number": "[[step]]\ndo = 3",
    "an unknown player": STEP.replace("Ann", "Zed"),
    "a command without its player": STEP.replace('by   = "Ann"', ""),
    "an unknown field": STEP + "wind = 3",
    "dice that are words": STEP.replace("[1, 2]", '["one", "two"]'),
    "an unknown card": '[[step]]\ndo = "draw"\nby = "Ann"\ncard = "chance/sunshine"',
    "an unknown space": '[[step]]\ndo = "mortgage"\nby = "Ann"\nlots = [40]',
    "a bid that is text": '[[step]]\ndo = "bid"\nby = "Ann"\namount = "ten"',
    "an undo with a field": "[[step]]\ndo = 'undo'\nto = 1",
    "a rewind to nowhere": "[[step]]\ndo = 'rewind'",
    "a rewind to a word": "[[step]]\ndo = 'rewind'\nto = 'start'",
    "then that is no table": STEP + "then = 3",
    "an unknown key in then": STEP + "then = { wind = 3 }",
    "then about an unknown player": STEP + "then = { cash = { Zed = 3 } }",
    "then about an unknown owner": STEP + 'then = { owner = { 6 = "Zed" } }',
    "then about the owner of Go": STEP + 'then = { owner = { 0 = "Ann" } }',
    "then about buildings on Go": STEP + "then = { buildings = { 0 = 1 } }",
    "then with an unknown rule": STEP + 'then = { cites = ["ru-2004/rent-99"] }',
    "then with a rent that is true": STEP + "then = { rent = true }",
    "then with an auction that is true": STEP + "then = { auction = true }",
    "then with an unknown leader": STEP + 'then = { auction = { leader = "Zed" } }',
    "then with an unknown creditor": STEP + 'then = { debt = { to = "Zed" } }',
    "then with an unknown winner": STEP + 'then = { winner = "Zed" }',
    "then with a jail that is true": STEP + "then = { jailed = { Ann = true } }",
    "then with cash that is text": STEP + 'then = { cash = { Ann = "3" } }',
}


def is_broken(result: Result) -> bool:
    """Whether a result says in one line why the file cannot be played."""
    told = result.why is not None and "\n" not in result.why and len(result.why) > len("broken")
    return not result.passed and result.step is None and told


@pytest.mark.parametrize("head", BROKEN_HEADS.values(), ids=BROKEN_HEADS.keys())
def test_a_file_with_a_wrong_head_is_broken(head: str) -> None:
    assert is_broken(played(STEP, head=head))


@pytest.mark.parametrize("given", BROKEN_GIVENS.values(), ids=BROKEN_GIVENS.keys())
def test_a_situation_that_cannot_be_breaks_the_file(given: str) -> None:
    assert is_broken(played(STEP, given=given))


@pytest.mark.parametrize("steps", BROKEN_STEPS.values(), ids=BROKEN_STEPS.keys())
def test_a_step_that_says_nothing_breaks_the_file(steps: str) -> None:
    assert is_broken(played(steps))


def test_a_mistake_in_a_late_step_breaks_the_file_before_an_early_one_fails() -> None:
    early = STEP + "then = { cash = { Ann = 3 } }\n"
    late = STEP.replace("Ann", "Zed")
    assert is_broken(played(early + late))


def test_the_title_of_a_broken_file_is_told_where_there_is_one() -> None:
    assert played("", given="wind = 3").title == "A house on Bob's street"


def test_a_file_that_cannot_be_read_is_broken() -> None:
    assert is_broken(*play_text("\0", "some.toml"))


# ---- expectations

WRONG = {
    "cash": "cash = { Ann = 1 }",
    "at": "at = { Ann = 4 }",
    "jailed": "jailed = { Ann = 0 }",
    "holds": 'holds = { Ann = ["chance"] }',
    "laps": "laps = { Ann = 1 }",
    "pot": "pot = 1",
    "bank": "bank = { houses = 31 }",
    "owner": 'owner = { 3 = "Ann" }',
    "buildings": "buildings = { 3 = 1 }",
    "mortgaged": "mortgaged = { 3 = true }",
    "turn": 'turn = "Bob"',
    "asked": 'asked = { Ann = ["buy"] }',
    "nobody asked": "asked = {}",
    "may": 'may = { Ann = ["roll"] }',
    "rent": 'rent = { from = "Ann" }',
    "debt": 'debt = { from = "Ann" }',
    "auction": "auction = { price = 0 }",
    "out": 'out = ["Bob"]',
    "winner": 'winner = "Ann"',
    "worth": "worth = { Ann = 1 }",
    "cites": 'cites = ["ru-2004/rent-02"]',
    "refused": "refused = true",
}


@pytest.mark.parametrize("then", WRONG.values(), ids=WRONG.keys())
def test_a_wrong_expectation_fails_its_step_and_says_what_differs(then: str) -> None:
    steps = STEP + '[[step]]\ndo = "decline"\nby = "Ann"\n[[step]]\ndo = "hammer"\n'
    result = played(steps.replace("dice = [1, 2]", f"dice = [1, 2]\nthen = {{ {then} }}"))
    assert (result.passed, result.step) == (False, 1)
    assert result.why


def test_no_prisoner_is_not_a_prisoner_of_no_turns() -> None:
    assert played(STEP + "then = { jailed = { Ann = false } }").passed
    assert played(STEP + "then = { jailed = { Ann = 0 } }").step == 1


def test_the_step_that_fails_is_the_one_that_is_named() -> None:
    steps = STEP + '[[step]]\ndo = "buy"\nby = "Ann"\nthen = { cash = { Ann = 1441 } }'
    result = played(steps)
    assert (result.step, result.why) == (2, "cash: Ann 1440, not 1441")


def test_a_refusal_that_was_not_expected_fails_the_step() -> None:
    result = played(STEP.replace("Ann", "Bob"))
    assert result.step == 1
    assert result.why is not None
    assert result.why.startswith("refused: not-your-turn")


def test_a_refusal_must_have_the_code_that_is_named() -> None:
    refused = STEP.replace("Ann", "Bob")
    assert played(refused + 'then = { refused = "not-your-turn" }').passed
    assert played(refused + "then = { refused = true }").passed
    assert played(refused + 'then = { refused = "unsettled" }').step == 1


def test_an_accepted_step_that_should_be_refused_fails() -> None:
    assert played(STEP + "then = { refused = true }").step == 1


def test_a_refusal_tells_the_rule_it_rests_on() -> None:
    refused = STEP.replace("Ann", "Bob")
    then = 'then = { refused = "not-your-turn", cites = ["ru-2004/turn-03"] }'
    assert played(refused + then).passed


def test_a_number_out_of_bounds_is_a_refusal_and_breaks_nothing() -> None:
    for dice in ("[1, 7]", "[1]", "[1, 2, 3]"):
        roll = STEP.replace("[1, 2]", dice)
        assert played(roll + 'then = { refused = "bad-command" }').passed


# ---- what the banker says

TAKE_OVER = """
[[step]]
do   = "take-over"
turn = "Bob"
cash = { Ann = 700, Bob = 90 }
owns = { Ann = [6, 8, 9] }
buildings = { 6 = 1, 8 = 1, 9 = 1 }
at   = { Bob = 3 }
then = { turn = "Bob", cash = { Ann = 700 }, bank = { houses = 29 }, cites = ["ru-2004/bank-01"] }

[[step]]
do   = "roll"
by   = "Bob"
dice = [1, 2]
then = { rent = { from = "Bob", to = "Ann", amount = 30 } }

[[step]]
do    = "roll"
by    = "Ann"
dice  = [6, 5]

[[step]]
do     = "book-late"
payer  = "Bob"
payee  = "Ann"
amount = 30
lot    = 6
why    = "everybody agrees: she was at the door"
then   = { cash = { Ann = 730, Bob = 60 } }
"""


def test_a_scenario_may_take_a_game_over_and_book_late() -> None:
    result = played(TAKE_OVER)
    assert (result.passed, result.why) == (True, None)


def test_what_is_booked_late_has_a_reason_and_two_parties() -> None:
    step = '[[step]]\ndo = "book-late"\npayer = "Ann"\npayee = "Bob"\namount = 10\n'
    refused = 'then = { refused = "bad-command" }'
    assert played(step + refused).passed
    assert played(step.replace('"Bob"', '"Ann"') + 'why = "x"\n' + refused).passed
    assert played(step.replace("10", "0") + 'why = "x"\n' + refused).passed


def test_what_is_booked_late_and_not_covered_is_a_debt() -> None:
    step = '[[step]]\ndo = "book-late"\npayer = "Ann"\npayee = "bank"\namount = 10\nwhy = "x"\n'
    debt = 'then = { debt = { from = "Ann", to = "bank", amount = 10 } }'
    assert played(step + debt, given="cash = { Ann = 9 }").passed


# ---- several rents and debts

TWO_RENTS = """
owns = { Bob = [6, 14] }
rent = { from = "Ann", to = "Bob", lot = 6 }
at = { Ann = 6 }
doubles = 1
"""
BOTH = '[{ from = "Ann", to = "Bob", amount = 12 }, { lot = 6, amount = 6 }]'


def test_rents_are_compared_without_order() -> None:
    roll = STEP.replace("[1, 2]", "[3, 5]")
    assert played(roll + f"then = {{ rent = {BOTH} }}", given=TWO_RENTS).passed
    assert played(roll + "then = { rent = [{ lot = 6 }] }", given=TWO_RENTS).step == 1
    assert played(roll + "then = { rent = [{ lot = 6 }, { lot = 6 }] }", given=TWO_RENTS).step == 1


def test_one_rent_is_the_one_opened_last() -> None:
    roll = STEP.replace("[1, 2]", "[3, 5]")
    assert played(roll + "then = { rent = { lot = 14 } }", given=TWO_RENTS).passed
    assert played(roll + "then = { rent = { lot = 6 } }", given=TWO_RENTS).step == 1


# ---- undo and rewind

BUY = '[[step]]\ndo = "buy"\nby = "Ann"\n'
UNDO = '[[step]]\ndo = "undo"\n'


def rewind(to: int) -> str:
    """Return a step that goes back to just after step *to*."""
    return f'[[step]]\ndo = "rewind"\nto = {to}\n'


def test_undo_takes_the_last_accepted_step_back_and_not_a_refused_one() -> None:
    refused = BUY + 'then = { refused = "not-for-sale" }\n'
    assert played(STEP + BUY + refused + UNDO + "then = { cash = { Ann = 1500 } }").passed


def test_undo_after_undo_goes_one_step_further_back() -> None:
    assert played(STEP + BUY + UNDO + UNDO + "then = { at = { Ann = 0 } }").passed


def test_what_was_undone_is_not_redone() -> None:
    steps = STEP + BUY + UNDO + BUY + UNDO + UNDO + "then = { at = { Ann = 0 } }\n"
    assert played(steps + UNDO + "then = { refused = true }").passed


def test_rewind_counts_refused_steps_and_those_that_were_taken_back() -> None:
    refused = BUY + 'then = { refused = "not-for-sale" }\n'
    steps = STEP + BUY + refused + UNDO
    assert played(steps + rewind(3) + "then = { cash = { Ann = 1440 } }").passed
    assert played(steps + rewind(4) + "then = { cash = { Ann = 1500 } }").passed
    assert played(steps + rewind(0) + "then = { at = { Ann = 0 } }").passed


def test_rewind_to_a_step_that_was_not_played_is_refused() -> None:
    assert played(STEP + rewind(2) + "then = { refused = true }").passed
    assert played(STEP + rewind(-1) + "then = { refused = true }").passed


# ---- the beginning


def test_without_given_a_first_roll_may_decide_who_begins() -> None:
    roll = '[[step]]\ndo = "first-roll"\nby = "{}"\ndice = [{}]\n'
    early = STEP + 'then = { refused = "must-roll" }\n'
    steps = early + roll.format("Ann", "1, 2") + roll.format("Bob", "3, 4")
    assert played(steps + 'then = { turn = "Bob" }').passed


def test_without_a_first_roll_the_first_player_begins() -> None:
    refused = '[[step]]\ndo = "first-roll"\nby = "Ann"\ndice = [1, 2]\n'
    assert played(refused + 'then = { refused = "already-rolled" }\n' + STEP).passed


def test_what_given_leaves_out_is_as_just_after_setting_up() -> None:
    then = "then = { cash = { Bob = 1500 }, at = { Bob = 0 }, bank = { houses = 32 } }"
    assert played(STEP + then, given="cash = { Ann = 1 }").passed


def test_more_buildings_than_the_box_holds_leave_no_supply() -> None:
    given = """
    owns = { Ann = [1, 3, 6, 8, 9, 11, 13, 14, 16] }
    buildings = { 1 = 4, 3 = 4, 6 = 4, 8 = 4, 9 = 4, 11 = 4, 13 = 4, 14 = 4, 16 = 4 }
    """
    assert played(STEP + "then = { bank = { houses = 0 } }", given=given).passed


def test_who_is_out_has_nothing() -> None:
    assert played(
        STEP + "then = { cash = { Cy = 0 }, out = ['Cy'] }",
        given='out = ["Cy"]',
        head=HEAD.replace('"Bob"', '"Bob", "Cy"'),
    ).passed


def test_variants_that_exclude_each_other_are_refused_at_the_first_step() -> None:
    result = played(STEP, head=HEAD + 'variants = ["short", "timed"]\n')
    assert (result.passed, result.step) == (False, 1)
    assert result.why
    assert result.why.startswith("refused: not-an-option")
    assert "short and timed are not played together" in result.why
    refused = STEP + "then = { refused = true }"
    assert played(refused, head=HEAD + 'variants = ["timed", "short"]\n').passed


REFUSED = STEP + 'then = { refused = "CODE" }'


@pytest.mark.parametrize(
    ("head", "code"),
    [
        (HEAD.replace('["Ann", "Bob"]', '["Ann"]'), "not-an-option"),
        (HEAD.replace('["Ann", "Bob"]', str(list("ABCDEFGHI"))), "not-an-option"),
        (HEAD + 'banker = "Zoe"', "banker-plays"),
        (HEAD + 'variants = ["timed"]\nends = ""', "no-end-agreed"),
    ],
)
def test_a_game_that_the_edition_does_not_allow_is_refused_at_every_step(
    head: str, code: str
) -> None:
    step = REFUSED.replace("CODE", code).replace('"Ann"', '"A"' if "'A'" in head else '"Ann"')
    assert played(step, head=head).passed
    assert not played(STEP, head=head).passed
    assert not played(step.replace(code, "must-roll"), head=head).passed


def test_who_keeps_the_bank_and_when_time_is_up_may_be_said() -> None:
    for banker in ("Ann", "Zoe"):
        six = HEAD.replace('["Ann", "Bob"]', '["Ann", "Bob", "Cy", "Dee", "Eve"]')
        assert played(STEP, head=six + f'banker = "{banker}"').passed
    assert played(STEP, head=HEAD + 'ends = "21:00"').passed
