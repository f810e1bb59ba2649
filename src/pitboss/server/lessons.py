"""A lesson as plain data, dealt from its inputs: game, rules, level, seed and the answers so far."""

from __future__ import annotations

from typing import Any

from pitboss.games import GAMES
from pitboss.play.view import seen_by
from pitboss.play.words import PLAIN
from pitboss.school.chips import COLOURS
from pitboss.school.lesson import Lesson, Level, Verdict


def lesson_of(game: str, rules: dict[str, Any], wanted: dict[str, Any]) -> dict[str, Any]:
    """Deal a lesson as far as its answers go; wrong answers are judged, and the same question stands again."""
    taught, level = GAMES[game], Level(wanted["level"])
    house = taught.rules.read(rules)
    dealt = Lesson(taught, house, wanted["seed"], level)
    dealt.begin()
    verdict: Verdict | None = None
    for answer in wanted["answers"]:
        said = answer["said"]
        if said is None and level is Level.WATCH and dealt.asks:
            said = dealt.asks.right
        verdict = dealt.answer("" if said is None else said, answer["seconds"])
    events = [seen_by(event, None).as_data(PLAIN) for event in dealt.told[wanted["seen"] :]]
    told = verdict and {key: value for key, value in verdict.as_data().items() if key != "events"}
    return {
        "title": taught.title, "levels": [str(level) for level in Level], "chips": list(COLOURS), "events": events,
        "bets": {bet.name: bet.title for bet in taught.bets(house)}, "ask": dealt.asks and dealt.asks.as_data(),
        "verdict": told, "score": dealt.score(),
    }  # fmt: skip
