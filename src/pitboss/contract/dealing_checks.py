"""Checks of a game's description, and of its script with random rules, packs, wagers and answers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from importlib import resources
from random import Random

from pitboss.cards import Card
from pitboss.contract.random_inputs import (
    NotApplicable,
    answer_all,
    finished,
    opened,
    random_answer,
    random_rules,
    require,
    shuffled,
)
from pitboss.games import OURS, folder
from pitboss.games.procedure import has_procedure, procedure_of
from pitboss.layout.plan import plan_for
from pitboss.money import Cents, show_money
from pitboss.play.game import Game
from pitboss.play.options.rules import HouseRules
from pitboss.play.records.ledger import bank, net
from pitboss.play.records.record_reader import read_json, read_text, show_record
from pitboss.play.records.settled_once import settling_fault
from pitboss.play.refused import Refused
from pitboss.play.round import Round, replay, replay_whole
from pitboss.play.steps import Event, Motioned, Returned, Seat, Settled, Voided, Wagered
from pitboss.play.view import view

_TRIES = 500
_BONUS = "add it to `bets`, or pay it on a bet with `bonus(seat, bet, stake, line, pays, clause)`"


def money(game: Game, seed: int) -> None:
    """Every stake is settled once, and the bank pays the difference."""
    draw = Random(seed)
    dealt = finished(game, random_rules(game, draw), seed, random_answer(draw))
    voids = [event.reason for event in dealt.events if isinstance(event, Voided)]
    require(not voids, f"a round that should have been dealt is void: {', '.join(voids)}")
    require_settled(dealt)
    settled = [event for event in dealt.events if isinstance(event, Settled)]
    names = {bet.name for bet in dealt.game.bets(dealt.rules)}
    for event in settled:
        require(event.bet in names, f"{event.bet!r} is settled, but is not a bet of the game: {_BONUS}")
    require(all(event.stake >= 0 and event.back >= 0 for event in settled), "a negative settlement")
    put_down = sum(event.amount for event in dealt.events if isinstance(event, Wagered))
    returned = sum(event.amount for event in dealt.events if isinstance(event, Returned))
    paid_back = sum(event.back for event in settled) + returned
    require(bank(net(dealt.events)) == put_down - paid_back, "the bank's result is not chips bet minus chips paid")


def require_settled(dealt: Round) -> None:
    """Raise `BrokenPromise` unless every stake was settled or returned once; name the bet and both amounts."""
    fault = settling_fault(dealt.events)
    require(not fault, fault)


def procedure(game: Game, seed: int) -> None:
    """Every motion of the dealer is in procedure.toml, in the order that it gives."""
    if not has_procedure(game.name):
        raise NotApplicable("no procedure.toml")
    draw = Random(seed)
    dealt = finished(game, random_rules(game, draw), seed, random_answer(draw))
    known, motions = procedure_of(game.name), [event.motion for event in dealt.events]
    for name in motions:
        require(name in known, f"the motion {name!r} has no line in procedure.toml")
    if dealt.void_reason is None:
        sentence = f"the motions {' '.join(motions)} do not follow `order` in procedure.toml"
        require(known.follows(motions), sentence)


def payouts(game: Game, seed: int) -> None:
    """Every payout is one that the bet advertises."""
    draw = Random(seed)
    rules = random_rules(game, draw)
    require_posted(game, rules, finished(game, rules, seed, random_answer(draw)).events)


def require_posted(game: Game, rules: HouseRules, events: Iterable[Event]) -> None:
    """Raise `BrokenPromise` unless every bet is paid correctly, at odds that it advertises."""
    posted = {bet.name: "; ".join(filter(None, (bet.pays, bet.bonus))) for bet in game.bets(rules)}
    for event in events:
        if not isinstance(event, Settled) or not event.stake:  # a free bet wins without a stake
            continue
        due = Cents(event.stake + event.stake * event.pays.won // event.pays.per - (event.commission or 0))
        given = f"{event.bet} of {show_money(event.stake)} gets {show_money(event.back)} back for {event.line!r}"
        is_due = event.back < due + rules.chip  # it may be rounded up to a chip
        require(is_due, f"{given}, and {event.pays.spoken} is {show_money(due)}")
        if event.pays.won > 0:
            paid = f"{event.bet} is paid {event.pays.spoken} for {event.line!r}"
            is_posted = event.pays.spoken in posted[event.bet]
            require(is_posted, f"{paid}, and says it pays {posted[event.bet]}: set `pays` of its Bet")


def records(game: Game, seed: int) -> None:
    """A record in either format replays to the same events."""
    draw = Random(seed)
    dealt = finished(game, random_rules(game, draw), seed, random_answer(draw))
    record, games = dealt.record, {game.name: game}
    require(read_json(record.as_json(), games) == record, "its record in JSON does not read back")
    require(
        read_text(show_record(record), games) == record, f"its record as text does not read back: {show_record(record)}"
    )
    replayed = replay_whole(record)
    require(replayed.events == dealt.events, "the same inputs gave other events: a script may use its arguments only")


def ends_without_answers(game: Game, seed: int) -> None:
    """A round ends even if no seat ever answers."""
    dealt = opened(game, random_rules(game, Random(seed)), seed)
    while dealt.pending:
        dealt.close_offer()
    require(dealt.is_over, "a round does not end if no seat answers")
    require_settled(dealt)


def refusals(game: Game, seed: int) -> None:
    """A refused answer changes nothing."""
    dealt = opened(game, game.rules(), seed)
    while dealt.pending:
        before = (list(dealt.events), dealt.pending, dict(dealt.answered), dealt.record)
        for seat, answer in [(Seat(99), "stand"), (next(iter(dealt.pending.options)), "nonsense")]:
            try:
                dealt.say(seat, answer)
            except Refused:
                continue
            require(False, f"the invalid answer {answer!r} from seat {seat} was accepted")
        require(
            before == (dealt.events, dealt.pending, dealt.answered, dealt.record), "a refused answer changed the round"
        )
        dealt.close_offer()


def secrets(game: Game, seed: int) -> None:
    """Changing a card that a seat has not seen changes nothing that it was sent."""
    draw = Random(seed)
    dealt = opened(game, game.rules(), seed)
    while dealt.pending:
        for seat in (None, *(dealt.wagers or ())):
            mixed = _with_unseen_cards_mixed(dealt, seat, draw)
            if mixed is None:
                continue
            who = "the rail" if seat is None else f"seat {seat}"
            same = view(mixed.events, seat) == view(dealt.events, seat)
            require(same, f"{who} was sent something that depends on a card face down")
            offered, other = _offered(dealt, seat), _offered(mixed, seat)
            require(offered == other, f"{who} is offered {offered}, and with other cards face down {other}")
        answer_all(dealt, random_answer(draw))


def _offered(dealt: Round, seat: Seat | None) -> str:
    """Return a seat's options as text: "nothing" if it has none, like a spectator."""
    options = dealt.pending.options.get(seat, ()) if dealt.pending and seat is not None else ()
    return ", ".join(option.name for option in options) or "nothing"


def _with_unseen_cards_mixed(dealt: Round, seat: Seat | None, draw: Random) -> Round | None:
    """Return the round with the cards unknown to this seat reshuffled; None if that would change the announcements."""
    cards = list(dealt.pack.cards)
    known = _seen_positions(dealt, seat)
    unseen = [place for place in range(len(cards)) if place not in known]
    record = dealt.record
    for _ in range(_TRIES):
        swapped = list(cards)
        for place, source in zip(unseen, draw.sample(unseen, len(unseen)), strict=True):
            swapped[place] = cards[source]
        redealt = Round.deal(dealt.game, dealt.rules, swapped, record.wagers, board=record.board, gone=record.gone)
        try:
            redealt.apply_answers(record.answers or ())
        except Refused:  # an announced peek ended the round
            continue
        if _motions(redealt.events) == _motions(dealt.events):
            return redealt
    return None


def _motions(events: Sequence[Event]) -> list[str]:
    """Return the dealer's motions. They reveal cards: if play goes on after a peek, there is no blackjack."""
    return [event.motion for event in events if isinstance(event, Motioned)]


def _seen_positions(dealt: Round, seat: Seat | None) -> set[int]:
    """Return the pack positions of the drawn cards that this seat has seen, including identical cards."""
    drawn = dealt.pack.cards[: dealt.pack.drawn]
    shown: set[Card] = {event.card for event in view(dealt.events, seat) if hasattr(event, "card")}
    return {place for place, card in enumerate(drawn) if card in shown and not card.is_hidden}


def undo(game: Game, seed: int) -> None:
    """Undo takes back the last answers and nothing else."""
    draw = Random(seed)
    dealt = opened(game, game.rules(), seed)
    while dealt.pending:
        before, about = list(dealt.events), dealt.pending
        answers = {seat: random_answer(draw)(dealt, seat) for seat in dealt.pending.options}
        _say(dealt, answers)
        after = list(dealt.events)
        if not dealt.is_over:
            dealt.undo()
            require((dealt.events, dealt.pending) == (before, about), "an undo did not restore the previous state")
            _say(dealt, answers)
            require(dealt.events == after, "the same answers after an undo gave other events")


def _say(dealt: Round, answers: dict[Seat, str]) -> None:
    for seat, answer in answers.items():
        dealt.say(seat, answer)


def voids(game: Game, seed: int) -> None:
    """A void returns every bet, at any point of the round."""
    draw = Random(seed)
    dealt = opened(game, game.rules(), seed)
    while dealt.pending:
        called_off = replay(dealt.record)
        called_off.void("the dealer dropped the deck")
        results = [amount for bets in net(called_off.events).values() for amount in bets.values()]
        require(not any(results), "a seat won or lost in a void round")
        again = replay_whole(read_json(called_off.record.as_json(), {game.name: game}))
        require(again.events == called_off.events, "a void round does not replay")
        answer_all(dealt, random_answer(draw))


def bots(game: Game, seed: int) -> None:
    """The bot always gives an answer that is offered."""

    def bot(dealt: Round, seat: Seat) -> str:
        assert dealt.pending
        answer = game.bot(dealt.rules, view(dealt.events, seat), dealt.pending, seat)
        names = [option.name for option in dealt.pending.options[seat]]
        require(answer in names, f"the bot says {answer!r} where {', '.join(names)} is on offer")
        return answer

    require(finished(game, game.rules(), seed, bot).is_over, "a round of bots does not end")


def fouled_packs(game: Game, seed: int) -> None:
    """A fouled pack voids the round, and every wager is returned."""
    pack = list(shuffled(game, game.rules(), seed))
    pack[-1] = next(card for card in reversed(pack) if card != pack[-1])
    dealt = opened(game, game.rules(), seed, pack)
    require(any(isinstance(event, Voided) for event in dealt.events), "a pack with a wrong card was dealt")
    require(
        not any(amount for bets in net(dealt.events).values() for amount in bets.values()), "a void round cost money"
    )


def refuses_empty_seats(game: Game, seed: int) -> None:
    """Nobody plays without a wager, or at a seat that does not exist."""
    dealt = Round(game, game.rules(), shuffled(game, game.rules(), seed))
    bet = game.bets(game.rules())[0]
    for wagers in ({}, {Seat(99): {bet.name: bet.least}}):
        try:
            dealt.place(wagers)
        except Refused:
            continue
        require(False, f"a round with the wagers {wagers} was dealt")
    require(not dealt.is_over, "a refused wager ended the round")


def options(game: Game, seed: int) -> None:
    """Every option has a meaning, and names its ruling."""
    for name in game.rules.options():
        require(game.rules.meaning(name), f"the option {name} has no description: write a docstring below it")
        wanted = f"{game.rules.rulings}-1"
        require(
            game.rules.ruling(name),
            f"the option {name} names no ruling: write its number in brackets, as in ({wanted})",
        )


def rulings(game: Game, seed: int) -> None:
    """Every ruling that an option or a bet names is on the game's sheet."""
    if game.name in OURS:
        return  # our rulings are in docs/rulings.md, which has its own test
    sheet = resources.files(folder(game.name)).joinpath(game.sheet)
    require(sheet.is_file(), f"there is no {game.sheet} in the package: write the rules there, each with its number")
    sheet_text = sheet.read_text(encoding="utf-8")
    words = [game.rules.meaning(name) for name in game.rules.options()]
    words += [bet.meaning for bet in game.bets(game.rules())]
    for ruling in re.findall(rf"\b{game.rules.rulings}-\d+\b", " ".join(words)):
        require(re.search(rf"\b{ruling}\b", sheet_text), f"{ruling} is named, but is not in {game.sheet}")


def bets(game: Game, seed: int) -> None:
    """Every bet has a unique name and limits, and the bets it depends on exist."""
    known = [bet.name for bet in game.bets(game.rules())]
    require(len(set(known)) == len(known), "two bets have the same name")
    for bet in game.bets(game.rules()):
        require(bet.least <= bet.most, f"the limits of {bet.name} leave nothing to bet")
        for other in (*bet.needs, *filter(None, (bet.equals,))):
            require(other in known, f"{bet.name} needs {other}, and there is no such bet")


def felt(game: Game, seed: int) -> None:
    """The felt has a spot for every bet."""
    plan = plan_for(game, game.rules())
    missing = {bet.name for bet in game.bets(game.rules())} - {spot.bet for spot in plan.spots}
    require(not missing, f"the felt has no spot for {', '.join(sorted(missing))}")
