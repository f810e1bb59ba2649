"""Answers to drill questions, recomputed from the record in their JSON alone."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from functools import lru_cache
from typing import Any

from msgspec.json import encode

from pitboss.cards import Card
from pitboss.games import GAMES
from pitboss.games.odds import odds_of
from pitboss.games.procedure import procedure_of
from pitboss.play.records.ledger import net
from pitboss.play.records.record_reader import read_json
from pitboss.play.refused import Refused
from pitboss.play.round import Round, replay_whole
from pitboss.play.steps import Event, Offer, Seat, Settled
from pitboss.play.view import seen_by, view
from pitboss.school.irregularities import FLOOR, every_case
from pitboss.school.skills.table_skills import guest_answers


def answer(data: dict[str, Any]) -> Any:
    """Return the right answer, by replaying the record."""
    dealt = _replayed(_text(data["record"]))
    found: Any = globals()[f"_{data['skill']}"](data, dealt)
    return found


def _text(record: object) -> str:
    """Return a record as JSON text."""
    return encode(record).decode()


@lru_cache(maxsize=1)
def _replayed(record: str) -> Round:
    """Replay the record; questions about one round come in sequence, so one is cached."""
    return replay_whole(read_json(record, GAMES))


def _payout(data: dict[str, Any], dealt: Round) -> int:
    if data["bet"] is None:
        return _arithmetic(data["question"])
    bets = [data["bet"]] if isinstance(data["bet"], str) else data["bet"]
    return sum(net(dealt.events)[data["seat"]][bet] for bet in bets)


def _arithmetic(question: str) -> int:
    """Return the value of the odds or chips in a question, parsed from its text."""
    if found := re.match(r"A bet of \$([\d.]+) pays (\d+) to (\d+)\.", question):
        return int(Fraction(found[1]) * 100 * int(found[2]) / int(found[3]))
    chips = re.findall(r"(\d+) \w+ \(\$(\d+)\)", question)
    assert chips
    return sum(int(many) * int(worth) * 100 for many, worth in chips)


def _settle(data: dict[str, Any], dealt: Round) -> list[list[Any]]:
    entries = []
    for event in dealt.events[data["after"] :]:
        if event.kind in ("offered", "wagered", "dealt") or (event.kind == "turned" and _seat(event) is None):
            break
        if isinstance(event, Settled):
            won = event.back - event.stake
            entries.append(
                [event.seat, event.bet, "take" if won < 0 else "pay" if event.pays.won > 0 else "push", abs(won)]
            )
    return entries[: data["question"].count("; seat ") + 1]


def _seat(event: Event) -> object:
    return event.as_data().get("seat")


def _order(data: dict[str, Any], dealt: Round) -> object:
    following = dealt.events[data["after"]].as_data()["motion"]
    assert procedure_of(dealt.game.name)[str(following)].who == "dealer"
    assert sum(option.partition(":")[0] == following for option in data["options"]) >= 1
    event = dealt.events[data["after"]]
    named = isinstance(event, Settled)
    hand = f":{event.hand}" if isinstance(event, Settled) and event.hand else ""
    return f"{following}:{event.seat}:{event.bet}{hand}" if named and isinstance(event, Settled) else following


def _read(data: dict[str, Any], dealt: Round) -> object:
    event = dealt.events[data["after"] - 1].as_data()
    called = event.get("makes") or (event["hand"] if event["event"] == "hand-read" else event["line"])
    assert called in data["options"]
    return called


def _spot(data: dict[str, Any], dealt: Round) -> dict[str, Any]:
    """Find the one place where the shown events differ from the referee's."""
    shown = data["told"]
    correct = _event_data(_text(data["record"]))[data["after"] : data["after"] + len(shown)]
    wrong = [place for place, (one, other) in enumerate(zip(correct, shown, strict=True)) if one != other]
    assert wrong, "no fault was planted"
    first = wrong[0]
    cost = 0
    if len(wrong) == 1:  # otherwise the same motions in another order
        assert {key for key in correct[first] if correct[first][key] != shown[first][key]} <= {"back", "pays", "text"}
        cost = abs(correct[first]["back"] - shown[first]["back"])
        assert cost
    else:
        _assert_one_swap(correct, shown, first, wrong[-1])
    clause = procedure_of(dealt.game.name)[shown[first]["motion"]].clause
    assert data["options"].count(clause) == 1
    return {"number": first + 1, "clause": clause, "cents": cost}


@lru_cache(maxsize=1)
def _event_data(record: str) -> list[dict[str, Any]]:
    """Return all events of a record as data."""
    dealt = _replayed(record)
    words = dealt.game.words(dealt.rules)
    return [seen_by(event, None).as_data(words) for event in dealt.events]


def _assert_one_swap(true: list[Any], shown: list[Any], first: int, last: int) -> None:
    """Check that one motion came too early and nothing else is out of place."""
    early = [event["motion"] for event in shown[first : last + 1]]
    cut = first + next(place for place, motion in enumerate(early) if motion != early[0])
    assert [*shown[cut : last + 1], *shown[first:cut]] == true[first : last + 1]
    assert len(set(early)) == 2


def _legal(data: dict[str, Any], dealt: Round) -> str:
    record = dealt.record
    replayed = Round(dealt.game, dealt.rules, record.pack, board=record.board, gone=record.gone)
    try:
        replayed.place({Seat(data["seat"]): data["wager"]} if data["wager"] else {Seat(data["seat"]): {}})
    except Refused as refused:
        if refused.code in data["options"]:
            return refused.code
        assert data["right"] in ("not-equal", "bet-needs", "bet-missing", "not-in-chips", "over-limit", "under-limit")
        return str(data["right"])  # several reasons apply, and only one of them is offered
    return "yes"


def _irregular(data: dict[str, Any], dealt: Round) -> str:
    case = next(case for case in every_case(dealt.game.name, dealt.rules) if case["name"] == data["case"])
    assert dealt.events[data["after"] - 1].motion == case["at"] if "at" in case else data["after"] == 0
    assert data["clause"] == case["clause"]
    return FLOOR if case["right"] == "floor" else str(case["right"])


def _talk(data: dict[str, Any], dealt: Round) -> str:
    bet = next(bet for bet in dealt.game.bets(dealt.rules) if bet.name == data["bet"])
    answers = guest_answers(dealt.game.name)
    reply = answers.get(bet.name) or answers[bet.name.rpartition("-")[0]]
    assert data["right"] == reply.format(pays=bet.pays)
    assert bet.in_play or bet.name in dealt.record.wagers[data["seat"]]
    return str(data["right"])


def _play(data: dict[str, Any], dealt: Round) -> str:
    seat = Seat(data["seat"])
    seen, offer = _offers(_text(data["record"]))[data["after"]]
    assert data["options"] == [option.name for option in offer.options[seat]]
    return odds_of(dealt.game).advise_seat(dealt.rules, view(seen, seat), offer, seat).best


@lru_cache(maxsize=1)
def _offers(text: str) -> dict[int, tuple[list[Event], Offer]]:
    """Return the events so far and the offer at each offer of a replayed record, by the number of events."""
    record = read_json(text, GAMES)
    replayed = Round.deal(record.game, record.rules, record.pack, record.wagers, board=record.board, gone=record.gone)
    offers = {}
    for given in record.answers or ():
        assert replayed.pending
        offers[len(replayed.events)] = list(replayed.events), replayed.pending
        replayed.apply_answers([given])
    return offers


def _count(data: dict[str, Any], dealt: Round) -> int:
    whole = Counter(dealt.game.whole_pack(dealt.rules))
    whole.subtract([*dealt.record.gone, *dealt.record.board, *dealt.pack.cards[: dealt.pack.drawn]])
    assert min(whole.values()) >= 0
    return sum(many for card, many in whole.items() if _is_kind(data["counts"], card))


def _is_kind(kind: str, card: Card) -> bool:
    return card.is_joker if kind == "jokers" else card.is_red if kind == "red cards" else str(card).startswith("A")
