"""Traces by OpenTelemetry, where its variables ask for them."""

from __future__ import annotations

import os

from fastapi import FastAPI

from pitboss.play.refused import Refused

ASKED = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
QUIET = "healthz,readyz,metrics,static"
"""What is asked all the time and tells nothing."""


def trace_if_asked(app: FastAPI) -> None:
    """Send a trace of every request where OpenTelemetry's variables say where to; else nothing is loaded."""
    if not any(os.environ.get(name) for name in ASKED) or os.environ.get("OTEL_SDK_DISABLED", "").lower() == "true":
        return
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.instrumentation.fastapi import FastAPIInstrumentor
        from opentelemetry.sdk.resources import SERVICE_NAME, Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ImportError:
        raise Refused(
            "no-telemetry", "OTEL_EXPORTER_OTLP_ENDPOINT is set, and traces need pip install 'pitboss[telemetry]'"
        ) from None
    name = os.environ.get("OTEL_SERVICE_NAME", "pitboss")
    provider = TracerProvider(resource=Resource.create({SERVICE_NAME: name}))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    FastAPIInstrumentor.instrument_app(app, tracer_provider=provider, excluded_urls=QUIET)
    app.router.on_shutdown.append(provider.shutdown) if hasattr(app.router, "on_shutdown") else None
