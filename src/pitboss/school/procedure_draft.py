"""
A draft of a game's `procedure.toml`, made from the events of its script: `pitboss new --procedure GAME`.

Rounds with random bets and answers are dealt under the default rules and with each yes-or-no option changed. The
sequence of their motions becomes the pattern `order`, and each motion gets a line. Text that a person must write is
marked.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence, Set
from itertools import chain, groupby, pairwise
from random import Random

from pitboss.games.procedure import Motion, order_of
from pitboss.play.bots import choose_wagers
from pitboss.play.game import Game
from pitboss.play.motions import Looked, without_number
from pitboss.play.options.rules import HouseRules
from pitboss.play.refused import Refused
from pitboss.play.round import Round
from pitboss.play.steps import (
    Answered,
    Burned,
    Dealt,
    Discarded,
    Event,
    Face,
    Moved,
    Offered,
    Returned,
    Seat,
    Settled,
    Turned,
    Wagered,
)

TO_FILL = "TO FILL"
"""The placeholder for text that the author of the game must write."""
_ROUNDS = 150
_SEATS = 3
_PURSE = 10**9
_VERBS = ("take", "pay", "push")

Rounds = Sequence[Sequence[str]]
"""The motions of some rounds, in order."""


def draft_procedure(game: Game) -> str:
    """Return the text of a `procedure.toml`, as far as it can be derived from the script."""
    rounds = list(_rounds(game))
    names = [[event.motion for event in events] for events in rounds]
    order = draft_order(game, names)
    assert all(order_of(order).fits(one) for one in names)
    shuffle = f"shuffle{' cut-pack' if game.cut_card else ''}{' burn' * game.burns}"
    before = " ".join(_opening(game))
    opening = f"clear-board* {shuffle}" if game.board_size else f"{before}? {shuffle}" if before else shuffle
    lines = [
        f"# The dealer's procedure of {game.title}: a draft from the events of its script.",
        f"# Look at every line marked {TO_FILL}; `why` is the reason that a beginner is given.",
        "",
        f'opening = "{opening}"',
        f'order = "{order}"',
        "",
        "motions = [",
        *(_line(motion) for motion in _motions(game, rounds)),
        "]",
    ]
    return "\n".join(lines) + "\n"


def _line(motion: Motion) -> str:
    clause = f'clause = "{motion.clause}"'
    text = f'motion = "{motion.motion}", {clause}, who = "{motion.who}", does = "{motion.does}", ends = "{motion.ends}"'
    marks = {"C-": "", "the rules": f"  # {TO_FILL}: clause, why"}
    mark = next((marks[start] for start in marks if motion.clause.startswith(start)), f"  # {TO_FILL}: why")
    return f"    {{ {text} }},{mark}"


def _rounds(game: Game) -> Iterator[Sequence[Event]]:
    """Deal rounds with random bets and answers, and yield the events of those that are not void."""
    draw = Random(1)
    for rules in _variants(game):
        for number in range(_ROUNDS):
            pack = list(game.whole_pack(rules))
            draw.shuffle(pack)
            dealt = Round(game, rules, pack)
            seats = [Seat(seat) for seat in range(1, min(_SEATS, game.seats(rules)) + 1)][: 1 + number % _SEATS]
            wagers = {seat: choose_wagers(game, rules, seat, dealt.board, _PURSE, draw) for seat in seats}
            dealt.place({seat: placed for seat, placed in wagers.items() if placed})
            while dealt.pending:
                for seat, options in list(dealt.pending.options.items()):
                    dealt.say(seat, draw.choice(options).name)
            if dealt.void_reason is None:
                yield dealt.events


def _variants(game: Game) -> Iterator[HouseRules]:
    """Yield the default rules, and those with one yes-or-no option changed."""
    default: HouseRules = game.rules()
    yield default
    for name, value in default.as_data().items():
        if isinstance(value, bool):
            try:
                yield default.with_changes(**{name: not value})
            except Refused:
                continue


# The order as a pattern


def pattern(rounds: Rounds) -> str:
    """
    Return a pattern of motions that matches all of these rounds, in the syntax of `order`.

    >>> pattern([["bet", "bet", "deal", "take"], ["bet", "deal", "pay", "take"]])
    'bet+ deal pay? take'
    """
    if not any(rounds):
        return ""
    always = [name for name in _names(rounds) if all(_runs(one).count(name) == 1 for one in rounds)]
    if always:
        name = always[0]
        before = [one[: one.index(name)] for one in rounds]
        after = [one[_end(one, name) :] for one in rounds]
        own = [one[one.index(name) : _end(one, name)] for one in rounds]
        return " ".join(filter(None, (pattern(before), name + _times(map(len, own)), pattern(after))))
    return " ".join(_loose(part, rounds) for part in _components(rounds))


def _names(rounds: Rounds) -> list[str]:
    return list(dict.fromkeys(name for one in rounds for name in one))


def _runs(one: Sequence[str]) -> list[str]:
    return [name for name, _ in groupby(one)]


def _end(one: Sequence[str], name: str) -> int:
    return len(one) - one[::-1].index(name)


def _times(lengths: Iterator[int]) -> str:
    """Return the quantifier (`?`, `*`, `+` or none) for a part repeated these numbers of times."""
    found = set(lengths)
    return "" if found == {1} else "?" if found <= {0, 1} else "+" if 0 not in found else "*"


def _components(rounds: Rounds) -> list[list[str]]:
    """Return motions in an order that all rounds follow; motions without a fixed order form one group."""
    names = _names(rounds)
    later: dict[str, set[str]] = {name: set() for name in names}
    for one in rounds:
        for before, after in pairwise(one):
            later[before].add(after)
    for middle in names:  # motions that can come at any time after it
        for name in names:
            if middle in later[name]:
                later[name] |= later[middle]
    left, found = list(names), list[list[str]]()
    while left:
        first = next(name for name in left if all(name not in later[one] or one in later[name] for one in left))
        part = [name for name in left if name == first or (name in later[first] and first in later[name])]
        found.append(part)
        left = [name for name in left if name not in part]
    return found


def _loose(part: Sequence[str], rounds: Rounds) -> str:
    """Return a part of the pattern that allows these motions in any order."""
    times = _times(sum(name in part for name in one) for one in rounds)
    return part[0] + times if len(part) == 1 else f"({' | '.join(part)}){times}"


def draft_order(game: Game, rounds: Rounds) -> str:
    """Return a pattern for these rounds; wherever a bet was settled, it allows every way of settling that bet."""
    ways = {bet.name: [f"{verb}-{bet.name}" for verb in _VERBS] for bet in game.bets(game.rules())}
    for bet in game.bets(game.rules()):
        if bet.bonus and not any(f"pay-{bet.name}-bonus" in one for one in rounds):
            ways[bet.name].append(f"pay-{bet.name}-bonus")
    settles = {motion: f"settle-{bet}" for bet, motions in ways.items() for motion in motions}
    order = pattern([[settles.get(motion, motion) for motion in one] for one in rounds])
    for name, motions in ways.items():
        order = re.sub(rf"\(([^()]*)\bsettle-{name}(?![a-z0-9-])", rf"(\1{' | '.join(motions)}", order)
        order = re.sub(rf"\bsettle-{name}(?![a-z0-9-])", f"({' | '.join(motions)})", order)
    return order


# The motions in words


def _motions(game: Game, rounds: Sequence[Sequence[Event]]) -> Iterator[Motion]:
    """Yield every motion of the rounds, every way to settle a bet, and the motions of the table itself."""
    by_name: dict[str, list[Event]] = {}
    for event in chain(*rounds):
        by_name.setdefault(event.motion, []).append(event)
    yield from (_of_the_table(name) for name in _before_the_deal(game))
    order = _names([[event.motion for event in events] for events in rounds])
    titles = {bet.name: bet.title for bet in game.bets(game.rules())}
    players = _by_players(rounds)
    for name in order:
        yield _motion(game, name, by_name[name], titles, _cards_each(name, rounds), is_players=name in players)
    for name in _other_settlements(game, set(by_name)):
        yield _settlement(name, f"the rules of {game.title}", titles)
    yield from (_of_the_table(name) for name in ("void", "give-back"))


def _by_players(rounds: Sequence[Sequence[Event]]) -> set[str]:
    """Return the motions that players make: bets, answers, hand signals before an answer, looking at their cards."""
    found = {event.motion for event in chain(*rounds) if isinstance(event, (Wagered, Answered, Looked))}
    for before, after in chain(*map(pairwise, rounds)):
        if isinstance(after, Answered) and not isinstance(before, (Offered, Answered)):
            found.add(before.motion)
    return found


def _opening(game: Game) -> list[str]:
    return [event.motion for event in game.opening(game.rules())] if game.opening else []


def _before_the_deal(game: Game) -> list[str]:
    cuts = ["cut-pack", "cut-card"] if game.cut_card else []
    return [
        *(["clear-board"] if game.board_size else []),
        *_opening(game),
        "shuffle",
        *cuts,
        *(["burn"] if game.burns else []),
    ]


_TABLE = {
    "clear-board": ("put the cards of the last round in the discard rack", "the board is empty"),
    "shuffle": ("shuffle the cards", "the cards are mixed"),
    "cut-pack": ("have a player cut the cards, and insert the cut card", "the cut card is in its place"),
    "cut-card": ("show the cut card: the cards are shuffled after this round", "the players have seen it"),
    "burn": ("burn a card", "it is face down in the discard rack"),
    "void": ("call the floor: the round is void", "play has stopped"),
    "give-back": ("give a wager back", "every wager is where it came from"),
}


def _of_the_table(name: str) -> Motion:
    does, ends = _TABLE.get(name, (name.replace("-", " "), "it is done"))
    return Motion(name, "C-4" if name in ("void", "give-back") else "C-3", "dealer", does, ends)


def _other_settlements(game: Game, known: Set[str]) -> Iterator[str]:
    """Yield the motions that settle a bet in a way no round showed."""
    for bet in game.bets(game.rules()):
        every = [f"{verb}-{bet.name}" for verb in _VERBS]
        if not known.isdisjoint(every):
            bonus = [f"pay-{bet.name}-bonus"] if bet.bonus else []
            yield from (name for name in (*every, *bonus) if name not in known)


def _settlement(name: str, clause: str, titles: dict[str, str]) -> Motion:
    verb, _, bet = name.partition("-")
    title = titles.get(bet.removesuffix("-bonus"), bet.replace("-", " "))
    words = {
        "take": (f"take a losing {title}", "the spot is empty"),
        "pay": (f"pay a winning {title}", "stake and winnings are handed over"),
        "push": (f"leave a bet on {title} that pushes", "the stake is given back"),
    }
    does, ends = words.get(verb, (name.replace("-", " "), "it is done"))
    if bet.endswith("-bonus") and bet not in titles:
        does, ends = f"pay the bonus on {title}", "the bonus is handed over"
    return Motion(name, clause, "dealer", does, ends)


def _cards_each(name: str, rounds: Sequence[Sequence[Event]]) -> str:
    """Return the number of cards that a motion deals to each seat or the dealer, in words."""
    counts = {
        count
        for events in rounds
        for count in Counter(getattr(event, "seat", None) for event in events if event.motion == name).values()
    }
    return "a card" if counts == {1} else f"{counts.pop()} cards" if len(counts) == 1 else "cards"


def _motion(
    game: Game, name: str, events: Sequence[Event], titles: dict[str, str], cards: str, *, is_players: bool
) -> Motion:
    first, clause = events[0], f"the rules of {game.title}"
    if isinstance(first, Settled):
        clauses = dict.fromkeys(event.clause for event in events if isinstance(event, Settled))
        return _settlement(name, ", ".join(clauses), titles)
    does, ends = _in_words(name, events, titles, cards)
    return Motion(name, clause, "player" if is_players else "dealer", does.replace("\\", "").replace('"', "'"), ends)


def _in_words(name: str, events: Sequence[Event], titles: dict[str, str], cards: str) -> tuple[str, str]:
    """Return a description of the motion, and of when it is finished."""
    match events[0]:
        case Wagered(bet=bet):
            on = "" if name == "bet" else f" on {titles.get(bet, bet)}"
            return f"bet{on}", "the chips are on the layout"
        case Returned(bet=bet):
            return f"give {titles.get(bet, bet)} back", "the spot is empty"
        case Dealt(seat=seat, at=at, face=face):
            to = f"{cards} to {_place(at)}" if seat is None else f"each player {cards}"
            return f"deal {to}, {_FACES[face]}", "the cards are in their places"
        case Turned(at=at):
            return f"turn {_place(at)} face up", "the cards are face up"
        case Moved(at=at, to=to):
            return f"move a card from {_place(at)} to {_place(to)}", "the card is in its place"
        case Burned():
            return _TABLE["burn"]
        case Discarded():
            return "put the cards in the discard rack", "no card is left on the table"
        case Offered():
            asked = dict.fromkeys(one.about for one in events if isinstance(one, Offered))
            return f"ask each player: {_one_of(list(asked))}?", "every player has answered"
        case Answered():
            return "answer the dealer", "the answer is given"
    return name.replace("-", " "), "it is done"


_FACES = {Face.UP: "face up", Face.OWN: "which only the player sees", Face.DOWN: "face down"}
_MAX_QUESTIONS = 3


def _one_of(asked: Sequence[str]) -> str:
    return " or ".join(asked) if len(asked) <= _MAX_QUESTIONS else asked[0]


def _place(at: str) -> str:
    return without_number(at).replace("-", " ")
