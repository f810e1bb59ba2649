"""Health, readiness and metrics endpoints for supervisors, proxies and monitoring."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import PlainTextResponse, Response
from prometheus_client import CONTENT_TYPE_LATEST

from pitboss.play.refused import Refused
from pitboss.server.tables.registry import TableRegistry

router = APIRouter(include_in_schema=False)
HEALTH = ("/healthz", "/readyz")
"""Paths served under any host name, because they reveal nothing."""
TIMEOUT_SECONDS = 2.0
"""The timeout in seconds for the database to answer."""


@router.get("/healthz")
async def healthz() -> PlainTextResponse:
    """Report that the process is alive."""
    return PlainTextResponse("alive\n")


@router.get("/readyz")
async def readyz(request: Request) -> PlainTextResponse:
    """Report whether the server can deal: whether the database answers and is writable."""
    registry: TableRegistry = request.app.state.registry
    try:
        async with asyncio.timeout(TIMEOUT_SECONDS):
            await registry.writer.read(lambda store: store.database.run("SELECT 1"))
            await registry.writer.check_writable()
    except TimeoutError:
        return PlainTextResponse(f"the database has not answered for {TIMEOUT_SECONDS:g} seconds\n", status_code=503)
    except Refused as fault:
        return PlainTextResponse(f"{fault.reason}\n", status_code=503)
    return PlainTextResponse("ready\n")


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    """Return the metrics for Prometheus, or 404 to clients that aren't monitors."""
    registry: TableRegistry = request.app.state.registry
    if not request.app.state.gatekeeper.is_watcher(request.scope) or request.url.hostname in registry.house.names:
        raise HTTPException(404)
    return Response(registry.metrics.text(), media_type=CONTENT_TYPE_LATEST)
