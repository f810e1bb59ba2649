"""Layering: modules import only from layers to their left (design.md), and heavy packages are confined."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from pitboss.contract.plain_imports import DEALT_WITH, PLAIN, imports

SRC = Path(__file__).resolve().parents[2] / "src"
LAYERS = [
    *({"cards"}, {"money"}, {"paytable"}, {"ranking"}, {"play"}, {"compute"}, {"statistics"}, {"solving"}, {"games"}),
    *(
        {"simulation", "table", "layout"},
        {"lab", "school"},
        {"documents"},
        {"contract"},
        {"terminal", "server"},
        {"cli", "gym"},
    ),
    {"__init__", "__main__", "kit", "poker"},  # the public API: may import anything, and no layer may import it
]
PLACE = {name: place for place, layer in enumerate(LAYERS) for name in layer}
PUBLIC_API = len(LAYERS) - 1
WEB = {"fastapi", "starlette", "uvicorn"}
RESEARCH = {"gymnasium", "pettingzoo"}
TOOLS = {"playwright", "pytest", "hypothesis", "schemathesis"}
GAME_FOLDERS = {path.parent.name for path in SRC.glob("pitboss/games/*/__init__.py")} - {
    "dealing",
    "wording",
    "environments",
    "rulings",
}
SHARED = {path.name for path in SRC.glob("pitboss/games/*.py")}
SUBFOLDERS = {
    "deal": {"deal"},
    "count": {"deal", "count"},
    "simulate": {"deal", "count", "simulate"},
    "gym": {"deal", "count", "gym"},
}
"""Subfolders of a game, and the subfolders that each may import from."""

UPWARD = {("pitboss/play/game.py", "pitboss.games.interface.GameInterface")}
"""The only upward import: `game.provides` is typed, and loads the interface on first use."""

MAX_ENTRIES = 15
"""Maximum number of files and folders in one folder."""
MAX_TOP_ENTRIES = 24
"""Maximum number of entries in the top folder of the package."""
MAX_LINES = 500
"""Maximum number of lines in one file."""
UNCOUNTED = {"__pycache__", "py.typed"}


def faults(source: str, path: Path) -> list[str]:
    """Describe the imports that this file must not make."""
    here = path.parts[1].removesuffix(".py")
    if here not in PLACE:
        return [f"{path}: {here} stands in no layer; give it a place in LAYERS"]
    return [f"{path} imports {name}: {why}" for name in imports(source, path) if (why := fault(name, path, here))]


def fault(name: str, path: Path, here: str) -> str:
    """Explain why a file of the layer `here` may not import `name`, or return an empty string."""
    top, _, rest = name.partition(".")
    there = rest.partition(".")[0]
    if (path.as_posix(), name) in UPWARD:
        return ""
    if top == "pitboss" and there in PLACE and there != here and PLACE[there] >= PLACE[here] != PUBLIC_API:
        return "imports look left only"
    if top in WEB and here != "server":
        return "the web stays in server/"
    if top == "numba" and here != "compute" and path.name != "kernels.py":
        return "Numba stays in kernels.py and compute/"
    if top in RESEARCH and here != "gym":
        return "environments stay in gym/"
    if top in TOOLS:
        return "tools of the tests stay in the tests"
    return fault_in_games(name, path) if here == "games" else ""


def fault_in_games(name: str, path: Path) -> str:
    """Explain why a file of games/ may not import `name`, according to its folder."""
    game, room = path.parts[2], path.parts[3] if len(path.parts) > 4 else ""
    top, *rest = name.split(".")
    plain = room == "deal" or game == "dealing"
    if top != "pitboss":
        return f"dealing is plain: {top} is not" if plain and top not in PLAIN else ""
    if rest[0] != "games":
        return f"dealing is plain: pitboss.{rest[0]} is not" if plain and rest[0] not in DEALT_WITH else ""
    there, its_room = (*rest[1:], "", "")[:2]
    if there == game:
        return (
            f"{room}/ may not look into {its_room}/"
            if room in SUBFOLDERS and its_room in SUBFOLDERS.keys() - SUBFOLDERS[room]
            else ""
        )
    if there in GAME_FOLDERS and game not in SHARED:
        return "no game imports another"
    return "dealing is plain: only games/dealing/ is shared" if plain and there != "dealing" else ""


@pytest.mark.parametrize("path", sorted(SRC.rglob("*.py")), ids=lambda path: str(path.relative_to(SRC)))
def test_modules_import_only_from_lower_layers(path: Path) -> None:
    assert not faults(path.read_text(encoding="utf-8"), path.relative_to(SRC))


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("pitboss/cards.py", "from pitboss.money import Cents"),
        ("pitboss/play/round.py", "from pitboss.games import GAMES"),
        ("pitboss/play/round.py", "from pitboss import games"),
        ("pitboss/play/round.py", "from .. import games"),
        ("pitboss/play/round.py", "from ..games.flop22 import rules"),
        ("pitboss/play/round.py", "from pitboss.games.interface import GameInterface"),
        ("pitboss/play/game.py", "from pitboss.games.odds import odds_of"),
        ("pitboss/play/round.py", "def late():\n    import pitboss.cli"),
        ("pitboss/simulation/run.py", "import pitboss.documents"),
        ("pitboss/terminal/draw.py", "from pitboss.server import app"),
        ("pitboss/games/flop22/count/odds.py", "from pitboss.poker import rank"),
        ("pitboss/table/table.py", "from fastapi import FastAPI"),
        ("pitboss/cli/commands/house_commands.py", "import uvicorn"),
        ("pitboss/games/flop22/count/odds.py", "import numba"),
        ("pitboss/poker.py", "import numba"),
        ("pitboss/lab/deal_and_replay.py", "import gymnasium"),
        ("pitboss/cli/commands.py", "from pitboss.gym import IDS"),
        ("pitboss/terminal/play/narrate.py", "from pettingzoo import AECEnv"),
        ("pitboss/gym/env.py", "from pitboss.cli import main"),
        ("pitboss/server/app.py", "from playwright.sync_api import Page"),
        ("pitboss/games/flop22/deal/hands.py", "import numpy as np"),
        ("pitboss/games/flop22/deal/round.py", "from random import shuffle"),
        ("pitboss/games/free_bet/deal/turn.py", "import random"),
        ("pitboss/games/free_bet/deal/turn.py", "from time import monotonic"),
        ("pitboss/games/free_bet/deal/settle.py", "import os.path"),
        ("pitboss/games/free_bet/deal/settle.py", "import numpy"),
        ("pitboss/games/roll_your_own/deal/play_hand.py", "from pitboss.solving.combinations import draws"),
        ("pitboss/games/roll_your_own/deal/play_hand.py", "def late():\n    import secrets"),
        ("pitboss/games/roll_your_own/deal/play_hand.py", "from pathlib import Path"),
        ("pitboss/games/dealing/blackjack.py", "import random"),
        ("pitboss/games/dealing/blackjack.py", "from pitboss.games.free_bet.deal import hands"),
        ("pitboss/games/flop22/deal/round.py", "from ..count.odds import analyse"),
        ("pitboss/games/flop22/deal/round.py", "from pitboss.games.flop22.simulate.kernels import play_rounds"),
        ("pitboss/games/flop22/deal/rules.py", "from pitboss.compute.compiled import kernel"),
        ("pitboss/games/flop22/deal/rules.py", "from pitboss.games.flop22 import count"),
        ("pitboss/games/flop22/deal/rules.py", "from pitboss.games.odds import odds_of"),
        ("pitboss/games/free_bet/deal/round.py", "from pitboss.games.roll_your_own.deal.hands import may_split"),
        ("pitboss/games/free_bet/count/odds.py", "from pitboss.games.roll_your_own.count import player_hands"),
        ("pitboss/games/free_bet/__init__.py", "from pitboss.games.flop22 import GAME"),
        ("pitboss/games/free_bet/count/expect.py", "from pitboss.games.free_bet.simulate.simulation import Simulation"),
        ("pitboss/games/free_bet/count/odds.py", "from pitboss.games.free_bet.gym.view import VIEW"),
        ("pitboss/games/free_bet/gym/kernels.py", "from pitboss.games.free_bet.simulate.kernels import play_rounds"),
        ("pitboss/games/free_bet/gym/view.py", "import gymnasium"),
        ("pitboss/games/free_bet/gym/view.py", "from pitboss.games.roll_your_own.gym.view import VIEW"),
        ("pitboss/novel.py", ""),
    ],
)
def test_check_finds_each_forbidden_import(path: str, source: str) -> None:
    assert len(faults(source, Path(path))) == 1


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("pitboss/paytable.py", "from pitboss.money import Cents"),
        ("pitboss/ranking/poker.py", "from pitboss.ranking.totals import card_value"),
        ("pitboss/games/flop22/simulate/kernels.py", "import numba, numpy\nfrom ..deal.hands import beats"),
        ("pitboss/games/flop22/simulate/simulation.py", "from ..count.odds import analyse\nfrom . import kernels"),
        ("pitboss/games/flop22/count/odds.py", "from pitboss.games.flop22.deal.round import OPTIONS"),
        (
            "pitboss/games/flop22/deal/round.py",
            "from pitboss.games.flop22.deal.rules import Rules\nfrom . import hands",
        ),
        ("pitboss/games/free_bet/deal/round.py", "from pitboss.games.dealing import blackjack"),
        ("pitboss/compute/compiled.py", "import numba, os"),
        ("pitboss/server/app.py", "import fastapi, uvicorn\nfrom pitboss.table import table"),
        ("pitboss/play/records/record.py", "from pitboss import __version__"),
        ("pitboss/__main__.py", "from pitboss.cli import main"),
        ("pitboss/poker.py", "from pitboss.simulation import run"),
        ("pitboss/gym/env.py", "import gymnasium\nfrom pitboss.terminal.play.narrate import describe"),
    ],
)
def test_check_accepts_allowed_imports(path: str, source: str) -> None:
    assert faults(source, Path(path)) == []


def test_dealing_never_loads_numba() -> None:
    dealing = [*SRC.glob("pitboss/play/*.py"), *SRC.glob("pitboss/games/*/deal/*.py")]
    dealing += [SRC / "pitboss/__init__.py", *SRC.glob("pitboss/cli/*.py")]
    names = sorted(".".join(path.relative_to(SRC).with_suffix("").parts).removesuffix(".__init__") for path in dealing)
    heavy = sorted({"numba", "distributed", "pandas", "pyarrow"} | WEB | RESEARCH)
    program = f"import sys, {', '.join(names)}; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("game", ["flop22", "flip-it"])
def test_exact_odds_never_load_float_solvers(game: str) -> None:
    heavy = sorted({"numba", "numpy", "distributed", "pandas", "pyarrow"} | WEB)
    program = (
        "import sys; from pitboss.games import GAMES; from pitboss.games.odds import odds_of;"
        f" game = GAMES[{game!r}]; odds_of(game).analyse(game.rules());"
        f" import pitboss.terminal.analysis.show_odds; print([name for name in {heavy} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "[]"


def crowded(root: Path) -> list[str]:
    """Return a sentence for each folder with too many entries. A package's top folder may have more."""
    found = []
    for folder in sorted(
        {
            path.parent
            for path in root.rglob("*")
            if not {"__pycache__", ".ruff_cache", ".pytest_cache"} & set(path.parts)
        }
    ):
        entries = [path.name for path in folder.iterdir() if path.name not in UNCOUNTED]
        most = MAX_TOP_ENTRIES if folder == root / "pitboss" else MAX_ENTRIES
        if len(entries) > most and not is_list_of_cases(folder):
            found.append(f"{folder.relative_to(root)} has {len(entries)} entries, and {most} at most")
    return found


def is_list_of_cases(folder: Path) -> bool:
    """Return whether a folder holds only data of one kind, such as transcripts: one file per case, found by name."""
    return all(path.is_file() and path.suffix in {".txt", ".json", ".jsonl"} for path in folder.iterdir())


def long_files(root: Path) -> list[str]:
    """Return a sentence for each file that is too long."""
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in sorted(root.rglob("*.py"))}
    return [
        f"{path.relative_to(root)} has {lines} lines, and {MAX_LINES} at most"
        for path, lines in lengths.items()
        if lines > MAX_LINES
    ]


@pytest.mark.parametrize("folder", ["src", "tests", "examples"])
def test_folders_have_few_entries(folder: str) -> None:
    assert crowded(SRC.parent / folder) == []


@pytest.mark.parametrize("folder", ["src", "tests", "examples"])
def test_files_are_short(folder: str) -> None:
    assert long_files(SRC.parent / folder) == []


def test_crowded_folder_and_long_file_are_found(tmp_path: Path) -> None:
    room = tmp_path / "pitboss" / "games" / "whist" / "deal"
    room.mkdir(parents=True)
    for number in range(MAX_ENTRIES - 1):
        (room / f"trick_{number}.py").touch()
    (room / "__init__.py").write_text("\n" * MAX_LINES)
    assert crowded(tmp_path) == long_files(tmp_path) == []
    (room / "trump.py").write_text("\n" * (MAX_LINES + 1))
    assert crowded(tmp_path) == ["pitboss/games/whist/deal has 16 entries, and 15 at most"]
    assert long_files(tmp_path) == ["pitboss/games/whist/deal/trump.py has 501 lines, and 500 at most"]


def classes(root: Path) -> dict[str, list[Path]]:
    """Return every public class name with the files that define it."""
    found: dict[str, list[Path]] = {}
    for path in sorted(root.rglob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found.setdefault(node.name, []).append(path.relative_to(root))
    return found


def are_one_place(paths: list[Path]) -> bool:
    """Return whether these are the same file in several games, where a shared name is expected."""
    return len({path.parts[3:] for path in paths}) == 1 and all(path.parts[1] == "games" for path in paths)


def homonyms(root: Path) -> dict[str, list[str]]:
    """Return the public class names defined in more than one place, with their files."""
    return {
        name: [str(path) for path in paths]
        for name, paths in classes(root).items()
        if len(paths) > 1 and not are_one_place(paths)
    }


def test_class_names_are_unique() -> None:
    assert homonyms(SRC) == {}


def test_duplicate_class_name_is_found_with_its_files(tmp_path: Path) -> None:
    for path in ("pitboss/games/a/deal/rules.py", "pitboss/games/b/deal/rules.py", "pitboss/games/b/count/odds.py"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("class Rules: ...\n", encoding="utf-8")
    assert homonyms(tmp_path)["Rules"][-1] == "pitboss/games/b/deal/rules.py"
    (tmp_path / "pitboss/games/b/count/odds.py").unlink()
    assert homonyms(tmp_path) == {}


SAME_NAME = {
    "best_play": "the best play of a script, and of a game that finds its own",
    "bet_odds": "a bet's odds, and how the blackjack solver makes them",
    "bets": "a game's bets, and the walk of a script bet by bet",
    "charts": "a game's strategy charts, those of a script, and the section of the report that prints them",
    "counting": "counting of cards, or of deals",
    "exact": "exact figures of a script, and those that a simulation is compared with",
    "hands": "the rules of hands: in general, of a game, and of the blackjack family",
    "kernels": "the only files that may import Numba",
    "known_card": "one known card: a game's figures, and the solver behind them",
    "layout": "what is on the table: in general, and at a game with rows of hands",
    "liability": "the largest loss of a round: a game's search, and the input of the report",
    "motions": "the dealer's motions: common ones, and a game's own",
    "odds": "a game's odds, and the way to find them",
    "plan": "a plan of a felt, and of a simulation: both are part of the answers' names on disk",
    "playbook": "a strategy as arrays: in general, and a game's",
    "poker": "the public poker hands, and the leaf rules behind them",
    "round": "a round, and a game's script of one",
    "rules": "house rules: in general, a game's, the solver's, and the section of the report",
    "run": "running a server, and a simulation",
    "script_odds": "odds from a script alone: the solver, and its use for a game",
    "session": "a player's session at a table, and its risk",
    "shoe": "a shoe to deal from, and one as counts of cards",
    "side_bets": "side bets of the blackjack family, and a game's odds of them",
    "solve": "the solver of a game or a family",
    "states": "the states of a table, and of a hand in a kernel",
    "strategy": "strategy files, and the section of the report",
    "tally": "counts of outcomes: of a simulation, and of all deals",
    "threats": "the value of extra information: the terms, and a game's figures",
    "tokens": "design tokens, and the tokens of a game that has some",
    "totals": "totals of hands: in general, and a game's",
    "view": "what a seat sees: in general, and as numbers for an environment",
    "words": "descriptions in words: of hands, events and environments",
}
"""File names that several places share, each with its meaning."""


def shared_file_names(root: Path) -> dict[str, list[str]]:
    """Return the file names used in several places, with their files. Games share names for what is in each of them."""
    found: dict[str, list[Path]] = {}
    for path in sorted(root.rglob("*.py")):
        if not path.stem.startswith("__"):
            found.setdefault(path.stem, []).append(path.relative_to(root))
    return {
        name: [str(path) for path in paths]
        for name, paths in found.items()
        if len(paths) > 1 and not are_one_place(paths)
    }


def test_file_names_mean_one_thing() -> None:
    assert {name: paths for name, paths in shared_file_names(SRC).items() if name not in SAME_NAME} == {}
    assert SAME_NAME.keys() - shared_file_names(SRC).keys() == set(), "no longer shared: remove it from the list"


def test_second_meaning_of_a_file_name_is_found(tmp_path: Path) -> None:
    for path in ("pitboss/games/a/deal/turn.py", "pitboss/games/b/deal/turn.py", "pitboss/table/queue.py"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).touch()
    assert shared_file_names(tmp_path) == {}
    (tmp_path / "pitboss/server").mkdir()
    (tmp_path / "pitboss/server/turn.py").touch()
    (tmp_path / "pitboss/server/queue.py").touch()
    assert shared_file_names(tmp_path) == {
        "queue": ["pitboss/server/queue.py", "pitboss/table/queue.py"],
        "turn": ["pitboss/games/a/deal/turn.py", "pitboss/games/b/deal/turn.py", "pitboss/server/turn.py"],
    }
