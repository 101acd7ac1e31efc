"""path-differs-from-id."""

import re
from collections.abc import Iterator

from alvara.diagnostics.finding import Cause, Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.identity.ids import Naming, path_of
from alvara.model.capability import Capability
from alvara.model.filekind import is_domain_file
from alvara.model.policy import Policy
from alvara.model.resource import Resource
from alvara.workspace.setting import Setting

_MAJOR = re.compile(r"\.v(\d+)\.yaml$")


@rule("path-differs-from-id", on=(Capability, Resource, Policy))
def path_differs_from_id(definition: Capability | Resource | Policy, setting: Setting) -> Iterator[Finding]:
    """A definition does not stand in the file that its ID names.

    ## Why is this bad?
    Whoever looks for an ID should know which file to open, without searching. Two files for one ID are found out at
    once where there is only one place for it.

    ## How to fix
    Move the file. Each segment of the ID is a folder in kebab-case and the last one is the file; a major version may
    stand behind it, as in `update-validity.v2.yaml`. A file that lists `resources:` has a path that begins their IDs.
    What the capabilities of a domain share stands in its `domain.yaml`; a capability of that name stands in
    `domain.v1.yaml`.
    """
    expected = path_of(definition.kind, definition.id)
    if definition.path == expected:
        return
    if isinstance(definition, Resource):
        if definition.pointer and expected.startswith(definition.path.removesuffix(".yaml") + "/"):
            return
    elif found := _MAJOR.search(definition.path):
        major = definition.version.partition(".")[0]
        if definition.path == expected.replace(".yaml", found.group()):
            if major.isdigit() and found.group(1) != major:
                yield Finding(
                    Site(definition.path, (*definition.pointer, "version")),
                    f"version `{definition.version}` stands in a file for version {found.group(1)}",
                    f"the file for it is `{path_of(definition.kind, definition.id, int(major[:9]))}`",
                )
            return
        expected = path_of(definition.kind, definition.id, int(major[:9]) if major.isdigit() else None)
    if is_domain_file(expected):
        expected = expected.replace(".yaml", ".v1.yaml")
    if setting.config.naming.get(definition.kind, Naming()).objection(definition.id) is None:
        above = definition.id.rpartition(".")[0] if definition.pointer else ""
        listed = f", or in the list `{path_of(definition.kind, above)}`" if above else ""
        yield Finding(
            Site(definition.path, (*definition.pointer, "id")),
            f"`{definition.id}` belongs in `{expected}`{listed}",
            "move what does not fit, or correct its ID" if definition.pointer else "move it there, or correct the ID",
            cause=_misplaced_list(definition.path) if definition.pointer else None,
        )


def _misplaced_list(path: str) -> Cause:
    """Several in one list are out of place by one mistake, such as a wrong name of the file."""
    return Cause(
        Site(path, ("resources",)), "not every ID fits the path of this list", path, "definitions belong elsewhere"
    )
