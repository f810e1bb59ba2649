"""The vectors of docs/vectors/honest-deal.json, run by pitboss's own verifier; a browser test covers the page's."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

from msgspec.structs import replace

from pitboss.cards import parse_cards, show_cards
from pitboss.games import GAMES
from pitboss.play.refused import Refused
from pitboss.table.audit.chain import ShoesInUse
from pitboss.table.audit.merkle import LogTree, consistency, leaf_hash, ranged_root
from pitboss.table.audit.verify import Checked
from pitboss.table.seal.commitments import Proof
from pitboss.table.seal.seeded_shuffle import house_seal, shuffled
from table.log_proofs import is_consistent
from table.test_verify import changed, rounds

FILE = Path(__file__).parents[2] / "docs" / "vectors" / "honest-deal.json"
Vector = dict[str, Any]


def vectors() -> dict[str, list[Vector]]:
    """Return the file's vectors, by kind."""
    found: dict[str, list[Vector]] = json.loads(FILE.read_text())
    return found


def _seals() -> list[Vector]:
    seeds = [bytes(32), bytes(range(32)), b"\xff" * 32]
    return [{"seed": seed.hex(), "seal": house_seal(seed)} for seed in seeds]


def _shuffles() -> list[Vector]:
    packs = {name: GAMES[name].whole_pack(GAMES[name].rules()) for name in ("flop22", "flip-it")}
    packs["eight"] = parse_cards("2c 2c Ah Kd Ts 9h 5c Jk")
    players: list[dict[int, str]] = [{}, {1: "open sesame"}, {2: "~" * 64, 11: " ", 7: "seven"}]
    return [
        {
            "cards": show_cards(sorted(pack)), "seed": (bytes([number]) * 32).hex(),
            "seeds": {str(seat): text for seat, text in seeds.items()},
            "order": show_cards(shuffled(pack, bytes([number]) * 32, seeds)),
        }
        for number, (pack, seeds) in enumerate((pack, seeds) for pack in packs.values() for seeds in players)
    ]  # fmt: skip


def _proofs() -> list[Vector]:
    found = []
    for game, body in (("flop22", rounds("flop22", 1)[0]), ("flip-it", rounds("flip-it", 2)[1])):
        found.append({"name": f"{game}, as dealt", "game": game, "proof": body["proof"], "holds": True})
        wrong = [proof for proof in changed(body["proof"]) if "more" not in proof and "seeds" in proof]
        found += [{"name": f"{game}, altered", "game": game, "proof": proof, "holds": False} for proof in wrong]
    return found


def _consistencies() -> list[Vector]:
    leaves = [leaf_hash(bytes([number])) for number in range(20)]
    trees = [LogTree()]
    for leaf in leaves:
        trees.append(trees[-1].append(leaf)[0])

    def node(level: int, place: int) -> bytes:
        tree = LogTree()
        for leaf in leaves[place << level : (place + 1) << level]:
            tree = tree.append(leaf)[0]
        return tree.root

    found = []
    for first, second in ((1, 2), (3, 7), (4, 20), (8, 8), (13, 20), (19, 20), (0, 5)):
        path = [one.hex() for one in consistency(first, second, lambda start, end: ranged_root(start, end, node))]
        heads = [{"size": size, "root": trees[size].root.hex()} for size in (first, second)]
        found.append({"first": heads[0], "second": heads[1], "path": path, "holds": True})
        other = {**heads[0], "root": trees[first + 1].root.hex()}
        if first:
            found.append({"first": other, "second": heads[1], "path": path, "holds": False})
            found.append({"first": heads[0], "second": heads[1], "path": [*path, "00" * 32], "holds": False})
    return found


def _chain(name: str, steps: list[Vector], holds: bool) -> Vector:
    return {"name": name, "steps": steps, "holds": holds}


def _chains() -> list[Vector]:
    packs, shoe = ([_step(body) for body in rounds(game, 4)] for game in ("flop22", "flip-it"))
    other = Random(1).randbytes(32).hex()
    unopened = {**shoe[0], "proof": {**shoe[0]["proof"], "next": packs[1]["proof"]["house"]}}
    replaced = [packs[0], {**packs[1], "proof": {**packs[1]["proof"], "next": other}}, *packs[2:]]
    return [
        _chain("packs of one round", packs, True),
        _chain("one shoe", shoe, True),
        _chain("another seed than the sealed one", [packs[0], *packs[2:]], False),
        _chain("the next seal is not kept", replaced, False),
        _chain("a round of the shoe is missing", [*shoe[:1], *shoe[2:]], False),
        _chain("rounds in the wrong order", [shoe[1], shoe[0]], False),
        _chain("a shoe is replaced without being opened", [unopened, packs[1]], False),
        _chain("round numbers are skipped", [packs[0], {**packs[1], "number": 5}], False),
    ]


def _step(body: Vector) -> Vector:
    return {"number": body["number"], "game": body["record"]["game"], "proof": body["proof"]}


KINDS = {
    "seals": _seals, "shuffles": _shuffles, "proofs": _proofs, "chains": _chains, "consistency": _consistencies,
}  # fmt: skip


def test_vectors_are_up_to_date(rewrite: bool) -> None:
    text = json.dumps({kind: make() for kind, make in KINDS.items()}, indent=1) + "\n"
    if rewrite:
        FILE.write_text(text)
    assert FILE.read_text() == text


def test_seals_and_shuffles() -> None:
    for one in vectors()["seals"]:
        assert house_seal(bytes.fromhex(one["seed"])) == one["seal"]
    for one in vectors()["shuffles"]:
        seeds = {int(seat): text for seat, text in one["seeds"].items()}
        assert show_cards(shuffled(parse_cards(one["cards"]), bytes.fromhex(one["seed"]), seeds)) == one["order"]


def test_proofs() -> None:
    for one in vectors()["proofs"]:
        game = GAMES[one["game"]]
        try:
            faults = list(Proof.read(one["proof"]).faults(game, game.rules()))
        except Refused as refused:
            faults = [refused.reason]
        assert (not faults) == one["holds"], (one["name"], faults)


def test_chains() -> None:
    for one in vectors()["chains"]:
        shoes, faults = ShoesInUse(), list[str]()
        for step in one["steps"]:
            proof, burns = Proof.read(step["proof"]), GAMES[step["game"]].burns
            faults += shoes.follow(_checked(step, proof, burns))
        assert (not faults) == one["holds"], (one["name"], faults)


def test_missing_round_is_a_fault_except_in_old_databases() -> None:
    first, second = (_step(body) for body in rounds("flop22", 2))
    for version, faults in (("", ["round 2 is missing before it"]), ("0.2.0", [])):
        shoes = ShoesInUse()
        proofs = [Proof.read(step["proof"]) for step in (first, second)]
        before = replace(_checked(first, proofs[0], 0), version=version)
        assert list(shoes.follow(before)) == []
        assert list(shoes.follow(_checked({**second, "number": 3}, proofs[1], 0))) == faults


def _checked(step: Vector, proof: Proof, burns: int) -> Checked:
    return Checked("table", step["number"], {}, proof, burns, {}, 0, 0, [], step["game"], 0, "")


def test_consistency() -> None:
    for one in vectors()["consistency"]:
        first, second = one["first"], one["second"]
        roots = (bytes.fromhex(first["root"]), bytes.fromhex(second["root"]))
        path = [bytes.fromhex(node) for node in one["path"]]
        assert is_consistent(first["size"], second["size"], *roots, path) == one["holds"]
