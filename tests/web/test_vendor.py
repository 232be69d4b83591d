"""What is vendored is what its manifest says, without a network."""

import json
from hashlib import sha256
from pathlib import Path

import web

STATIC = Path(web.__file__).parent / "static"
VENDOR = STATIC / "vendor"
MANIFEST = json.loads((VENDOR / "manifest.json").read_text())


def test_every_vendored_file_has_the_digest_of_its_manifest() -> None:
    for part in MANIFEST:
        for name, digest in (
            (part["path"], part["sha256"]),
            (part["licence_file"], part["licence_sha256"]),
        ):
            assert sha256((VENDOR / name).read_bytes()).hexdigest() == digest, name


def test_nothing_is_vendored_that_no_manifest_names() -> None:
    named = {part[key] for part in MANIFEST for key in ("path", "licence_file")}
    assert {path.name for path in VENDOR.iterdir()} == named | {"manifest.json"}


def test_no_page_fetches_anything_from_elsewhere() -> None:
    for path in [*STATIC.glob("*.js"), *STATIC.glob("*.css")]:
        text = path.read_text().replace("http://www.w3.org/2000/svg", "")
        assert "http:" not in text.replace("plain http:", ""), path
        assert "https:" not in text, path
        assert "url(" not in text, path
