"""What attributes and calls give: of modules and classes by name, of values by their types."""

from __future__ import annotations

import ast
from functools import reduce

from . import dtypes, methods, numpy_results, promotion, results
from .joining import join_all, tuple_of
from .results import Call
from .state import State
from .types import (
    FLOAT,
    NEVER,
    NONE,
    STR,
    UNKNOWN,
    Array,
    DType,
    Instance,
    Reference,
    Scalar,
    Type,
    dtype_of,
    integer,
    members,
)

_LOOKED_UP = ("builtins.getattr", "builtins.__import__", "builtins.vars", "importlib.import_module")
_COPIES = ("copy.copy", "copy.deepcopy", "typing.cast")


# Names that stand for a value and for no module, class or function.
VALUES: dict[str, Type] = {
    **dict.fromkeys(("math.pi", "math.e", "math.tau", "math.inf", "math.nan", "numpy.pi", "numpy.e"), FLOAT),
    **dict.fromkeys(("numpy.inf", "numpy.nan", "numpy.euler_gamma", "cmath.pi", "cmath.e"), FLOAT),
    "numpy.newaxis": NONE,
    "sys.maxsize": integer(2**31 - 1, 2**63 - 1),
    "sys.byteorder": STR,
}


def value_of(name: str) -> Type:
    """What a qualified name stands for: a value, or what it names itself."""
    return VALUES.get(name) or Reference(name)


class Caller(State):
    """Evaluates attributes and calls."""

    def attribute(self, node: ast.Attribute) -> Type:
        """The type of an attribute."""
        return self._attributes_of(self.of(node.value), node.attr)

    def _attributes_of(self, value: Type, name: str) -> Type:
        return join_all([self._attribute_of(member, name) for member in members(value)])

    def _attribute_of(self, value: Type, name: str) -> Type:
        if isinstance(value, Reference):
            full = self.names.passed_on(f"{value.name}.{name}")
            return value_of(full)
        if value == NONE or value is NEVER:
            return NEVER
        if isinstance(value, Array | Scalar | DType):
            return numpy_results.attribute(value, name)
        if isinstance(value, Instance) and value.name in self.classes:
            return self.attributes.get(f"{value.name}.{name}", UNKNOWN)
        return methods.attribute(value, name)

    def call(self, node: ast.Call) -> Type:
        function = node.func
        receiver = self.of(function.value) if isinstance(function, ast.Attribute) else None
        if receiver is not None and isinstance(function, ast.Attribute):
            called = self.found[function] = self._attributes_of(receiver, function.attr)
        else:
            called = self.of(function)
        whole = not any(isinstance(argument, ast.Starred) for argument in node.args)
        arguments = [self.of(argument) for argument in node.args]
        keywords = {keyword.arg: self.of(keyword.value) for keyword in node.keywords if keyword.arg is not None}
        for keyword in node.keywords:
            if keyword.arg is None:
                whole = False
                self.of(keyword.value)
        call = Call(arguments, self.call_of, keywords, whole)
        if receiver is not None and isinstance(function, ast.Attribute):
            return join_all([self._method(member, function.attr, call, node) for member in members(receiver)])
        return self._called(called, call, node)

    def _display(self, node: ast.expr) -> Type:
        """The type of an argument, of a list that is written out with the type of each item."""
        if isinstance(node, ast.List | ast.Tuple) and not any(isinstance(item, ast.Starred) for item in node.elts):
            return tuple_of([self._display(item) for item in node.elts])
        return self.found.get(node, UNKNOWN)

    def call_of(self, function: Type, arguments: list[Type]) -> Type:
        """What calling a value with arguments by position gives."""
        return self._called(function, Call(arguments, self.call_of), None)

    def _called(self, function: Type, call: Call, node: ast.Call | None) -> Type:
        return join_all(
            [
                self._by_name(member.name, call, node)
                if isinstance(member, Reference)
                else NEVER
                if member == NONE
                else UNKNOWN
                for member in members(function)
            ]
        )

    def _by_name(self, name: str, call: Call, node: ast.Call | None) -> Type:
        if name in _LOOKED_UP:
            found = self.names.qualified(node) if node is not None else None
            return value_of(found) if found else UNKNOWN
        if name.startswith("numpy."):
            if node is not None and call.whole:
                call.arguments = [self._display(argument) for argument in node.args]
            return _numpy(name, call)
        if name in self.classes:
            return Instance(name)
        if name in self.signatures:
            return self.signatures[name]
        if name in self.returns:
            if self.returns[name] is UNKNOWN:
                self.awaited.add(name)
            return self.returns[name]
        if name == "typing.cast" and node is not None and len(node.args) == 2:
            return self.declared(node.args[0], self.scope)
        return call.first() if name in _COPIES and name != "typing.cast" else results.result(name, call)

    def _method(self, receiver: Type, name: str, call: Call, node: ast.Call) -> Type:
        if isinstance(receiver, Reference):
            return self._called(self._attribute_of(receiver, name), call, node)
        if isinstance(receiver, Array | Scalar):
            return numpy_results.method(receiver, name, call)
        if receiver == numpy_results.GENERATOR:
            return numpy_results.generator_method(name, call)
        if isinstance(receiver, Instance) and (receiver.name in self.classes):
            # A derived class may give something else by a method of the same name, but what it promises is the same.
            return self.promised.get(f"{receiver.name}.{name}", UNKNOWN)
        return methods.result(receiver, name, call)


_PROMOTING = ("numpy.result_type", "numpy.promote_types", "numpy.find_common_type")


def _dtype_given(given: Type) -> str:
    return dtypes.of_type(given) or dtype_of(given)


def _promoted(left: str, right: str) -> str:
    """The dtype that two are promoted to, as their sum has it."""
    return promotion.result("add", left, right).replace(promotion.REFUSED, "")


def _numpy(name: str, call: Call) -> Type:
    if name == "numpy.dtype":
        return DType(dtypes.of_type(call.first()))
    if name in _PROMOTING and call.arguments and call.whole:
        return DType(reduce(_promoted, map(_dtype_given, call.arguments)))
    return numpy_results.result(name[6:], call)
