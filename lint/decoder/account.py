"""What a confirmation says to people: a line for each step that it came to, and the verdict."""

from __future__ import annotations

from collections.abc import Sequence

from ...checkers.decoder.codec.model import Model
from ...checkers.decoder.confirm import Decoded
from ...checkers.decoder.executors.executor import Identity
from ...checkers.decoder.semantics.suite import SuiteReport
from ...checkers.decoder.trials import TrialReport
from ..reporters.summary import counted
from ..reporters.table import aligned
from ..reporters.terminal import printable
from .confirmation import Confirmation
from .kernels import PROFILE, Kernel


def account(made: Confirmation) -> str:
    """The text; complaints are not in it."""
    rows: list[tuple[str, str]] = []
    if made.identity is not None:
        rows.append(("executor", _identity(made.identity)))
    if made.kernels and made.model is not None:
        modules = f"{counted(len(made.kernels), 'module')} at {made.model.certificate.width}"
        refused = sum(bool(kernel.findings) for kernel in made.kernels)
        verdict = f"the rules refuse {refused}" if refused else f"every rule of profile {PROFILE} passes"
        rows.append(("kernels", f"{modules}, {verdict}"))
    if made.suite is not None:
        rows.append(("suite", _suite(made.suite)))
    if made.probe is not None:
        rows.append(("probe", f"{made.probe.cases:,} cases, {_differ(made.probe.different)}"))
    if made.trials is not None:
        rows.append(("operators", _trials(made.trials, made.model, made.kernels)))
    rows += [(payload.shown, _decoded(decoded)) for payload, decoded in made.decoded]
    rows.append(("verdict", "confirmed" if made.confirmed else "not confirmed"))
    return "".join(line + "\n" for line in aligned([(printable(name), printable(said)) for name, said in rows]))


def _identity(identity: Identity) -> str:
    driver = f", driver {identity.driver}" if identity.driver else ""
    translator = f"{identity.translator} {identity.translator_release}"
    return f"{identity.executor}: {identity.adapter} ({identity.backend}){driver}, translated by {translator}"


def _suite(report: SuiteReport) -> str:
    unguarded = f"{report.unguarded:,} of them unguarded, of which {_differ(report.unguarded_different)}"
    return f"{report.cases:,} cases and {report.drawn:,} drawn, {_differ(report.different)} ({unguarded})"


def _trials(report: TrialReport, model: Model | None, kernels: Sequence[Kernel]) -> str:
    used = {node.operator for node in model.graph.nodes} if model else set()
    unused = [kernel.operator for kernel in kernels if kernel.operator not in used]
    aside = f"; not of the graph: {', '.join(unused)}" if unused else ""
    return f"{report.graphs:,} graphs drawn, {report.elements:,} elements, {_differ(report.different)}{aside}"


def _differ(count: int) -> str:
    return f"{count:,} differ" if count else "none differs"


def _decoded(decoded: Decoded) -> str:
    if decoded.picture is None:
        return "refused" if decoded.refusal else "an operator differs"
    size = f"{decoded.picture.width} × {decoded.picture.height}"
    golden = "is" if decoded.matches else "is not"
    operators = counted(len(decoded.operators), "operator")
    return f"{size}, {operators} as the reference, SHA-256 {decoded.picture.sha256[:16]}… {golden} the golden"
