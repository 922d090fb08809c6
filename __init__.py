"""wai-lint: decides whether a codec's decode path gives the same bits on every machine."""

from __future__ import annotations

__version__ = "0.1.0"
