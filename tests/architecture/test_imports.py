"""Imports point downwards, and the check that says so can fail."""

import json
import subprocess
import tomllib
from pathlib import Path

import pytest

from tests.support.processes import python
from tests.support.repository import ROOMS, ROOT, modules, rooms, tracked

CONFIG = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
CONTRACTS = {contract["id"]: contract for contract in CONFIG["contracts"]}


def layers_of(contract: str) -> list[list[str]]:
    """Return what stands in each layer of a contract, the highest first."""
    layers = CONTRACTS[contract]["layers"]
    return [[name.strip().strip("()") for name in layer.split("|")] for layer in layers]


LAYERS = layers_of("layers")
LAYERED = [id_ for id_, contract in CONTRACTS.items() if contract["type"] == "layers"]
LINTER = "import sys; from importlinter.cli import lint_imports_command as lint; lint()"


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    """Hold *folder* to the contracts of this repository."""
    options = ["--no-logo", "--no-cache", f"--config={ROOT / 'pyproject.toml'}"]
    return python("-c", LINTER, *options, cwd=folder)


def made_up(folder: Path) -> None:
    """Lay out every module that the contracts name, all of them empty."""
    named = {name for one in LAYERED for layer in layers_of(one) for name in layer}
    named |= {name for c in CONTRACTS.values() for name in c.get("source_modules", ())}
    for name in (*ROOMS, *named):
        place = folder / name.replace("*", "seat").replace(".", "/")
        place.mkdir(parents=True, exist_ok=True)
        for room in (place, *place.relative_to(folder).parents):
            (folder / room / "__init__.py").touch()
    (folder / "__init__.py").unlink()


def test_every_import_points_downwards() -> None:
    done = lint(ROOT)
    assert done.returncode == 0, done.stdout


def test_empty_rooms_keep_the_contracts(tmp_path: Path) -> None:
    made_up(tmp_path)
    done = lint(tmp_path)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("importer", "imported", "contract"),
    [
        ("companion.words", "companion.errors", "layers"),
        ("companion.game", "companion.rules", "layers"),
        ("companion.journal", "companion.vision", "layers"),
        ("companion.table", "web", "layers"),
        ("web", "hardware", "layers"),
        ("hardware", "companion.compose", "layers"),
        ("companion.rules", "random", "core"),
        ("companion.editions.model", "pathlib", "core"),
        ("companion.ledger", "numpy", "core"),
        ("companion.game.auction", "companion.game.rent", "vocabulary"),
        ("companion.game.state", "companion.game.event", "vocabulary"),
        ("companion.vision", "companion.game", "eyes"),
        ("cards_qr", "companion.rules", "eyes"),
        ("web.seat.view", "time", "views"),
        ("web.seat.foot", "secrets", "views"),
    ],
)
def test_an_import_the_wrong_way_is_found(
    tmp_path: Path, importer: str, imported: str, contract: str
) -> None:
    made_up(tmp_path)
    source = tmp_path / importer.replace(".", "/") / "__init__.py"
    source.write_text(f"import {imported}\n")
    done = lint(tmp_path)
    assert done.returncode == 1
    assert f"{CONTRACTS[contract]['name']} BROKEN" in done.stdout


def test_every_module_of_the_referee_stands_in_a_layer() -> None:
    """A room that is in no layer could import whatever it liked."""
    held = {name for layer in LAYERS for name in layer}
    top = {".".join(module.split(".")[:2]) for module in modules("companion")} - {"companion"}
    assert top - held == set()


NO_VIEWS = ("shared", "server", "hosted", "phones", "api", "draw", "areas")
BESIDE_VIEWS = {
    "web.copies.hindrances",  # says since when, by the clock
    "web.doctor.checkup",  # one look at a time
    "web.doctor.network",  # asks the network for its addresses
    "web.stand.asking",  # who asks now, by the clock
    "web.setup.rule_sets",  # kept in a file of the home
    "web.voice.box",  # says what is new since a mark
}


def test_all_that_pages_show_is_held_to_a_snapshot() -> None:
    """What an area has beside its pages, which know requests."""
    plain = {
        name
        for name in modules("web")
        if name.count(".") == 2 and name.split(".")[1] not in NO_VIEWS
        if "flask" not in (ROOT / (name.replace(".", "/") + ".py")).read_text()
    }
    held = {name for name in CONTRACTS["views"]["source_modules"] if name.startswith("web.")}
    views = {name for name in plain if name.endswith(".view")}
    assert plain - views - BESIDE_VIEWS == {name for name in held if ".shared." not in name} - {
        "web.*.view",
        "web.phones.moves",
    }


def test_the_contracts_name_every_package() -> None:
    assert set(ROOMS) == set(CONFIG["root_packages"])
    assert {room.parts[0] for room in rooms()} == set(ROOMS)


LAPTOP = """
import importlib, json, sys, threading
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
missing, names = json.loads(sys.argv[1]), json.loads(sys.argv[2])
sys.modules.update(dict.fromkeys(missing))  # importing one of them fails
faults, said = {}, StringIO()
with redirect_stdout(said), redirect_stderr(said):
    for name in names:
        try:
            importlib.import_module(name)
        except BaseException as error:
            faults[name] = repr(error)
print(json.dumps([faults, said.getvalue(), threading.active_count()]))
"""


def imported_on_a_laptop(names: list[str], folder: Path) -> tuple[dict[str, str], str, int]:
    """Import *names* where there is no Pi; return what failed, what was said, how many threads."""
    missing = ["picamera2", "libcamera", "lgpio", "RPi", "pigpio", "torch", "zxingcpp", "pytest"]
    words = ("-c", LAPTOP, json.dumps(missing), json.dumps(names))
    done = python(*words, cwd=folder, check=True)
    faults, said, threads = json.loads(done.stdout)
    return faults, said, threads


def test_every_module_imports_on_any_laptop_and_does_nothing() -> None:
    """Without camera, GPIO and optional libraries; no import prints or starts a thread."""
    names = [module for room in ROOMS for module in modules(room)]
    assert imported_on_a_laptop(names, ROOT) == ({}, "", 1)


@pytest.mark.parametrize("line", ["import picamera2", "print('hello')", "1 / 0"])
def test_a_module_that_does_more_is_found(tmp_path: Path, line: str) -> None:
    (tmp_path / "eager.py").write_text(line)
    assert imported_on_a_laptop(["eager"], tmp_path) != ({}, "", 1)


def test_the_library_that_would_report_to_its_maker_is_loaded_in_one_place() -> None:
    """`companion.vision` forbids it before; see also `tests/end_to_end/test_silence.py`."""
    importing = ("import onnxruntime", "from onnxruntime")
    loaders = [
        file.relative_to(ROOT).as_posix()
        for file in tracked()
        if file.suffix == ".py"
        if any(line.strip().startswith(importing) for line in file.read_text().splitlines())
    ]
    assert loaders == ["companion/vision/runtimes.py"]


def test_what_is_needed_to_teach_or_to_print_alone_costs_no_start() -> None:
    """27 MB on a small Raspberry Pi, for evenings on which nobody teaches or prints."""
    words = "import companion.cli.run, sys; print(sorted({'reportlab'} & {*sys.modules}))"
    assert python("-c", words, check=True).stdout.strip() == "[]"
