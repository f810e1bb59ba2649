"""The published schemas: made of the types, and held against what is really printed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

import pitboss as pb
from helpers.at_the_terminal import command
from pitboss.cli.commands import COMMANDS
from pitboss.games import GAMES
from pitboss.lab.schemas import TOLD, schemas
from pitboss.play.options.rules import HouseRules

PUBLISHED = Path(__file__).resolve().parents[2] / "docs" / "schemas"
ASKED: list[tuple[str, list[str]]] = [
    *(("odds", ["odds", game]) for game in GAMES),
    ("odds", ["odds", "flip-it", "--slopes"]),
    ("advise", ["advise", "flop22", "--card", "As"]),
    *(("deal", ["deal", game, "--auto", "--seed", "1", "--rounds", "3"]) for game in GAMES),
    ("simulate", ["simulate", "flop22", "--rounds", "1000"]),
    ("sweep", ["sweep", "flip-it", "--vary", "jokers=0,24"]),
    ("tune", ["tune", "roll-your-own", "--bet", "bonus", "--edge", "4%..5%"]),
    ("tune", ["tune", "roll-your-own", "--bet", "bonus", "--edge", "400%.."]),
    ("risk", ["risk", "flip-it", "--set-bet", "red=1"]),
    ("shuffle-test", ["shuffle-test", "--shuffles", "300"]),
    ("check", ["check", "flop22"]),
    *(("drill", ["drill", game, "--count", "20", "--seed", "3"]) for game in GAMES),
]


def valid(name: str) -> Any:
    return jsonschema_rs.validator_for(schemas()[name])


@pytest.mark.parametrize("name", sorted(schemas()))
def test_what_is_published_is_what_the_types_say(name: str, rewrite: bool) -> None:
    path = PUBLISHED / f"{name}.json"
    text = json.dumps(schemas()[name], ensure_ascii=False, indent=1) + "\n"
    if rewrite:
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text, "write them anew with make transcripts"
    assert f"({name}.json)" in (PUBLISHED / "README.md").read_text(encoding="utf-8")


def test_every_command_with_json_has_a_schema() -> None:
    with_json = {name for name, each in COMMANDS.items() if "--json" in each.options}
    assert with_json <= TOLD.keys()


@pytest.mark.parametrize(
    ("name", "words"), ASKED, ids=lambda each: " ".join(each[:2]) if isinstance(each, list) else ""
)
def test_what_is_printed_holds(name: str, words: list[str]) -> None:
    done = command(*words, "--json")
    assert done.code == 0
    for line in done.out.splitlines():
        valid(name).validate(json.loads(line))


@pytest.mark.parametrize("game", list(GAMES))
def test_records_and_rules_hold(game: str, tmp_path: Path) -> None:
    dealt = pb.deal(game, seed=5, seats=2)
    valid("record").validate(dealt.record.as_data())
    valid("replay").validate(dealt.as_data())
    rules: HouseRules = pb.rules(game)
    valid(f"rules-{game}").validate(rules.as_data())
    for option in rules.named:
        for name in rules.table_names(option):
            valid(f"rules-{game}").validate({option: name})
    with pytest.raises(jsonschema_rs.ValidationError):
        valid(f"rules-{game}").validate({**rules.as_data(), "nonsense": 1})
    with pytest.raises(jsonschema_rs.ValidationError):
        valid("record").validate({"game": game})


def test_comparisons_and_protections_hold(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_text("call_it_pays = 10\n", encoding="utf-8")
    valid("compare").validate(json.loads(command("compare", "flip-it", str(path), "--json").out))
    row = {"name": "", "knows": "", "bet": "", "edge": 0.1, "share": 1, "per_100": 1, "se": 0, "exact": True}
    threats = [{**row, "closed_by": ""}]
    valid("protect").validate({"game": "", "rules": {}, "removal": {"red": {"A": 0.1}}, "threats": threats})
    with pytest.raises(jsonschema_rs.ValidationError):
        valid("protect").validate({"game": "", "rules": {}, "removal": {}, "threats": [row]})
