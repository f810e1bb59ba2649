"""Comparison of PDF and HTML files by their parts, so that a file that was merely re-saved counts as the same."""

from __future__ import annotations

import io
import re
from base64 import b64decode
from binascii import Error
from collections.abc import Iterator
from difflib import SequenceMatcher
from hashlib import sha256
from html.parser import HTMLParser
from typing import Any

from msgspec import Struct

from pitboss.play.refused import Refused


def pikepdf() -> Any:
    """Import the optional pikepdf package; raise `Refused` if it is not installed."""
    try:
        import pikepdf as found  # noqa: PLC0415  (optional dependency)
    except ImportError:
        reason = "a PDF is read with pikepdf: pip install 'pitboss[report]'; a report in JSON needs nothing more"
        raise Refused("no-pikepdf", reason) from None
    return found


_LINKS_BACK = (
    "/Parent",
    "/P",
    "/StructParents",
    "/StructParent",
    "/ParentTree",
    "/Prev",
    "/Pg",
    "/Obj",
    "/Stm",
    "/Last",
)
"""Back references and cross references, skipped to avoid visiting objects twice."""
_BOXES = ("/MediaBox", "/CropBox", "/BleedBox", "/TrimBox", "/ArtBox", "/Rotate", "/UserUnit")
_ACTIONS = ("/OpenAction", "/AA", "/URI", "/Requirements", "/Collection", "/Threads", "/OCProperties")
_SEEN_OTHERWISE = ("/Contents", "/Annots", "/Resources", "/Type", *_BOXES)
_CATALOG = ("/Pages", "/StructTreeRoot", "/Outlines", "/Metadata", "/AcroForm", "/Names", "/AF", *_ACTIONS)
_ADDED_BY_SIGNING = ("/Perms", "/DSS", "/Extensions", "/AcroForm")
_FORM_OF_SIGNING = ("/Fields", "/SigFlags", "/DA", "/DR")
_STREAM_FRAME = ("/Length", "/Filter", "/DecodeParms")


class PdfPart(Struct, frozen=True):
    """One part of a PDF: its location, its kind and its fingerprint."""

    where: str
    what: str
    mark: str


def parts_of(whole: bytes, *, signed: bool = False) -> list[PdfPart]:
    """Return every part of a PDF, pages first; with `signed`, ignore what a digital signature adds."""
    with pikepdf().open(io.BytesIO(whole)) as file:
        return list(_PdfReader(file, signed).parts())


def is_signed(whole: bytes) -> bool:
    """Return whether a PDF has a digital signature."""
    with pikepdf().open(io.BytesIO(whole)) as file:
        return any(_is_signature(field) for field in file.Root.get("/AcroForm", {}).get("/Fields", ()))


def signed_pages(whole: bytes) -> list[int]:
    """Return the pages on which a digital signature has a visible field."""
    with pikepdf().open(io.BytesIO(whole)) as file:
        return [
            number
            for number, page in enumerate(file.pages, 1)
            for note in page.obj.get("/Annots", ())
            if _is_signature(note) and len(set(map(float, note.get("/Rect", ())))) > 1
        ]


def _is_signature(field: Any) -> bool:
    """Return whether a field is a signature and nothing else: no action."""
    return str(field.get("/FT", "")) == "/Sig" and "/A" not in field and "/AA" not in field


class _PdfReader:
    """A reader for one open file, with an index of its pages."""

    def __init__(self, file: Any, signed: bool) -> None:
        self.file, self.signed = file, signed
        self.pages = {page.obj.objgen: number for number, page in enumerate(file.pages, 1)}

    def parts(self) -> Iterator[PdfPart]:
        """Yield every part, pages first."""
        for number, page in enumerate(self.file.pages, 1):
            yield from self._page(f"page {number}", page.obj)
        root = self.file.Root
        yield self._part("bookmarks", root.get("/Outlines"))
        yield self._part("structure or alternative texts", root.get("/StructTreeRoot"))
        yield self._part("title or other metadata (XMP)", root.get("/Metadata"))
        yield self._part("title or other metadata (Info)", self.file.trailer.get("/Info"))
        form = self._form(root.get("/AcroForm", {})) if self.signed else (root.get("/AcroForm"),)
        yield self._part("form fields or signatures", *form)
        names = root.get("/Names")
        scripts = [names.get("/JavaScript") if names is not None else None, *(root.get(name) for name in _ACTIONS)]
        yield self._part("scripts or actions on opening", *scripts)
        yield self._part("list of attached files", names.get("/EmbeddedFiles") if names is not None else None)
        without = (*_CATALOG, *(_ADDED_BY_SIGNING if self.signed else ()))
        yield self._part("other entries of the catalog", *self._others(root, without))

    def _form(self, form: Any) -> Iterator[Any]:
        """Yield the contents of a form other than signatures."""
        yield from self._others(form, _FORM_OF_SIGNING)
        yield from (field for field in form.get("/Fields", ()) if not _is_signature(field))

    def _part(self, what: str, *held: Any) -> PdfPart:
        return PdfPart("the document", what, _digest("".join(map(self.mark, held))))

    def _others(self, held: Any, without: tuple[str, ...]) -> Iterator[Any]:
        for name in sorted(held.keys()):
            if name not in without:
                yield name
                yield held[name]

    def _page(self, where: str, page: Any) -> Iterator[PdfPart]:
        resources = page.get("/Resources", {})
        yield PdfPart(where, "what is drawn", _contents(page.get("/Contents")))
        yield self._of_page(where, "size, crop or rotation", *(page.get(box) for box in _BOXES))
        notes = [note for note in page.get("/Annots", ()) if not (self.signed and _is_signature(note))]
        yield self._of_page(where, "annotations or links", *notes)
        yield self._of_page(where, "fonts", resources.get("/Font"))
        yield self._of_page(where, "pictures or colours", *self._others(resources, ("/Font",)))
        yield self._of_page(where, "actions or other entries", *self._others(page, (*_SEEN_OTHERWISE, *_LINKS_BACK)))

    def _of_page(self, where: str, what: str, *held: Any) -> PdfPart:
        return PdfPart(where, what, _digest("".join(map(self.mark, held))))

    def mark(self, held: Any) -> str:
        """
        Return a fingerprint of an object and everything it references, independent of object numbers and compression.
        """
        out: list[str] = []
        self._write(out, held, frozenset())
        return _digest("".join(out))

    def _write(self, out: list[str], held: Any, above: frozenset[tuple[int, int]]) -> None:
        """Append an object as text to a list, which is faster than nested generators."""
        reader = pikepdf()
        if isinstance(held, reader.Object) and held.is_indirect:
            if held.objgen in self.pages:
                out.append(f"page {self.pages[held.objgen]}")
                return
            if held.objgen in above:
                out.append("↑")
                return
            above = above | {held.objgen}
        if isinstance(held, reader.Stream):
            out.append(f"stream {_digest(held.read_bytes())} ")
            self._write_entries(out, held, above, _STREAM_FRAME)
        elif isinstance(held, reader.Dictionary):
            self._write_entries(out, held, above, ())
        elif isinstance(held, reader.Array):
            out.append("[")
            for each in held:
                self._write(out, each, above)
                out.append(",")
            out.append("]")
        else:
            out.append(f"{held!s};")

    def _write_entries(
        self, out: list[str], held: Any, above: frozenset[tuple[int, int]], without: tuple[str, ...]
    ) -> None:
        out.append("<<")
        for name in sorted(held.keys()):
            if name not in _LINKS_BACK and name not in without:
                out.append(name)
                self._write(out, held[name], above)
        out.append(">>")


def _contents(contents: Any) -> str:
    if contents is None:
        return ""
    parts = [contents] if isinstance(contents, pikepdf().Stream) else list(contents)
    return _digest(b"".join(part.read_bytes() for part in parts))


def _digest(held: str | bytes) -> str:
    return sha256(held.encode() if isinstance(held, str) else held).hexdigest()


_FILE = re.compile(rb'<a download="([^"]+)" href="data:[^;"]*;base64,([^"]*)"')
_MAX_TEXT_LENGTH = 90
_MAX_DIFFERENCES = 20
_PLACES = {"HTML": "page", "Word": "document"}


def html_files(whole: bytes) -> dict[str, bytes]:
    """Return the files embedded in a page, by name."""
    found = {}
    for name, text in _FILE.findall(whole):
        try:
            found[name.decode("utf-8", "replace")] = b64decode(text, validate=True)
        except Error:
            found[name.decode("utf-8", "replace")] = b""
    return found


def html_differences(ours: bytes, theirs: bytes) -> list[str]:
    """Return a sentence for each difference between a page and the one the report generates."""
    return token_differences("HTML", _Tokens.of(ours), _Tokens.of(theirs)) or [
        "The page's bytes differ from the report's, in whitespace or in the form of tags."
    ]


def token_differences(kind: str, one: list[str], other: list[str]) -> list[str]:
    """Return a sentence for each difference between two lists of tags and words; `kind` names the file."""
    start = _alike(one, other)
    end = _alike(one[start:][::-1], other[start:][::-1])
    expected, actual = one[start : len(one) - end], other[start : len(other) - end]
    where = f"{kind}, at {_section(other[:start], kind)!r}:"
    found = [
        _sentence(where, expected[a:b], actual[c:d])
        for what, a, b, c, d in SequenceMatcher(None, expected, actual, autojunk=False).get_opcodes()
        if what != "equal"
    ]
    return found[:_MAX_DIFFERENCES]


def _alike(one: list[str], other: list[str]) -> int:
    pairs = zip(one, other, strict=False)
    return next((at for at, (expected, actual) in enumerate(pairs) if expected != actual), min(len(one), len(other)))


def _section(before: list[str], kind: str) -> str:
    heads = [at for at, token in enumerate(before) if re.match(r"<h[1-6]", token)]
    return before[heads[-1] + 1] if heads and heads[-1] + 1 < len(before) else f"the head of the {_PLACES[kind]}"


def _sentence(where: str, expected: list[str], actual: list[str]) -> str:
    if any(token.startswith("<script") or " on" in token.partition("<")[2] for token in actual):
        return f"{where} a script or an action was added: {_short(actual)}."
    if not expected:
        return f"{where} {_short(actual)} was added."
    if not actual:
        return f"{where} {_short(expected)} was removed."
    return f"{where} the file has {_short(actual)} where the report has {_short(expected)}."


def _short(tokens: list[str]) -> str:
    text = " ".join(tokens)
    return repr(text if len(text) <= _MAX_TEXT_LENGTH else f"{text[: _MAX_TEXT_LENGTH - 1]}…")


class _Tokens(HTMLParser):
    """A parser that lists tags with attributes, and text, in order."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []

    @classmethod
    def of(cls, whole: bytes) -> list[str]:
        """Return the tokens of a page."""
        made = cls()
        made.feed(whole.decode("utf-8", "replace"))
        made.close()
        return made.found

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Record a tag with its attributes."""
        attributes = "".join(f' {name}="{value}"' for name, value in attrs)
        self.found.append(f"<{tag}{attributes}>")

    def handle_endtag(self, tag: str) -> None:
        """Record an end tag."""
        self.found.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        """Record text."""
        if data.strip():
            self.found.append(data.strip())

    def handle_comment(self, data: str) -> None:
        """Record a comment."""
        self.found.append(f"<!--{data}-->")

    def handle_decl(self, decl: str) -> None:
        """Record a declaration."""
        self.found.append(f"<!{decl}>")


_FORM = ("section", "address", "fold", "wide", "language", "front", "new_page", "millimetres")
"""Keys of a report's data that change its links or its form, not its words or figures."""


def form_differences(ours: object, theirs: object, place: str = "") -> Iterator[str]:
    """Yield each difference in links and form between a report's data and the data that its settings produce."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for name in dict.fromkeys([*ours, *theirs]):
            one, other = ours.get(name), theirs.get(name)
            if name in _FORM and one != other:
                yield f"The data has {name!r} as {other!r} in {place or 'the file'}, recomputed it is {one!r}."
            elif name == "attachments" and _names(one) != _names(other):
                if sorted(_names(one)) == sorted(_names(other)):
                    yield "The attached files are in another order."
            elif name not in _FORM:
                yield from form_differences(one, other, f"{place}/{name}")
    elif isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        for at, (expected, actual) in enumerate(zip(ours, theirs, strict=True)):
            yield from form_differences(expected, actual, f"{place}/{at}")


def _names(files: Any) -> list[str]:
    return [file["name"] for file in files or ()]


def key_differences(ours: object, theirs: object, place: str = "") -> Iterator[str]:
    """Yield each key of the second JSON value that is missing from the first, with its path."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for name, value in theirs.items():
            if name not in ours:
                yield f"The data holds a key {name!r} in {place or 'the file'}: no report has it."
            else:
                yield from key_differences(ours[name], value, f"{place}/{name}")
    elif isinstance(ours, list) and isinstance(theirs, list):
        for at, (expected, actual) in enumerate(zip(ours, theirs, strict=False)):
            yield from key_differences(expected, actual, f"{place}/{at}")
