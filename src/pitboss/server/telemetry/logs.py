"""Logging as JSON lines, for log collectors."""

from __future__ import annotations

import json
import logging
import sys
import traceback
from datetime import UTC, datetime


class JsonLines(logging.Formatter):
    """A formatter that writes one JSON object per line: time, level, logger, message and any traceback."""

    def format(self, record: logging.LogRecord) -> str:
        """Format a record as one line."""
        fields = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info and record.exc_info[0]:
            fields["error"] = "".join(traceback.format_exception(*record.exc_info)).rstrip()
        return json.dumps(fields, ensure_ascii=False)


def log_as_json() -> None:
    """Send all logging to stderr as JSON lines."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(handlers=[handler], level=logging.INFO, force=True)
