"""The call graph (WGSL §5, §11.4): no recursion, no call of an entry point."""

from __future__ import annotations

from bisect import bisect_right

from .. import ir
from .findings import Findings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


def check(findings: Findings) -> bool:
    """Check every call; gives whether the call graph has no cycle, which the checks along it rely on."""
    module = findings.module
    for call in module.of(ir.Call):
        if call.function.stage:
            findings.invalid(
                call,
                "an entry point cannot be called; move what is shared to a function",
                (call.function, "declared here"),
            )
    _, cyclic = _post_order(module)
    if cyclic is not None:
        findings.invalid_name(cyclic, "this function calls itself, perhaps through others, which WGSL has no stack for")
    return cyclic is None


def bottom_up(module: ir.Module) -> list[ir.Function]:
    """The functions, each after those it calls; the call graph must have no cycle."""
    return _post_order(module)[0]


def _post_order(module: ir.Module) -> tuple[list[ir.Function], ir.Function | None]:
    """The functions, each after those it calls; up to the first that is on a cycle, which comes second."""
    order: list[ir.Function] = []
    done: set[ir.Function] = set()
    for root in module.functions:
        if root in done:
            continue
        stack: list[tuple[ir.Function, Iterator[ir.Function]]] = [(root, iter(root.calls))]
        entered = {root}
        while stack:
            function, callees = stack[-1]
            for callee in callees:
                if callee in entered:
                    return order, callee
                if callee not in done:
                    entered.add(callee)
                    stack.append((callee, iter(callee.calls)))
                    break
            else:
                stack.pop()
                entered.discard(function)
                done.add(function)
                order.append(function)
    return order, None


class Places:
    """Which function an offset of the module lies in."""

    __slots__ = ("functions", "starts")

    def __init__(self, module: ir.Module) -> None:
        self.functions = sorted(module.functions, key=lambda function: function.start)
        self.starts = [function.start for function in self.functions]

    def function(self, offset: int) -> ir.Function | None:
        """The function around `offset`, or None at module scope."""
        index = bisect_right(self.starts, offset) - 1
        if index < 0 or offset >= self.functions[index].end:
            return None
        return self.functions[index]
