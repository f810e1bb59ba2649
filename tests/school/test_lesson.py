"""Deal it yourself: the trainee makes the motions of a real round and gets immediate feedback."""

from __future__ import annotations

from random import Random

import pytest

from pitboss.games import GAMES, OURS
from pitboss.games.procedure import procedure_of
from pitboss.play.game import Game
from pitboss.play.records.ledger import net
from pitboss.play.refused import Refused
from pitboss.play.round import replay, replay_whole
from pitboss.play.steps import Dealt, Settled, Turned
from pitboss.school.lessons.dealer_steps import steps_of
from pitboss.school.lessons.lesson import Lesson
from pitboss.school.lessons.lesson_ask import AskKind, Level
from pitboss.school.lessons.plausible_motions import ask_motion, name_of
from pitboss.school.lessons.settling import in_chips

every_game = pytest.mark.parametrize("game", [GAMES[name] for name in OURS], ids=OURS)


@every_game
@pytest.mark.parametrize("level", [Level.WATCH, Level.GUIDED, Level.ACT_UP])
def test_right_answers_deal_the_same_round_as_the_script(game: Game, level: Level) -> None:
    for seed in range(20):
        lesson = Lesson(game, game.rules(), seed, level)
        events = list(lesson.begin())
        while ask := lesson.asks:
            verdict = lesson.answer(ask.right)
            assert verdict.is_right
            events += verdict.events
        assert events == lesson.shown_events
        dealt = [event for event in events if event.motion not in ("void", "give-back")]
        assert dealt == list(lesson.events)[: len(dealt)]
        assert len(dealt) == len(lesson.events) or lesson.void_reason
        assert replay_whole(lesson.round.record).events == lesson.round.events
        assert lesson.is_over
        assert lesson.score()["cost"] == 0


@every_game
def test_question_has_one_right_answer_among_distinct_choices_and_hides_it(game: Game) -> None:
    for seed in range(20):
        lesson = Lesson(game, game.rules(), seed, Level.ACT_UP)
        lesson.begin()
        while ask := lesson.asks:
            names = [choice.name for choice in ask.choices]
            words = [choice.words for choice in ask.choices]
            assert len(set(names)) == len(names)
            assert len(set(words)) == len(words)
            assert ask.kind is AskKind.PAYOUT or (names.count(ask.right) == 1 and len(names) >= 3)
            assert {"right", "clause", "reason"}.isdisjoint(ask.as_data())
            lesson.answer(ask.right)


@every_game
def test_wrong_answer_shows_clause_and_cost_and_repeats_the_question(game: Game) -> None:
    procedure = procedure_of(game.name)
    lesson = Lesson(game, game.rules(), 11, Level.ALONE)
    lesson.begin()
    while ask := lesson.asks:
        before = list(lesson.shown_events)
        if ask.kind is AskKind.PAYOUT:
            verdict = lesson.answer(int(ask.right) + 500)
            assert verdict.cost == 500
        else:
            verdict = lesson.answer(next(choice.name for choice in ask.choices if choice.name != ask.right))
        assert not verdict.is_right
        assert verdict.clause == ask.clause
        assert verdict.events == ()
        assert lesson.asks is ask
        assert lesson.shown_events == before
        assert ask.clause in {motion.clause for motion in procedure.values()}
        lesson.answer(ask.right)
    assert len(lesson.mistakes) == lesson.answered


@every_game
def test_payouts_built_in_chips_equal_what_the_round_paid(game: Game) -> None:
    for seed in range(15):
        lesson = Lesson(game, game.rules(), seed, Level.ALONE)
        lesson.begin()
        paid = 0
        while ask := lesson.asks:
            if ask.kind is AskKind.PAYOUT:
                paid += int(ask.right)
                assert lesson.answer(in_chips(int(ask.right))).is_right
            else:
                lesson.answer(ask.right)
        won = sum(max(e.back - e.stake, 0) for e in lesson.round.events if isinstance(e, Settled))
        assert paid == won
        assert net(lesson.round.events)


def test_invalid_answers_are_rejected_without_effect() -> None:
    game = GAMES["flop22"]
    lesson = Lesson(game, game.rules(), 1)
    lesson.begin()
    ask = lesson.asks
    with pytest.raises(Refused) as fault:
        lesson.answer("nonsense")
    assert fault.value.code == "no-such-answer"
    assert lesson.asks is ask
    assert lesson.answered == 0
    while lesson.asks:
        if lesson.asks.kind is AskKind.PAYOUT:
            with pytest.raises(Refused) as fault:
                lesson.answer({777: 1})
            assert fault.value.code == "no-such-chip"
            with pytest.raises(Refused) as fault:
                lesson.answer("much")
            assert fault.value.code == "not-an-amount"
        lesson.answer(lesson.asks.right)
    with pytest.raises(Refused) as fault:
        lesson.answer("close-bets")
    assert fault.value.code == "nothing-asked"


def test_bots_misbehave_late_over_limit_without_a_bet_and_by_touching() -> None:
    words = ""
    for seed in range(60):
        game = GAMES["free-bet"]
        lesson = Lesson(game, game.rules(), seed, Level.ACT_UP)
        lesson.begin()
        while ask := lesson.asks:
            words += ask.words if ask.kind is AskKind.INCIDENT else ""
            lesson.answer(ask.right)
    for sign in ("the limit is", "nothing on Blackjack wager", "After you closed", "picked up its cards"):
        assert sign in words


def test_only_the_first_levels_give_hints() -> None:
    game = GAMES["flip-it"]
    for level in Level:
        lesson = Lesson(game, game.rules(), 3, level)
        lesson.begin()
        assert lesson.asks
        assert bool(lesson.asks.hint) is (level in (Level.WATCH, Level.GUIDED))


def test_call_shows_current_cards_and_no_turned_card_as_hidden() -> None:
    game = GAMES["free-bet"]
    calls = []
    for seed in range(30):
        lesson = Lesson(game, game.rules(), seed, Level.ALONE)
        lesson.begin()
        while ask := lesson.asks:
            calls += [ask.words] if ask.kind is AskKind.CALL else []
            lesson.answer(ask.right)
    own = [words for words in calls if "your own hand" in words]
    assert own
    assert not [words for words in own if "??" in words]


def test_late_answer_is_a_pace_mistake_only_at_the_clock_level() -> None:
    game = GAMES["flop22"]
    for level, late in ((Level.CLOCK, True), (Level.ALONE, False)):
        lesson = Lesson(game, game.rules(), 3, level)
        lesson.begin()
        ask = lesson.asks
        assert ask is not None
        assert lesson.answer(ask.right, ask.target_seconds).late is False
        ask = lesson.asks
        assert ask is not None
        assert lesson.answer(ask.right, ask.target_seconds + 0.1).late is late
        mistakes = lesson.score()["mistakes"]
        assert isinstance(mistakes, dict)
        assert mistakes.get("pace", 0) == late


@every_game
def test_choices_do_not_reveal_unseen_cards(game: Game) -> None:
    """
    If a motion depends on an unseen card, the options are the sheet's possible next motions, whatever that card is.
    """
    procedure = procedure_of(game.name)
    for seed in range(8):
        steps = steps_of(game, Lesson(game, game.rules(), seed, Level.ALONE).events)
        for at, step in enumerate(steps):
            if not step.is_dealers or not any(isinstance(event, (Dealt, Turned)) for event in step.events):
                continue
            offered = {choice.name for choice in ask_motion(procedure, steps, at, Random(1)).choices}
            known = {name_of(step), "void", *(done.motion.motion for done in steps[:at])}
            named = list(procedure)
            after = named[named.index(step.motion.motion) + 1 :]
            assert offered <= known | set(after), "what was done, or what the sheet names next, without whose bet"


def test_settling_out_of_turn_is_answered_with_the_order() -> None:
    every = GAMES["free-bet"]
    order, reminders = procedure_of(every.name).settles, 0
    for seed in range(2, 12):
        lesson = Lesson(every, every.rules(), seed, Level.ALONE)
        lesson.begin()
        while ask := lesson.asks:
            for choice in ask.choices if ask.kind is AskKind.MOTION else ():
                if choice.name != ask.right:
                    words = lesson.answer(choice.name).words
                    bets = [name.partition("-") for name in (choice.name, ask.right)]
                    settle = all(verb in ("take", "push", "pay") or ":" in bet for verb, _, bet in bets)
                    out_of_turn = settle and bets[0][2] != bets[1][2]
                    assert words.endswith(order) is out_of_turn
                    reminders += out_of_turn
            lesson.answer(ask.right)
    assert reminders


def test_wrong_motion_is_either_too_early_or_not_here() -> None:
    game = GAMES["free-bet"]
    lesson = Lesson(game, game.rules(), 3, Level.ALONE)
    lesson.begin()
    verdicts = set()
    while ask := lesson.asks:
        if ask.kind is AskKind.MOTION:
            for choice in ask.choices:
                if choice.name not in (ask.right, "void"):
                    words = lesson.answer(choice.name).words
                    rest = [event.motion for event in lesson.events[len(lesson.shown_events) :]]
                    assert not words.startswith("Too early") or choice.name.partition(":")[0] in rest
                    verdicts.add(words.partition(":")[0])
        lesson.answer(ask.right)
    assert verdicts == {"Too early", "Not here"}


@pytest.mark.parametrize("name", ["free-bet", "roll-your-own"])
def test_hole_card_is_revealed_only_when_peeking(name: str) -> None:
    game, looked = GAMES[name], 0
    for seed in range(2, 30):
        lesson = Lesson(game, game.rules(), seed, Level.ALONE)
        lesson.begin()
        hole = next((e.card.sign for e in lesson.events if isinstance(e, Turned) and e.motion == "turn-hole-card"), "")
        while ask := lesson.asks:
            learns = lesson.answer(ask.right).learns
            assert bool(learns) is (ask.right == "look")
            assert not learns or not hole or learns == f"Your hole card is {hole}."
            looked += bool(learns and hole)
    assert looked


def test_soft_call_explains_soft() -> None:
    game, reasons = GAMES["free-bet"], []
    for seed in range(2, 20):
        lesson = Lesson(game, game.rules(), seed, Level.ALONE)
        lesson.begin()
        while ask := lesson.asks:
            reasons += [ask.reason] if ask.right.startswith("soft ") else []
            lesson.answer(ask.right)
    assert reasons
    assert all(reason.endswith(": an ace counted as 11.") for reason in reasons)


def misdealt(name: str) -> Lesson:
    """Return the first lesson with misbehaving players in which someone has a wrong number of cards."""
    game = GAMES[name]
    for seed in range(200):
        lesson = Lesson(game, game.rules(), seed, Level.ACT_UP)
        lesson.begin()
        while (ask := lesson.asks) and ask.right != "misdeal":
            lesson.answer(ask.right)
        if lesson.asks:
            return lesson
    raise AssertionError(f"no misdeal of {name} in 200 lessons")


@pytest.mark.parametrize("name", OURS)
def test_C_11_trainee_calls_misdeal_returning_stakes_and_recording_the_reason(name: str) -> None:
    lesson = misdealt(name)
    ask = lesson.asks
    assert ask
    wrong = next(choice.name for choice in ask.choices if choice.name != "misdeal")
    assert not lesson.answer(wrong).is_right
    assert lesson.mistakes[-1].cost == sum(sum(bets.values()) for bets in (lesson.round.wagers or {}).values())
    verdict = lesson.answer("misdeal")
    assert verdict.is_right
    assert lesson.is_over
    assert [event.motion for event in verdict.events][:2] == ["void", "give-back"]
    assert all(amount == 0 for bets in net(lesson.shown_events).values() for amount in bets.values())
    assert lesson.record.void == lesson.void_reason
    assert "misdeal, called by the dealer: " in str(lesson.void_reason)
    again = replay(lesson.record)
    assert again.void_reason == lesson.void_reason
    assert not any(amount for bets in net(again.events).values() for amount in bets.values())
