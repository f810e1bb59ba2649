"""
The certificate of a table test: a page for the dealer's file, a statement of what it proves, and its verification.

A house that ran the test adds its observations and signs the whole record with its key (Ed25519).
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from pitboss.money import show_money
from pitboss.play.game import Game
from pitboss.play.records.record_reader import game_called
from pitboss.play.refused import Refused
from pitboss.school.exam.table_test import Exam, Terms, exam_after, record_of

_BODY = re.compile(r'<script type="application/json" id="record">(.*?)</script>', re.S)
STYLE = """
body { font: 11pt/1.4 Georgia, serif; max-width: 46em; margin: 2em auto; color: #111 }
h1 { font-size: 1.5em }
table { border-collapse: collapse; width: 100% }
td, th { border: 1px solid #999; padding: .3em .6em; text-align: left }
.sign { margin-top: 3em; border-top: 1px solid #111; width: 22em; padding-top: .3em }
small { color: #555; word-break: break-all }
@media print { body { margin: 0 } @page { size: A4; margin: 15mm } }
"""


def paper(record: Mapping[str, Any], title: str) -> str:
    """Render the certificate: name, test, result, errors with their clauses, pace, and a line for the examiner."""
    body = json.dumps(record, sort_keys=True, ensure_ascii=False)
    record = json.loads(body)  # the page follows the order of the embedded record
    marks, body = record["marks"], body.replace("</", "<\\/")
    result = "passed" if marks["passed"] else "not passed"
    facts = {
        "Dealer": record["name"], "Game": title, "Date": record["date"], "Rules": record["rules_hash"],
        "Test": f"seed {record['seed']}, {record['rounds']} rounds and every irregularity",
        "Mark": f"{marks['mark']} of 100, {record['pass_mark']} needed: {result}",
        "Errors": ", ".join(f"{head} {count}" for head, count in marks["errors"].items()),
        "Cost of the errors": show_money(marks["cost"]),
        "Pace": f"{marks['pace']} decisions an hour by the trainee's clock, {record['target_pace']} wanted",
        "House": _house_words(record.get("house")),
    }  # fmt: skip
    rows = "\n".join(f"<tr><th>{escape(name)}</th><td>{escape(value)}</td></tr>" for name, value in facts.items())
    errors = "\n".join(f"<li>{escape(line)}</li>" for line in record["mistakes"]) or "<li>none</li>"
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Table test: {escape(record["name"])}, {escape(title)}</title>
<style>{STYLE}</style></head><body>
<h1>Table test: {escape(title)}</h1>
<table>
{rows}
</table>
<h2>Errors</h2>
<ol>
{errors}
</ol>
<h2>What this certificate proves</h2>
<p>{escape(proves(record))}</p>
<p class="sign">Examiner: name, signature, date</p>
<p><small>pitboss {escape(record["version"])}; check with: pitboss drill --check FILE; seal {seal(body)}</small></p>
<script type="application/json" id="record">{body}</script>
</body></html>
"""


def _house_words(house: Mapping[str, Any] | None) -> str:
    if house is None:
        return "not signed by a house"
    by = "the house" if house["seed_by_house"] else "the link with which it was opened"
    return f"{house['began']} to {house['ended']} by its clock; test number chosen by {by}; key {house['key']}"


def proves(record: Mapping[str, Any]) -> str:
    """Explain what a verified certificate proves, and what it doesn't."""
    if (house := record.get("house")) is None:
        return (
            "The marks follow from the answers. No house has signed it, so name, date, answers and times may be"
            " invented: only the examiner's signature vouches for them."
        )
    known = "" if house["seed_by_house"] else " The test number came from a link, so the questions may have been known."
    return (
        f"The house with the key {house['key'][:16]}… set this test and received these answers, each once and in this"
        f" order, from {house['began']} to {house['ended']}. The marks follow from the answers.{known} The trainee"
        " typed the name: only the examiner can confirm who answered, and whether with help."
    )


def signed_text(record: Mapping[str, Any]) -> bytes:
    """Return the text that a house signs: the hash of the record with its key but without its signature."""
    house = {name: value for name, value in record["house"].items() if name != "signature"}
    body = json.dumps({**record, "house": house}, sort_keys=True, ensure_ascii=False)
    return f"pitboss-test-1\n{sha256(body.encode()).hexdigest()}\n".encode()


def _check_signature(record: Mapping[str, Any]) -> None:
    from cryptography.exceptions import InvalidSignature  # noqa: PLC0415  needed only for signed certificates
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey  # noqa: PLC0415  as above

    house = record["house"]
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(house["key"]))
        key.verify(bytes.fromhex(house["signature"]), signed_text(record))
    except (InvalidSignature, ValueError):
        raise Refused("altered", "the certificate was altered: the house did not sign this") from None


def escape(text: object) -> str:
    """Escape text for HTML."""
    return html.escape(str(text))


def seal(body: str) -> str:
    """Return the SHA-256 of the record in the page."""
    return sha256(body.encode()).hexdigest()


def written(exam: Exam, name: str, date: str) -> str:
    """Return the certificate of a finished test."""
    return paper(record_of(exam, name, date), exam.game.title)


def checked(text: str, games: Mapping[str, Game]) -> dict[str, Any]:
    """
    Return the record of a valid certificate, or raise `Refused`.

    The marks must follow from the answers and the page from the record, and a house's signature must cover all of it.
    """
    found = _BODY.search(text)
    if not found:
        raise Refused("bad-paper", "this is not a certificate of a table test: it has no record")
    try:
        record = json.loads(found[1].replace("<\\/", "</"))
        game = game_called(record["game"], games)
        rules = game.rules.read(record["rules"])
        terms = Terms(record["seed"], record["rounds"], record["pass_mark"], record["target_pace"])
        exam = exam_after(game, rules, terms, record["answers"])
        stated = {name: record[name] for name in ("version", "house") if name in record}
        again = json.loads(json.dumps(record_of(exam, record["name"], record["date"]) | stated))
    except Refused as refused:
        raise Refused("altered", f"the certificate was altered: {refused.reason}") from None
    except (ValueError, KeyError, TypeError, AttributeError, AssertionError) as error:
        raise Refused("altered", f"the certificate was altered: its record cannot be read ({error!r})") from None
    if again != record:
        wrong = ", ".join(sorted(key for key in again if again[key] != record.get(key))) or "its fields"
        raise Refused("altered", f"the certificate was altered: its answers do not match its {wrong}")
    try:
        if "house" in record:
            _check_signature(record)
        is_same = paper(record, game.title) == text
    except (KeyError, TypeError, AttributeError):
        raise Refused("altered", "the certificate was altered: the house's statement cannot be read") from None
    if not is_same:
        raise Refused("altered", "the certificate was altered: the page differs from its record")
    return dict(record)
