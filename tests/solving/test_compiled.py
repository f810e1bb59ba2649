"""Kernels on disk: compiled once, then taken up without the compiler."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from pitboss.compute.disk import source_hash

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
    """A folder with a kernel that was compiled and kept."""
    (tmp_path / "adding.py").write_text(ADDING)
    assert say(tmp_path, "import adding; print(adding.add_up(adding.np.arange(5)))") == "10"
    return tmp_path


def say(folder: Path, program: str, home: Path | None = None, **more: str) -> str:
    """What a program says that keeps its kernels here, or where it is at home."""
    (folder / "program.py").write_text(program)
    environment = {"HOME": str(home or folder), "PYTHONPATH": ":".join(sys.path)} | more
    done = subprocess.run(
        [sys.executable, folder / "program.py"], env=environment, check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


def test_a_kernel_on_disk_is_taken_up_without_loading_what_compiling_needs(folder: Path) -> None:
    assert say(folder, LOADED) == "10 1 False"


def test_a_kernel_taken_from_disk_serves_in_one_that_is_compiled_and_compiles_for_other_arguments(folder: Path) -> None:
    assert say(folder, LOADED + DOUBLING).splitlines() == ["10 1 False", "20 10.0"]


def test_with_the_switch_kernels_are_kept_by_numbas_own_cache_in_the_same_place(folder: Path) -> None:
    ours = {path.parent for path in folder.rglob("*.nbc")}
    assert say(folder, LOADED, PITBOSS_NUMBA_CACHE="public") == "10 0 True"
    assert say(folder, LOADED + DOUBLING, PITBOSS_NUMBA_CACHE="public").splitlines() == ["10 1 True", "20 10.0"]
    theirs = {path.parent for path in folder.rglob("*.nbc")} - ours
    assert {path.parent.name for path in theirs} == {"public"}
    assert say(folder, LOADED) == "10 1 False"


def cut_short(kept: bytes) -> bytes:
    return kept[: len(kept) // 2]


def with_another_bit(kept: bytes) -> bytes:
    middle = len(kept) // 2
    return kept[:middle] + bytes([kept[middle] ^ 64]) + kept[middle + 1 :]


@pytest.mark.parametrize(("ending", "damage"), [("nbi", cut_short), ("nbc", cut_short), ("nbc", with_another_bit)])
def test_a_damaged_kernel_is_compiled_anew_and_kept(
    folder: Path, ending: str, damage: Callable[[bytes], bytes]
) -> None:
    (kept,) = folder.rglob(f"adding.add_up-*.{ending}")
    kept.write_bytes(damage(kept.read_bytes()))
    assert say(folder, LOADED) == "10 0 True"
    assert say(folder, LOADED) == "10 1 False"


def test_a_kernel_for_other_arguments_is_not_taken_for_the_one_asked_for(folder: Path) -> None:
    assert say(folder, "import adding; print(adding.add_up(adding.np.arange(5.0)))") == "10.0"
    for_ints, for_floats = sorted(folder.rglob("adding.add_up-*.nbc"))
    for_ints.write_bytes(for_floats.read_bytes())
    assert say(folder, LOADED) == "10 0 True"


def test_where_a_kernel_cannot_be_kept_it_is_compiled_each_time_and_not_left_beside_its_source(tmp_path: Path) -> None:
    (tmp_path / "adding.py").write_text(ADDING)
    assert say(tmp_path, LOADED, home=tmp_path / "adding.py") == "10 0 True"
    assert not list(tmp_path.rglob("*.nb?"))


def test_coverage_is_loaded_with_numba_only_where_it_is_there_already(tmp_path: Path) -> None:
    known = "import sys; from numba.misc.coverage_support import coverage_available as it"
    told = "print(it, 'coverage' in sys.modules)"
    assert say(tmp_path, f"import pitboss.compute.compiled; {known}; {told}") == "False False"
    assert say(tmp_path, f"import coverage, pitboss.compute.compiled; {known}; {told}") == "True True"


@pytest.mark.parametrize("wish", ["enable", "disable"])
def test_garbage_is_looked_for_as_before_once_numba_is_loaded(tmp_path: Path, wish: str) -> None:
    program = f"import gc; gc.{wish}(); import pitboss.compute.compiled; print(gc.isenabled())"
    assert say(tmp_path, program) == str(wish == "enable")


def imported(path: Path) -> set[Path]:
    """Our own files that a file imports from."""
    nodes = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.ImportFrom)]
    names = [f"{node.module}.{alias.name}" for node in nodes for alias in node.names] + [
        str(node.module) for node in nodes
    ]
    files = (SRC / Path(*name.split(".")).with_suffix(".py") for name in names)
    return {file for file in files if file.exists()}


@pytest.mark.parametrize(
    "path", sorted(SRC.glob("pitboss/games/*/*/*kernels.py")), ids=lambda path: "-".join(path.parts[-3:-1])
)
def test_an_edit_in_what_a_kernel_is_compiled_from_makes_it_compile_anew(path: Path) -> None:
    known = {file for pattern in source_hash.KERNELS for file in (SRC / "pitboss").glob(pattern)}
    assert imported(path)
    assert imported(path) <= known


def test_every_file_with_a_kernel_in_it_is_one_whose_edits_count() -> None:
    known = {file for pattern in source_hash.KERNELS for file in (SRC / "pitboss").glob(pattern)}
    compiled = {file for file in SRC.rglob("*.py") if "\n@kernel\n" in file.read_text()}
    assert len(compiled) > 20
    assert compiled <= known
