"""Error messages for failures in a game's own code, with the file, the line number and the source line."""

from __future__ import annotations

from pathlib import Path
from traceback import FrameSummary, extract_tb


def describe_fault(error: BaseException, home: str | None = None) -> str:
    """Return the error and its location: the innermost frame under `home`, or the innermost of all."""
    frames = extract_tb(error.__traceback__)
    own = [frame for frame in frames if home and Path(frame.filename).is_relative_to(home)] or list(frames)
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return f"{_place(own[-1])}: {what}" if own else what


def _place(frame: FrameSummary) -> str:
    path = Path(frame.filename)
    shown = path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path
    return f"{shown}, line {frame.lineno}" + (f", in `{frame.line}`" if frame.line else "")


def home_of(function: object) -> str | None:
    """Return the folder with the source of a function, if any."""
    code = getattr(function, "__code__", None)
    return str(Path(code.co_filename).parent) if code else None
