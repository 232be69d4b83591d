"""The same game as people see it: a phone for everybody and the table screen, in a browser."""

from pathlib import Path

from tests.end_to_end.photographer import take


def test_the_game_is_played_in_front_of_real_pages(tmp_path: Path) -> None:
    folder = tmp_path / "pictures"
    folder.mkdir()
    photographer = take(tmp_path, folder)
    assert photographer.complaints == []
    assert photographer.taken >= {"turn", "purchase", "auction", "rent"}
    kept = {path.stem for path in folder.iterdir()}
    assert kept >= {"join", "banker", "table", "seat-turn", "seat-auction", "seat-rent"}
