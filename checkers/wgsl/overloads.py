"""Overload resolution of built-in functions (WGSL §6.1.3, §17), over the table `grammars/wgsl_builtins.txt`."""

from __future__ import annotations

from .ir import SHADER_STAGES
from .types import Type, memory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .builtin_table import Signature, Table


class OverloadError(Exception):
    """No overload fits; the message says which argument types came and what would fit."""


class Overload:
    """A chosen overload of a built-in function or an operator.

    `parameters` are the types that the arguments convert to; `result` is None when it gives no value. `evaluable`: may
    be part of a const-expression. `stages`: the only shader stages that may call it; empty when all may.
    `extension`: what `enable` or `requires` names for it, "" when none. `template`: the template arguments.
    `const_parameters`: positions of arguments that must be const-expressions.
    """

    __slots__ = (
        "const_parameters",
        "evaluable",
        "extension",
        "must_use",
        "name",
        "parameters",
        "result",
        "stages",
        "template",
    )

    def __init__(
        self,
        name: str,
        parameters: tuple[Type, ...],
        result: Type | None,
        evaluable: bool = True,
        must_use: bool = True,
        stages: tuple[str, ...] = (),
        extension: str = "",
        template: tuple[Type | int | str, ...] = (),
        const_parameters: tuple[int, ...] = (),
    ) -> None:
        self.name = name
        self.parameters = parameters
        self.result = result
        self.evaluable = evaluable
        self.must_use = must_use
        self.stages = stages
        self.extension = extension
        self.template = template
        self.const_parameters = const_parameters


_memo: dict[tuple[object, ...], Overload] = memory()


def is_builtin_function(name: str) -> bool:
    """Whether `name` is predeclared as a function."""
    return name in (_tables or _load())[0].functions


def builtin_names() -> list[str]:
    """The names of all built-in functions."""
    return list((_tables or _load())[0].functions)


_tables: list[Table] = []


def _load() -> list[Table]:
    """The table, read when a call is first resolved: most starts need it, and importing it costs as much as reading."""
    from .builtin_table import read_table

    _tables.append(read_table())
    return _tables


def resolve_builtin(
    name: str, template: tuple[Type | int | str, ...], arguments: tuple[Type, ...], const: bool = True
) -> Overload:
    """The overload of the built-in `name` that `arguments` choose; raises OverloadError.

    References are loaded before; pointers come as they are. `const` says whether every argument is a const-expression:
    if not, the chosen overload has no abstract parameter or result. Template arguments are types, or names of
    enumerants.
    """
    key = (name, template, arguments, const)
    found = _memo.get(key)
    if found is None:
        found = _memo[key] = _resolve(name, template, arguments, const)
    return found


def _resolve(name: str, template: tuple[Type | int | str, ...], arguments: tuple[Type, ...], const: bool) -> Overload:
    signatures = (_tables or _load())[0].signatures(name)
    best: Overload | None = None
    best_ranks: list[int] = []
    for signature in signatures:
        if len(signature.parameters) != len(arguments) or len(signature.template) != len(template):
            continue
        candidate = _candidate(name, signature, template, arguments, const)
        if candidate is None:
            continue
        overload, ranks = candidate
        if best is None or (ranks != best_ranks and all(map(int.__le__, ranks, best_ranks))):
            best, best_ranks = overload, ranks
    if best is None:
        raise OverloadError(_mismatch(name, signatures, template, arguments))
    return best


def _candidate(
    name: str,
    signature: Signature,
    template: tuple[Type | int | str, ...],
    arguments: tuple[Type, ...],
    const: bool,
) -> tuple[Overload, list[int]] | None:
    """The overload that `signature` becomes with these arguments and the rank of each conversion; None if it does
    not fit."""
    from .conversions import conversion_rank
    from .matching import Matching

    matching = Matching(signature)
    evaluable = "const" in signature.flags
    if not all(map(matching.match, signature.template, template)) or not matching.settle(False):
        return None
    matching.fixed = frozenset(matching.types)
    if not all(map(matching.match, signature.parameters, arguments)) or not matching.settle(const and evaluable):
        return None
    parameters = tuple(
        matching.build(pattern) if pattern[0] in _CONVERTIBLE else argument
        for pattern, argument in zip(signature.parameters, arguments, strict=True)
    )
    ranks: list[int] = []
    for argument, parameter in zip(arguments, parameters, strict=True):
        rank = conversion_rank(argument, parameter)
        if rank is None:
            return None
        ranks.append(rank)
    result = matching.build(signature.result) if signature.result is not None else None
    return _overload(name, signature, template, parameters, result), ranks


# Patterns of types that an argument may convert to; an argument of any other keeps its own type.
_CONVERTIBLE = frozenset(("exact", "variable", "vector", "matrix"))


def _overload(
    name: str,
    signature: Signature,
    template: tuple[Type | int | str, ...],
    parameters: tuple[Type, ...],
    result: Type | None,
) -> Overload:
    flags = signature.flags
    extension = next((flag.partition(":")[2] for flag in flags if ":" in flag), "")
    return Overload(
        name,
        parameters,
        result,
        "const" in flags,
        "must_use" in flags,
        tuple(flag for flag in flags if flag in SHADER_STAGES),
        extension,
        template,
        signature.const_parameters,
    )


def _mismatch(
    name: str, signatures: tuple[Signature, ...], template: tuple[Type | int | str, ...], arguments: tuple[Type, ...]
) -> str:
    """What came and what `name` takes instead."""
    counts = sorted({len(signature.parameters) for signature in signatures})
    if len(arguments) not in counts:
        wanted = " or ".join(map(str, counts)) if len(counts) < 4 else f"{counts[0]} to {counts[-1]}"
        plural = "" if wanted == "1" else "s"
        return f"{name} takes {wanted} argument{plural}, not {len(arguments)}"
    templates = sorted({len(signature.template) for signature in signatures})
    if len(template) not in templates:
        wanted = " or ".join(map(str, templates))
        return f"{name} takes {wanted} template argument{'' if wanted == '1' else 's'}, not {len(template)}"
    given = f"{name}<{', '.join(map(str, template))}>" if template else name
    forms = _forms(signatures, arguments)
    return f"no overload of {given} takes ({', '.join(map(str, arguments))}): it takes {forms}"


_SHOWN_FORMS = 3


def _forms(signatures: tuple[Signature, ...], arguments: tuple[Type, ...]) -> str:
    """The overload sets with as many parameters, those first that decline the fewest arguments each by itself."""
    from .matching import Matching

    def declined(signature: Signature) -> int:
        pairs = zip(signature.parameters, arguments, strict=True)
        return sum(not Matching(signature).match(parameter, argument) for parameter, argument in pairs)

    fitting = [signature for signature in signatures if len(signature.parameters) == len(arguments)]
    texts = list(dict.fromkeys(map(_form, sorted(fitting, key=declined))))
    others = len(texts) - _SHOWN_FORMS
    more = f"; or {others} other form{'s' * (others > 1)}" if others > 0 else ""
    return "; or ".join(texts[:_SHOWN_FORMS]) + more


def _form(signature: Signature) -> str:
    """The parameters of a signature, and what its variables range over: `(T, T) where T is i32 or u32 or a vector of
    one`. Types of extensions are left out, and abstract ones, which convert."""
    from .types import BOOL, F16, F32, I32, U32

    text = signature.text.partition(" -> ")[0]
    ranges: list[str] = []
    for variable, allowed in signature.classes.items():
        common = [scalar.name for scalar in (I32, U32, F32, F16, BOOL) if scalar in allowed]
        vector = " or a vector of one" if f"{variable}*" in text else ""
        ranges.append(f"{variable} is {' or '.join(common or map(str, allowed))}{vector}")
    ranges += [f"{variable} is {' or '.join(allowed)}" for variable, allowed in signature.names.items()]
    for fixed in ("bool", "f32"):
        text = text.replace(f"{fixed}*", f"{fixed} or vecN<{fixed}>")
    return text.replace("*", "").replace("const ", "") + (f" where {', '.join(ranges)}" if ranges else "")
