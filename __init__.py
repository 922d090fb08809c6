"""wai-lint: decides whether a codec's decode path gives the same bits on every machine.

`wai_lint.check(paths, config=…)` lints and returns a `wai_lint.Report`.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .lint.api import ConfigurationError, Report, check

__version__ = "0.1.0"
__all__ = ["ConfigurationError", "Report", "check"]


def __getattr__(name: str) -> object:
    # The command line imports this package at every start and needs none of them.
    if name in __all__:
        from .lint import api

        return getattr(api, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
