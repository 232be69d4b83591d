"""What an arbiter of the club ordered is told by name everywhere, in every language, and aloud."""

import csv
import io
from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from companion.game.commands import AnyCommand, Buy, Claim, Correct, Roll
from companion.journal.record import Record
from companion.sayings.announcements import ALOUD, OTHERWISE_ALOUD
from companion.sayings.arbiters import ALOUD_BY_ARBITER, BY_ARBITER
from companion.sayings.events import EVENTS, OTHERWISE
from companion.speaker import of_arbiter
from companion.table.answers import Accepted
from companion.table.calling.commands import CallArbiter, EndCall
from companion.table.clocks.commands import GoOn, Pause
from companion.table.command import TableCommand
from companion.table.disputing.commands import RaiseDispute, RuleOn
from companion.table.help.commands import Drop, Insist, SetHelp
from companion.table.story.commands import GoBack
from companion.voice.announcer import announced
from companion.voice.croupier import Croupier
from companion.words import Money, Seat
from tests.support.messages import LANGUAGES
from tests.support.pages import Living, text_of
from tests.support.player import banker
from web.shared.language import catalogues

ANN, BEN, CY, DEE = (Seat(n) for n in range(4))
JUDY = "Judy & Co"


def order(room: Living, command: AnyCommand | TableCommand, arbiter: str = JUDY) -> Record:
    """Have the table do what an arbiter orders; return the record."""
    cause = replace(banker(room.table), arbiter=arbiter)
    answer = room.table.submit(command, cause)
    assert isinstance(answer, Accepted), answer
    view = room.table.view
    return room.context.chronicle.records(view.game, view.seq)[answer.seq - 1]


def disputed_rent(room: Living) -> list[str]:
    """Let Ben pay Ann a rent, record 5, and dispute it."""
    tokens = room.begin()
    room.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN), Roll(by=BEN, dice=(1, 2)), Claim(by=ANN))
    order(room, RaiseDispute(seq=5, why="not so"), arbiter="")
    return tokens


def ordered(room: Living) -> Sequence[Record]:
    """Have everything done that an arbiter may order; return the records."""
    disputed_rent(room)
    told = [
        order(room, Correct(why="counted anew", cash={ANN: Money(1500)})),
        order(room, RuleOn(seq=5, ruling="stands")),
    ]
    room.play(Roll(by=CY, dice=(1, 2)))
    seq = room.table.view.seq
    order(room, RaiseDispute(seq=seq), arbiter="")
    told.append(order(room, Correct(why="again", cash={BEN: Money(1400)}, dispute=seq)))
    room.play(Roll(by=DEE, dice=(1, 2)))
    seq = room.table.view.seq
    order(room, RaiseDispute(seq=seq), arbiter="")
    told.append(order(room, RuleOn(seq=seq, ruling="taken-back", seen=seq + 1)))
    told += [order(room, Pause()), order(room, GoOn())]
    return told


@pytest.mark.parametrize("language", LANGUAGES)
def test_story_pages_and_screen_name_who_corrected(room: Living, language: str) -> None:
    tokens = disputed_rent(room)
    seq = order(room, Correct(why="counted anew", cash={ANN: Money(1500)})).seq
    order(room, RuleOn(seq=5, ruling="stands"))
    asks = {"Accept-Language": language}
    ann, screen, bank = room.client(tokens[ANN]), room.client(), room.banker()
    banker_said = catalogues()[language].gettext("The banker corrected: {why}")
    for client, path in (
        (ann, "/seat/story"),
        (ann, "/story"),
        (ann, f"/why/{seq}"),
        (ann, "/why/5"),
        (ann, "/why/cash/0"),
        (ann, "/seat/statement"),
        (screen, "/table"),
        (bank, "/banker"),
    ):
        html = client.get(path, headers=asks).text
        assert "Judy &amp; Co" in html, path
        assert banker_said.format(why="counted anew") not in html, path


def test_an_export_names_who_corrected(room: Living) -> None:
    disputed_rent(room)
    order(room, Correct(why="counted anew", cash={ANN: Money(1500)}))
    order(room, RuleOn(seq=5, ruling="stands"))
    rows = list(csv.DictReader(io.StringIO(room.banker().get("/export/csv").text)))
    found = [row for row in rows if "counted anew" in row["sentence"]]
    assert {row["by"] for row in found} == {f"arbiter {JUDY}"}
    assert {row["sentence"] for row in found} == {f"{JUDY} (arbiter) corrected: counted anew"}
    words = room.banker().get("/export/json").get_json()["words"]
    (ruled,) = (word for word in words if word["what"] == "ruled")
    assert ruled["sentence"] == f"{JUDY} (arbiter): number 5 stands"


def test_the_banker_of_the_table_is_told_as_ever(room: Living) -> None:
    tokens = disputed_rent(room)
    order(room, Correct(why="counted anew", cash={ANN: Money(1500)}), arbiter="")
    text = text_of(room.client(tokens[BEN]), "/seat/story")
    assert "The banker corrected: counted anew" in text
    assert "arbiter" not in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_paused_the_game_is_named_while_it_rests(room: Living, language: str) -> None:
    tokens = room.begin()
    order(room, Pause())
    for client, path in (
        (room.client(tokens[BEN]), "/seat"),
        (room.client(), "/table"),
        (room.banker(), "/banker"),
    ):
        html = client.get(path, headers={"Accept-Language": language}).text
        assert "Judy &amp; Co" in html, path


def test_what_waits_and_calls_are_told_by_name_too(room: Living) -> None:
    tokens = room.begin()
    room.table.note_club(there=True)
    order(room, CallArbiter(about="rules"), arbiter="")
    order(room, EndCall(call=room.table.view.calls[0].id))
    order(room, GoBack(to=1, why="from the beginning"))
    text = text_of(room.client(tokens[BEN]), "/seat/story")
    assert f"{JUDY} (arbiter): the call is done with" in text
    assert f"{JUDY} (arbiter) went back to an earlier step" in text
    order(room, SetHelp(helps="propose"), arbiter="")
    for command in (Drop, Insist):
        room.play(Roll(by=ANN, dice=(1, 3)))
        waits = room.table.view.proposal
        assert waits is not None
        if command is Drop:
            order(room, Drop(proposal=waits.id))
            continue
        order(room, Insist(proposal=waits.id, typed={0: Money(50)}, why="as agreed"))
    text = text_of(room.client(tokens[BEN]), "/seat/story")
    assert f"{JUDY} (arbiter): what was not booked yet does not count" in text
    assert f"{JUDY} (arbiter): a different amount from what the rules say: as agreed" in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_said_aloud_by_name(room: Living, language: str) -> None:
    for record in ordered(room):
        edition = room.state.edition
        croupier = Croupier(catalogues()[language], edition, ("Ann", "Ben", "Cy", "Dee"))
        heard = announced(croupier, record, "full")
        assert heard is not None
        assert JUDY in heard.text
        plain = replace(record, cause=replace(record.cause, arbiter=""))
        without = announced(croupier, plain, "full")
        assert without is not None
        assert JUDY not in without.text
        assert without.earcon == heard.earcon


def test_every_sentence_of_an_arbiter_stands_for_one_of_the_banker() -> None:
    tags = {*EVENTS, *(f"ruled/{word}" for word in ("stands", "corrected", "taken-back"))}
    assert set(BY_ARBITER) <= tags
    assert set(ALOUD_BY_ARBITER) <= tags
    for key, phrase in BY_ARBITER.items():
        told = OTHERWISE.get(key.partition("/")[2], EVENTS[key.partition("/")[0]])
        assert (phrase.rank, phrase.reason) == (told.rank, told.reason)
    for key, aloud in ALOUD_BY_ARBITER.items():
        heard = OTHERWISE_ALOUD.get(key.partition("/")[2], ALOUD[key.partition("/")[0]])
        assert (aloud.earcon, aloud.level) == (heard.earcon, heard.level)


def test_all_that_an_arbiter_can_cause_of_that_kind_has_a_sentence(room: Living) -> None:
    kinds = {of_arbiter(event) for record in ordered(room) for event in record.events}
    assert kinds >= {"corrected", "ruled/stands", "rewound", "paused", "pause-ended"}
    assert kinds <= set(BY_ARBITER)
