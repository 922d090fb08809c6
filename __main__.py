"""`python -m wai_lint` is the command `wai-lint`."""

from __future__ import annotations

import sys

from .lint.cli import main

if __name__ == "__main__":
    sys.exit(main())
