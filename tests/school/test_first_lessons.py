"""The first ten minutes in the school: what a newcomer reads, watches and deals."""

from __future__ import annotations

import pytest

from pitboss.games import GAMES, OURS
from pitboss.games.procedure import clause_parts, clauses_of, first_rounds, procedure_of
from pitboss.games.rulings import rulings_of
from pitboss.play.game import Game
from pitboss.play.steps import Dealt, Turned
from pitboss.school.ask import AskKind, LessonAsk, Level, uncalled
from pitboss.school.lesson import Lesson
from pitboss.school.steps import joined, steps_of

every_game = pytest.mark.parametrize("game", [GAMES[name] for name in OURS], ids=OURS)
WORDS_A_MINUTE = 220
SECONDS = {AskKind.MOTION: 4, AskKind.CALL: 4, AskKind.PAYOUT: 8}
"""What a decision takes once everything is read, and building chips; who watches only goes on."""


def minutes(lesson: Lesson, ask: LessonAsk) -> float:
    """How long who meets it for the first time takes to read a question and to answer it."""
    watches = lesson.level is Level.WATCH
    read = [ask.reason] if watches else [ask.words, ask.hint, *(choice.words for choice in ask.choices)]
    return len(" ".join(read).split()) / WORDS_A_MINUTE + (2 if watches else SECONDS[ask.kind]) / 60


def dealt(game: Game, seed: int, level: Level) -> tuple[int, set[str]]:
    """How much a round asks, and its motions."""
    lesson = Lesson(game, game.rules(), seed, level)
    lesson.begin()
    while ask := lesson.asks:
        lesson.answer(ask.right)
    return lesson.answered, {event.motion for event in lesson.events}


@every_game
def test_a_newcomer_has_watched_and_dealt_a_round_after_eight_minutes(game: Game) -> None:
    taken = 0.0
    for level in (Level.WATCH, Level.GUIDED):
        lesson = Lesson(game, game.rules(), first_rounds(game.name)[level], level)
        lesson.begin()
        while ask := lesson.asks:
            taken += minutes(lesson, ask)
            lesson.answer(ask.right)
    assert taken <= 8


@every_game
@pytest.mark.parametrize(("level", "most"), [(Level.WATCH, 18), (Level.GUIDED, 22)])
def test_the_first_rounds_are_short_and_have_more_in_them_than_most(game: Game, level: Level, most: int) -> None:
    asked, motions = dealt(game, first_rounds(game.name)[level], level)
    others = [dealt(game, seed, level) for seed in range(40)]
    assert asked <= most, "ten minutes must be enough to read, to watch and to deal one"
    as_short = [len(more) <= len(motions) for long, more in others if long <= asked]
    assert sum(as_short) >= 0.9 * len(as_short)


def test_the_first_rounds_of_free_bet_show_what_makes_it_free_bet() -> None:
    game = GAMES["free-bet"]
    firsts = first_rounds(game.name)
    free = {"ask-free-double", "place-token", "take-main"}
    wins = {"pay-main", "size-in-free-bet", "pay-pot-of-gold", "take-push-22"}
    pushes_on_22 = {"draw-for-dealer", "push-main", "end-free-bet", "tuck", "pay-push-22"}
    assert dealt(game, firsts["watch"], Level.WATCH)[1] >= free | wins
    assert dealt(game, firsts["guided"], Level.GUIDED)[1] >= free | pushes_on_22


@every_game
def test_every_motion_of_the_dealer_says_why_it_is_made(game: Game) -> None:
    for motion in procedure_of(game.name).values():
        if motion.who == "dealer" and motion.motion not in ("void", "give-back"):
            assert motion.why, motion.motion
            assert len(motion.why.split()) <= 20, motion.why


@every_game
def test_what_is_learned_as_one_is_made_by_the_dealer_and_comes_in_some_round(game: Game) -> None:
    procedure = procedure_of(game.name)
    left = set(procedure.together)
    for seed in range(400):
        if not left:
            break
        steps = joined(procedure, steps_of(game, Lesson(game, game.rules(), seed).events))
        for step in steps:
            if step.parts:
                left -= {one for one in left if one.fits(step.names)}
                assert all(procedure[name].who == "dealer" for name in step.names)
    assert not left


def test_a_card_lies_there_before_its_total_is_called_and_nobody_sees_the_total() -> None:
    game, calls = GAMES["free-bet"], 0
    for level in (Level.GUIDED, Level.ALONE):
        for seed in range(20):
            lesson = Lesson(game, game.rules(), seed, level)
            lesson.begin()
            while ask := lesson.asks:
                if ask.kind is AskKind.CALL:
                    lies = lesson.told[-1]
                    assert isinstance(lies, Dealt | Turned)
                    assert lies.makes == ask.right
                    assert getattr(uncalled(ask, lesson.told)[-1], "makes", "") is None
                    assert lesson.answer(ask.right).called == lies
                    calls += 1
                else:
                    assert uncalled(ask, lesson.told) == lesson.told
                    assert lesson.answer(ask.right).called is None
    assert calls


def test_a_hand_is_read_when_its_cards_are_turned() -> None:
    game, read = GAMES["beat-the-dealer"], 0
    for seed in range(10):
        lesson = Lesson(game, game.rules(), seed, Level.GUIDED)
        lesson.begin()
        while ask := lesson.asks:
            if ask.kind is AskKind.CALL:
                assert isinstance(lesson.told[-1], Turned)
                assert lesson.answer(ask.right).called is None
                read += 1
            else:
                lesson.answer(ask.right)
    assert read


@every_game
def test_every_clause_opens(game: Game) -> None:
    found = clauses_of(game.name) | {ruling.number: ruling.plain for ruling in rulings_of(game.rules)}
    for motion in procedure_of(game.name).values():
        for part in clause_parts(motion.clause):
            assert found[part]
