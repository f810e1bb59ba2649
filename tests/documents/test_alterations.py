"""Alterations of a report's PDF, HTML and JSON: each is found and described; a signature is no alteration."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, String

from helpers.at_the_terminal import command
from helpers.report_made import as_pdf, made
from pitboss.documents.rendering import rendered
from pitboss.documents.rendering.json_document import from_json, to_json
from pitboss.documents.report import with_whole
from pitboss.documents.verification.figure_places import differences
from pitboss.documents.verification.html_parts import html_differences, html_files, key_differences
from pitboss.documents.verification.pdf_parts import PdfPart, is_signed, parts_of
from pitboss.documents.verification.recompute import _altered, inconsistencies
from pitboss.documents.verification.report_reader import read_report


@cache
def sound_parts() -> list[PdfPart]:
    return parts_of(as_pdf())


def told_of(change: Callable[[pikepdf.Pdf], None]) -> list[str]:
    """What is told of a PDF after a change."""
    whole = io.BytesIO()
    with pikepdf.open(io.BytesIO(as_pdf())) as file:
        change(file)
        file.save(whole)
    return list(_altered(sound_parts(), parts_of(whole.getvalue())))


def paint(file: pikepdf.Pdf) -> None:
    page = file.pages[2]
    page.Contents = file.make_stream(page.Contents.read_bytes() + b"\nq 0 0 9 9 re f Q\n")


def note(file: pikepdf.Pdf) -> None:
    made_note = Dictionary(Type=Name.Annot, Subtype=Name.FreeText, Rect=[90, 90, 300, 120], Contents=String("0.5%"))
    file.pages[2].obj["/Annots"] = Array([*file.pages[2].obj.get("/Annots", []), file.make_indirect(made_note)])


def link(file: pikepdf.Pdf) -> None:
    for page in file.pages:
        for each in page.obj.get("/Annots", ()):
            if "/A" in each and "/URI" in each.A:
                each.A.URI = String("https://example.com/")
                return
    raise AssertionError("no link")


def inner_link(file: pikepdf.Pdf) -> None:
    for page in file.pages:
        for each in page.obj.get("/Annots", ()):
            if "/Dest" in each or ("/A" in each and "/D" in each.A):
                each.Dest = Array([file.pages[0].obj, Name.Fit])
                if "/A" in each:
                    del each.A
                return
    raise AssertionError("no link")


def set_page(name: str, value: Any) -> Callable[[pikepdf.Pdf], None]:
    def change(file: pikepdf.Pdf) -> None:
        file.pages[3].obj[name] = value

    return change


def other_font(file: pikepdf.Pdf) -> None:
    fonts = file.pages[2].obj.Resources.Font
    first, second = sorted(fonts.keys())[:2]
    fonts[first], fonts[second] = fonts[second], fonts[first]


def other_glyphs(file: pikepdf.Pdf) -> None:
    fonts = file.pages[2].obj.Resources.Font
    inner = fonts[sorted(fonts.keys())[0]].DescendantFonts[0].FontDescriptor
    name = next(each for each in ("/FontFile", "/FontFile2", "/FontFile3") if each in inner)
    inner[name].write(inner[name].read_bytes() + b"\0")


def alternative(file: pikepdf.Pdf) -> None:
    waiting = [file.Root.StructTreeRoot]
    while waiting:
        element = waiting.pop()
        if "/Alt" in element:
            element.Alt = String("a picture of something else")
            return
        inner = element.get("/K")
        waiting += [each for each in (inner if isinstance(inner, Array) else [inner]) if isinstance(each, Dictionary)]
    raise AssertionError("no alternative text")


def script(file: pikepdf.Pdf) -> None:
    file.Root.OpenAction = Dictionary(S=Name.JavaScript, JS=String("app.alert('approved')"))


def named_script(file: pikepdf.Pdf) -> None:
    action = Dictionary(S=Name.JavaScript, JS=String("1"))
    file.Root.Names.JavaScript = Dictionary(Names=[String("x"), action])


def page_action(file: pikepdf.Pdf) -> None:
    file.pages[1].obj["/AA"] = Dictionary(O=Dictionary(S=Name.JavaScript, JS=String("1")))


def bookmark(file: pikepdf.Pdf) -> None:
    file.Root.Outlines.First.Title = String("Certified")


def xmp(file: pikepdf.Pdf) -> None:
    file.Root.Metadata.write(file.Root.Metadata.read_bytes().replace(b"mathematical report", b"certified report"))


def info(file: pikepdf.Pdf) -> None:
    file.trailer.Info = file.make_indirect(Dictionary(Title=String("Certified")))


def form(file: pikepdf.Pdf) -> None:
    field = Dictionary(FT=Name.Tx, T=String("approved"), V=String("yes"))
    file.Root.AcroForm = Dictionary(Fields=[file.make_indirect(field)])


def view(file: pikepdf.Pdf) -> None:
    file.Root.PageMode = Name.FullScreen


def language(file: pikepdf.Pdf) -> None:
    file.Root.Lang = String("de")


def less(file: pikepdf.Pdf) -> None:
    del file.pages[4]


def more(file: pikepdf.Pdf) -> None:
    file.pages.append(file.pages[0])


def exchanged(file: pikepdf.Pdf) -> None:
    page = file.pages[4]
    del file.pages[4]
    file.pages.insert(7, page)


def attached(file: pikepdf.Pdf) -> None:
    file.attachments["approval.txt"] = b"approved"


PDF = [
    (paint, "page 3: what is drawn"), (note, "page 3: annotations or links"), (link, "annotations or links"),
    (inner_link, "annotations or links"), (set_page("/CropBox", [0, 0, 300, 300]), "page 4: size, crop or rotation"),
    (set_page("/MediaBox", [0, 0, 300, 300]), "page 4: size, crop or rotation"),
    (set_page("/Rotate", 180), "page 4: size, crop or rotation"),
    (set_page("/UserUnit", 2), "page 4: size, crop or rotation"), (other_font, "page 3: fonts"),
    (other_glyphs, "fonts"), (alternative, "structure or alternative texts"),
    (script, "scripts or actions on opening"), (named_script, "scripts or actions on opening"),
    (page_action, "page 2: actions or other entries"), (bookmark, "bookmarks"), (xmp, "metadata (XMP)"),
    (info, "metadata (Info)"), (form, "form fields or signatures"), (view, "other entries of the catalog"),
    (language, "other entries of the catalog"), (less, "pages, and its own figures make"),
    (more, "pages, and its own figures make"), (exchanged, "page 5: what is drawn"),
    (attached, "list of attached files"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "names"), PDF)
def test_an_altered_pdf_is_told_for_what_it_is(change: Callable[[pikepdf.Pdf], None], names: str) -> None:
    assert any(names in sentence for sentence in told_of(change))


def test_a_pdf_that_was_only_saved_again_is_told_so() -> None:
    assert told_of(lambda file: None) == []


@cache
def sound_page() -> bytes:
    return rendered(with_whole(made()), ".html")


HTML = [
    (b"1/13", b"1/14"), (b"<h1>Flop 22", b"<h1>Certified Flop 22"), (b"</main>", b"<p>approved</p></main>"),
    (b"</body>", b"<script>1</script></body>"), (b"<body>", b'<body onload="x()">'),
    (b"</style>", b"h1{color:red}</style>"),
    (b'lang="en"', b'lang="de"'), (b"<title>Flop", b"<title>Flip"), (b'<a href="#rules">', b'<a href="#wagers">'),
    (b'role="img" aria-label="The felt', b'role="img" aria-label="A felt'), (b"<caption>", b"<caption>Old "),
    (b'scope="row"', b'scope="col"'), (b"</nav>", b"</nav><!-- approved -->"), (b"7.6923%", b"0.6923%"),
    (b'<section aria-labelledby="method">', b'<section hidden aria-labelledby="method">'),
    (b"<ul><li>", b"<ul><li>Certified. "), (b'content="2026-11-17"', b'content="2026-11-18"'),
    (b"</table>", b"<tr><td>x</td></tr></table>"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new"), HTML)
def test_an_altered_page_is_told_for_what_it_is(old: bytes, new: bytes) -> None:
    assert old in sound_page()
    found = html_differences(sound_page(), sound_page().replace(old, new, 1))
    assert 1 <= len(found) <= 3
    assert all(sentence.startswith("HTML, at ") for sentence in found)


def test_a_file_exchanged_in_a_page_is_found(tmp_path: Path) -> None:
    path = tmp_path / "r.html"
    path.write_bytes(sound_page())
    assert inconsistencies(read_report(str(path))) == []
    assert html_files(sound_page()).keys() == {file.name for file in with_whole(made()).attachments}
    start = sound_page().index(b'<a download="odds.json"')
    end = sound_page().index(b'">odds.json', start)
    path.write_bytes(
        sound_page()[:start] + b'<a download="odds.json" href="data:application/json;base64,e30=' + sound_page()[end:]
    )
    assert "The file odds.json in the page was altered" in inconsistencies(read_report(str(path)))[0]


Data = dict[str, Any]


def first(data: Any, kind: str, **having: Any) -> Data:
    """The first block of a kind, depth first."""
    waiting = [data["document"]["sections"]]
    while waiting:
        held = waiting.pop(0)
        if isinstance(held, list):
            waiting = [*held, *waiting]
        elif isinstance(held, dict):
            if held.get("is") == kind and all(held.get(name) == value for name, value in having.items()):
                return held
            waiting = [*held.get("blocks", []), *waiting]
    raise AssertionError(kind)


def quantity(data: Data) -> Data:
    rows = first(data, "table", key="outcomes field")["rows"]
    return next(cell for row in rows for cell in row if isinstance(cell, dict))


def swap(rows: list[Any]) -> None:
    rows[0], rows[1] = rows[1], rows[0]


JSON: list[Callable[[Data], object]] = [
    lambda data: quantity(data).update(number=quantity(data)["number"] + 1e-9),
    lambda data: quantity(data).update(shown="13"),
    lambda data: quantity(data).update(exact="13"),
    lambda data: quantity(data).update(approved=True),
    lambda data: data["document"].update(certified_by="a laboratory"),
    lambda data: data.update(signed="yes"),
    lambda data: first(data, "table").update(caption="Certified"),
    lambda data: first(data, "table", key="outcomes field").update(note="Certified."),
    lambda data: swap(first(data, "table", key="outcomes field")["rows"]),
    lambda data: first(data, "table", key="outcomes field")["rows"].pop(),
    lambda data: first(data, "points")["items"].pop(),
    lambda data: swap(first(data, "points")["items"]),
    lambda data: first(data, "paragraph")["words"].append("Certified."),
    lambda data: first(data, "picture").update(alt="Something else"),
    lambda data: first(data, "picture").update(svg="<svg/>"),
    lambda data: data["document"].update(title="Certified"),
    lambda data: data["document"].update(footer="Certified"),
    lambda data: data["document"].update(date="2026-11-18"),
    lambda data: data["document"]["sections"].pop(),
    lambda data: swap(data["document"]["sections"]),
    lambda data: data["document"]["sections"][3].update(title="Certified"),
    lambda data: data["document"]["page"].update(paper="a4"),
]


@pytest.mark.parametrize("change", JSON)
def test_altered_data_is_found(change: Callable[[Data], object]) -> None:
    data = json.loads(to_json(made()))
    change(data)
    read = from_json(json.dumps(data).encode())
    found = [str(each.place) for each in differences(read, made())]
    found += key_differences(json.loads(to_json(read)), data)
    assert found


def test_sixty_alterations_and_more() -> None:
    assert len(PDF) + len(HTML) + len(JSON) >= 60


def signed(whole: bytes) -> bytes:
    """The file with a signature field appended, as a signing program writes it: an update after the last byte."""
    with pikepdf.open(io.BytesIO(whole)) as file:
        root, page = file.Root, file.pages[0].obj
        size = int(file.trailer.Size)
        field = f"{size} 0 R"
        notes = " ".join(each.unparse().decode() for each in page.get("/Annots", ()))
        page.Annots = Array([])
        root.AcroForm = Dictionary()
        told = {each.objgen[0]: each.unparse(resolved=True).decode("latin-1") for each in (root, page)}
        here, start = page.objgen[0], whole[whole.rindex(b"startxref") :].split()[1].decode()
        top = f"{root.objgen[0]} 0 R /Info {file.trailer.Info.objgen[0]} 0 R"
    texts = {
        number: text.replace("/AcroForm << >>", f"/AcroForm << /Fields [ {field} ] /SigFlags 3 >>").replace(
            "/Annots [ ]", f"/Annots [ {notes} {field} ]"
        )
        for number, text in told.items()
    }
    texts[size] = f"<< /Type /Annot /Subtype /Widget /FT /Sig /V {size + 1} 0 R /Rect [ 0 0 0 0 ] /P {here} 0 R >>"
    texts[size + 1] = "<< /Type /Sig /Filter /Adobe.PPKLite /ByteRange [ 0 9 9 9 ] /Contents <00> >>"
    out, offsets = bytearray(whole), {}
    for number, text in texts.items():
        offsets[number] = len(out)
        out += f"{number} 0 obj\n{text}\nendobj\n".encode("latin-1")
    offsets[size + 2] = len(out)
    rows = b"".join(b"\1" + at.to_bytes(4, "big") + b"\0" for _, at in sorted(offsets.items()))
    index = " ".join(f"{number} 1" for number in sorted(offsets))
    head = f"/Type /XRef /Size {size + 3} /Root {top} /Prev {start} /W [ 1 4 1 ] /Index [ {index} ] /Length {len(rows)}"
    out += f"{size + 2} 0 obj\n<< {head} >>\nstream\n".encode() + rows
    out += f"\nendstream\nendobj\nstartxref\n{offsets[size + 2]}\n%%EOF\n".encode()
    return bytes(out)


def test_a_signed_copy_is_recognised_and_an_altered_one_is_not_excused(tmp_path: Path) -> None:
    path = tmp_path / "signed.pdf"
    path.write_bytes(signed(as_pdf()))
    assert is_signed(path.read_bytes())
    done = command("report", "--check", str(path))
    assert done.code == 0, done.out
    assert "digital signature" in done.out
    altered = io.BytesIO()
    with pikepdf.open(path) as file:
        paint(file)
        file.save(altered)
    path.write_bytes(altered.getvalue())
    found = inconsistencies(read_report(str(path)))
    assert found == ["PDF, page 3: what is drawn not as in the report."]


def test_an_html_report_is_checked_by_the_command(tmp_path: Path) -> None:
    path = tmp_path / "r.html"
    path.write_bytes(sound_page())
    assert command("report", "--check", str(path)).code == 0
    path.write_bytes(sound_page().replace(b"7.6923%", b"0.6923%", 1))
    done = command("report", "--check", str(path))
    assert done.code == 1
    assert "0.6923%" in done.out


def test_diff_says_when_a_page_does_not_show_its_data(tmp_path: Path) -> None:
    one, other = tmp_path / "a.pdf", tmp_path / "b.pdf"
    one.write_bytes(as_pdf())
    with pikepdf.open(io.BytesIO(as_pdf())) as file:
        paint(file)
        file.save(other)
    done = command("report", "--diff", str(one), str(other))
    assert done.code == 1
    assert "page 3: what is drawn" in done.out
