"""registry-renamed."""

from collections.abc import Iterator

from alvara.compare.comparison import Comparison
from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.model.filekind import CONFIG
from alvara.workspace.workspace import View


@rule("registry-renamed", on=Comparison, waivable=False)
def registry_renamed(comparison: Comparison, view: View) -> Iterator[Finding]:
    """The registry has another identifier than before.

    ## Why is this bad?
    `registry` in `alvara.yaml` tells this registry from every other and stands in all that is signed about it. With
    another one, no approval and no bundle is about this registry any more.

    ## How to fix
    Write the identifier that it had.
    """
    was, now = comparison.registry
    if was and now and was != now:
        yield Finding(
            Site(CONFIG, ("registry",)), f"the registry is `{now}` and was `{was}`", f"write `registry: {was}`",
            subject=CONFIG,
        )  # fmt: skip
