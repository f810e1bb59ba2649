"""
The lab's questions, each declared once: its parameters with their types, limits and help.

The command-line options, the validation of requests over HTTP or the socket, the fields of the page's forms, the tools
of `pitboss mcp`, the JSON Schema and the table in the docs are all derived from here. The library's functions have the
same parameters with the same defaults; a test compares them. Importing this module loads no solver.

>>> read_parameters("risk", {"rounds": "1,000", "goal": ""})
{'rounds': 1000}
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from pitboss.play.refused import Refused, one_of

MAX_ROUNDS = 100_000_000
"""Maximum number of rounds dealt for a question whose answer a user waits for. The command line has no such limit."""


class WholeValue(NamedTuple):
    """A whole number with limits."""

    least: int = 0
    most: int = MAX_ROUNDS

    def read(self, name: str, value: object) -> int:
        """Return the number, or raise `Refused`."""
        try:
            number = int(float(value)) if isinstance(value, float) and value.is_integer() else int(_digits(value))
        except ValueError:
            raise Refused("bad-number", f"{name}: {value!r} is not a whole number") from None
        if not self.least <= number <= self.most:
            raise Refused("bad-number", f"{name} must be from {self.least:,} to {self.most:,}, not {number:,}")
        return number

    @property
    def schema(self) -> dict[str, Any]:
        """The JSON Schema of the value."""
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


class AmountValue(NamedTuple):
    """An amount in units, whole or with decimals."""

    def read(self, name: str, value: object) -> Fraction:
        """Return the amount, or raise `Refused`."""
        try:
            return Fraction(_digits(value))
        except (ValueError, ZeroDivisionError):
            raise Refused("bad-number", f"{name}: {value!r} is not a number") from None

    @property
    def schema(self) -> dict[str, Any]:
        """The JSON Schema of the value."""
        return {"type": "number"}


class TextValue(NamedTuple):
    """A string; one of the choices, if there are any."""

    choices: tuple[str, ...] = ()

    def read(self, name: str, value: object) -> str:
        """Return the string, or raise `Refused`."""
        if self.choices and str(value) not in self.choices:
            raise Refused("bad-choice", f"{name} must be {one_of(self.choices)}, not {value!r}")
        return str(value)

    @property
    def schema(self) -> dict[str, Any]:
        """The JSON Schema of the value."""
        return {"type": "string", "enum": list(self.choices)} if self.choices else {"type": "string"}


class LinesValue(NamedTuple):
    """Several strings: a list, or one string separated by commas."""

    def read(self, name: str, value: object) -> list[str]:
        """Return the strings."""
        lines = value.split(",") if isinstance(value, str) else value if isinstance(value, list) else [value]
        return [str(line).strip() for line in lines if str(line).strip()]

    @property
    def schema(self) -> dict[str, Any]:
        """The JSON Schema of the value."""
        return {"type": "array", "items": {"type": "string"}}


class ObjectValue(NamedTuple):
    """A JSON object, such as the contents of a strategy file."""

    def read(self, name: str, value: object) -> dict[str, Any]:
        """Return the object, or raise `Refused`."""
        if not isinstance(value, Mapping):
            raise Refused("bad-question", f"{name} must be the contents of a strategy file, not {value!r}")
        return dict(value)

    @property
    def schema(self) -> dict[str, Any]:
        """The JSON Schema of the value."""
        return {"type": "object"}


Type: TypeAlias = WholeValue | AmountValue | TextValue | LinesValue | ObjectValue


class Parameter(NamedTuple):
    """One parameter of a question: a keyword argument of the library, a command-line option, a field of a form."""

    name: str
    takes: str
    """The placeholder for the value in the help, for example N or RANGE."""
    meaning: str
    type: Type = TextValue()
    default: Any = None
    label: str = ""
    """The label in the page's form; empty if the form leaves it out."""
    example: str = ""
    """The example that the form shows until something is typed."""
    suggested: str = ""
    """The value that the form starts with, if not the default."""


class QuestionDeclaration(NamedTuple):
    """A question for the lab about one set of rules."""

    name: str
    sentence: str
    parameters: tuple[Parameter, ...] = ()

    def parameter(self, name: str) -> Parameter:
        """Return a parameter by name."""
        return next(each for each in self.parameters if each.name == name)


RANKS = ("near", "edge", "sd", "hit")
COUNTS = ("hi-lo", "ko", "hi-opt-1", "hi-opt-2", "omega-2", "zen", "halves")
_ROUNDS = Parameter("rounds", "N", "rounds to simulate", WholeValue(1), None)
QUESTIONS = {
    question.name: question
    for question in (
        QuestionDeclaration("odds", "Every bet's odds, best play and the distribution of a round."),
        QuestionDeclaration("edges", "The house edge of the game as played."),
        QuestionDeclaration("slopes", "The effect of one more unit on each pay line, and of each option."),
        QuestionDeclaration(
            "tune",
            "Every pay table of a bet with a given house edge.",
            (
                Parameter("bet", "BET", "the bet to tune, for example five-card", label="Bet"),
                Parameter(
                    "edge", "RANGE", "house edge, for example 4%..5% (inclusive)", label="House edge",
                    suggested="4%..5%",
                ),
                Parameter(
                    "top", "PAYS", "highest payout of any line, for example 100:1", label="Top pay", example="100:1"
                ),
                Parameter("hit", "RANGE", "hit rate, for example 20%..", label="Wins", example="10%..20%"),
                Parameter("sd", "RANGE", "standard deviation, for example ..3.5", label="Std dev", example="2..5"),
                Parameter(
                    "keep", "LINE=PAYS", "fix a line, at its current payout or at PAYS; may be repeated", LinesValue(),
                    (),
                    label="Lines to keep", example="Flush=5:1",
                ),
                Parameter(
                    "pays", "PAYS", "payouts to try: nice (round) ones, or a range, as in 1..50", TextValue(), "nice",
                    label="Payouts", example="nice",
                ),
                Parameter(
                    "rank", "BY", "sort by edge, sd, hit or near", TextValue(RANKS), "edge", label="Rank by",
                    suggested="near",
                ),
                Parameter(
                    "joint", "STAKE", "tune for best play of this bet and the main bet together; STAKE in main bets",
                    AmountValue(),
                ),
            ),
        ),
        QuestionDeclaration(
            "risk",
            "The risk of a session for the player, and of a month for the house.",
            (
                Parameter("rounds", "N", "rounds of the session", WholeValue(1, 2_000_000), 280, label="Rounds"),
                Parameter(
                    "bankroll", "B", "bankroll in units, or as $500", AmountValue(), 100, label="Bankroll, in units"
                ),
                Parameter("goal", "G", "amount at which the player stops", AmountValue(), label="Goal, in units"),
                Parameter("hour", "N", "rounds an hour", WholeValue(1, 10_000), 70, label="Rounds an hour"),
                Parameter("month", "N", "rounds a month, for the house", WholeValue(1, 10**9), 50_400),
            ),
        ),
        QuestionDeclaration(
            "protect",
            "What card counting, hole-carding and collusion are worth, with countermeasures.",
            (Parameter("hour", "N", "rounds an hour", WholeValue(1, 10_000), 70),),
        ),
        QuestionDeclaration(
            "count",
            "A card counter with a bet spread: edge by count, win rate, SCORE, N0 and risk of ruin.",
            (
                Parameter("system", "NAME", "the tags of the count", TextValue(COUNTS), "hi-lo", label="Count"),
                Parameter(
                    "dealt", "PERCENT", "share of the shoe that is dealt, in per cent", WholeValue(1, 98), 75,
                    label="Shoe dealt, in %",
                ),
                Parameter(
                    "spread", "UNITS", "units bet below a true count of +1, at +1, +2 and so on",
                    label="Bets below +1, at +1, +2 …", suggested="1 2 4 8 12",
                ),
                _ROUNDS,
            ),
        ),
        QuestionDeclaration(
            "strategy",
            "A strategy as an editable chart.",
            (Parameter("start", "NAME", "the strategy to start from"),),
        ),
        QuestionDeclaration("simple", "A strategy simple enough to memorise, and its cost."),
        QuestionDeclaration(
            "play",
            "The cost of a strategy compared with best play.",
            (Parameter("strategy", "OBJECT", "the contents of a strategy file", ObjectValue()), _ROUNDS),
        ),
        QuestionDeclaration(
            "simulate",
            "Rounds played by a strategy: every mean with its standard error and the exact figure.",
            (
                Parameter("rounds", "N", "number of rounds", WholeValue(1), 1_000_000),
                Parameter("seed", "S", "random seed", WholeValue(0, 2**63 - 1), 1),
                Parameter("players", "N", "number of seats", WholeValue(1, 7), 1),
            ),
        ),
    )
}  # fmt: skip
"""Every question by name."""


def read_parameters(question: str, values: Mapping[str, object]) -> dict[str, Any]:
    """Return the values of a question's parameters, without those left empty, or raise `Refused`."""
    known = {each.name: each for each in QUESTIONS[question].parameters}
    if unknown := sorted(set(values) - set(known)):
        raise Refused("bad-question", f"{question} has no parameter {unknown[0]!r}: {_one_of(known)}")
    return {name: known[name].type.read(name, value) for name, value in values.items() if value not in ("", None)}


def schema_of(question: str) -> dict[str, Any]:
    """Return the JSON Schema of a question's parameters."""
    properties = {
        each.name: {
            "description": each.meaning,
            **each.type.schema,
            **({} if each.default is None else {"default": list(each.default) if each.default == () else each.default}),
        }
        for each in QUESTIONS[question].parameters
    }
    return {"type": "object", "properties": properties, "additionalProperties": False}


def _one_of(names: Iterable[str]) -> str:
    listed = list(names)
    return f"choose {one_of(listed)}" if listed else "it takes none"


def _digits(number: object) -> str:
    """Return a number as text, without thousands separators."""
    return str(number).replace(",", "").replace("_", "").strip()
