"""A game of an edition of one's own goes on, whatever becomes of its file."""

from pathlib import Path

import pytest

from companion.accounts.explanation import explained, players_of
from companion.accounts.verification import pictures_beside, verify
from companion.editions.beginning import new_edition_text
from companion.editions.load import load_rulebook
from companion.game.commands import Buy, Roll
from companion.game.events import GameBegan
from companion.game.state import fingerprint
from companion.journal.home import Home
from companion.table.answers import Broken
from companion.table.live_game import resumed
from companion.words import Space
from tests.support.table import ANN, SMALL_RESERVE, Hands, hands

OURS = new_edition_text("us-classic", "our-street", "Our street").replace(
    "Baltic Avenue", "Our road", 1
)


def laid(folder: Path, text: str) -> Path:
    file = folder / "editions" / "ours.toml"
    file.parent.mkdir(exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


def begun(at: Hands) -> None:
    at.begin(edition="our-street")
    at.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN))


@pytest.mark.parametrize("fate", ["deleted", "edited", "broken"])
def test_a_game_goes_on_whatever_becomes_of_the_file(tmp_path: Path, fate: str) -> None:
    file = laid(tmp_path, OURS)
    with hands(tmp_path) as at:
        begun(at)
        state = at.view.state
    match fate:
        case "deleted":
            file.unlink()
        case "edited":
            file.write_text(OURS.replace("Our road", "Another road"), encoding="utf-8")
        case "broken":
            file.write_text("[", encoding="utf-8")
    assert state is not None
    with hands(tmp_path) as at:
        at.pipeline.wake()
        assert at.view.trouble is None
        assert at.view.state == state
        assert at.view.state.edition.space(Space(3)).name == "Our road"
        assert at.view.state.cash(ANN) == 1440
    journal = tmp_path / "games" / "0001-our-street.journal"
    proof = verify(journal, pictures_beside(journal))
    assert (proof.damages, proof.fingerprint) == ((), fingerprint(state))


def test_the_text_stands_in_the_first_record_and_in_no_explanation(tmp_path: Path) -> None:
    laid(tmp_path, OURS)
    with hands(tmp_path) as at:
        begun(at)
    home = Home(tmp_path, ballast=SMALL_RESERVE)
    game = resumed(home, "0001-our-street")
    first, *_ = game.records()
    began = first.events[0]
    assert isinstance(began, GameBegan)
    assert began.text == OURS
    told = explained(first, game.state.edition, load_rulebook("us-classic"), players_of(first))
    assert "text" not in told.happened[0].told
    assert told.happened[0].rules[0].id.startswith("us-classic/")
    game.close()
    home.close()


def test_a_shipped_edition_is_not_copied_into_every_game(tmp_path: Path) -> None:
    with hands(tmp_path) as at:
        at.begin()
        began = at.records[0].events[0]
        assert isinstance(began, GameBegan)
        assert began.text == ""


def test_a_file_with_a_mistake_begins_no_game(tmp_path: Path) -> None:
    laid(tmp_path, OURS.replace("price = 60", "price = 0", 1))
    with hands(tmp_path) as at:
        answer = at.ask_to_begin("our-street")
        assert isinstance(answer, Broken)
        assert answer.code == "edition"
        assert at.desk.game is None


def test_two_editions_of_one_board_are_two_games(tmp_path: Path) -> None:
    file = laid(tmp_path, OURS)
    with hands(tmp_path) as at:
        begun(at)
        older = at.view.state
        file.write_text(OURS.replace("Our road", "Another road"), encoding="utf-8")
        at.begin(edition="our-street", another=True)
        at.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN))
        assert older is not None
        assert at.view.state is not None
        assert at.view.state.edition.space(Space(3)).name == "Another road"
        assert fingerprint(older) != fingerprint(at.view.state)
