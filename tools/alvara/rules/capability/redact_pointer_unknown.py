"""redact-pointer-unknown."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site, steps_of
from alvara.identity.suggestions import did_you_mean
from alvara.model.capability import Capability
from alvara.subschemas.merging import names_of, standing
from alvara.subschemas.wording import quoted
from alvara.workspace.authored import schemas
from alvara.workspace.setting import Setting

_PARTS = {"input": "inputSchema", "output": "outputSchema"}


@rule("redact-pointer-unknown", on=Capability, severity="warning")
def redact_pointer_unknown(capability: Capability, setting: Setting) -> Iterator[Finding]:
    """A pointer under `observability.redact` leads to nothing.

    ## Why is this bad?
    What it was meant to keep out of the records is recorded: nobody notices before somebody reads there what they
    should not.

    ## How to fix
    Write the pointer to a property of `inputSchema` or `outputSchema`, with `/input` or `/output` before it:
    `/input/reason`. Inside a list, `*` stands for every item.
    """
    for i, pointer in enumerate(capability.written.get("observability", {}).get("redact", ())):
        site = Site(capability.path, (*capability.pointer, "observability", "redact", i))
        part, *steps = steps_of(pointer) or ("",)
        if part not in _PARTS:
            yield Finding(site, f"{quoted(pointer)} begins with neither `/input` nor `/output`")
            continue
        brought = schemas(capability, setting)
        root = brought.sound(_PARTS[part])
        if root is not None and steps and standing(root, steps, brought.references) == "unknown":
            known = {f"/{part}/{name.replace('.', '/')}" for name, _ in names_of(root, brought.references)}
            message = f"{quoted(pointer)} leads to no property of `{_PARTS[part]}`"
            yield Finding(site, message, did_you_mean(pointer, known))
