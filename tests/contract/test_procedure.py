"""Every event names its motion, and motions come in the order of the game's procedure (C-10)."""

from __future__ import annotations

import random
import re
import tomllib
from importlib import resources
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.procedures import follows, motions
from helpers.stacking import random_wagers, rules_of, shuffled
from pitboss.games import GAMES, folder
from pitboss.games.procedure import procedure_of
from pitboss.play.game import Game
from pitboss.play.records.record_reader import read_text
from pitboss.play.round import Round, replay_whole
from pitboss.play.steps import Dealt
from pitboss.table.seal.shoe import Shoe

TRANSCRIPTS = sorted((Path(__file__).parents[1] / "games" / "transcripts").glob("*/*.txt"))
NAMES = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def play_random_round(game: Game, rules: object, seed: int) -> Round:
    """Play a round with random answers at every seat."""
    draw = random.Random(seed)
    dealt = Round(game, rules, shuffled(game, rules, seed))  # type: ignore[arg-type]
    tries = (random_wagers(game, rules, dealt.board, draw) for _ in range(100))
    dealt.place(next(wagers for wagers in tries if wagers))
    while dealt.pending:
        for seat, options in list(dealt.pending.options.items()):
            dealt.say(seat, draw.choice(options).name)
    return dealt


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_transcripts_follow_the_procedure(path: Path) -> None:
    dealt = replay_whole(read_text(path.read_text(encoding="utf-8").split("\n\n", maxsplit=1)[0], GAMES))
    names = motions(dealt.events)
    if dealt.void_reason is not None:
        assert names[names.index("void") + 1 :] == ["give-back"] * (len(names) - names.index("void") - 1)
    else:
        assert follows(dealt.game.name, dealt.events), " ".join(names)


@every_game
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_random_rounds_follow_the_procedure_under_any_house_rules(game: Game, data: st.DataObject, seed: int) -> None:
    dealt = play_random_round(game, data.draw(rules_of(game)), seed)
    procedure = procedure_of(game.name)
    assert all(event.motion in procedure for event in dealt.events)
    assert all(event.as_data()["motion"] == event.motion for event in dealt.events)
    assert follows(game.name, dealt.events), " ".join(motions(dealt.events))


@every_game
def test_procedure_rejects_wrong_orders(game: Game) -> None:
    """Reject rounds without closing bets, with a bet settled before the deal, or with cards racked first."""
    for seed in range(20):
        names = motions(play_random_round(game, game.rules(), seed).events)
        closed = names.index("close-bets")
        settled = next(place for place, name in enumerate(names) if name.startswith(("take-", "pay-", "push-")))
        for wrong in (
            [*names[:closed], *names[closed + 1 :]],
            [*names[: closed + 1], names[settled], *names[closed + 1 : settled], *names[settled + 1 :]],
            [names[-1], *names[:-1]],
            [*names, names[closed]],
        ):
            assert not procedure_of(game.name).follows(wrong), " ".join(wrong)


@every_game
def test_every_motion_of_the_procedure_quotes_its_clause(game: Game) -> None:
    procedure = procedure_of(game.name)
    names = set(NAMES.findall(f"{procedure.opening} {procedure.order}")) | {"cut-card", "void", "give-back"}
    assert set(procedure) - {"cut-card"} == names - {"cut-card"}
    rulings = (Path(__file__).parents[2] / "docs" / "rulings.md").read_text(encoding="utf-8")
    for motion in procedure.values():
        assert motion.who in ("dealer", "player")
        assert motion.does
        assert motion.ends
        for ruling in re.findall(r"\b(?:C|F22|FI|BD|RY|FB)-\d+\b", motion.clause):
            assert f"- {ruling} " in rulings, f"{motion.motion} quotes {ruling}"
        game.rules().with_settings(motion.where)


def irregularities(game: Game) -> list[dict[str, str]]:
    """Return the irregularities listed for the game."""
    text = (resources.files(folder(game.name)) / "irregular.toml").read_text(encoding="utf-8")
    return list(tomllib.loads(text)["cases"])


@every_game
def test_irregularities_of_rule_7_happen_while_hands_are_played(game: Game) -> None:
    procedure = procedure_of(game.name)
    for case in irregularities(game):
        assert case["at"] in procedure
        if case["clause"].startswith("rule 7"):  # Roll Your Own's rules of play
            assert procedure[case["at"]].clause.startswith("rule 7"), case["name"]


@every_game
def test_every_quoted_clause_is_on_the_game_page(game: Game) -> None:
    """Look up, on the game's documentation page, every clause that may be quoted to a dealer."""
    page = (Path(__file__).parents[2] / "docs" / "games" / f"{game.name}.md").read_text(encoding="utf-8").lower()
    clauses = [motion.clause for motion in procedure_of(game.name).values()]
    clauses += [case["clause"] for case in irregularities(game)]
    for named in {part.strip() for clause in clauses for part in clause.split(",")}:
        if not re.match(r"(?:C|F22|FI|BD|RY|FB)-\d|(?:rule|paragraph|procedure)s? \d|\d", named):
            assert re.sub(r" \d( and \d)?$", "", named).lower() in page, f"{named} is not on the page"


@every_game
def test_shoe_opens_by_the_procedure(game: Game) -> None:
    rules = game.rules()
    shoe = Shoe(game, rules, random.Random(3))
    for _ in range(120):
        opening, dealt = shoe.open_round()
        if opening:
            assert procedure_of(game.name).opens(motions(opening)), motions(opening)
        dealt.place(random_wagers(game, rules, dealt.board, random.Random(1)))
        while dealt.pending:
            dealt.close_offer()
        for place, name in enumerate(motions(dealt.events)):
            if name == "cut-card":
                assert isinstance(dealt.events[place + 1], Dealt)
        is_last = game.cut_card is not None and len(dealt.pack) < game.cut_card(rules)
        assert ("cut-card" in motions(dealt.events)) == is_last
        shoe.take_back(dealt)
