"""Deployment and contributor files: the image, systemd service, compose file, and repository templates."""

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
from runpy import run_path
from shutil import which
from zipfile import ZipFile

import pytest
import yaml  # type: ignore[import-untyped]

import pitboss
from pitboss.cli.commands import COMMANDS
from pitboss.games import OURS

ROOT = Path(__file__).resolve().parents[2]
HADOLINT = Path(sys.executable).parent / "hadolint"


def versions(lock: Path) -> dict[str, str]:
    """Return the versions that a lock file pins."""
    return dict(re.findall(r"^(\S+?)==(\S+)", lock.read_text(), re.MULTILINE))


def is_good(words: list[str]) -> bool:
    """Return whether the command accepts every option in this list."""
    name, *rest = words
    return {word for word in rest if word.startswith("--")} <= set(COMMANDS[name].options)


@pytest.mark.skipif(not HADOLINT.exists(), reason="hadolint has no build for this machine")
def test_image_passes_hadolint() -> None:
    found = subprocess.run([HADOLINT, "Dockerfile"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (found.returncode, found.stdout) == (0, "")


def test_image_is_two_stage_slim_non_root_with_health_check() -> None:
    text = (ROOT / "Dockerfile").read_text()
    assert re.findall(r"^FROM (\S+)", text, re.MULTILINE) == ["${PYTHON_IMAGE}", "${PYTHON_IMAGE}"]
    assert re.findall(r"^ARG PYTHON_IMAGE=(\S+)$", text, re.MULTILINE) == ["python:3.13-slim"]
    assert re.search(r"^USER [1-9]\d*$", text, re.MULTILINE)
    assert re.findall(r"^VOLUME (\S+)$", text, re.MULTILINE) == ["/data"]
    assert "/readyz" in text.split("HEALTHCHECK")[1]
    command = re.search(r"^CMD (\[.*\])$", text, re.MULTILINE)
    assert command
    assert is_good(yaml.safe_load(command[1]))


def test_image_installs_the_locked_versions() -> None:
    ours, theirs = versions(ROOT / "deploy/requirements.lock"), versions(ROOT / "requirements.lock")
    assert ours
    assert ours.items() <= theirs.items()
    assert not {"pytest", "mypy", "playwright"} & set(ours)


def test_service_runs_a_valid_command_and_writes_only_two_folders() -> None:
    service = ConfigParser(interpolation=None, strict=False)
    service.optionxform = str  # type: ignore[assignment, method-assign]
    service.read(ROOT / "deploy/pitboss.service")
    words = shlex.split(service["Service"]["ExecStart"])
    assert words[0].endswith("/pitboss")
    assert is_good(words[1:])
    assert service["Service"]["ProtectSystem"] == "strict"
    assert service["Service"]["DynamicUser"] == "yes"
    lines = (ROOT / "deploy/pitboss.service").read_text().splitlines()
    assert "Environment=PITBOSS_DESK_SECRET_FILE=%S/pitboss/desk.secret" in lines  # the desk's secret is not logged


def test_every_locked_package_has_its_hash() -> None:
    for lock in (ROOT / "requirements.lock", ROOT / "deploy/requirements.lock"):
        entries = re.split(r"^(?=\S+==)", lock.read_text(), flags=re.MULTILINE)[1:]
        assert len(entries) >= len(versions(lock)) > 50  # some are locked once for each system
        assert [entry.split()[0] for entry in entries if not re.search(r"--hash=sha256:[0-9a-f]{64}\b", entry)] == []
    assert "--require-hashes" in (ROOT / "Dockerfile").read_text()
    assert "--require-hashes" in (ROOT / "Makefile").read_text()


def test_service_is_confined(tmp_path: Path) -> None:
    """`systemd-analyze security --offline=true deploy/pitboss.service` rates these 1.4 (10 is fully exposed)."""
    text = (ROOT / "deploy/pitboss.service").read_text()
    assert {
        "CapabilityBoundingSet=", "NoNewPrivileges=yes", "ProtectProc=invisible", "ProtectHome=yes", "PrivateTmp=yes",
        "PrivateDevices=yes", "PrivateUsers=yes", "RestrictNamespaces=yes", "SystemCallFilter=@system-service",
        "SystemCallFilter=~@privileged", "MemoryMax=4G", "TasksMax=512", "UMask=0077",
    } <= set(text.splitlines())  # fmt: skip
    if which("systemd-analyze"):
        (tmp_path / "pitboss.service").write_text(text.replace("/opt/pitboss/bin/pitboss", "/bin/sh"))
        ask = partial(subprocess.run, capture_output=True, text=True, check=False, cwd=tmp_path)
        found = ask(["systemd-analyze", "verify", "./pitboss.service"])
        assert (found.returncode, found.stderr) == (0, "")
        rated = ask(["systemd-analyze", "security", "--offline=true", "--threshold=15", "./pitboss.service"])
        assert rated.returncode == 0, rated.stdout.splitlines()[-1]  # 1.5 at most


def test_compose_uses_valid_options_and_trusts_only_its_network() -> None:
    compose = yaml.safe_load((ROOT / "deploy/compose.yaml").read_text())
    words = shlex.split(compose["services"]["house"]["command"])
    assert is_good(words)
    subnet = ip_network(compose["networks"]["inside"]["ipam"]["config"][0]["subnet"])
    proxy = compose["services"]["proxy"]["networks"]["inside"]["ipv4_address"]
    assert words[words.index("--proxy") + 1] == proxy
    assert ip_address(proxy) in subnet
    assert compose["services"]["house"]["read_only"] is True
    assert compose["services"]["house"]["environment"]["PITBOSS_DESK_SECRET_FILE"].startswith("/data/")


def test_every_image_can_be_pinned_by_digest(tmp_path: Path) -> None:
    """Run `make images`, which asks docker for the digest of each tag, with a fake docker."""
    compose = yaml.safe_load((ROOT / "deploy/compose.yaml").read_text())
    named = [service["image"] for service in compose["services"].values() if "image" in service]
    named.append(compose["services"]["house"]["build"]["args"]["PYTHON_IMAGE"])
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


def test_sbom_matches_the_lock() -> None:
    text = (ROOT / "deploy/sbom.cdx.json").read_text(encoding="utf-8")
    sys.path.insert(0, str(ROOT / "tools"))
    try:
        from sbom import written  # type: ignore[import-not-found]
    finally:
        sys.path.remove(str(ROOT / "tools"))
    assert text == written(), "make lock writes it, or: python tools/sbom.py"
    sbom = json.loads(text)
    found = {component["name"]: component["version"] for component in sbom["components"]}
    assert found == {
        name.partition("[")[0].lower(): version for name, version in versions(ROOT / "deploy/requirements.lock").items()
    }
    assert sbom["metadata"]["component"]["version"] == pitboss.__version__
    assert len(sbom["dependencies"][0]["dependsOn"]) >= 15


def test_wheel_and_image_contain_every_file_and_the_sbom(tmp_path: Path) -> None:
    made = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(made, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    bill = (ROOT / "deploy/sbom.cdx.json").read_bytes()
    ours = {path for path in (ROOT / "src").rglob("*") if path.is_file() and path.suffix != ".pyc"}
    with ZipFile(wheel) as files:
        assert {path.relative_to(ROOT / "src").as_posix() for path in ours} <= set(files.namelist())
        assert files.read(f"pitboss-{pitboss.__version__}.dist-info/sboms/sbom.cdx.json") == bill
    image = (ROOT / "Dockerfile").read_text()
    assert "COPY deploy/sbom.cdx.json /usr/share/doc/pitboss/sbom.cdx.json" in image.split("\nFROM ")[2]


@pytest.mark.slow
def test_image_steps_run_in_a_bare_environment(tmp_path: Path) -> None:
    """Run every RUN step of the first stage in a separate folder, then the command with a single writable folder."""
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
    """Return this machine's package mirrors, if configured."""
    return {name: value for name, value in os.environ.items() if name.startswith(("PIP_", "UV_"))}


@pytest.mark.parametrize(
    "path", [*ROOT.glob(".github/**/*.yml"), ROOT / ".pre-commit-config.yaml"], ids=lambda path: path.name
)
def test_workflows_and_templates_are_valid_yaml(path: Path) -> None:
    assert isinstance(yaml.safe_load(path.read_text(encoding="utf-8")), dict)


def test_contributor_docs_name_existing_paths_and_targets() -> None:
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


def test_citation_has_the_current_version() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert citation["version"] == pitboss.__version__
    assert citation["license"] == "MIT"
    newest = f"## [{citation['version']}] - {citation['date-released']}\n"
    assert newest in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_no_file_contains_merge_conflict_markers() -> None:
    marks = re.compile(r"^(<{7}|>{7}) ", re.MULTILINE)
    for folder in ("src", "tests", "docs", "examples", "bench", "tools"):
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in (".py", ".md", ".js", ".css", ".toml"):
                assert not marks.search(path.read_text(encoding="utf-8")), path


def test_benchmarks_have_a_target_for_every_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "bench"))
    bench = run_path(str(ROOT / "bench" / "run.py"))
    assert set(bench["AIMS"]) == set(bench["SOLVED_IN"]) == set(OURS)
