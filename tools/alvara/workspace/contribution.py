"""What one file brings to the workspace, and the same as plain tuples for caches and pipes."""

import marshal
from typing import Any, NamedTuple

from alvara.diagnostics.finding import Cause, Diagnostic, Related
from alvara.diagnostics.site import Site
from alvara.model.reference import Reference
from alvara.workspace.entity import Entity


class Contribution(NamedTuple):
    """The facts of one file and what its own rules said.

    `uses` are the other files that were read for it, with their blob IDs (empty where there was none): when one
    changes, this file is read again. `readable` is False where something that the file defines could not even be named;
    `refused` are the system's words where it, or a file that it refers to, could not be opened.
    """

    path: str
    blob: str
    entities: tuple[Entity, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    uses: tuple[tuple[str, str], ...] = ()
    readable: bool = True
    refused: tuple[str, ...] = ()


Packed = tuple[Any, ...]


def freeze(contribution: Contribution) -> bytes:
    """Write a contribution for a pipe or the cache, in the interpreter's own format: not for anybody else to read."""
    return marshal.dumps(pack(contribution))


def thaw(frozen: bytes) -> Contribution:
    """Reverse `freeze`."""
    return unpack(marshal.loads(frozen))


def pack(contribution: Contribution) -> Packed:
    """Turn a contribution into tuples, texts and numbers."""
    return (
        contribution.path,
        contribution.blob,
        tuple(_pack_entity(entity) for entity in contribution.entities),
        tuple(pack_diagnostic(diagnostic) for diagnostic in contribution.diagnostics),
        contribution.uses,
        contribution.readable,
        contribution.refused,
    )


def unpack(packed: Packed) -> Contribution:
    """Reverse `pack`."""
    path, blob, entities, diagnostics, uses, readable, refused = packed
    return Contribution(
        path, blob, tuple([_unpack_entity(entity) for entity in entities]),
        tuple(unpack_diagnostic(diagnostic) for diagnostic in diagnostics), uses, readable, refused,
    )  # fmt: skip


def _pack_entity(entity: Entity) -> Packed:
    fields = list(entity)
    fields[_REFERENCES] = tuple([tuple(reference) for reference in entity.references])
    return tuple(fields)


def _unpack_entity(packed: Packed) -> Entity:
    fields = list(packed)
    fields[_REFERENCES] = tuple([Reference._make(reference) for reference in fields[_REFERENCES]])
    return Entity._make(fields)


_REFERENCES = Entity._fields.index("references")
_RELATED, _CAUSE = Diagnostic._fields.index("related"), Diagnostic._fields.index("cause")


def pack_diagnostic(d: Diagnostic) -> Packed:
    """Turn a diagnostic into a tuple."""
    related = tuple((r.file, r.line, r.column, r.message) for r in d.related)
    cause = None if d.cause is None else (tuple(d.cause.at), *d.cause[1:])
    return (
        d.rule, d.severity, d.message, d.file, d.line, d.column, d.end_line, d.end_column, d.revision, d.subject,
        d.pointer, d.fingerprint, d.help, related, d.source, cause,
    )  # fmt: skip


def unpack_diagnostic(packed: Packed) -> Diagnostic:
    """Reverse `pack_diagnostic`."""
    fields = list(packed)
    fields[_RELATED] = tuple(Related(*other) for other in fields[_RELATED])
    if fields[_CAUSE] is not None:
        site, *words = fields[_CAUSE]
        fields[_CAUSE] = Cause(Site(*site), *words)
    return Diagnostic(*fields)
