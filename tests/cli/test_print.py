"""`companion print`."""

import json
from io import StringIO
from pathlib import Path
from typing import NamedTuple

import pytest

from cards_qr.keyring import load_keyring, reissue, save_keyring
from cards_qr.keyrings import Keyrings
from cards_qr.tag import Item, U
from companion.cli import main
from companion.editions.beginning import new_edition_text
from companion.editions.load import load_edition
from tests.support.printed import Printed


class Run(NamedTuple):
    """The command for one home and one file."""

    home: Path
    out: Path

    def __call__(self, *words: str) -> int:
        return main(["print", *words, "--home", str(self.home), "--out", str(self.out)])


EDITION = ("--edition", "us-classic")


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "sheet.pdf"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def run(home: Path, out: Path) -> Run:
    return Run(home, out)


@pytest.mark.parametrize(
    ("words", "pages", "paper"),
    [
        (("deeds", *EDITION), 1, (210, 297)),
        (("deeds", *EDITION, "--paper", "letter"), 1, (215.9, 279.4)),
        (("deeds", *EDITION, "--paper", "label:5160"), 3, (215.9, 279.4)),
        (("deeds", *EDITION, "--card", "57x88"), 10, (210, 297)),
        (("deeds", *EDITION, "--size", "25"), 2, (210, 297)),
        (("cards", *EDITION, "--paper", "LABEL:l7651"), 1, (210, 297)),
        (("cards", *EDITION, "--card", "56x87"), 12, (210, 297)),
        (("seats", *EDITION), 1, (210, 297)),
        (("seats", *EDITION, "--paper", "label:L7160"), 1, (210, 297)),
        (("mat",), 2, (210, 297)),
        (("mat", "--paper", "a3"), 1, (420, 297)),
        (("join", "--wifi", "home", "--password", "correct horse"), 1, (210, 297)),
        (("test", *EDITION, "--paper", "letter"), 2, (215.9, 279.4)),
    ],
)
def test_every_sheet_is_printed(
    run: Run,
    capsys: pytest.CaptureFixture[str],
    words: tuple[str, ...],
    pages: int,
    paper: tuple[float, float],
) -> None:
    assert run(*words) == 0
    sheet = Printed(run.out.read_bytes())
    assert len(sheet) == pages
    assert sheet.size() == pytest.approx(paper, abs=0.01)
    said = capsys.readouterr()
    assert said.out.startswith(f"{run.out}: ")
    assert said.out.endswith("print at 100 %\n")
    assert said.err == ""


def test_a_password_may_come_down_a_pipe(
    run: Run, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO("correct horse\n"))
    assert run("join", "--wifi", "home", "--password", "-") == 0
    assert capsys.readouterr().err == ""


def test_the_keyring_is_made_at_the_first_print_and_stays(run: Run, home: Path) -> None:
    run("deeds", *EDITION)
    first = (home / "keyrings/us-classic.json").read_bytes()
    run("cards", *EDITION)
    assert first == (home / "keyrings/us-classic.json").read_bytes()


def test_single_deeds_are_printed_again(run: Run, out: Path) -> None:
    assert run("deeds", *EDITION, "--only", "5,12-13") == 0
    said = Printed(out.read_bytes()).text()
    lots = load_edition("us-classic").lots
    names = {n for n, lot in enumerate(lots, 1) if "".join(lot.name.split()) in said}
    assert (names, said.count("·front·")) == ({5, 12, 13}, 3)


def test_a_lost_deed_is_issued_anew(run: Run, home: Path, out: Path) -> None:
    run("deeds", *EDITION)
    before = Keyrings(home).of("us-classic")
    assert run("deeds", *EDITION, "--reissue", "12") == 0
    after = Keyrings(home).of("us-classic")
    said = Printed(out.read_bytes()).text()
    for side in ("front", "back"):
        item = Item("deed", 12, side)
        old, new = before.tag_of(item), after.tag_of(item)
        assert old
        assert new
        assert not after.valid(old.text)
        assert f"12·{side}·{new.text[-4:]}" in said
    assert said.count("·front·") == 1
    assert before.tag_of(Item("deed", 1)) == after.tag_of(Item("deed", 1))


def test_what_cannot_be_drawn_revokes_nothing(
    run: Run, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run("deeds", *EDITION)
    kept = (home / "keyrings/us-classic.json").read_bytes()
    assert run("deeds", *EDITION, "--reissue", "12", "--paper", "label:L7651", "--size", "30") == 1
    assert kept == (home / "keyrings/us-classic.json").read_bytes()
    (line,) = capsys.readouterr().err.splitlines()
    assert "larger than a label" in line


def test_a_full_register_asks_for_a_new_set_and_gets_it(
    run: Run, home: Path, out: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run("deeds", *EDITION)
    path = home / "keyrings/us-classic.json"
    keyring = load_keyring(path)
    for _ in range(U.issues - 1):
        keyring = reissue(keyring, Item("deed", 12))
    save_keyring(keyring, path)
    kept, printed = path.read_bytes(), out.read_bytes()
    capsys.readouterr()
    assert run("deeds", *EDITION, "--reissue", "12") == 1
    assert (kept, printed) == (path.read_bytes(), out.read_bytes())
    (line,) = capsys.readouterr().err.splitlines()
    assert "--new-set" in line
    assert run("deeds", *EDITION, "--new-set") == 0
    (old,) = path.parent.glob("*.set-*.json")
    assert kept == old.read_bytes()
    assert load_keyring(path).set_number != keyring.set_number


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("{", "This keyring is damaged: Input"),
        ("nonsense", "a codebook with no column"),
        ('{"edition": "it-eg"', "This keyring is damaged: Input"),
    ],
)
def test_a_broken_keyring_is_one_line_and_stays_as_it_is(
    run: Run,
    capsys: pytest.CaptureFixture[str],
    content: str,
    complaint: str,
) -> None:
    path = run.home / "keyrings/us-classic.json"
    path.parent.mkdir(parents=True)
    path.write_text(content)
    for more in ((), ("--new-set",), ("--reissue", "3")):
        assert run("deeds", *EDITION, *more) == 1
        (line,) = capsys.readouterr().err.splitlines()
        assert complaint in line
        assert str(path) in line
    assert (content, False) == (path.read_text(), run.out.exists())


def test_a_keyring_of_another_edition_is_one_line(
    run: Run, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run("deeds", "--edition", "it-eg")
    folder = home / "keyrings"
    (folder / "it-eg.json").rename(folder / "us-classic.json")
    capsys.readouterr()
    assert run("deeds", *EDITION) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert "keyring of another edition (it-eg), not of us-classic" in line
    assert json.loads((folder / "us-classic.json").read_text())["edition"] == "it-eg"


def test_an_edition_of_ones_own_with_long_names_is_printed(run: Run, home: Path, out: Path) -> None:
    text = new_edition_text("us-classic", "our-street", "Our street")
    name = "Улица имени Героев первой пятилетки, 4-я"
    assert len(name) == 40
    (home / "editions").mkdir(parents=True)
    (home / "editions/ours.toml").write_text(text.replace("Baltic Avenue", name, 1))
    assert run("deeds", "--edition", "our-street") == 0
    assert Printed(out.read_bytes()).text().count("".join(name.split())) == 2


@pytest.mark.parametrize(
    ("words", "status", "complaint"),
    [
        (("deeds",), 2, "--edition"),
        (("money", *EDITION), 2, "invalid choice"),
        (("deeds", *EDITION, "--only", "x"), 2, "are no numbers"),
        (("deeds", *EDITION, "--card", "big"), 2, "no size of a card"),
        (("deeds", *EDITION, "--only", "29"), 1, "numbered 1 to 28"),
        (("cards", *EDITION, "--reissue", "0"), 1, "numbered 1 to 32"),
        (("deeds", "--edition", "us-clasic"), 1, "us-classic"),
        (("deeds", *EDITION, "--paper", "a9"), 1, "There is no paper"),
        (("deeds", *EDITION, "--paper", "label:L1"), 1, "L7160"),
        (("deeds", *EDITION, "--size", "1000"), 1, "18 suits"),
        (("deeds", *EDITION, "--card", "57x88", "--paper", "label:L7160"), 1, "not printed on"),
        (("mat", "--paper", "label:L7160"), 1, "not printed on labels"),
        (("join", "--address", "ftp://x"), 1, "is no address"),
    ],
)
def test_what_cannot_be_printed_is_one_line(
    run: Run,
    capsys: pytest.CaptureFixture[str],
    words: tuple[str, ...],
    status: int,
    complaint: str,
) -> None:
    assert run(*words) == status
    told = capsys.readouterr()
    (line,) = told.err.splitlines()
    assert complaint in line
    assert (told.out, run.out.exists()) == ("", False)


def test_the_label_sheets_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["print", "deeds", "--paper", "label:?"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) >= 12
    assert "label:L7160 a4 3 x 7 of 63.5 x 38.1 mm" in [" ".join(line.split()) for line in lines]


def test_a_file_that_cannot_be_written_is_named(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    out = str(tmp_path / "file" / "x.pdf")
    assert main(["print", "mat", "--home", str(home), "--out", out]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert "file" in line
