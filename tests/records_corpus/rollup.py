"""The figures of a roll-up, summed in the plainest way from signed records (§7.2)."""

from __future__ import annotations

from .signing import PRESENTATION, Record, link_hash

ROLES = {"derived": "upscale", "asserted": "enhance", "synthesized": "generate"}
UPSCALE = "wai.media.upscale"


def _runs(report: Record, statements: dict[str, Record]) -> list[tuple[tuple[str, str, str], str | None, int]]:
    """Each run: its set, capability and role; its unit, or none for a picture; its pixels."""
    runs: list[tuple[tuple[str, str, str], str | None, int]] = []
    for decode in report["decodes"]:
        dispatch = decode["dispatch"]
        ran = (decode["set"]["sha256"], dispatch["capability"], "decode")
        runs.append((ran, dispatch["ran"]["unit"], 0))
    for name in report["presentations"]:
        for frame in statements[name]["frames"]:
            made = frame["made"]
            if made != "transmitted":
                runs.append(((frame["made_by"], UPSCALE, ROLES[made]), None, frame["pixels"][made]))
    return runs


def _set_lines(reports: list[Record], statements: dict[str, Record]) -> list[Record]:
    runs = [run for report in reports for run in _runs(report, statements)]
    lines = []
    for ran in sorted({run[0] for run in runs}):
        units = [unit for each, unit, _ in runs if each == ran and unit is not None]
        pixels = [count for each, unit, count in runs if each == ran and unit is None]
        line = dict(zip(("sha256", "capability", "role"), ran, strict=True))
        counts = {"decodes": len(units), "frames": len(pixels), "pixels": sum(pixels)}
        lines.append({**line, **counts, "units": {unit: units.count(unit) for unit in ("npu", "gpu", "cpu")}})
    return lines


def figures(named: str, policies: list[Record], reports: list[Record], presentations: list[Record]) -> list[Record]:
    """The class lines over all the reports, for the policy of that link hash."""
    statements = {link_hash(each, PRESENTATION): each for each in presentations}
    policy = next(each for each in policies if link_hash(each) == named)
    lines = []
    for each in policy["classes"]:
        inside = [report for report in reports if report["class"] == each["name"]]
        signers = {report["signer_pubkey"] for report in inside}
        counts = {
            "reports": len(inside),
            "devices": len(signers),
            "silent": len([device for device in each["devices"] if device not in signers]),
        }
        lines.append({"class": each["name"], **counts, "sets": _set_lines(inside, statements)})
    return lines
