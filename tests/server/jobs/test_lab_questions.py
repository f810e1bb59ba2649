"""The questions of the lab: one declaration, and everything derived from it."""

from __future__ import annotations

from collections.abc import Iterator
from inspect import signature
from pathlib import Path
from typing import Any, get_args

import jsonschema_rs
import pytest

import pitboss as pb
from pitboss.cli.command import ValueOption
from pitboss.cli.commands.lab_commands import COMMAND_GROUP
from pitboss.lab.questions import QUESTIONS, RANKS, read_parameters, schema_of
from pitboss.lab.tune import RANKS as TUNING_RANKS
from pitboss.play.refused import Refused
from pitboss.server.jobs import lab_answers, lab_tasks
from pitboss.solving.answers.card_counts import SYSTEMS

LIBRARY: dict[str, Any] = {"tune": pb.tune, "risk": pb.risk, "protect": pb.protect, "simulate": pb.simulate}
BY_POSITION = {("tune", "bet"), ("tune", "edge"), ("simulate", "rounds")}
"""Required arguments of the library, which have no default there."""


@pytest.mark.parametrize("name", LIBRARY)
def test_library_has_the_same_parameters_and_defaults(name: str) -> None:
    own = signature(LIBRARY[name]).parameters
    for parameter in QUESTIONS[name].parameters:
        assert parameter.name in own
        if (name, parameter.name) not in BY_POSITION:
            assert own[parameter.name].default == parameter.default


@pytest.mark.parametrize("name", ["tune", "risk", "protect"])
def test_command_line_has_every_parameter(name: str) -> None:
    options = {one.name: one for one in COMMAND_GROUP[name].takes if isinstance(one, ValueOption)}
    for parameter in QUESTIONS[name].parameters:
        assert options[f"--{parameter.name}"].meaning == parameter.meaning


def test_every_question_is_available_on_the_server() -> None:
    assert set(get_args(lab_tasks.LabKind)) == set(QUESTIONS) == set(lab_answers.KINDS)


def test_choices_match_the_library() -> None:
    assert set(RANKS) == set(TUNING_RANKS)
    assert QUESTIONS["count"].parameter("system").type.schema["enum"] == list(SYSTEMS)


@pytest.mark.parametrize("name", QUESTIONS)
def test_answer_function_takes_every_parameter(name: str) -> None:
    own = signature(lab_answers.KINDS[name]).parameters
    takes_any = any(each.kind is each.VAR_KEYWORD for each in own.values())
    assert takes_any or {each.name for each in QUESTIONS[name].parameters} <= set(own)


@pytest.mark.parametrize(
    ("name", "parameters", "code"),
    [
        ("risk", {"rounds": "many"}, "bad-number"),
        ("risk", {"rounds": 0}, "bad-number"),
        ("risk", {"rounds": 2_000_001}, "bad-number"),
        ("risk", {"bankroll": "1/0"}, "bad-number"),
        ("risk", {"bank": 5}, "bad-question"),
        ("odds", {"rounds": 5}, "bad-question"),
        ("tune", {"rank": "size"}, "bad-choice"),
        ("count", {"dealt": 99}, "bad-number"),
        ("play", {"strategy": "best"}, "bad-question"),
    ],
)
def test_invalid_parameter_is_refused_before_any_work(name: str, parameters: dict[str, Any], code: str) -> None:
    with pytest.raises(Refused) as refused:
        lab_tasks.checked_input(name, "flop22", {}, parameters)
    assert refused.value.code == code


def test_values_are_parsed_from_forms_and_programs() -> None:
    assert read_parameters("risk", {"rounds": "2,000", "goal": "", "hour": None}) == {"rounds": 2000}
    assert read_parameters("risk", {"rounds": 1e3, "bankroll": 2.5}) == {"rounds": 1000, "bankroll": 2.5}
    assert read_parameters("tune", {"keep": "Flush=5:1, Pair"}) == {"keep": ["Flush=5:1", "Pair"]}


@pytest.mark.parametrize("name", QUESTIONS)
def test_schema_accepts_the_defaults(name: str) -> None:
    defaults = {each.name: each.default for each in QUESTIONS[name].parameters if each.default is not None}
    checker = jsonschema_rs.validator_for(schema_of(name))
    assert checker.is_valid({key: list(value) if value == () else value for key, value in defaults.items()})
    assert not checker.is_valid({"no such parameter": 1})


def documented() -> Iterator[str]:
    for question in QUESTIONS.values():
        yield f"| `{question.name}` | | {question.sentence} |"
        for each in question.parameters:
            default = "" if each.default in (None, ()) else f" Default: {each.default}."
            yield f"| | `{each.name}` | {each.meaning[0].upper()}{each.meaning[1:]}.{default} |"


def test_docs_contain_the_table_of_questions() -> None:
    page = (Path(__file__).parents[3] / "docs" / "protocol.md").read_text(encoding="utf-8")
    assert "\n".join(documented()) in page
