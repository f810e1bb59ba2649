"""Incidents caused by bots: a late bet, a bet over the limit, a missing compulsory bet, a touched hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from pitboss.games.procedure import procedure_of
from pitboss.money import Cents, show_money
from pitboss.play.bets import SeatBets
from pitboss.play.round import Round
from pitboss.play.steps import Seat
from pitboss.school.irregularities import irregularities
from pitboss.school.lessons.lesson_ask import AskKind, Choice, LessonAsk
from pitboss.school.table_in_words import titles_of

MISDEAL = Choice("misdeal", "call a misdeal: every hand is void, every bet goes back")
"""The call for a wrong number of cards, which ends the round (C-11)."""
MISDEALS = 0.3
"""The probability of a misdeal at the level `act-up`."""
LEAVE = Choice("leave", "leave it and go on")
BACK = Choice("give-back", "give it back before you go on")
CLOSE_BETS = "close-bets"
FLOOR = Choice("floor", "stop and call the floor")


def incidents(dealt: Round, rng: Random) -> dict[str, list[LessonAsk]]:
    """Return the incidents of this round, by the motion before which they happen."""
    found: dict[str, list[LessonAsk]] = {}
    for motion, ask in _all(dealt, rng):
        if rng.random() < 0.6:
            found.setdefault(motion, []).append(ask)
    if rng.random() < MISDEALS and (misdealt := misdeal(dealt, rng)):
        motion, ask = misdealt
        found.setdefault(motion, []).insert(0, ask)
    return found


def misdeal(dealt: Round, rng: Random) -> tuple[str, LessonAsk] | None:
    """Return a misdeal from the game's irregularities, and the motion before which it is noticed."""
    case = next((case for case in irregularities(dealt.game.name) if case.get("misdeal")), None)
    motions = _motions(dealt)
    if case is None or case["at"] not in motions:
        return None
    done = len(motions) - motions[::-1].index(case["at"])
    after = next((motion for motion in motions[done:] if motion not in motions[:done]), None)
    if after is None:
        return None
    wrong = [Choice(f"go-on-{place}", words) for place, words in enumerate(case["wrong"], 1)]
    choices = [MISDEAL, *wrong]
    rng.shuffle(choices)
    ask = LessonAsk(
        AskKind.INCIDENT, case["happens"], tuple(choices), f"{case['clause']}, C-11", MISDEAL.name, case["reason"],
        case["clause"], {one.name: Cents(sum(map(_total, (dealt.wagers or {}).values()))) for one in wrong},
    )  # fmt: skip
    return after, ask


def _total(wager: SeatBets) -> int:
    return sum(wager.values())


def every_incident(dealt: Round, rng: Random) -> dict[str, list[LessonAsk]]:
    """Return everything that can go wrong in this round, for a table test."""
    found: dict[str, list[LessonAsk]] = {}
    for motion, ask in _all(dealt, rng):
        found.setdefault(motion, []).append(ask)
    return found


def _all(dealt: Round, rng: Random) -> Iterator[tuple[str, LessonAsk]]:
    game, wagers = dealt.game, dealt.wagers or {}
    seat = rng.choice(list(wagers))
    bet = rng.choice(list(wagers[seat]))
    most = next(one.most for one in game.bets(dealt.rules) if one.name == bet)
    title = titles_of(game)[bet]
    over = Cents(most + 5 * dealt.rules.chip)
    limits = f"{show_money(over)}; the limit is {show_money(most)}"
    closing, first_card = _closing(dealt)
    yield closing, _ask(
        f"Before you close the bets seat {seat} raises {title} to {limits}.", "C-1", BACK,
        "A bet must be within its limits: anything over goes back before the deal.", {"leave": over - most},
    )  # fmt: skip
    if lacking := _without_compulsory(dealt, seat):
        yield closing, lacking
    late = Cents(rng.choice((1, 5, 25)) * dealt.rules.chip)
    closed = procedure_of(game.name)[CLOSE_BETS].clause if closing == CLOSE_BETS else "C-1"
    yield first_card, _ask(
        f"After you closed the bets seat {seat} puts {show_money(late)} more on {title}.", closed, BACK,
        "Bets are closed: a late bet goes back and does not play.", {"leave": late},
    )  # fmt: skip
    yield _last_motion(dealt), _ask(
        f"Seat {seat} has picked up its cards and put others down.", "C-4", FLOOR,
        "Nobody can tell any more whose cards these are: stop, touch nothing, call the floor.",
        {"leave": sum(wagers[seat].values())},
    )  # fmt: skip


def _without_compulsory(dealt: Round, seat: Seat) -> LessonAsk | None:
    """Return the incident of a side bet made without the bet that it requires."""
    bets = [bet for bet in dealt.game.bets(dealt.rules) if not bet.in_play]
    titles = titles_of(dealt.game)
    for bet in bets:
        needed = bet.needs[0] if bet.needs else bet.equals
        if needed:
            amount = Cents(5 * dealt.rules.chip)
            side, base = titles[bet.name], titles[needed]
            words = f"Before you close the bets somebody new puts {show_money(amount)} on {side} and nothing on {base}."
            reason = f"{side} cannot be made without {base}: it goes back before the deal."
            return _ask(words, "C-1", BACK, reason, {"leave": amount})
    return None


def _ask(words: str, clause: str, right: Choice, reason: str, costs: dict[str, int]) -> LessonAsk:
    cents = {name: Cents(cost) for name, cost in costs.items()}
    return LessonAsk(AskKind.INCIDENT, words, (LEAVE, BACK, FLOOR), clause, right.name, reason, clause, cents)


def _motions(dealt: Round) -> Sequence[str]:
    procedure = procedure_of(dealt.game.name)
    return [event.motion for event in dealt.events if procedure[event.motion].who == "dealer"]


def _closing(dealt: Round) -> tuple[str, str]:
    """Return the motion that closes the bets, or the first motion if the game names none, and the motion after it."""
    motions = _motions(dealt)
    at = motions.index(CLOSE_BETS) if CLOSE_BETS in motions else 0
    return motions[at], next((name for name in motions[at:] if name != motions[at]), motions[at])


def _last_motion(dealt: Round) -> str:
    """Return the first motion that settles a bet."""
    motions = _motions(dealt)
    return next((name for name in motions if name.startswith(("take-", "pay-", "push-"))), _closing(dealt)[0])
