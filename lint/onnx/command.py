"""`wai-lint onnx COMMAND`: which commands there are, and what each takes."""

from __future__ import annotations

from ..options import FLAG, VALUE, Option
from ..subcommands import Command, Group

MODES = ("audit", "cpu", "hybrid", "strict")
FORMAT = Option("--format", VALUE, "text (default) or json", "FORMAT", ("text", "json"))
OUTPUT = Option("--output", VALUE, "write the audit's envelope to FILE, which must not exist", "FILE")
POLICY = Option("--policy", VALUE, "limits, the compiler and the approved graphs (default: nothing approved)", "FILE")
PARTITION = Option("--partition-policy", VALUE, "the one exact partition that is approved", "FILE")
MODE = Option("--mode", VALUE, f"which sessions there are: {', '.join(MODES)}", "MODE", MODES)
INPUTS = Option("--inputs", VALUE, "the NPZ archive of the input tensors", "FILE")
OUTPUTS = Option("--outputs", VALUE, "write the output tensors to FILE, which must not exist", "FILE")
EVIDENCE = Option("--evidence", VALUE, "write the evidence of the run to FILE, which must not exist", "FILE")
HELP = Option("--help", FLAG, "print this", short="-h")
OPTIONS = (FORMAT, OUTPUT, POLICY, PARTITION, MODE, INPUTS, OUTPUTS, EVIDENCE, HELP)

COMMANDS = (
    Command(
        "audit",
        "audit",
        "MODEL",
        "decide whether a model is admitted, count what it holds, place its nodes; nothing is executed",
        (FORMAT, OUTPUT, POLICY, PARTITION),
    ),
    Command(
        "signature",
        "signature",
        "MODEL",
        "the signature of a model's graph; json: what it is made of",
        (FORMAT, POLICY),
    ),
    Command(
        "run",
        "run",
        "MODEL",
        "run a model on its inputs, with evidence (extra onnx-run)",
        (MODE, INPUTS, OUTPUTS, EVIDENCE, POLICY, PARTITION),
        ("--mode",),
    ),
    Command("verify-fixtures", "verify_fixtures", "FOLDER", "make recorded audits and runs again and compare"),
)
_EPILOG = (
    "exit status: 0 admitted and done, 1 refused, 2 a file could not be read or written or the command was misused"
)
GROUP = Group("onnx", __package__ or "", COMMANDS, OPTIONS, _EPILOG)
