"""The published schemas: generated from the types, and compared with real output."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

import pitboss as pb
from helpers.at_the_terminal import command
from helpers.schemas import TOLD, schemas
from pitboss.cli.commands import COMMANDS
from pitboss.games import GAMES
from pitboss.play.options.rules import HouseRules

PUBLISHED = Path(__file__).resolve().parents[2] / "docs" / "schemas"
INVOCATIONS: list[tuple[str, list[str]]] = [
    *(("odds", ["odds", game]) for game in GAMES),
    ("odds", ["odds", "flip-it", "--slopes"]),
    ("advise", ["advise", "flop22", "--card", "As"]),
    *(("deal", ["deal", game, "--auto", "--seed", "1", "--rounds", "3"]) for game in GAMES),
    ("simulate", ["simulate", "flop22", "--rounds", "1000"]),
    ("sweep", ["sweep", "flip-it", "--vary", "jokers=0,24"]),
    ("tune", ["tune", "roll-your-own", "--bet", "bonus", "--edge", "4%..5%"]),
    ("tune", ["tune", "roll-your-own", "--bet", "bonus", "--edge", "400%.."]),
    ("risk", ["risk", "flip-it", "--set-bet", "red=1"]),
    ("protect-count", ["protect", "blackjack", "--count", "hi-lo", "--rounds", "1e5"]),
    ("shuffle-test", ["shuffle-test", "--shuffles", "300"]),
    ("check", ["check", "flop22"]),
    ("games", ["games"]),
    *(("rules", ["rules", game]) for game in GAMES),
    *(("drill", ["drill", game, "--count", "20", "--seed", "3"]) for game in GAMES),
]


def validator(name: str) -> Any:
    return jsonschema_rs.validator_for(schemas()[name])


@pytest.mark.parametrize("name", sorted(schemas()))
def test_published_schemas_match_the_types(name: str, rewrite: bool) -> None:
    path = PUBLISHED / f"{name}.json"
    text = json.dumps(schemas()[name], ensure_ascii=False, indent=1) + "\n"
    if rewrite:
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text, "rewrite them with make transcripts"
    assert f"({name}.json)" in (PUBLISHED / "README.md").read_text(encoding="utf-8")


def test_every_command_with_json_has_a_schema() -> None:
    with_json = {name for name, each in COMMANDS.items() if "--json" in each.options}
    assert with_json <= TOLD.keys()


@pytest.mark.parametrize(
    ("name", "words"), INVOCATIONS, ids=lambda each: " ".join(each[:2]) if isinstance(each, list) else ""
)
def test_output_matches_the_schema(name: str, words: list[str]) -> None:
    done = command(*words, "--json")
    assert done.code == 0
    for line in done.out.splitlines():
        validator(name).validate(json.loads(line))


@pytest.mark.parametrize("game", list(GAMES))
def test_records_and_rules_match_the_schema(game: str, tmp_path: Path) -> None:
    dealt = pb.deal(game, seed=5, seats=2)
    validator("record").validate(dealt.record.as_data())
    validator("replay").validate(dealt.as_data())
    rules: HouseRules = pb.rules(game)
    validator(f"rules-{game}").validate(rules.as_data())
    for option in rules.named:
        for name in rules.table_names(option):
            validator(f"rules-{game}").validate({option: name})
    with pytest.raises(jsonschema_rs.ValidationError):
        validator(f"rules-{game}").validate({**rules.as_data(), "nonsense": 1})
    with pytest.raises(jsonschema_rs.ValidationError):
        validator("record").validate({"game": game})


def test_comparisons_and_protection_match_the_schema(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_text("call_it_pays = 10\n", encoding="utf-8")
    validator("compare").validate(json.loads(command("compare", "flip-it", str(path), "--json").out))
    row = {"name": "", "knows": "", "bet": "", "edge": 0.1, "share": 1, "per_100": 1, "se": 0, "exact": True}
    threats = [{**row, "closed_by": ""}]
    validator("protect").validate({"game": "", "rules": {}, "removal": {"red": {"A": 0.1}}, "threats": threats})
    with pytest.raises(jsonschema_rs.ValidationError):
        validator("protect").validate({"game": "", "rules": {}, "removal": {}, "threats": [row]})
