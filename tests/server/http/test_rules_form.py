"""The form of a game's rules: groups, titles with bet names, and published pay tables."""

from __future__ import annotations

import pytest

from pitboss.games import GAMES
from pitboss.server.http.rules_form import GROUPS, options_of


@pytest.mark.parametrize("game", list(GAMES))
def test_every_option_has_a_group_and_a_title(game: str) -> None:
    options = options_of(GAMES[game])
    assert {option.name for option in options} == set(GAMES[game].rules.options())
    assert [option.group for option in options] == sorted((option.group for option in options), key=GROUPS.index)
    assert not [option.title for option in options if "_" in option.title or option.title[0].islower()]


def test_groups_titles_and_presets_of_free_bet() -> None:
    options = {option.name: option for option in options_of(GAMES["free-bet"])}
    assert (options["decks"].group, options["hits_soft_17"].group) == ("Shoe", "Rules")
    assert (options["blackjack_pays"].group, options["max_bet"].group) == ("Payouts", "Limits")
    table = options["pot_of_gold_table"]
    assert table.title == "Pot of Gold table"
    assert table.presets[0].name == "Official"
    assert table.presets[0].value == table.value
    for preset in table.presets:  # each is a valid value in a rules file
        GAMES["free-bet"].rules.read({"pot_of_gold_table": preset.value})


def test_21_plus_3_is_written_as_on_the_felt() -> None:
    titles = {option.name: option.title for option in options_of(GAMES["blackjack"])}
    assert titles["twenty_one_plus_three"] == "21+3"
    assert titles["twenty_one_plus_three_table"] == "21+3 table"
