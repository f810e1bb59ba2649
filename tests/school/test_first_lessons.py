"""The first ten minutes in the school: the text, demonstrations and rounds a newcomer gets."""

from __future__ import annotations

import re
from collections.abc import Collection

import pytest

from pitboss.games import GAMES, OURS
from pitboss.games.procedure import clause_parts, clauses_of, first_rounds, procedure_of
from pitboss.games.rulings import rulings_of
from pitboss.play.game import Game
from pitboss.play.steps import Dealt, Settled, Turned
from pitboss.school.lessons.dealer_steps import joined, steps_of
from pitboss.school.lessons.lesson import Lesson
from pitboss.school.lessons.lesson_ask import AskKind, LessonAsk, Level, uncalled
from pitboss.school.lessons.settling import without_clause

every_game = pytest.mark.parametrize("game", [GAMES[name] for name in OURS], ids=OURS)
WORDS_PER_MINUTE = 220
"""Assumed pace of a reader. The test below limits the amount of text; no reader was timed."""
SECONDS = {AskKind.MOTION: 4, AskKind.CALL: 4, AskKind.PAYOUT: 8}
"""Seconds to make a decision after reading, and to build chips. Watching needs only a click."""


def minutes(lesson: Lesson, ask: LessonAsk) -> float:
    """Return the minutes a newcomer needs to read and answer a question."""
    watches = lesson.level is Level.WATCH
    read = [ask.reason] if watches else [ask.words, ask.hint, *(choice.words for choice in ask.choices)]
    return len(" ".join(read).split()) / WORDS_PER_MINUTE + (2 if watches else SECONDS[ask.kind]) / 60


def dealt(game: Game, seed: int, level: Level) -> tuple[int, set[str]]:
    """Return the number of questions in a round, and its motions."""
    lesson = Lesson(game, game.rules(), seed, level)
    lesson.begin()
    while ask := lesson.asks:
        lesson.answer(ask.right)
    return lesson.answered, {event.motion for event in lesson.events}


@every_game
def test_first_watched_and_guided_rounds_fit_eight_minutes_at_the_assumed_pace(game: Game) -> None:
    taken = 0.0
    for level in (Level.WATCH, Level.GUIDED):
        lesson = Lesson(game, game.rules(), first_rounds(game.name)[level], level)
        lesson.begin()
        while ask := lesson.asks:
            taken += minutes(lesson, ask)
            lesson.answer(ask.right)
    assert taken <= 8


@every_game
@pytest.mark.parametrize(("level", "most"), [(Level.WATCH, 18), (Level.GUIDED, 22), (Level.ALONE, 31)])
def test_first_rounds_are_short_and_richer_than_most(game: Game, level: Level, most: int) -> None:
    asked, motions = dealt(game, first_rounds(game.name)[level], level)
    others = [dealt(game, seed, level) for seed in range(40)]
    assert asked <= most, "ten minutes must be enough to read, to watch and to deal one"
    as_short = [len(more) <= len(motions) for long, more in others if long <= asked]
    assert sum(as_short) >= 0.9 * len(as_short)


def test_first_rounds_of_free_bet_show_its_special_rules() -> None:
    game = GAMES["free-bet"]
    firsts = first_rounds(game.name)
    free = {"ask-free-double", "place-token", "take-main"}
    wins = {"pay-main", "size-in-free-bet", "pay-pot-of-gold", "take-push-22"}
    pushes_on_22 = {"draw-for-dealer", "push-main", "end-free-bet", "tuck", "pay-push-22"}
    assert dealt(game, firsts["watch"], Level.WATCH)[1] >= free | wins
    assert dealt(game, firsts["guided"], Level.GUIDED)[1] >= free | pushes_on_22


@every_game
def test_every_dealer_motion_has_a_reason(game: Game) -> None:
    for motion in procedure_of(game.name).values():
        if motion.who == "dealer" and motion.motion not in ("void", "give-back"):
            assert motion.why, motion.motion
            assert len(motion.why.split()) <= 20, motion.why


@every_game
def test_joined_motions_are_the_dealer_s_and_occur_in_some_round(game: Game) -> None:
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


def test_card_is_shown_before_its_total_is_called_without_the_total() -> None:
    game, calls = GAMES["free-bet"], 0
    for level in (Level.GUIDED, Level.ALONE):
        for seed in range(20):
            lesson = Lesson(game, game.rules(), seed, level)
            lesson.begin()
            while ask := lesson.asks:
                if ask.kind is AskKind.CALL:
                    shown = lesson.shown_events[-1]
                    assert isinstance(shown, Dealt | Turned)
                    assert shown.makes == ask.right
                    assert getattr(uncalled(ask, lesson.shown_events)[-1], "makes", "") is None
                    assert lesson.answer(ask.right).called == shown
                    calls += 1
                else:
                    assert uncalled(ask, lesson.shown_events) == lesson.shown_events
                    assert lesson.answer(ask.right).called is None
    assert calls


def test_hand_is_read_when_its_cards_are_turned() -> None:
    game, read = GAMES["beat-the-dealer"], 0
    for seed in range(10):
        lesson = Lesson(game, game.rules(), seed, Level.GUIDED)
        lesson.begin()
        while ask := lesson.asks:
            if ask.kind is AskKind.CALL:
                assert isinstance(lesson.shown_events[-1], Turned)
                assert lesson.answer(ask.right).called is None
                read += 1
            else:
                lesson.answer(ask.right)
    assert read


@every_game
def test_every_clause_can_be_opened(game: Game) -> None:
    found = clauses_of(game.name) | {ruling.number: ruling.plain for ruling in rulings_of(game.rules)}
    for motion in procedure_of(game.name).values():
        for part in clause_parts(motion.clause):
            assert found[part]


@every_game
def test_settling_order_is_explained_when_settling_starts(game: Game) -> None:
    order = without_clause(procedure_of(game.name).settles)
    texts = {}
    for level in (Level.WATCH, Level.GUIDED):
        lesson = Lesson(game, game.rules(), first_rounds(game.name)[level], level)
        lesson.begin()
        read = []
        while ask := lesson.asks:
            read.append(ask.reason if level is Level.WATCH else ask.hint)
            lesson.answer(ask.right)
        texts[level] = read
    assert sum(order in words for words in texts[Level.WATCH]) == 1
    assert sum(words.startswith(order.partition(";")[0].removesuffix(".")) for words in texts[Level.GUIDED]) == 1


def words_per_step(level: Level) -> float:
    """Return the average number of words per step in the first round of Free Bet."""
    game = GAMES["free-bet"]
    lesson = Lesson(game, game.rules(), first_rounds(game.name)[level], level)
    lesson.begin()
    read = []
    while ask := lesson.asks:
        asked = [ask.words, ask.hint, *(choice.words for choice in ask.choices)]
        read.append(len((ask.reason if level is Level.WATCH else " ".join(asked)).split()))
        lesson.answer(ask.right)
    return sum(read) / len(read)


def test_first_rounds_of_free_bet_use_few_words() -> None:
    assert words_per_step(Level.WATCH) <= 22
    assert words_per_step(Level.GUIDED) <= 30


def hints(game: Game, seed: int, level: Level, met: Collection[str] | None) -> dict[str, str]:
    """Return the hint for each motion the first time it is asked, checking that none is repeated."""
    lesson = Lesson(game, game.rules(), seed, level, met=met)
    lesson.begin()
    found: dict[str, str] = {}
    while ask := lesson.asks:
        if ask.kind is AskKind.MOTION:
            name = ask.right.partition(":")[0]
            assert name not in found or not ask.hint
            found.setdefault(name, ask.hint)
        lesson.answer(ask.right)
    return found


@every_game
def test_dealing_alone_gives_one_hint_for_each_new_motion(game: Game) -> None:
    seen: set[str] = set()
    for level in (Level.WATCH, Level.GUIDED):
        seen |= dealt(game, first_rounds(game.name)[level], level)[1]
    new = set()
    for seed in range(12):
        for name, hint in hints(game, seed, Level.ALONE, seen).items():
            assert hint.startswith("New: ") is (name not in seen and bool(procedure_of(game.name)[name].why))
            new |= {name} if hint else set()
    assert new, "some round has what the first ones do not"
    assert not any(hints(game, 0, Level.ALONE, None).values()), "a table test tells nothing"
    assert not any(hints(game, 0, Level.CLOCK, seen).values())


def test_free_split_and_sideways_hand_get_a_hint_when_new() -> None:
    game = GAMES["free-bet"]
    found: dict[str, str] = {}
    for seed in range(2, 120):
        found |= {name: hint for name, hint in hints(game, seed, Level.ALONE, ()).items() if hint}
    for name, hint in found.items():  # its purpose, but never the motion itself: that is the answer
        assert hint.startswith("New: ")
        assert procedure_of("free-bet")[name].does not in hint
    assert {"lay-sideways", "split-cards"} <= found.keys()


@pytest.mark.parametrize("name", ["free-bet", "roll-your-own"])
def test_calls_sound_like_a_real_table(name: str) -> None:
    game, busts = GAMES[name], 0
    for seed in range(40):
        lesson = Lesson(game, game.rules(), seed, Level.ALONE)
        lesson.begin()
        while ask := lesson.asks:
            for choice in ask.choices if ask.kind is AskKind.CALL else ():
                number = choice.words.removeprefix("soft ")
                most = 26 if "your own hand" in ask.words and not choice.words.startswith("soft") else 21
                assert not number.isdigit() or int(number) <= most, (ask.words, choice.words)
                busts += choice.words == "too many" and choice.name == ask.right
            lesson.answer(ask.right)
    assert busts


@every_game
def test_no_choice_names_a_bet_missing_from_the_seat(game: Game) -> None:
    bets = {bet.name for bet in game.bets(game.rules())}
    for seed in range(20):
        lesson = Lesson(game, game.rules(), seed, Level.ALONE)
        lesson.begin()
        while ask := lesson.asks:
            lie = {(event.seat, event.bet) for event in lesson.events if isinstance(event, Settled)}
            for choice in ask.choices:
                verb, _, bet = choice.name.partition(":")[0].partition("-")
                seat = re.search(r"\(seat (\d+)", choice.words)
                if verb in ("take", "push", "pay") and bet in bets and seat:
                    assert (int(seat[1]), bet) in lie, choice.words
            lesson.answer(ask.right)
