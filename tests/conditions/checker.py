"""The library's own type checker over the shapes, as the oracle: each map becomes a message of protobuf's.

At run time there are no messages: what is missing would be an empty text, and not an error.
"""

from collections.abc import Mapping
from typing import Any

from cel_expr_python import cel
from google.protobuf import descriptor_pb2, descriptor_pool, struct_pb2, wrappers_pb2

from alvara.model.schemas import Shape

_FIELD = descriptor_pb2.FieldDescriptorProto
_PLAIN = {
    "string": _FIELD.TYPE_STRING,
    "integer": _FIELD.TYPE_INT64,
    "number": _FIELD.TYPE_DOUBLE,
    "boolean": _FIELD.TYPE_BOOL,
}
_WRAPPED = {"string": "StringValue", "integer": "Int64Value", "number": "DoubleValue", "boolean": "BoolValue"}
_STRUCTS = ("google/protobuf/struct.proto", "google/protobuf/wrappers.proto")


class Checker:
    """Checks expressions against the shapes of the roots."""

    def __init__(self, roots: Mapping[str, Shape]) -> None:
        """Describe each root by a message."""
        pool = descriptor_pool.DescriptorPool()
        for module in (struct_pb2, wrappers_pb2):
            pool.Add(descriptor_pb2.FileDescriptorProto.FromString(module.DESCRIPTOR.serialized_pb))
        file = descriptor_pb2.FileDescriptorProto(name="roots.proto", package="t", syntax="proto3", dependency=_STRUCTS)
        for root, shape in roots.items():
            _describe(file.message_type.add(name=root), shape)
        pool.Add(file)
        variables: dict[str, Any] = {root: cel.Type(f"t.{root}") for root in roots}
        self._environment = cel.NewEnv(pool, variables={**variables, "now": cel.Type.TIMESTAMP})

    def objection(self, source: str) -> str:
        """Give what the library says against an expression; nothing where it takes it for a boolean one."""
        try:
            compiled = self._environment.compile(source)
        except RuntimeError as error:
            return str(error)
        type = compiled.return_type()
        return "" if type in (cel.Type.BOOL, cel.Type.DYN) else f"it is a {type.name()}"


def _describe(message: Any, shape: Shape) -> None:
    for number, (name, inner, _) in enumerate(shape.properties, 1):
        field = message.field.add(name=name, number=number, label=_FIELD.LABEL_OPTIONAL)
        if inner.types == ("array",):
            field.label = _FIELD.LABEL_REPEATED
            inner = inner.items or Shape()
        types = tuple(type for type in inner.types if type != "null")
        kind = types[0] if len(types) == 1 else ""
        if kind == "object" and inner.properties:
            _describe(message.nested_type.add(name=f"{name}_"), inner)
            field.type, field.type_name = _FIELD.TYPE_MESSAGE, f"{name}_"
        elif kind in _PLAIN and types == inner.types:
            field.type = _PLAIN[kind]
        else:
            known = _WRAPPED.get(kind) or ("Struct" if kind == "object" else "Value")
            field.type, field.type_name = _FIELD.TYPE_MESSAGE, f".google.protobuf.{known}"
