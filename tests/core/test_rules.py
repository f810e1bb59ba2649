"""House rules built by a program: frozen, and held to the same checks as a rules file."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from helpers.stacking import rules_of
from pitboss.games import GAMES
from pitboss.money import EVEN_MONEY, Pays
from pitboss.paytable import Paytable
from pitboss.play.game import Game
from pitboss.play.options.rules import HouseRules
from pitboss.play.refused import Refused

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@pytest.mark.parametrize(
    ("game", "options", "sentence"),
    [
        ("free-bet", {"decks": 99}, "decks: must be a whole number from 1 to 16, not 99"),
        ("free-bet", {"decks": 2.0}, "decks: must be of type int, as 6 is, not 2.0"),
        ("flip-it", {"paytable": 3}, "paytable: must be 1 or 2, not 3"),
        ("flip-it", {"paytable": True}, "paytable: must be of type int, as 1 is, not True"),
        ("flop22", {"equal_antes": "no"}, "equal_antes: must be of type bool, as False is, not 'no'"),
        ("flop22", {"chip": "$5"}, "chip: must be of type int, as 100 is, not '$5'"),
        ("flop22", {"aggregate": -100}, "aggregate: '-$1' is not an amount"),
        ("flop22", {"match_pays": "5:1"}, "match_pays: must be of type Pays, as "),
        ("flop22", {"match_pays": Pays(1, 0)}, "match_pays: '1:0' is not a payout"),
        ("flop22", {"match_pays": Pays(4, 2)}, "match_pays: must be Pays(won=2, per=1), not Pays(won=4, per=2)"),
        ("flop22", {"match_pays": Pays(-5)}, "match_pays: must be Pays(won=-1, per=1), not Pays(won=-5, per=1)"),
        ("flop22", {"bonus_pays": "double-only"}, "bonus_pays: must be of type BonusPays, as "),
        ("flop22", {"field_table": Paytable(("Pays",), ())}, "field_table: must be Paytable(columns=('Pays',), "),
        ("flop22", {"field_table": Paytable(("Odds",), (("3, 4 and 5", (EVEN_MONEY,)), ("2 and 6", (EVEN_MONEY,))))},
         "field_table: must be Paytable(columns=('Pays',), "),
    ],
)  # fmt: skip
def test_constructor_rejects_what_a_rules_file_would_reject(game: str, options: dict[str, Any], sentence: str) -> None:
    kind = GAMES[game].rules
    for make in (kind, lambda **options: replace(kind(), **options)):
        with pytest.raises(ValueError) as refused:  # noqa: PT011  (the message is checked below)
            make(**options)
        assert str(refused.value).startswith(sentence)


@every_game
def test_defaults_are_not_validated_again(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HouseRules, "_check", None)
    assert game.rules() == game.rules()


@every_game
@given(data=st.data())
def test_rules_survive_pickling_and_copying(game: Game, data: st.DataObject) -> None:
    rules = data.draw(rules_of(game))
    for copied in (pickle.loads(pickle.dumps(rules)), copy.copy(rules), copy.deepcopy(rules)):
        assert (copied, hash(copied)) == (rules, hash(rules))


@every_game
def test_rules_are_immutable(game: Game) -> None:
    rules = game.rules()
    for name in (*game.rules.options(), "nothing"):
        with pytest.raises(AttributeError):
            setattr(rules, name, 1)
        with pytest.raises(AttributeError):
            delattr(rules, name)


def test_all_errors_are_reported_together() -> None:
    with pytest.raises(Refused) as refused:
        GAMES["flop22"].rules.read({"chip": [], "seats": 13, "chips": 1, "bonus_pays": None, "equal_antes": "true"})
    assert refused.value.reason.split("; ") == [
        "chip: [] is not an amount: write dollars, as in $10 or 2.50",
        "seats: must be a whole number from 1 to 12, not 13",
        "Flop 22 has no option 'chips': did you mean 'chip'?",
        "bonus_pays: must be ante-and-double or double-only, not None",
        "equal_antes: must be true or false, not 'true'",
    ]
