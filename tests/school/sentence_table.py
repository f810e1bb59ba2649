"""A page that lists every sentence of the sheets, generated from the games' data."""

from __future__ import annotations

from pitboss.games import GAMES
from school.sentences import SheetSentence, sentences_of, taught_by


def sentence_table() -> str:
    """Return the table of all sheets in Markdown."""
    lines = [
        "# Every sentence of the sheets",
        "",
        "For trainers and laboratories.",
        "",
        "Every sentence of the five rule sheets, and of our own sheet for blackjack. Each row has the clause, the",
        "motions of the dealer and the players that carry the sentence out, and the questions of the school that",
        "teach it. The question `deal` is a round that you deal yourself, in a lesson or in the table test. This page",
        "is generated from the games' data.",
    ]
    for game in GAMES.values():
        rows = sentences_of(game.name)
        if rows:
            lines += [
                "",
                f"## {game.title}",
                "",
                "| clause | sentence | motions | questions |",
                "| --- | --- | --- | --- |",
            ]
            lines += [_row(game.name, sentence) for sentence in rows]
    return "\n".join(lines) + "\n"


def _row(game: str, sentence: SheetSentence) -> str:
    motions = ", ".join(f"`{name}`" for name in sentence.motions)
    says = sentence.says.replace("|", "/")
    return f"| {sentence.clause} | {says} | {motions} | {', '.join(taught_by(game, sentence))} |"
