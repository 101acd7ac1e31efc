"""source-ref-outside-roots."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Pointer, Site
from alvara.model.capability import Capability
from alvara.model.resource import Resource
from alvara.workspace.setting import Setting


@rule("source-ref-outside-roots", on=(Capability, Resource), where=("sourceRefs", "relations", "implementation"))
def source_ref_outside_roots(definition: Capability | Resource, setting: Setting) -> Iterator[Finding]:
    """A path to source code leads out of the folders where source code is.

    ## Why is this bad?
    The path is followed by people, by scanners and by editors. One that leads out of the source folders names a file
    that is no part of the product, or one on somebody's own machine.

    ## How to fix
    Write the path from the root of the repository, with `/` between folders. Which folders hold source code is set
    under `sources.roots` in `alvara.yaml`.
    """
    for path, pointer in _sources(definition):
        if objection := _objection(path, setting.config.source_roots):
            yield Finding(Site(definition.path, pointer), f"`{path}` {objection}")


def _sources(definition: Capability | Resource) -> Iterator[tuple[str, Pointer]]:
    if isinstance(definition, Capability):
        source = definition.written.get("implementation", {}).get("source")
        if source is not None:
            yield source, (*definition.pointer, "implementation", "source")
        return
    for reference in definition.references:
        if reference.kind == "source":
            yield reference.target.partition("#")[0], reference.pointer


def _objection(path: str, roots: tuple[str, ...]) -> str:
    """Say what is wrong with a path, or nothing."""
    if path.startswith(("/", "~")) or path[1:2] == ":":
        return "is an absolute path"
    if "\\" in path:
        return "has a backslash between its folders"
    steps = path.split("/")
    if ".." in steps:
        return "leads upwards"
    if not any(path.startswith(f"{root}/") or root in ("", ".") or path == root for root in roots):
        return f"is not below {_listed(roots)}" if roots else "is not below any folder of source code"
    return ""


def _listed(roots: tuple[str, ...]) -> str:
    return " or ".join(filter(None, (", ".join(f"`{root}`" for root in roots[:-1]), f"`{roots[-1]}`")))
