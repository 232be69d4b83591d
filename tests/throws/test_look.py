"""The page on which a second person says what dice show, in a real browser and without a net."""

import json
import zipfile
from pathlib import Path

import pytest

from companion.cli import main
from tests.support.chromium import chromium
from tests.support.throws import home_with, kept


@pytest.mark.parametrize("size", [(390, 844), (1280, 720)])
def test_what_is_tapped_is_saved_and_scored(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], size: tuple[int, int]
) -> None:
    """The first picture is answered anew after *Back*, of the second nobody can tell."""
    out, folder = tmp_path / "throws.zip", tmp_path / "unpacked"
    home = home_with(tmp_path / "home", *(kept(k) for k in range(3)))
    assert main(["readings", "export", "--home", str(home), str(out)]) == 0
    with zipfile.ZipFile(out) as file:
        file.extractall(folder)
    with chromium() as browser:
        page = browser.new_page(viewport={"width": size[0], "height": size[1]})
        page.goto((folder / "look.html").as_uri())
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
        for button in ("6", "6", "Back", "3", "5", "Cannot tell"):
            page.get_by_role("button", name=button, exact=True).click()
        assert page.locator("#count").inner_text() == "3 of 3, dice: 2."
        page.wait_for_function("document.getElementById('picture').naturalWidth === 60")
        with page.expect_download() as waiting:
            page.get_by_role("button", name="Save the answers").click()
        waiting.value.save_as(tmp_path / "looks.json")
        page.close(run_before_unload=False)
    saved = json.loads((tmp_path / "looks.json").read_text())["looks"]
    assert sorted(map(str, (one["values"] for one in saved))) == ["None", "[3, 5]"]
    capsys.readouterr()
    assert main(["readings", "score", str(out), str(tmp_path / "looks.json")]) == 0
    said = capsys.readouterr().out
    assert "somebody else looked at 2 pictures, 1 of which cannot be told" in said
    assert "nobody objected, and it shows something else: 0 of 1" in said
