"""Parsing of records, from JSON or from the short text format."""

from __future__ import annotations

import json
from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from pitboss.cards import Card, CardError, parse_cards, show_cards
from pitboss.money import Cents, MoneyError, parse_money, show_money
from pitboss.play.game import Board, Game
from pitboss.play.options.rules import HouseRules
from pitboss.play.records.record import Record
from pitboss.play.refused import Refused, folded, rather
from pitboss.play.steps import Seat

Games = Mapping[str, Game]
_KEYS = ("game", "rules", "pack", "board", "gone", "wagers", "answers", "void", "version")
_THE_REST = ("...", "…")


def game_called(name: object, games: Games) -> Game:
    """Return the game with this name, ignoring case and punctuation; raise with a suggestion if unknown."""
    if isinstance(name, str) and name in games:
        return games[name]
    for known in games:
        if isinstance(name, str) and folded(name) == folded(known):
            return games[known]
    raise Refused("no-such-game", f"unknown game {name!r}: {rather(name, games)}")


def read_json(line: str, games: Games) -> Record:
    """Parse a record from JSON."""
    try:
        data = json.loads(line, object_pairs_hook=_once)
    except (ValueError, RecursionError) as error:
        raise Refused("not-json", f"this is not a record in JSON: {error}") from None
    return read_data(data, games)


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Build a JSON object; raise on duplicate keys."""
    for name, times in Counter(name for name, _ in pairs).items():
        if times > 1:
            raise Refused("said-twice", f"{name!r} appears twice in one object of the record")
    return dict(pairs)


def read_data(data: object, games: Games) -> Record:
    """
    Build a record from plain data. Everything is validated except the answers, which are checked during the replay.
    """
    if not isinstance(data, dict):
        raise Refused("bad-record", "a record is an object with game, rules, pack, wagers and answers")
    for key in data:
        if key not in _KEYS:
            raise Refused("bad-record", f"a record has no {key!r}: {rather(key, _KEYS)}")
    game = game_called(data.get("game"), games)
    rules = game.rules.read(data.get("rules", {}))
    board = _cards(data, "board")
    gone = _cards(data, "gone")
    pack = read_pack(game, rules, _text(data, "pack"), board, gone)
    void = None if data.get("void") is None else _text(data, "void")
    answers = None if "answers" not in data else tuple(map(_answers, _list(data["answers"])))
    return Record(
        game, rules, pack, _wagers(data.get("wagers")), answers, str(data.get("version", "")), board, gone, void
    )


def read_pack(
    game: Game, rules: HouseRules, text: str, board: Board = (), gone: Sequence[Card] = ()
) -> tuple[Card, ...]:
    """Parse the whole pack in dealing order; a final "..." stands for the remaining cards in new-deck order."""
    words = text.split()
    cards = _parse("pack", " ".join(word for word in words if word not in _THE_REST))
    if any(word in _THE_REST for word in words[:-1]):
        raise Refused("bad-pack", '"..." stands for the rest of the pack and must come last')
    if words and words[-1] in _THE_REST:
        cards += rest_of_pack(game, rules, (*cards, *board, *gone))
    if gone and game.cut_card is None:
        raise Refused("bad-pack", f"{game.title} is dealt from a fresh pack: leave 'gone' empty")
    fault = game.board_fault(board) or game.pack_fault(rules, cards, board, gone)
    if fault:
        raise Refused("bad-pack", fault)
    return cards


def rest_of_pack(game: Game, rules: HouseRules, known: Sequence[Card]) -> tuple[Card, ...]:
    """Return the cards of the pack not in `known`, in new-deck order."""
    known_left = Counter(known)
    rest = []
    for card in game.whole_pack(rules):
        if known_left[card]:
            known_left[card] -= 1
        else:
            rest.append(card)
    return tuple(rest)


def _text(data: Mapping[str, Any], key: str) -> str:
    value = data.get(key)
    if not isinstance(value, str):
        raise Refused("bad-record", f"a record's {key} must be a string, not {value!r}")
    return value


def _list(value: object) -> list[object]:
    if not isinstance(value, list):
        raise Refused("bad-record", "a record's answers must be a list with one object for each offer")
    return value


def _cards(data: Mapping[str, Any], key: str) -> tuple[Card, ...]:
    return _parse(key, _text(data, key)) if key in data else ()


def _parse(key: str, text: str) -> tuple[Card, ...]:
    try:
        return parse_cards(text)
    except CardError as error:
        raise Refused("bad-card", f"in the {key}, {error}") from None


def _seat(text: object) -> Seat:
    if not isinstance(text, str) or not text.isascii() or not text.isdigit() or len(text) > 3 or text[0] == "0":
        raise Refused("no-such-seat", f'{text!r} is not a seat: seats are numbered "1", "2" and so on')
    return Seat(int(text))


def _wagers(data: object) -> dict[Seat, dict[str, Cents]]:
    if not isinstance(data, dict) or not all(isinstance(bets, dict) for bets in data.values()):
        raise Refused("bad-record", 'a record\'s wagers look like {"1": {"ante-1": 1000}}, in cents')
    return {_seat(seat): dict(bets) for seat, bets in data.items()}


def _answers(data: object) -> dict[Seat, str]:
    if not isinstance(data, dict) or not all(isinstance(answer, str) for answer in data.values()):
        raise Refused("bad-record", 'the answers to one offer look like {"1": "double"}')
    return {_seat(seat): answer for seat, answer in data.items()}


def show_record(record: Record) -> str:
    """
    Format a record as text that `read_text` can parse, with amounts in dollars.

    A pack that continues in new-deck order is shortened with "...".
    """
    lines = [("game", record.game.name), ("version", record.version), ("rules", "; ".join(record.rules.settings()))]
    lines += [("board", show_cards(record.board)), ("gone", show_cards(record.gone)), ("pack", _short_pack(record))]
    lines += [("wagers", "; ".join(f"{seat}: {_show_bets(bets)}" for seat, bets in record.wagers.items()))]
    if record.answers is not None:
        answers = [" ".join(f"{seat}={answer}" for seat, answer in entry.items()) or "-" for entry in record.answers]
        lines.append(("answers", "; ".join(answers) or "none"))
    lines += [("void", record.void or "")]
    return "\n".join(f"{key:<8}{value}" for key, value in lines if value)


def read_text(text: str, games: Games) -> Record:
    """Parse a record from its text form."""
    fields: dict[str, str] = {}
    lines = [line.strip() for line in text.splitlines()]
    if not any(line.startswith("game ") and not line.startswith("game =") for line in lines):
        raise Refused(
            "bad-record", "this is not a record: in text it has a line such as game flop22, in JSON it is an object"
        )
    for line in lines:
        key, _, value = line.partition(" ")
        if key and key not in _KEYS:
            raise Refused("bad-record", f"a record has no {key!r}: {rather(key, _KEYS)}")
        if key:
            fields[key] = value.strip()
    data: dict[str, Any] = {"pack": "", **fields}
    game = game_called(fields.get("game"), games)
    data["rules"] = (
        game.rules().with_settings(filter(None, map(str.strip, fields.get("rules", "").split(";")))).changed()
    )
    data["wagers"] = dict(map(_read_bets, fields.get("wagers", "").split(";")))
    if "answers" in fields:
        data["answers"] = (
            [] if fields["answers"] == "none" else [_read_answers(entry) for entry in fields["answers"].split(";")]
        )
    return read_data(data, games)


def _short_pack(record: Record) -> str:
    """Return the pack up to the point where the rest is in new-deck order."""
    cards = record.pack

    def as_from_the_box(shown: int) -> bool:
        known = (*cards[:shown], *record.board, *record.gone)
        return cards[shown:] == rest_of_pack(record.game, record.rules, known)

    shown = bisect_left(range(len(cards)), True, key=as_from_the_box)
    return show_cards(cards[:shown]) + " ..." * (shown < len(cards))


def _show_bets(bets: Mapping[str, Cents]) -> str:
    return " ".join(f"{name} {show_money(amount).replace(',', '')}" for name, amount in bets.items())


def _read_bets(text: str) -> tuple[str, dict[str, Cents]]:
    seat, _, bets = text.partition(":")
    words = bets.split()
    try:
        return seat.strip(), {name: parse_money(amount) for name, amount in zip(words[::2], words[1::2], strict=True)}
    except (MoneyError, ValueError) as error:
        raise Refused(
            "bad-record", f"{text.strip()!r} are not wagers: write 1: ante-1 $10 field $5 ({error})"
        ) from None


def _read_answers(text: str) -> dict[str, str]:
    pairs = [word.partition("=") for word in text.split() if word != "-"]
    return {seat: answer for seat, _, answer in pairs}
