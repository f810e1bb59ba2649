"""What every answer carries, a refusal too."""

from __future__ import annotations

SECURE = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none';"
    " form-action 'self'; frame-ancestors 'none'; object-src 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}
"""Nothing is loaded from elsewhere, and no page elsewhere may frame this one."""
