"""Alterations of a report's PDF, HTML and JSON: each is detected and described; a signature is not an alteration."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, String

from helpers.at_the_terminal import command
from helpers.report_made import as_pdf, sample_report
from pitboss.documents.rendering import from_json, rendered, to_json
from pitboss.documents.report import with_whole
from pitboss.documents.verification.differences import both_shown, differences
from pitboss.documents.verification.file_parts import (
    PdfPart,
    form_differences,
    html_differences,
    html_files,
    is_signed,
    key_differences,
    parts_of,
    signed_pages,
)
from pitboss.documents.verification.recompute import _altered, inconsistencies, read_report


@cache
def sound_parts() -> list[PdfPart]:
    return parts_of(as_pdf())


def differences_after(change: Callable[[pikepdf.Pdf], None]) -> list[str]:
    """Return the reported differences of a PDF after a change."""
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
    queue = [file.Root.StructTreeRoot]
    while queue:
        element = queue.pop()
        if "/Alt" in element:
            element.Alt = String("a picture of something else")
            return
        inner = element.get("/K")
        queue += [each for each in (inner if isinstance(inner, Array) else [inner]) if isinstance(each, Dictionary)]
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


def remove_page(file: pikepdf.Pdf) -> None:
    del file.pages[4]


def add_page(file: pikepdf.Pdf) -> None:
    file.pages.append(file.pages[0])


def move_page(file: pikepdf.Pdf) -> None:
    page = file.pages[4]
    del file.pages[4]
    file.pages.insert(7, page)


def attach_file(file: pikepdf.Pdf) -> None:
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
    (language, "other entries of the catalog"), (remove_page, "pages, and its own figures make"),
    (add_page, "pages, and its own figures make"), (move_page, "page 5: what is drawn"),
    (attach_file, "list of attached files"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "names"), PDF)
def test_altered_pdf_is_described(change: Callable[[pikepdf.Pdf], None], names: str) -> None:
    assert any(names in sentence for sentence in differences_after(change))


def test_resaved_pdf_has_no_differences() -> None:
    assert differences_after(lambda file: None) == []


@cache
def sound_page() -> bytes:
    return rendered(with_whole(sample_report()), ".html")


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
def test_altered_page_is_described(old: bytes, new: bytes) -> None:
    assert old in sound_page()
    found = html_differences(sound_page(), sound_page().replace(old, new, 1))
    assert 1 <= len(found) <= 3
    assert all(sentence.startswith("HTML, at ") for sentence in found)


def test_replaced_file_in_a_page_is_detected(tmp_path: Path) -> None:
    path = tmp_path / "r.html"
    path.write_bytes(sound_page())
    assert inconsistencies(read_report(str(path))) == []
    assert html_files(sound_page()).keys() == {file.name for file in with_whole(sample_report()).attachments}
    start = sound_page().index(b'<a download="odds.json"')
    end = sound_page().index(b'">odds.json', start)
    path.write_bytes(
        sound_page()[:start] + b'<a download="odds.json" href="data:application/json;base64,e30=' + sound_page()[end:]
    )
    assert "The file odds.json in the page was altered" in inconsistencies(read_report(str(path)))[0]


Data = dict[str, Any]


def first(data: Any, kind: str, **having: Any) -> Data:
    """Return the first block of a kind, depth first."""
    queue = [data["document"]["sections"]]
    while queue:
        held = queue.pop(0)
        if isinstance(held, list):
            queue = [*held, *queue]
        elif isinstance(held, dict):
            if held.get("is") == kind and all(held.get(name) == value for name, value in having.items()):
                return held
            queue = [*held.values(), *queue]
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
def test_altered_data_is_detected(change: Callable[[Data], object]) -> None:
    data = json.loads(to_json(sample_report()))
    change(data)
    read = from_json(json.dumps(data).encode())
    found = [str(each.place) for each in differences(read, sample_report())]
    found += key_differences(json.loads(to_json(read)), data)
    assert found


@cache
def sound_word() -> bytes:
    return rendered(with_whole(sample_report()), ".docx")


def repacked(change: Callable[[dict[str, bytes]], None]) -> bytes:
    """Return the Word file after changing its parts."""
    with ZipFile(io.BytesIO(sound_word())) as package:
        parts = {name: package.read(name) for name in package.namelist()}
    change(parts)
    out = io.BytesIO()
    with ZipFile(out, "w") as made:
        for name, text in parts.items():
            made.writestr(name, text)
    return out.getvalue()


TEXT = "word/document.xml"


def replaced(old: bytes, new: bytes, part: str = TEXT) -> Callable[[dict[str, bytes]], None]:
    def change(parts: dict[str, bytes]) -> None:
        assert old in parts[part], old
        parts[part] = parts[part].replace(old, new, 1)

    return change


def without(part: str) -> Callable[[dict[str, bytes]], None]:
    def change(parts: dict[str, bytes]) -> None:
        del parts[part]

    return change


def with_part(part: str, text: bytes) -> Callable[[dict[str, bytes]], None]:
    def change(parts: dict[str, bytes]) -> None:
        parts[part] = text

    return change


WORD = [
    (replaced(b"15 to 1", b"16 to 1"), "the file has '16 to 1' where the report has '15 to 1'"),
    (replaced(b"<w:t>$10</w:t>", b"<w:t>$90</w:t>"), "'$90' where the report has '$10'"),
    (replaced(b"Flop 22: mathematical report", b"Flop 22: certified report"), "certified report"),
    (replaced(b"<w:body>", b"<w:body><w:p><w:r><w:t>Approved.</w:t></w:r></w:p>"), "'Approved.' was added"),
    (replaced(b"<w:t>First issue.</w:t>", b"<w:t/>"), "'First issue.' was removed"),
    (replaced(b"<w:b/>", b"<w:b/><w:vanish/>"), "formatting, hidden text"),
    (replaced(b'w:val="Heading1"', b'w:val="Heading2"'), "<h2>"),
    (replaced(b"<w:sectPr", b'<w:p><w:ins w:id="1"/></w:p><w:sectPr'), "formatting, hidden text"),
    (replaced(b"</w:t>", b"</w:t><w:br/>"), "formatting, hidden text"),
    (with_part("word/media/image1.png", b""), "differs from the report: pictures"),
    (without("word/media/image2.png"), "pictures removed"),
    (replaced(b"revision 0", b"revision 1", "word/footer1.xml"), "differs from the report: footer"),
    (with_part("word/header1.xml", b"<x/>"), "header added"), (with_part("word/vbaProject.bin", b"1"), "macros added"),
    (with_part("word/comments.xml", b"<x/>"), "comments added"),
    (replaced(b"mathematical report", b"certified", "docProps/core.xml"), "title or other properties"),
    (replaced(b"image1.png", b"image2.png", "word/_rels/document.xml.rels"), "places of pictures"),
    (replaced(b"Cambria", b"Symbol", "word/styles.xml"), "the part word/styles.xml"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "names"), WORD)
def test_altered_word_file_is_described(change: Callable[[dict[str, bytes]], None], names: str, tmp_path: Path) -> None:
    path = tmp_path / "r.docx"
    path.write_bytes(repacked(change))
    found = inconsistencies(read_report(str(path)))
    assert len(found) == 1
    assert names in found[0]


def test_word_file_is_checked_by_the_command(tmp_path: Path) -> None:
    path = tmp_path / "r.docx"
    path.write_bytes(sound_word())
    assert command("report", "--check", str(path)).code == 0
    path.write_bytes(repacked(lambda parts: None))
    assert inconsistencies(read_report(str(path)))[0].startswith("The Word file was saved again by another program")
    path.write_bytes(repacked(replaced(b"0.0754", b"0.0755", "customXml/item2.xml")))
    done = command("report", "--check", str(path))
    assert done.code == 1
    assert "0.0755" in done.out
    for whole in (b"PK", repacked(without("customXml/item2.xml"))):
        path.write_bytes(whole)
        done = command("report", "--check", str(path))
        assert done.code == 2
        assert "pitboss: " in done.err


def test_same_report_gives_the_same_word_file() -> None:
    assert sound_word() == rendered(with_whole(sample_report()), ".docx")
    with ZipFile(io.BytesIO(sound_word())) as package:
        assert {entry.date_time for entry in package.infolist()} == {(1980, 1, 1, 0, 0, 0)}


def test_at_least_eighty_alterations_are_tested() -> None:
    assert len(PDF) + len(HTML) + len(JSON) + len(WORD) >= 80


def signed(whole: bytes) -> bytes:
    """Return the file with a signature field appended as an incremental update, as signing software does."""
    with pikepdf.open(io.BytesIO(whole)) as file:
        root, page = file.Root, file.pages[0].obj
        size = int(file.trailer.Size)
        field = f"{size} 0 R"
        notes = " ".join(each.unparse().decode() for each in page.get("/Annots", ()))
        page.Annots = Array([])
        root.AcroForm = Dictionary()
        written = {each.objgen[0]: each.unparse(resolved=True).decode("latin-1") for each in (root, page)}
        here, start = page.objgen[0], whole[whole.rindex(b"startxref") :].split()[1].decode()
        top = f"{root.objgen[0]} 0 R /Info {file.trailer.Info.objgen[0]} 0 R"
    texts = {
        number: text.replace("/AcroForm << >>", f"/AcroForm << /Fields [ {field} ] /SigFlags 3 >>").replace(
            "/Annots [ ]", f"/Annots [ {notes} {field} ]"
        )
        for number, text in written.items()
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


def test_signed_copy_is_recognised_and_an_altered_one_is_reported(tmp_path: Path) -> None:
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
    assert found == ["The PDF differs from the report at page 3: what is drawn."]


def set_first(kind: str, **to: Any) -> Callable[[Data], object]:
    return lambda data: first(data, kind).update(to)


FORM: list[Callable[[Data], object]] = [
    set_first("see", section="rules"), set_first("link", address="https://example.com"), set_first("table", fold=3),
    set_first("table", wide=["wager"]), set_first("picture", millimetres=50.0),
    lambda data: data["document"].update(language="fr"),
    lambda data: data["document"]["sections"][3].update(front=True),
    lambda data: data["document"]["attachments"].reverse(),
]  # fmt: skip


@pytest.mark.parametrize("change", FORM)
def test_altered_links_and_form_are_described(change: Callable[[Data], object]) -> None:
    ours = json.loads(to_json(sample_report()))
    data = json.loads(to_json(sample_report()))
    assert not list(form_differences(ours, data))
    change(data)
    assert len(list(form_differences(ours, data))) == 1


def test_verdict_in_another_tone_is_described() -> None:
    data = json.loads(to_json(sample_report()))
    first(data, "mark").update(tone="give-up")
    (found,) = differences(from_json(json.dumps(data).encode()), sample_report())
    assert len(set(both_shown(found))) == 2


def test_visible_signature_and_scripted_field_are_reported(tmp_path: Path) -> None:
    """Check that a signature field that covers a page is reported, and that a form cannot hide behind a signature."""
    path = tmp_path / "signed.pdf"
    whole = signed(as_pdf())
    path.write_bytes(whole.replace(b"/Rect [ 0 0 0 0 ]", b"/Rect [ 9 9 99 99 ]"))
    assert signed_pages(whole) == []
    assert signed_pages(path.read_bytes()) == [1]
    with pikepdf.open(path, allow_overwriting_input=True) as file:
        file.Root.AcroForm.XFA = String("<x/>")
        file.save()
    assert inconsistencies(read_report(str(path))) == [
        "The PDF differs from the report at the document: form fields or signatures."
    ]
    with pikepdf.open(io.BytesIO(whole)) as file:
        for field in file.Root.AcroForm.Fields:
            field.A = Dictionary(S=Name.JavaScript, JS=String("1"))
        file.save(path)
    assert inconsistencies(read_report(str(path)))


def test_diff_reports_a_page_that_does_not_match_its_data(tmp_path: Path) -> None:
    one, other = tmp_path / "a.pdf", tmp_path / "b.pdf"
    one.write_bytes(as_pdf())
    with pikepdf.open(io.BytesIO(as_pdf())) as file:
        paint(file)
        file.save(other)
    done = command("report", "--diff", str(one), str(other))
    assert done.code == 1
    assert "page 3: what is drawn" in done.out
