"""`pitboss layout --scale`: the felt to scale, one betting position, and every inscription with its clause."""

from __future__ import annotations

from html import escape

from pitboss.documents.blocks import Document, Grid, GridCell, Page, Paragraph, Picture, Section, number, words
from pitboss.documents.filings.rule_sheet import identity
from pitboss.layout.frames import SEAT_W
from pitboss.layout.plan import FeltPlan, Spot, plan_for
from pitboss.layout.scale.inscriptions import Inscription, inscriptions
from pitboss.layout.scale.scale_drawing import INK, Box, felt_drawing, position_drawing
from pitboss.layout.scale.sizes import EDGE, FIELD, MM, TRAY_H, TRAY_W, UNIT, FeltSize, measured, size_of
from pitboss.layout.spots import SERIF
from pitboss.play.game import Game
from pitboss.play.options.rules import HouseRules

_RATIOS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30)
_WIDE, _HIGH = 239.0, 142.0
"""Maximum size of a drawing on a page, in millimetres."""
_HEIGHT_BESIDE_TABLE, _ROW = 134.0, 3.1
"""The height left for a drawing and a table, and the height of each table row, in millimetres."""
_LETTERS = 2.6
"""Letter height of a felt's dimensions in print, in millimetres: 7.4 points."""
_FEW_ROWS = 16
"""Up to this number of inscriptions share the page with the sizes."""
_SHORT = {"N.J.A.C. 13:69E-1.10C": "NJ ", "COMAR 36.05.03": "MD "}
"""Regulations that the list of inscriptions cites, and how they are abbreviated in it."""
_NOTE = (
    "Sheet: clause of the rule sheet, or ruling. NJ: N.J.A.C. 13:69E-1.10C (blackjack switch), New"
    " Jersey's closest section, cited as a model; it lets inscriptions of the bow be on a sign ((b)4 and (c)). MD:"
    " COMAR 36.05.03, which requires odds with the word “to”."
)
_LETTER = 11.0
"""Width of a letter in the inscription list of a full-size drawing, in millimetres."""
_CARDS = (
    "All dimensions follow from a playing card of 2.5 by 3.5 inches. Seats are numbered from the dealer's left. Broken"
    " lines mark the shoe and the discard rack; nothing is printed there."
)


def layout(
    game: Game, rules: HouseRules, date: str, *, seats: int | None = None, house: str = "", wide: float = _WIDE
) -> Document:
    """Build the scale drawing of a game's felt as a filing document, for pages of this width in millimetres."""
    plan, seat_count = plan_for(game, rules), seats or game.seats(rules)
    size = size_of(plan, seat_count)
    return Document(
        f"{game.title}: the layout, true to scale",
        date,
        (
            _sized(plan, size),
            _inscribed(game, plan, rules, house),
            _felt(game, plan, rules, size, house, wide),
            _position(plan, rules, size, wide),
        ),
        f"{seat_count} betting positions",
        identity(game, rules, date),
        page=Page(landscape=True, numbered=True, points=9.5),
        footer=f"{game.title}, layout, {date}",
    )


def _ratio(box: Box, wide: float, high: float) -> int:
    """Return the largest standard scale at which a drawing fits."""
    return next(ratio for ratio in _RATIOS if box.width <= wide * ratio and box.height <= high * ratio)


def _picture(drawing: str, box: Box, alt: str, what: str, ratio: int) -> Picture:
    return Picture(drawing, alt, f"{what}, scale 1 : {ratio}.", box.width / ratio)


def _sized(plan: FeltPlan, size: FeltSize) -> Section:
    sizes = [
        ("width of the felt", size.width),
        ("depth, from the dealer's edge to the players'", size.depth),
        ("radius of the players' edge", size.radius),
        ("from the dealer's edge to the middle of that arc", EDGE),
        ("cut-out for the chip tray, width", TRAY_W),
        ("cut-out for the chip tray, depth", TRAY_H),
    ]
    if len(size.positions) > 1:
        sizes.append((f"from one {'seat' if plan.shared else 'betting position'} to the next", size.pitch))
    if not plan.shared:
        sizes.append(("from the middle of the arc to the start of a betting position", size.inner))
    return Section("sizes", "Sizes", (Paragraph(words(_CARDS)), _sizes("Sizes of the felt", sizes)))


def _felt(game: Game, plan: FeltPlan, rules: HouseRules, size: FeltSize, house: str, wide: float) -> Section:
    drawn = ((ratio, *felt_drawing(plan, rules, size, house, _LETTERS * ratio)) for ratio in _RATIOS)
    ratio, drawing, box = next(each for each in drawn if _ratio(each[2], wide, _HIGH) <= each[0])
    alt = (
        f"The felt of {game.title} seen from above: a straight edge for the dealer, a bow for"
        f" {len(size.positions)} players, {measured(size.width)} wide and {measured(size.depth)} deep. Its sizes are"
        " in the table before."
    )
    return Section("felt", "The felt", (_picture(drawing, box, alt, "The felt", ratio),), new_page=True)


def _sizes(caption: str, sizes: list[tuple[str, float]]) -> Grid:
    rows = tuple((what, number(inches, digits=2), number(inches * MM, digits=0)) for what, inches in sizes)
    return Grid(caption, ("dimension", "inches", "millimetres"), rows, fold=2)


def _position(plan: FeltPlan, rules: HouseRules, size: FeltSize, wide: float) -> Section:
    drawing, box = position_drawing(plan, rules, size)
    what = "The field" if plan.shared else "One betting position"
    scale = UNIT * (FIELD if plan.shared else 1)
    rows = tuple(_spot_row(spot, scale) for spot in plan.spots)
    heads = ("spot", "shape", "inches", "millimetres", "right, inches", "down, inches", "right, mm", "down, mm")
    labels = ", ".join(dict.fromkeys(spot.label for spot in plan.spots))
    alt = f"{what} seen from above, with the spots {labels}. All sizes and positions are in the table above."
    middle = "field." if plan.shared else f"position, {measured(SEAT_W * UNIT)} wide; down is away from the dealer."
    note = f"Size: the diameter of a circle, width × height of a box. Right and down: from the middle of the {middle}"
    grid = Grid("Sizes and positions of the spots", heads, rows, note)
    ratio = _ratio(box, wide, _HEIGHT_BESIDE_TABLE - _ROW * len(rows))
    return Section("position", what, (grid, _picture(drawing, box, alt, what, ratio)), new_page=True)


def _spot_row(spot: Spot, scale: float) -> tuple[GridCell, ...]:
    sizes = (spot.w * scale, spot.h * scale) if spot.w else (2 * spot.r * scale,)
    x, y = spot.x * scale, spot.y * scale
    return (
        f"{spot.label} ({spot.bet})",
        "box" if spot.w else "circle",
        " × ".join(f"{each:.2f}" for each in sizes),
        " × ".join(f"{each * MM:.0f}" for each in sizes),
        number(x, digits=2), number(y, digits=2), number(x * MM, digits=0), number(y * MM, digits=0),
    )  # fmt: skip


def _inscribed(game: Game, plan: FeltPlan, rules: HouseRules, house: str) -> Section:
    rows = tuple(
        (each.words, each.where, each.sheet, _short(each.law)) for each in inscriptions(game, plan, rules, house)
    )
    heads = ("inscription", "where", "sheet", "regulation")
    grid = Grid("Inscriptions and the clauses that require them", heads, rows, _NOTE, wide=heads[:3])
    return Section("inscriptions", "Inscriptions", (grid,), new_page=len(rows) > _FEW_ROWS)


def _short(law: str) -> str:
    for name, short in _SHORT.items():
        law = law.replace(name, short)
    return law.replace(" ", "\u00a0")  # keep it on one line


def layout_sheet(game: Game, rules: HouseRules, seats: int | None = None, house: str = "") -> str:
    """Return one full-size SVG: the felt, a betting position at double size, and the inscriptions."""
    plan, seat_count = plan_for(game, rules), seats or game.seats(rules)
    size = size_of(plan, seat_count)
    felt, felt_box = felt_drawing(plan, rules, size, house)
    spot, spot_box = position_drawing(plan, rules, size)
    zoom = 1 if plan.shared else 2
    listed = list(inscriptions(game, plan, rules, house))
    side = spot_box.width * zoom + 60
    high = max(spot_box.height * zoom + 60, 60 + 34 * len(listed))
    lines = [_line(each) for each in listed]
    width = max(felt_box.width, side + _LETTER * max(map(len, lines)))
    height = felt_box.height + high
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.1f}mm" height="{height:.1f}mm"'
        f' viewBox="0 0 {width:.1f} {height:.1f}" role="img"'
        f' aria-label="{escape(game.title)}: the layout at full size">',
        f'<rect width="{width:.1f}" height="{height:.1f}" fill="#ffffff"/>',
        _nested(felt, felt_box, (width - felt_box.width) / 2, 0, 1),
        _nested(spot, spot_box, 30, felt_box.height, zoom),
        _text(f"One betting position, {zoom} : 1" if zoom > 1 else "The field", 40, felt_box.height + 20, 24),
        _text("Inscriptions, where, and the clauses that require them", side, felt_box.height + 20, 24),
        *(_text(line, side, felt_box.height + 30 + 34 * row, 19) for row, line in enumerate(lines, 1)),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _nested(drawing: str, box: Box, x: float, y: float, zoom: float) -> str:
    inner = drawing.partition(">")[2].removesuffix("</svg>")
    return f'<g transform="translate({x - box.left * zoom:.1f} {y - box.top * zoom:.1f}) scale({zoom})">{inner}</g>'


def _line(each: Inscription) -> str:
    clauses = "; ".join(filter(None, (each.sheet, each.law)))
    words = each.words if len(each.words) <= 70 else f"{each.words[:69]}…"
    return f"{words} — {each.where} — {clauses}"


def _text(words: str, x: float, y: float, size: float) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-family="{SERIF}" font-size="{size:g}" fill="{INK}">{escape(words)}</text>'
    )
