"""OpenTelemetry setup, imported only if its environment variables are set."""

from __future__ import annotations

import os

from fastapi import FastAPI
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.instrumentation.fastapi import FastAPIInstrumentor
from opentelemetry.sdk.resources import SERVICE_NAME, Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

UNTRACED_PATHS = "healthz,readyz,metrics,static"
"""Frequent requests that aren't worth tracing."""


def instrument(app: FastAPI) -> None:
    """Trace every request to the configured endpoint, and flush the traces at shutdown."""
    name = os.environ.get("OTEL_SERVICE_NAME", "pitboss")
    provider = TracerProvider(resource=Resource.create({SERVICE_NAME: name}))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    FastAPIInstrumentor.instrument_app(app, tracer_provider=provider, excluded_urls=UNTRACED_PATHS)
    app.state.on_end = provider.shutdown
