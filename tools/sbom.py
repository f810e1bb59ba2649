"""A generator of a server's software bill of materials, CycloneDX JSON, from the lock: `python tools/sbom.py`."""

from __future__ import annotations

import json
import re
import tomllib
import uuid
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
LOCK, SBOM = ROOT / "deploy" / "requirements.lock", ROOT / "deploy" / "sbom.cdx.json"
_PIN = re.compile(r"^(?P<name>[A-Za-z0-9._-]+)(\[[^]]*\])?==(?P<version>[^ ;\\]+)( ; (?P<marker>[^\\]+?))? *\\?$", re.M)
_NAME = re.compile(r"^[A-Za-z0-9._-]+")
EXTRAS = ("postgres", "frames", "report", "telemetry")
"""The extras that `make lock` includes in the lock of a server."""


def bill(lock: str, project: dict[str, Any], version: str) -> dict[str, Any]:
    """Return the bill: every Python package in the lock, and which of them pitboss itself requires."""
    packages = [_package(found) for found in _PIN.finditer(lock)]
    refs = {package["name"]: package["bom-ref"] for package in packages}
    extras = project["optional-dependencies"]
    asked = {_plain(one) for one in (*project["dependencies"], *(one for extra in EXTRAS for one in extras[extra]))}
    root = {
        "type": "application", "bom-ref": f"pkg:pypi/pitboss@{version}", "name": "pitboss", "version": version,
        "description": project["description"], "licenses": [{"license": {"id": project["license"]}}],
        "purl": f"pkg:pypi/pitboss@{version}",
    }  # fmt: skip
    body = {
        "metadata": {"component": root},
        "components": packages,
        "dependencies": [{"ref": root["bom-ref"], "dependsOn": sorted(refs[name] for name in asked)}],
        "compositions": [{"aggregate": "complete", "assemblies": [root["bom-ref"]]}],
    }
    number = uuid.uuid5(uuid.NAMESPACE_URL, json.dumps(body, sort_keys=True))
    head = {"bomFormat": "CycloneDX", "specVersion": "1.6", "serialNumber": f"urn:uuid:{number}", "version": 1}
    return {"$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json", **head, **body}


def _package(found: re.Match[str]) -> dict[str, Any]:
    name, version = _plain(found["name"]), found["version"]
    purl = f"pkg:pypi/{name}@{version}"
    marker = [{"name": "pitboss:marker", "value": found["marker"].strip()}] if found["marker"] else []
    package = {"type": "library", "bom-ref": purl, "name": name, "version": version, "purl": purl}
    return {**package, **({"properties": marker} if marker else {})}


def _plain(requirement: str) -> str:
    """Return the normalised name of a requirement (PEP 503)."""
    found = _NAME.match(requirement)
    assert found, requirement
    return re.sub(r"[-_.]+", "-", found[0]).lower()


def written() -> str:
    """Return the text of the bill for this folder."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    source = (ROOT / "src" / "pitboss" / "__init__.py").read_text(encoding="utf-8")
    version = re.search(r'^__version__ = "(.+)"', source, re.M)
    assert version
    return json.dumps(bill(LOCK.read_text(encoding="utf-8"), project, version[1]), indent=1) + "\n"


if __name__ == "__main__":
    SBOM.write_text(written(), encoding="utf-8")
