"""unlabelled-capability."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.model.capability import Capability
from alvara.workspace.setting import Setting


@rule("unlabelled-capability", on=Capability, severity="warning", on_drafts="info")
def unlabelled_capability(capability: Capability, setting: Setting) -> Iterator[Finding]:
    """A capability has no label in one of the registry's languages.

    ## Why is this bad?
    Labels are what people see on buttons and in questions, and what their words are matched with. Who speaks the
    language that is left out is shown an ID, and is understood less often. The capability works all the same, so this
    is a warning.

    ## How to fix
    Add the label under `labels`, one for each of the `locales` of `alvara.yaml`.
    """
    labels = capability.written.get("labels", {})
    if isinstance(labels, list):
        missing = () if labels else setting.config.locales
    else:
        missing = tuple(locale for locale in setting.config.locales if not labels.get(locale))
    if missing:
        site = Site(capability.path, capability.place("labels"))
        yield Finding(site, f"`{capability.id}` has no label for {', '.join(f'`{locale}`' for locale in missing)}")
