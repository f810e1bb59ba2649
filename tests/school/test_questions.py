"""Every question of every skill, in each game and under house rules, matches the replay of its record."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path

import pytest

from helpers.answering import answer
from helpers.at_the_terminal import command
from helpers.outside import casino_war
from helpers.procedures import handout
from pitboss.games import GAMES, OURS
from pitboss.games.procedure import procedure_of
from pitboss.play.layout import layout_after
from pitboss.play.refused import Refused
from pitboss.play.round import replay_whole
from pitboss.school.irregularities import irregularities, irregularities_under
from pitboss.school.lessons.lesson import Lesson, Level
from pitboss.school.skills import questions, seeded, skills_of
from pitboss.school.skills.playing_skills import _worths, decisions

ALL = [(name, skill) for name in OURS for skill in skills_of(GAMES[name])]
PAIRS = [(name, skill) for name, skill in ALL if skill != "play"]
HOUSE = {
    "flop22": ["bonus_pays=double-only", "aggregate=$60", "chip=$0.50"],
    "flip-it": ["decks=2", "jokers=6", "cut_card=20", "paytable=2"],
    "beat-the-dealer": ["five_card_bonus_survives_fold=yes", "ante_pays_from=flush"],
    "roll-your-own": ["dealer_peeks=no", "blackjack_pays=6:5", "max_splits=1"],
    "free-bet": ["free_splits=no", "decks=2", "blackjack_pays=6:5", "chip=$5"],
    "blackjack": ["hole_card=no", "surrender=early", "lucky_ladies=yes", "blackjack_pays=6:5", "chip=$5"],
}
FORM = {"skill", "question", "record", "seat", "bet", "options", "right", "clause", "target_seconds"}


def wrong(name: str, skill: str, many: int, settings: list[str], a_round: int = 1) -> list[object]:
    """Return the questions whose own answer differs from the replayed one."""
    rules = GAMES[name].rules().with_settings(settings)
    asked = islice(questions(GAMES[name], rules, [skill], 7, a_round), many)
    found: list[object] = []
    for question in asked:
        data = json.loads(json.dumps(question.as_data()))
        assert data.keys() >= FORM
        if answer(data) != data["right"]:
            found.append((data["question"], data["right"]))
    return found


@pytest.mark.parametrize(("name", "skill"), PAIRS)
def test_replaying_the_record_gives_the_right_answer(name: str, skill: str) -> None:
    assert wrong(name, skill, 60, []) == []
    assert wrong(name, skill, 40, HOUSE[name]) == []


@pytest.mark.parametrize("name", ["flop22", "beat-the-dealer"])
def test_best_play_matches_advise(name: str) -> None:
    assert wrong(name, "play", 3, []) == []


@pytest.mark.slow
@pytest.mark.parametrize(("name", "skill"), ALL)
def test_a_hundred_thousand_questions_of_each_skill_are_right(name: str, skill: str) -> None:
    assert wrong(name, skill, 100_000, [], a_round=4) == []


@pytest.mark.parametrize("name", OURS)
def test_drill_reaches_every_motion(name: str) -> None:
    game, procedure = GAMES[name], procedure_of(name)
    plain = {motion for motion, described in procedure.items() if not described.where}
    reached = {"void", "give-back"} if irregularities(name) else set()
    for seed in range(60):
        lesson = Lesson(game, game.rules(), seed, Level.ALONE, seats=6)
        reached |= {event.motion for event in lesson.events}
    rare = plain - reached
    assert all(reaches(name, motion, CROWDED.get(motion, [])) for motion in rare), f"{name}: {sorted(rare)}"
    for motion, described in procedure.items():
        if described.where:
            assert reaches(name, motion, list(described.where)), f"{name}: {motion}"


CROWDED = {"run-out": ["seats=12"], "pay-left-in-action": ["seats=12"]}
"""Twelve seats use up a deck; six do so once in thousands of rounds."""


def reaches(name: str, motion: str, settings: list[str]) -> bool:
    """Return whether a lesson under these house rules reaches the motion."""
    rules = GAMES[name].rules().with_settings(settings)
    lessons = (Lesson(GAMES[name], rules, seed, Level.ALONE, seats=12) for seed in range(2, 10000, 10))
    return any(event.motion == motion for lesson in lessons for event in lesson.events)


def test_same_seed_asks_the_same_and_json_output_asks_nothing() -> None:
    arguments = ("drill", "free-bet", "--count", "12", "--seed", "5", "--json")
    first, second = command(*arguments), command(*arguments)
    assert first.out == second.out
    assert len({json.loads(line)["skill"] for line in first.out.splitlines()}) > 6
    assert first.code == 0


def test_changed_option_changes_the_drill() -> None:
    game = GAMES["flop22"]
    plain = [q.right for q in islice(questions(game, game.rules(), ["payout"], 2), 200)]
    rules = game.rules().with_settings(["bonus_table.Card Total 21=5:1,5:1,5:1"])
    assert [q.right for q in islice(questions(game, rules, ["payout"], 2), 200)] != plain


def test_skills_missing_from_a_game_are_rejected() -> None:
    assert "has no skill 'count'" in command("drill", "flop22", "--skill", "count", "--json").err
    assert "has no skill 'play'" in command("drill", "flip-it", "--skill", "play", "--json").err
    with pytest.raises(Refused) as fault:
        list(islice(questions(GAMES["flop22"], GAMES["flop22"].rules(), ["count"], 1), 1))
    assert fault.value.code == "no-question"


@pytest.mark.parametrize("skill", [skill for skill in skills_of(GAMES["free-bet"]) if skill != "talk"])
@pytest.mark.parametrize("said", ["?", "9", "pay", "take", "take 5, push, hello", "12, 2, x", "-"])
def test_typing_errors_are_refused_and_not_graded(skill: str, said: str) -> None:
    question = next(questions(GAMES["free-bet"], GAMES["free-bet"].rules(), [skill], 5))
    if skill == "payout" and said == "9":
        assert question.is_right(said) is (question.right == 900)
        return
    with pytest.raises(Refused):
        question.is_right(said)


@pytest.mark.parametrize("name", OURS)
def test_procedure_document_matches_the_data(name: str, rewrite: bool) -> None:
    page = Path(__file__).parents[2] / "docs" / "procedures" / f"{name}.md"
    if rewrite:
        page.parent.mkdir(exist_ok=True)
        page.write_text(handout(GAMES[name]), encoding="utf-8")
    assert page.read_text(encoding="utf-8") == handout(GAMES[name]), "out of date: run make transcripts"


def test_game_without_procedure_reports_it_and_drills_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    game = casino_war(monkeypatch)
    assert not {"order", "spot", "irregular"} & set(skills_of(game))
    for skill in ("payout", "settle", "legal", "talk"):
        assert next(questions(game, game.rules(), [skill], 3)).clause == f"the rules of {game.title}"
    for extra in (["--skill", "order"], ["--deal"], ["--test", "--name", "Ada", "--out", "x.html"]):
        refused = command("drill", "casino-war", *extra)
        assert refused.code == 2
        assert "has no procedure.toml" in refused.err.replace("\n", " ")
        assert "Its skills are payout" in refused.err.replace("\n", " ")


def test_win_cut_to_zero_by_the_aggregate_is_paid_zero_not_pushed() -> None:
    game = GAMES["flop22"]
    rules = game.rules().with_settings(["aggregate=$1"])
    held = [
        question
        for question in islice(questions(game, rules, ["settle"], 3), 40)
        for _, _, act, cents in question.right
        if act == "pay" and cents == 0
    ]
    assert held, "one chip is soon won"
    assert "capped at $0" in held[0].reason
    assert held[0].is_right(", ".join(f"{act} {cents / 100}" for _, _, act, cents in held[0].right))
    assert not held[0].is_right(", ".join("push" if not c else f"{act} {c / 100}" for _, _, act, c in held[0].right))
    reasons = [q.reason for q in islice(questions(game, rules, ["payout"], 3), 80) if "capped at" in q.reason]
    assert any("capped at $0 by the aggregate" in reason for reason in reasons)


@pytest.mark.parametrize("name", OURS)
def test_order_question_shows_the_whole_table_and_no_hidden_card(name: str) -> None:
    game = GAMES[name]
    for question in islice(questions(game, game.rules(), ["order"], 4), 40):
        before = replay_whole(question.record).events[: question.more["after"]]
        places = layout_after(before, question.record.board)
        up = {card.sign for cards in places.cards.values() for card in cards if not card.is_hidden}
        assert all(sign in question.question for sign in up)
        assert all(f"Seat {seat}: " in question.question for seat, _ in places.chips())
        assert "??" not in question.question
        hidden = [card for cards in places.cards.values() for card in cards if card.is_hidden]
        assert not hidden or "face down" in question.question


def test_insurance_is_priced_by_its_own_stake() -> None:
    game = GAMES["free-bet"]
    rounds = seeded(game, game.rules(), ["play"], 5)[1]
    dealt, here = next((r, d) for r in rounds for d in decisions(r.record) if d.offer.about == "insurance")
    units, cents = _worths(dealt, here)
    stake = max(option.cost for option in here.offer.options[here.seat])
    first, second = units
    assert cents[first] - cents[second] == pytest.approx((units[first] - units[second]) * stake)


def test_irregularities_follow_the_house_rules() -> None:
    rules = GAMES["blackjack"].rules()
    usual = {case["name"] for case in irregularities_under(rules, "blackjack")}
    generous = rules.with_settings(["hit_split_aces=yes", "double_any_number=yes", "hole_card=no"])
    left = {case["name"] for case in irregularities_under(generous, "blackjack")}
    assert usual - left == {"hit-split-ace", "three-card-double", "hole-exposed", "late-insurance"}
