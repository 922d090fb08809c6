"""`wai-lint onnx audit MODEL`: the inventory, what is refused, and where each node would run; nothing is executed."""

from __future__ import annotations

from ..options import Arguments
from ..report import CLEAN, FINDINGS
from ..streams import wants_color, write_bytes, write_text
from . import files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from ..reporters.terminal import Painter

# Neighbours that are placed alike are told in one row where there are more nodes than this.
_MOST_ROWS = 40


def run(operands: list[str], arguments: Arguments) -> int:
    """Print the audit, and write its envelope to `--output`; 1 when the model is refused. Raises `UsageError`."""
    from ...checkers.onnx.envelope import encode
    from ...checkers.onnx.run import examine
    from ..reporters.terminal import Painter

    path, output = operands[0], arguments.get("--output")
    files.check_absent(output)
    policy, partition = files.policies(arguments)
    with files.examining():
        envelope = examine(files.read(path, policy.limits.model_bytes), policy, partition).envelope
    document = encode(envelope)
    if output is not None:
        files.write_all({output: document})
    if arguments.get("--format", "text") == "json":
        write_bytes(document)
    else:
        write_text("\n".join(lines(path, envelope, Painter(wants_color("auto")))) + "\n")
    return CLEAN if envelope["admitted"] else FINDINGS


def lines(path: str, envelope: Mapping[str, Any], paint: Painter) -> Iterator[str]:
    """An envelope for people: identity, refusals, inventory, placements with their reasons."""
    from ..reporters.summary import counted
    from ..reporters.table import aligned
    from ..reporters.terminal import printable

    refusals = envelope["refusals"]
    admitted = paint("added", "admitted")
    verdict = admitted if envelope["admitted"] else paint("error", f"refused, {counted(len(refusals), 'finding')}")
    yield f"{paint('bold', printable(path))}: {verdict}"
    facts = []
    # Of a model past the limit neither is known.
    if envelope["model"]["sha256"] is not None:
        facts += [("sha256", envelope["model"]["sha256"]), ("bytes", f"{envelope['model']['bytes']:,}")]
    if envelope["graph_signature"] is not None:
        facts.append(("graph signature", envelope["graph_signature"]))
    yield from aligned(facts, "  ")
    for each in refusals:
        yield f"\n{paint('error', each['code'])}: {printable(each['message'])}"
        if each["place"]:
            yield f"  {paint('mark', '-->')} {printable(each['place'])}"
    if envelope["inventory"] is not None:
        yield f"\n{paint('bold', 'inventory')}"
        rows = [(name.replace("_", " "), f"{count:,}") for name, count in envelope["inventory"].items()]
        widest = max(len(count) for _, count in rows)
        yield from aligned([(name, f"{count:>{widest}}") for name, count in rows], "  ")
    if envelope["placements"]:
        yield f"\n{paint('bold', 'placements')}"
        yield from aligned([("node", "on", "why not on the NPU"), *_rows(envelope["placements"])], "  ")
        runs = (f"{each['placement']} ({counted(each['nodes'], 'node')})" for each in envelope["partitions"])
        yield f"\n{counted(len(envelope['partitions']), 'partition')}: {', '.join(runs)}"


def _rows(placements: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, str, str]]:
    from itertools import groupby

    from ..reporters.terminal import printable

    def where(each: Mapping[str, Any]) -> tuple[str, str]:
        reasons = f"sealed binary {each['binary']}" if each["binary"] else ", ".join(each["reasons"])
        return each["placement"], reasons

    if len(placements) <= _MOST_ROWS:
        yield from ((printable(each["place"]), *where(each)) for each in placements)
        return
    for alike, run in groupby(placements, where):
        first, *rest = run
        more = f" and {len(rest)} more" if rest else ""
        yield (printable(first["place"]) + more, *alike)
