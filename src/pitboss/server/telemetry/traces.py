"""Optional OpenTelemetry tracing, enabled by its environment variables."""

from __future__ import annotations

import os

from fastapi import FastAPI

from pitboss.play.refused import Refused

ASKED = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")


def trace_if_asked(app: FastAPI) -> None:
    """Trace every request if OpenTelemetry's endpoint variables are set. Otherwise import nothing."""
    if not any(os.environ.get(name) for name in ASKED) or os.environ.get("OTEL_SDK_DISABLED", "").lower() == "true":
        return
    try:
        from pitboss.server.telemetry.otlp import instrument  # noqa: PLC0415  an extra, loaded only here
    except ImportError:
        raise Refused(
            "no-telemetry", f"{ASKED[0]} is set, and traces need the extra: pip install 'pitboss[telemetry]'"
        ) from None
    instrument(app)
