"""The interface of a game: declared once, followed by every game, and fully listed in the docs."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pitboss.contract.new_game import write_game
from pitboss.contract.plain_imports import imports
from pitboss.games import GAMES, OURS, folder
from pitboss.games.interface import Code, Text, parts
from pitboss.play.refused import Refused

if TYPE_CHECKING:  # mypy checks every module of our games against the type of the part that it provides
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from pitboss.games.beat_the_dealer import liability as bd_liability
    from pitboss.games.beat_the_dealer.count import expect as bd_expect
    from pitboss.games.beat_the_dealer.count import odds as bd_odds
    from pitboss.games.beat_the_dealer.count import paid as bd_paid
    from pitboss.games.beat_the_dealer.gym import kernels as bd_steps
    from pitboss.games.beat_the_dealer.gym import view as bd_view
    from pitboss.games.beat_the_dealer.simulate import removal as bd_removal
    from pitboss.games.beat_the_dealer.simulate import simple as bd_simple
    from pitboss.games.beat_the_dealer.simulate import simulation as bd_simulation
    from pitboss.games.beat_the_dealer.simulate import threats as bd_threats
    from pitboss.games.blackjack import liability as bj_liability
    from pitboss.games.blackjack.count import expect as bj_expect
    from pitboss.games.blackjack.count import odds as bj_odds
    from pitboss.games.blackjack.count import paid as bj_paid
    from pitboss.games.blackjack.gym import kernels as bj_steps
    from pitboss.games.blackjack.gym import view as bj_view
    from pitboss.games.blackjack.simulate import counting as bj_counting
    from pitboss.games.blackjack.simulate import removal as bj_removal
    from pitboss.games.blackjack.simulate import simple as bj_simple
    from pitboss.games.blackjack.simulate import simulation as bj_simulation
    from pitboss.games.blackjack.simulate import threats as bj_threats
    from pitboss.games.environments.episode_rows import EpisodeSetting, Stepper
    from pitboss.games.environments.view import EnvView
    from pitboss.games.flip_it import liability as fi_liability
    from pitboss.games.flip_it.count import expect as fi_expect
    from pitboss.games.flip_it.count import odds as fi_odds
    from pitboss.games.flip_it.count import paid as fi_paid
    from pitboss.games.flip_it.count import round_law as fi_round_law
    from pitboss.games.flip_it.gym import kernels as fi_steps
    from pitboss.games.flip_it.gym import view as fi_view
    from pitboss.games.flip_it.simulate import removal as fi_removal
    from pitboss.games.flip_it.simulate import simple as fi_simple
    from pitboss.games.flip_it.simulate import simulation as fi_simulation
    from pitboss.games.flip_it.simulate import threats as fi_threats
    from pitboss.games.flop22 import liability as f22_liability
    from pitboss.games.flop22.count import expect as f22_expect
    from pitboss.games.flop22.count import odds as f22_odds
    from pitboss.games.flop22.count import paid as f22_paid
    from pitboss.games.flop22.gym import kernels as f22_steps
    from pitboss.games.flop22.gym import view as f22_view
    from pitboss.games.flop22.simulate import removal as f22_removal
    from pitboss.games.flop22.simulate import simple as f22_simple
    from pitboss.games.flop22.simulate import simulation as f22_simulation
    from pitboss.games.flop22.simulate import threats as f22_threats
    from pitboss.games.free_bet import liability as fb_liability
    from pitboss.games.free_bet.count import expect as fb_expect
    from pitboss.games.free_bet.count import odds as fb_odds
    from pitboss.games.free_bet.count import paid as fb_paid
    from pitboss.games.free_bet.gym import kernels as fb_steps
    from pitboss.games.free_bet.gym import view as fb_view
    from pitboss.games.free_bet.simulate import counting as fb_counting
    from pitboss.games.free_bet.simulate import removal as fb_removal
    from pitboss.games.free_bet.simulate import simple as fb_simple
    from pitboss.games.free_bet.simulate import simulation as fb_simulation
    from pitboss.games.free_bet.simulate import threats as fb_threats
    from pitboss.games.interface import FindsRemoval, FindsThreats, Odds, SearchesLiability, Simulations
    from pitboss.games.roll_your_own import liability as ry_liability
    from pitboss.games.roll_your_own.count import expect as ry_expect
    from pitboss.games.roll_your_own.count import odds as ry_odds
    from pitboss.games.roll_your_own.count import paid as ry_paid
    from pitboss.games.roll_your_own.gym import kernels as ry_steps
    from pitboss.games.roll_your_own.gym import view as ry_view
    from pitboss.games.roll_your_own.simulate import removal as ry_removal
    from pitboss.games.roll_your_own.simulate import simple as ry_simple
    from pitboss.games.roll_your_own.simulate import simulation as ry_simulation
    from pitboss.games.roll_your_own.simulate import threats as ry_threats
    from pitboss.solving.answers.analysis import BetOdds
    from pitboss.solving.answers.card_counts import CountResult
    from pitboss.solving.answers.outlook import Outlook, Placed
    from pitboss.solving.answers.paytable_bets import Jointly, Paid
    from pitboss.solving.answers.simple_strategy import SimplePlay
    from pitboss.statistics.covariances import Covariances
    from pitboss.statistics.exactness import Number

    odds: tuple[Odds, ...] = (f22_odds, fi_odds, bd_odds, ry_odds, fb_odds, bj_odds)
    edges: tuple[Callable[[Any], dict[str, Number]], ...] = (bd_odds.edges, ry_odds.edges, fb_odds.edges, bj_odds.edges)
    bets_alone: tuple[Callable[[Any], Iterable[BetOdds]], ...] = (fb_odds.bets_alone, bj_odds.bets_alone)
    covariances: tuple[Callable[[Any, Any], Covariances], ...] = (fb_odds.all_covariances, bj_odds.all_covariances)
    expect: tuple[Callable[[Placed], Outlook], ...] = (
        *(f22_expect.expect, fi_expect.expect, bd_expect.expect, ry_expect.expect, fb_expect.expect, bj_expect.expect),
    )
    paid: tuple[Callable[[Any], dict[str, Paid]], ...] = (
        *(f22_paid.paid, fi_paid.paid, bd_paid.paid, ry_paid.paid, fb_paid.paid, bj_paid.paid),
    )
    jointly: tuple[Callable[[Any, str, float], Jointly | None], ...] = (f22_paid.jointly, fb_paid.jointly)
    nets_of: Callable[[Any, Mapping[str, int]], Sequence[tuple[Number, Number]]] = fi_round_law.nets_of
    removal: tuple[FindsRemoval, ...] = (
        *(
            f22_removal.removal,
            fi_removal.removal,
            bd_removal.removal,
            ry_removal.removal,
            fb_removal.removal,
            bj_removal.removal,
        ),
    )
    threats: tuple[FindsThreats, ...] = (
        *(
            f22_threats.threats,
            fi_threats.threats,
            bd_threats.threats,
            ry_threats.threats,
            fb_threats.threats,
            bj_threats.threats,
        ),
    )
    simple: tuple[Callable[[Any], SimplePlay], ...] = (
        *(f22_simple.simple, fi_simple.simple, bd_simple.simple, ry_simple.simple, fb_simple.simple, bj_simple.simple),
    )
    count_cards: tuple[Callable[..., CountResult], ...] = (bj_counting.count_cards, fb_counting.count_cards)
    side_bets: tuple[tuple[str, ...], ...] = (
        f22_simple.SIDE_BETS,
        bd_simple.SIDE_BETS,
        fb_simple.SIDE_BETS,
        bj_simple.SIDE_BETS,
    )
    simulation: tuple[Simulations, ...] = (
        *(f22_simulation, fi_simulation, bd_simulation, ry_simulation, fb_simulation, bj_simulation),
    )
    seats_together: Callable[[Any, int], bool] = f22_simulation.seats_together
    gym_view: tuple[Callable[[Any, int], EnvView], ...] = (
        *(f22_view.VIEW, fi_view.VIEW, bd_view.VIEW, ry_view.VIEW, fb_view.VIEW, bj_view.VIEW),
    )
    gym_kernel: tuple[Callable[[EpisodeSetting], Stepper], ...] = (
        *(f22_steps.STEPS, fi_steps.STEPS, bd_steps.STEPS, ry_steps.STEPS, fb_steps.STEPS, bj_steps.STEPS),
    )
    largest: tuple[SearchesLiability, ...] = (
        *(f22_liability.largest, fi_liability.largest, bd_liability.largest, ry_liability.largest),
        fb_liability.largest,
        bj_liability.largest,
    )

ROOT = Path(__file__).resolve().parents[2]
SRC = ROOT / "src"
CODE = {name: part for name, part in parts().items() if isinstance(part, Code)}
ROW = re.compile(r"^\| `(?P<name>\w+)` \| `(?P<file>[\w/.]+)` \|(?P<defines>.*?)\| (?P<what>.+?) \|$", re.MULTILINE)


def listed(text: str) -> dict[str, tuple[str, set[str]]]:
    """Return the parts that a page lists: for each name, the file and the names that the file must define."""
    return {row["name"]: (row["file"], set(re.findall(r"`(\w+)[^`]*`", row["defines"]))) for row in ROW.finditer(text)}


def declared() -> dict[str, tuple[str, set[str]]]:
    """Return the parts that the interface declares, in the same form."""
    found = {}
    for name, part in parts().items():
        members = {part.member} if isinstance(part, Code) and part.member else set()
        if isinstance(part, Code) and part.kind:
            members = {member for member in vars(part.kind) if not member.startswith("_")}
        found[name] = part.file, members
    return found


def test_docs_list_every_part_with_its_file_and_names() -> None:
    page = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    assert listed(page) == declared()


def test_part_missing_or_misplaced_in_the_docs_is_found() -> None:
    row = "| `felt` | `felt.toml` | | the layout |"
    assert listed(row) == {"felt": ("felt.toml", set())}
    assert listed(row.replace("felt.toml", "layout.toml"))["felt"] != declared()["felt"]


@pytest.mark.parametrize("name", OURS)
def test_every_part_with_a_file_can_be_loaded(name: str) -> None:
    provides = GAMES[name].provides
    for part_name, part in parts().items():
        found = getattr(provides, part_name)
        is_optional = isinstance(part, Code) and part.optional
        assert provides.has(part) or found is None
        assert found is not None or is_optional or not provides.has(part), part_name
        if isinstance(part, Text) and found is not None:
            assert isinstance(found, str)


def test_mypy_checks_every_module_that_provides_a_part() -> None:
    here = Path(__file__)
    typed = set(imports(here.read_text(encoding="utf-8"), Path("test_interface.py")))
    for name in OURS:
        for part in CODE.values():
            if GAMES[name].provides.has(part):
                assert f"{folder(name)}.{part.module}" in typed


def test_no_other_module_is_imported_dynamically() -> None:
    """Only the registry, the interface and the library's lazy names may import dynamically."""
    allowed = {"pitboss/__init__.py", "pitboss/games/__init__.py", "pitboss/games/interface.py"}
    allowed.add("pitboss/contract/plain_imports.py")  # locates the folder of a game from outside
    found = {
        path.relative_to(SRC).as_posix()
        for path in SRC.rglob("*.py")
        for name in imports(path.read_text(encoding="utf-8"), path.relative_to(SRC))
        if name.startswith("importlib") and name.rpartition(".")[2] in {"import_module", "importlib"}
    }
    assert found <= allowed


def test_script_only_game_provides_no_other_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_game("bare-game")
    provides = GAMES["bare-game"].provides
    assert {name for name in parts() if getattr(provides, name) is not None} <= {"felt"}


def test_part_missing_a_required_name_is_rejected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_game("half-game")
    package = tmp_path / "half-game" / "src" / "half_game"
    assert GAMES["half-game"].provides.odds is None
    (package / "count").mkdir()
    (package / "count" / "__init__.py").touch()
    (package / "count" / "odds.py").write_text("SITUATION = ()\ndef analyse(rules): ...\n", encoding="utf-8")
    (package / "count" / "expect.py").write_text("", encoding="utf-8")
    with pytest.raises(Refused, match=r"count/odds\.py .*'advise', 'advise_seat'"):
        _ = GAMES["half-game"].provides.odds
    assert GAMES["half-game"].provides.edges is None
    with pytest.raises(Refused, match=r"count/expect\.py .*'expect'"):
        _ = GAMES["half-game"].provides.expect


def test_looking_up_a_part_loads_no_heavy_package() -> None:
    program = (
        "import sys; from pitboss.games import GAMES; from pitboss.games.interface import GameInterface as I;"
        " print([GAMES[name].provides.has(I.simulation) for name in ('flop22', 'free-bet')],"
        " GAMES['flop22'].provides.felt is None,"
        " [name for name in ('numba', 'numpy') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "[True, True] False []"


def test_every_part_is_documented_in_its_declaration() -> None:
    tree = ast.parse((SRC / "pitboss" / "games" / "interface.py").read_text(encoding="utf-8"))
    body = next(node.body for node in tree.body if isinstance(node, ast.ClassDef) and node.name == "GameInterface")
    documented = {
        node.target.id
        for node, after in pairwise(body)
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
        if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) and isinstance(after.value.value, str)
    }
    assert documented == set(parts())
