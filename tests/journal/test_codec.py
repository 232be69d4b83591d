"""What was written is read again, to the last detail, for ever."""

from typing import Any, Literal, get_args, get_origin

import msgspec
import pytest

from companion.errors import JournalError
from companion.game.events import AnyEvent, Corrected, GameBegan
from companion.journal import codec
from companion.journal.record import FIRST_DIGEST, digest_of
from companion.words import RuleKey, Seat, Space
from tests.support.table import some_cause, some_events

KEY = RuleKey("x/y")


def test_a_record_comes_back_as_it_was() -> None:
    body = codec.written(3, some_events(7), some_cause("a"), {"do": "roll", "dice": [1, 2]})
    record = codec.read(body, "digest")
    assert (record.seq, record.events, record.cause) == (3, some_events(7), some_cause("a"))
    assert record.command == {"do": "roll", "dice": [1, 2]}


def test_dictionaries_by_seat_and_space_come_back_with_numbers() -> None:
    event = Corrected(
        because=KEY, why="x", cash={Seat(2): 5}, owner={Space(39): None, Space(1): Seat(0)}
    )
    record = codec.read(codec.written(1, (event,), some_cause(), {}), "")
    assert record.events == (event,)


def test_the_stored_bytes_do_not_depend_on_the_order_in_which_a_dictionary_was_filled() -> None:
    house = {"b": 1, "a": [True, "x"]}
    bodies = {
        codec.written(1, (_began(h),), some_cause(), h)
        for h in (house, dict(sorted(house.items())))
    }
    assert len(bodies) == 1


@pytest.mark.parametrize("kind", get_args(AnyEvent))
def test_every_kind_of_event_can_be_stored(kind: type[Any]) -> None:
    event = _example(kind)
    assert codec.read(codec.written(1, (event,), some_cause(), {}), "").events == (event,)


def test_an_older_version_is_brought_up_step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    old = msgspec.json.decode(codec.written(1, some_events(7), some_cause(), {"was": "roll"}))
    old["version"], old["asked"] = -1, old.pop("command")

    def renamed(plain: dict[str, Any]) -> dict[str, Any]:
        return {**plain, "command": plain.pop("asked")}

    steps = {-1: renamed, 0: lambda plain: plain | {"command": {"do": plain["command"]["was"]}}}
    monkeypatch.setattr(codec, "MIGRATIONS", steps)
    record = codec.read(msgspec.json.encode(old), "d")
    assert (record.events, record.command) == (some_events(7), {"do": "roll"})


def test_a_newer_version_asks_for_a_newer_companion() -> None:
    body = codec.written(1, some_events(7), some_cause(), {})
    body = body.replace(f'"version":{codec.VERSION}'.encode(), b'"version":99')
    with pytest.raises(JournalError, match="Update the companion"):
        codec.read(body, "")


@pytest.mark.parametrize(
    "body",
    [b"", b"{}", b"null", b"\xff\xfe", b'{"version":1}', b'{"version":0}', b'{"version":"x"}'],
)
def test_what_is_no_record_says_so(body: bytes) -> None:
    with pytest.raises(JournalError):
        codec.read(body, "")


def test_the_digest_covers_the_bytes_and_the_digest_before() -> None:
    first = digest_of(FIRST_DIGEST, b"a")
    assert len({first, digest_of(first, b"a"), digest_of(FIRST_DIGEST, b"b")}) == 3


def _began(house: dict[str, Any]) -> GameBegan:
    return GameBegan(
        because=KEY, edition="e", variants=(), house=house, players=("A",), first_roll=False
    )


def _example(kind: type[Any]) -> Any:
    """Return an event of a kind, every field filled with something of its type."""
    fields = msgspec.structs.fields(kind)
    return msgspec.convert(
        {field.encode_name: _filled(field.type) for field in fields}
        | {"is": kind.__struct_config__.tag},
        kind,
        str_keys=True,
    )


def _filled(kind: Any) -> Any:
    """Return plain data that a field of this type takes."""
    literals = (one for one in (kind, *get_args(kind)) if get_origin(one) is Literal)
    words = [word for literal in literals for word in get_args(literal)]
    plain: tuple[Any, ...] = (
        3,
        "bank",
        "x",
        True,
        [1, 2],
        ["x"],
        [3],
        [[3, 3]],
        {"3": 3},
        {"3": ["x"]},
        [{"creditor": "bank", "amount": 3}],
        [{"payer": 3, "payee": "bank", "amount": 3, "reason": "rent"}],
        {},
    )
    for value in (*words, *plain):
        try:
            msgspec.convert(value, kind, str_keys=True)
        except msgspec.ValidationError:
            continue
        return value
    raise AssertionError(kind)
