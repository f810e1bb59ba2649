"""Setting rules: a file, `--set` and a program accept the same values, and a pay table may be given in part."""

from __future__ import annotations

import pytest

from pitboss.games import GAMES
from pitboss.play.options.rules import SHEET, HouseRules
from pitboss.play.options.rules_file import read_rules
from pitboss.play.refused import Refused

FREE_BET, FLOP22, BEAT = (GAMES[name].rules for name in ("free-bet", "flop22", "beat-the-dealer"))
NAMED = [(game.rules, option, name) for game in GAMES.values() for option in game.rules.named
         for name in game.rules.table_names(option)]  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "settings", "options", "file"),
    [
        (FREE_BET, ["decks=8"], {"decks": 8}, "decks = 8"),
        (FREE_BET, ["decks=8"], {"decks": "8"}, "decks = 8"),
        (FREE_BET, ["hits-soft-17=no"], {"hits_soft_17": "no"}, "hits_soft_17 = false"),
        (FREE_BET, ["pot_of_gold_table.5+ TOKENS=200:1"], {"pot_of_gold_table": {"5+ tokens": 200}},
         "[pot_of_gold_table]\n'5+ tokens' = '200 to 1'"),
        (FREE_BET, ["pot_of_gold_table=woo-1"], {"pot_of_gold_table": "WOO-1"}, "pot_of_gold_table = 'woo-1'"),
        (FREE_BET, ["pot_of_gold_table=woo-1", "pot_of_gold_table.1+ tokens=2"],
         {"pot_of_gold_table": "woo-1", "pot_of_gold_table.1+ tokens": 2},
         "[pot_of_gold_table]\n'7+ tokens'=1000\n'6+ tokens'=300\n'4+ tokens'=60\n'2+ tokens'=10\n'1+ tokens'=2"),
        (FLOP22, ["bonus_table.card total 21=1,2,4"], {"bonus_table": {"Card Total 21": [1, 2, 4]}},
         "[bonus_table]\n'Card Total 21' = [1, 2, 4]"),
        (FLOP22, ["bonus_table.Card Total 21.Hand 3=4", "bonus_table.Card Total 21.Hand 2=3:2"],
         {"bonus_table": {"Card Total 21": {"Hand 3": 4, "hand 2": "3:2"}}},
         "[bonus_table.'Card Total 21']\n'Hand 3' = 4\n'Hand 2' = '3:2'"),
    ],
)  # fmt: skip
def test_settings_options_and_file_are_equivalent(
    kind: type[HouseRules], settings: list[str], options: dict[str, object], file: str
) -> None:
    rules = kind().with_settings(settings)
    assert rules != kind()
    assert kind().with_changes(**options) == rules == read_rules(kind, file)
    assert kind().with_settings(rules.settings()) == rules
    assert kind.read(rules.changed()) == rules


def test_unmentioned_options_are_unchanged() -> None:
    eight = FREE_BET().with_changes(decks=8, pot_of_gold_table={"5+ tokens": 200})
    later = eight.with_changes(pot_of_gold_table={"1+ tokens": 2})
    assert later.settings() == ["decks=8", "pot_of_gold_table.5+ tokens=200:1", "pot_of_gold_table.1+ tokens=2:1"]
    assert repr(later).startswith("<Free Bet Blackjack: decks=8; pot_of_gold_table.5+ tokens=200:1; ")
    assert later.with_changes(pot_of_gold_table=SHEET) == FREE_BET().with_changes(decks=8)


@pytest.mark.parametrize(
    ("kind", "options", "words"),
    [
        (FREE_BET, {"pot_of_gold_table": {"7+ tokens": 1000}}, "the line '6+ tokens' is missing"),
        (FREE_BET, {"pot_of_gold_table": {"8 tokens": 1000}}, "unknown line '8 tokens': did you mean"),
        (FREE_BET, {"pot_of_gold_table": {"5+ tokens": 1, "5+ TOKENS": 2}}, "the line '5+ tokens' appears twice"),
        (FREE_BET, {"pot_of_gold_table": "woo"}, "unknown pay table 'woo': write a line of the table, or sheet, "),
        (FREE_BET, {"deck": 8}, "has no option 'deck'"),
        (FREE_BET, {"decks.many": 8}, "decks is not a paytable"),
        (FLOP22, {"bonus_table": {"Card Total 21": {"Hand 4": 1}}}, "has no column 'Hand 4': its columns are Hand 1, "),
        (FLOP22, {"bonus_table": {"Card Total 21": "1:1"}}, "needs 3 payouts"),
    ],
)
def test_invalid_options_are_reported(kind: type[HouseRules], options: dict[str, object], words: str) -> None:
    with pytest.raises(Refused) as refused:
        kind().with_changes(**options)
    assert words in refused.value.reason


@pytest.mark.parametrize(("kind", "option", "name"), NAMED)
def test_every_named_table_is_valid_and_has_a_source(kind: type[HouseRules], option: str, name: str) -> None:
    assert kind.table_names(option)[name].source
    rules = kind().with_changes(**{option: name})
    assert (rules == kind()) == (name in (SHEET, "woo-2"))


def test_published_tables_match_their_source() -> None:
    """Compare with published.md 5.3 and 3.4: tokens 1 to 7, and Mississippi Stud's payouts from the top."""
    table = FREE_BET().with_changes(pot_of_gold_table="nevada-pog-04").pot_of_gold_table  # type: ignore[attr-defined]
    assert [int(pays.ratio) for pays in table.all_pays()] == [1000, 299, 100, 60, 30, 10, 3]
    table = BEAT().with_changes(five_card_table="mississippi-stud").five_card_table  # type: ignore[attr-defined]
    assert [int(pays.ratio) for pays in table.all_pays()] == [500, 100, 40, 10, 6, 4, 3, 2, 1, 0, -1]
