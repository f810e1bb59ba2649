"""General modules name no game, clause or bet: anything specific to a game is in that game's folder."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.games import GAMES, OURS

SRC = Path(__file__).resolve().parents[2] / "src" / "pitboss"
OWN = {name.replace("-", "_") for name in OURS}
CLAUSE = re.compile(r"\b(?:F22|FI|BD|RY|FB|BJ)-\d+\b")
COMMON = {"blackjack"}
"""Games whose name is also a common word (a hand, a family of games). Imports from their folders are still found."""
NAMES = re.compile("|".join(rf"(?<![\w-]){re.escape(name)}(?![\w-])" for name in OURS if name not in COMMON))
TITLES = re.compile("|".join(re.escape(GAMES[name].title) for name in OURS if name not in COMMON))
BETS = {bet.name for name in OURS for bet in GAMES[name].bets(GAMES[name].rules())}
WORDS = {"ante", "main", "bonus", "red", "black", "high", "low", "odd", "even", "insurance", "field", "toke", "double"}
"""Bets whose names are common words: a string equal to one does not have to mean the bet."""
BET_STEMS = {bet.removesuffix("1") for bet in BETS if bet.endswith("-1")}
"""Prefixes of the numbered bets: a string built from one names a bet too."""

EXCEPTIONS = {
    "games/__init__.py": "the registry lists our games by name",
    "games/dealing/side_bets.py": "the catalogue of side bets that any blackjack can carry",
    "play/records/record_reader.py": "refusals show what a record looks like, by an example",
    "terminal/analysis/run_checks.py": "a refusal shows an example of the command",
    "cli/shared.py": "the help of a command shows an example",
}
"""Modules that may name a game or a bet, each with the reason."""


def general() -> list[Path]:
    """Return every module outside the folders of the games, relative to the package."""
    found = [path.relative_to(SRC) for path in sorted(SRC.rglob("*.py"))]
    return [path for path in found if not (path.parts[0] == "games" and path.parts[1] in OWN)]


def strings(source: str) -> Iterator[tuple[int, str]]:
    """Yield every string of a module with its line, except docstrings and attribute docs."""
    tree = ast.parse(source)
    documentation = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documentation:
            yield node.lineno, node.value


def named(source: str) -> list[str]:
    """Return the game-specific names that a general module uses."""
    found = []
    for line, text in strings(source):
        if CLAUSE.search(text):
            found.append(f"{line}: a clause in {text!r}")
        elif NAMES.search(text) or TITLES.search(text):
            found.append(f"{line}: a game in {text!r}")
        elif (text in BETS and text not in WORDS) or text in BET_STEMS:
            found.append(f"{line}: a bet in {text!r}")
    modules = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom) and node.module]
    games = {f"pitboss.games.{name}" for name in OWN}
    named_too = [node for node in modules if ".".join(str(node.module).split(".")[:3]) in games]
    return found + [f"{node.lineno}: a game, {node.module}" for node in named_too]


@pytest.mark.parametrize("path", general(), ids=str)
def test_general_module_names_no_game_clause_or_bet(path: Path) -> None:
    found = named((SRC / path).read_text(encoding="utf-8"))
    assert path.as_posix() in EXCEPTIONS or found == []


@pytest.mark.parametrize("path", EXCEPTIONS)
def test_every_exception_is_needed(path: str) -> None:
    assert named((SRC / path).read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "source",
    [
        'clause = "F22-8"',
        'clause = f"see FB-7, {more}"',
        'if game.name == "flop22": ...',
        'title = "Free Bet Blackjack"',
        'if event.bet == "pot-of-gold": ...',
        'bet = f"ante-{hand}"',
        "from pitboss.games.flop22.deal.rules import Rules",
        "from pitboss.games.free_bet import GAME",
        "from pitboss.games.blackjack.deal.rules import Rules",
    ],
)
def test_game_specific_name_is_found(source: str) -> None:
    assert len(named(source)) == 1


@pytest.mark.parametrize(
    "source",
    [
        '"""Deal as F22-8 says; see `pitboss odds free-bet`."""',
        'LIMIT = 3\n"""As in Flop 22 (F22-8)."""',
        'word = "main"',
        'code = "C-4"',
        "from pitboss.games.dealing import blackjack",
        "from pitboss.solving.blackjack.rules import ACE",
    ],
)
def test_documentation_and_common_words_are_allowed(source: str) -> None:
    assert named(source) == []
