"""Kernels cached on disk: compiled once, then loaded without the compiler."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from pitboss.compute.disk import source_hash

pytestmark = pytest.mark.posix  # HOME chooses the folder of the cache

SRC = Path(source_hash.__file__).resolve().parents[3]

ADDING = """
import numpy as np
from pitboss.compute.compiled import kernel

@kernel
def add_up(numbers):
    total = 0
    for number in numbers:
        total += number
    return total
"""
LOADED = """
import sys
import numpy as np
import adding
print(adding.add_up(np.arange(5)), sum(adding.add_up.stats.cache_hits.values()), "numba.np.linalg" in sys.modules)
"""
DOUBLING = """
from pitboss.compute.compiled import kernel

@kernel
def double_up(numbers):
    return 2 * adding.add_up(numbers)

print(double_up(np.arange(5)), adding.add_up(np.arange(5.0)))
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a compiled and cached kernel."""
    (tmp_path / "adding.py").write_text(ADDING)
    assert run_program(tmp_path, "import adding; print(adding.add_up(adding.np.arange(5)))") == "10"
    return tmp_path


def run_program(folder: Path, program: str, home: Path | None = None, **more: str) -> str:
    """Return the output of a program that caches its kernels in this folder, or in `home`."""
    (folder / "program.py").write_text(program)
    environment = {"HOME": str(home or folder), "PYTHONPATH": ":".join(sys.path)} | more
    done = subprocess.run(
        [sys.executable, folder / "program.py"], env=environment, check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


def test_cached_kernel_is_loaded_without_the_compiler(folder: Path) -> None:
    assert run_program(folder, LOADED) == "10 1 False"


def test_cached_kernel_can_be_called_from_a_new_one_and_compiled_for_other_arguments(folder: Path) -> None:
    assert run_program(folder, LOADED + DOUBLING).splitlines() == ["10 1 False", "20 10.0"]


def test_switch_uses_numbas_own_cache_in_the_same_place(folder: Path) -> None:
    ours = {path.parent for path in folder.rglob("*.nbc")}
    assert run_program(folder, LOADED, PITBOSS_NUMBA_CACHE="public") == "10 0 True"
    assert run_program(folder, LOADED + DOUBLING, PITBOSS_NUMBA_CACHE="public").splitlines() == ["10 1 True", "20 10.0"]
    theirs = {path.parent for path in folder.rglob("*.nbc")} - ours
    assert {path.parent.name for path in theirs} == {"public"}
    assert run_program(folder, LOADED) == "10 1 False"


def truncated(data: bytes) -> bytes:
    return data[: len(data) // 2]


def with_a_flipped_bit(data: bytes) -> bytes:
    middle = len(data) // 2
    return data[:middle] + bytes([data[middle] ^ 64]) + data[middle + 1 :]


@pytest.mark.parametrize(("ending", "damage"), [("nbi", truncated), ("nbc", truncated), ("nbc", with_a_flipped_bit)])
def test_damaged_kernel_is_recompiled_and_cached(folder: Path, ending: str, damage: Callable[[bytes], bytes]) -> None:
    (file,) = folder.rglob(f"adding.add_up-*.{ending}")
    file.write_bytes(damage(file.read_bytes()))
    assert run_program(folder, LOADED) == "10 0 True"
    assert run_program(folder, LOADED) == "10 1 False"


def test_kernel_for_other_arguments_is_not_used(folder: Path) -> None:
    assert run_program(folder, "import adding; print(adding.add_up(adding.np.arange(5.0)))") == "10.0"
    for_ints, for_floats = sorted(folder.rglob("adding.add_up-*.nbc"))
    for_ints.write_bytes(for_floats.read_bytes())
    assert run_program(folder, LOADED) == "10 0 True"


def test_kernel_that_cannot_be_cached_is_recompiled_and_not_stored_next_to_its_source(tmp_path: Path) -> None:
    (tmp_path / "adding.py").write_text(ADDING)
    assert run_program(tmp_path, LOADED, home=tmp_path / "adding.py") == "10 0 True"
    assert not list(tmp_path.rglob("*.nb?"))


def test_numba_loads_coverage_only_if_already_imported(tmp_path: Path) -> None:
    known = "import sys; from numba.misc.coverage_support import coverage_available as it"
    output = "print(it, 'coverage' in sys.modules)"
    assert run_program(tmp_path, f"import pitboss.compute.compiled; {known}; {output}") == "False False"
    assert run_program(tmp_path, f"import coverage, pitboss.compute.compiled; {known}; {output}") == "True True"


@pytest.mark.parametrize("wish", ["enable", "disable"])
def test_importing_numba_leaves_garbage_collection_as_it_was(tmp_path: Path, wish: str) -> None:
    program = f"import gc; gc.{wish}(); import pitboss.compute.compiled; print(gc.isenabled())"
    assert run_program(tmp_path, program) == str(wish == "enable")


def imported_files(path: Path) -> set[Path]:
    """Return our own files that a file imports from."""
    nodes = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.ImportFrom)]
    names = [f"{node.module}.{alias.name}" for node in nodes for alias in node.names] + [
        str(node.module) for node in nodes
    ]
    files = (SRC / Path(*name.split(".")).with_suffix(".py") for name in names)
    return {file for file in files if file.exists()}


@pytest.mark.parametrize(
    "path", sorted(SRC.glob("pitboss/games/*/*/*kernels.py")), ids=lambda path: "-".join(path.parts[-3:-1])
)
def test_editing_an_import_of_a_kernel_recompiles_it(path: Path) -> None:
    known = {file for pattern in source_hash.KERNELS for file in (SRC / "pitboss").glob(pattern)}
    assert imported_files(path)
    assert imported_files(path) <= known


def test_every_file_with_a_kernel_is_hashed() -> None:
    known = {file for pattern in source_hash.KERNELS for file in (SRC / "pitboss").glob(pattern)}
    compiled = {file for file in SRC.rglob("*.py") if "\n@kernel\n" in file.read_text()}
    assert len(compiled) > 20
    assert compiled <= known
