"""`pitboss verify`: checks saved rounds and opened shoes, each by itself and in sequence."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from pitboss.games import GAMES
from pitboss.play.records.text_file import read_text
from pitboss.play.refused import Refused
from pitboss.table.audit.chain import ChainReport, Saved, follow_files, not_shown_by_one
from pitboss.table.audit.opened_shoe import CheckedOpening, is_opening, read_opening
from pitboss.table.audit.verify import read_round
from pitboss.table.seal.seeded_shuffle import check_seed

SHOWN = 20
"""The number of faults to print; the rest are only counted."""


def verify_files(paths: Sequence[str], own_seeds: Sequence[str] = ()) -> None:
    """Verify files saved from a table. Raise `Refused` if anything is wrong."""
    for seed in own_seeds:
        check_seed(seed)
    saved = [_checked(path) for path in paths]
    followed = follow_files(saved, own_seeds)
    if followed.faults:
        more = f"; and {len(followed.faults) - SHOWN} more" if len(followed.faults) > SHOWN else ""
        raise Refused("not-honest", f"{'; '.join(followed.faults[:SHOWN])}{more}")
    for one in saved:
        sys.stdout.write(f"{_holds(one)}\n")
    for sentence in _not_proved(saved, followed):
        sys.stdout.write(f"{sentence}\n")


def _checked(path: str) -> Saved:
    text = read_text(path, "saved round")
    try:
        checked: Saved = read_opening(text, GAMES) if is_opening(text) else read_round(text, GAMES)
    except Refused as refused:
        raise Refused(refused.code, f"{path}: {refused.reason}") from None
    if checked.faults:
        raise Refused("not-honest", f"{path}: {'; '.join(checked.faults)}")
    return checked


def _holds(one: Saved) -> str:
    if isinstance(one, CheckedOpening):
        return (
            f"The shoe opened at table {one.table} after round {one.number}: its seed gives all {one.proof.size} cards,"
            f" and the seal {one.proof.house[:16]}… is that seed's."
        )
    words = "" if one.same_version else f" (words were not compared: it was stored by version {one.version})"
    same = f"the same {one.events} events" if one.same_version else f"the same cards and money{words}"
    void = f" It was void, and all stakes went back: {one.void_reason}." if one.void_reason else ""
    return (
        f"Round {one.number} at table {one.table}, {GAMES[one.game].title}: the seal {one.proof.commitment[:16]}… holds"
        f" for its {len(one.proof.cards.split())} cards, and dealt again it gives {same}.{void}"
    )


def _not_proved(saved: Sequence[Saved], followed: ChainReport) -> list[str]:
    """Return sentences on what these files can't prove."""
    if len(saved) == 1:
        fields = " and ".join(f"`{name}`" for name in not_shown_by_one(saved[0]))
        proof = saved[0].proof
        return [
            f"This file alone cannot prove {fields}: compare them with what was announced before the bets"
            f" (commitment {proof.commitment}, house {proof.house}, next {proof.next}),"
            " or verify it together with the rounds before and after it."
        ]
    sentences = [f"Not compared: {gap}." for gap in followed.gaps]
    if not followed.gaps:
        sentences.append("The rounds are consecutive: commitments, announced seals and seeds match.")
    sentences += [
        f"At table {table} a player's seed was used for two shuffles: the house knew it when it sealed the second."
        for table in followed.reused
    ]
    return sentences + [
        f"The shoe of table {table} is not opened in these files. The file that opens it shows that it was shuffled"
        " from the seeds."
        for table in followed.closed
    ]
