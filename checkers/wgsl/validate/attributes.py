"""Attributes (WGSL §12): each where it may stand, once, with arguments in range."""

from __future__ import annotations

from .. import ir
from ..types import ABSTRACT_INT, I32, U32
from .directives import SEVERITIES
from .findings import Findings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

FUNCTION, RESULT, PARAMETER, MEMBER, VARIABLE, OVERRIDE, STATEMENT, OTHER = range(8)
WHERE = (
    "a function",
    "a function's result",
    "a parameter",
    "a structure's member",
    "a variable",
    "an override",
    "a statement",
    "this declaration",
)
_IO = (PARAMETER, RESULT, MEMBER)

# Where each attribute may stand, and how many arguments it takes at least and at most.
ATTRIBUTES: dict[str, tuple[tuple[int, ...], int, int]] = {
    "align": ((MEMBER,), 1, 1),
    "binding": ((VARIABLE,), 1, 1),
    "blend_src": ((MEMBER,), 1, 1),
    "builtin": (_IO, 1, 2),
    "color": ((PARAMETER, MEMBER), 1, 1),
    "compute": ((FUNCTION,), 0, 0),
    "const": ((), 0, 0),
    "diagnostic": ((FUNCTION, STATEMENT), 2, 3),
    "fragment": ((FUNCTION,), 0, 0),
    "group": ((VARIABLE,), 1, 1),
    "id": ((OVERRIDE,), 1, 1),
    "input_attachment_index": ((VARIABLE,), 1, 1),
    "interpolate": (_IO, 1, 2),
    "invariant": (_IO, 0, 0),
    "location": (_IO, 1, 1),
    "must_use": ((FUNCTION,), 0, 0),
    "size": ((MEMBER,), 1, 1),
    "subgroup_size": ((FUNCTION,), 1, 1),
    "vertex": ((FUNCTION,), 0, 0),
    "workgroup_size": ((FUNCTION,), 1, 3),
}
# Attributes of naga's own extensions: where and with what arguments they may stand is left to naga.
TRANSLATOR_ATTRIBUTES = frozenset(
    (
        "any_hit",
        "closest_hit",
        "coherent",
        "early_depth_test",
        "incoming_payload",
        "mesh",
        "miss",
        "payload",
        "per_primitive",
        "ray_generation",
        "task",
        "volatile",
    )
)
INTERPOLATION_TYPES = frozenset(("perspective", "linear", "flat", "per_vertex"))
INTERPOLATION_SAMPLINGS = frozenset(("center", "centroid", "sample", "first", "either"))
DEPTH_MODES = frozenset(("any", "less", "greater"))

# The least value of an integer argument, and the greatest where there is one.
_RANGES: dict[str, tuple[int, int | None]] = {
    "align": (1, None),
    "binding": (0, None),
    "blend_src": (0, 1),
    "color": (0, None),
    "group": (0, None),
    "id": (0, 65535),
    "input_attachment_index": (0, None),
    "location": (0, None),
    "size": (1, None),
    "subgroup_size": (1, None),
    "workgroup_size": (1, None),
}
_POWERS_OF_TWO = frozenset(("align", "subgroup_size"))
_MAY_OVERRIDE = frozenset(("subgroup_size", "workgroup_size"))


def check(findings: Findings) -> None:
    """Check the attributes of every declaration and statement of the module."""
    module = findings.module
    for function in module.functions:
        _attributes(findings, function.attributes, FUNCTION)
        _attributes(findings, function.result_attributes, RESULT)
        for parameter in function.parameters:
            _attributes(findings, parameter.attributes, PARAMETER)
    for struct in module.structs:
        _attributes(findings, struct.attributes, OTHER)
        for member in struct.members:
            _attributes(findings, member.attributes, MEMBER)
    for variable in module.variables:
        _attributes(findings, variable.attributes, VARIABLE)
    for override in module.overrides:
        _attributes(findings, override.attributes, OVERRIDE)
    for constant in module.constants:
        # naga lets a constant carry an id, which says nothing.
        _attributes(findings, constant.attributes, OTHER)
    for kind in (ir.Block, ir.If, ir.Loop):
        for statement in module.of(kind):
            if statement.attributes:
                _attributes(findings, statement.attributes, STATEMENT)
    for switch in module.of(ir.Switch):
        if switch.attributes:
            # Those before `switch` and those before its brace are two sets.
            place = switch.subject.start
            _attributes(findings, [one for one in switch.attributes if one.start < place], STATEMENT)
            _attributes(findings, [one for one in switch.attributes if one.start > place], STATEMENT)


def _attributes(findings: Findings, attributes: Iterable[ir.Attribute], where: int) -> None:
    if not attributes:
        return
    seen: dict[str, ir.Attribute] = {}
    for attribute in attributes:
        name = attribute.name
        if name in TRANSLATOR_ATTRIBUTES:
            findings.nonstandard(attribute.start, attribute.end, "browsers refuse this attribute, which naga alone has")
            continue
        known = ATTRIBUTES.get(name)
        if known is None:
            findings.invalid(attribute, f"WGSL has no attribute of this name{findings.near(name, ATTRIBUTES)}")
            continue
        places, least, most = known
        if where not in places:
            findings.invalid(attribute, f"this attribute cannot be put on {WHERE[where]}; remove it")
            continue
        key = "diagnostic " + ".".join(attribute.names[1:]) if name == "diagnostic" else name
        first = seen.setdefault(key, attribute)
        if first is not attribute:
            what = "filter for this rule" if name == "diagnostic" else "attribute"
            findings.invalid(attribute, f"this {what} is here twice; keep one", (first, "first here"))
            continue
        count = len(attribute.arguments) + len(attribute.names)
        if not least <= count <= most or (most == 0 and findings.source.text[attribute.end - 1] == ")"):
            findings.invalid(attribute, _expected(least, most, count))
        elif name in _RANGES:
            _integers(findings, attribute)
        else:
            _names(findings, attribute)


def _expected(least: int, most: int, count: int) -> str:
    if most == 0:
        return "this attribute takes no arguments"
    wanted = str(least) if least == most else f"{least} to {most}"
    return f"this attribute takes {wanted} argument{'s' if most > 1 else ''}, and {count} came"


def _integers(findings: Findings, attribute: ir.Attribute) -> None:
    least, most = _RANGES[attribute.name]
    total = 1
    types: set[object] = set()
    for argument in attribute.arguments:
        if argument.type not in (I32, U32, ABSTRACT_INT):
            findings.invalid(argument, f"the argument has to be an i32 or a u32, and this is of type `{argument.type}`")
            return
        types.add(argument.type)
        value = argument.value
        if value is None:
            if argument.stage == ir.RUNTIME or attribute.name not in _MAY_OVERRIDE:
                findings.invalid(argument, "the argument has to be known when the module is created; use a const")
            continue
        if not isinstance(value, int):
            continue
        if argument.type is ABSTRACT_INT and value > 0x7FFFFFFF:
            findings.invalid(argument, "an i32 cannot hold this value; write it as a u32, with a `u` after it")
        elif value < least or (most is not None and value > most):
            wanted = f"at least {least}" if most is None else f"{least} to {most}"
            findings.invalid(argument, f"the argument has to be {wanted}, and it is {value}")
        elif attribute.name in _POWERS_OF_TWO and value & (value - 1):
            findings.invalid(argument, f"the argument has to be a power of two, and it is {value}")
        total *= value
    if I32 in types and U32 in types:
        findings.invalid(attribute, "the arguments have to be of one type, all i32 or all u32")
    elif attribute.name == "workgroup_size" and total > 0xFFFFFFFF:
        findings.invalid(attribute, "a workgroup cannot have 2³² invocations or more")


def _names(findings: Findings, attribute: ir.Attribute) -> None:
    names = attribute.names
    if attribute.arguments:
        findings.invalid(attribute.arguments[0], "a name has to stand here, and this is an expression")
    elif attribute.name == "interpolate":
        if not names or names[0] not in INTERPOLATION_TYPES:
            findings.invalid(attribute, "an interpolation type is one of perspective, linear and flat")
        elif len(names) > 1:
            flat = names[0] == "flat"
            if names[1] not in INTERPOLATION_SAMPLINGS:
                findings.invalid(attribute, "a sampling is one of center, centroid, sample, first and either")
            elif names[0] != "per_vertex" and flat != (names[1] in ("first", "either")):
                fit = "first and either" if flat else "center, centroid and sample"
                findings.invalid(attribute, f"only {fit} go with this interpolation type")
    elif attribute.name == "builtin" and len(names) > 1:
        if names[0] != "frag_depth" or names[1] not in DEPTH_MODES:
            findings.invalid(attribute, "only `frag_depth` takes a depth mode, one of any, less and greater")
    elif attribute.name == "diagnostic" and (not names or names[0] not in SEVERITIES):
        findings.invalid(attribute, "a diagnostic severity is one of error, warning, info and off")
