"""The text of a tag."""

import pytest

from cards_qr.tag import PROFILES, Item, Profile, Q, U, every_item, parse, proven, write

KEY, OTHER_KEY = b"k" * 32, b"j" * 32


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize(
    "item", [Item("deed", 1), Item("deed", 28, "back"), Item("card", 32), Item("seat", 8)]
)
def test_what_is_written_is_parsed(profile: Profile, item: Item) -> None:
    fields = parse(write(profile, KEY, set_number=1000, item=item, issue=7))
    assert fields is not None
    assert (profile, 1000, item, 7) == (
        fields.profile,
        fields.set_number,
        fields.item,
        fields.issue,
    )


def test_a_text_is_as_long_as_its_symbol_holds() -> None:
    """25 alphanumeric characters fill version 1-L, 16 fill 1-Q."""
    texts = [write(p, KEY, set_number=5, item=Item("deed", 3)) for p in (U, Q)]
    assert [len(text) for text in texts] == [25, 16]


def test_every_item_has_its_own_number() -> None:
    numbers = [item.number for item in every_item()]
    assert len(numbers) == len(set(numbers)) == 28 * 2 + 32 + 8
    assert max(numbers) < 128


def test_only_the_right_key_proves_a_text() -> None:
    text = write(U, KEY, set_number=5, item=Item("card", 2))
    assert proven(text, KEY)
    assert proven(text.lower(), KEY)
    assert not proven(text, OTHER_KEY)


def test_no_changed_character_is_proven() -> None:
    text = write(U, KEY, set_number=5, item=Item("card", 2))
    for place in range(len(U.prefix), len(text)):
        changed = text[:place] + ("0" if text[place] != "0" else "1") + text[place + 1 :]
        assert not proven(changed, KEY)


def test_the_profile_is_part_of_what_is_proven() -> None:
    macs = [parse(write(p, KEY, set_number=5, item=Item("card", 2))) for p in (U, Q)]
    first, second = (fields.mac for fields in macs if fields)
    assert first != second >> 10


@pytest.mark.parametrize(
    "text",
    [
        "",
        "M",
        "HTTP://M.LOCAL/",
        "HTTP://M.LOCAL/2D004GYHW",
        "HTTP://M.LOCAL/2D004GYHWU",
        "WIFI:S:HOME;;",
        "ß" * 16,
    ],
)
def test_foreign_texts_are_not_parsed(text: str) -> None:
    assert parse(text) is None


def test_a_control_number_is_no_item() -> None:
    """The backs of cards are kept free."""
    assert parse("HTTP://M.LOCAL/" + "00E8" + "0" * 6) is None


@pytest.mark.parametrize(
    "item", [Item("deed", 0), Item("deed", 29), Item("card", 1, "back"), Item("seat", 9)]
)
def test_there_is_no_such_item(item: Item) -> None:
    with pytest.raises(ValueError, match="there is no"):
        write(U, KEY, set_number=1, item=item)


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="does not fit"):
        write(U, KEY, set_number=1024, item=Item("deed", 1))
    with pytest.raises(ValueError, match="does not fit"):
        write(U, KEY, set_number=1, item=Item("deed", 1), issue=8)
