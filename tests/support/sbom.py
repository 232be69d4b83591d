"""Writes which parts a release holds, with their licences: `sbom.json`, as CycloneDX lays it out.

    python -m tests.support.sbom dist/companion-VERSION

reads every wheel in the folder's `wheels`, and the manifest of what the pages bring along.
"""

import argparse
import hashlib
import json
import re
import zipfile
from collections import defaultdict
from collections.abc import Iterable, Iterator
from email.message import Message
from email.parser import Parser
from pathlib import Path
from typing import Any

from tests.support.repository import ROOT

OWN = "monopoly-companion"
VENDOR = ROOT / "web" / "static" / "vendor" / "manifest.json"
TOLD = r"[^/]+\.dist-info/METADATA"
_LONGEST = 80  # a longer `License` is the licence's whole text


def sbom(folder: Path) -> dict[str, Any]:
    """Return the list of a release folder's parts.

    Raises:
        ValueError: a wheel tells no licence.
    """
    parts: dict[str, dict[str, Any]] = {}
    files = defaultdict[str, list[dict[str, Any]]](list)
    for wheel in sorted((folder / "wheels").glob("*.whl")):
        part = _part(_metadata(wheel))
        parts[part["bom-ref"]] = part
        files[part["bom-ref"]].append(_file(wheel, folder))
    for ref, part in parts.items():
        part["externalReferences"] = files[ref]
    own = next(part for part in parts.values() if part["name"] == OWN)
    others = [part for part in parts.values() if part is not own]
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": {**own, "type": "application"}},
        "components": [*others, *_vendored(json.loads(VENDOR.read_text()))],
    }


def licences(told: Message) -> list[str]:
    """Return the licences that metadata tell: an expression, classifiers, or a name."""
    expression, name = told.get("License-Expression"), told.get("License", "").strip()
    if expression:
        return [expression]
    classified = (str(one) for one in told.get_all("Classifier", []))
    found = [one.rpartition(" :: ")[2] for one in classified if one.startswith("License :: OSI")]
    if found:
        return found
    return [name] if name and len(name) <= _LONGEST and "\n" not in name else []


def _part(told: Message) -> dict[str, Any]:
    name = re.sub(r"[-_.]+", "-", str(told["Name"])).lower()
    ref = f"pkg:pypi/{name}@{told['Version']}"
    found = licences(told)
    if not found:
        raise ValueError(f"{name} tells no licence")
    return {
        "type": "library",
        "bom-ref": ref,
        "name": name,
        "version": told["Version"],
        "purl": ref,
        "licenses": [{"license": {"name": one}} for one in found],
    }


def _metadata(wheel: Path) -> Message:
    with zipfile.ZipFile(wheel) as held:
        (name,) = (one for one in held.namelist() if re.fullmatch(TOLD, one))
        return Parser().parsestr(held.read(name).decode("utf-8"))


def _file(wheel: Path, folder: Path) -> dict[str, Any]:
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    hashes = [{"alg": "SHA-256", "content": digest}]
    return {"type": "distribution", "url": str(wheel.relative_to(folder)), "hashes": hashes}


def _vendored(manifest: Iterable[dict[str, str]]) -> Iterator[dict[str, Any]]:
    for one in manifest:
        ref = f"pkg:npm/{one['name']}@{one['version']}"
        yield {
            "type": "library",
            "bom-ref": ref,
            "name": one["name"],
            "version": one["version"],
            "purl": ref,
            "licenses": [{"license": {"name": one["licence"]}}],
            "hashes": [{"alg": "SHA-256", "content": one["sha256"]}],
        }


def main() -> None:
    """Write the list into a release folder."""
    parser = argparse.ArgumentParser(description="Writes which parts a release holds.")
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    told = sbom(folder)
    (folder / "sbom.json").write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    print(f"{len(told['components'])} parts, each with its licence")


if __name__ == "__main__":
    main()
