"""`pitboss deal --stats`: the rounds of this user at the terminal, by game."""

from __future__ import annotations

from pitboss.games import GAMES
from pitboss.play.records.record_reader import game_called
from pitboss.terminal.play.session_score import Score, save_worst, saved
from pitboss.terminal.screen import Screen


def show_stats(name: str | None) -> None:
    """Print rounds, result against expectation, best answers and the most expensive mistake of each game."""
    screen = Screen()
    wanted = game_called(name, GAMES).name if name else None
    rounds = [each for each in saved() if wanted in (None, each.game)]
    if not rounds:
        screen.line("No round has been saved yet. Rounds you play at a terminal are counted here.")
        return
    for game in dict.fromkeys(each.game for each in rounds):
        score = Score([each for each in rounds if each.game == game])
        title = GAMES[game].title if game in GAMES else game
        screen.line((title, "bold"), f": {score.line()}.", indent=2)
        if worst := score.worst_line():
            screen.line(f"  {worst}", indent=4)
    if path := save_worst(Score(rounds)):
        screen.line("Replay the most expensive one:")
        screen.file.write(f"  pitboss replay {path}\n")  # unbroken, so that it can be copied
