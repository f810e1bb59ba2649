"""Answers to drill questions worked out anew, from nothing but the record in their JSON."""

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
from pitboss.school.skills.table import guest_answers


def answer(data: dict[str, Any]) -> Any:
    """The right answer, by replaying the record."""
    dealt = _replayed(_text(data["record"]))
    told: Any = globals()[f"_{data['skill']}"](data, dealt)
    return told


def _text(record: object) -> str:
    """A record as it is written down."""
    return encode(record).decode()


@lru_cache(maxsize=1)
def _replayed(record: str) -> Round:
    """The record replayed; questions of one round follow one another."""
    return replay_whole(read_json(record, GAMES))


def _payout(data: dict[str, Any], dealt: Round) -> int:
    if data["bet"] is None:
        return _arithmetic(data["question"])
    bets = [data["bet"]] if isinstance(data["bet"], str) else data["bet"]
    return sum(net(dealt.events)[data["seat"]][bet] for bet in bets)


def _arithmetic(question: str) -> int:
    """What odds or chips in a question come to, worked out from its words."""
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
    told = dealt.events[data["after"]]
    named = isinstance(told, Settled)
    hand = f":{told.hand}" if isinstance(told, Settled) and told.hand else ""
    return f"{following}:{told.seat}:{told.bet}{hand}" if named and isinstance(told, Settled) else following


def _read(data: dict[str, Any], dealt: Round) -> object:
    event = dealt.events[data["after"] - 1].as_data()
    called = event.get("makes") or (event["hand"] if event["event"] == "hand-read" else event["line"])
    assert called in data["options"]
    return called


def _spot(data: dict[str, Any], dealt: Round) -> dict[str, Any]:
    """The one place where what was told is not what the referee does."""
    told = data["told"]
    true = _told(_text(data["record"]))[data["after"] : data["after"] + len(told)]
    wrong = [place for place, (one, other) in enumerate(zip(true, told, strict=True)) if one != other]
    assert wrong, "no fault was planted"
    first = wrong[0]
    cost = 0
    if len(wrong) == 1:  # else the same motions in another order
        assert {key for key in true[first] if true[first][key] != told[first][key]} <= {"back", "pays", "text"}
        cost = abs(true[first]["back"] - told[first]["back"])
        assert cost
    else:
        _assert_one_swap(true, told, first, wrong[-1])
    clause = procedure_of(dealt.game.name)[told[first]["motion"]].clause
    assert data["options"].count(clause) == 1
    return {"number": first + 1, "clause": clause, "cents": cost}


@lru_cache(maxsize=1)
def _told(record: str) -> list[dict[str, Any]]:
    """All that happens in a record, as programs read it."""
    dealt = _replayed(record)
    words = dealt.game.words(dealt.rules)
    return [seen_by(event, None).as_data(words) for event in dealt.events]


def _assert_one_swap(true: list[Any], told: list[Any], first: int, last: int) -> None:
    """Only one fault: one motion came before the one that it follows, and nothing else is out of its place."""
    early = [event["motion"] for event in told[first : last + 1]]
    cut = first + next(place for place, motion in enumerate(early) if motion != early[0])
    assert [*told[cut : last + 1], *told[first:cut]] == true[first : last + 1]
    assert len(set(early)) == 2


def _legal(data: dict[str, Any], dealt: Round) -> str:
    record = dealt.record
    again = Round(dealt.game, dealt.rules, record.pack, board=record.board, gone=record.gone)
    try:
        again.place({Seat(data["seat"]): data["wager"]} if data["wager"] else {Seat(data["seat"]): {}})
    except Refused as refused:
        if refused.code in data["options"]:
            return refused.code
        assert data["right"] in ("not-equal", "bet-needs", "bet-missing", "not-in-chips", "over-limit", "under-limit")
        return str(data["right"])  # more than one reason holds, and only one of them is offered
    return "yes"


def _irregular(data: dict[str, Any], dealt: Round) -> str:
    case = next(case for case in every_case(dealt.game.name) if case["name"] == data["case"])
    assert dealt.events[data["after"] - 1].motion == case["at"] if "at" in case else data["after"] == 0
    assert data["clause"] == case["clause"]
    return FLOOR if case["right"] == "floor" else str(case["right"])


def _talk(data: dict[str, Any], dealt: Round) -> str:
    bet = next(bet for bet in dealt.game.bets(dealt.rules) if bet.name == data["bet"])
    answers = guest_answers(dealt.game.name)
    said = answers.get(bet.name) or answers[bet.name.rpartition("-")[0]]
    assert data["right"] == said.format(pays=bet.pays)
    assert bet.in_play or bet.name in dealt.record.wagers[data["seat"]]
    return str(data["right"])


def _play(data: dict[str, Any], dealt: Round) -> str:
    seat = Seat(data["seat"])
    seen, offer = _offers(_text(data["record"]))[data["after"]]
    assert data["options"] == [option.name for option in offer.options[seat]]
    return odds_of(dealt.game).advise_seat(dealt.rules, view(seen, seat), offer, seat).best


@lru_cache(maxsize=1)
def _offers(text: str) -> dict[int, tuple[list[Event], Offer]]:
    """What had happened at each offer of a record that is dealt again, and the offer, by the number of events."""
    record = read_json(text, GAMES)
    again = Round.deal(record.game, record.rules, record.pack, record.wagers, board=record.board, gone=record.gone)
    offers = {}
    for said in record.answers or ():
        assert again.pending
        offers[len(again.events)] = list(again.events), again.pending
        again.hear([said])
    return offers


def _count(data: dict[str, Any], dealt: Round) -> int:
    whole = Counter(dealt.game.whole_pack(dealt.rules))
    whole.subtract([*dealt.record.gone, *dealt.record.board, *dealt.pack.cards[: dealt.pack.drawn]])
    assert min(whole.values()) >= 0
    return sum(many for card, many in whole.items() if _is_kind(data["counts"], card))


def _is_kind(kind: str, card: Card) -> bool:
    return card.is_joker if kind == "jokers" else card.is_red if kind == "red cards" else str(card).startswith("A")
