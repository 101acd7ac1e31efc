"""version-not-semver."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.identity.versions import meant, parse
from alvara.model.capability import Capability
from alvara.model.policy import Policy
from alvara.workspace.setting import Setting


@rule("version-not-semver", on=(Capability, Policy), waivable=False, fixable=True)
def version_not_semver(definition: Capability | Policy, setting: Setting) -> Iterator[Finding]:
    """A version is not a semantic version.

    ## Why is this bad?
    The version says whether a change can break those who rely on a definition, and which of two comes later. Only three
    numbers, and what semver.org allows behind them, can be compared so.

    ## How to fix
    Write three numbers with dots between them, such as `1.10.0`: no `v` before them, no zeros in front of a number.
    """
    if parse(definition.version) is None:
        answer = meant(definition.version)
        yield Finding(
            Site(definition.path, (*definition.pointer, "version")),
            f"`{definition.version}` is not a semantic version",
            f"write `{answer}`" if answer else "",
        )
