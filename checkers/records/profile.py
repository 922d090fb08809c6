"""Choices where the texts that model-governance cites are missing: the profile of records (each marked there with ◆).

They stand in this one place, as values alone, so that they can be changed when a cited text is at hand. Patterns are
Python's, over ASCII, for the whole of a string.
"""

from __future__ import annotations

# records §1, rule 5 is model-governance §3; the bound on a whole file is this tool's own.
DEEPEST_NESTING = 32
LARGEST_INTEGER = 2**53 - 1
LARGEST_DOCUMENT = 1 << 28  # bytes

# records §1, the table of forms (jwp-receipts §2.4.3, §7.1).
LONGEST_TERM = 128
TERM = r"[a-z0-9]+(?:[._-][a-z0-9]+)*"
LONGEST_FRACTION = 9
LARGEST_PORT = 65_535
DEFAULT_PORT = 443
LONGEST_HOST = 253
LONGEST_LABEL = 63

# records §2, §3.4, §3.5: what is put before a canonical form that is signed or hashed.
PRESENTATION_DOMAIN = b"wai:presentation\x01"
PRESENTATION_LINK_DOMAIN = b"wai:presentation-link\x01"
KEY_LOG_DOMAIN = b"wai:key-log\x01"
KEY_LOG_LINK_DOMAIN = b"wai:key-log-link\x01"
KEY_LOG_ROOT_DOMAIN = b"wai:key-log-root\x01"

# records §3.3: a code of neural-dispatch §7.
DISPATCH_REASON = r"[a-z][a-z0-9_]{0,63}"

# records §3.4, §3.5: kinds and bounds of documents whose own texts are missing.
PRESENTATION_KIND = "wai-presentation"
KEY_LOG_KIND = "wai-key-log"
MOST_FRAMES = 65_536
MOST_REVISIONS = 65_536
