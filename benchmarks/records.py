"""How fast bundles of records are verified, against the least that any verifier does with the same bytes.

    python benchmarks/records.py [--reports 2000] [--decodes 20] [--rounds 5]

Makes, from fixed seeds, a bundle of a policy, a key log, a report of each device and the roll-up over them, and prints:

- the floor: parsing the JSON, each record's canonical form once, its signature verified by libsodium, its BLAKE3;
- our time for the same bytes, and how many times the floor it is;
- the peak memory of a process that verifies it, interpreter included, as a multiple of the bundle's bytes;
- how much faster two workers verify a folder of smaller bundles than one does.

Times are the best of the rounds, floor and verifier in turns. Exits 1 when a target is missed.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from multiprocessing import get_context
from typing import Any

from blake3 import blake3
from nacl.bindings import crypto_sign_open
from nacl.signing import SigningKey
from startup import PROGRAM, seconds
from wai_lint.checkers.records.signatures import KEY_LOG, SINK_MODELS, link_hash, sign
from wai_lint.checkers.records.verifier import verify

RATIO = 3.0  # times the floor
MEMORY = 4.0  # times the bundle's bytes
WORKERS = 1.6  # times the speed of one
BUNDLES = 16  # in the folder, each with an eighth of the reports
PEAK = """\
import resource, sys
from wai_lint.checkers.records.verifier import verify
with open(sys.argv[1], "rb") as file:
    outcome = verify(file.read())
assert outcome.accepted, outcome.refusal
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""
ORIGIN = "https://operator.example"
START, END = "2026-02-01T00:00:00Z", "2026-02-02T00:00:00Z"
ISSUED = {"issued_at": "2026-02-03T08:00:00.25Z"}
BACKENDS = ("wai-ops", "wgsl", "model-runtime", "webnn", "onnx-runtime")

Record = dict[str, Any]


def path(rng: random.Random, **members: object) -> Record:
    """A path of a dispatch."""
    backend = rng.choice(BACKENDS)
    integer = backend in BACKENDS[:2]
    unit = rng.choice(("gpu", "cpu") if integer else ("npu", "gpu", "cpu"))
    return {"unit": unit, "backend": backend, "arithmetic": "integer" if integer else "float", **members}


def decode(rng: random.Random, at: int, entry: Record) -> Record:
    """A decode of the set of a policy's entry, so many seconds into the day."""
    placement = {unit: rng.randrange(99) for unit in ("npu", "gpu", "cpu", "unknown")}
    return {
        "at": f"2026-02-01T{at // 3600:02}:{at // 60 % 60:02}:{at % 60:02}Z",
        "set": {"sha256": entry["sha256"], "inner": rng.choice((None, rng.randbytes(32).hex()))},
        "dispatch": {
            "kind": "wai-neural-dispatch/1",
            "capability": entry["capability"],
            "needed": "none",
            "ran": path(rng, tier="entropy-consistency", placement=rng.choice((None, placement))),
            "refused": [path(rng, reason="out_of_memory") for _ in range(rng.randrange(2))],
        },
    }


def class_line(name: str, reports: list[Record]) -> Record:
    """The figures of the one class."""
    units: dict[tuple[str, str], Counter[str]] = {}
    for each in (each for report in reports for each in report["decodes"]):
        ran = each["set"]["sha256"], each["dispatch"]["capability"]
        units.setdefault(ran, Counter())[each["dispatch"]["ran"]["unit"]] += 1
    sets = [
        {"sha256": sha256, "capability": capability, "role": "decode", "frames": 0, "pixels": 0}
        | {"decodes": counts.total(), "units": {unit: counts[unit] for unit in ("npu", "gpu", "cpu")}}
        for (sha256, capability), counts in sorted(units.items())
    ]
    return {"class": name, "reports": len(reports), "devices": len(reports), "silent": 0, "sets": sets}


def bundle(number: int, count: int, decodes: int) -> bytes:
    """A bundle that is accepted: `count` devices, each with a report of so many decodes."""
    rng = random.Random(number)
    operator, log = rng.randbytes(32), rng.randbytes(32)
    seeds = [rng.randbytes(32) for _ in range(count)]
    devices = sorted(bytes(SigningKey(seed).verify_key).hex() for seed in seeds)
    entries = [
        {"sha256": rng.randbytes(32).hex(), "capability": f"wai.audio.dred-{index}", "role": "decode", "tier": "none"}
        for index in range(8)
    ]
    entries.sort(key=lambda entry: entry["sha256"])
    revision: Record = {"seq": 0, "prev": None, "issued_at": START, "next_root": rng.randbytes(32).hex()}
    revision["revoked_modules"] = sorted(rng.randbytes(32).hex() for _ in range(50))
    members = {"name": "lobby", "devices": devices, "attesters": [], "sets": entries}
    span: Record = {"not_before": "2026-01-01T00:00:00Z", "not_after": "2027-01-01T00:00:00Z", "key_log": ORIGIN}
    # A text with one such character takes four bytes for each of its others.
    signer: Record = {"signer_id": "operator \U0001f3a5"} | ISSUED
    head: Record = {"kind": "wai-model-policy", "seq": 0, "supersedes": None, "classes": [members]}
    policy = sign(head | span | signer, operator, SINK_MODELS)
    period = {"policy": link_hash(policy, SINK_MODELS), "from": START, "to": END}
    reports = []
    for seed in seeds:
        instants = sorted(rng.randrange(86400) for _ in range(decodes))
        ran = {"decodes": [decode(rng, at, rng.choice(entries)) for at in instants], "presentations": []}
        report: Record = {"kind": "wai-model-run", "class": "lobby", "attestation": None} | period | ran | ISSUED
        reports.append(sign(report, seed, SINK_MODELS))
    rollup: Record = {"kind": "wai-model-rollup", "classes": [class_line("lobby", reports)]} | period | signer
    rollup["reports"] = sorted(link_hash(report, SINK_MODELS) for report in reports)
    document = {
        "kind": "wai-model-bundle",
        "policies": [policy],
        "key_log": {"kind": "wai-key-log", "origin": ORIGIN, "revisions": [sign(revision, log, KEY_LOG)]},
        "attestations": [],
        "presentations": [],
        "reports": reports,
        "rollup": sign(rollup, operator, SINK_MODELS),
    }
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()


def make(folder: str, reports: int, decodes: int) -> None:
    """Write `one.wai-models.json` and the folder `many` of smaller bundles."""
    many = os.path.join(folder, "many")
    os.mkdir(many)
    paths = [os.path.join(many, f"{number:02}.wai-models.json") for number in range(BUNDLES)]
    for seed, name in enumerate([os.path.join(folder, "one.wai-models.json"), *paths]):
        with open(name, "wb") as file:
            file.write(bundle(seed, reports if seed == 0 else reports // 8, decodes))


def floor(data: bytes) -> None:
    """Parse, write each record canonically, verify its signature, hash it: no check of what it says."""
    document = json.loads(data)
    canonical = json.JSONEncoder(ensure_ascii=False, check_circular=False, sort_keys=True, separators=(",", ":")).encode
    records = [(SINK_MODELS, each) for each in (*document["policies"], *document["reports"], document["rollup"])]
    for domain, record in [*records, (KEY_LOG, document["key_log"]["revisions"][0])]:
        text = canonical(record).encode()
        unsigned = text.replace(b',"sig":"' + record["sig"].encode() + b'"', b"")
        crypto_sign_open(
            bytes.fromhex(record["sig"]) + domain.signed + unsigned, bytes.fromhex(record["signer_pubkey"])
        )
        blake3(domain.linked + text).hexdigest()


def checked(data: bytes) -> None:
    """Verify; raises `SystemExit` when the bundle is refused."""
    outcome = verify(data)
    if not outcome.accepted:
        raise SystemExit(f"the bundle was refused: {outcome.to_json()}")


def timed(data: bytes, rounds: int) -> tuple[float, float]:
    """Seconds of the floor and of the verifier: the best of each, in turns."""
    times: dict[Any, list[float]] = {floor: [], checked: []}
    for _ in range(rounds):
        for measure, taken in times.items():
            began = time.perf_counter()
            measure(data)
            taken.append(time.perf_counter() - began)
    return min(times[floor]), min(times[checked])


def peak(name: str) -> int:
    """Bytes of the most memory that a process holds which verifies a file. The caller's own must be less: it counts."""
    command = [sys.executable, "-c", PEAK, name]
    return 1024 * int(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout)


def workers(folder: str, count: int, rounds: int) -> float:
    """The shortest wall time in which so many workers verify a folder."""
    command = [sys.executable, "-c", PROGRAM, "model", "verify", "--quiet", "--jobs", str(count), folder]
    return min(seconds(command) for _ in range(rounds))


def main() -> int:
    """Measure, print, judge."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--reports", type=int, default=2000)
    parser.add_argument("--decodes", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        maker = get_context("fork").Process(target=make, args=(folder, options.reports, options.decodes))
        maker.start()
        maker.join()
        name = os.path.join(folder, "one.wai-models.json")
        size = os.path.getsize(name)
        shape = f"{options.reports} reports of {options.decodes} decodes"
        print(f"{shape}, {size / 1e6:.2f} MB, {os.cpu_count()} processors\n")
        most = peak(name)
        with open(name, "rb") as file:
            least, ours = timed(file.read(), options.rounds)
        many = os.path.join(folder, "many")
        one, two = workers(many, 1, options.rounds), workers(many, 2, options.rounds)
    for label, taken in (("floor", least), ("wai-lint", ours)):
        print(f"{label:20}{1000 * taken:8.0f} ms{size / taken / 1e6:8.2f} MB/s")
    print(f"{'peak memory':20}{most / 1e6:8.0f} MB\n")
    results = (
        ("one core", ours / least, RATIO, "times the floor, at most"),
        ("memory", most / size, MEMORY, "times the bundle, at most"),
        ("two workers", one / two, WORKERS, "times one, at least"),
    )
    missed = False
    for label, value, target, unit in results:
        met = value <= target if unit.endswith("most") else value >= target
        missed |= not met
        print(f"{label:20}{value:8.2f} {unit} {target:g}: {'met' if met else 'missed'}")
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
