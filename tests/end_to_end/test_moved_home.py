"""A home that somebody moves away in mid-game: it is said, nothing is taken, and it comes back."""

from pathlib import Path

from tests.end_to_end.appliance import Appliance, wait_for
from tests.end_to_end.party import begin, joined


def test_nothing_is_taken_while_the_home_is_away_and_all_is_there_when_it_is_back(
    tmp_path: Path,
) -> None:
    home, away = tmp_path / "home", tmp_path / "away"
    appliance = Appliance(home, "--camera", "sim", "--buttons", "none")
    try:
        phones = joined(appliance)
        begin(phones)
        assert phones[0].command("correct", why="a note", cash={"0": 1000}).status == 200
        home.rename(away)

        wait_for("a word of it", lambda: phones[0].game()["trouble"])
        refused = phones[0].command("correct", why="a note", cash={"0": 2000})
        assert (refused.status, refused.data["refused"]) == (503, "not-saved")
        assert "moved or deleted" in phones[0].game()["trouble"]
        assert b"moved or deleted" in phones[1].get("/table").body
        assert b"moved or deleted" in phones[1].get("/seat").body
        phones[2].post("/join", {"name": "Zoe", "seat": 7, "colour": "red"})
        assert not home.exists()  # its place stays free for who moves it back

        away.rename(home)
        wait_for("the game", lambda: not phones[0].game()["trouble"])
        assert phones[0].game()["cash"][0] == 1000
        assert phones[0].command("correct", why="a note", cash={"0": 3000}).status == 200
    finally:
        appliance.kill()
