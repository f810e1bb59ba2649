"""
Write the page's fonts to src/pitboss/server/static/fonts/: Source Sans and Source Serif, reduced to Latin letters.

    python tools/fonts.py

A whole font has 130 kB on the wire, a reduced one 18 to 27 kB. Other scripts are shown in the system's own faces. The
license reserves the name "Source", so a reduced font has a name of its own.
"""

from __future__ import annotations

import sys
from importlib.resources import files
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "src/pitboss/server/static/fonts"
FONTS = {
    "sans-regular": ("font_source_sans_pro", "SourceSansPro-Regular.otf", "Pitboss Sans"),
    "sans-semibold": ("font_source_sans_pro", "SourceSansPro-Semibold.otf", "Pitboss Sans Semibold"),
    "serif-semibold": ("font_source_serif_pro", "SourceSerifPro-Semibold.otf", "Pitboss Serif Semibold"),
}
"""For each file: the package that has the whole font, its file there, and the name of the reduced font."""
SIGNS = "φσ–—‘’“”•…‹›⁵⁶⁹⁻€←↑→↓−√∞≈≠≤≥▲▼▸●○★♠♣♥♦✓✗"
CHARACTERS = [*range(0x20, 0x7F), *range(0xA0, 0x100), *map(ord, SIGNS)]
"""The letters of Western Europe, and the punctuation, figures, arrows and suits of the page that a font has."""
NAMES = range(0x100, 0x180)
"""Further Latin letters, for names: in the sans serif, in which names are set."""
FEATURES = ["kern", "liga", "tnum", "ccmp"]
COPYRIGHT, LICENSE = 0, 13


def reduced(package: str, file: str, name: str) -> TTFont:
    """Return a font with only the characters that the page needs, under another name."""
    font = TTFont(files(package) / "files" / file, recalcTimestamp=False)
    options = Options(layout_features=FEATURES, name_IDs=[COPYRIGHT, LICENSE], notdef_outline=True)
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=[*CHARACTERS, *(NAMES if "Sans" in name else ())])
    subsetter.subset(font)
    plain = name.replace(" ", "")
    for number, text in {1: name, 2: "Regular", 3: plain, 4: name, 6: plain}.items():
        font["name"].setName(text, number, 3, 1, 0x409)
    outlines = font["CFF "].cff
    outlines.fontNames = [plain]
    outlines.topDictIndex[0].FullName = outlines.topDictIndex[0].FamilyName = name
    font.flavor = "woff"
    return font


def main() -> None:
    """Write all fonts, and the license beside them."""
    for name, (package, file, title) in FONTS.items():
        path = FOLDER / f"{name}.woff"
        reduced(package, file, title).save(path)
        sys.stdout.write(f"{path.relative_to(ROOT)}: {path.stat().st_size:,} bytes\n")
    text = (files("font_source_sans_pro") / "files" / "LICENSE.txt").read_text(encoding="utf-8")
    (FOLDER / "LICENSE.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
