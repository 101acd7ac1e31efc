"""suspicious-text."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.model.capability import Capability
from alvara.model.page import Page
from alvara.model.policy import Policy
from alvara.model.resource import Resource
from alvara.texts.orders import order_in
from alvara.texts.traits import noticed_in
from alvara.workspace.setting import Setting
from alvara.workspace.visible_texts import remarkable


@rule("suspicious-text", on=(Capability, Resource, Policy, Page), severity="warning")
def suspicious_text(definition: Capability | Resource | Policy | Page, setting: Setting) -> Iterator[Finding]:
    """A text that a model reads holds something that descriptions rarely need.

    ## Why is this bad?
    Long runs of letters and digits, addresses, places where secrets are kept and sentences that speak to the model are
    what attacks on models are made of. Honest texts have them too, which is why this is a warning: somebody should
    have looked.

    ## How to fix
    Say it in plain words that describe the thing, or waive the warning and say why it is needed.
    """
    for passage in setting.once(remarkable, definition):
        if passage.is_code:
            continue
        for noticed in noticed_in(passage.text, describes=passage.describes):
            if not (noticed.speaks and order_in(passage.text)):  # that it gives orders is said already
                quoted = f": `{passage.text[noticed.start : noticed.end]}`" if noticed.telling else ""
                yield Finding(passage.site(noticed.start, noticed.end), f"the text {noticed.meaning}{quoted}")
