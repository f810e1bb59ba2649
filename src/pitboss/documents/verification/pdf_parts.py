"""Fingerprints of the parts of a PDF, stable when the file is merely re-saved."""

from __future__ import annotations

import io
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from msgspec import Struct

from pitboss.documents.verification.report_reader import pikepdf

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
    """Whether a PDF has a digital signature."""
    with pikepdf().open(io.BytesIO(whole)) as file:
        return any(_is_signature(field) for field in file.Root.get("/AcroForm", {}).get("/Fields", ()))


def _is_signature(field: Any) -> bool:
    return str(field.get("/FT", "")) == "/Sig"


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
        if not self.signed:
            yield self._part("form fields or signatures", root.get("/AcroForm"))
        names = root.get("/Names")
        scripts = [names.get("/JavaScript") if names is not None else None, *(root.get(name) for name in _ACTIONS)]
        yield self._part("scripts or actions on opening", *scripts)
        yield self._part("list of attached files", names.get("/EmbeddedFiles") if names is not None else None)
        without = (*_CATALOG, *(_ADDED_BY_SIGNING if self.signed else ()))
        yield self._part("other entries of the catalog", *self._others(root, without))

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
        return _digest("".join(self._told(held, frozenset())))

    def _told(self, held: Any, above: frozenset[tuple[int, int]]) -> Iterator[str]:
        reader = pikepdf()
        if isinstance(held, reader.Object) and held.is_indirect:
            if held.objgen in self.pages:
                yield f"page {self.pages[held.objgen]}"
                return
            if held.objgen in above:
                yield "↑"
                return
            above = above | {held.objgen}
        if isinstance(held, reader.Stream):
            yield f"stream {_digest(held.read_bytes())} "
            yield from self._entries(held, above, _STREAM_FRAME)
        elif isinstance(held, reader.Dictionary):
            yield from self._entries(held, above, ())
        elif isinstance(held, reader.Array):
            yield "["
            for each in held:
                yield from self._told(each, above)
                yield ","
            yield "]"
        else:
            yield f"{held!s};"

    def _entries(self, held: Any, above: frozenset[tuple[int, int]], without: tuple[str, ...]) -> Iterator[str]:
        yield "<<"
        for name in sorted(held.keys()):
            if name not in _LINKS_BACK and name not in without:
                yield name
                yield from self._told(held[name], above)
        yield ">>"


def _contents(contents: Any) -> str:
    if contents is None:
        return ""
    parts = [contents] if isinstance(contents, pikepdf().Stream) else list(contents)
    return _digest(b"".join(part.read_bytes() for part in parts))


def _digest(held: str | bytes) -> str:
    return sha256(held.encode() if isinstance(held, str) else held).hexdigest()
