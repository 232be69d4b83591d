"""The wheel holds what the program reads beside its modules."""

import shutil
import zipfile
from pathlib import Path

from tests.support.processes import python
from tests.support.repository import ROOMS, ROOT, tracked

BUILD = "import setuptools.build_meta as b; b.build_wheel('out')"


def test_the_wheel_holds_every_file_that_is_read(tmp_path: Path) -> None:
    """Templates lie among the modules of their areas, so a folder that is forgotten ships none."""
    files = [file.relative_to(ROOT) for file in tracked()]
    shipped = [file for file in files if file.parts[0] in ROOMS]
    for file in (*shipped, Path("pyproject.toml"), Path("README.md"), Path("LICENSE")):
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / file, tmp_path / file)
    python("-c", BUILD, cwd=tmp_path, check=True)
    (wheel,) = (tmp_path / "out").glob("*.whl")
    with zipfile.ZipFile(wheel) as held:
        names = set(held.namelist())
    wanted = {file.as_posix() for file in shipped if file.suffix != ".md"}
    assert sum(name.endswith(".html") for name in wanted) > 40
    assert wanted - names == set()
