"""The papers besides the report: the layout to scale, the rules as a filing, the rack card."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from at_the_terminal import command
from pitboss.games import GAMES, OURS
from pitboss.layout.plan import plan_for
from pitboss.layout.scale.drawing import felt_drawing
from pitboss.layout.scale.sizes import size_of
from pitboss.play.rules import HouseRules
from pitboss.report.blocks import Document, Grid, Picture
from pitboss.report.papers import layout
from pitboss.report.papers.felt import layout_sheet
from pitboss.report.render import rendered

DAY = "2026-11-17"
every_game = pytest.mark.parametrize("name", OURS)


def rules_of(name: str, *settings: str) -> HouseRules:
    return GAMES[name].rules().with_settings(settings)


def tags(pdf: pikepdf.Pdf) -> list[Any]:
    """Every element of the structure tree."""
    found, left = [], [pdf.Root.StructTreeRoot]
    while left:
        element = left.pop()
        if isinstance(element, pikepdf.Array):
            left += list(element)
        elif isinstance(element, pikepdf.Dictionary):
            found.append(element)
            left += [element.K] if "/K" in element else []
    return found


def check_pdf(document: Document) -> pikepdf.Pdf:
    """What every PDF of ours promises: archived, accessible, and the same bytes twice."""
    made = rendered(document, ".pdf")
    assert made == rendered(document, ".pdf")
    pdf = pikepdf.open(BytesIO(made))
    with pdf.open_metadata() as meta:
        assert (meta["pdfaid:part"], meta["pdfaid:conformance"], meta["pdfuaid:part"]) == ("3", "A", "1")
        assert meta["dc:title"] == document.title
    assert pdf.Root.Lang == "en"
    elements = [tag for tag in tags(pdf) if "/S" in tag]
    assert all("/Alt" in tag for tag in elements if tag.S == "/Figure")
    heads = [tag for tag in elements if tag.S == "/TH"]
    assert all(any("/Scope" in each for each in _attributes(tag)) for tag in heads)
    return pdf


def _attributes(tag: Any) -> list[Any]:
    return list(tag.A) if isinstance(tag.get("/A"), pikepdf.Array) else [tag.get("/A", {})]


@every_game
def test_the_layout_is_a_paper(name: str) -> None:
    game, rules = GAMES[name], rules_of(name)
    document = layout(game, rules, DAY)
    pdf = check_pdf(document)
    assert len(pdf.pages) == 4
    felt = next(block for _, block in document.walk() if isinstance(block, Picture))
    _, box = felt_drawing(plan_for(game, rules), rules, size_of(plan_for(game, rules), game.seats(rules)))
    ratio = int(re.findall(r"scale 1 : (\d+)", felt.caption)[0])
    assert felt.millimetres * ratio == pytest.approx(box.width)  # true to scale
    page = rendered(document, ".html").decode()
    assert page.count("<svg") == 2
    assert "N.J.A.C. 13:69E-1.10C(b)1" in page


def test_a_changed_option_changes_the_layout_and_nothing_else() -> None:
    game = GAMES["free-bet"]
    plain, changed = (layout(game, rules_of("free-bet", *said), DAY) for said in ((), ("hits_soft_17=no",)))
    grids = [[block for _, block in each.walk() if isinstance(block, Grid)] for each in (plain, changed)]
    rows = [{row for grid in some for row in grid.rows} for some in grids]
    assert {row[0] for row in rows[0] ^ rows[1]} == {"DEALER MUST HIT A SOFT 17", "DEALER STANDS ON ALL 17S"}


def test_the_drawing_at_full_size_holds_all_three_parts() -> None:
    drawing = layout_sheet(GAMES["free-bet"], rules_of("free-bet"), house="Nickel")
    assert "74.00 in (1880 mm)" in drawing
    assert "One betting position, 2 : 1" in drawing
    assert "NICKEL — before the dealer, in the middle — N.J.A.C. 13:69E-1.10C(b)1" in drawing


def test_the_command_writes_what_the_ending_says(tmp_path: Path) -> None:
    for ending, start in ((".pdf", b"%PDF"), (".svg", b"<svg"), (".html", b"<!doctype html>")):
        file = tmp_path / f"felt{ending}"
        assert command("layout", "flop22", "--scale", "--out", str(file), "--date", DAY).code == 0
        assert file.read_bytes().startswith(start)
    assert command("layout", "flop22", "--scale").out.startswith("<svg")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["layout", "flop22", "--scale", "--out", "felt.doc"], "must end in .pdf, .svg or .html"),
        (["layout", "flop22", "--scale", "--out", "felt.pdf", "--date", "17.11.2026"], "is not a day"),
        (["layout", "flop22", "--scale", "--out", "no/such/felt.pdf"], "there is no folder"),
        (["layout", "flop22", "--scale", "--out", "no/such/felt.svg"], "cannot be written"),
        (["layout", "chess", "--scale"], "chess"),
    ],
)
def test_what_cannot_be_written_is_refused(
    words: list[str], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = command(*words)
    assert done.code == 2
    assert says in done.err
    assert not list(tmp_path.iterdir())
