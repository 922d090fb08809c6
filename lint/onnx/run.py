"""`wai-lint onnx run MODEL --mode MODE`: one run, its outputs and its evidence, or nothing at all."""

from __future__ import annotations

from ..options import Arguments, UsageError
from ..report import CLEAN, FINDINGS, TROUBLE
from ..streams import say, write_text
from . import files

# What an archive takes besides its tensors: headers, names, compression that gains nothing.
_BESIDES = 1 << 20


def run(operands: list[str], arguments: Arguments) -> int:
    """Run, write `--outputs` and `--evidence`; 1 when the run is refused, and then neither is there.

    Raises `UsageError`.
    """
    from ...checkers.onnx.envelope import encode
    from ...checkers.onnx.run import AUDIT, Run, RunRefused

    path = operands[0]
    mode, outputs, evidence = (arguments.get(name) for name in ("--mode", "--outputs", "--evidence"))
    inputs = arguments.get("--inputs")
    if mode is None:
        raise UsageError("run needs --mode=audit, cpu, hybrid or strict")
    if mode == AUDIT and (inputs is not None or outputs is not None):
        raise UsageError("--mode=audit makes no session: it takes no --inputs and gives no --outputs")
    if mode != AUDIT and (inputs is None or outputs is None):
        raise UsageError(f"--mode={mode} needs --inputs=FILE and --outputs=FILE")
    files.check_absent(outputs, evidence)
    policy, partition = files.policies(arguments)
    model = files.read(path, policy.limits.model_bytes)
    most = policy.limits.inputs * policy.limits.tensor_bytes + _BESIDES
    archive = None if inputs is None else files.read(inputs, most)
    try:
        result = Run(model, policy, partition)(mode, archive)
    except RunRefused as error:
        say("error", f"{path}: {error.code}: {error.message}")
        return TROUBLE if error.code == "RUNTIME_MISSING" else FINDINGS
    contents = {} if outputs is None or result.outputs is None else {outputs: result.outputs}
    if evidence is not None:
        contents[evidence] = encode(result.evidence)
    files.write_all(contents)
    write_text(_said(path, result.evidence))
    return CLEAN


def _said(path: str, evidence: dict[str, object]) -> str:
    from ..reporters.summary import counted
    from ..reporters.terminal import printable

    sessions, attempts = evidence["sessions"], evidence["npu_attempts"]
    assert isinstance(sessions, list)
    assert isinstance(attempts, int)
    counts = f"{counted(attempts, 'NPU attempt')}, {counted(len(sessions), 'session')}"
    return f"{printable(path)}: {evidence['classification']} ({counts})\n"
