"""Files around the package: the image, service and compose file of a house, and the files for contributors."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from configparser import ConfigParser
from functools import partial
from hashlib import sha256
from ipaddress import ip_address, ip_network
from pathlib import Path
from zipfile import ZipFile

import pytest
import yaml  # type: ignore[import-untyped]

import pitboss
from pitboss.cli.commands import COMMANDS

ROOT = Path(__file__).resolve().parents[2]
HADOLINT = Path(sys.executable).parent / "hadolint"


def versions(lock: Path) -> dict[str, str]:
    """What a lock pins."""
    return dict(re.findall(r"^(\S+?)==(\S+)", lock.read_text(), re.MULTILINE))


def is_good(words: list[str]) -> bool:
    """Whether the command knows every option among these words."""
    name, *rest = words
    return {word for word in rest if word.startswith("--")} <= set(COMMANDS[name].options)


@pytest.mark.skipif(not HADOLINT.exists(), reason="hadolint has no build for this machine")
def test_the_image_is_linted() -> None:
    found = subprocess.run([HADOLINT, "Dockerfile"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (found.returncode, found.stdout) == (0, "")


def test_the_image_is_two_stages_slim_not_root_and_looks_after_its_health() -> None:
    text = (ROOT / "Dockerfile").read_text()
    assert re.findall(r"^FROM (\S+)", text, re.MULTILINE) == ["${PYTHON_IMAGE}", "${PYTHON_IMAGE}"]
    assert re.findall(r"^ARG PYTHON_IMAGE=(\S+)$", text, re.MULTILINE) == ["python:3.13-slim"]
    assert re.search(r"^USER [1-9]\d*$", text, re.MULTILINE)
    assert re.findall(r"^VOLUME (\S+)$", text, re.MULTILINE) == ["/data"]
    assert "/readyz" in text.split("HEALTHCHECK")[1]
    command = re.search(r"^CMD (\[.*\])$", text, re.MULTILINE)
    assert command
    assert is_good(yaml.safe_load(command[1]))


def test_the_image_installs_what_the_lock_pins() -> None:
    ours, theirs = versions(ROOT / "deploy/requirements.lock"), versions(ROOT / "requirements.lock")
    assert ours
    assert ours.items() <= theirs.items()
    assert not {"pytest", "mypy", "playwright"} & set(ours)


def test_the_service_starts_what_is_there_and_can_write_two_folders_alone() -> None:
    service = ConfigParser(interpolation=None, strict=False)
    service.optionxform = str  # type: ignore[assignment, method-assign]
    service.read(ROOT / "deploy/pitboss.service")
    words = shlex.split(service["Service"]["ExecStart"])
    assert words[0].endswith("/pitboss")
    assert is_good(words[1:])
    assert service["Service"]["ProtectSystem"] == "strict"
    assert service["Service"]["DynamicUser"] == "yes"
    lines = (ROOT / "deploy/pitboss.service").read_text().splitlines()
    assert "Environment=PITBOSS_DESK_SECRET_FILE=%S/pitboss/desk.secret" in lines  # the desk's secret is in no log


def test_compose_names_options_that_are_there_and_trusts_its_own_network_alone() -> None:
    told = yaml.safe_load((ROOT / "deploy/compose.yaml").read_text())
    words = shlex.split(told["services"]["house"]["command"])
    assert is_good(words)
    subnet = ip_network(told["networks"]["inside"]["ipam"]["config"][0]["subnet"])
    proxy = told["services"]["proxy"]["networks"]["inside"]["ipv4_address"]
    assert words[words.index("--proxy") + 1] == proxy
    assert ip_address(proxy) in subnet
    assert told["services"]["house"]["read_only"] is True
    assert told["services"]["house"]["environment"]["PITBOSS_DESK_SECRET_FILE"].startswith("/data/")


def test_every_image_can_be_given_by_digest(tmp_path: Path) -> None:
    """`make images` asks docker for the digest of each tag; here a docker that knows its answers."""
    told = yaml.safe_load((ROOT / "deploy/compose.yaml").read_text())
    named = [service["image"] for service in told["services"].values() if "image" in service]
    named.append(told["services"]["house"]["build"]["args"]["PYTHON_IMAGE"])
    tags = dict(re.fullmatch(r"\$\{([A-Z]+_IMAGE):-(\S+)\}", image).groups() for image in named)  # type: ignore[union-attr, misc]
    docker = tmp_path / "docker"
    docker.write_text(
        f"#!{sys.executable}\nimport hashlib, sys\n"
        "print('sha256:' + hashlib.sha256(sys.argv[-1].encode()).hexdigest())\n"
    )
    docker.chmod(0o755)
    env = {**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}
    ask = partial(subprocess.run, ["sh", "deploy/pin-images.sh"], cwd=ROOT, env=env, capture_output=True, text=True)
    pinned = dict(line.split("=", 1) for line in ask(check=True).stdout.splitlines())
    assert pinned == {name: f"{tag}@sha256:{sha256(tag.encode()).hexdigest()}" for name, tag in tags.items()}
    docker.write_text("#!/bin/sh\necho none\n")
    assert ask(check=False).returncode == 1


def test_the_bill_of_materials_is_that_of_the_lock() -> None:
    text = (ROOT / "deploy/sbom.cdx.json").read_text(encoding="utf-8")
    sys.path.insert(0, str(ROOT / "tools"))
    try:
        from sbom import written  # type: ignore[import-not-found]
    finally:
        sys.path.remove(str(ROOT / "tools"))
    assert text == written(), "make lock writes it, or: python tools/sbom.py"
    told = json.loads(text)
    found = {component["name"]: component["version"] for component in told["components"]}
    assert found == {
        name.partition("[")[0].lower(): version for name, version in versions(ROOT / "deploy/requirements.lock").items()
    }
    assert told["metadata"]["component"]["version"] == pitboss.__version__
    assert len(told["dependencies"][0]["dependsOn"]) >= 15


def test_the_bill_of_materials_is_in_wheel_and_image(tmp_path: Path) -> None:
    made = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(made, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    bill = (ROOT / "deploy/sbom.cdx.json").read_bytes()
    with ZipFile(wheel) as files:
        assert files.read(f"pitboss-{pitboss.__version__}.dist-info/sboms/sbom.cdx.json") == bill
    image = (ROOT / "Dockerfile").read_text()
    assert "COPY deploy/sbom.cdx.json /usr/share/doc/pitboss/sbom.cdx.json" in image.split("\nFROM ")[2]


@pytest.mark.slow
def test_the_steps_of_the_image_in_a_bare_environment(tmp_path: Path) -> None:
    """Every RUN of the first stage, in a folder of its own, then the command with nothing but one folder to write."""
    text = (ROOT / "Dockerfile").read_text().split("\nFROM ")[1]
    home = tmp_path / "opt"
    (tmp_path / "requirements.lock").write_bytes((ROOT / "deploy/requirements.lock").read_bytes())
    for name in ("pyproject.toml", "README.md", "src", "deploy"):
        os.symlink(ROOT / name, tmp_path / name)
    cache = str(home / "cache")
    bare = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "XDG_CACHE_HOME": cache, **_mirrors()}
    for step in re.findall(r"^RUN (.*)$", text, re.MULTILINE):
        words = step.replace("/opt/pitboss", str(home)).replace("python -m venv", f"{sys.executable} -m venv")
        subprocess.run(shlex.split(words), cwd=tmp_path, env=bare, check=True, timeout=1500)
    assert (
        "serve" in subprocess.run([home / "bin/pitboss"], env=bare, capture_output=True, text=True, check=True).stdout
    )
    assert any(Path(cache).rglob("*.nbi")) or any(Path(cache).rglob("*"))


def _mirrors() -> dict[str, str]:
    """Where this machine gets packages from, if it says so."""
    return {name: value for name, value in os.environ.items() if name.startswith(("PIP_", "UV_"))}


@pytest.mark.parametrize(
    "path", [*ROOT.glob(".github/**/*.yml"), ROOT / ".pre-commit-config.yaml"], ids=lambda path: path.name
)
def test_workflows_and_templates_are_yaml(path: Path) -> None:
    assert isinstance(yaml.safe_load(path.read_text(encoding="utf-8")), dict)


def test_files_for_contributors_name_existing_paths_and_targets() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    for path in (
        ROOT / "CONTRIBUTING.md",
        *ROOT.glob(".github/workflows/*.yml"),
        ROOT / ".devcontainer/devcontainer.json",
    ):
        text = path.read_text(encoding="utf-8")
        for named in re.findall(r"(?<![\w/.])tests/[\w/.]*\w", text):
            assert (ROOT / named).exists(), f"{path.name} names {named}"
        for target in re.findall(r"(?:run: |`|^)make ([a-z][a-z-]*)", text, re.MULTILINE):
            assert target in targets, f"{path.name} names make {target}"


def test_the_citation_names_this_version() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert citation["version"] == pitboss.__version__
    assert citation["license"] == "MIT"


def test_no_file_holds_the_marks_of_an_unfinished_merge() -> None:
    marks = re.compile(r"^(<{7}|>{7}) ", re.MULTILINE)
    for folder in ("src", "tests", "docs", "examples", "bench", "tools"):
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in (".py", ".md", ".js", ".css", ".toml"):
                assert not marks.search(path.read_text(encoding="utf-8")), path
