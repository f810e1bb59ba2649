"""The public log of a server: signatures, growth, and the inclusion of every round."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from pitboss.cli import run
from pitboss.server.store.house_log import SIGNED
from pitboss.table.audit.merkle import leaf_hash
from pitboss.table.finished_round import compact
from server.support.house import RunningServer, run_server
from server.tables.test_socket import play_round
from table.log_proofs import is_consistent, is_included


def head_of(server: RunningServer) -> dict[str, object]:
    found: dict[str, object] = server.client.get("/api/log/head").json()
    return found


def test_heads_are_signed_and_extend_earlier_heads(tmp_path: Path) -> None:
    with run_server(str(tmp_path / "house.db")) as server, server.at(server.open_table("flip-it")) as seated:
        heads = [head_of(server)]
        seated.say("sit", seat=1)
        for _ in range(3):
            play_round(seated)
            heads.append(head_of(server))
        for head in heads:
            key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(str(head["key"])))
            key.verify(bytes.fromhex(str(head["signature"])), SIGNED.format(**head).encode())
            forged = SIGNED.format(**{**head, "size": int(str(head["size"])) + 1})
            with pytest.raises(InvalidSignature):
                key.verify(bytes.fromhex(str(head["signature"])), forged.encode())
        for first in heads:
            for second in heads[heads.index(first) :]:
                sizes = {"first": str(first["size"]), "second": str(second["size"])}
                path = server.client.get("/api/log/consistency", params=sizes).json()["path"]
                old, new = (bytes.fromhex(str(one["root"])) for one in (first, second))
                nodes = [bytes.fromhex(node) for node in path]
                assert is_consistent(int(str(first["size"])), int(str(second["size"])), old, new, nodes)
        too_large = {"first": 1, "second": int(str(heads[-1]["size"])) + 99}
        assert server.client.get("/api/log/consistency", params=too_large).json()["code"] == "no-such-head"


def test_every_round_is_in_the_log(tmp_path: Path) -> None:
    with run_server(str(tmp_path / "house.db")) as server:
        table = server.open_table("flip-it")
        with server.at(table) as seated:
            seated.say("sit", seat=1)
            for _ in range(3):
                play_round(seated)
        head = head_of(server)
        size, root = int(str(head["size"])), bytes.fromhex(str(head["root"]))
        for number in (1, 2, 3):
            body = server.client.get(f"/api/tables/{table}/rounds/{number}").json()
            asked: dict[str, str | int] = {"table": table, "number": number, "size": size}
            found = server.client.get("/api/log/round", params=asked).json()
            leaf = leaf_hash(b"round\n" + compact(body))
            assert is_included(leaf, found["leaf"], size, [bytes.fromhex(node) for node in found["path"]], root)
            body["net"]["1"] += 1
            leaf = leaf_hash(b"round\n" + compact(body))
            assert not is_included(leaf, found["leaf"], size, [bytes.fromhex(node) for node in found["path"]], root)
        missing: dict[str, str | int] = {"table": table, "number": 99, "size": size}
        assert server.client.get("/api/log/round", params=missing).status_code == 404


def test_rolled_back_database_does_not_contain_a_later_head(tmp_path: Path) -> None:
    path, old = tmp_path / "house.db", tmp_path / "old"
    with run_server(str(path)) as server, server.at(server.open_table("flip-it")) as seated:
        seated.say("sit", seat=1)
        play_round(seated)
    shutil.copytree(tmp_path, old, ignore=shutil.ignore_patterns("old"))
    with run_server(str(path)) as server, server.at(server.open_table("flip-it")) as seated:
        seated.say("sit", seat=1)
        play_round(seated)
        seen = "log:{size}:{root}".format(**json.loads(json.dumps(head_of(server))))
    assert run(["audit", "--database", str(path), "--against", seen]) == 0
    assert run(["audit", "--database", str(old / "house.db")]) == 0, "rolled back, they are whole by themselves"
    assert run(["audit", "--database", str(old / "house.db"), "--against", seen]) == 2
    forged = seen[:-1] + ("0" if seen[-1] != "0" else "1")
    assert run(["audit", "--database", str(path), "--against", forged]) == 2
