"""What is said at the prompts: each sentence that the terminal promises, in a transcript of its own."""

from __future__ import annotations

import re
import threading

import pytest

from helpers.at_the_terminal import command

FREE_BET = ("deal", "free-bet", "--seed", "1")
FLOP22 = ("deal", "flop22", "--seed", "1", "--seats", "2")


def said(*args: str, typed: str) -> str:
    """What was printed, line ends aside."""
    done = command(*args, typed=typed)
    assert (done.code, done.err) == (0, "")
    return " ".join(done.out.split())


def test_a_question_mark_says_what_each_bet_pays() -> None:
    told = said(*FREE_BET, typed="?\nq\n")
    assert "pays 5 or more tokens: 100 to 1; 4 or more tokens: 50 to 1;" in told
    assert "push-22 the dealer's hand ends at 22, even if the player busts with 29 or less; needs main" in told
    assert "(FB-7)" not in told


def test_a_hint_says_what_each_answer_is_worth() -> None:
    told = said(*FLOP22, typed="10\nhint\nq\ny\n")
    assert re.search(r"best answer: best .*? costs \$3.40 .*? costs \$5.80 .*? costs \$9.20 ", told)


def test_before_the_deal_there_is_nothing_to_hint_or_take_back() -> None:
    told = said("deal", "flop22", typed="hint\nundo\nhistory\nq\n")
    assert "There is nothing to answer yet; pitboss odds flop22 prints the edge of each bet." in told
    assert "There is nothing to take back before the deal" in told
    assert "No round has been played yet." in told


def test_rules_and_history_are_shown_at_any_prompt() -> None:
    told = said(*FLOP22, typed="10 f 5\nrules\nnone\nhistory\nq\n")
    assert "Paytable bonus_table" in told
    assert "Round 1: ante-1 10 field 5; said none: +$5" in told


def test_undo_takes_an_answer_back_and_all_that_followed() -> None:
    told = said(*FREE_BET, typed="10\nh\nundo\nstand\nq\n")
    assert "Taken back: hit." in told
    assert told.count("hand 1 6♥ 6♦; bets main $10") == 2
    assert "You stand." in told


@pytest.mark.parametrize(
    ("game", "typed", "bets"),
    [
        ("free-bet", "10 pot 5 push 5", "You bet $10 on Blackjack wager, $5 on Pot of Gold, $5 on Push 22."),
        ("flip-it", "c7 5", "You bet $5 on Call It 7."),
        ("flip-it", "1e2 on red", "You bet $100 on Red."),
        ("FLOP22", "a1 10 f 5", "You bet $10 on Ante, hand 1, $5 on Field."),
        ("Roll Your Own", "5", "You bet $5 on Two-card hand, $5 on One-card hand, $5 on Bonus."),
    ],
)
def test_short_forms_that_people_type_work(game: str, typed: str, bets: str) -> None:
    assert bets in said("deal", game, "--seed", "1", typed=f"{typed}\nq\ny\n")


def test_enter_takes_silence_only_where_it_gives_nothing_up() -> None:
    told = said(*FLOP22, typed="10\n\n\nq\ny\n")
    assert re.search(
        r"\[none\]: Match or double down on hand 1: .* instead of .*\? y/N >? ?Your answer \[none\]: q", told
    )
    assert "You bet no bonus." in said(*FLOP22, typed="10\n\ny\nq\n")
    assert "You double down." in said(*FLOP22, typed="10\n\nd\nq\n")
    assert "? y/N" not in said(*FREE_BET, typed="10\nhit\n\nq\n"), "17 against a king stands"
    assert "Hand 1, 6♥ 6♦ (12): Stand instead of " in said(*FREE_BET, typed="10\n\n")


def test_the_dealers_chores_are_told_only_when_asked_for() -> None:
    chore = "The dealer sweeps a hand"
    assert chore not in said(*FLOP22, typed="10\nnone\nq\n")
    assert chore in said(*FLOP22, "--motions", typed="10\nnone\nq\n")
    assert chore in said(*FLOP22, typed="10\nmotions\nnone\nq\n")


def test_rulings_are_told_by_number_only_when_asked_for() -> None:
    plain = "Your Field loses $5: all other card values."
    assert plain in said(*FLOP22, typed="10 f 5\nnone\nq\n")
    numbered = said(*FLOP22, "--rulings", typed="10 f 5\nnone\nq\n")
    assert "Your Field loses $5: all other card values (F22-3)." in numbered


def test_what_bots_answer_is_told_before_you_are_asked_and_once() -> None:
    told = said(*FLOP22, typed="10\nnone\nq\n")
    assert "Seat 2 bets no bonus. Match or double down on hand 1?" in told
    assert "Seat 2 bets no bonus." not in told.split("Your answer [none]: none")[1].split("flop 1")[0]


def test_the_coach_says_what_an_answer_cost_and_keeps_the_sum() -> None:
    told = said(*FLOP22, "--coach", typed="10\nmatch\nq\n")
    assert " costs $9.20 on average: " in told
    assert "0% best answers · $9.20 given up." in told


def test_at_40_columns_your_card_and_your_bankroll_show(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    done = command("deal", "flop22", "--seed", "1", "--seats", "6", typed="10 f 5\nnone\nq\n")
    assert "▸ You, seat 1: card A♦; bets ante-1 $10;\n    has $985.\n" in done.out
    assert max(map(len, done.out.splitlines())) <= 40


def test_a_hundred_lines_of_nonsense_come_from_no_person() -> None:
    done = command("deal", "flop22", typed="y\n" * 200)
    assert (done.code, done.err) == (2, "pitboss: 100 lines in a row made no sense: this is no player\n")


class AtOnce(threading.Timer):
    """A second that has passed already."""

    def start(self) -> None:
        self.function()


def test_what_takes_longer_than_a_second_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.terminal.play.deal_command.threading.Timer", AtOnce)
    done = command("deal", "flop22", "--auto", "--bots", "best", "--seed", "1")
    assert done.code == 0
    assert done.err == "pitboss: working out the best play of Flop 22; it is kept for the next time\n"
