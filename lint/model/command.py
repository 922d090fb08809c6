"""`wai-lint model COMMAND`: which commands there are, and what each takes."""

from __future__ import annotations

from ..options import FLAG, NUMBER, VALUE, Option
from ..subcommands import Command, Group

FORMAT = Option(
    "--format", VALUE, "text or json (verify prints json by default, show text)", "FORMAT", ("text", "json")
)
JOBS = Option("--jobs", NUMBER, "worker processes; 0 (default) decides by the processors and the work", "N", short="-j")
QUIET = Option("--quiet", FLAG, "say nothing on standard error but errors", short="-q")
KEY = Option("--key", VALUE, "the file of the key that signs, as keygen writes it", "FILE")
OUTPUT = Option("--output", VALUE, "write to FILE (sign: instead of standard output; keygen: the key)", "FILE")
FROM = Option("--from", VALUE, "start of the period (default: of the earliest report)", "TIME")
TO = Option("--to", VALUE, "end of the period (default: of the latest report)", "TIME")
ISSUED_AT = Option("--issued-at", VALUE, "when the record is signed (default: now)", "TIME")
HELP = Option("--help", FLAG, "print this", short="-h")
OPTIONS = (FORMAT, JOBS, QUIET, KEY, OUTPUT, FROM, TO, ISSUED_AT, HELP)

COMMANDS = (
    Command("verify", "verify", "BUNDLE…", "decide bundles and records; the outcome as JSON", (FORMAT, JOBS, QUIET)),
    Command("show", "show", "FILE", "what a file holds: link hashes, signers, spans, classes, figures", (FORMAT,)),
    Command("sign", "sign", "FILE", "set signer_pubkey and sig of a record", (KEY, OUTPUT), ("--key",)),
    Command("keygen", "keygen", "", "make a key, and print the public half", (OUTPUT,), ("--output",)),
    Command("link-hash", "link_hash", "FILE…", "the name of a record"),
    Command("rollup", "rollup", "BUNDLE", "compute the roll-up to sign for a bundle's reports", (FROM, TO, ISSUED_AT)),
)
_EPILOG = "exit status: 0 accepted, 1 refused, 2 the file could not be read or the command was misused"
GROUP = Group("model", __package__ or "", COMMANDS, OPTIONS, _EPILOG)
