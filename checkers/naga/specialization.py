"""A module with its overrides given values, as making a pipeline gives them (WGSL §8.1.2).

naga writes no module that still has overrides; its guards do not depend on their values.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..wgsl.ir import Module


def specialized(module: Module) -> str:
    """The module's text, each override a constant of its default value, or of 1 where it has none."""
    text = module.source.text
    parts, at = [], 0
    for override in module.overrides:
        written = text[max(override.name_end, override.type_end) : override.end]
        value = written if override.initializer is not None else f" = {override.type}(1)"
        parts += [text[at : override.start], f"const {override.name}: {override.type}{value}"]
        at = override.end
    return "".join((*parts, text[at:]))
