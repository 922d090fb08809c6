"""Cases of the rules about models: a model has no text to mark, so a case names the places of its findings."""

from __future__ import annotations

from . import _models

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import onnx

    Edit = Callable[[onnx.ModelProto], object]
    Wire = Callable[[bytes], bytes]

BRANCHING = "branching"
INTEGERS = "integers"


class Accepted:
    """A model that the rule accepts: `base` (of `_models`) changed by `edit`, its bytes by `wire`.

    `limits` are those that differ from the defaults. With `integer_only` it lies on a decode path.
    """

    __slots__ = ("base", "edit", "integer_only", "limits", "wire")
    # What cases of texts have: none is mended.
    fixed: str | None = None
    unsafe = False

    def __init__(
        self,
        edit: Edit | None = None,
        *,
        base: str = BRANCHING,
        wire: Wire | None = None,
        limits: Mapping[str, int] | None = None,
    ) -> None:
        self.edit = edit
        self.base = base
        self.wire = wire
        self.limits = dict(limits or {})
        self.integer_only = base == INTEGERS

    def data(self) -> bytes:
        """The bytes of the model."""
        model: onnx.ModelProto = getattr(_models, self.base)()
        if self.edit is not None:
            self.edit(model)
        data = model.SerializeToString(deterministic=True)
        return data if self.wire is None else self.wire(data)

    def context(self) -> str:
        """What the configuration says of the model, as the family is told it."""
        import json

        return json.dumps({"limits": self.limits, "integer-only": self.integer_only})


class Refused(Accepted):
    """A model that the rule refuses at exactly those places; `beside` are the codes of what else is refused in it."""

    __slots__ = ("beside", "places")

    def __init__(
        self,
        edit: Edit | None,
        *places: str,
        base: str = BRANCHING,
        wire: Wire | None = None,
        limits: Mapping[str, int] | None = None,
        beside: tuple[str, ...] = (),
    ) -> None:
        super().__init__(edit, base=base, wire=wire, limits=limits)
        self.places = places
        self.beside = beside
