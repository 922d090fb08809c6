"""`wai-lint onnx run MODEL --mode MODE`: one run, its outputs and its evidence, or nothing at all."""

from __future__ import annotations

from ..options import Arguments, UsageError
from ..report import CLEAN, FINDINGS, TROUBLE
from ..streams import say, write_text
from . import files

# The most that is read of an archive of inputs.
_LARGEST_ARCHIVE = 1 << 30


def run(operands: list[str], arguments: Arguments) -> int:
    """Run, write `--outputs` and `--evidence`; 1 when the run is refused, and then neither is there.

    Raises `UsageError`.
    """
    from ...checkers.onnx.envelope import encode
    from ...checkers.onnx.run import AUDIT, InputsRefused, Run, RunRefused

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
    archive = None if inputs is None else files.read(inputs, _LARGEST_ARCHIVE)
    if archive is not None and len(archive) > _LARGEST_ARCHIVE:
        raise UsageError(f"{inputs}: this archive is larger than {_LARGEST_ARCHIVE >> 20} MiB, the most that is read")
    try:
        with files.examining():
            result = Run(model, policy, partition)(mode, archive)
    except RunRefused as error:
        say("error", f"{inputs if isinstance(error, InputsRefused) else path}: {error.code}: {error.message}")
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
