"""Rendering of a document as one HTML file, for phones, dark mode, screen readers and print."""

from __future__ import annotations

from base64 import b64encode
from collections import Counter
from collections.abc import Iterator
from html import escape
from importlib import resources
from typing import assert_never

from pitboss.documents import blocks as model

ROUND_HEADS = ("motion", "cards", "money")


def html(document: model.Document) -> str:
    """Return the whole page, without external resources."""
    style = (resources.files("pitboss.documents.rendering") / "page.css").read_text(encoding="utf-8")
    return (
        f'<!doctype html>\n<html lang="{escape(document.language)}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f'<meta name="date" content="{escape(document.date)}">\n'
        f"<title>{escape(document.title)}</title>\n<style>\n{style}</style>\n</head>\n<body>\n"
        f"{_Page(document).body()}</body>\n</html>\n"
    )


class _Page:
    """One page, with the titles of its sections for links."""

    def __init__(self, document: model.Document) -> None:
        self.document = document
        self.counts: Counter[str] = Counter()
        self.titles = {block.key: block.title for _, block in document.walk() if isinstance(block, model.Section)}

    def body(self) -> str:
        """Return title, contents, sections and attached files."""
        document = self.document
        face = "".join(f"<dt>{escape(name)}</dt><dd>{self.words(text)}</dd>" for name, text in document.face)
        under = f'<p class="under">{escape(document.subtitle)}</p>' if document.subtitle else ""
        front = "".join(self._section(section, 2, "") for section in document.sections if section.front)
        rest = [section for section in document.sections if not section.front]
        inside = "".join(self._section(section, 2, str(at)) for at, section in enumerate(rest, 1))
        skip = '<a class="skip" href="#main">To the text</a>\n' if document.page.contents else ""
        return (
            f"{skip}<header><h1>{escape(document.title)}</h1>{under}</header>\n{front}"
            f'<dl class="face">{face}</dl>{self._contents()}<main id="main">\n{inside}</main>\n{self._files()}'
        )

    def _contents(self) -> str:
        if not self.document.page.contents:
            return ""
        items = "".join(
            f'<li><a href="#{section.key}">{escape(section.title)}</a></li>'
            for section in self.document.sections
            if not section.front
        )
        return f'<nav aria-label="Contents"><h2>Contents</h2><ol>{items}</ol></nav>\n'

    def _files(self) -> str:
        """Return the attached files, embedded in the page."""
        items = "".join(
            f'<li><a download="{escape(each.name)}" href="data:{each.media};base64,'
            f'{b64encode(each.text.encode()).decode()}">{escape(each.name)}</a>: {escape(each.what)}</li>'
            for each in self.document.attachments
        )
        return (
            f'<footer aria-label="Attached files"><h2>Attached files</h2><ul>{items}</ul></footer>\n' if items else ""
        )

    def _section(self, section: model.Section, level: int, number: str) -> str:
        prefix = f"{number} " if self.document.page.numbered and number else ""
        blocks, inner = [], 0
        for block in section.blocks:
            inner += isinstance(block, model.Section)
            blocks.append(
                self._section(block, min(level + 1, 6), f"{number}.{inner}" if number else "")
                if isinstance(block, model.Section)
                else self._block(block)
            )
        head = f'<h{level} id="{section.key}">{prefix}{escape(section.title)}</h{level}>'
        return f'<section aria-labelledby="{section.key}">\n{head}\n{"".join(blocks)}</section>\n'

    def words(self, text: model.Words) -> str:
        """Render text with its figures and links."""
        return "".join(map(self._piece, text))

    def _piece(self, piece: model.GridCell) -> str:
        match piece:
            case None:
                return ""
            case str():
                return escape(piece)
            case model.Quantity(shown=shown, exact=exact):
                return f'<data value="{piece.number!r}"{_title(exact)}>{escape(shown)}</data>'
            case model.See(section=section):
                return f'<a href="#{section}">{escape(self.titles[section])}</a>'
            case model.WebLink(words=words, address=address):
                return f'<a href="{escape(address)}">{escape(words)}</a>'
            case model.Mark(words=words, tone=tone):
                return f'<span class="mark {escape(tone)}">{escape(words)}</span>'
            case tuple():
                return self.words(piece)
            case _:
                assert_never(piece)

    def _block(self, block: model.Block) -> str:
        match block:
            case model.Paragraph(words=words, tone=tone):
                return f"<p{f' class={tone}' if tone else ''}>{self.words(words)}</p>\n"
            case model.Points(items=items):
                return "<ul>" + "".join(f"<li>{self.words(item)}</li>" for item in items) + "</ul>\n"
            case model.Definitions(items=items):
                pairs = (f"<dt>{escape(term)}</dt><dd>{self.words(definition)}</dd>" for term, definition in items)
                return f"<dl>{''.join(pairs)}</dl>\n"
            case model.Grid():
                return self._grid(block)
            case model.Picture():
                return self._picture(block)
            case model.Transcript(caption=caption, lines=lines):
                entries = "".join(f"<li>{escape(line)}</li>" for line in lines)
                return (
                    f"<figure><figcaption>{escape(caption)}</figcaption><ol class=transcript>{entries}</ol></figure>\n"
                )
            case model.Verbatim(caption=caption, text=text):
                return f"<figure><figcaption>{escape(caption)}</figcaption><pre>{escape(text)}</pre></figure>\n"
            case model.SignatureLines(names=names):
                return '<dl class="sign">' + "".join(f"<dt>{escape(name)}</dt><dd></dd>" for name in names) + "</dl>\n"
            case model.RoundColumns():
                return self._round(block)
            case model.Section():
                raise TypeError("sections are rendered by _section")
            case _:
                assert_never(block)

    def _grid(self, grid: model.Grid) -> str:
        sides = [_side(grid, column) for column in range(len(grid.heads))]
        heads = "".join(
            f'<th scope="col"{side}>{escape(head)}</th>' for side, head in zip(sides, grid.heads, strict=True)
        )
        first_sum = len(grid.rows) - grid.sums
        rows = "".join(self._row(grid, row, sides, at >= first_sum) for at, row in enumerate(grid.rows))
        note = f'<p class="note">{escape(grid.note)}</p>' if grid.note else ""
        return (
            f'<div class="wide" role="region" tabindex="0" aria-label="{escape(grid.caption or "table")}"><table>'
            f"<caption>{self._numbered('Table', grid.caption)}</caption><thead><tr>{heads}</tr></thead>"
            f"<tbody>{rows}</tbody></table></div>{note}\n"
        )

    def _round(self, dealt: model.RoundColumns) -> str:
        heads = "".join(f'<th scope="col">{head}</th>' for head in ROUND_HEADS)
        rows = "".join(
            f'<tr><th scope="row">{escape(did)}</th><td>{_cards(cards)}</td><td>{escape(money)}</td></tr>'
            for did, cards, money in dealt.rows
        )
        return (
            f'<div class="wide" role="region" tabindex="0" aria-label="{escape(dealt.caption)}"><table class="round">'
            f"<caption>{escape(dealt.caption)}</caption><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"
            "</div>\n"
        )

    def _picture(self, picture: model.Picture) -> str:
        caption = self._numbered("Figure", picture.caption)
        figcaption = f"<figcaption>{caption}</figcaption>" if caption else ""
        style = f' style="max-width:{picture.millimetres:g}mm"' if picture.millimetres else ""
        return (
            f'<figure><div class="picture" role="img" aria-label="{escape(picture.alt)}"{style}>{picture.svg}</div>'
            f"{figcaption}</figure>\n"
        )

    def _numbered(self, kind: str, caption: str) -> str:
        """Return a caption with its number, as in print."""
        if not caption or not self.document.page.numbered:
            return escape(caption)
        self.counts[kind] += 1
        return f"{kind} {self.counts[kind]}. {escape(caption)}"

    def _row(self, grid: model.Grid, row: tuple[model.GridCell, ...], sides: list[str], sums: bool) -> str:
        def cells() -> Iterator[str]:
            for at, cell in enumerate(row):
                tag, scope = ("th", ' scope="row"') if at == 0 else ("td", "")
                yield f"<{tag}{scope}{sides[at]}>{self._piece(cell)}</{tag}>"

        return f"<tr{' class=sum' if sums else ''}>{''.join(cells())}</tr>"


def _side(grid: model.Grid, column: int) -> str:
    """Return the class attribute of a column: figures are aligned right, decisions centred."""
    return ' class="n"' if grid.is_figures(column) else ' class="m"' if grid.is_marks(column) else ""


def _cards(signs: str) -> str:
    """Render cards as small boxes with their signs."""
    return " ".join(
        f'<span class="card{" red" if sign[-1] in "♥♦" else ""}">{"face down" if sign == "??" else escape(sign)}</span>'
        for sign in signs.split()
    )


def _title(exact: str | None) -> str:
    """Return a tooltip with the exact fraction; very long fractions are only in the JSON."""
    return f' title="{exact}"' if exact and "/" in exact and len(exact) <= 60 and not exact.endswith("/1") else ""
