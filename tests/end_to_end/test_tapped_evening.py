"""Three phones in three languages and a table screen in a fourth, played by tapping to the end."""

from pathlib import Path

from tests.end_to_end.tapping import played

TAPS = 40


def test_who_knows_no_rule_can_play_to_the_end_on_real_pages(tmp_path: Path) -> None:
    evening = played(tmp_path, "ru-2004", ("it", "ru", "de", "en"), taps=TAPS)
    assert evening.complaints == []
    assert evening.taps["roll"] > TAPS / 10
