"""What a release is made of: its number, its sources, its parts, and that its wheel plays."""

import json
import os
import re
import subprocess
import tomllib
import zipfile
from importlib.metadata import Distribution, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from companion.cli.parser import parse
from tests.support.processes import LIMIT_S, python
from tests.support.repository import ROOT, tracked
from tests.support.sbom import licences, sbom

NUMBER = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
LOCKED = re.compile(r"(?m)^([a-z0-9][\w.-]*==.*?) *\\$")


def locked() -> list[Distribution]:
    """Return what is locked to play, as far as this machine needs it."""
    lines = LOCKED.findall((ROOT / "requirements.lock").read_text())
    wanted = [Requirement(line) for line in lines]
    return [distribution(r.name) for r in wanted if r.marker is None or r.marker.evaluate()]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which the archive of the sources and the wheel that they build lie."""
    out = tmp_path_factory.mktemp("built")
    command = "import sys, setuptools.build_meta as b; b.build_{}(sys.argv[1])"
    python("-c", command.format("sdist"), str(out), check=True)
    (archive,) = out.glob("*.tar.gz")
    (out / "sources").mkdir()
    subprocess.run(["tar", "-xf", archive, "-C", out / "sources"], check=True, timeout=LIMIT_S)
    (sources,) = (out / "sources").iterdir()
    (out / "wheels").mkdir()
    python("-c", command.format("wheel"), str(out / "wheels"), cwd=sources, check=True)
    return out


@pytest.fixture(scope="module")
def empty(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment that has the wheel and what is locked to play, nothing else."""
    environment = tmp_path_factory.mktemp("empty")
    python("-m", "venv", "--without-pip", str(environment), check=True)
    (site,) = environment.glob("lib/python*/site-packages")
    for one in locked():
        tops = {Path(file).parts[0] for file in one.files or ()} - {"..", "__pycache__"}
        for top in tops:
            (site / top).symlink_to(Path(str(one.locate_file(top))))
    (wheel,) = (built / "wheels").glob("*.whl")
    with zipfile.ZipFile(wheel) as held:
        held.extractall(site)
    return environment / "bin" / "python"


def test_the_change_log_begins_with_the_number_that_is_built() -> None:
    told = re.findall(r"(?m)^## (\S+?),? ", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    assert told[0] == NUMBER
    assert distribution("monopoly-companion").version == NUMBER


def test_the_sources_hold_every_file_of_the_repository(built: Path) -> None:
    (sources,) = (built / "sources").iterdir()
    wanted = {path.relative_to(ROOT) for path in tracked() if path.name != ".gitignore"}
    assert {path for path in wanted if not (sources / path).is_file()} == set()
    assert os.access(sources / ".ci" / "setup", os.X_OK)


def test_the_wheel_plays_in_an_empty_environment(empty: Path) -> None:
    """Set up and a round on the simulated table, with what is locked and nothing else."""
    env = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    done = subprocess.run(
        [ROOT / ".ci" / "plays", empty],
        env=env,
        capture_output=True,
        text=True,
        check=False,
        timeout=LIMIT_S,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{empty.parents[1]}/lib" in done.stdout
    assert "plays: a round of 3" in done.stdout


def test_every_locked_part_tells_its_licence() -> None:
    assert [one.name for one in locked() if not licences(one.metadata)] == []  # type: ignore[arg-type]
    assert len(locked()) > 25


def test_the_list_of_parts_names_the_wheels_and_what_the_pages_bring_along(built: Path) -> None:
    told = sbom(built)
    own = told["metadata"]["component"]
    assert (own["name"], own["version"]) == ("monopoly-companion", NUMBER)
    assert own["licenses"] == [{"license": {"name": "MIT"}}]
    (file,) = own["externalReferences"]
    assert len(file["hashes"][0]["content"]) == 64
    assert [part["name"] for part in told["components"]] == ["idiomorph"]


def test_what_the_container_runs_is_a_command() -> None:
    text = (ROOT / "Containerfile").read_text(encoding="utf-8")
    (words,) = re.findall(r"(?m)^CMD (\[.*\])$", text)
    _, args = parse(json.loads(words))
    (exposed,) = re.findall(r"(?m)^EXPOSE (\d+)$", text)
    assert args.port == int(exposed)
