"""Output at the prompts: each documented message, in its own transcript."""

from __future__ import annotations

import re
import threading

import pytest

from helpers.at_the_terminal import command

FREE_BET = ("deal", "free-bet", "--seed", "1")
FLOP22 = ("deal", "flop22", "--seed", "1", "--seats", "2")


def printed(*args: str, typed: str) -> str:
    """Return the printed text with line ends removed."""
    done = command(*args, typed=typed)
    assert (done.code, done.err) == (0, "")
    return " ".join(done.out.split())


def test_question_mark_shows_what_each_bet_pays() -> None:
    output = printed(*FREE_BET, typed="?\nq\n")
    assert "pays 5 or more tokens: 100 to 1; 4 or more tokens: 50 to 1;" in output
    assert "push-22 the dealer's hand ends at 22, even if the player busts with 29 or less; needs main" in output
    assert "(FB-7)" not in output


def test_hint_shows_the_value_of_each_answer() -> None:
    output = printed(*FLOP22, typed="10\nhint\nq\ny\n")
    assert re.search(r"best answer: best .*? costs \$3.40 .*? costs \$5.80 .*? costs \$9.20 ", output)


def test_hint_and_undo_are_unavailable_before_the_deal() -> None:
    output = printed("deal", "flop22", typed="hint\nundo\nhistory\nq\n")
    assert "There is nothing to answer yet; pitboss odds flop22 prints the edge of each bet." in output
    assert "There is nothing to take back before the deal" in output
    assert "No round has been played yet." in output


def test_rules_and_history_are_shown_at_any_prompt() -> None:
    output = printed(*FLOP22, typed="10 f 5\nrules\nnone\nhistory\nq\n")
    assert "Paytable bonus_table" in output
    assert "Round 1: ante-1 10 field 5; said none: +$5" in output


def test_undo_reverts_an_answer_and_everything_after_it() -> None:
    output = printed(*FREE_BET, typed="10\nh\nundo\nstand\nq\n")
    assert "Taken back: hit." in output
    assert output.count("hand 1 6♥ 6♦; bets main $10") == 2
    assert "You stand." in output


@pytest.mark.parametrize(
    ("game", "typed", "bets"),
    [
        ("free-bet", "10 pot 5 push 5", "You bet $10 on Blackjack wager, $5 on Pot of Gold, $5 on Push 22."),
        ("flip-it", "c7 5", "You bet $5 on Call It 7."),
        ("flip-it", "1e2 on red", "You bet $100 on Red."),
        ("FLOP22", "a1 10 f 5", "You bet $10 on Ante, hand 1; $5 on Field."),
        ("Roll Your Own", "5", "You bet $5 on Two-card hand, $5 on One-card hand, $5 on Bonus."),
    ],
)
def test_common_short_forms_work(game: str, typed: str, bets: str) -> None:
    assert bets in printed("deal", game, "--seed", "1", typed=f"{typed}\nq\ny\n")


def test_enter_takes_the_default_only_if_nothing_is_given_up() -> None:
    output = printed(*FLOP22, typed="10\n\n\nq\ny\n")
    assert re.search(
        r"\[none\]: Match or double down on hand 1: .* instead of .*\? y/N >? ?Your answer \[none\]: q", output
    )
    assert "You bet no bonus." in printed(*FLOP22, typed="10\n\ny\nq\n")
    assert "You double down." in printed(*FLOP22, typed="10\n\nd\nq\n")
    assert "? y/N" not in printed(*FREE_BET, typed="10\nhit\n\nq\n"), "17 against a king stands"
    assert "Hand 1, 6♥ 6♦ (12): Stand instead of " in printed(*FREE_BET, typed="10\n\n")


def test_dealer_housekeeping_is_shown_only_on_request() -> None:
    chore = "The dealer sweeps a hand"
    assert chore not in printed(*FLOP22, typed="10\nnone\nq\n")
    assert chore in printed(*FLOP22, "--motions", typed="10\nnone\nq\n")
    assert chore in printed(*FLOP22, typed="10\nmotions\nnone\nq\n")


def test_ruling_numbers_are_shown_only_on_request() -> None:
    plain = "Your Field loses $5: all other card values."
    assert plain in printed(*FLOP22, typed="10 f 5\nnone\nq\n")
    numbered = printed(*FLOP22, "--rulings", typed="10 f 5\nnone\nq\n")
    assert "Your Field loses $5: all other card values (F22-3)." in numbered


def test_bot_answers_are_shown_once_before_the_player_is_asked() -> None:
    output = printed(*FLOP22, typed="10\nnone\nq\n")
    assert "Seat 2 bets no bonus. Match or double down on hand 1?" in output
    assert "Seat 2 bets no bonus." not in output.split("Your answer [none]: none")[1].split("flop 1")[0]


def test_coach_shows_the_cost_of_an_answer_and_the_total() -> None:
    output = printed(*FLOP22, "--coach", typed="10\nmatch\nq\n")
    assert " costs $9.20 on average: " in output
    assert "0% best answers · $9.20 given up." in output


def test_player_card_and_bankroll_show_at_40_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    done = command("deal", "flop22", "--seed", "1", "--seats", "6", typed="10 f 5\nnone\nq\n")
    assert "▸ You, seat 1: card A♦; bets ante-1 $10;\n    has $985.\n" in done.out
    assert max(map(len, done.out.splitlines())) <= 40


def test_a_hundred_invalid_lines_end_the_session() -> None:
    done = command("deal", "flop22", typed="y\n" * 200)
    assert (done.code, done.err) == (2, "pitboss: 100 invalid lines in a row: this input is not from a player\n")


class ImmediateTimer(threading.Timer):
    """A timer whose delay has already passed."""

    def start(self) -> None:
        self.function()


def test_waits_over_a_second_show_a_message(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.terminal.play.deal_command.threading.Timer", ImmediateTimer)
    done = command("deal", "flop22", "--auto", "--bots", "best", "--seed", "1")
    assert done.code == 0
    assert done.err == "pitboss: working out the best play of Flop 22; this is stored for the next time\n"
